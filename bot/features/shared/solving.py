"""Solving a problem: choose a patch, place it in a panel, and see how good that is."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from functools import partial

from bot.features.dispatch import Click
from bot.features.turn import placement_of, pressed
from bot.matches.match import Refusal
from bot.matches.problems import Judged, Problem
from bot.thinking.worker import Unanswered
from bot.ui.kit.custom_id import BadId
from bot.ui.kit.page import Page
from bot.ui.kit.reply import Reply
from bot.ui.pages.ghost import Panel, open_panel
from bot.ui.pages.refusals import refusal_page
from game import ADVANCE, LEATHER, Move, Patch

QUICK_SECONDS = 1.5
"""How long an answer waits until a move is weighed; after that what comes of it takes the answer's place."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A problem that a click is about, and the pages on which it is shown.

    ``answer`` makes the page that says how good a move is, or (None) what the best one is, and notes what has to be
    noted. ``about`` is what these pages are about, of which a user sees the newest.
    """

    problem: Problem
    about: Hashable
    page: Callable[[], Page]
    panel: Callable[[Panel], Page]
    answer: Callable[[Judged | None], Awaitable[Page]]
    weighing: Callable[[], Page]
    unweighed: Callable[[], Page]


def show(asked: Asked) -> Reply:
    """Show the position, and all that can be chosen."""
    return Reply(asked.page(), about=asked.about)


def choose(click: Click, asked: Asked) -> Reply:
    """A patch was chosen; in its panel, one of the numbered placements. Raises Refusal ``problem_impossible``."""
    if click.custom_id.shown:
        return move_ghost(click, asked)
    position, control = asked.problem.match.position, click.custom_id.control
    if (control == "leather") != bool(position.leather) or control == "4":
        raise Refusal("problem_impossible")
    patch = LEATHER if control == "leather" else _offer(asked.problem, int(control))
    panel = open_panel(position.player(position.turn).quilt, patch, bonus=not position.bonus)
    if panel is None or panel.ghost not in position.legal_moves:
        raise Refusal("problem_impossible")
    return Reply(asked.panel(panel), about=asked.about)


def move_ghost(click: Click, asked: Asked) -> Reply:
    """Move the ghost, or turn to another page of its panel. Raises Refusal ``problem_impossible``."""
    position, ghost = asked.problem.match.position, placement_of(click)
    if ghost not in position.legal_moves:
        raise Refusal("problem_impossible")
    panel = Panel(ghost, _panel_page(click), not position.bonus)
    return Reply(asked.panel(pressed(click, position.player(position.turn).quilt, panel)), about=asked.about)


async def place(click: Click, asked: Asked) -> Reply:
    """Answer with the placement in the picture: exactly the one in the button's own id."""
    return await _answered(click, asked, placement_of(click))


async def advance(click: Click, asked: Asked) -> Reply:
    """Answer that one would advance."""
    return await _answered(click, asked, ADVANCE)


async def reveal(asked: Asked) -> Reply:
    """Show what the best move is."""
    return Reply(await asked.answer(None), about=asked.about)


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
    """Show what came of it, if the user still waits for that."""
    try:
        page = await answering
    except Refusal as refusal:  # it was answered in another window meanwhile
        page = refusal_page(click.say, refusal)
    return page if click.app.private.still_shows(click.interaction, asked.about) else None


def _offer(problem: Problem, number: int) -> Patch:
    """One of the patches on offer, by its number. Raises Refusal ``problem_impossible``."""
    offers = problem.match.position.offers
    if number > len(offers):
        raise Refusal("problem_impossible")
    return offers[number - 1]


def _panel_page(click: Click) -> str:
    """The page of the panel: what stands after the number of the problem."""
    return click.custom_id.page.split(".", 2)[2] if click.custom_id.page.count(".") > 1 else "spots"
