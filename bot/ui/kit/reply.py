"""Replies: a page, where it goes, and what to do once it is sent. `respond` answers with one, exactly once."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Protocol

import discord
from discord import ui

from bot.ui.kit.failure import UNREACHED, apologise
from bot.ui.kit.interaction import Interaction
from bot.ui.kit.page import NO_MENTIONS, Page, mentioning
from bot.ui.kit.pictures import Pictures
from bot.ui.kit.tasks import Tasks

LOG = logging.getLogger(__name__)

ANSWER_SECONDS = 2.4
"""How long the work for an answer may take. Discord gives up after 3 seconds."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A page, and whether it replaces the message that was clicked.

    ``public`` makes a new message one that everybody sees and that mentions the user ``ping``; ``posted`` is told its
    id, or None if it was not posted. ``changed`` is the game whose public board must follow, ``background`` what else
    to do once the page is sent.
    """

    page: Page
    in_place: bool = False
    public: bool = False
    ping: int | None = None
    posted: Callable[[int | None], Awaitable[object]] | None = None
    changed: int = 0
    background: Callable[[], Awaitable[object]] | None = None


class Services(Protocol):
    """What `respond` needs of the app."""

    @property
    def pictures(self) -> Pictures:
        """Draws the pages' pictures."""

    @property
    def tasks(self) -> Tasks:
        """Does the work in the background."""

    async def theme_of(self, interaction: Interaction) -> str | None:
        """The theme for pictures in answers to this user."""

    def follow(self, game: int) -> None:
        """Bring a game's public board up to date soon."""


async def respond(
    services: Services, interaction: Interaction, work: Awaitable[Reply], name: str, concerns: int = 0
) -> None:
    """Answer an interaction with the reply that ``work`` returns: once, in time, whatever happens.

    Work that takes too long is not cut off: the user is told so, and its changes are shown all the same. The
    board of the game that it ``concerns`` (0: none) follows even if the work fails half-way. Never raises.
    """
    services.tasks.note_answering()
    working = asyncio.ensure_future(work)
    is_sent = False
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            reply = await asyncio.shield(working)
            view, files = reply.page.view(), reply.page.files(await _drawn(services, interaction, reply.page))
            is_sent = True  # or may have been: from here on we cannot tell
            await _whole(_send(interaction, reply, view, files))
    except TimeoutError:
        LOG.warning("%s took too long", name)
        services.tasks.soon(lambda: _late(working, name))
        await apologise(interaction, "failure.slow")
    except UNREACHED as error:
        LOG.warning("%s could not be answered: %s", name, error)
        await apologise(interaction, "failure")
    except Exception:
        LOG.exception("%s failed", name)
        await apologise(interaction, "failure")
    finally:
        working.add_done_callback(partial(_afterwards, services, interaction, is_sent, concerns))


async def _drawn(services: Services, interaction: Interaction, page: Page) -> bytes:
    if page.picture is None:
        return b""
    return await services.pictures.draw(page.picture.drawing, await services.theme_of(interaction))


async def _whole(sending: Awaitable[None]) -> None:
    """Finish sending even if time runs out: a second answer would be one too many."""
    task = asyncio.ensure_future(sending)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await task


async def _late(working: asyncio.Future[Reply], name: str) -> None:
    """Wait for work that took too long, as its user was told."""
    await asyncio.wait([working])
    if not working.cancelled() and (error := working.exception()):
        LOG.error("%s failed", name, exc_info=error)


async def _send(interaction: Interaction, reply: Reply, view: ui.LayoutView, files: list[discord.File]) -> None:
    """Send a reply: in place of a private message that was clicked, or else as a new message."""
    message = interaction.message
    if reply.in_place or (message and message.flags.ephemeral):
        await interaction.response.edit_message(view=view, attachments=files, allowed_mentions=NO_MENTIONS)
        return
    try:
        sent = await interaction.response.send_message(
            view=view, files=files, allowed_mentions=mentioning(reply.ping), ephemeral=not reply.public
        )
    except discord.HTTPException:
        if reply.posted:
            await reply.posted(None)
        raise
    if reply.posted and sent.message_id is not None:
        await reply.posted(sent.message_id)


def _afterwards(
    services: Services, interaction: Interaction, is_sent: bool, concerns: int, working: asyncio.Future[Reply]
) -> None:
    """Do what a reply leaves to do; if Discord refuses it, tell the user."""
    if working.cancelled() or working.exception():
        if concerns:
            services.follow(concerns)
        return
    reply = working.result()
    if reply.changed:
        services.follow(reply.changed)
    if reply.posted and not is_sent:
        services.tasks.soon(partial(reply.posted, None))
    if reply.background:
        services.tasks.soon(reply.background, lambda: apologise(interaction, "failure.not_posted"))
