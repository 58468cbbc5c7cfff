"""A match: one game between two seats in one channel, as its log tells it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from bot.matches.outcome import Outcome, outcome_of
from bot.matches.seats import Person, Rival, Sitter
from bot.store.games import LogRow
from bot.store.plans import bit_of, stopped_bit_of
from bot.store.players import is_nobody
from bot.store.tables import SECRET, Duel, How, Kind, Place
from game import Automa, Move, Position, Record, Setup, Step, parse_move


class Refusal(Exception):
    """Somebody asked for something that cannot be done. Nothing has changed.

    ``reason`` names a text (``refusal.<reason>``), ``values`` fill its placeholders. ``match`` is the game as it
    stands, if there is one, so that the answer can show it.
    """

    def __init__(self, reason: str, match: Match | None = None, **values: str | int) -> None:
        super().__init__(f"{reason} {values or ''}".strip())
        self.reason = reason
        self.match = match
        self.values = values


@dataclass(frozen=True, slots=True)
class Ply:
    """A move that stands: its event in the log, who made it, what came of it, and how it came about if not by hand.

    ``at`` is when it was made, in seconds since 1970, and ``time_left`` how many seconds its player had left then (None
    without a clock).
    """

    number: int
    seat: int
    move: Move
    step: Step
    how: How | None = None
    at: int | None = None
    time_left: int | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """Who plays, where, and the plies that stand. Immutable: each event makes a new value.

    ``revision`` is the number of events in the log, ``last_kind`` the kind of the newest (None before the first),
    ``outcome`` how the match ended, or None while it runs.

    The clock is not in the log: ``pace`` (`bot.matches.clock`), ``deadline`` in seconds since 1970 (None while it does
    not run), ``paused`` the seconds that were left when a pause was agreed, ``away`` until when it is stopped because
    the player to move is on vacation.

    ``place`` is where it is played, and ``parent_id`` the channel in which its own thread was opened (None before).
    ``ended_at`` is when it ended, in seconds since 1970, ``acted_at`` when its last event happened (None before the
    first; what is taken back has not happened), ``nudged_at`` when a player to move was last nudged. ``hints`` is how
    many were given.
    ``plans`` tells which seats have a plan, or had one that could not be carried out (see `bot.store.plans`), and
    concerns nobody but their players.
    ``rematch_of`` is the game that this one follows, or None. ``duel``: half of one, or a Sunday quilt.
    """

    id: int
    guild_id: int
    channel_id: int
    seats: tuple[Sitter, Sitter]
    setup: Setup
    language: str
    created_at: int
    cards: tuple[int, ...] = ()
    revision: int = 0
    plies: tuple[Ply, ...] = ()
    outcome: Outcome | None = None
    last_kind: Kind | None = None
    pace: int | None = None
    deadline: int | None = None
    paused: int | None = None
    away: int | None = None
    place: Place = "here"
    parent_id: int | None = None
    ended_at: int | None = None
    acted_at: int | None = None
    nudged_at: int | None = None
    hints: int = 0
    plans: int = 0
    rematch_of: int | None = None
    duel: Duel | None = None

    # --- who

    @property
    def users(self) -> tuple[int | None, ...]:
        """The users by seat; None for the Automa or a rival."""
        return tuple(sitter.user if isinstance(sitter, Person) else None for sitter in self.seats)

    @property
    def people(self) -> tuple[int, ...]:
        """The users who play."""
        return tuple(sitter.user for sitter in self.seats if isinstance(sitter, Person))

    @property
    def is_forsaken(self) -> bool:
        """Whether somebody who played was forgotten."""
        return any(map(is_nobody, self.people))

    @property
    def is_solo(self) -> bool:
        """Whether only one person plays."""
        return len(self.people) == 1

    @property
    def automa(self) -> Automa | None:
        """The Automa as it was at the start, if it plays."""
        return self.setup.automa

    @property
    def rival(self) -> Rival | None:
        """The rival, if one plays."""
        return next((sitter for sitter in self.seats if isinstance(sitter, Rival)), None)

    def seat_of(self, user: int) -> int | None:
        """The seat of a user; None for a spectator."""
        return self.users.index(user) + 1 if user in self.users else None

    def user_at(self, seat: int) -> int | None:
        """The user at a seat; None for the Automa or a rival."""
        return self.users[seat - 1]

    def person_at(self, seat: int) -> int:
        """The user at a seat that is known to be a person's."""
        user = self.users[seat - 1]
        assert user is not None
        return user

    def opponent(self, user: int) -> int:
        """The other person of a match between two. Raises Refusal ``nobody_else`` if a player is alone in it."""
        if self.is_solo:
            raise Refusal("nobody_else", self)
        one, two = self.people
        return two if user == one else one

    # --- where

    def is_hidden_from(self, user: int, channel_id: int | None = None) -> bool:
        """Tell whether nobody but its players may know of it, and a user is none of them; nor is where they are,
        ``channel_id``, the conversation in which its boards stand.
        """
        is_seen = self.is_answered and channel_id == self.channel_id
        return self.is_private and self.seat_of(user) is None and not is_seen

    @property
    def is_answered(self) -> bool:
        """Whether two play it where the bot is no member, and its boards are answers to clicks (decision 0100)."""
        return self.place == "private" and not self.is_solo

    @property
    def is_private(self) -> bool:
        """Whether nobody but its players may know of it: private games are, but for duels that are over in a server."""
        return self.place == "private" and not (self.duel == "over" and self.guild_id)

    @property
    def is_secret(self) -> bool:
        """Whether its player may not even show it: half of a duel that goes on, or a Sunday quilt whose week does."""
        return self.duel in SECRET

    @property
    def has_hints(self) -> bool:
        """Whether its player may ask for hints: alone, but not in a duel."""
        return self.is_solo and self.duel is None

    @property
    def home_id(self) -> int:
        """The channel in which it was begun: its own, or that in which its thread was opened."""
        return self.parent_id or self.channel_id

    @property
    def awaits_thread(self) -> bool:
        """Whether it is to be played in a thread that is not open yet."""
        return self.place == "thread" and self.parent_id is None and self.outcome is None

    # --- whose move it is, and how it ended

    @property
    def position(self) -> Position:
        """The position on the table."""
        return self.plies[-1].step.position if self.plies else self.setup.start

    @property
    def to_move(self) -> int | None:
        """The seat to move; None when the match has ended."""
        return None if self.outcome else self.position.turn

    @property
    def mover(self) -> int | None:
        """The user to move; None when the match has ended, or when it is not a person's turn."""
        return self.user_at(self.to_move) if self.to_move else None

    @property
    def awaits_rival(self) -> bool:
        """Whether it is a rival's turn: its move is owed, and made in the background."""
        return self.to_move is not None and isinstance(self.seats[self.to_move - 1], Rival)

    @property
    def forced_move(self) -> Move | None:
        """The only move that a person can make, if that is so and the game goes on after it; or None."""
        if self.mover is None:
            return None
        legal = self.position.legal_moves
        if len(legal) > 1 or self.position.play(legal[0]).position.over:
            return None
        return legal[0]

    @property
    def needs_nobody(self) -> bool:
        """Whether the next move may be made at once, without anybody who chooses it."""
        if self.outcome:
            return False
        return self.position.awaits_card or self.forced_move is not None or self.has_plan(self.position.turn)

    def has_plan(self, seat: int | None) -> bool:
        """Tell whether the player at a seat (None: nobody does) has a plan."""
        return bool(seat and self.plans and self.plans & bit_of(seat))

    @property
    def stopped_plans(self) -> tuple[int, ...]:
        """The seats whose plan could not be carried out, as long as nothing has happened since."""
        return tuple(seat for seat in (1, 2) if self.plans and self.plans & stopped_bit_of(seat))

    @property
    def winner(self) -> int | None:
        """The seat that has won, or None."""
        return self.outcome.winner if self.outcome else None

    def check(self, user: int, revision: int | None = None) -> int:
        """A player's seat, if the match is running and they have seen its newest ``revision`` (None: any will do).

        Raises Refusal: ``ended``, ``not_playing`` (a spectator), ``stale`` (it has moved on).
        """
        seat = self.seat_of(user)
        if self.outcome:
            raise Refusal("ended", self)
        if seat is None:
            raise Refusal("not_playing", self)
        if revision is not None and revision != self.revision:
            raise Refusal("stale", self)
        return seat

    def check_move(self, user: int, revision: int) -> int:
        """The seat of the player to move. Raises Refusal like `check`, and ``not_your_move``."""
        seat = self.check(user, revision)
        if seat != self.to_move:
            raise Refusal("not_your_move", self)
        return seat

    def has_just_made(self, user: int, revision: int, move: Move | None) -> bool:
        """Tell whether the newest move that a person made is this one by this user at this revision: a double tap."""
        for ply in reversed(self.plies):
            if self.user_at(ply.seat) is not None and ply.how is None:
                is_newest = self.last_kind == "move" and ply.number == revision + 1
                return is_newest and ply.move == move and self.user_at(ply.seat) == user
        return False

    @property
    def moves(self) -> int:
        """How many moves each has chosen at least, rivals too. (The Automa has no choice.)"""
        return _fewest(
            self.plies, [seat for seat, sitter in enumerate(self.seats, 1) if not isinstance(sitter, Automa)]
        )

    # --- what may be taken back

    @property
    def undoable(self) -> Ply | None:
        """The ply that the player to move may take back: their own last one, while it is still their turn."""
        chosen = self.last_chosen
        return chosen if chosen and not self.outcome and chosen.seat == self.to_move else None

    @property
    def returnable(self) -> Ply | None:
        """The last ply that was chosen, which the opponent may give back once the turn has passed.

        In a solo game nobody is there to ask: the Automa has revealed a card by then, or a rival has moved.
        """
        chosen = self.last_chosen
        return chosen if chosen and not (self.outcome or self.is_solo or chosen.seat == self.to_move) else None

    def given_back(self, seat: int) -> tuple[Ply, ...]:
        """The plies that go when the opponent gives a seat its last choice back, the newest first: besides that choice
        what it forced, or the plan that has answered it at once. None if nothing can be given back.
        """
        if self.outcome or self.is_solo or seat != self.to_move:
            return self.taken_back if self.returnable and self.returnable.seat == seat else ()
        answers = tuple(takewhile(lambda ply: ply.how is not None, reversed(self.plies)))
        choice = self.plies[: len(self.plies) - len(answers)][-1:]
        is_theirs = all(ply.seat == seat for ply in choice)
        return (*answers, *choice) if is_theirs and any(ply.how == "planned" for ply in answers) else ()

    @property
    def taken_back(self) -> tuple[Ply, ...]:
        """The plies that go when the last choice is taken back, the newest first: it, and what it forced."""
        forced = tuple(takewhile(lambda ply: ply.how == "forced", reversed(self.plies)))
        return self.plies[: -len(forced) - 2 : -1]

    @property
    def last_chosen(self) -> Ply | None:
        """The last ply that was not forced."""
        return self.taken_back[-1] if self.plies else None

    # --- as a game

    def at(self, count: int) -> Match:
        """The match as it stood after the first ``count`` of its plies: running, unless these are all."""
        return self if count == len(self.plies) else replace(self, plies=self.plies[:count], outcome=None)

    @property
    def record(self) -> Record:
        """The game as a record."""
        result = self.outcome.result if self.outcome else None
        headers = (("Result", result),) if result else ()
        return Record(self.setup, tuple(ply.move for ply in self.plies), headers)

    # --- as the store tells it

    @property
    def where(self) -> tuple[int, Place, int | None]:
        """The channel, the kind of place, and the channel that its thread was opened in."""
        return self.channel_id, self.place, self.parent_id

    @property
    def clock(self) -> tuple[int | None, int | None, int | None]:
        """The deadline, the seconds left in a pause, and the end of a vacation."""
        return self.deadline, self.paused, self.away

    def after(self, *events: LogRow) -> Match:
        """The match after more events of its log. Moves are played, so it raises IllegalMove as the rules do."""
        if not events:
            return self
        plies, outcome = list(self.plies), self.outcome
        position = self.position
        for event in events:
            if event.kind == "move":
                move = parse_move(event.text)
                step = position.play(move)
                position = step.position
                plies.append(Ply(event.number, event.seat, move, step, event.how, event.at, event.time_left))
                outcome = Outcome("finished", position.winner, event.seat) if position.over else None
            elif event.kind in ("undo", "takeback"):
                plies.pop()
                position = plies[-1].step.position if plies else self.setup.start
            else:
                people = [seat for seat, sitter in enumerate(self.seats, 1) if isinstance(sitter, Person)]
                outcome = outcome_of(event, self.id, _fewest(plies, people))
        last = events[-1]
        is_undone = last.kind in ("undo", "takeback")
        return replace(
            self,
            revision=last.number,
            last_kind=last.kind,
            plies=tuple(plies),
            outcome=outcome,
            ended_at=last.at if outcome else None,
            acted_at=last.at if not is_undone else plies[-1].at if plies else None,
        )


def _fewest(plies: Sequence[Ply], seats: Sequence[int]) -> int:
    """Count the moves that each of some seats has chosen at least."""
    chosen = [ply.seat for ply in plies if ply.how != "forced"]
    return min(map(chosen.count, seats))
