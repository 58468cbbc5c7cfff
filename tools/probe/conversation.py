"""What a conversation shows in which the bot is no member: it can answer there, and perhaps write to somebody."""

import discord

from bot.ui.kit.brand import HOME
from bot.ui.kit.failure import code_of
from bot.ui.kit.interaction import Interaction
from bot.ui.kit.page import mentioning
from bot.ui.kit.texts import mention
from tools.probe.presses import ANSWERED_BEFORE, ANSWERED_BY_ANOTHER, NOBODY_PRESSED
from tools.probe.rows import DIRECT
from tools.probe.sessions import Presses
from tools.probe.stage import Stage, buttons, new_id, words

FIRST = f"Stop the bot. In a conversation with somebody else, in which the bot is no member, type /{HOME}."
SECOND = "Now press the button that has just come, which only you see."
THIRD = "Have the other one press the button that both see: best without the bot among their apps."
FOURTH = "Press the button in the newest message if Discord has told you of it: by a sound, or as unread."


async def ask(stage: Stage, presses: Presses) -> None:
    """Note the rows about conversations, with a command and three presses, one of them by somebody else."""
    stage.tell(FIRST)
    asked = await presses.next(HOME, stage.patience.press)
    if asked:
        await stage.try_out(("direct_message",), lambda: _written(stage, asked))
        await _pressed(stage, presses, asked)
    stage.leave(DIRECT, NOBODY_PRESSED)


async def _pressed(stage: Stage, presses: Presses, asked: Interaction) -> None:
    page_button, seat, call = new_id("page"), new_id("seat"), new_id("call")
    try:
        await _answered(stage, asked, page_button, private=True)
    except discord.HTTPException as error:
        if code_of(error) != ANSWERED_BEFORE:
            raise
        stage.leave(DIRECT, ANSWERED_BY_ANOTHER)
        return
    stage.tell(SECOND)
    if first := await presses.next(page_button, stage.patience.press):
        await stage.try_out(("direct_answer",), lambda: _public(stage, first, seat))
        stage.tell(THIRD)
    if first and (second := await presses.next(seat, stage.patience.press)):
        is_other = second.user.id != first.user.id
        stage.note("direct_join", is_other or None, "they could" if is_other else "you have pressed it yourself")
        await stage.try_out(("direct_mention",), lambda: _called(stage, second, call, first.user.id))
        stage.tell(FOURTH)
        third = await presses.next(call, stage.patience.press)
        if "direct_mention" not in stage.seen:
            stage.note("direct_mention", bool(third) or None, "you were told" if third else "you have not said so")
        if third:
            await stage.try_out(("direct_edit",), lambda: _edited(stage, third))
            await stage.try_out(("direct_follow_up",), lambda: _followed(stage, third))


async def _answered(
    stage: Stage, press: Interaction, button: str, *, private: bool = False, user: int = 0
) -> discord.InteractionMessage:
    """Answer with a message that has a button, and perhaps calls somebody. It is taken away at the end."""
    text = words(f"{mention(user)}, I am trying out a mention." if user else "I am trying out what Discord does.")

    async def making() -> discord.InteractionMessage:
        await press.response.send_message(
            text, view=buttons(button), ephemeral=private, allowed_mentions=mentioning(user or None)
        )
        return await press.original_response()

    return await stage.made.keep(making(), lambda _: press.delete_original_response)


async def _written(stage: Stage, asked: Interaction) -> None:
    channel = await stage.client.create_dm(discord.Object(asked.user.id))
    try:
        await stage.made.keep(channel.send(words()), lambda message: message.delete)
    except discord.Forbidden:
        stage.note("direct_message", False, "Discord lets no message through")
    else:
        stage.note("direct_message", True, "it has arrived")


async def _public(stage: Stage, press: Interaction, button: str) -> None:
    is_private = (await _answered(stage, press, button)).flags.ephemeral
    stage.note("direct_answer", not is_private, "only you see it" if is_private else "both see it")


async def _called(stage: Stage, press: Interaction, button: str, user: int) -> None:
    named = {each.id for each in (await _answered(stage, press, button, user=user)).mentions}
    if user not in named:
        stage.note("direct_mention", False, "it mentions nobody")


async def _edited(stage: Stage, press: Interaction) -> None:
    try:
        await press.response.edit_message(content=words("Edited."), view=None)
    except discord.HTTPException as error:
        if error.status != 400:
            raise
        await press.response.defer()
        stage.note("direct_edit", False, "Discord refuses it")
        return
    is_same = press.message is not None and (await press.original_response()).id == press.message.id
    stage.note("direct_edit", is_same, "it was edited" if is_same else "something else was edited")


async def _followed(stage: Stage, press: Interaction) -> None:
    making = press.followup.send(words(), wait=True)
    message = await stage.made.keep(making, lambda message: lambda: press.followup.delete_message(message.id))
    is_private = message.flags.ephemeral
    stage.note("direct_follow_up", not is_private, "only one of you sees it" if is_private else "both see it")
