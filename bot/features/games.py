"""The list of a user's games."""

from bot.features.dispatch import Click, Page, Reply, Request, command, on
from bot.features.shared.pick_game import game_of
from bot.features.turn_pages import current_turn
from bot.ui.pages.games import LISTED, games_page, most_urgent_first


@command("games")
async def games(request: Request) -> Reply:
    """List the user's running games."""
    say, matches, user = request.say, request.app.matches, request.user
    rows = most_urgent_first(await matches.running_of(user), user)
    if not rows:
        challenges = await request.app.challenges.concerning(user)
        return Reply(Page((say("games.only_challenges" if challenges else "games.none", count=challenges),)))
    boards, moves = await matches.boards_of(rows[:LISTED]), await matches.moves_of(rows[:LISTED])
    return Reply(games_page(say, rows, boards, moves, user, request.app.names.of))


@on("open", page="games", concerns_game=False)
async def open_private(click: Click) -> Reply:
    """Go on with one of the user's private games."""
    match = await game_of(click, click.number)
    return Reply(await current_turn(click, match), about=match.id)
