"""What two presses of a button show: who hears them, how they can be answered, and what belongs to them afterwards."""

import asyncio
import time
from dataclasses import dataclass
from functools import partial
from typing import Any

import discord
from discord import ui

from bot.ui.kit.failure import code_of
from bot.ui.kit.interaction import Interaction
from bot.ui.kit.texts import url_of
from tools.probe import calls
from tools.probe.pictures import picture
from tools.probe.rows import ANSWERED, PRESSED, PRESSED_AGAIN
from tools.probe.sessions import SESSIONS, Presses
from tools.probe.stage import PRESS, PRESS_AGAIN, STAYS, Stage, file, new_id, page, shown, words

FOLLOW_UPS = 32
"""How many messages follow the second press: a few more than Discord is said to take in a minute."""

_TOO_LATE, ANSWERED_BEFORE = 10062, 40060

ANSWERED_BY_ANOTHER = "another program with this token has answered the press: stop it, or update it, and try again"
NOBODY_PRESSED = "nobody pressed the button"


@dataclass(frozen=True, slots=True)
class Kept:
    """A private message that stands until the end of a long run, the press that it follows, and when that came, by
    time.monotonic.
    """

    press: Interaction
    at: float
    message: discord.WebhookMessage


async def ask(stage: Stage, presses: Presses, guild: int, *, long: bool) -> Kept | None:
    """Note the rows that need presses. In a ``long`` run, returns what is edited much later."""
    first = new_id("board")
    board = await stage.post(view=page(words(PRESS), "red", button=first), files=[file(picture(0), "red")])
    stage.tell(f"Please press the button in {url_of(guild, stage.channel.id, board.id)} (the first of two presses).")
    press = await presses.next(first, stage.patience.press)
    at = time.monotonic()
    if press is None:
        stage.leave((*PRESSED, *ANSWERED, *PRESSED_AGAIN), NOBODY_PRESSED)
        return None
    second = new_id("page")
    found: list[discord.WebhookMessage] = []
    await stage.try_out(("deferred",), lambda: _deferred(stage, press, second, found))
    await stage.try_out(("sessions",), lambda: _heard(stage, presses, press))
    if found:
        await _on_the_board(stage, press, board)
        await _on_the_page(stage, presses, found[0], second)
    stage.leave((*ANSWERED, *PRESSED_AGAIN), "not asked: see above")
    await calls.ask(stage, press.user.id)
    if not long or not found:
        return None
    return Kept(press, at, await _follow(stage, press, words(STAYS)))


async def _deferred(stage: Stage, press: Interaction, second: str, found: list[discord.WebhookMessage]) -> None:
    """Acknowledge the first press, and let a private page follow."""
    try:
        await press.response.defer()
    except discord.HTTPException as error:
        if code_of(error) != ANSWERED_BEFORE:
            raise
        stage.leave((*ANSWERED, *PRESSED_AGAIN), ANSWERED_BY_ANOTHER)
        return
    view = page(words(PRESS_AGAIN), "red", button=second)
    message = await _follow(stage, press, view=view, files=[file(picture(0), "red")])
    is_new = message.flags.ephemeral and press.message is not None and message.id != press.message.id
    stage.note("deferred", is_new, "a private message followed" if is_new else "what followed is not a private message")
    found.append(message)


async def _heard(stage: Stage, presses: Presses, press: Interaction) -> None:
    """Tell whether both connections have heard the first press."""
    await asyncio.sleep(stage.patience.hearing)
    text_only = presses.heard[press.id] == SESSIONS
    stage.note("sessions", text_only, "both heard it" if text_only else "only one of them heard it")


async def _on_the_board(stage: Stage, press: Interaction, board: discord.Message) -> None:
    async def edit() -> None:
        edited = await press.edit_original_response(view=page(words(), "blue"), attachments=[file(picture(1), "blue")])
        is_board = edited.id == board.id
        stage.note("original_edit", is_board, "the message was edited" if is_board else "another message was edited")

    async def delete() -> None:
        await press.delete_original_response()
        try:
            await board.edit(view=page(words()), attachments=[])
        except discord.NotFound:
            is_gone = True
        else:
            is_gone = False
        if is_gone:
            stage.made.forget(board.id)
        stage.note("original_delete", is_gone, "the message is gone" if is_gone else "the message is still there")

    await stage.try_out(("original_edit",), edit)
    await stage.try_out(("original_delete",), delete)


async def _on_the_page(stage: Stage, presses: Presses, message: discord.WebhookMessage, custom_id: str) -> None:
    """Ask for the second press, and for another one if Discord no longer took the answer to that."""
    stage.tell("Now press the button in the private message that has just come (the second press).")
    pause = stage.patience.answer
    while press := await presses.next(custom_id, stage.patience.press):
        stage.note("newest", *_newest(presses.newest.get(press.id), message.id))
        await stage.try_out(("in_time", "type_7"), partial(_answer, stage, press, custom_id, pause))
        if "type_7" in stage.seen or not pause:
            break
        stage.tell("That answer came too late for Discord: please press it once more.")
        pause = 0.0
    if press is None:
        stage.leave(PRESSED_AGAIN, NOBODY_PRESSED)
        return
    await stage.try_out(("follow_ups",), lambda: _follow_ups(stage, press))
    await stage.try_out(("private_delete",), lambda: _deleted(stage, press, message))


def _newest(newest: int | None, private: int) -> tuple[bool | None, str]:
    """Find what a press on a private message shows by the message that it calls the newest of its channel."""
    if newest is None:
        return False, "the press does not say it"
    if newest > private:
        return None, "somebody else has written in the channel"
    return newest < private, "it is a public one" if newest < private else "it is the private one"


async def _answer(stage: Stage, press: Interaction, custom_id: str, pause: float) -> None:
    """Show a new picture in place of the old one, so many seconds after the press."""
    await asyncio.sleep(pause)
    view = page(words(PRESS_AGAIN), "blue", button=custom_id)
    try:
        await press.response.edit_message(view=view, attachments=[file(picture(1), "blue")])
    except discord.HTTPException as error:
        if code_of(error) == _TOO_LATE and pause:
            stage.note("in_time", False, f"after {pause:g} s it was too late")
            return
        if error.status != 400 or code_of(error) == ANSWERED_BEFORE:
            raise
        stage.note("in_time", None, "Discord refuses this answer, however soon it comes")
        await _promise(stage, press, view)
        return
    if pause:
        stage.note("in_time", True, f"{pause:g} s after it arrived here, it was taken")
    before, after = (shown(each) for each in (press.message, await press.original_response()) if each)
    is_new = bool(before and after and before.media.url != after.media.url)
    stage.note("type_7", is_new, "the new one is shown" if is_new else "the old one is still shown")


async def _promise(stage: Stage, press: Interaction, view: ui.LayoutView) -> None:
    """Answer as the bot does when its answer is refused: promise one, and then edit it."""
    await press.response.defer()
    await press.edit_original_response(view=view, attachments=[file(picture(1), "blue")])
    stage.note("type_7", False, "Discord refuses it, but takes the edit of an answer that was promised")


async def _follow_ups(stage: Stage, press: Interaction) -> None:
    sent: list[int] = []
    try:
        await _follow_often(stage, press, sent)
    finally:
        for number in sent:
            await stage.made.take_away(number)


async def _follow_often(stage: Stage, press: Interaction, sent: list[int]) -> None:
    waits, begun = len(stage.traffic.waits), time.monotonic()
    for number in range(1, FOLLOW_UPS + 1):
        sent.append((await _follow(stage, press, words())).id)
        if len(stage.traffic.waits) > waits:
            stage.note("follow_ups", False, f"number {number} had to wait {stage.traffic.waits[-1]:.0f} s")
            return
        await asyncio.sleep(stage.patience.follow_up)
    seconds = time.monotonic() - begun
    stage.note("follow_ups", True, f"{FOLLOW_UPS} in {seconds:.0f} s, and none had to wait")


async def _deleted(stage: Stage, press: Interaction, message: discord.WebhookMessage) -> None:
    await press.delete_original_response()
    stage.made.forget(message.id)
    stage.note("private_delete", True, "it was deleted")


async def _follow(stage: Stage, press: Interaction, text: Any = None, **what: Any) -> discord.WebhookMessage:
    """A private message that follows a press, and is taken away at the end."""
    if text is not None:
        what["content"] = text
    making = press.followup.send(ephemeral=True, wait=True, **what)
    return await stage.made.keep(making, lambda message: lambda: press.followup.delete_message(message.id))
