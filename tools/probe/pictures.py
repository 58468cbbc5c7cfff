"""Pictures: whether a new one is shown, what becomes of its alt text, and whether animations move."""

import io
from collections.abc import Awaitable, Callable

import aiohttp
import discord
from PIL import Image, UnidentifiedImageError

import render
from bot.ui.kit.page import Kept, pictures_of
from tools.probe.stage import PICTURE, Stage, file, page, shown, words

SIZE = (160, 90)

_MOVES = 1 | 1 << 5
"""What the flags of media say of an animation: of a gallery's and of an attachment's."""


def picture(colour: int) -> bytes:
    """A picture of one of a few colours."""
    return render.png(_plain(colour))


async def ask(stage: Stage) -> None:
    """Note the rows about pictures."""
    await stage.try_out(("same_name", "alt_kept"), lambda: _edited(stage))
    await stage.try_out(("alt_editable",), lambda: _described_anew(stage))
    await stage.try_out(("animation",), lambda: _moving(stage))


async def _edited(stage: Stage) -> None:
    old = await stage.post(view=page(words(), "a red picture"), files=[file(picture(0), "a red picture")])
    alt = "a blue picture"
    new = await old.edit(view=page(words(), alt), attachments=[file(picture(1), alt)])
    before, after = shown(old), shown(new)
    if before is None or after is None:
        stage.note("same_name", None, "Discord does not say which picture it shows")
        return
    is_new = _address(before) != _address(after)
    stage.note("same_name", is_new, "it has an address of its own" if is_new else "it has the address of the old one")
    told = after.description
    stage.note("alt_kept", told == alt, "it is there" if told == alt else f"it is {told!r}, not {alt!r}")


async def _described_anew(stage: Stage) -> None:
    message = await stage.post(view=page(words(), "one text"), files=[file(picture(2), "one text")])
    number, alt = pictures_of(message).get(PICTURE), "another text"
    if number is None:
        stage.note("alt_editable", None, "Discord does not say which picture a page has, so none can be kept")
        return
    edit: Callable[..., Awaitable[discord.Message]] = message.edit
    edited = shown(await edit(view=page(words(), alt), attachments=[Kept(number, PICTURE, alt)]))
    told = edited.description if edited else None
    stage.note("alt_editable", told == alt, "it was changed" if told == alt else f"it is still {told!r}")


async def _moving(stage: Stage) -> None:
    name, data = "game.gif", render.gif([(_plain(colour), 500) for colour in range(3)])
    message = await stage.post(view=page(words(), "colours", name), files=[file(data, "colours", name)])
    moves = await _is_moving(message)
    stage.note("animation", moves, "it moves" if moves else "it does not move")


async def _is_moving(message: discord.Message) -> bool:
    """Tell whether Discord shows an animation: it says so, or what it passes on to people is one."""
    item = shown(message)
    if item is None:
        return False
    flags = [item.media.flags.value, *(attachment.flags.value for attachment in message.attachments)]
    if any(value & _MOVES for value in flags):
        return True
    try:
        async with (
            aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(10)) as session,
            session.get(item.media.proxy_url or item.media.url) as response,
        ):
            with Image.open(io.BytesIO(await response.read())) as passed_on:
                return getattr(passed_on, "n_frames", 1) > 1
    except (aiohttp.ClientError, TimeoutError, UnidentifiedImageError):
        return False


def _address(item: discord.MediaGalleryItem) -> str:
    """Find where clients get a picture, without the signature that each answer has anew."""
    return item.media.url.partition("?")[0]


def _plain(colour: int) -> Image.Image:
    image = Image.new("P", SIZE, colour)
    image.putpalette([200, 40, 40, 40, 80, 200, 40, 160, 80, *range(253)])
    return image
