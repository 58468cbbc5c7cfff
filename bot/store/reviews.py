"""Reviews of games that have ended: what the engine has found, so that it is computed once."""

from dataclasses import dataclass

from sqlalchemy import delete, select

from bot.store.duties import Duties, exported_of_games
from bot.store.games import PLAYS
from bot.store.parameters import GAME, GAMES, MOST, USER
from bot.store.query import do, many, one_or_none
from bot.store.rows import Upsert, columns
from bot.store.tables import games, reviews


@dataclass(frozen=True, slots=True)
class ReviewRow:
    """A review as text, and the revision of the game that it is about: at any other one it is worth nothing."""

    game_id: int
    revision: int
    text: str


_ROWS = select(*columns(reviews, ReviewRow))

find_review = one_or_none(ReviewRow, GAME)(_ROWS.where(reviews.c.game_id == GAME))

find_reviews = many(ReviewRow, GAMES)(_ROWS.where(reviews.c.game_id.in_(GAMES))).then(
    lambda rows: {row.game_id: row for row in rows}
)

reviews_of_player = many(ReviewRow, USER, MOST)(
    _ROWS.join(games, games.c.id == reviews.c.game_id)
    .where(PLAYS)
    .where(games.c.ending.is_not(None), games.c.revision == reviews.c.revision)
    .order_by(games.c.id.desc())
    .limit(MOST)
)
"""The reviews of a user's games that have ended, as they stand: the newest first, so many at most."""

save_review = Upsert[ReviewRow](reviews)
drop_review = do(GAME)(delete(reviews).where(reviews.c.game_id == GAME))

DUTIES = Duties(
    (reviews,),
    export_games={"reviews": exported_of_games(select(reviews).where(reviews.c.game_id.in_(GAMES)))},
)
