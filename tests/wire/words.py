"""What the bot says, as those who use it read it there: with links to its commands, once Discord has numbered them."""

from __future__ import annotations

from bot.ui.kit.texts import say, speaker
from tests.wire.bodies import text_of
from tests.wire.world import Interaction, World

REFUSED = ("refusal.stale", "refusal.ended", "failure", "failure.away", "failure.slow", "failure.old_button")
"""The texts after which a click has changed nothing, as far as the bot knows."""


def was_told(world: World, click: Interaction, *names: str) -> bool:
    """Whether somebody was told one of some texts, in the answer or in what followed it.

    Until the bot has heard of the numbers of its commands and emoji, it says the same without them.
    """
    commands = {command["name"]: int(command["id"]) for command in world.commands}
    numbered = speaker("en", commands, {emoji.name: emoji.id for emoji in world.emoji.values()})
    read = "\n".join([click.told, *(text_of(message.body) for message in click.follow_ups)])
    return any(text in read for name in names for text in (numbered(name), say("en", name)))
