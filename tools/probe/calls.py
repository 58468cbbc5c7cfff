"""Calls: messages of plain words that mention somebody, and then become pages."""

from collections.abc import Awaitable, Callable

import discord

from bot.ui.kit.page import Kept, mentioning, pictures_of
from bot.ui.kit.texts import mention
from tools.probe.pictures import picture
from tools.probe.stage import PICTURE, Stage, buttons, file, new_id, page, words

CALL = "{}, I am trying out a mention. It goes away by itself."


async def ask(stage: Stage, user: int) -> None:
    """Note the rows about calls: ``user`` is called, who has pressed a button just before."""
    await stage.try_out(("plain_call", "mention_kept"), lambda: _plain(stage, user))
    await stage.try_out(("whole_call",), lambda: _whole(stage, user))
    await stage.try_out(("picture_kept",), lambda: _kept(stage, user))


async def _plain(stage: Stage, user: int) -> None:
    call = words(CALL.format(mention(user)))
    message = await stage.post(call, allowed_mentions=mentioning(user))
    edited = await _dressed(message, call, user)
    is_page = edited.flags.components_v2 and not edited.content
    stage.note("plain_call", is_page, "it became one" if is_page else "its words stay")
    is_marked = any(each.id == user for each in edited.mentions)
    stage.note("mention_kept", is_marked, "it marks you" if is_marked else "it marks nobody any more")


async def _whole(stage: Stage, user: int) -> None:
    call = words(CALL.format(mention(user)))
    edited = await _dressed(await _posted(stage, call, user), call, user)
    is_page = edited.flags.components_v2 and not edited.content
    stage.note("whole_call", is_page, "it became one" if is_page else "its words stay")


async def _kept(stage: Stage, user: int) -> None:
    """Note what becomes of a picture of a call that is kept, and then of a page."""
    call = words(CALL.format(mention(user)))
    message = await _posted(stage, call, user)
    for what in ("a call", "a page"):
        number = pictures_of(message).get(PICTURE)
        if number is None:
            stage.note("picture_kept", None, f"Discord does not say which picture {what} has")
            return
        message = await _dressed(message, call, user, Kept(number, PICTURE, "red"))
        if PICTURE not in pictures_of(message):
            stage.note("picture_kept", False, f"{what} has lost it")
            return
    stage.note("picture_kept", True, "it is there")


async def _posted(stage: Stage, call: str, user: int) -> discord.Message:
    files = [file(picture(0), "red")]
    return await stage.post(call, view=buttons(new_id("whole")), files=files, allowed_mentions=mentioning(user))


async def _dressed(message: discord.Message, call: str, user: int, kept: Kept | None = None) -> discord.Message:
    """A call, edited into a page that names the same user: with another picture, or with the one that is kept."""
    view, files = page(call, "blue", button=new_id("page")), [kept or file(picture(1), "blue")]
    edit: Callable[..., Awaitable[discord.Message]] = message.edit
    return await edit(content=None, view=view, attachments=files, allowed_mentions=mentioning(user))
