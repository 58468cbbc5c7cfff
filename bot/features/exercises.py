"""*Try it*: the moments of a review as problems. Choosing a move changes nothing; it is only weighed."""

from functools import partial

from bot.features import solving
from bot.features.dispatch import Click, Page, Reply, on
from bot.features.reviews import review_of
from bot.features.solving import Asked
from bot.matches.match import Match, Refusal
from bot.matches.problems import Judged, Problem
from bot.ui.pages.exercises import PAGE, tried_page, try_page, try_panel, try_unweighed_page, try_weighing_page
from engine.verdicts import Review


@on("try", page="review")
async def begin(click: Click) -> Reply:
    """The moment of the review on the message as a problem; from its curve, the first one."""
    match, review = await review_of(click)
    return await solving.show(click, _asked(click, match, review, max(click.custom_id.number, 1) - 1))


@on("following", page=PAGE)
async def following(click: Click) -> Reply:
    """The next moment of the review as a problem."""
    return await solving.show(click, await _found(click, step=1))


async def _found(click: Click, step: int = 0) -> Asked:
    match, review = await review_of(click)
    plies = [moment.ply for moment in review.moments]
    ply = solving.number_of(click)
    return _asked(click, match, review, plies.index(ply) + step if ply in plies else len(plies))


def _asked(click: Click, match: Match, review: Review, place: int) -> Asked:
    if place >= len(review.moments):
        raise Refusal("problem_gone")
    say, problem = click.say, Problem(match, review.moments[place], click.user)

    async def answer(judged: Judged | None) -> Page:
        return tried_page(say, problem, judged, is_last=place + 1 == len(review.moments))

    return Asked(
        problem,
        ("review", match.id),
        page=partial(try_page, say, problem),
        panel=partial(try_panel, say, problem),
        answer=answer,
        weighing=partial(try_weighing_page, say, problem),
        unweighed=partial(try_unweighed_page, say, problem),
    )


solving.handle(PAGE, _found)
