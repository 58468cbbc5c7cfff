"""Practice: which positions people have tried, how often they found the move, and when these come back."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, delete, select

from bot.store.rows import Upsert, columns, values
from bot.store.tables import practice

KEPT = 0
"""The game of the positions that come with the bot."""


@dataclass(frozen=True, slots=True)
class PracticeRow:
    """A position that a user has tried: the move of a game, or (in the game `KEPT`) a position that comes with the bot.

    It was ``tried`` so often, and ``solved`` so often of these; ``at`` is when it was tried last, ``due`` when it comes
    back, in seconds since 1970; None if it does not.
    """

    user_id: int
    game_id: int
    number: int
    tried: int
    solved: int
    at: int
    due: int | None


_OF_USER = practice.c.user_id == bindparam("user")
_OF_GAME = practice.c.game_id == bindparam("game")
_FIND = select(*columns(practice, PracticeRow)).where(_OF_USER)
_SAVE = Upsert(practice)
_DROP = delete(practice).where(_OF_USER, _OF_GAME, practice.c.number == bindparam("number"))
_DROP_GAME = delete(practice).where(_OF_GAME)


def find_practice(connection: Connection, user: int) -> list[PracticeRow]:
    """Everything that a user has tried."""
    return [PracticeRow(*row) for row in connection.execute(_FIND, {"user": user})]


def save_practice(connection: Connection, row: PracticeRow) -> None:
    """Store what became of a position."""
    _SAVE(connection, values(row))


def drop_practice(connection: Connection, user: int, game_id: int, number: int) -> None:
    """Forget a position that a user has tried: it is not there any more."""
    connection.execute(_DROP, {"user": user, "game": game_id, "number": number})


def drop_practice_of(connection: Connection, game_id: int) -> None:
    """Forget all positions of a game."""
    connection.execute(_DROP_GAME, {"game": game_id})
