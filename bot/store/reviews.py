"""Reviews of games that have ended: what the engine has found, so that it is computed once."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, delete, or_, select

from bot.store.rows import Upsert, columns, values
from bot.store.tables import games, reviews


@dataclass(frozen=True, slots=True)
class ReviewRow:
    """A review as text, and the revision of the game that it is about: at any other one it is worth nothing."""

    game_id: int
    revision: int
    text: str


_OF_GAME = reviews.c.game_id == bindparam("game")

_FIND = select(*columns(reviews, ReviewRow)).where(_OF_GAME)
_FIND_SOME = select(*columns(reviews, ReviewRow)).where(reviews.c.game_id.in_(bindparam("games", expanding=True)))
_OF_USER = (
    select(*columns(reviews, ReviewRow))
    .join(games, games.c.id == reviews.c.game_id)
    .where(or_(games.c.player1 == bindparam("user"), games.c.player2 == bindparam("user")))
    .where(games.c.ending.is_not(None), games.c.revision == reviews.c.revision)
    .order_by(games.c.id.desc())
    .limit(bindparam("most"))
)
_SAVE = Upsert(reviews)
_DROP = delete(reviews).where(_OF_GAME)


def find_review(connection: Connection, game_id: int) -> ReviewRow | None:
    """The review of a game, or None."""
    row = connection.execute(_FIND, {"game": game_id}).one_or_none()
    return ReviewRow(*row) if row else None


def find_reviews(connection: Connection, game_ids: list[int]) -> dict[int, ReviewRow]:
    """The reviews of some games, by game."""
    return {row[0]: ReviewRow(*row) for row in connection.execute(_FIND_SOME, {"games": game_ids})}


def reviews_of_player(connection: Connection, user: int, most: int) -> list[ReviewRow]:
    """The reviews of a user's games that have ended, as they stand: the newest first, so many at most."""
    return [ReviewRow(*row) for row in connection.execute(_OF_USER, {"user": user, "most": most})]


def save_review(connection: Connection, row: ReviewRow) -> None:
    """Store a review, in place of an older one of the same game."""
    _SAVE(connection, values(row))


def drop_review(connection: Connection, game_id: int) -> None:
    """Drop the review of a game, if there is one."""
    connection.execute(_DROP, {"game": game_id})
