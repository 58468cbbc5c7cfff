"""A session: one game of two people in one channel, as its log tells it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from bot.store.games import Cache, GameRow, LogRow
from game import Move, Position, Record, Reveal, Setup, Step, parse_move, parse_record
from game.automa import CARDS, Card

Kind = Literal["move", "undo", "takeback", "resign", "cancel", "claim", "close"]
"""The kinds of events in a log."""

Ending = Literal["finished", "resigned", "cancelled", "claimed", "closed"]


@dataclass(frozen=True, slots=True)
class Ply:
    """A move that stands: its event in the log, who made it, and what came of it."""

    number: int
    seat: int
    move: Move
    step: Step


@dataclass(frozen=True, slots=True)
class Session:
    """A game between two users (by seat; 0 is the Automa), with the plies that stand. A value: events make new ones.

    ``revision`` is the number of events in the log, ``last_kind`` the kind of the newest (empty before the first),
    ``ending`` how the game ended or None, ``ended_by`` the seat that resigned, agreed to cancel or lost by a claim,
    ``why`` a game was closed (``idle`` or ``moderator``) or claimed (``left``, or empty: out of time).

    The clock is no part of the log: ``pace`` in days, ``deadline`` in seconds since 1970 (None while it does not run),
    ``paused`` the seconds that were left when a pause was agreed, ``away`` until when it stands because the player to
    move is on vacation.
    """

    id: int
    guild_id: int
    channel_id: int
    users: tuple[int, int]
    setup: Setup
    language: str
    created_at: int
    cards: tuple[int, ...] = ()
    revision: int = 0
    plies: tuple[Ply, ...] = ()
    ending: Ending | None = None
    ended_by: int = 0
    why: str = ""
    last_kind: str = ""
    pace: int | None = None
    deadline: int | None = None
    paused: int | None = None
    away: int | None = None

    @property
    def position(self) -> Position:
        """The position on the table."""
        return self.plies[-1].step.position if self.plies else self.setup.start

    @property
    def winner(self) -> int | None:
        """The seat that has won, by points, because the other resigned, or by a claim; None if nobody has."""
        return 3 - self.ended_by if self.ending in ("resigned", "claimed") else self.position.winner

    @property
    def next_card(self) -> Card | None:
        """The card that the Automa will reveal next. Only the tactical deck shows anything of it: its budget."""
        if self.ending or not self.cards:
            return None
        return CARDS[self.cards[sum(isinstance(ply.move, Reveal) for ply in self.plies)]]

    @property
    def mover(self) -> int:
        """The user to move, or 0 when the game has ended."""
        return 0 if self.ending else self.users[self.position.turn - 1]

    @property
    def undoable(self) -> Ply | None:
        """The ply that the user to move may take back: their own last one, as long as they still hold the move."""
        if self.ending or not self.plies or self.plies[-1].seat != self.position.turn:
            return None
        return self.plies[-1]

    @property
    def record(self) -> Record:
        """The game as a record."""
        results = {"resigned": f"resign {self.ended_by}", "claimed": f"time {self.ended_by}"}
        result = results.get(self.ending or "", self.ending if self.ending in ("cancelled", "closed") else None)
        headers = (("Result", result),) if result else ()
        return Record(self.setup, tuple(ply.move for ply in self.plies), headers)

    @property
    def cache(self) -> Cache:
        """What the store keeps beside the log."""
        return Cache(str(self.position), self.mover, self.ending, *self.clock)

    @property
    def clock(self) -> tuple[int | None, int | None, int | None]:
        """The deadline, the seconds left in a pause, and the end of a vacation."""
        return self.deadline, self.paused, self.away

    @property
    def returnable(self) -> Ply | None:
        """The ply that the other player may give back to who made it: the last one, after the hand-over.

        In a solo game the Automa has revealed a card by then, and nothing is given back.
        """
        if self.ending or self.setup.automa or not self.plies or self.plies[-1].seat == self.position.turn:
            return None
        return self.plies[-1]

    def seat_of(self, user: int) -> int:
        """The seat of a user, or 0 for a spectator."""
        return self.users.index(user) + 1 if user in self.users else 0

    def after(self, event: LogRow) -> Session:
        """The session after one more event of its log. A move is played, so it raises IllegalMove like the rules."""
        session = replace(self, revision=event.number, last_kind=event.kind)
        match event.kind:
            case "move":
                move = parse_move(event.text)
                step = self.position.play(move)
                ending: Ending | None = "finished" if step.position.over else None
                return replace(session, plies=(*self.plies, Ply(event.number, event.seat, move, step)), ending=ending)
            case "undo" | "takeback":
                return replace(session, plies=self.plies[:-1])
            case "resign":
                return replace(session, ending="resigned", ended_by=event.seat)
            case "cancel":
                return replace(session, ending="cancelled", ended_by=event.seat)
            case "claim":
                return replace(session, ending="claimed", ended_by=3 - event.seat, why=event.text)
            case "close":
                return replace(session, ending="closed", why=event.text)
        raise ValueError(f"the log of game {self.id} holds an event of an unknown kind: {event.kind}")


def session_from(row: GameRow, events: Iterable[LogRow]) -> Session:
    """The session that a log tells."""
    setup = parse_record(row.setup).setup
    users = (row.player1, row.player2)
    cards = tuple(int(number) for number in (row.cards or "").split())
    session = Session(
        row.id,
        row.guild_id,
        row.channel_id,
        users,
        setup,
        row.language,
        row.created_at,
        cards,
        pace=row.pace,
        deadline=row.deadline,
        paused=row.paused,
        away=row.away,
    )
    for event in events:
        session = session.after(event)
    return session
