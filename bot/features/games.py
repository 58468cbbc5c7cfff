"""The list of a user's games, and the way from there to each of them."""

from discord import app_commands

from bot.features import replay
from bot.features.dispatch import Click, Reply, Request, command, on
from bot.features.shared.pick_game import all_games
from bot.features.turn_pages import current_turn
from bot.ui.kit.interaction import in_conversation
from bot.ui.pages.games import LISTED, games_page, most_urgent_first, no_games_page
from bot.ui.pages.way_home import PAGE
from bot.ui.words.options import described


@command("games")
@app_commands.describe(game=described("game"))
@app_commands.autocomplete(game=all_games)
async def slash(request: Request, game: int | None = None) -> Reply:
    """List the user's running games, or open one that is named."""
    return await (show(request) if game is None else _opened(request, game))


@on("games", page=PAGE, concerns_game=False)
async def show(request: Request) -> Reply:
    """List the user's running games."""
    say, matches, user = request.say, request.app.matches, request.user
    rows = most_urgent_first(await matches.running_of(user), user)
    if not rows:
        challenges = await request.app.challenges.concerning(user)
        return Reply(no_games_page(say, challenges, in_conversation=in_conversation(request.interaction)))
    boards, moves = await matches.boards_of(rows[:LISTED]), await matches.moves_of(rows[:LISTED])
    return Reply(games_page(say, rows, boards, moves, user, request.app.names.of))


@on("open", page="games", concerns_game=False)
async def open_chosen(click: Click) -> Reply:
    """Go on with one of the user's games."""
    return await _opened(click, click.number)


async def _opened(request: Request, number: int) -> Reply:
    """Show a game of the user's as it stands for them; of any other that they may see, its replay."""
    match = await request.app.matches.load(number)
    if match.seat_of(request.user) is None:
        return await replay.show(request, number)
    return Reply(await current_turn(request, match), about=match.id)
