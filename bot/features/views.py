"""Looking at a match: where both stand, the quilts, the ring, all of it in words. Outdated messages can do it, too."""

from dataclasses import replace

from bot.features.dispatch import Click, Reply, match_of, on, speaker_for
from bot.features.turn_pages import current_turn, told
from bot.ui.pages.pagination import leaf_after
from bot.ui.pages.textboard import patches_page, text_page
from bot.ui.pages.turn import beside_turn, standing_page
from bot.ui.pages.views import quilt_page, ring_page

BOARDS = "board", "home", "advance"
"""The pages from which somebody takes a turn."""


@on("more")
async def more(click: Click) -> Reply:
    """Show what else there is to see and do: on a board all patches with their prices, elsewhere how both stand. Who
    plays against the Automa is told how it chose.
    """
    match = await match_of(click)
    if click.say.text_only:
        return Reply(await current_turn(click, match))
    has_prices = click.custom_id.kind in BOARDS and not match.outcome and not match.automa
    page = (ring_page if has_prices else standing_page)(click.say, match, click.user)
    return Reply(await told(click, match, page, "record", "stop"))


@on("quilt1", "quilt2")
async def quilt(click: Click) -> Reply:
    """One quilt, enlarged."""
    match = await match_of(click)
    return Reply(quilt_page(click.say, match, int(click.custom_id.control[-1]), click.user))


@on("ring")
async def ring(click: Click) -> Reply:
    """All patches of the ring."""
    return Reply(ring_page(click.say, await match_of(click), click.user))


@on("text")
async def text(click: Click) -> Reply:
    """The game in words, and so are all that follow, until somebody chooses pictures again."""
    match = await match_of(click)
    page = text_page(click.say, match, click.user)
    if not click.say.text_only:
        await click.app.preferences.change(click.user, words=True)
        above = () if click.user == match.mover else page.above  # it is their turn, as stood beside *Words*
        page = replace(page, above=(click.say("note.words"), *above))
    return Reply(await told(click, match, page, *beside_turn(click.say)))


@on("pictures")
async def pictures(click: Click) -> Reply:
    """The game in pictures again."""
    match = await match_of(click)
    await click.app.preferences.change(click.user, words=False)
    seen = replace(click, say=await speaker_for(click.app, click.interaction))
    return Reply(await current_turn(seen, match))


@on("patches")
async def patches(click: Click) -> Reply:
    """All patches of the ring in words."""
    return Reply(patches_page(click.say, await match_of(click), click.user))


@on("previous", "following", page="text")
@on("previous", "following", page="patches")
async def another_leaf(click: Click) -> Reply:
    """Another leaf of the text board, or of the patches in words."""
    page_of = text_page if click.custom_id.kind == "text" else patches_page
    return Reply(page_of(click.say, await match_of(click), click.user, leaf_after(click.custom_id)))
