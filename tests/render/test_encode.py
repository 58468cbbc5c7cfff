"""Pictures as bytes. PNGs are exact, well-formed, and the same picture whichever library deflates it."""

import importlib.util
import io
import random
import struct
import sys
import zlib
from collections.abc import Iterator

import pytest
from PIL import Image, ImageSequence

import render
from render import deflate
from render.theme import THEMES
from tests.render.scenes import SCENES, drawn
from tests.render.themes import every_theme


@pytest.fixture(params=["isal", "zlib"])
def library(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The library that deflates."""
    if request.param == "zlib":
        monkeypatch.setattr(deflate, "LIBRARY", zlib)
        monkeypatch.setattr(deflate, "LEVEL", 3)
    else:
        pytest.importorskip("isal")
        assert deflate.LIBRARY is not zlib
    return str(request.param)


def chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The chunks of a PNG, by name; their lengths and checksums are right, and nothing comes before or after them."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at = 8
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        named, checksum = data[at + 4 : at + 8 + length], data[at + 8 + length : at + 12 + length]
        assert len(named) == 4 + length
        assert struct.pack(">I", zlib.crc32(named)) == checksum
        yield named[:4], named[4:]
        at += 12 + length


def opened(data: bytes) -> Image.Image:
    with Image.open(io.BytesIO(data)) as image:
        image.load()
    return image


@pytest.mark.night
@every_theme
def test_every_scene_reads_back_pixel_for_pixel(library: str, theme: render.Theme) -> None:
    for scene in SCENES:
        picture = drawn(scene, theme)
        assert 3 * max(picture.tobytes()) < len(picture.getpalette() or ()), "a colour that is not in the palette"
        again = opened(render.png(picture))
        assert (again.mode, again.size) == ("P", picture.size)
        assert again.convert("RGB").tobytes() == picture.convert("RGB").tobytes()


@pytest.mark.slow
def test_a_png_has_the_chunks_it_needs_and_no_others(library: str) -> None:
    picture = drawn("table", THEMES["daylight"])
    (head, size), (plte, colours), (idat, pixels), (iend, nothing) = chunks(render.png(picture))
    assert [head, plte, idat, iend] == [b"IHDR", b"PLTE", b"IDAT", b"IEND"]
    assert struct.unpack(">IIBBBBB", size) == (*picture.size, 8, 3, 0, 0, 0)
    assert list(colours) == picture.getpalette()
    assert nothing == b""
    inflate = zlib.decompressobj()
    rows = inflate.decompress(pixels)
    assert inflate.eof
    assert not inflate.unused_data
    across = picture.width + 1
    assert len(rows) == across * picture.height
    assert set(rows[::across]) == {0}  # no row is filtered
    assert b"".join(rows[at + 1 : at + across] for at in range(0, len(rows), across)) == picture.tobytes()


@pytest.mark.parametrize("width", [1, 2, 255])
@pytest.mark.parametrize("height", [1, 2, 300])
def test_a_picture_of_any_size_reads_back(library: str, width: int, height: int) -> None:
    picture = Image.frombytes("P", (width, height), bytes(at * 7 % 251 for at in range(width * height)))
    picture.putpalette([value // 3 for value in range(768)])
    data = render.png(picture)
    assert opened(data).tobytes() == picture.tobytes()
    assert len(list(chunks(data))) == 4


def test_without_isal_zlib_deflates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "isal", None)  # what Python does for a module that is not there
    spec = importlib.util.spec_from_file_location("deflate_without_isal", str(deflate.__file__))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.LIBRARY is zlib
    data = b"thimble" * 1000
    assert zlib.decompress(module.small(data)) == data


def test_what_was_made_small_comes_back(library: str) -> None:
    data = bytes(range(256)) * 99
    assert len(deflate.small(data)) < len(data) / 10
    assert deflate.large(deflate.small(data), len(data)) == data


@pytest.mark.parametrize("used", [255, 256])
def test_an_animation_whose_pictures_use_all_colours_reads_back(used: int) -> None:
    """A part of a GIF that uses every colour has none left that could let the rest show through."""
    random.seed(used)
    pictures = []
    for _ in range(3):
        pictures.append(Image.frombytes("P", (64, 64), bytes(random.randrange(used) for _ in range(64 * 64))))
        pictures[-1].putpalette([value // 3 for value in range(768)])
    pictures.append(pictures[-1].copy())
    pictures[-1].putpixel((5, 60), 7)
    with Image.open(io.BytesIO(render.gif((picture, 50) for picture in pictures))) as animation:
        shown = [frame.convert("RGB").tobytes() for frame in ImageSequence.Iterator(animation)]
        assert animation.info["loop"] == 0, "for ever"
    assert shown == [picture.convert("RGB").tobytes() for picture in pictures]
