"""Ladders: how the people of a server stand; what is at stake in a challenge; and games that are taken out."""

from discord import app_commands

from bot.features.admin import admin, check_moderator, moderated_lines
from bot.features.dispatch import Click, Interaction, Page, Reply, Request, on, replying
from bot.features.shared.pick_game import Lines, suggest
from bot.matches.match import Refusal
from bot.ui.kit.interaction import server_of
from bot.ui.pages.ladders import ladder_page, rules_page, stake_page
from bot.ui.words.options import described

LONGEST_NOTE = 100
"""Characters in the note on a game that is taken out."""

SUGGESTED = 100
"""How many games are looked through for suggestions."""

MOST_LEAVES = 100_000
"""More than any ladder has: a forged id may name any number."""


@on("previous", "following", "myplace", "figures", page="ladder", concerns_game=False)
@on("previous", "following", "myplace", "names", page="figures", concerns_game=False)
async def step(click: Click) -> Reply:
    """Another leaf, or the same one with names or in figures."""
    number, control = click.custom_id.subject, click.custom_id.control
    number += {"previous": -1, "following": 1}.get(control, 0)
    in_figures = control == "figures" or (click.custom_id.kind == "figures" and control != "names")
    number = min(max(number, 0), MOST_LEAVES)
    return await show(click, number, click.custom_id.number, in_figures=in_figures, at_own=control == "myplace")


@on("season", page="ladder", concerns_game=False)
@on("season", page="figures", concerns_game=False)
async def another_season(click: Click) -> Reply:
    """The ladder as it was at the end of another season."""
    return await show(click, 0, click.number, in_figures=click.custom_id.kind == "figures")


@on("counts", page="ladder", concerns_game=False)
@on("counts", page="figures", concerns_game=False)
async def rules(click: Click) -> Reply:
    """Show what counts on a ladder."""
    return Reply(rules_page(click.say), about="ladder")


@on("stake", page="challenge", concerns_game=False)
async def stake(click: Click) -> Reply:
    """Show what is at stake in a challenge."""
    challenge = await click.app.challenges.waiting(click.custom_id.subject)
    return Reply(stake_page(click.say, await click.app.ladders.stakes_of(challenge)))


@admin.command(name="ladder", description=described("admin.ladder"))
@app_commands.describe(
    game=described("admin.ladder.game"),
    note=described("admin.ladder.note"),
    counts=described("admin.ladder.counts"),
)
@replying
async def correct(
    request: Request,
    game: int,
    note: app_commands.Range[str, 1, LONGEST_NOTE] | None = None,
    counts: bool = False,
) -> Reply:
    """Take a game out of the ladder, or let it count again."""
    app = request.app
    match = await app.matches.load(game)
    if match.place == "private" or match.guild_id != request.interaction.guild_id:
        raise Refusal("no_game")
    check_moderator(request.interaction, match.guild_id, match.channel_id)
    if counts:
        await app.ladders.put_back(match.guild_id, game)
    else:
        await app.ladders.exclude(match.guild_id, game, " ".join((note or "").split()))
    return Reply(Page((request.say("admin.ladder.counts" if counts else "admin.ladder.out", game=game),)))


@correct.autocomplete("game")
async def numbers(interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
    """Suggest the games that ended last in channels that the user moderates."""

    async def find(request: Request) -> Lines:
        return moderated_lines(request, await request.app.ladders.lately(server_of(interaction), SUGGESTED))

    return await suggest(interaction, current, find)


@on("ladder", concerns_game=False)
async def show(
    request: Request, number: int = 0, season: int = 0, *, in_figures: bool = False, at_own: bool = False
) -> Reply:
    """A leaf of the ladder, or the one on which the user stands."""
    guild_id = server_of(request.interaction)
    if not guild_id:
        raise Refusal("only_servers")
    page = await request.app.ladders.page(guild_id, request.user, number, season)
    if at_own and page.own_page != number:
        number = page.own_page
        page = await request.app.ladders.page(guild_id, request.user, number, season)
    return Reply(ladder_page(request.say, page, request.user, number, in_figures=in_figures), about="ladder")
