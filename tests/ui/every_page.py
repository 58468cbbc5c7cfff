"""Every kind of page that there is, for whatever must hold of all of them."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import cycle
from typing import NamedTuple
from zoneinfo import ZoneInfo

from bot.clock import now
from bot.matches.challenge import Made
from bot.matches.clock import DAY
from bot.matches.daily import After, Sewing
from bot.matches.extras import AtHome
from bot.matches.group_course import CrossTable
from bot.matches.ladders import LadderPage, Stake
from bot.matches.match import Match, Refusal
from bot.matches.news import next_card
from bot.matches.outcome import Outcome
from bot.matches.plan import Entry, Plan, options_of, within_reach
from bot.matches.practice import Exercise
from bot.matches.privacy import Copy, Forgotten
from bot.matches.problems import Judged, Problem
from bot.matches.profiles import FEATS, Streak
from bot.matches.results import results_of_match
from bot.matches.reviews import can_be_reviewed
from bot.matches.rivals import Record
from bot.matches.round_robin import Played, first_pairs, standings
from bot.matches.seats import LEVELS, Person, Rival
from bot.matches.solo import shuffled_cards
from bot.matches.sundays import SundayWall
from bot.matches.walls import Hung, Wall
from bot.store.challenges import ANYBODY, ChallengeRow
from bot.store.daily import Sewn
from bot.store.duels import DuelRow
from bot.store.games import GameRow, LogRow
from bot.store.groups import GroupRow, MemberRow, PairingRow
from bot.store.ladder_rows import StandingRow, UnratedRow
from bot.store.players import PlayerRow
from bot.store.practice import KEPT, PracticeRow
from bot.store.servers import ServerRow
from bot.store.walls import WallRow
from bot.thinking.hints import Hint
from bot.ui.kit.brand import ADMIN, ROOT
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Button, Page, People, Select
from bot.ui.kit.texts import Say, speaker
from bot.ui.pages.about import about_page
from bot.ui.pages.admin import close_page, moderated_page
from bot.ui.pages.board import board_page, home_page
from bot.ui.pages.challenges import asked_page, challenge_page, settled_page, waiting_page, with_rivals
from bot.ui.pages.clock import claim_page
from bot.ui.pages.daily import daily_page, open_page, sewn_page, shown_page, wall_page
from bot.ui.pages.duels import begun_page, ended_page
from bot.ui.pages.exercises import tried_page, try_page, try_panel, try_unweighed_page, try_weighing_page
from bot.ui.pages.games import LISTED, choose_page, games_page, no_games_page
from bot.ui.pages.ghost import Panel, open_panel, other_places, press
from bot.ui.pages.groups import group_page, leave_page, open_group_page
from bot.ui.pages.help import TOPICS, help_page, topic_page
from bot.ui.pages.hints import hint_page
from bot.ui.pages.ladders import ladder_page, rules_page, stake_page
from bot.ui.pages.learn import PAGES, SEWN, Step, learn_page
from bot.ui.pages.offers import KINDS, Offer, offer_page
from bot.ui.pages.panel import panel_page
from bot.ui.pages.plans import plan_page, plan_panel
from bot.ui.pages.practice import (
    exercise_page,
    exercise_panel,
    exercise_unweighed_page,
    exercise_weighing_page,
    exercised_page,
    pause_page,
)
from bot.ui.pages.preferences import when_page, you_page
from bot.ui.pages.privacy import export_page, forget_page, forgotten_page, privacy_page
from bot.ui.pages.profiles import profile_page
from bot.ui.pages.refusals import refusal_page
from bot.ui.pages.replay import animation_page, moment_page, shared_moment_page
from bot.ui.pages.resign import resign_page
from bot.ui.pages.reviews import progress_page, review_page, shared_review_page, unmade_page
from bot.ui.pages.rival import automa_page, level_page, with_level
from bot.ui.pages.servers import server_page
from bot.ui.pages.start import friend_page, start_page, welcome_page
from bot.ui.pages.sundays import ask_page, open_sunday_page, sunday_wall_page
from bot.ui.pages.terms import OFFERED, terms_page
from bot.ui.pages.textboard import patches_page, text_page
from bot.ui.pages.threads import anchor_page, refused_page
from bot.ui.pages.turn import advance_page, late_page, played_page
from bot.ui.pages.views import more_page, quilt_page, ring_page
from bot.ui.words.labels import Credits
from bot.ui.words.lesson_tables import GHOST, PLACING, QUILT, TOYS
from bot.ui.words.names import EMOJI
from daily import Attempt, puzzle_of
from engine.evaluations import choice_of
from engine.verdicts import WHYS, Lost, Moment, Reason, Review, Weighed, Why, parse_reasons
from game import ADVANCE, LEATHER, PATCHES, Automa, Move, Patch, Placement, Position, Quilt, Reveal, Setup, other
from game.placements import PLACEMENTS
from game.position import from_pawn
from game.squares import COLUMNS, ROWS
from game.tidy import tidiest
from tests.matches.building import profile_from

BIG = 2**62
"""As long a snowflake as there will be: the first player, the game, its server. The second player is the next one."""

URL = f"https://example.org/{'x' * 200}"
"""As long an address as anybody may want to show."""


def saying(language: str) -> Say:
    """A language with the longest numbers of commands and emoji."""
    return speaker(language, {ROOT: BIG, ADMIN: BIG}, dict.fromkeys(EMOJI, BIG))


SAY = saying("en")
"""How all pages are said; a test may put another language here."""


def matches(seed: int, opponent: Automa | Rival | None = None) -> Iterator[Match]:
    """A match before its first move and whenever a person or a rival is to move in a random game."""
    automa = opponent if isinstance(opponent, Automa) else None
    rng = random.Random(seed)
    ring = list(range(33))
    rng.shuffle(ring)
    setup = Setup("classic", from_pawn(ring), 1, automa)
    cards = shuffled_cards(automa.deck, rng) if automa else ()
    match = Match(BIG, BIG, BIG, (Person(BIG), opponent or Person(BIG + 1)), setup, "en", 0, cards)
    while True:
        if not match.position.awaits_card:
            yield match
        if match.outcome:
            break
        card = next_card(match)
        move = Reveal(card.number) if match.position.awaits_card and card else rng.choice(match.position.legal_moves)
        match = match.after(LogRow(match.revision + 1, "move", match.position.turn, str(move), 0))
    yield match.after(LogRow(match.revision + 1, "resign", 1, "", 0))
    yield match.after(LogRow(match.revision + 1, "cancel", 1, "2", 0))
    yield match.after(LogRow(match.revision + 1, "close", 0, "idle", 0))


def some_matches(seed: int, opponent: Automa | Rival | None = None) -> Iterator[Match]:
    """Each eighth of the matches of a random game, those with leather to sew, and its ends: they have pages of each
    kind.
    """
    for number, match in enumerate(matches(seed, opponent)):
        if number % 8 == 0 or match.position.leather or match.outcome:
            yield match


def clocks(match: Match) -> Iterator[Match]:
    """A match whose clock runs, is stopped, and has run out."""
    moment = now()
    yield replace(match, pace=14, deadline=moment + 1000)
    yield replace(match, pace=14, deadline=moment + 1000, away=moment + 500)
    yield replace(match, pace=14, paused=1000)
    yield replace(match, pace=14, deadline=moment - 1000)


def pages(match: Match) -> Iterator[Page]:
    yield board_page(SAY, match)
    yield board_page(SAY, match, Credits(("", ""), frozenset({1}), (9_999, 9_999)))
    yield ring_page(SAY, match, BIG)
    for public in (False, True):
        yield animation_page(SAY, match, len(match.plies), public=public)
    for user in (BIG, BIG + 1, 1):
        yield more_page(SAY, match, user)
        yield more_page(SAY, replace(match, place="private"), user)
        yield text_page(SAY, match, user)
        yield moment_page(SAY, match, user, len(match.plies))
        yield patches_page(SAY, match, user)
        yield text_page(SAY, match, user, leaf=1, room=2000)
        yield patches_page(SAY, match, user, leaf=1, room=2000)
        for seat in (1,) if match.automa else (1, 2):
            yield quilt_page(SAY, match, seat, user)
    if match.awaits_rival:
        yield late_page(SAY, match, BIG)
    if match.plies:
        for say in (SAY, SAY.in_words):
            yield played_page(say, match, BIG)
            yield played_page(say, match, BIG, running_rows(2))
        yield shared_moment_page(SAY, match, len(match.plies))
        yield moment_page(SAY, match, BIG, 0)
    if can_be_reviewed(match):
        yield from _reviews(match)
    if can_be_reviewed(match) and match.last_kind == "move" and not match.pace:
        yield from _problems(match)
    if match.outcome:
        yield board_page(SAY, replace(match, place="private"))
        yield more_page(SAY, replace(match, place="private"), BIG)
        yield with_level(SAY, more_page(SAY, match, BIG), match, Record(10, 10, "thimble", is_sure=True))
        return
    if not match.awaits_rival:
        yield home_page(SAY, match)
    yield anchor_page(SAY, match)
    yield refused_page(SAY, match)
    yield resign_page(SAY, match, BIG)
    yield close_page(SAY, match)
    if not match.is_solo:
        yield claim_page(SAY, match, BIG)
        yield from (offer_page(SAY, match, Offer(kind, 1)) for kind in KINDS)
        yield from _plans(match)
    if match.awaits_rival:
        return
    panels = [*_panels(match.position)]
    for say in (SAY, SAY.in_words):
        if not match.position.leather:
            yield advance_page(say, match)
        for panel in (*panels, *(replace(each, page="pick") for each in panels[:1])):
            yield panel_page(say, match, panel)
    if match.is_solo:
        yield from _hints(match)


def _hints(match: Match) -> Iterator[Page]:
    """The best move there may be, of each kind, beside the others and alone."""
    position = match.position
    moves: list[Move] = [*[move for move in position.legal_moves if isinstance(move, Placement)][:1]]
    if not position.leather:
        moves = [*moves, ADVANCE]
    found = [Hint(move, share, 3) for move, share in zip(moves, (0.62, 0.61), strict=False)]
    yield hint_page(SAY, match, found)
    yield hint_page(SAY, match, found[::-1])
    yield hint_page(SAY, match, found[-1:])
    if len(found) > 1:
        for kind in (MISSED, "prize:9,7,1,0,0", "prize:9,7,0,1,4", "holes:0,40,80", "near:0,4"):
            yield hint_page(SAY, match, [replace(found[0], share=0.9, reasons=parse_reasons(kind)), found[1]])


MISSED = "prize:22,23,1,1,1"
"""The reason with the most to say: too few buttons, the opponent's patch, and what it brings."""

_WHYS: tuple[tuple[Why, int, str], ...] = (
    ("choice", 500, "-"),
    ("place", 410, "holes:10"),
    ("place", 310, "holes:0,40,80"),
    ("choice", 600, "income:3,6,18"),
    ("choice", 580, "prize:7,18,1,2,0"),
    ("choice", 520, MISSED),
    ("best", 20, "-"),
)
_MORE_WHYS: tuple[tuple[Why, int, str], ...] = (
    ("choice", 500, "dear:9,5,14"),
    ("choice", 500, "cheap:14,1,3"),
    ("choice", 500, "income:3,1,3"),
    ("choice", 500, "prize:9,7,0,1,0"),
    ("choice", 500, "prize:9,7,0,1,1"),
    ("place", 500, "prize:9,7,0,1,2"),
    ("choice", 500, "prize:9,7,1,1,3"),
    ("choice", 500, "prize:9,7,1,3,0"),
    ("choice", 500, "prize:9,7,0,1,4"),
    ("place", 500, "near:0,2"),
    ("place", 500, "near:1,4"),
    ("choice", 500, "leather:26"),
    ("best", 500, "prize:9,7,0,1,0"),
    ("best", 500, MISSED),
    ("place", 500, "edge:48,41"),
    ("choice", 500, "turn:2"),  # of an older release, which is not told any more
)

LONGEST: tuple[tuple[Why, int, str], ...] = (
    ("choice", 200, MISSED),
    ("choice", 200, "prize:22,23,1,3,1"),
    ("choice", 250, "dear:4,6,10"),
    ("place", 500, "edge:48,41"),
    ("choice", 500, "holes:1,5,8,20,24,60"),
    ("choice", 500, "income:2,6,12"),
)
"""Moments that say as much as the longest of thirty games of beginners."""


def invented_review(match: Match, whys: Sequence[tuple[Why, int, str]] = _WHYS) -> Review:
    """A review of a match, with all kinds of moments in it. The chances go up and down."""
    count = len(match.plies)
    shares = tuple(500 + 490 * (-1) ** number * number // count for number in range(count + 1))
    sewn = [
        number
        for number, ply in enumerate(match.plies, 1)
        if isinstance(ply.move, Placement) and ply.move.patch is not LEATHER
    ]
    better = next(iter(PLACEMENTS))
    moments = [
        Moment(number, 620, after, 620 - after, why, better, parse_reasons(reason, is_kept=True))
        for number, (why, after, reason) in zip(sewn, whys, strict=False)
    ]
    last = Moment(count, 1000, 0, 30, "choice", ADVANCE, again=(1, 2))
    lost = Lost(310, 124, 452, count // 2), Lost(4, 0, -3, count - count // 2)
    return Review(shares, lost, (*moments, last), (3, 5))


def _reviews(match: Match) -> Iterator[Page]:
    """All pages of a review, and those of people who wait for it."""
    review = invented_review(match)
    yield progress_page(SAY, match, 0, 0)
    yield progress_page(SAY, match, 34_000, 79_000)
    yield unmade_page(SAY, match)
    yield review_page(SAY, match, Review(review.shares), 0, BIG)
    yield review_page(SAY, match, replace(review, moments=review.moments[:1], besides=()), 0, BIG)
    others = invented_review(match, _MORE_WHYS)
    for number, user in zip(range(1, len(others.moments) + 1), cycle((BIG, BIG + 1, 1)), strict=False):
        yield review_page(SAY, match, others, number, user)
    for number in range(len(review.moments) + 1):
        yield shared_review_page(SAY, match, review, number)
        for user in (BIG, BIG + 1, 1):
            yield review_page(SAY, match, review, number, user)


def _problems(match: Match) -> Iterator[Page]:
    """Some moments of a game as problems: each kind of better move, and all that can come of a choice."""
    users = cycle((BIG, BIG + 1, 1))
    for ply in range(len(match.plies), 0, -9):
        past, played = match.at(ply - 1).position, match.plies[ply - 1].move
        better = [move for move in past.legal_moves if move != played]
        same = [move for move in better if choice_of(move) == choice_of(played)]
        for why, move in (*[("choice", each) for each in better[-1:]], *[("place", each) for each in same[:1]]):
            moment = Moment(ply, 620, 410, 57, WHYS[why], move, parse_reasons(MISSED))
            yield from _tries(Problem(match, moment, next(users)))
    best = Moment(1, 620, 410, 57, "best", ADVANCE)
    yield from _tries(Problem(match, best, BIG))


def _tries(problem: Problem) -> Iterator[Page]:
    for say in (SAY, SAY.in_words):
        yield try_page(say, problem)
        yield try_weighing_page(say, problem)
        yield try_unweighed_page(say, problem)
        yield tried_page(say, problem, None, is_last=False)
        for weighed in (Weighed(0, 2), Weighed(60, 20), Weighed(150, 41), Weighed(400, 3)):
            for move in {problem.second, problem.best}:
                yield tried_page(say, problem, Judged(problem, move, weighed), is_last=True)
        for shown in _panels(problem.match.position):
            yield try_panel(say, problem, shown)


def _exercises() -> Iterator[Page]:
    """Positions of one's own games and of others, and all that can come of them."""
    *_, match = (each for each in matches(2) if each.last_kind == "move")
    moment = Moment(7, 620, 410, 57, "choice", ADVANCE, (Reason("turn", (2,)),))
    for game_id, level in ((BIG, ""), *((KEPT, each) for each in LEVELS)):
        for tried, solved, due in ((0, 0, None), (1, 0, 2 * DAY), (3, 1, 21 * DAY), (2, 2, None)):
            row = PracticeRow(BIG, game_id, 400, tried, solved, 0, due)
            yield from _exercise(Exercise(Problem(match, moment, BIG), row, tried, level))
    sewn = next(ply for ply in range(1, len(match.plies)) if match.at(ply - 1).position.leather)
    leather = Problem(match, replace(moment, ply=sewn), BIG)
    yield exercise_page(SAY, Exercise(leather, PracticeRow(BIG, BIG, sewn, 0, 0, 0, None), 0))
    yield from (pause_page(SAY, today) for today in (1, 3, 300))


def _exercise(exercise: Exercise) -> Iterator[Page]:
    problem = exercise.problem
    tries = (problem.best, Weighed(0, 0)), (problem.second, Weighed(90, 90))
    for say in (SAY, SAY.in_words):
        yield exercise_page(say, exercise)
        yield exercise_weighing_page(say, exercise)
        yield exercise_unweighed_page(say, exercise)
        for judged in (None, *(Judged(problem, *each) for each in tries)):
            yield exercised_page(say, exercise, judged)
        for shown in _panels(problem.match.position):
            yield exercise_panel(say, exercise, shown)


def takes(position: Position) -> list[Patch]:
    """The patches that can be taken, or the leather that must be sewn."""
    return [LEATHER] if position.leather else [patch for patch in position.offers if position.can_take(patch)]


def opened(quilt: Quilt, patch: Patch | None) -> Panel:
    """The panel of a patch for which there is room."""
    panel = patch and open_panel(quilt, patch)
    assert panel
    return panel


def _panels(position: Position) -> Iterator[Panel]:
    """The panel of the first patch that can be taken (or of the leather) on each of its pages."""
    quilt = position.player(position.turn).quilt
    for patch in takes(position)[:1]:
        yield from _states(quilt, opened(quilt, patch))


def _states(quilt: Quilt, panel: Panel) -> Iterator[Panel]:
    """A panel on each of its pages."""
    column = press(quilt, panel, "square")
    first = next(x for x, y in panel.ghost.orientation.cells if y == 0)
    row = press(quilt, column, f"k{COLUMNS[panel.ghost.column + first]}")
    cover = press(quilt, row, f"k{ROWS[panel.ghost.row]}")
    yield from (panel, press(quilt, panel, "turn"), column, row, cover, press(quilt, panel, "list"))
    yield from (press(quilt, panel, "place", str(place)) for place in other_places(quilt, panel)[:1])


def _plans(match: Match) -> Iterator[Page]:
    """The pages of a plan, as long as a plan can be."""
    position, seat = match.position, other(match.position.turn)
    user, quilt = match.person_at(seat), position.player(seat).quilt
    options = options_of(position)
    yield plan_page(SAY, match, user, Plan())
    yield plan_page(SAY.in_words, match, user, Plan(), len(options))
    reach = (PATCHES[each] for each in within_reach(position))
    patches = [LEATHER, *(patch for patch in reach if patch.cost <= position.player(seat).buttons)]
    panels = [panel for panel in (open_panel(quilt, patch) for patch in patches) if panel]
    entries = [Entry(panel.ghost, (options or [""])[-1], match.revision) for panel in panels[:3]]
    full = Plan((*entries, Entry(ADVANCE), Entry(None))[:5], match.revision)
    yield plan_page(SAY, match, user, full)
    yield plan_page(SAY, match, user, full, is_changing=True)
    yield plan_page(SAY, match, user, replace(full, held=True), 1)
    for panel in panels[:2]:
        for shown in _states(quilt, panel):
            yield plan_panel(SAY, match, user, shown, 4)
        yield plan_panel(SAY.in_words, match, user, panel, 2)


def every_control(page: Page) -> Iterator[Button | Select | People]:
    for row in page.rows:
        yield from row if isinstance(row, tuple) else [row]


def buttons(page: Page) -> list[Button]:
    return [control for control in every_control(page) if isinstance(control, Button)]


def custom_ids(page: Page) -> Iterator[CustomId]:
    return (control.custom_id for control in every_control(page))


class Control(NamedTuple):
    """A control of a page: what its id says of both, and its colour if it is a button."""

    page: str
    name: str
    style: str


def controls_of(page: Page) -> Iterator[Control]:
    for control in every_control(page):
        style = control.style if isinstance(control, Button) else ""
        yield Control(control.custom_id.page, control.custom_id.control, style)


def longest_name(_guild_id: int, _user: int) -> str:
    """As long a name as Discord allows, for everybody."""
    return "W" * 32


def running_rows(count: int) -> list[GameRow]:
    """So many running games, the first player's to move."""
    return [
        GameRow(
            BIG + number, BIG, BIG, BIG, BIG + 1, "", "en", 0, None, None, 60, 1, None, deadline=now() + 1000, pace=14
        )
        for number in range(count)
    ]


def other_pages() -> Iterator[Page]:
    """The pages that are not about one match."""
    challenge = ChallengeRow(BIG, BIG, BIG, None, BIG, BIG + 1, "classic", 0, "en", now() + 1000, 14)
    seat = replace(challenge, challenged=ANYBODY, first=1)
    for each in (challenge, seat):
        yield challenge_page(SAY, each)
        yield challenge_page(SAY, replace(each, place="thread", track="revised"))
        yield challenge_page(SAY, replace(each, rival="thimble"))
    yield with_rivals(SAY, asked_page(SAY, Made(seat), SAY("seat.opened")))
    yield settled_page(SAY, seat, "taken_back")
    yield from _duels()
    yield from _groups()
    yield from _dailies()
    ended = replace(running_rows(1)[0], ending="finished", winner=1, points1=-100, points2=-99)
    yield challenge_page(SAY, replace(challenge, rematch_of=ended.id), ended)
    yield from (waiting_page(SAY, challenge, user) for user in (BIG, BIG + 1))
    yield asked_page(SAY, Made(challenge, None, calls=False), SAY("challenge.asked", user=f"<@{BIG}>"))
    answers = ("accepted", "declined", "declined.you", "declined.asker", "taken_back")
    yield from (settled_page(SAY, challenge, answer) for answer in answers)
    yield from (refusal_page(SAY, Refusal(reason)) for reason in ("bot", "yourself", "only_servers"))
    rows = running_rows(LISTED + 12)
    boards = {row.id: BIG for row in rows}
    yield games_page(SAY, [replace(row, place="private") for row in rows], {}, {}, BIG, longest_name)
    yield no_games_page(SAY, 0, in_conversation=False)
    for shown in (rows[:1], rows[:LISTED], rows):
        late = [replace(row, deadline=1, to_move=2) for row in shown]
        yield games_page(SAY, shown, boards, {}, BIG, longest_name)
        yield games_page(SAY, late, boards, {}, BIG, longest_name)
        yield moderated_page(SAY, shown, boards)
        yield from (choose_page(SAY, command, shown, BIG, longest_name) for command in ("board", "replay", "resign"))
    yield server_page(SAY, ServerRow(BIG))
    yield server_page(SAY, ServerRow(BIG, "contrast", BIG, "thread", 0, "revised"))
    yield help_page(SAY)
    yield automa_page(SAY)
    yield friend_page(SAY)
    yield welcome_page(SAY)
    yield start_page(SAY, AtHome(is_new=True), BIG)
    yield start_page(SAY, AtHome(rows, 25), BIG)
    yield start_page(SAY, AtHome([replace(row, place="private", player2=BIG) for row in rows], 25), BIG, BIG)
    for kind, subject in (("seat", 0), ("seat", BIG), ("duel", 0), ("group", 0), ("group", BIG)):
        yield terms_page(SAY, kind, {}, subject)
        yield terms_page(SAY, kind, {name: values[-1] for name, values in OFFERED[kind].items()}, subject)
    yield from (topic_page(SAY, topic) for topic in TOPICS)
    for number in range(1, PAGES + 1):
        choices = TOYS[number].choices if number in TOYS else ()
        yield from (learn_page(SAY, Step(number, choice)) for choice in ("", *choices))
    for ghost in tidiest(QUILT, GHOST.patch)[::20]:
        yield from (learn_page(SAY, Step(PLACING, choice, ghost)) for choice in ("", SEWN))
    yield privacy_page(SAY)
    for following in (0, BIG):
        yield export_page(SAY, BIG, Copy(b"", following))
    yield forget_page(SAY)
    yield forgotten_page(SAY, Forgotten([1, 2], [2]))
    yield about_page(SAY, "1.2.3", dict.fromkeys(("invite", "source", "support", "privacy", "terms"), URL))
    yield from _profiles()
    yield from _ladders()
    yield challenge_page(SAY, challenge, counts=True)
    yield from _exercises()
    for record in (Record(1, 0, "pin", is_sure=False), Record(10, 10, "thimble", is_sure=True)):
        yield level_page(SAY, record, CustomId(BIG, 60, "more"))
    yield you_page(SAY, PlayerRow(BIG), {})
    yield when_page(SAY, PlayerRow(BIG), ZoneInfo("Europe/Berlin"))
    away = PlayerRow(BIG, "contrast", "direct", 0, 1439, "America/Argentina/Buenos_Aires", 2**40, "nobody")
    yield you_page(SAY, away, {BIG + each: longest_name(0, 0) or "" for each in range(30)})
    yield when_page(SAY, away, ZoneInfo("UTC"))


def _ladders() -> Iterator[Page]:
    """Leaves of a ladder with as many people as there may be, of now and of before, and what is at stake."""
    rows = [StandingRow(BIG + number, 500 + 250 * number, 140, 999, 99, now(), 9_999 + number) for number in range(10)]
    rows[3] = replace(rows[3], last_at=1)
    taken = [UnratedRow(BIG, BIG, "W" * 100, 9), UnratedRow(BIG, BIG, "", 9)] * 2
    own = StandingRow(1, 1_400, 150, 4, 1, now())
    full = LadderPage(8_107, 8_000, 8_107, rows, 99_999, own, frozenset({BIG + 1}), taken)
    for page in (
        full,
        replace(full, own=replace(own, place=99_999)),
        replace(full, own=replace(own, games=9)),
        replace(full, own=None),
        replace(full, season=8_106, unrated=()),
        replace(full, rows=(), count=0, first=8_107, own=None),
    ):
        yield from (ladder_page(SAY, page, 1, 5, in_figures=in_figures) for in_figures in (False, True))
    yield rules_page(SAY)
    yield stake_page(SAY, None)
    yield stake_page(SAY, (Stake(BIG, 2_400, 150, 99, 99), Stake(BIG + 1, 900, 150, 99, 99)))


def _dailies() -> Iterator[Page]:
    """Daily quilts of random people, patch by patch, in all pages of the panel, and walls of few and of many."""
    rng, ends = random.Random(4), list[Attempt]()
    for day in (4, 327, 99_999):
        steps = [Attempt(puzzle_of(day))]
        while patch := steps[-1].patch:
            places = tidiest(steps[-1].quilt, patch)
            steps.append(steps[-1].skip() if rng.random() < 0.2 else steps[-1].place(rng.choice(places)))
        for at, attempt in enumerate(steps[:-1]):
            sewing, panel = Sewing(attempt, 45, at, BIG, 0), opened(attempt.quilt, attempt.patch)
            aside = Panel(panel.ghost, "cover.G7", was_turned=True, went_aside=True)
            for shown in (*_states(attempt.quilt, panel), aside):
                yield from (daily_page(say, sewing, shown) for say in (SAY, SAY.in_words))
        ends.append(steps[-1])
        for par in (steps[-1].covered - 1, steps[-1].covered, 49):
            after = After(now(), True, ((day - 1, 0), (day - 2, 1), (day - 3, 2)))
            yield sewn_page(SAY, Sewing(steps[-1], par, 12, BIG, 0), Sewn(9_999, 31, 999, 9_999), after)
    yield sewn_page(SAY.in_words, Sewing(ends[0], 45, 12, 0, 0), Sewn(1, 1, 0, 0), After())
    yield sewn_page(SAY, Sewing(ends[0], 0, 12, 0, 0, is_late=True), Sewn(1, 1, 0, 0), After())
    yield shown_page(SAY, Sewing(ends[0], 45, 12, 0, 0))
    row = WallRow(BIG, 99_999, 1, BIG, "en", now())
    for count in (1, 2, 24, 200):
        wall = Wall(row, tuple(Hung(BIG + each, ends[each % 3], each) for each in range(count)), 45)
        yield open_page(SAY, wall)
        yield wall_page(SAY, wall)
        yield wall_page(SAY.in_words, wall)
    yield from _sundays()


def _sundays() -> Iterator[Page]:
    """Walls of Sunday quilts of few and of many, who won, lost, neither, and gave up."""
    row = WallRow(BIG, 99_999, 1, BIG, "en", now(), is_sunday=True)
    *_, match = (each for each in matches(6, Rival("bobbin")) if each.last_kind == "move")
    for count in (1, 2, 24, 200):
        given_up = replace(match, outcome=Outcome("resigned", 2, 1))
        ended = tuple(replace(given_up if each % 2 else match, id=each) for each in range(count))
        wall = SundayWall(row, ended, is_first=count == 1)
        yield ask_page(SAY)
        yield open_sunday_page(SAY, wall)
        yield sunday_wall_page(SAY, wall)
        yield sunday_wall_page(SAY.in_words, wall)


def _duels() -> Iterator[Page]:
    """A duel that goes on; and how it ends: played out, given up, cut short, before the first move, parted or not."""
    duel = DuelRow(BIG, BIG, BIG, BIG, BIG + 1, BIG, BIG + 2, "thimble", "en", now() + 1000)
    yield begun_page(SAY, duel)
    *going, whole, gave_up, _, cut_short = matches(6, Rival("thimble"))
    *_, other_whole, _, _, _ = matches(7, Rival("thimble"))
    first = cut_short_at(going[0])
    halves = ((whole, gave_up), (other_whole, whole), (whole, other_whole), (cut_short, whole), (first, whole))
    parted = [(whole, at) for at in _parted(whole)]
    for one, two in (*halves, (whole, whole), *parted):
        for user in (BIG, BIG + 1):
            yield ended_page(SAY, replace(duel, ended_at=now()), (one, replace(two, id=BIG + 2)), user)


def _groups() -> Iterator[Page]:
    """A group while it is open, empty or full of people on vacation; while it goes on, with and without somebody who
    left; and when it is over, with one winner, with several or with none.
    """
    group = GroupRow(BIG, BIG, BIG, BIG, 6, 42, "revised", 14, "thread", "en", None, "open", now() + 1000)
    people = [MemberRow(BIG, BIG + number, number) for number in range(6)]
    away = {member.user_id: now() + 1000 for member in people}
    yield group_page(SAY, CrossTable(group, (), (), {}))
    yield group_page(SAY, CrossTable(group, people, (), away))
    yield group_page(SAY, CrossTable(group, people, (), away), user=group.opener)
    yield open_group_page(SAY, SAY("group.counts"), CrossTable(group, people, (), {}), group.opener, moderates=True)
    for stage in ("going", "over"):
        at = replace(group, stage=stage)
        for number, members in enumerate((people, [replace(people[0], left_at=1), *people[1:]], people[:3])):
            games = [game_of_group(pair, number) for pair in first_pairs(len(members))]
            yield group_page(SAY, CrossTable(at, members, standings(at, members, games), {}))
            yield group_page(SAY, CrossTable(at, members, standings(at, members, []), {}))
    alike = [game_of_group(pair, 0, 1) for pair in first_pairs(5)]
    over = replace(group, stage="over")
    yield group_page(SAY, CrossTable(over, people[:5], standings(over, people[:5], alike), {}))
    yield from (leave_page(SAY, group, running) for running in (0, 1, 4))


def game_of_group(pair: tuple[int, int], number: int, winner: int = 0) -> Played:
    """A game that is over or not, won by one of the two or on time."""
    row, index = running_rows(1)[0], sum(pair) + number
    ended = replace(row, ending="finished", ended_at=9, winner=winner or 1 + index % 2, points1=-99, points2=99)
    pairing = PairingRow(BIG, BIG, *pair)
    return Played(pairing, ended if index % 3 or winner else row, favoured=1)


def cut_short_at(match: Match) -> Match:
    """A match of which a duel has counted what there was."""
    return match.after(LogRow(match.revision + 1, "close", 0, "duel", 0))


def _parted(match: Match) -> Iterator[Match]:
    """Matches that part from another one by a move of each kind, and end there."""
    for count, ply in enumerate(match.plies):
        before = match.at(count)
        others = [move for move in before.position.legal_moves if move != ply.move]
        for move in (*others[:1], *others[-1:]):
            parted = replace(before, revision=count).after(LogRow(count + 1, "move", ply.seat, str(move), 0))
            if not parted.outcome:
                yield cut_short_at(parted)


def _profiles() -> Iterator[Page]:
    """A sampler with all that there can be on it, and an empty one, for everybody who may see it."""
    match = next(each for each in matches(1) if each.outcome)
    rows = [replace(row, ended_at=number) for number in range(30) for row in results_of_match(match, [])]
    won = [replace(row, won=True, points=-162, other_points=-161, other=None) for row in rows]
    alone = [replace(row, level=level, hints=hints) for row in won[:1] for level in LEVELS for hints in (0, 1)]
    full = profile_from([*won[:20], *rows, *alone, replace(won[0], level="legend", seven=True)], viewer=BIG + 1)
    full = replace(full, feats=tuple((feat, 7) for feat in FEATS), sevens=999, wholes=999, days=Streak(999, 9999))
    full = replace(full, quilt=match.position.player(1).quilt)
    for profile in (full, replace(full, hidden=True), profile_from([])):
        for is_own in (False, True):
            yield from (profile_page(say, profile, BIG, is_own=is_own) for say in (SAY, SAY.in_words))


def all_pages() -> Iterator[Page]:
    yield from other_pages()
    for seed, opponent in ((1, None), (1, Automa("legend", "tactical")), (1, Rival("pin")), (6, Rival("thimble"))):
        for match in some_matches(seed, opponent):
            yield from pages(match)
    for match in list(matches(1))[::16]:
        for timed in clocks(match):
            yield from pages(timed)
