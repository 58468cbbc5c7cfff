"""Replies: a page, where it goes, and what to do once it is sent. `respond` answers with one, exactly once.

Why: decision 0016.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol

import discord

from bot.ui.kit.answer import Answer, Line
from bot.ui.kit.failure import UNREACHED, excuse_for, is_over, is_shut_out, report, why_not
from bot.ui.kit.interaction import Interaction
from bot.ui.kit.page import Form, Page
from bot.ui.kit.pictures import Animations, Busy, Pictures, Stopped
from bot.ui.kit.private import PrivatePages, Tokens, delete_page
from bot.ui.kit.tasks import Tasks

LOG = logging.getLogger(__name__)

ANSWER_SECONDS = 2.4
"""How long the work for an answer may take. Discord gives up after 3 seconds."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A page, and whether it replaces the message that was clicked.

    ``public`` makes a new message one that everybody sees; it notifies nobody but the user ``ping``, in plain words.
    ``background`` is what to do once the page is sent: a page that it returns is shown to the user instead, and if
    Discord refuses what it does, the user is told why. A private page takes away the one before it that is ``about``
    the same: by default, about the game that the click concerns. A ``form`` is asked in place of an answer; what is
    typed there comes as another click.
    """

    page: Page = field(default_factory=Page)
    in_place: bool = False
    public: bool = False
    ping: int | None = None
    background: Callable[[], Awaitable[object]] | None = None
    about: Hashable = 0
    form: Form | None = None


class Themes(Protocol):
    """Knows in which theme somebody wants to see pictures."""

    async def theme(self, guild_id: int | None, user: int) -> str | None:
        """The theme of a user in a server; None for the usual one."""


class Services(Protocol):
    """What `respond` needs of the app."""

    @property
    def pictures(self) -> Pictures:
        """Draws the pages' pictures."""

    @property
    def animations(self) -> Animations:
        """Draws those that move."""

    @property
    def line(self) -> Line:
        """Knows how fast the line to Discord is."""

    @property
    def private(self) -> PrivatePages:
        """Knows the private pages that can still be reached."""

    @property
    def tasks(self) -> Tasks:
        """Does the work in the background."""

    @property
    def preferences(self) -> Themes:
        """Knows the themes for pictures."""


async def respond(
    services: Services,
    interaction: Interaction,
    work: Awaitable[Reply],
    name: str,
    concerns: int = 0,
    tokens: Tokens | None = None,
) -> None:
    """Answer an interaction with the reply that ``work`` returns: once, in time, whatever happens.

    Work that takes too long is not cut off: the user is told so, and what it leaves to do is done all the same. A page
    with an animation is shown later, when that is drawn. The work ``concerns`` a game (0: none). ``tokens`` keep the
    token of a click for what was clicked, if that is possible. Never raises.
    """
    with services.tasks.answering():
        await _respond(services, interaction, work, name, concerns, tokens)


async def _respond(
    services: Services,
    interaction: Interaction,
    work: Awaitable[Reply],
    name: str,
    concerns: int,
    tokens: Tokens | None,
) -> None:
    answer, working = Answer(interaction), asyncio.ensure_future(work)
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            reply = await asyncio.shield(working)
            kept = None if reply.page.is_animated else tokens
            how: dict[str, Any] = {"in_place": reply.in_place, "public": reply.public, "ping": reply.ping}
            answer = Answer(interaction, **how, tokens=kept, since=answer.since)
            if reply.form:
                await _whole(interaction.response.send_modal(reply.form.modal()))
            elif not reply.page.is_animated:
                picture = await _drawn(services, interaction, reply.page)
                await _whole(answer.send(reply.page, picture, services.line))
                _take_old_away(services, interaction, answer, reply.about or concerns)
        if reply.page.is_animated:
            await _animate(services, interaction, answer, reply.page)
    except TimeoutError:
        LOG.warning("%s took too long", name)
        services.tasks.soon(lambda: _late(working, name))
        is_click = interaction.type is not discord.InteractionType.application_command
        await answer.apologise("failure.slow" if is_click else "failure.slow.command")
    except asyncio.CancelledError:
        if _is_cancelled():
            raise
        LOG.warning("%s waited for what was cut off", name)  # such as work that several wait for
        await answer.apologise("failure")
    except Exception as error:
        report(LOG, error, "%s failed", name)
        if not is_over(error) and not is_shut_out(error):
            await answer.apologise(excuse_for(error))
    finally:
        if working.done():
            _afterwards(services, interaction, answer, working)
        else:
            working.add_done_callback(partial(_afterwards, services, interaction, answer))


def _is_cancelled() -> bool:
    """Tell whether somebody has cancelled the current task itself, and not only what it waits for."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


async def show_later(services: Services, interaction: Interaction, page: Page) -> None:
    """Show another page where the private answer to an interaction stands. Raises `UNREACHED` if it cannot."""
    await Answer(interaction).show(page, await _drawn(services, interaction, page))


def _take_old_away(services: Services, interaction: Interaction, answer: Answer, about: Hashable) -> None:
    if answer.private_id:
        for old in services.private.note(answer.private_id, about, interaction):
            services.tasks.soon(partial(delete_page, old))


def take_away(services: Services, user: int, about: Hashable) -> None:
    """Delete a user's private pages about something that is over: in the background, and without a word."""
    for old in services.private.forget(user, about):
        services.tasks.soon(partial(delete_page, old))


async def _drawn(services: Services, interaction: Interaction, page: Page) -> bytes:
    if page.picture is None:
        return b""
    return await services.pictures.draw(page.picture.drawing, await _theme(services, interaction))


async def _theme(services: Services, interaction: Interaction) -> str | None:
    return await services.preferences.theme(interaction.guild_id, interaction.user.id)


async def _animate(services: Services, interaction: Interaction, answer: Answer, page: Page) -> None:
    theme = await _theme(services, interaction)
    assert page.picture is not None
    try:
        async with services.animations.queued(interaction.user.id):
            if clicked := interaction.message:  # from now on it stays: somebody waits for what will stand there
                services.private.note(clicked.id, 0, interaction)
            await answer.put_off()
            await answer.show(page, await services.animations.draw(page.picture.drawing, theme))
    except Busy:
        await answer.apologise("animation.busy")
    except TimeoutError:
        LOG.warning("an animation took too long")
        await answer.apologise("animation.late")
    except Stopped:
        await answer.apologise("animation.stopped")


async def _whole(sending: Awaitable[object]) -> None:
    """Finish sending even if time runs out: a second answer would be one too many."""
    task = asyncio.ensure_future(sending)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await task


async def _late(working: asyncio.Future[Reply], name: str) -> None:
    await asyncio.wait([working])
    if working.cancelled() or not isinstance(error := working.exception(), Exception):
        return
    if isinstance(error, UNREACHED):
        LOG.info("%s came to nothing: %s", name, error)  # that it took too long was told already
    else:
        report(LOG, error, "%s failed", name)


def _afterwards(services: Services, interaction: Interaction, answer: Answer, working: asyncio.Future[Reply]) -> None:
    if working.cancelled() or working.exception():
        return
    if (reply := working.result()).background:
        services.tasks.soon(partial(_in_background, services, interaction, answer, reply.background))


async def _in_background(
    services: Services, interaction: Interaction, answer: Answer, work: Callable[[], Awaitable[object]]
) -> None:
    try:
        page = await work()
    except UNREACHED as error:
        LOG.warning("what an answer promised was not done: %s", error)
        await answer.apologise(why_not(error))
        return
    except Exception as error:
        report(LOG, error, "what an answer promised failed")
        await answer.apologise(excuse_for(error))
        return
    if not isinstance(page, Page):
        return
    try:
        await answer.follow(page, await _drawn(services, interaction, page))
    except UNREACHED as error:
        report(LOG, error, "what became of an answer's promise could not be shown")
        await answer.apologise(excuse_for(error))
