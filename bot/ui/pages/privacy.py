"""What is stored about a user, and what they may do about it."""

from bot.matches.privacy import Copy, Forgotten
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Download, Page, button
from bot.ui.kit.texts import Say
from bot.ui.pages.way_home import way_home

_HERE = CustomId(0, 0, "privacy")


def privacy_page(say: Say) -> Page:
    """Show what is stored, in a few lines, and the two ways to deal with it."""
    ways = (button(say, _HERE, "export"), button(say, _HERE, "forgetpage"), way_home(say))
    return Page((say("privacy.text"),), rows=(ways,))


def export_page(say: Say, user: int, copy: Copy) -> Page:
    """All that is stored, as a file; or one of several, and the way to the next."""
    buttons = [button(say, _HERE, "back", "privacy"), button(say, _HERE, "forgetpage")]
    told = [say("privacy.exported")]
    if copy.following:
        following = CustomId(copy.following, 0, "privacy")
        buttons.insert(0, button(say, following, "nextfile", "export", "forward"))
        told.append(say("privacy.part"))
    return Page(("\n".join(told),), rows=(tuple(buttons),), file=Download(f"{user}.zip", copy.data))


def forget_page(say: Say) -> Page:
    """The question before somebody is forgotten."""
    buttons = (button(say, _HERE, "back", "privacy"), button(say, _HERE, "forget", style="danger"))
    return Page((say("privacy.ask"),), rows=(buttons,))


def forgotten_page(say: Say, forgotten: Forgotten) -> Page:
    """That somebody is forgotten."""
    resigned = [say("privacy.resigned", count=len(forgotten.resigned))] if forgotten.resigned else []
    return Page(("\n".join((say("privacy.forgotten"), *resigned)),))
