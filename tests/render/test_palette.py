"""The fixed palettes, and contrast between what is written and its ground."""

from dataclasses import replace

import pytest
from PIL import Image, ImageChops, ImageColor, ImageStat

from render.palette import chosen, kept, named_colours, palette
from render.sprites import sewn
from render.theme import THEMES, Theme
from tests.render.seen import contrast
from tests.render.themes import every_theme, every_theme_by_night


@every_theme
def test_the_palette_has_each_named_colour_exactly_and_none_twice(theme: Theme) -> None:
    flat = bytes(palette(theme).getpalette() or [])
    assert 3 * len(triples(flat)) == len(flat) <= 768
    assert {ImageColor.getrgb(colour) for colour in named_colours(theme)} <= triples(flat)


@pytest.mark.slow
@every_theme_by_night
def test_the_colours_that_are_kept_are_those_that_its_art_has_now(theme: Theme) -> None:
    """Another Pillow may choose a little otherwise. If it is much: ``python -m tests.render.golden``."""
    colours = kept(theme)
    assert colours
    before, now = triples(colours), triples(chosen(theme))
    away = [min(max(abs(a - b) for a, b in zip(one, other, strict=True)) for other in before) for one in now]
    assert sum(away) / len(away) < 4


@pytest.mark.slow
def test_a_theme_that_is_not_kept_gets_colours_of_its_own() -> None:
    changed = replace(THEMES["contrast"], linen="#aaddff")
    assert kept(changed) is None
    assert ImageColor.getrgb(changed.linen) in triples(bytes(palette(changed).getpalette() or []))


def triples(colours: bytes) -> set[tuple[int, ...]]:
    return {tuple(colours[index : index + 3]) for index in range(0, len(colours), 3)}


@pytest.mark.slow
@every_theme
def test_patches_lose_nothing_that_can_be_seen_in_the_palette(theme: Theme) -> None:
    for patch in range(34):
        art = sewn(patch, "N", 56, theme).convert("RGB")
        lost = ImageChops.difference(art, art.quantize(palette=palette(theme), dither=Image.Dither.NONE).convert("RGB"))
        assert sum(ImageStat.Stat(lost).mean) / 3 < 4, patch


@every_theme
def test_what_is_written_or_outlined_stands_out_from_its_ground(theme: Theme) -> None:
    for ground in (theme.card, theme.offer, theme.dull, theme.tape, theme.odd_tape):
        assert contrast(theme.ink, ground) >= 4.5
    assert contrast(theme.letters, theme.table) >= 4.5
    assert min(contrast(colour, theme.linen) for colour in (theme.ghost, theme.last)) >= 3
    assert contrast(theme.chalk, theme.linen) >= 1.3, "the grid"


def test_every_theme_has_colours_of_its_own() -> None:
    assert len({tuple(named_colours(theme)) for theme in THEMES.values()}) == len(THEMES)
    assert all(THEMES[theme.name] is theme for theme in THEMES.values())
