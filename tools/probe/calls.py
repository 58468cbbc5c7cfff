"""Calls: messages of plain words that mention somebody, and then become pages."""

import discord

from bot.ui.kit.page import mentioning
from bot.ui.kit.texts import mention
from tools.probe.pictures import picture
from tools.probe.stage import Stage, buttons, file, new_id, page, words


async def ask(stage: Stage, user: int) -> None:
    """Note the rows about calls: ``user`` is called, who has pressed a button just before."""
    await stage.try_out(("plain_call", "mention_kept"), lambda: _plain(stage, user))
    await stage.try_out(("whole_call",), lambda: _whole(stage, user))


async def _plain(stage: Stage, user: int) -> None:
    call = words(f"{mention(user)}, I am trying out a mention. It goes away by itself.")
    message = await stage.post(call, allowed_mentions=mentioning(user))
    edited = await _dressed(message, call, user)
    is_page = edited.flags.components_v2 and not edited.content
    stage.note("plain_call", is_page, "it became one" if is_page else "its words stay")
    is_marked = any(each.id == user for each in edited.mentions)
    stage.note("mention_kept", is_marked, "it marks you" if is_marked else "it marks nobody any more")


async def _whole(stage: Stage, user: int) -> None:
    call = words(f"{mention(user)}, I am trying out a mention. It goes away by itself.")
    message = await stage.post(
        call, view=buttons(new_id("whole")), files=[file(picture(0), "red")], allowed_mentions=mentioning(user)
    )
    edited = await _dressed(message, call, user)
    is_page = edited.flags.components_v2 and not edited.content
    stage.note("whole_call", is_page, "it became one" if is_page else "its words stay")


async def _dressed(message: discord.Message, call: str, user: int) -> discord.Message:
    """A call, edited into a page with a picture that names the same user."""
    view = page(call, "blue", button=new_id("page"))
    return await message.edit(
        content=None, view=view, attachments=[file(picture(1), "blue")], allowed_mentions=mentioning(user)
    )
