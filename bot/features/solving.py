"""Solving a problem: choose a patch, place it in a panel, and see how good that is."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from functools import partial

from bot.features.dispatch import Click, Page, Reply, on
from bot.features.turn import PANEL, panel_page_of, placement_of, pressed
from bot.matches.match import Refusal
from bot.matches.problems import Judged, Problem
from bot.thinking.worker import Unanswered
from bot.ui.kit.custom_id import BadId
from bot.ui.pages.ghost import Panel, open_panel
from bot.ui.pages.problems import CONFIRM
from bot.ui.pages.refusals import refusal_page
from game import ADVANCE, LEATHER, Move

QUICK_SECONDS = 1.5
"""How long an answer waits until a move is weighed; after that what comes of it takes the answer's place."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A problem that a click is about, its pages, and what they are ``about``. ``answer`` makes the page that says how
    good a move is, or (None) what the best one is, and notes what has to be noted.
    """

    problem: Problem
    about: Hashable
    page: Callable[[], Page]
    panel: Callable[[Panel], Page]
    answer: Callable[[Judged | None], Awaitable[Page]]
    weighing: Callable[[], Page]
    unweighed: Callable[[], Page]


def handle(page: str, find: Callable[[Click], Awaitable[Asked]], *, concerns_game: bool = True) -> None:
    """Handle all clicks on the pages of a kind of problem, each about the problem that ``find`` finds.

    They raise Refusal ``problem_impossible``, and what ``find`` raises.
    """

    async def solve(act: Callable[[Click, Asked], Awaitable[Reply]], click: Click) -> Reply:
        return await act(click, await find(click))

    for act, controls in _ACTS.items():
        on(*controls, page=page, concerns_game=concerns_game)(partial(solve, act))


async def show(_: Click, asked: Asked) -> Reply:
    """Show the position, and all that can be chosen."""
    return Reply(asked.page(), about=asked.about)


async def _choose(click: Click, asked: Asked) -> Reply:
    """A patch was chosen; in its panel, one of the numbered placements."""
    if click.custom_id.shown:
        return await _move_ghost(click, asked)
    position, control = asked.problem.match.position, click.custom_id.control
    is_leather = control == "leather"
    offers, number = ((LEATHER,), 1) if is_leather else (position.offers, int(control))
    if is_leather != bool(position.leather) or number > len(offers):
        raise Refusal("problem_impossible")
    panel = open_panel(position.player(position.turn).quilt, offers[number - 1], bonus=not position.bonus)
    if panel is None or panel.ghost not in position.legal_moves:
        raise Refusal("problem_impossible")
    return Reply(asked.panel(panel), about=asked.about)


async def _move_ghost(click: Click, asked: Asked) -> Reply:
    position, ghost = asked.problem.match.position, placement_of(click)
    if ghost not in position.legal_moves:
        raise Refusal("problem_impossible")
    panel = Panel(ghost, panel_page_of(click), not position.bonus)
    return Reply(asked.panel(pressed(click, position.player(position.turn).quilt, panel)), about=asked.about)


async def _place(click: Click, asked: Asked) -> Reply:
    return await _answered(click, asked, placement_of(click))  # exactly the one in the button's own id


async def _advance(click: Click, asked: Asked) -> Reply:
    return await _answered(click, asked, ADVANCE)


async def _reveal(_: Click, asked: Asked) -> Reply:
    return Reply(await asked.answer(None), about=asked.about)


_ACTS: dict[Callable[[Click, Asked], Awaitable[Reply]], tuple[str, ...]] = {
    show: ("again", "home"),
    _choose: ("1", "2", "3", "4", "leather"),
    _move_ghost: PANEL,
    _place: (CONFIRM,),
    _advance: ("advance",),
    _reveal: ("reveal",),
}
"""What is done at which controls."""


def number_of(click: Click) -> int:
    """Read the number of the problem on the message: what stands after the name of its page. Raises BadId."""
    number = click.custom_id.page.split(".")[1:2]
    if not number or not (number[0].isascii() and number[0].isdecimal()):
        raise BadId(str(click.custom_id))
    return int(number[0])


async def _answered(click: Click, asked: Asked, move: Move) -> Reply:
    if move not in asked.problem.match.position.legal_moves:
        raise Refusal("problem_impossible")
    answering = asyncio.ensure_future(_answer(click, asked, move))
    try:
        return Reply(await asyncio.wait_for(asyncio.shield(answering), QUICK_SECONDS), about=asked.about)
    except TimeoutError:
        return Reply(asked.weighing(), background=partial(_later, click, asked, answering), about=asked.about)


async def _answer(click: Click, asked: Asked, move: Move) -> Page:
    try:
        judged = await click.app.judge.judge(asked.problem, move)
    except Unanswered:
        return asked.unweighed()
    return await asked.answer(judged)


async def _later(click: Click, asked: Asked, answering: asyncio.Future[Page]) -> Page | None:
    try:
        page = await answering
    except Refusal as refusal:  # it was answered in another window meanwhile
        page = refusal_page(click.say, refusal)
    return page if click.app.private.still_shows(click.interaction, asked.about) else None
