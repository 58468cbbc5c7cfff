"""Practice: positions to find the move in, which come back until they have been solved twice. Nobody else sees it."""

from functools import partial

from bot.features import solving
from bot.features.dispatch import Click, Page, Reply, Request, on
from bot.features.solving import Asked
from bot.matches.problems import Judged
from bot.ui.pages import practice as pages
from bot.ui.pages.practice import PAGE

ABOUT = "practice"
"""What these pages are about: a new one takes the old one away."""


async def show(request: Request) -> Reply:
    """Show the position to practise next, or that three are enough for today."""
    today = await request.app.practice.today(request.user)
    return (
        Reply(pages.pause_page(request.say, today), about=ABOUT) if pages.is_round(today) else await following(request)
    )


@on("following", page=PAGE, concerns_game=False)
async def following(request: Request) -> Reply:
    """The position to practise next."""
    level = (await request.app.rivals.record_of(request.user)).level
    exercise = await request.app.practice.following(request.user, level)
    return Reply(pages.exercise_page(request.say, exercise), about=ABOUT)


async def _found(click: Click) -> Asked:
    id, say = click.custom_id, click.say
    exercise = await click.app.practice.find(click.user, (id.subject, solving.number_of(click)), id.revision)

    async def answer(judged: Judged | None) -> Page:
        noted = await click.app.practice.note(exercise, is_solved=judged is not None and judged.is_solved)
        return pages.exercised_page(say, noted, judged)

    return Asked(
        exercise.problem,
        ABOUT,
        page=partial(pages.exercise_page, say, exercise),
        panel=partial(pages.exercise_panel, say, exercise),
        answer=answer,
        weighing=partial(pages.exercise_weighing_page, say, exercise),
        unweighed=partial(pages.exercise_unweighed_page, say, exercise),
    )


solving.handle(PAGE, _found, concerns_game=False)
