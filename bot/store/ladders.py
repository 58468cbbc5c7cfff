"""The ladders of servers: what is to be fitted, how players stand, and which games were taken out."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Connection, and_, bindparam, delete, exists, func, or_, select, true, union, update

from bot.store.ladder_rows import EndedRow, LadderRow, StandingRow, UnratedRow
from bot.store.rows import InsertNew, Upsert, columns, values
from bot.store.servers import LEFT
from bot.store.shards import EVERY, ShardedQuery, Shards, is_theirs
from bot.store.tables import OF_FIRST_SEAT, OUTDATED_LADDER, ladders, players, results, standings, unrated

_OF_SERVER = ladders.c.guild_id == bindparam("guild")
_BEGIN = InsertNew(ladders)
_COUNT = update(ladders).where(_OF_SERVER).values(changes=ladders.c.changes + 1)
_FIND = select(*columns(ladders, LadderRow)).where(_OF_SERVER)
_FIND_AND_LOCK = _FIND.with_for_update()
_ALL = select(*columns(ladders, LadderRow)).where(ladders.c.guild_id > bindparam("after")).order_by(ladders.c.guild_id)
_SOME = _ALL.limit(bindparam("most"))
_SET = update(ladders).where(_OF_SERVER)  # sets whatever columns are given
_REMOVE = delete(ladders).where(_OF_SERVER)
_REMOVE_ALL_STANDINGS = delete(standings).where(standings.c.guild_id == bindparam("guild"))
_HERE = ladders.c.guild_id.not_in(LEFT)
_OUTDATED = select(ladders.c.guild_id).where(OUTDATED_LADDER, _HERE)
_OF_BEFORE = select(ladders.c.guild_id).where(ladders.c.season < bindparam("season"), _HERE)
_THEIRS = is_theirs(ladders.c.guild_id)
_SWEEP_OWED = ShardedQuery(
    union(_OUTDATED, _OF_BEFORE).limit(bindparam("most")),
    union(_OUTDATED.where(_THEIRS), _OF_BEFORE.where(_THEIRS)).limit(bindparam("most")),
)
_RESULTS = (
    select(*columns(results, EndedRow))
    .where(
        results.c.guild_id == bindparam("guild"),
        OF_FIRST_SEAT,
        results.c.ended_at >= bindparam("since"),
        results.c.ended_at < bindparam("until"),
        or_(
            results.c.ended_at > bindparam("last_at"),
            and_(results.c.ended_at == bindparam("last_at"), results.c.game_id > bindparam("last_game")),
        ),
        ~exists().where(unrated.c.game_id == results.c.game_id),
    )
    .order_by(results.c.ended_at, results.c.game_id)
    .limit(bindparam("most"))
)
_FIRST = (
    select(results.c.ended_at)
    .where(results.c.guild_id == bindparam("guild"), OF_FIRST_SEAT)
    .order_by(results.c.ended_at)
    .limit(1)
)
_LATELY = (
    select(results.c.game_id)
    .where(results.c.guild_id == bindparam("guild"), OF_FIRST_SEAT, results.c.other.is_not(None))
    .order_by(results.c.ended_at.desc())
    .limit(bindparam("most"))
)
_IN_SERVER = standings.c.guild_id == bindparam("guild")
_STANDINGS = select(*columns(standings, StandingRow)).where(_IN_SERVER)
_PLACED = _STANDINGS.where(standings.c.place > bindparam("after")).order_by(standings.c.place).limit(bindparam("most"))
_STANDING = _STANDINGS.where(standings.c.player == bindparam("user"))
_COUNT_PLACED = select(func.max(standings.c.place)).where(_IN_SERVER)
_SAVE = Upsert(standings)
_DROP = delete(standings).where(_IN_SERVER, standings.c.player == bindparam("user"))
_HIDING = select(players.c.user_id).where(
    players.c.user_id.in_(bindparam("users", expanding=True)), players.c.hidden.is_(true())
)
_WITHOUT = (
    select(results.c.guild_id)
    .where(
        results.c.other.is_not(None),
        results.c.won.is_not(None),
        results.c.moves >= bindparam("moved"),
        ~exists().where(ladders.c.guild_id == results.c.guild_id),
    )
    .distinct()
)
_UNRATE = Upsert(unrated)
_RATE = delete(unrated).where(unrated.c.game_id == bindparam("game"))
_UNRATED = (
    select(*columns(unrated, UnratedRow))
    .where(unrated.c.guild_id == bindparam("guild"))
    .order_by(unrated.c.at.desc(), unrated.c.game_id.desc())
    .limit(bindparam("most"))
)


def count_change(connection: Connection, guild_ids: Iterable[int]) -> None:
    """Note that something has changed of what counts on the ladders of some servers, which begin if there are none."""
    for guild_id in sorted(guild_ids):
        _BEGIN(connection, values(LadderRow(guild_id)))
        connection.execute(_COUNT, {"guild": guild_id})


def find_ladder(connection: Connection, guild_id: int, *, lock: bool = False) -> LadderRow | None:
    """The ladder of a server, or None. ``lock`` it to change it."""
    row = connection.execute(_FIND_AND_LOCK if lock else _FIND, {"guild": guild_id}).one_or_none()
    return LadderRow(*row) if row else None


def some_ladders(connection: Connection, after: int, most: int) -> list[LadderRow]:
    """So many ladders of the servers above an id, in order."""
    return [LadderRow(*row) for row in connection.execute(_SOME, {"after": after, "most": most})]


def servers_without_ladder(connection: Connection, moved: int) -> list[int]:
    """The servers that have no ladder, though two people have played there who had both chosen so many moves."""
    return sorted(connection.execute(_WITHOUT, {"moved": moved}).scalars())


def ladders_owed(connection: Connection, season: int, most: int, shards: Shards = EVERY) -> list[int]:
    """The servers, so many at most, whose standings are not those of now, or of a season before."""
    return list(_SWEEP_OWED(connection, shards, season=season, most=most).scalars())


def results_on_ladder(
    connection: Connection, guild_id: int, since: int, until: int, after: tuple[int, int], most: int
) -> list[EndedRow]:
    """A server's games that ended in some time and were not taken out, in order: so many at most, after a game, by when
    that ended and by its id.
    """
    wanted = {"guild": guild_id, "since": since, "until": until, "most": most}
    rows = connection.execute(_RESULTS, {**wanted, "last_at": after[0], "last_game": after[1]})
    return [EndedRow(*row) for row in rows]


def first_result_at(connection: Connection, guild_id: int) -> int | None:
    """Find when the first game of a server ended whose results are kept, or None."""
    at: int | None = connection.execute(_FIRST, {"guild": guild_id}).scalar_one_or_none()
    return at


def lately_between_people(connection: Connection, guild_id: int, most: int) -> list[int]:
    """The games between people of a server that ended last, the newest first, so many at most."""
    return list(connection.execute(_LATELY, {"guild": guild_id, "most": most}).scalars())


def all_standings(connection: Connection, guild_id: int) -> list[StandingRow]:
    """Find how all stand on a server's ladder, in no order."""
    return [StandingRow(*row) for row in connection.execute(_STANDINGS, {"guild": guild_id})]


def placed(connection: Connection, guild_id: int, after: int, most: int) -> list[StandingRow]:
    """So many of those who have a place on a server's ladder, in order: those after a place."""
    rows = connection.execute(_PLACED, {"guild": guild_id, "after": after, "most": most})
    return [StandingRow(*row) for row in rows]


def count_placed(connection: Connection, guild_id: int) -> int:
    """Count those who have a place on a server's ladder."""
    return int(connection.execute(_COUNT_PLACED, {"guild": guild_id}).scalar_one() or 0)


def find_standing(connection: Connection, guild_id: int, user: int) -> StandingRow | None:
    """Find how somebody stands on a server's ladder, or None."""
    row = connection.execute(_STANDING, {"guild": guild_id, "user": user}).one_or_none()
    return StandingRow(*row) if row else None


def save_standings(connection: Connection, row: LadderRow, found: Iterable[StandingRow]) -> None:
    """Store how all stand on a server's ladder; only what is new of it is written."""
    before = {each.player: each for each in all_standings(connection, row.guild_id)}
    after = {each.player: each for each in found}
    if gone := before.keys() - after.keys():
        connection.execute(_DROP, [{"guild": row.guild_id, "user": player} for player in sorted(gone)])
    if new := [each for player, each in after.items() if before.get(player) != each]:
        _SAVE(connection, *({"guild_id": row.guild_id, **values(each)} for each in new))
    fitted = {"fitted": row.fitted, "season": row.season, "mean": row.mean}
    connection.execute(_SET, {"guild": row.guild_id, **fitted})


def remove_ladder(connection: Connection, guild_id: int) -> None:
    """Drop a server's ladder, and all who stand on it."""
    connection.execute(_REMOVE_ALL_STANDINGS, {"guild": guild_id})
    connection.execute(_REMOVE, {"guild": guild_id})


def hiding(connection: Connection, users: Iterable[int]) -> set[int]:
    """Those of some users who show nobody how their games went."""
    return set(connection.execute(_HIDING, {"users": list(users)}).scalars())


def unrate(connection: Connection, row: UnratedRow) -> None:
    """Take a game out of the ladder of its server. Who calls this counts the change, too."""
    _UNRATE(connection, values(row))


def rate_again(connection: Connection, game_id: int) -> bool:
    """Let a game count again. False if it was not taken out. Who calls this counts the change, too."""
    return connection.execute(_RATE, {"game": game_id}).rowcount == 1


def unrated_of(connection: Connection, guild_id: int, most: int) -> list[UnratedRow]:
    """The games that were taken out of a server's ladder, those of lately first, so many at most."""
    return [UnratedRow(*row) for row in connection.execute(_UNRATED, {"guild": guild_id, "most": most})]
