"""Hints in solo games: what the engine would do. There are none in games between people."""

import asyncio
from functools import partial

from bot.features.dispatch import Click, Page, Reply, match_of, on
from bot.features.turn_pages import current_turn
from bot.matches.hints import check_hint
from bot.matches.match import Match
from bot.matches.news import next_budget
from bot.thinking.hints import hints
from bot.thinking.worker import Unanswered
from bot.ui.pages.hints import hint_page

QUICK_SECONDS = 1.5
"""How long the answer waits for the hint; after that the hint takes its place as soon as it is there."""


@on("hint")
async def hint(click: Click) -> Reply:
    """Say what the engine would do in this turn, and show it."""
    match = await match_of(click)
    check_hint(match, click.user, click.custom_id.revision)
    thinking = asyncio.ensure_future(_hint(click, match))

    async def later() -> Page | None:
        page = await thinking
        return page if click.app.private.still_shows(click.interaction, match.id) else None

    try:
        return Reply(await asyncio.wait_for(asyncio.shield(thinking), QUICK_SECONDS))
    except TimeoutError:
        return Reply(await current_turn(click, match, click.say("hint.soon")), background=later)


async def _hint(click: Click, match: Match) -> Page:
    think = partial(hints, click.app.thinking, match.position, click.user, budget=next_budget(match))
    try:
        found = await click.app.hints.find(match, click.user, think)
    except Unanswered:
        return await current_turn(click, match, click.say("hint.none"))
    return hint_page(click.say, match, found)
