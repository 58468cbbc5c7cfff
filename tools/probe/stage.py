"""The stage of the probe: the channel of the operator's test server, what is made there, and what was seen."""

import io
import secrets
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.config import Config
from bot.operator.run import shortly
from bot.ui.kit.custom_id import PROBE
from bot.ui.kit.failure import UNREACHED
from bot.ui.kit.page import NO_MENTIONS
from tools.probe.made import MARK, Made
from tools.probe.rows import Seen
from tools.probe.traffic import Traffic

PICTURE = "table.png"

_REFUSED = (400, 404)


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds: how long a press is waited for; between two connections; how long the other one may take to hear a
    press; between messages that follow one; until an answer is sent; until a nonce is used again; and how old a press
    and a message become whose edits come late.
    """

    press: float = 180.0
    connection: float = 5.5
    hearing: float = 2.0
    follow_up: float = 0.5
    answer: float = 2.4
    nonce: float = 60.0
    token: float = 14 * 60 + 40.0
    old: float = 61 * 60.0


PATIENCE = Patience()


@dataclass(frozen=True, slots=True)
class Stage:
    """Where the probe tries things out; ``client`` is logged in, and ``tell`` says something to the operator at once.

    ``seen`` are the rows that have been seen so far.
    """

    config: Config
    client: discord.Client
    channel: discord.PartialMessageable
    made: Made
    traffic: Traffic
    patience: Patience
    tell: Callable[[str], None]
    seen: dict[str, Seen]

    def note(self, name: str, holds: bool | None, words: str) -> None:
        """Note what was seen of a row."""
        self.seen[name] = Seen(holds, words)

    async def try_out(self, names: Iterable[str], question: Callable[[], Awaitable[None]]) -> None:
        """Ask a question, which notes some rows. What Discord refuses is otherwise than we believe."""
        missing = [name for name in names if name not in self.seen]
        if self.traffic.is_unwelcome:
            self.leave(missing, "not asked: Discord has refused too much before")
            return
        try:
            await question()
        except UNREACHED as error:
            missing = [name for name in missing if name not in self.seen]
            if getattr(error, "status", 0) in _REFUSED and missing:
                self.note(missing.pop(0), False, f"Discord refuses it ({shortly(error)})")
            self.leave(missing, f"Discord answered: {shortly(error)}")

    def leave(self, names: Iterable[str], words: str) -> None:
        """Say of those rows that have not been seen why they cannot be."""
        for name in names:
            self.seen.setdefault(name, Seen(None, words))

    async def post(self, words: str | None = None, **what: Any) -> discord.Message:
        """Post a message, which is taken away at the end; silently unless something else is said of mentions."""
        options = {"allowed_mentions": NO_MENTIONS, "silent": "allowed_mentions" not in what, **what}
        return await self.made.keep(self.channel.send(words, **options), lambda message: message.delete)


TRYING = "I am trying out what Discord does. This goes away by itself."
STAYS = "I am trying out what Discord does. This stays until I am done, and then goes away by itself."
PRESS = (
    "### I am trying out what Discord does\nPlease press the button, and then one more in the message that follows. "
    "All of this goes away by itself."
)
PRESS_AGAIN = "### One more\nPlease press this button, too."


def words(text: str = TRYING) -> str:
    """A text of the probe, and the mark by which its messages are known."""
    return f"{text}\n{MARK}"


def page(text: str, alt: str = "", name: str = PICTURE, button: str = "") -> ui.LayoutView:
    """A page as the bot makes them: a text, a picture with its alt text, and a button with an id."""
    container: ui.Container[Any] = ui.Container(ui.TextDisplay(text))
    if alt:
        gallery: ui.MediaGallery[Any] = ui.MediaGallery()
        gallery.add_item(media=f"attachment://{name}", description=alt)
        container.add_item(gallery)
    if button:
        container.add_item(ui.ActionRow(_button(button)))
    view = ui.LayoutView(timeout=None)
    view.add_item(container)
    view.stop()
    return view


def buttons(custom_id: str) -> ui.View:
    """A button alone, for a message of plain words."""
    view = ui.View(timeout=None)
    view.add_item(_button(custom_id))
    view.stop()
    return view


def file(data: bytes, alt: str, name: str = PICTURE) -> discord.File:
    """A picture to upload."""
    return discord.File(io.BytesIO(data), name, description=alt)


def new_id(name: str) -> str:
    """The id of a button of the probe. A bot that runs beside it leaves those alone."""
    return f"{PROBE}{name}:{secrets.token_hex(4)}"


def shown(message: discord.Message) -> discord.MediaGalleryItem | None:
    """The picture in the gallery of a page."""
    return next((item for part in _parts(message.components) for item in getattr(part, "items", ())), None)


def _parts(components: Iterable[Any]) -> Iterable[Any]:
    for component in components:
        yield component
        yield from _parts(getattr(component, "children", ()))


def _button(custom_id: str) -> ui.Button[Any]:
    return ui.Button(label="Press me", style=discord.ButtonStyle.primary, custom_id=custom_id)
