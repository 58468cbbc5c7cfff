"""Choosing the terms on which a seat, a duel or a group is opened."""

from typing import cast

from bot.features.dispatch import Click, Reply, Request, on
from bot.features.shared.starting import Start, start_of
from bot.store.tables import Place
from bot.ui.pages.terms import OFFERED, Term, chosen_terms, page_of, terms_page


async def choose(click: Click) -> Reply:
    """One of the terms was chosen."""
    kind, name = click.custom_id.kind.removeprefix("new"), click.custom_id.control
    values = (None, *OFFERED[kind][name])
    place = int(click.choice([str(place) for place in range(len(values))]))
    terms = {**chosen_terms(click.custom_id), name: values[place]}
    return Reply(terms_page(click.say, kind, terms, click.custom_id.subject))


for _kind, _names in OFFERED.items():
    on(*_names, page=page_of(_kind), concerns_game=False)(choose)


async def start_on(request: Request, terms: dict[str, Term]) -> Start:
    """Choose what a game begins with on these terms. Raises Refusal as `start_of` does."""
    place, track, pace = terms.get("where"), terms.get("leather"), terms.get("pace")
    return await start_of(
        request, place=cast(Place | None, place), track=cast(str | None, track), pace=cast(int | None, pace)
    )
