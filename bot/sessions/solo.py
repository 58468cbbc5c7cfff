"""Solo games: to start one against the Automa, and to play again."""

from __future__ import annotations

import random

from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.sessions.games import Clock, check_limit, load_session, shuffled_ring, store_session
from bot.sessions.refusals import Refusal
from bot.sessions.session import Session
from bot.store.database import Database
from bot.store.games import find_rematch
from game import Automa, Setup
from game.automa import DECKS, FIRST_DECK, ORDER_LENGTH


class Solo:
    """Starts solo games in a database. Raises Refusal: ``too_many_games``, ``not_playing``, ``no_game``."""

    def __init__(self, database: Database, clock: Clock, *, max_games: int, rng: random.Random | None = None) -> None:
        self._database = database
        self._clock = clock
        self._max_games = max_games
        self._rng = rng or random.SystemRandom()

    async def start(
        self, *, guild_id: int, channel_id: int, user: int, level: str, deck: str, track: str, language: str = "en"
    ) -> Session:
        """Start a game of a user against the Automa. The user moves first."""
        session = self._new(guild_id, channel_id, user, track, Automa(level, deck), language)
        return await self._database.write(self._store, session, None)

    async def rematch(self, game_id: int, user: int, level: str | None = None) -> Session:
        """Play again: same channel, leather layout and deck, newly shuffled, at the same level or another.

        A game has one rematch: asked again, this returns the one that there is.
        """

        async def work(connection: AsyncConnection) -> Session:
            old = await load_session(connection, game_id)
            automa = old.setup.automa
            if not old.seat_of(user) or automa is None:
                raise Refusal("not_playing", old)
            if not old.ending:
                raise Refusal("stale", old)
            if (follower := await find_rematch(connection, game_id)) is not None:
                return await load_session(connection, follower)
            automa = Automa(level or automa.level, automa.deck)
            session = self._new(old.guild_id, old.channel_id, user, old.setup.track, automa, old.language)
            return await self._store(connection, session, game_id)

        try:
            return await self._database.write(work)
        except IntegrityError:  # another process was faster
            return await self._database.write(work)

    async def _store(self, connection: AsyncConnection, session: Session, rematch_of: int | None) -> Session:
        await check_limit(connection, session.users[0], session.users[:1], self._max_games)
        return await store_session(connection, session, rematch_of)

    def _new(self, guild_id: int, channel_id: int, user: int, track: str, automa: Automa, language: str) -> Session:
        setup = Setup(track, shuffled_ring(self._rng), 1, automa)
        cards = shuffled_cards(automa.deck, self._rng)
        return Session(0, guild_id, channel_id, (user, 0), setup, language, self._clock(), cards)


def shuffled_cards(deck: str, rng: random.Random) -> tuple[int, ...]:
    """The order in which the cards of a deck come up: ten of the twelve, then all twelve, shuffled each time."""
    order: list[int] = []
    while len(order) < ORDER_LENGTH:
        cards = list(DECKS[deck])
        rng.shuffle(cards)
        order += cards if order else cards[:FIRST_DECK]
    return tuple(order)
