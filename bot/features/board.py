"""Posting the board again."""

from functools import partial

from bot.features.dispatch import Click, Page, Reply, Request, check_permissions, match_of, on
from bot.features.shared.first_board import first_board, takes_no_posts, why_unshown
from bot.features.shared.pick_game import game_of
from bot.features.turn_pages import current_turn
from bot.matches.match import Match, Refusal
from bot.ui.kit.failure import UNREACHED
from bot.ui.kit.interaction import in_conversation
from bot.ui.pages.refusals import refusal_text


@on("board", page="choose", concerns_game=False)
async def game_chosen(click: Click) -> Reply:
    """The user has chosen which game's board to post."""
    return await _repost(click, await game_of(click, click.number))


@on("board")
async def repost(click: Click) -> Reply:
    """Post the board of the game that a page is about."""
    match = await match_of(click)
    if match.seat_of(click.user) is None:
        raise Refusal("not_playing", match)
    return await _repost(click, match)


async def _repost(request: Request, match: Match) -> Reply:
    """Post the board again: in the game's channel, or here if that is gone or closed to the bot. Only in the game's
    server, where everybody who sees a page is a member.
    """
    interaction = request.interaction
    if match.is_answered:
        return await _brought(request, match)
    if match.place == "private":
        page = await current_turn(request, match, request.say("note.board_private", game=match.id))
        return Reply(page, about=match.id)
    if interaction.guild_id != match.guild_id:
        raise Refusal("other_server", game=match.id)
    await check_permissions(interaction, match.channel_id)
    page = Page((request.say("note.board_coming", game=match.id),))
    return Reply(page, background=partial(_posted, request, match))


async def _brought(request: Request, match: Match) -> Reply:
    """Show the board to everybody where its player is now: from now on the game is played there."""
    channel_id = request.interaction.channel_id
    if not in_conversation(request.interaction) or channel_id is None:
        raise Refusal("elsewhere", match)
    if channel_id != match.channel_id:
        match = await request.app.matches.move_to(match.id, channel_id)
    return await request.app.conversations.board(request, match)


async def _posted(request: Request, match: Match) -> Page:
    app = request.app
    try:
        is_new = await app.boards.repost(match.id)
    except UNREACHED as error:
        if takes_no_posts(error) and request.interaction.channel_id != match.channel_id:
            return await _moved(request, match)
        return Page((await why_unshown(request, match.id, error),))
    match = await app.matches.load(match.id)
    name = "note.board_posted" if is_new else "note.board_fresh"
    return Page((request.say(name, game=match.id, channel=f"<#{match.channel_id}>"),))


async def _moved(request: Request, match: Match) -> Page:
    """Go on with a game in the channel where its player is now, because its own does not take messages any more."""
    try:
        await check_permissions(request.interaction)
    except Refusal as refusal:
        return Page((refusal_text(request.say, refusal),))
    assert request.interaction.channel_id is not None
    match = await request.app.matches.move_to(match.id, request.interaction.channel_id)
    return await first_board(request, match) or Page((request.say("note.board_moved", game=match.id),))
