"""Matches in the store: load them, create them, append to them, always inside a transaction; and their rows."""

import random
from collections.abc import Iterable
from dataclasses import replace

from sqlalchemy import Connection

from bot.matches.clock import COULD_PLAN, rewind, time_left, timers_of, timers_undone, unwind
from bot.matches.match import Match, Refusal
from bot.matches.refusals import TooManyGames
from bot.matches.seats import Person, Rival, Sitter
from bot.store.changes import NewGame, add_game, append, set_clock
from bot.store.games import Cache, GameRow, LogRow, count_private, count_public, find_game, read_log, read_log_after
from bot.store.messages import owe_anchor
from bot.store.plans import bit_of, drop_plan, note_plans, stop_plan, stopped_bit_of
from bot.store.players import find_both, find_player
from bot.store.timers import set_timers
from game import PATCHES, Setup, parse_record
from game.position import from_pawn


def load_match(connection: Connection, match_id: int, known: Match | None = None, *, lock: bool = False) -> Match:
    """Read a match and replay its log. Raises Refusal ``no_game``.

    ``known`` is the match as read (and committed) before: only newer events are read and replayed. A unit that writes
    takes the ``lock``, so that its decision still holds when it commits.
    """
    return replayed(connection, find_game(connection, match_id, lock=lock), known)


def replayed(connection: Connection, row: GameRow | None, known: Match | None) -> Match:
    """The match of a row, with its log. Raises Refusal ``no_game``."""
    if row is None:
        raise Refusal("no_game")
    if known is None or known.revision > row.revision:
        return match_from(row, read_log(connection, row.id))
    events = read_log_after(connection, row.id, known.revision) if known.revision < row.revision else []
    return updated(known, row, events)


def store_event(connection: Connection, match: Match, event: LogRow) -> Match:
    """Append an event to a match's log. A move winds the clock, and one that is taken back winds it back.

    Returns the match with the event in it. Raises IllegalMove.
    """
    if event.kind == "move":
        event = replace(event, time_left=time_left(match, event.at))
    after, is_undone = match.after(event), event.kind in ("undo", "takeback")
    has_passed = event.kind != "undo" and after.to_move != event.seat
    away, wants_to_plan = _chosen(connection, after, has_passed=has_passed)
    after = (unwind(match, after, event, away) if is_undone else None) or rewind(after, event.at, away)
    append(connection, after.id, event, cache_of(after))
    after = without_plans(connection, after, *after.stopped_plans)
    due = timers_undone(after, match.plies[-1], event.at) if is_undone else timers_of(after, event.at)
    due |= {"call": None, "ask1": None, "ask2": None}
    if has_passed:
        due["plan"] = event.at + COULD_PLAN if wants_to_plan else None
    set_timers(connection, after.id, due)
    if after.outcome:
        owe_anchor(connection, after.id)
        return without_plans(connection, after, *(seat for seat in (1, 2) if after.has_plan(seat)))
    return after


def without_plans(connection: Connection, match: Match, *seats: int) -> Match:
    """The match once the plans of some seats are dropped."""
    if not seats:
        return match
    left = match.plans
    for seat in seats:
        drop_plan(connection, match.id, seat)
        left &= ~(bit_of(seat) | stopped_bit_of(seat))
    return _with_plans(connection, match, left)


def with_stopped_plan(connection: Connection, match: Match, seat: int, why: str) -> Match:
    """The match once nothing is kept of the plan of the seat to move but why it could not be carried out."""
    stop_plan(connection, match.id, seat, why)
    return _with_plans(connection, match, match.plans & ~bit_of(seat) | stopped_bit_of(seat))


def _with_plans(connection: Connection, match: Match, plans: int) -> Match:
    note_plans(connection, match.id, plans)
    return replace(match, plans=plans)


def store_clock(connection: Connection, match: Match, now: int) -> Match:
    """Store the clock of a running match, and its timers."""
    set_clock(connection, match.id, match.deadline, match.paused, match.away)
    set_timers(connection, match.id, timers_of(match, now))
    return match


def store_new(
    connection: Connection, match: Match, rematch_of: int | None = None, begun_by: int | None = None
) -> Match:
    """Store a new match. Returns it with its id.

    Raises IntegrityError for a second rematch of one game, or a second one that an interaction has ``begun_by``.
    """
    away, wants_to_plan = _chosen(connection, match, has_passed=True)
    match = rewind(match, match.created_at, away)
    one, two = match.users
    assert one is not None
    rival = match.rival
    new = NewGame(
        guild_id=match.guild_id,
        channel_id=match.channel_id,
        player1=one,
        player2=two,
        setup=str(match.setup),
        language=match.language,
        created_at=match.created_at,
        cards=" ".join(map(str, match.cards)) or None,
        rematch_of=rematch_of,
        pace=match.pace,
        place=match.place,
        begun_by=begun_by,
        rival=rival.level if rival else None,
        duel=match.duel,
    )
    match_id = add_game(connection, new, cache_of(match))
    due = timers_of(match, match.created_at)
    set_timers(connection, match_id, {**due, "plan": match.created_at + COULD_PLAN} if wants_to_plan else due)
    return replace(match, id=match_id, rematch_of=rematch_of)


def away_until(connection: Connection, user: int) -> int:
    """Tell when a user's vacation ends, or ended; 0 for none."""
    return find_player(connection, user).vacation_until


def check_limit(connection: Connection, user: int, players: Iterable[int], max_games: int) -> None:
    """Raise TooManyGames if any of the players is at the limit of running games; ``user`` is the one asking."""
    for player in players:
        if count_public(connection, player) >= max_games:
            raise TooManyGames(player, max_games, "too_many_games" if player == user else "too_many_games_theirs")


def check_private_limit(connection: Connection, user: int, max_games: int) -> None:
    """The same of private games, which count by themselves: nobody else may come upon them."""
    if count_private(connection, user) >= max_games:
        raise TooManyGames(user, max_games, "too_many_private_games")


def shuffled_ring(rng: random.Random) -> tuple[int, ...]:
    """A random ring, clockwise from the pawn."""
    ring = [patch.id for patch in PATCHES]
    rng.shuffle(ring)
    return from_pawn(ring)


def match_from(row: GameRow, events: Iterable[LogRow]) -> Match:
    """A match from its row and its log."""
    setup = parse_record(row.setup).setup
    match = Match(
        row.id,
        row.guild_id,
        row.channel_id,
        (Person(row.player1), _second_of(row, setup)),
        setup,
        row.language,
        row.created_at,
        tuple(int(number) for number in (row.cards or "").split()),
        pace=row.pace,
        place=row.place,
        rematch_of=row.rematch_of,
    )
    return updated(match, row, events)


def updated(match: Match, row: GameRow, events: Iterable[LogRow]) -> Match:
    """A match loaded earlier, brought up to date with newer events and with its row."""
    match = match.after(*events)
    if match.users != row.users:  # somebody was forgotten
        match = replace(match, seats=(Person(row.player1), _second_of(row, match.setup)))
    ours = (match.where, match.clock, match.nudged_at, match.hints, match.plans, match.duel)
    if ours == (row.where, row.clock, row.nudged_at, row.hints, row.plans, row.duel):
        return match
    (channel, place, parent), (deadline, paused, away) = row.where, row.clock
    match = replace(match, channel_id=channel, place=place, parent_id=parent)
    match = replace(match, deadline=deadline, paused=paused, away=away)
    return replace(match, nudged_at=row.nudged_at, hints=row.hints, plans=row.plans, duel=row.duel)


def _second_of(row: GameRow, setup: Setup) -> Sitter:
    """Tell who sits at the second seat."""
    if row.player2 is not None:
        return Person(row.player2)
    sitter = Rival(row.rival) if row.rival else setup.automa
    assert sitter is not None, f"nobody sits at the second seat of game {row.id}"
    return sitter


def cache_of(match: Match) -> Cache:
    """Tell what the store keeps of a match beside its log."""
    if match.outcome is None:
        return Cache(match.to_move, None, None, None, None, None, *match.clock)
    one, two = (match.position.score(seat).total for seat in (1, 2))
    return Cache(None, match.outcome.termination, match.ended_at, match.winner, one, two, *match.clock)


def _chosen(connection: Connection, match: Match, *, has_passed: bool) -> tuple[int, bool]:
    """Tell what players have chosen that concerns a turn: until when the one to move is on vacation, or 0; and, if the
    turn ``has_passed`` to them, whether the other one wants to be told that they could plan.
    """
    if match.mover is None or match.is_solo or not (match.pace or has_passed):
        return 0, False
    player, waiting = find_both(connection, match.mover, match.opponent(match.mover))
    return player.vacation_until, has_passed and waiting.next != "nothing"
