"""The ladders of servers: what is to be fitted, how players stand, and which games were taken out."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, and_, delete, exists, func, not_, or_, select, union_all, update

from bot.store.duties import Duties, exported
from bot.store.games import PLAYS
from bot.store.ladder_rows import NEVER, EndedRow, LadderRow, StandingRow, UnratedRow
from bot.store.parameters import AFTER, GAME, GUILD, MOST, SINCE, UNTIL, USER
from bot.store.query import affects, do, many, one, one_or_none, parameter
from bot.store.rows import InsertNew, Upsert, columns, values
from bot.store.servers import LEFT
from bot.store.shards import is_theirs, sweep
from bot.store.tables import (
    NOT_COUNTED,
    OF_FIRST_SEAT,
    OWED_LADDER,
    RUNNING,
    games,
    ladders,
    results,
    standings,
    unrated,
)

FITTED: int = parameter("of_changes")
MEAN: int = parameter("mean_of_all")
MOVED: int = parameter("moved")
PLACE: int = parameter("shared_place")
SEASON: int = parameter("of_season")

_ROWS = select(*columns(ladders, LadderRow))
_OF_SERVER = ladders.c.guild_id == GUILD
_BETWEEN_PEOPLE = results.c.other.is_not(None)

_begin = InsertNew[LadderRow](ladders)
_count = do(GUILD)(update(ladders).where(_OF_SERVER).values(changes=ladders.c.changes + 1))


def count_change(connection: Connection, guild_ids: Iterable[int]) -> None:
    """Note that something has changed of what counts on the ladders of some servers, which begin if there are none."""
    for guild_id in sorted(filter(None, guild_ids)):
        _begin(connection, LadderRow(guild_id))
        _count(connection, guild_id)


find_ladder = one_or_none(LadderRow, GUILD)(_ROWS.where(_OF_SERVER))
lock_ladder = one_or_none(LadderRow, GUILD)(_ROWS.where(_OF_SERVER).with_for_update())
"""The ladder of a server, or None, locked to be changed."""

some_ladders = many(LadderRow, AFTER, MOST)(
    _ROWS.where(ladders.c.guild_id > AFTER).order_by(ladders.c.guild_id).limit(MOST)
)
"""So many ladders of the servers above an id, in order."""

servers_without_ladder = many(int, MOVED)(
    select(results.c.guild_id)
    .where(
        _BETWEEN_PEOPLE,
        results.c.guild_id > 0,
        results.c.won.is_not(None),
        results.c.moves >= MOVED,
        ~exists().where(ladders.c.guild_id == results.c.guild_id),
    )
    .distinct()
).then(sorted)
"""The servers that have no ladder, though two people have played there who had both chosen so many moves."""

_OWED = select(ladders.c.guild_id).where(OWED_LADDER, ladders.c.guild_id.not_in(LEFT))
_OF_BEFORE = select(ladders.c.guild_id).where(
    ladders.c.season < SEASON, not_(OWED_LADDER), ladders.c.guild_id.not_in(LEFT)
)
_THEIRS = is_theirs(ladders.c.guild_id)

ladders_owed = sweep(int, SEASON, MOST)(
    union_all(_OWED, _OF_BEFORE).limit(MOST), union_all(_OWED.where(_THEIRS), _OF_BEFORE.where(_THEIRS)).limit(MOST)
)
"""The servers, so many at most, whose standings are not those of now, or of a season before.

A union that has to find duplicates is merged by the newest SQLite, which looks through the whole table for that.
"""

results_on_ladder = many(EndedRow, GUILD, SINCE, UNTIL, AFTER, GAME, MOST)(
    select(*columns(results, EndedRow))
    .where(
        results.c.guild_id == GUILD,
        OF_FIRST_SEAT,
        results.c.ended_at >= SINCE,
        results.c.ended_at < UNTIL,
        or_(results.c.ended_at > AFTER, and_(results.c.ended_at == AFTER, results.c.game_id > GAME)),
        ~exists().where(unrated.c.game_id == results.c.game_id),
    )
    .order_by(results.c.ended_at, results.c.game_id)
    .limit(MOST)
)
"""So many games of a server, in order, that ended in some time, after one of them, and were not taken out."""

_GOING_ON = select(games.c.id, games.c.player1, games.c.rival).where(
    games.c.guild_id == GUILD, games.c.rival.is_not(None), games.c.duel.is_(None)
)

rivals_going_on = many(
    lambda game, *who: EndedRow(game, NEVER, "", who[0], None, who[1], None, True, 0, 0), GUILD, UNTIL
)(
    union_all(
        _GOING_ON.where(RUNNING),
        _GOING_ON.where(NOT_COUNTED),
        select(results.c.game_id, results.c.player, results.c.level).where(
            results.c.guild_id == GUILD, OF_FIRST_SEAT, results.c.ended_at >= UNTIL, results.c.level.is_not(None)
        ),
    )
)
"""The games against rivals in a server that had not ended at a time, as if they never did; no halves of duels."""

first_result_at = one_or_none(int, GUILD)(
    select(results.c.ended_at)
    .where(results.c.guild_id == GUILD, OF_FIRST_SEAT, _BETWEEN_PEOPLE)
    .order_by(results.c.ended_at)
    .limit(1)
)
"""When the first game between people of a server ended whose results are kept, or None."""

lately_between_people = many(int, GUILD, MOST)(
    select(results.c.game_id)
    .where(results.c.guild_id == GUILD, OF_FIRST_SEAT, _BETWEEN_PEOPLE)
    .order_by(results.c.ended_at.desc())
    .limit(MOST)
)
"""The games between people of a server that ended last, the newest first, so many at most."""

_STANDINGS = select(*columns(standings, StandingRow)).where(standings.c.guild_id == GUILD)

all_standings = many(StandingRow, GUILD)(_STANDINGS)

placed = many(StandingRow, GUILD, AFTER, MOST)(
    _STANDINGS.where(standings.c.place.is_not(None))
    .order_by(standings.c.place, standings.c.player)
    .offset(AFTER)
    .limit(MOST)
)
"""So many of those who have a place on a server's ladder, in order, after so many others."""

_COUNT = select(func.count()).where(standings.c.guild_id == GUILD)

count_placed = one(int, GUILD)(_COUNT.where(standings.c.place.is_not(None)))
count_before = one(int, GUILD, PLACE, USER)(
    _COUNT.where(or_(standings.c.place < PLACE, and_(standings.c.place == PLACE, standings.c.player < USER)))
)
"""How many stand before somebody who has a place, as a ladder is read: equals by their ids."""

find_standing = one_or_none(StandingRow, GUILD, USER)(_STANDINGS.where(standings.c.player == USER))
_save = Upsert[dict[str, Any]](standings)
_drop = do(GUILD, USER)(delete(standings).where(standings.c.guild_id == GUILD, standings.c.player == USER))
_set = do(GUILD, FITTED, SEASON, MEAN)(
    update(ladders).where(_OF_SERVER).values(fitted=FITTED, season=SEASON, mean=MEAN)
)


def save_standings(connection: Connection, row: LadderRow, found: Iterable[StandingRow]) -> None:
    """Store how all stand on a server's ladder; only what is new of it is written."""
    before = {each.player: each for each in all_standings(connection, row.guild_id)}
    after = {each.player: each for each in found}
    for player in sorted(before.keys() - after.keys()):
        _drop(connection, row.guild_id, player)
    if new := [each for player, each in after.items() if before.get(player) != each]:
        _save(connection, *({"guild_id": row.guild_id, **values(each)} for each in new))
    _set(connection, row.guild_id, row.fitted, row.season, row.mean)


unrate = Upsert[UnratedRow](unrated)
"""Take a game out of the ladder of its server. Who calls this counts the change, too."""

rate_again = affects(GAME)(delete(unrated).where(unrated.c.game_id == GAME))
"""Let a game count again. False if it was not taken out. Who calls this counts the change, too."""

unrated_of = many(UnratedRow, GUILD, MOST)(
    select(*columns(unrated, UnratedRow))
    .where(unrated.c.guild_id == GUILD)
    .order_by(unrated.c.at.desc(), unrated.c.game_id.desc())
    .limit(MOST)
)
"""The games that were taken out of a server's ladder, those of lately first, so many at most."""

_servers = many(int, USER)(select(results.c.guild_id).where(results.c.player == USER, _BETWEEN_PEOPLE).distinct())
_OWN = standings.c.player == USER
_OF_USER = unrated.c.game_id.in_(select(games.c.id).where(PLAYS))

DUTIES = Duties(
    (ladders, standings, unrated),
    export={"standings": exported(select(standings).where(_OWN))},
    forget=[
        lambda connection, user: count_change(connection, _servers(connection, user)),
        do(USER)(delete(standings).where(_OWN)),
        do(USER)(update(unrated).where(_OF_USER).values(note="")),  # it may speak of the user who is forgotten
    ],
    drop_server=[do(GUILD)(delete(each).where(each.c.guild_id == GUILD)) for each in (standings, ladders)],
)
