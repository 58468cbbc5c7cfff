"""What this bot is."""

from collections.abc import Mapping

from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Page, button
from bot.ui.kit.texts import Say, notes


def about_page(say: Say, version: str, links: Mapping[str, str]) -> Page:
    """The version and what this bot is, with links: addresses by what they lead to, as in `bot.config.LINKS`."""
    addresses = [f"[{say(f'about.link.{name}')}]({address})" for name, address in links.items()]
    rows = ((button(say, CustomId(0, 0, "help"), "help"),),)
    return Page((say("about.text", version=version), notes(say, *addresses), say("help.disclaimer")), rows=rows)
