"""What the bot says, as those who use it read it there: with links to its commands, once Discord has numbered them."""

from bot.ui.kit.pictures import WAITING_SECONDS
from bot.ui.kit.reply import ANSWER_SECONDS
from bot.ui.kit.texts import speaker
from tests.wire.bodies import text_of
from tests.wire.world import Interaction, World

REFUSED = ("refusal.stale", "refusal.ended", "failure", "failure.away", "failure.slow", "failure.old_button")
"""The texts after which a click has changed nothing, as far as the bot knows."""

TOO_SLOW = {
    "failure.slow": ANSWER_SECONDS,
    "failure.slow.command": ANSWER_SECONDS,
    "animation.late": WAITING_SECONDS,
}
"""The texts by which the bot says that it was too slow, and after how many seconds by the machine's clock."""

OTHERS = 0.2
"""The least part of those seconds for which it must have waited for a processor, if others made it too slow."""


def was_told(world: World, click: Interaction, *names: str) -> bool:
    """Whether somebody was told one of some texts, in the answer or in what followed it.

    Until the bot has heard of the numbers of its commands and emoji, it says the same without them.
    """
    commands = {command["name"]: int(command["id"]) for command in world.commands}
    numbered = speaker("en", commands, {emoji.name: emoji.id for emoji in world.emoji.values()})
    read = "\n".join([click.told, *(text_of(message.body) for message in click.follow_ups)])
    return any(text in read for name in names for text in (numbered(name), speaker("en")(name)))


def was_slow(world: World, click: Interaction) -> bool:
    """Whether somebody was told that the bot was too slow, and it was so by itself.

    It goes by the machine's clock, and so gives up early where others keep it from running.
    """
    return any(was_told(world, click, name) and click.starved < OTHERS * limit for name, limit in TOO_SLOW.items())
