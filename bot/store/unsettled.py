"""What is left to do about the public messages of games: a board to show, a message to edit or to delete."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, and_, or_, select, union

from bot.store.messages import ANCHOR
from bot.store.tables import games, messages


@dataclass(frozen=True, slots=True)
class Unsettled:
    """A game that has something to post, to edit or to delete in a channel of a server."""

    game_id: int
    guild_id: int
    channel_id: int


_SHOWN = and_(
    messages.c.game_id == games.c.id,
    messages.c.role == "board",
    messages.c.state == "live",
    messages.c.revision == games.c.revision,
    messages.c.outdated.is_(False),
)
_NOT_SHOWN = (
    select(games.c.id)
    .outerjoin_from(games, messages, _SHOWN)
    .where(messages.c.message_id.is_(None), games.c.place != "private")
    .order_by(games.c.id)
)
_TO_CHANGE = or_(
    messages.c.state == "doomed",
    and_(messages.c.state == "live", messages.c.outdated.is_(True)),
    and_(messages.c.role == ANCHOR, games.c.ending.is_not(None)),
)
_UNSETTLED = union(
    select(games.c.id, games.c.guild_id, games.c.channel_id).where(games.c.id.in_(_NOT_SHOWN.order_by(None))),
    select(games.c.id, games.c.guild_id, messages.c.channel_id).join_from(messages, games).where(_TO_CHANGE),
)


def games_not_shown(connection: Connection) -> list[int]:
    """The ids of games whose last event is shown by no live board, or only by an outdated one.

    Private games have no board.
    """
    return list(connection.execute(_NOT_SHOWN).scalars())


def unsettled_games(connection: Connection) -> list[Unsettled]:
    """The games of `games_not_shown`, and those with an outdated or doomed message, or with a thread to be archived.

    Each comes with the channel in which that is to be done.
    """
    return [Unsettled(*row) for row in connection.execute(_UNSETTLED).all()]
