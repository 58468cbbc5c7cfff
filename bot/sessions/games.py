"""Running games: to find them, play, undo, give a move back, resign, claim, and cancel by agreement."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.sessions.clocks import is_late, keep_clock, rewound, timers_of
from bot.sessions.refusals import Refusal
from bot.sessions.session import Kind, Session, session_from
from bot.store.database import Database
from bot.store.games import (
    GameRow,
    LogRow,
    add_game,
    append,
    count_running,
    find_game,
    move_game,
    newest_game,
    read_log,
    running_games,
)
from bot.store.messages import MessageRow, doom_live, live_boards, messages_of
from bot.store.timers import set_timers
from game import PATCHES, IllegalMove, Move, Reveal
from game.position import from_pawn

Clock = Callable[[], int]
"""The time in whole seconds since 1970 (UTC)."""


class Games:
    """The games in a database. Every change names the revision it was decided on, and is committed on return.

    Changes raise Refusal: ``no_game``, ``not_playing`` (a spectator), ``ended``, ``stale`` (the game has moved on),
    ``not_your_move``, ``illegal``, ``nothing_to_undo``, ``nothing_to_give_back``, ``own_offer``, ``not_late``.
    """

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def load(self, game_id: int) -> Session:
        """A game as it stands. Raises Refusal ``no_game``."""
        return await self._database.read(load_session, game_id)

    async def standing(self, game_id: int) -> tuple[Session, list[MessageRow]]:
        """A game as it stands, and its messages, newest first. Raises Refusal ``no_game``."""

        async def work(connection: AsyncConnection) -> tuple[Session, list[MessageRow]]:
            return await load_session(connection, game_id), await messages_of(connection, game_id)

        return await self._database.read(work)

    async def running_of(
        self, user: int, *, guild_id: int | None = None, channel_id: int | None = None
    ) -> Sequence[GameRow]:
        """The running games of a user, in one server or channel if named, oldest first."""
        return await self._database.read(running_games, user, guild_id=guild_id, channel_id=channel_id)

    async def running_in(self, guild_id: int) -> Sequence[GameRow]:
        """The running games of a server, oldest first."""
        return await self._database.read(running_games, None, guild_id=guild_id)

    async def newest_of(self, user: int, channel_id: int) -> int | None:
        """The newest game of a user in a channel, running or not; None if there is none."""
        return await self._database.read(newest_game, user, channel_id)

    async def board_urls(self, rows: Sequence[GameRow]) -> dict[int, str]:
        """Links to the boards of some games, by game; to the channel where no board stands."""
        boards = await self._database.read(live_boards, [row.id for row in rows])
        return {
            row.id: f"https://discord.com/channels/{row.guild_id}/{row.channel_id}"
            + (f"/{boards[row.id]}" if row.id in boards else "")
            for row in rows
        }

    async def play(self, game_id: int, revision: int, user: int, move: Move) -> Session:
        """Make a move."""
        return await self._change(game_id, revision, user, "move", str(move))

    async def move_to(self, game_id: int, channel_id: int) -> Session:
        """Let a game go on in another channel of its server, because its own is gone. No event of its log."""

        async def work(connection: AsyncConnection) -> Session:
            await move_game(connection, game_id, channel_id)
            await doom_live(connection, game_id, "board")  # the new one is owed from now on
            return await load_session(connection, game_id)

        return await self._database.write(work)

    async def undo(self, game_id: int, revision: int, user: int) -> Session:
        """Take back one's own last move while one still holds the move."""
        return await self._change(game_id, revision, user, "undo")

    async def resign(self, game_id: int, revision: int, user: int) -> Session:
        """Give up. It need not be one's move."""
        return await self._change(game_id, revision, user, "resign")

    async def agree_to_cancel(self, game_id: int, revision: int, user: int, offered_by: int) -> Session:
        """Close the game without a winner, as the seat ``offered_by`` has offered at this revision."""
        return await self._change(game_id, revision, user, "cancel", str(offered_by))

    async def give_back(self, game_id: int, revision: int, user: int) -> Session:
        """Give the other player their last move back, which they have asked for at this revision."""
        return await self._change(game_id, revision, user, "takeback")

    async def claim(self, game_id: int, revision: int, user: int, *, left: bool = False) -> Session:
        """Win because the other player is late, or has ``left`` the server (which is not looked at here)."""
        return await self._change(game_id, revision, user, "claim", "left" if left else "")

    async def _change(self, game_id: int, revision: int, user: int, kind: Kind, text: str = "") -> Session:
        try:
            return await self._database.write(self._append, game_id, revision, user, kind, text)
        except IntegrityError:  # another process was faster
            raise Refusal("stale", await self.load(game_id)) from None

    async def _append(
        self, connection: AsyncConnection, game_id: int, revision: int, user: int, kind: Kind, text: str
    ) -> Session:
        session = await load_session(connection, game_id)
        seat = _seat(session, revision, user)
        if kind == "undo":
            text = _what_is_undone(session, user)
        elif kind == "move" and user != session.mover:
            raise Refusal("not_your_move", session)
        elif kind == "cancel" and str(seat) == text:
            raise Refusal("own_offer", session)
        elif kind == "takeback":
            text = _what_is_given_back(session, seat)
        elif kind == "claim" and text != "left":
            _check_claim(session, seat, self._clock())
        event = LogRow(session.revision + 1, kind, seat, text, self._clock())
        try:
            after = session.after(event)
        except IllegalMove as error:
            raise Refusal("illegal", session, cause=error) from error
        after = await store_event(connection, after, event)
        return await self._automa_replies(connection, after)

    async def _automa_replies(self, connection: AsyncConnection, session: Session) -> Session:
        """Add all turns that the Automa has in a row, in the transaction of the move that they answer."""
        while not session.ending and session.position.awaits_card:
            card = session.next_card
            assert card is not None
            event = LogRow(session.revision + 1, "move", 2, str(Reveal(card.number)), self._clock())
            session = await store_event(connection, session.after(event), event)
        return session


async def store_event(connection: AsyncConnection, after: Session, event: LogRow) -> Session:
    """Add an event to the log of a game, within a transaction; it sets the clock anew."""
    after = await rewound(connection, after, event.at)
    await append(connection, after.id, event, after.cache)
    await set_timers(connection, after.id, timers_of(after, event.at))
    return after


async def load_session(connection: AsyncConnection, game_id: int) -> Session:
    """Read a game and replay its log, within a transaction. Raises Refusal ``no_game``."""
    row = await find_game(connection, game_id)
    if row is None:
        raise Refusal("no_game")
    return session_from(row, await read_log(connection, game_id))


async def check_limit(connection: AsyncConnection, user: int, players: Iterable[int], max_games: int) -> None:
    """Raise Refusal ``too_many_games`` (or ``too_many_games_theirs``) if a player has as many games as one may have."""
    for player in players:
        if await count_running(connection, player) >= max_games:
            reason = "too_many_games" if player == user else "too_many_games_theirs"
            raise Refusal(reason, player=player, count=max_games)


def shuffled_ring(rng: random.Random) -> tuple[int, ...]:
    """A ring at random, clockwise from the pawn."""
    ring = [patch.id for patch in PATCHES]
    rng.shuffle(ring)
    return from_pawn(ring)


async def store_session(connection: AsyncConnection, session: Session, rematch_of: int | None = None) -> Session:
    """Store a new game, within a transaction. Returns it with its id."""
    session = await rewound(connection, session, session.created_at)
    game_id = await add_game(
        connection,
        guild_id=session.guild_id,
        channel_id=session.channel_id,
        players=session.users,
        setup=str(session.setup),
        language=session.language,
        at=session.created_at,
        cache=session.cache,
        cards=" ".join(map(str, session.cards)) or None,
        rematch_of=rematch_of,
        pace=session.pace,
    )
    return await keep_clock(connection, replace(session, id=game_id), session.created_at)


def _seat(session: Session, revision: int, user: int) -> int:
    seat = session.seat_of(user)
    if not seat:
        raise Refusal("not_playing", session)
    if session.ending:
        raise Refusal("ended", session)
    if revision != session.revision:
        raise Refusal("stale", session)
    return seat


def _what_is_undone(session: Session, user: int) -> str:
    ply = session.undoable
    if ply is None or user != session.mover:
        raise Refusal("nothing_to_undo", session)
    return str(ply.move)


def _what_is_given_back(session: Session, seat: int) -> str:
    ply = session.returnable
    if ply is None or ply.seat == seat:
        raise Refusal("nothing_to_give_back", session)
    return str(ply.move)


def _check_claim(session: Session, seat: int, now: int) -> None:
    if not is_late(session, now) or seat == session.position.turn:
        raise Refusal("not_late", session)
