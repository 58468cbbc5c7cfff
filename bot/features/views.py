"""Looking at a match: where both stand, the quilts, the ring, the text board. These work on outdated messages too."""

from __future__ import annotations

from bot.features.dispatch import Click, match_of, on
from bot.ui.kit.reply import Reply
from bot.ui.pages.leaves import leaf_after
from bot.ui.pages.textboard import patches_page, text_page
from bot.ui.pages.views import more_page, quilt_page, ring_page


@on("more")
async def more(click: Click) -> Reply:
    """Where both players stand, and what else there is to see and do."""
    return Reply(more_page(click.say, await match_of(click), click.user))


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
    """The whole position in letters and sentences."""
    return Reply(text_page(click.say, await match_of(click), click.user))


@on("patches")
async def patches(click: Click) -> Reply:
    """All patches of the ring in words."""
    return Reply(patches_page(click.say, await match_of(click), click.user))


@on("previous", "following", page="text")
async def leaf_of_text(click: Click) -> Reply:
    """Another leaf of the text board."""
    return Reply(text_page(click.say, await match_of(click), click.user, leaf_after(click.custom_id)))


@on("previous", "following", page="patches")
async def leaf_of_patches(click: Click) -> Reply:
    """Another leaf of the patches in words."""
    return Reply(patches_page(click.say, await match_of(click), click.user, leaf_after(click.custom_id)))
