"""What can be seen in a picture: differences, greys, contrast."""

from collections import Counter
from typing import Any, ClassVar

from PIL import Image, ImageChops, ImageColor, ImageStat

from render.canvas import Canvas, Spot
from render.stamp import Stamp

Box = tuple[int, int, int, int]

LINE = 22  # pixels that an emoji is tall in a line of text

DARK, LIGHT = "#313338", "#FFFFFF"
"""The grounds of messages on Discord."""


def differ(one: Image.Image, two: Image.Image) -> float:
    """The mean difference of two pictures, 0 to 255."""
    return sum(ImageStat.Stat(ImageChops.difference(one.convert("RGB"), two.convert("RGB"))).mean) / 3


def worst_block(one: Image.Image, two: Image.Image, size: int = 16) -> float:
    """The mean difference of that block of ``size`` by ``size`` pixels in which two pictures differ most."""
    difference = ImageChops.difference(one.convert("RGB"), two.convert("RGB")).convert("L")
    return float(difference.reduce(size).getextrema()[1])  # type: ignore[arg-type]


def grey(image: Image.Image) -> float:
    """The mean grey of a picture, 0 to 255."""
    return float(ImageStat.Stat(image.convert("L")).mean[0])


def contrast(one: str, two: str) -> float:
    """The contrast ratio of two colours, 1 to 21, as WCAG 2.2 defines it."""
    lights = sorted((_luminance(one), _luminance(two)))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def _luminance(colour: str) -> float:
    channels = [value / 255 for value in ImageColor.getrgb(colour)[:3]]
    red, green, blue = (value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def box(at: tuple[int, int], wide: int, tall: int) -> Box:
    """What is so wide and so tall, with its top left corner at a point."""
    return at[0], at[1], at[0] + wide, at[1] + tall


def changed(one: Image.Image, two: Image.Image) -> Box:
    """The box in which two pictures differ; all 0 if they do not."""
    return ImageChops.difference(one.convert("RGB"), two.convert("RGB")).getbbox() or (0, 0, 0, 0)


def colours(image: Image.Image) -> Counter[str]:
    """How many pixels of a picture have each colour."""
    found = image.convert("RGB").getcolors(1 << 20) or []
    return Counter({f"#{bytes(colour).hex().upper()}": amount for amount, colour in found if isinstance(colour, tuple)})


def same(one: Stamp, two: Stamp) -> bool:
    """Whether two stamps are alike."""
    return (one.boxes, one.pixels, one.width, one.height) == (two.boxes, two.pixels, two.width, two.height)


class Noted(Canvas):
    """A picture that notes what is written and painted on it: where, the words or the painter, and how."""

    notes: ClassVar[list[tuple[Any, ...]]] = []

    def write(self, at: Spot, words: str, *how: Any, **options: Any) -> None:
        """Write it."""
        self.notes.append((at, words, *how))
        super().write(at, words, *how, **options)

    def sign(self, at: Spot, paint: Any, *what: Any, **options: Any) -> None:
        """Paint it."""
        self.notes.append((at, paint, *what))
        super().sign(at, paint, *what, **options)
