"""Practice: positions to find the move in, which come back until they have been solved twice. Nobody else sees it."""

from functools import partial

from discord import app_commands

from bot.features.dispatch import Click, Request, on, reply_to
from bot.features.shared import solving
from bot.features.shared.solving import Asked
from bot.features.turn import PANEL
from bot.matches.practice import Exercise
from bot.matches.problems import Judged
from bot.ui.kit.interaction import Interaction
from bot.ui.kit.page import Page
from bot.ui.kit.reply import Reply
from bot.ui.pages.practice import (
    PAGE,
    exercise_page,
    exercise_panel,
    exercise_unweighed_page,
    exercise_weighing_page,
    exercised_page,
    is_round,
    pause_page,
)
from bot.ui.pages.problems import CONFIRM
from bot.ui.words.options import described

ABOUT = "practice"
"""What these pages are about: a new one takes the old one away."""

here = partial(on, page=PAGE, concerns_game=False)


@app_commands.command(name="practice", description=described("practice"))
async def command(interaction: Interaction) -> None:
    """Show the position to practise next, or that three are enough for today."""
    await reply_to(interaction, _begun)


async def _begun(request: Request) -> Reply:
    today = await request.app.practice.today(request.user)
    return Reply(pause_page(request.say, today), about=ABOUT) if is_round(today) else await _following(request)


@here("following")
async def following(click: Click) -> Reply:
    """The position to practise next."""
    return await _following(click)


@here("again", "home")
async def back(click: Click) -> Reply:
    """The position anew: back from a panel, or where its answer could not be weighed."""
    return solving.show(await _found(click))


@here("1", "2", "3", "4", "leather")
async def choose(click: Click) -> Reply:
    """A patch was chosen; in its panel, one of the numbered placements."""
    return solving.choose(click, await _found(click))


@here(*PANEL)
async def move_ghost(click: Click) -> Reply:
    """Move the ghost, or turn to another page of its panel."""
    return solving.move_ghost(click, await _found(click))


@here(CONFIRM)
async def place(click: Click) -> Reply:
    """Answer with the placement in the picture."""
    return await solving.place(click, await _found(click))


@here("advance")
async def advance(click: Click) -> Reply:
    """Answer that one would advance."""
    return await solving.advance(click, await _found(click))


@here("reveal")
async def reveal(click: Click) -> Reply:
    """Show what the best move is, which was not found then."""
    return await solving.reveal(await _found(click))


async def _following(request: Request) -> Reply:
    level = (await request.app.rivals.record_of(request.user)).level
    exercise = await request.app.practice.following(request.user, level)
    return Reply(exercise_page(request.say, exercise), about=ABOUT)


async def _found(click: Click) -> Asked:
    """The position on the message, as it was when that was made. Raises Refusal."""
    id = click.custom_id
    exercise = await click.app.practice.find(click.user, (id.subject, solving.number_of(click)), id.revision)
    return _asked(click, exercise)


def _asked(click: Click, exercise: Exercise) -> Asked:
    say = click.say

    async def answer(judged: Judged | None) -> Page:
        noted = await click.app.practice.note(exercise, is_solved=judged is not None and judged.is_solved)
        return exercised_page(say, noted, judged)

    return Asked(
        exercise.problem,
        ABOUT,
        page=partial(exercise_page, say, exercise),
        panel=partial(exercise_panel, say, exercise),
        answer=answer,
        weighing=partial(exercise_weighing_page, say, exercise),
        unweighed=partial(exercise_unweighed_page, say, exercise),
    )
