"""A check of what is kept of one game: it is replayed from its log and compared with that (see `bot.matches.audit`)."""

from dataclasses import dataclass

from sqlalchemy import Connection

from bot.matches.answers import plan_of
from bot.matches.clock import rewind
from bot.matches.log import away_until, cache_of, match_from, store_clock
from bot.matches.match import Match
from bot.matches.results import keep_within, results_of_match
from bot.store.changes import write_cache
from bot.store.duels import mark_game
from bot.store.everything import find_marks
from bot.store.games import GameRow, LogRow, find_game, find_games, read_log, read_logs
from bot.store.locks import lock_games
from bot.store.messages import inconsistent_boards, note_board
from bot.store.plans import PlanRow, bit_of, drop_plan, find_plans, note_plans, stopped_bit_of
from bot.store.results import ResultRow, drop_results, find_results
from bot.store.reviews import ReviewRow, drop_review, find_review, find_reviews
from bot.store.tables import SECRET, Duel
from bot.store.timers import games_with_an_end
from engine.verdicts import OutdatedReview, parse_review

READ_AT_ONCE = 100
"""How many games are read by one statement."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is not as it should be, in a game or (None) in the file: one sentence, and whether `repair` can
    mend it.
    """

    game_id: int | None
    sentence: str
    repairable: bool = False


@dataclass(frozen=True, slots=True)
class _Kept:
    row: GameRow
    events: list[LogRow]
    is_misnoted: bool
    review: ReviewRow | None
    plans: list[PlanRow]
    results: list[ResultRow]
    has_end: bool
    duel: Duel | None


def examine_findings(connection: Connection, ids: list[int]) -> dict[int, list[Finding]]:
    """Examine some games: what is found, by game."""
    found: dict[int, list[Finding]] = {}
    for first in range(0, len(ids), READ_AT_ONCE):
        for kept in _read(connection, ids[first : first + READ_AT_ONCE]):
            if findings := _examine_game(kept):
                found[kept.row.id] = findings
    return found


def uncounted(connection: Connection, ids: list[int]) -> list[int]:
    """Find which of some games have results that are not kept yet."""
    return [row.id for row in find_games(connection, ids) if row.ending and not row.counted and row.duel not in SECRET]


def _read(connection: Connection, ids: list[int]) -> list[_Kept]:
    """Read what is kept of some games: to ask for each by itself takes longer than to replay it."""
    logs, inconsistent, plans = (
        read_logs(connection, ids),
        inconsistent_boards(connection, ids),
        find_plans(connection, ids),
    )
    reviews, with_end = find_reviews(connection, ids), games_with_an_end(connection, ids)
    results, marks = find_results(connection, ids), find_marks(connection, ids)
    rows = sorted(find_games(connection, ids), key=lambda row: row.id)
    return [
        _Kept(
            row,
            logs.get(row.id, []),
            row.id in inconsistent,
            reviews.get(row.id),
            plans.get(row.id, []),
            results.get(row.id, []),
            row.id in with_end,
            marks.get(row.id),
        )
        for row in rows
    ]


def _examine_game(kept: _Kept) -> list[Finding]:
    game_id = kept.row.id
    try:
        match = match_from(kept.row, kept.events)
    except Exception as error:  # one broken log must not keep us from checking the other games
        return [Finding(game_id, f"its log cannot be replayed: {type(error).__name__}: {error}")]
    sentences = []
    if kept.row.revision != len(kept.events):
        sentences.append(f"its cache is at event {kept.row.revision}, its log at {len(kept.events)}")
    if kept.row.cache != cache_of(match):
        sentences.append("what is kept beside its log is not what the log says")
    if not match.outcome and _has_stopped(match):
        sentences.append("it has a pace, but its clock does not run")
    if kept.is_misnoted:
        sentences.append("what is kept of its board is not what its messages say")
    if kept.row.plans != _seats(kept.plans):
        sentences.append("what is kept of its plans is not what there is")
    if any(_is_idle(match, plan) for plan in kept.plans):
        sentences.append("it has a plan that can never be carried out, or says why without need")
    if _is_miscounted(kept, match):
        sentences.append("its results are not what its log says")
    if _is_broken(kept.review):
        sentences.append("its review cannot be read")
    if _is_mismarked(kept.row, kept.duel):
        sentences.append("what it says of its duel is not so")
    if kept.has_end == bool(match.outcome):
        sentences.append("it is over and has a timer" if match.outcome else "it has no timer that would ever close it")
    return [Finding(game_id, sentence, repairable=True) for sentence in sentences]


def _is_miscounted(kept: _Kept, match: Match) -> bool:
    """Tell whether results are kept that are not what the log says; those that are still to be kept are not missed."""
    if not match.outcome:
        return kept.row.counted or bool(kept.results)
    return kept.row.counted and kept.results != results_of_match(match, kept.events)


def _is_mismarked(row: GameRow, mark: Duel | None) -> bool:
    """Tell whether a game says of its duel what is not so: what is over needs no duel any more."""
    return row.duel != mark and not (mark is None and row.duel == "over")


def _is_broken(review: ReviewRow | None) -> bool:
    try:
        return review is not None and not parse_review(review.text)
    except OutdatedReview:  # it is made anew when somebody asks for it
        return False
    except ValueError:
        return True


def _seats(plans: list[PlanRow]) -> int:
    return sum(stopped_bit_of(plan.seat) if plan.why else bit_of(plan.seat) for plan in plans)


def _is_idle(match: Match, plan: PlanRow) -> bool:
    """Tell whether a plan can never be carried out, or one that could not be is of somebody who waits."""
    if match.outcome or match.is_solo or plan.seat not in (1, 2):
        return True
    return not plan_of(plan).entries or bool(plan.why) != (plan.seat == match.to_move)


def _repair_plans(connection: Connection, match: Match) -> None:
    plans = find_plans(connection, [match.id]).get(match.id, [])
    for plan in plans:
        if _is_idle(match, plan):
            drop_plan(connection, match.id, plan.seat)
    note_plans(connection, match.id, _seats([plan for plan in plans if not _is_idle(match, plan)]))


def _has_stopped(match: Match) -> bool:
    """Tell whether a match has a pace, but neither a deadline nor a pause: right only once it has ended."""
    return match.pace is not None and match.deadline is None and match.paused is None


def repair_game(connection: Connection, game_id: int, now: int) -> bool:
    """Repair every cache and timer of a game that disagrees with its log. False if there is nothing to repair."""
    lock_games(connection, [game_id])
    if not any(each.repairable for each in examine_findings(connection, [game_id]).get(game_id, [])):
        return False
    row, events = find_game(connection, game_id), read_log(connection, game_id)
    assert row is not None
    match = match_from(row, events)
    if match.mover is not None and _has_stopped(match):
        match = rewind(match, now, away_until(connection, match.mover))
    write_cache(connection, game_id, match.revision, cache_of(match))
    store_clock(connection, match, now)
    note_board(connection, game_id)
    if _is_broken(find_review(connection, game_id)):
        drop_review(connection, game_id)
    _repair_plans(connection, match)
    marks = find_marks(connection, [game_id])
    if _is_mismarked(row, marks.get(game_id)):
        mark_game(connection, game_id, marks.get(game_id, "over"))
    if match.outcome:
        keep_within(connection, {game_id: results_of_match(match, events)})
    else:
        drop_results(connection, game_id)
    return True
