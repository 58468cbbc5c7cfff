"""Playing alone against a rival, who has a quilt, and at which level somebody plays."""

from typing import cast

from discord import app_commands

from bot.features.dispatch import Click, Reply, Request, command, on
from bot.features.shared.starting import start_alone
from bot.features.solo import begin, begin_once
from bot.matches.seats import LEVELS, Rival
from bot.store.tables import Place
from bot.ui.pages.rival import level_page
from bot.ui.pages.way_home import PAGE
from bot.ui.words.options import choices, described, rival_choices
from game.squares import LEATHER_SPACES

FIRST = {"me": 1, "rival": 2, "random": 0}
"""The seat that moves first, by what is asked for; 0 for any."""


@command("rival")
@app_commands.describe(
    level=described("rival.level"),
    first=described("rival.first"),
    leather=described("challenge.leather"),
    where=described("automa.where"),
)
@app_commands.choices(level=rival_choices(), first=choices("first", FIRST), leather=choices("leather", LEATHER_SPACES))
@app_commands.choices(where=choices("where", ("here", "thread", "private")))
async def slash(
    request: Request,
    level: str | None = None,
    first: str = "random",
    leather: str | None = None,
    where: str | None = None,
) -> Reply:
    """Start a game against a rival; the answer is its first turn, in private."""
    start = await start_alone(request, place=cast(Place | None, where), track=leather)
    is_private = start.place == "private"
    suits = level or (await request.app.rivals.record_of(request.user, private_too=is_private)).level
    return await begin(request, start, Rival(suits), FIRST[first])


@on("rival", page=PAGE, concerns_game=False)
async def suitable(click: Click) -> Reply:
    """Start a private game against the rival who suits the user."""
    level = (await click.app.rivals.record_of(click.user)).level
    return await begin_once(click, Rival(level), FIRST["random"])


@on("rival", concerns_game=False)
async def level_chosen(click: Click) -> Reply:
    """Start a game as the server has chosen it, against the rival that was chosen."""
    level = click.choice(LEVELS)
    return await begin(click, await start_alone(click), Rival(level), FIRST["random"])


@on("mylevel")
async def my_level(click: Click) -> Reply:
    """Tell which rival suits somebody."""
    return Reply(level_page(click.say, await click.app.rivals.record_of(click.user), click.custom_id))
