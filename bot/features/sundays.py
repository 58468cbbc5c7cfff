"""Sunday quilts: a whole game with the same patches for everybody, open for a week."""

from bot.features.dispatch import Click, Reply, Request, on
from bot.features.shared.starting import language_here
from bot.features.turn_pages import current_turn
from bot.ui.kit.interaction import server_of
from bot.ui.pages.sundays import PAGE, ask_page, beginning, sunday_wall_page


async def ask(request: Request) -> Reply:
    """Say what it is to who has not begun that of the last Sunday; others go on with it."""
    if await request.app.sundays.has_begun(request.user, server_of(request.interaction)):
        return await play(request)
    return Reply(ask_page(request.say), about="sunday")


@on("playsunday", page=PAGE, concerns_game=False)
async def play(request: Request) -> Reply:
    """The game of the last Sunday, from its page or from its public message."""
    interaction, language = request.interaction, await language_here(request)
    server, channel = server_of(interaction), interaction.channel_id or 0
    row, match = await request.app.sundays.open(request.user, server, channel, language)
    match = await request.app.rival_moves.awaited(match)
    note = beginning(request.say, row) if not match.plies else ""
    return Reply(await current_turn(request, match, note, is_named=bool(note)), about=match.id)


@on("wallbefore", page=PAGE, concerns_game=False)
async def wall_before(click: Click) -> Reply:
    """The last wall of Sunday quilts in the server before the one of the message."""
    wall = await click.app.sundays.wall_before(server_of(click.interaction), click.custom_id.subject)
    return Reply(sunday_wall_page(click.say, wall, click.user), about=("sunday wall", wall.row.guild_id))
