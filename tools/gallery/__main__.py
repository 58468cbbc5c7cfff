"""``python -m tools.gallery [FOLDER]``: draw everything there is into a folder, with a page that shows it."""

import sys
from itertools import product
from pathlib import Path

from PIL import Image, ImageDraw

from bot.ui.words.names import EMOJI
from render import THEMES, Theme
from render.emoji import SIZE
from render.fabrics import PRINTS
from render.sprites import lying, margin, sewn
from render.symbols import write
from tests.render.scenes import SCENES, drawn
from tests.render.seen import DARK, LIGHT, LINE
from tools.gallery.eyes import EYES, seen_with

PHONE = 265
"""Pixels that a picture is wide on a phone."""

SQUARES = (104, 56, 13)
"""Pixels of a square: in one quilt, on the table, on the table as a phone shows it."""

ACROSS = 6
"""Patches in a row."""


def fabrics(theme: Theme, cell: int) -> Image.Image:
    """All patches, sewn on linen, each with its number to its left. RGB."""
    fine = max(1, 52 // cell)  # as a phone would show it: drawn large, then made small
    large = cell * fine
    wide, tall = 7 * cell, 4 * cell
    places = [(patch % ACROSS * wide, patch // ACROSS * tall) for patch in range(len(PRINTS))]
    size = (ACROSS * wide * fine, (places[-1][1] + tall) * fine)
    sheet = Image.new("RGB", size, theme.linen)
    for patch, (left, top) in enumerate(places):
        art = sewn(patch, lying(patch).letter, large, theme)
        sheet.paste(art, (left * fine + large * 3 // 2, top * fine + margin(large)), art)
    sheet = sheet.reduce(fine)
    draw = ImageDraw.Draw(sheet)
    for patch, (left, top) in enumerate(places):
        colour = theme.letters if theme.name == "night" else theme.ink
        write(draw, (left + cell * 3 // 2, top + cell), str(patch), max(12, cell // 2), colour, "rs")
    return sheet


def emoji(size: int) -> Image.Image:
    """All emoji, ``size`` pixels tall, on the dark and on the light ground of Discord's messages. RGB."""
    drawn = [
        picture.draw(*picture.arguments).resize((size, size), Image.Resampling.LANCZOS) for picture in EMOJI.values()
    ]
    step = size + size // 4
    across, tall = 16 * step, -(-len(drawn) // 16) * step
    sheet = Image.new("RGB", (across, 2 * tall), LIGHT)
    sheet.paste(DARK, (0, 0, across, tall))
    for (index, each), top in product(enumerate(drawn), (0, tall)):
        sheet.paste(each, (index % 16 * step + step // 8, top + index // 16 * step + step // 8), each)
    return sheet


def draw_all(folder: Path, themes: list[Theme]) -> list[str]:
    """Write all pictures; returns the names of their files, in an order to look at them."""
    folder.mkdir(parents=True, exist_ok=True)
    names: list[str] = []

    def keep(name: str, image: Image.Image) -> None:
        image.save(folder / f"{name}.png", compress_level=1)
        names.append(f"{name}.png")

    for size in (SIZE, LINE):
        keep(f"emoji-{size}", emoji(size))
    for theme in themes:
        for cell in SQUARES:
            keep(f"{theme.name}-fabrics-{cell}", fabrics(theme, cell))
        for scene in SCENES:
            image = drawn(scene, theme).convert("RGB")
            keep(f"{theme.name}-{scene}", image)
            keep(f"{theme.name}-{scene}-phone", image.resize((PHONE, PHONE * image.height // image.width)))
            if scene in ("table", "panel"):
                for eyes in (*EYES, "grey"):
                    keep(f"{theme.name}-{scene}-{eyes}", seen_with(image, eyes))
    return names


def page(names: list[str]) -> str:
    """A page of HTML with all pictures at their own size."""
    figures = "\n".join(f'<figure><figcaption>{name}</figcaption><img src="{name}"></figure>' for name in names)
    head = "<!doctype html><meta charset=utf-8><title>Gallery</title>"
    return f"{head}<body style=background:#36393f;color:#fff>\n{figures}\n"


def main() -> None:
    """Draw the gallery, and say where it is."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "gallery")
    names = draw_all(folder, list(THEMES.values()))
    (folder / "index.html").write_text(page(names), encoding="utf-8")
    print(f"{len(names)} pictures: open {folder / 'index.html'}")


if __name__ == "__main__":
    main()
