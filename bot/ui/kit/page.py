"""Pages: what a message holds, as plain values that become a Discord layout only when they are sent."""

from __future__ import annotations

import io
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, Literal, TypeVar

import discord
from discord import ui

from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.pictures import Drawing
from bot.ui.kit.texts import Emoji, Say

T = TypeVar("T")

LOG = logging.getLogger(__name__)

Style = Literal["plain", "forward", "yes", "danger"]
"""The colour of a button: grey; blurple for the way forward; green for what is agreed or sewn; red for what ends."""

_STYLES: dict[Style, discord.ButtonStyle] = {
    "plain": discord.ButtonStyle.secondary,
    "forward": discord.ButtonStyle.primary,
    "yes": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}

LONGEST_ALT, LONGEST_LABEL, LONGEST_OPTION, LONGEST_PLACEHOLDER = 1024, 80, 100, 150
"""How many characters Discord takes in an alt text, on a button, on a line of a select, and on the select itself."""

IN_A_ROW = 5
"""As many buttons as Discord puts beside each other."""

LONGEST_FORM_TEXT, LONGEST_TYPED = 45, 60
"""How many characters Discord takes in the title and the labels of a form, and we in what is typed there."""

NO_MENTIONS = discord.AllowedMentions.none()


def cut(text: str, most: int) -> str:
    """A text of at most so many characters: the last sentence that does not fit goes, or else the last word."""
    if len(text) <= most:
        return text
    kept = text[: most - 1]
    end = max((kept.rfind(stop) + len(stop) for stop in (". ", "! ", "? ", "。") if stop in kept), default=0)
    if end <= most // 2:
        end = kept.rfind(" ") if " " in kept[most // 2 :] else len(kept)
    return f"{kept[:end].rstrip()}…"


def mentioning(user: int | None) -> discord.AllowedMentions:
    """A mention that reaches one user, or nobody."""
    users = [discord.Object(user)] if user else []
    return discord.AllowedMentions(everyone=False, roles=False, users=users, replied_user=False)


@dataclass(frozen=True, slots=True)
class Button:
    """A button: its words, its id, its colour, and an emoji before its words."""

    label: str
    custom_id: CustomId
    enabled: bool = True
    style: Style = "plain"
    emoji: Emoji | None = None


def button(say: Say, here: CustomId, name: str, control: str = "", style: Style = "plain") -> Button:
    """A button of a page with the words called ``button.<name>``; its control has the same name if none is given."""
    return Button(say(f"button.{name}"), here.press(control or name), style=style)


@dataclass(frozen=True, slots=True)
class Option:
    """One line of a select."""

    label: str
    value: str
    description: str | None = None
    chosen: bool = False
    emoji: Emoji | None = None


@dataclass(frozen=True, slots=True)
class Select:
    """A select of 1 to 25 options: its words and its id."""

    placeholder: str
    custom_id: CustomId
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class People:
    """A select of one person, as Discord offers them: its words and its id."""

    placeholder: str
    custom_id: CustomId


@dataclass(frozen=True, slots=True)
class Field:
    """A line of a form to be typed: what it asks for, how that is written, and what stands there already."""

    label: str
    hint: str
    typed: str = ""


@dataclass(frozen=True, slots=True)
class Form:
    """A form of 1 to 5 fields: its title and its id. Its texts come as the values of a click, in the same order."""

    title: str
    custom_id: CustomId
    fields: tuple[Field, ...]

    def modal(self) -> ui.Modal:
        """A new modal of it. Always new, and stopped, as views are."""
        modal = ui.Modal(title=cut(self.title, LONGEST_FORM_TEXT), custom_id=f"f{self.custom_id}")
        for number, field in enumerate(self.fields):
            typing: ui.TextInput[Any] = ui.TextInput(
                custom_id=str(number), default=field.typed or None, required=False, max_length=LONGEST_TYPED
            )
            label, hint = cut(field.label, LONGEST_FORM_TEXT), cut(field.hint, LONGEST_OPTION)
            modal.add_item(ui.Label(text=label, description=hint, component=typing))
        modal.stop()
        return modal


@dataclass(frozen=True, slots=True)
class Image:
    """A picture, which is drawn when its page is sent, and its alt text, which is cut to what Discord takes.

    If it has no ``name``, it gets one from what it shows, so that nobody takes an old picture of a message for the new
    one, be it Discord or a cache. A ``spoiler`` is hidden until somebody wants to see it.
    """

    drawing: Drawing
    alt: str
    name: str = ""
    spoiler: bool = False

    @property
    def file_name(self) -> str:
        """The name of its file."""
        return self.name or f"table-{hash(self.drawing) & 0xFFFFFF:06x}.png"

    @property
    def description(self) -> str:
        """The alt text as it is sent."""
        return cut(self.alt, LONGEST_ALT)


@dataclass(frozen=True, slots=True)
class Kept:
    """A file that a message has: named among the attachments of an edit, it stays there, with this alt text."""

    id: int
    filename: str
    description: str

    def to_dict(self) -> dict[str, object]:
        """Name it as an edit does, for which discord.py asks each attachment."""
        return {"id": self.id, "filename": self.filename, "description": self.description}


@dataclass(frozen=True, slots=True)
class Download:
    """A file to download."""

    name: str
    data: bytes


Row = tuple[Button, ...] | Select | People


@dataclass(frozen=True, slots=True)
class Page:
    """A message: texts above the picture, the picture, texts below it, a file, rows of controls, the ``last`` texts.

    ``accent`` is the colour of its bar, as 0xRRGGBB; None for no colour. Decoration only. ``notification`` is what a
    message that mentions somebody says in plain words, above its picture and its controls, before it becomes this page:
    a phone shows nothing else.
    """

    above: tuple[str, ...] = ()
    picture: Image | None = None
    below: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    accent: int | None = None
    file: Download | None = None
    notification: str = ""
    last: tuple[str, ...] = ()

    @property
    def is_animated(self) -> bool:
        """Whether its picture is an animation, which takes long to draw and to upload."""
        return self.picture is not None and self.picture.drawing.is_animated

    def noted(self, note: str) -> Page:
        """The same page with one more line on top."""
        return replace(self, above=(note, *self.above)) if note else self

    def without_emoji(self) -> Page:
        """The same page with words alone on its controls. Emoji in texts may stay: Discord shows one that is gone."""
        rows: list[Row] = []
        for row in self.rows:
            if isinstance(row, Select):
                rows.append(replace(row, options=tuple(replace(option, emoji=None) for option in row.options)))
            else:
                rows.append(row if isinstance(row, People) else tuple(replace(each, emoji=None) for each in row))
        return replace(self, rows=tuple(rows))

    def view(self) -> ui.LayoutView:
        """A new layout of it. Always new, without timeout, and stopped: discord.py keeps nothing of it."""
        container: ui.Container[Any] = ui.Container(accent_colour=self.accent)
        for text in self.above:
            container.add_item(ui.TextDisplay(text))
        if self.picture:
            gallery: ui.MediaGallery[Any] = ui.MediaGallery()
            media = f"attachment://{self.picture.file_name}"
            gallery.add_item(media=media, description=self.picture.description, spoiler=self.picture.spoiler)
            container.add_item(gallery)
        for text in self.below:
            container.add_item(ui.TextDisplay(text))
        if self.file:
            container.add_item(ui.File(f"attachment://{self.file.name}"))
        for row in one_row_of_few(self.rows):
            container.add_item(_action_row(row))
        for text in self.last:
            container.add_item(ui.TextDisplay(text))
        view = ui.LayoutView(timeout=None)
        view.add_item(container)
        view.stop()
        return view

    def notification_view(self) -> ui.View:
        """Its controls alone, below the words of its ``notification``. New and without timeout, as `view`."""
        view = ui.View(timeout=None)
        for number, row in enumerate(one_row_of_few(self.rows)):
            for item in _action_row(row).children:
                item.row = number
                view.add_item(item)
        view.stop()
        return view

    def files(self, picture: bytes = b"") -> list[discord.File]:
        """The picture, as it was drawn, and the file to upload, if any: always new, as a file can be read once."""
        files: list[discord.File] = []
        if self.picture:
            files.append(
                discord.File(io.BytesIO(picture), self.picture.file_name, description=self.picture.description)
            )
        if self.file:
            files.append(discord.File(io.BytesIO(self.file.data), self.file.name))
        return files


def pictures_of(message: discord.Message) -> dict[str, int | None]:
    """The pictures of a message by their names, with the ids of their attachments as far as Discord tells them.

    It does not list those that a component shows.
    """
    shown = {
        item.media.url.partition("?")[0].rpartition("/")[2]: item.media.attachment_id
        for item in _gallery_items(message.components)
        if not item.media.url.startswith("attachment:")
    }
    return {**shown, **{each.filename: each.id for each in message.attachments}}


def _gallery_items(components: Iterable[Any]) -> Iterator[discord.MediaGalleryItem]:
    for component in components:
        yield from getattr(component, "items", ())
        yield from _gallery_items(getattr(component, "children", ()))


def one_row_of_few(rows: Iterable[Row]) -> Iterator[Row]:
    """Put the buttons of neighbouring rows into one if that holds them all: each row makes a page taller."""
    for is_buttons, some in groupby(rows, lambda row: isinstance(row, tuple)):
        together = tuple(some)
        joined = tuple(each for row in together if isinstance(row, tuple) for each in row)
        yield from (joined,) if is_buttons and len(joined) <= IN_A_ROW else together


async def with_emoji_or_without(send: Callable[[Page], Awaitable[T]], page: Page) -> T:
    """Send a page; if Discord refuses an emoji on a control, which somebody may have deleted, send it without any."""
    try:
        return await send(page)
    except discord.HTTPException as error:
        if error.status != 400 or "emoji" not in error.text.lower():
            raise
        LOG.warning("a page is sent again without emoji: %s", error)
        return await send(page.without_emoji())


def _action_row(row: Row) -> ui.ActionRow[Any]:
    if isinstance(row, tuple):
        return ui.ActionRow(*map(_button, row))
    placeholder = cut(row.placeholder, LONGEST_PLACEHOLDER)
    if isinstance(row, People):
        return ui.ActionRow(ui.UserSelect(placeholder=placeholder, custom_id=f"u{row.custom_id}"))
    options = [
        discord.SelectOption(
            label=cut(option.label, LONGEST_OPTION),
            value=option.value,
            description=option.description and cut(option.description, LONGEST_OPTION),
            emoji=_emoji(option.emoji),
            default=option.chosen,
        )
        for option in row.options
    ]
    return ui.ActionRow(ui.Select(placeholder=placeholder, options=options, custom_id=f"s{row.custom_id}"))


def _button(button: Button) -> ui.Button[Any]:
    return ui.Button(
        label=cut(button.label, LONGEST_LABEL),
        style=_STYLES[button.style],
        disabled=not button.enabled,
        custom_id=f"q{button.custom_id}",
        emoji=_emoji(button.emoji),
    )


def _emoji(emoji: Emoji | None) -> discord.PartialEmoji | None:
    return discord.PartialEmoji(name=emoji.name, id=emoji.id) if emoji and emoji.id else None
