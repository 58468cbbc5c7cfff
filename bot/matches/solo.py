"""Solo games: starting one against the Automa or a rival, and playing again."""

import random
from dataclasses import replace

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from bot.matches.log import check_limit, check_private_limit, load_match, shuffled_ring, store_new
from bot.matches.match import Match, Refusal
from bot.matches.seats import Person, Rival
from bot.matches.services import GameStarter
from bot.store.backend.database import writes
from bot.store.changes import move_game
from bot.store.games import find_begun, find_rematch
from bot.store.locks import lock_ids
from bot.store.summaries import doubt
from bot.store.tables import Place
from game import Automa, Setup, other
from game.automa import DECKS, FIRST_DECK, ORDER_LENGTH


class Solo(GameStarter):
    """Starts solo games in a database. Raises TooManyGames, and Refusal: ``not_playing``, ``no_game``."""

    async def start(
        self,
        *,
        guild_id: int,
        channel_id: int,
        user: int,
        opponent: Automa | Rival,
        track: str,
        first: int = 1,
        place: Place = "here",
        language: str = "en",
        begun_by: int | None = None,
        ring: tuple[int, ...] | None = None,
    ) -> Match:
        """Start a game of a user, at seat 1, against the Automa or a rival, with a new ring if none is named. ``first``
        is the seat that moves first, 0 for any; before the Automa always the user. If the interaction that it is
        ``begun_by`` has begun one before, because it arrived twice, this returns that.
        """
        match = self._new((guild_id, channel_id, place), user, track, first, opponent, language)
        if ring:
            match = replace(match, setup=replace(match.setup, ring=ring))

        def work(connection: Connection) -> Match:
            lock_ids(connection, user)
            if begun_by and (begun := find_begun(connection, begun_by)):
                return load_match(connection, begun)
            return self._store(connection, match, begun_by=begun_by)

        return await self._database.write(work)

    async def rematch(self, match_id: int, user: int, level: str | None = None) -> Match:
        """Play again, newly shuffled, at the same level or another, and once: asked again, this returns the same game.
        What follows a private game is private, even if that was shared. Against a rival, the other one moves first.
        """
        try:
            return await self._rematch(match_id, user, level)
        except IntegrityError:  # another process was faster
            return await self._rematch(match_id, user, level)

    @writes
    def _rematch(self, connection: Connection, match_id: int, user: int, level: str | None) -> Match:
        lock_ids(connection, user)  # before the game: see `bot.store.locks`
        old = _ended(connection, match_id, user)
        if (follower := find_rematch(connection, match_id)) is not None:
            return load_match(connection, follower)
        opponent = old.seats[1]
        assert not isinstance(opponent, Person), "people are asked for a rematch"
        opponent = replace(opponent, level=level or opponent.level)
        first = other(old.setup.first) if old.rival else 1
        place: Place = "private" if old.place == "shared" else old.place
        match = self._new((old.guild_id, old.home_id, place), user, old.setup.track, first, opponent, old.language)
        return self._store(connection, match, rematch_of=match_id)

    @writes
    def share(self, connection: Connection, match_id: int, user: int, guild_id: int, channel_id: int) -> Match:
        """Show a private game that has ended to everybody: its board belongs in a channel from now on, or stays there.
        Raises Refusal ``not_playing``, ``stale`` (it has not ended), ``duel_goes_on``, ``other_server``.
        """
        match = _ended(connection, match_id, user)
        if match.is_secret:
            raise Refusal("duel_goes_on")
        if match.guild_id != guild_id:
            raise Refusal("other_server", game=match_id)
        if match.place == "private":
            move_game(connection, match_id, channel_id, "shared")
            doubt(connection, match_id)
        return load_match(connection, match_id)

    def _store(
        self, connection: Connection, match: Match, *, rematch_of: int | None = None, begun_by: int | None = None
    ) -> Match:
        (user,) = match.people
        if match.is_private:
            check_private_limit(connection, user, self._max_games)
        else:
            check_limit(connection, user, (user,), self._max_games)
        return store_new(connection, match, rematch_of, begun_by)

    def _new(
        self, where: tuple[int, int, Place], user: int, track: str, first: int, opponent: Automa | Rival, language: str
    ) -> Match:
        guild_id, channel_id, place = where
        automa = opponent if isinstance(opponent, Automa) else None
        setup = Setup(track, shuffled_ring(self._rng), first or self._rng.choice((1, 2)), automa)
        cards = shuffled_cards(automa.deck, self._rng) if automa else ()
        seats = (Person(user), opponent)
        return Match(0, guild_id, channel_id, seats, setup, language, self._now(), cards, place=place)


def _ended(connection: Connection, match_id: int, user: int) -> Match:
    match = load_match(connection, match_id, lock=True)
    if match.seat_of(user) is None:
        raise Refusal("not_playing", match)
    if not match.outcome:
        raise Refusal("stale", match)
    return match


def shuffled_cards(deck: str, rng: random.Random) -> tuple[int, ...]:
    """The order in which the cards of a deck come up: ten of the twelve, then all twelve, shuffled each time."""
    order: list[int] = []
    while len(order) < ORDER_LENGTH:
        cards = list(DECKS[deck])
        rng.shuffle(cards)
        order += cards if order else cards[:FIRST_DECK]
    return tuple(order)
