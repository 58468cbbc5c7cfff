"""All that is stored about one user, and how their id is taken out of it."""

from typing import Any

from sqlalchemy import BindParameter, Connection, Select, and_, bindparam, delete, or_, select, update

from bot.store.changes import ROW, execute
from bot.store.groups import MOST_MEMBERS
from bot.store.ladders import count_change
from bot.store.parameters import USER
from bot.store.query import Query, do, many
from bot.store.tables import (
    blocks,
    calls,
    challenges,
    dailies,
    duels,
    games,
    groups,
    log,
    members,
    owing,
    plans,
    players,
    practice,
    results,
    reviews,
    standings,
    sundays,
    unrated,
)
from bot.store.walls import OWE_WALLS_OF

_PLAYED = or_(games.c.player1 == USER, games.c.player2 == USER)

_EVERYTHING: dict[str, Select[Any]] = {
    "settings": select(players).where(players.c.user_id == USER),
    "blocked": select(blocks.c.blocked_id).where(blocks.c.user_id == USER),
    "challenges": select(challenges).where(or_(challenges.c.challenger == USER, challenges.c.challenged == USER)),
    "calls": select(calls).where(or_(calls.c.challenger == USER, calls.c.challenged == USER)),
    "games": select(games).where(_PLAYED).order_by(games.c.id),
    "log": select(log)
    .where(log.c.game_id.in_(select(games.c.id).where(_PLAYED)))
    .order_by(log.c.game_id, log.c.number),
    "duels": select(duels).where(or_(duels.c.one == USER, duels.c.two == USER)).order_by(duels.c.id),
    "groups": select(groups, members.c.number, members.c.left_at, members.c.vacations)
    .join(members, members.c.group_id == groups.c.id)
    .where(members.c.user_id == USER)
    .order_by(groups.c.id),
    "opened": select(groups).where(groups.c.opener == USER).order_by(groups.c.id),
    "plans": select(plans)
    .join(games, games.c.id == plans.c.game_id)
    .where(or_(and_(plans.c.seat == 1, games.c.player1 == USER), and_(plans.c.seat == 2, games.c.player2 == USER))),
    "results": select(results).where(results.c.player == USER).order_by(results.c.game_id),
    "standings": select(standings).where(standings.c.player == USER),
    "practice": select(practice).where(practice.c.user_id == USER).order_by(practice.c.game_id, practice.c.number),
    "dailies": select(dailies).where(dailies.c.user_id == USER).order_by(dailies.c.number),
    "sundays": select(sundays).where(sundays.c.user_id == USER).order_by(sundays.c.number),
    "reviews": select(reviews).where(reviews.c.game_id.in_(select(games.c.id).where(_PLAYED))),
}
_FORGET = (
    delete(players).where(players.c.user_id == USER),
    delete(blocks).where(blocks.c.user_id == USER),
    delete(calls).where(or_(calls.c.challenger == USER, calls.c.challenged == USER)),
    delete(practice).where(practice.c.user_id == USER),
    *OWE_WALLS_OF,
    delete(dailies).where(dailies.c.user_id == USER),
    delete(plans).where(plans.c.game_id.in_(select(games.c.id).where(_PLAYED))),
    delete(standings).where(standings.c.player == USER),
    # a note may speak of whoever is forgotten
    update(unrated).where(unrated.c.game_id.in_(select(games.c.id).where(_PLAYED))).values(note=""),
)
_servers = many(int, USER)(
    select(results.c.guild_id).where(results.c.player == USER, results.c.other.is_not(None)).distinct()
)
_ID = challenges.c.id
_LEAVE_CHALLENGES = (
    update(challenges)
    .where(challenges.c.challenger == USER)
    .values(challenger=-_ID, lower=-_ID, higher=challenges.c.challenged, expires_at=0),
    update(challenges)
    .where(challenges.c.challenged == USER)
    .values(challenged=-_ID, lower=-_ID, higher=challenges.c.challenger, expires_at=0),
)
_THEIRS = results.alias("theirs")
_LEAVE_RESULTS = (  # under the same numbers as the games
    update(results)
    .where(results.c.other == USER, results.c.game_id.in_(select(_THEIRS.c.game_id).where(_THEIRS.c.player == USER)))
    .values(other=-(2 * results.c.game_id + 2 - results.c.seat)),
    update(results).where(results.c.player == USER).values(player=-(2 * results.c.game_id + results.c.seat - 1)),
)
_LEAVE_DUELS = (
    update(duels).where(duels.c.one == USER).values(one=-(2 * duels.c.game1), **owing(duels)),
    update(duels).where(duels.c.two == USER).values(two=-(2 * duels.c.game2), **owing(duels)),
)
_LEAVE_SUNDAYS = (update(sundays).where(sundays.c.user_id == USER).values(user_id=-(2 * sundays.c.game_id)),)
_LEAVE_GROUPS = (
    update(groups).where(groups.c.opener == USER).values(opener=-groups.c.id),
    update(members)
    .where(members.c.user_id == USER)
    .values(user_id=-(MOST_MEMBERS * members.c.group_id + members.c.number)),
)
_USER: BindParameter[int] = bindparam("user")
_LEAVE_GAMES = (
    update(games).where(games.c.player1 == _USER).values(player1=-(2 * games.c.id), plans=0).returning(*ROW),
    update(games).where(games.c.player2 == _USER).values(player2=-(2 * games.c.id + 1), plans=0).returning(*ROW),
)

_find_each = {
    name: Query(statement, lambda result: [dict(row) for row in result.mappings()], USER)
    for name, statement in _EVERYTHING.items()
}
_leave_each = [
    do(USER)(statement)
    for statement in (*_FORGET, *_LEAVE_CHALLENGES, *_LEAVE_RESULTS, *_LEAVE_DUELS, *_LEAVE_SUNDAYS, *_LEAVE_GROUPS)
]


def everything_of(connection: Connection, user: int) -> dict[str, list[dict[str, Any]]]:
    """All rows about a user, by what they are: settings, blocked, challenges, calls, games, their log and reviews,
    duels, groups (``opened``: by them), and the user's plans, practice, daily and Sunday quilts, results and standings.

    Left out is what is not theirs to see: the cards that are yet to come in a running game, and whether others plan.
    """
    found = {name: find(connection, user) for name, find in _find_each.items()}
    for game in found["games"]:
        del game["plans"]
        if game["ending"] is None:
            del game["cards"]
    return found


games_played = many(int, USER)(select(games.c.id).where(_PLAYED).order_by(games.c.id))
"""The ids of all games of a user, running or not."""


def take_out(connection: Connection, user: int) -> None:
    """Delete what a user has chosen, and put nobody's number in the place of their id everywhere else.

    Such a number is negative, and no two are the same. Challenges run out: the sweep takes their messages down. What
    others have chosen stays: whoever has blocked the user goes on doing so.
    """
    ladders = _servers(connection, user)
    for leave in _leave_each:
        leave(connection, user)
    for statement in _LEAVE_GAMES:
        execute(connection, statement, {"user": user})
    count_change(connection, ladders)
