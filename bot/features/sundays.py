"""``/… sunday``: a whole game with the same patches for everybody, open for a week."""

from discord import app_commands

from bot.features.dispatch import Click, Request, on, reply_to
from bot.features.shared.starting import language_here
from bot.features.turn_pages import current_turn
from bot.matches.match import Refusal
from bot.ui.kit.interaction import Interaction
from bot.ui.kit.reply import Reply
from bot.ui.pages.sundays import PAGE, beginning, sunday_wall_page
from bot.ui.words.options import described


@app_commands.command(name="sunday", description=described("sunday"))
async def command(interaction: Interaction) -> None:
    """Begin the game of the last Sunday, or go on with it."""
    await reply_to(interaction, _play)


@on("playsunday", page=PAGE, concerns_game=False)
async def play(click: Click) -> Reply:
    """The same, from its public message."""
    return await _play(click)


@on("wallbefore", page=PAGE, concerns_game=False)
async def wall_before(click: Click) -> Reply:
    """The last wall of Sunday quilts in the server before the one of the message."""
    wall = await click.app.sundays.wall_before(click.interaction.guild_id or 0, click.custom_id.subject)
    return Reply(sunday_wall_page(click.say, wall), about=("sunday wall", wall.row.guild_id))


async def _play(request: Request) -> Reply:
    interaction = request.interaction
    if interaction.guild_id is None or interaction.channel_id is None:
        raise Refusal("only_servers")
    language = await language_here(request)
    row, match = await request.app.sundays.open(request.user, interaction.guild_id, interaction.channel_id, language)
    match = await request.app.rival_moves.awaited(match)
    note = beginning(request.say, row) if not match.plies else ""
    return Reply(await current_turn(request, match, note, is_named=bool(note)), about=match.id)
