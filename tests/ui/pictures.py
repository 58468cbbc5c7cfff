"""Pictures for tests that do not look at them closely: to draw takes far longer than all the rest."""

import io
import threading

import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from bot.ui.kit.pictures import Drawing, Pictures


class Sketches(Pictures):
    """Makes a sketch of whatever is to be drawn, at once."""

    def __init__(self) -> None:
        """No threads: nothing is drawn."""

    async def draw(self, drawing: Drawing, theme: str | None = None) -> bytes:
        return sketch(drawing, theme)

    async def animate(self, drawing: Drawing, theme: str | None, stopped: threading.Event) -> bytes:
        return sketch(drawing, theme)

    async def draw_once(self, drawing: Drawing) -> bytes:
        return sketch(drawing)

    async def warm_up(self, first: Drawing) -> None:
        sketch(first)

    def close(self) -> None:
        pass


def sketch(drawing: Drawing, theme: str | None = None) -> bytes:
    """A picture of one pixel that is another one for each drawing and theme."""
    what = f"{drawing.draw.__name__} {hash(drawing)} {theme}"
    image, file, notes = Image.new("L", (1, 1)), io.BytesIO(), PngInfo()
    if drawing.is_animated:
        image.save(file, "GIF", comment=what.encode())
    else:
        notes.add_text("Comment", what)
        image.save(file, "PNG", pnginfo=notes)
    return file.getvalue()


drawn = pytest.mark.parametrize("pictures", [Pictures], ids=["drawn"])
"""Marks a test in whose world the pictures are really drawn."""
