"""The sampler of somebody: what its results and its patches tell, and that nothing tells it by colour alone."""

from itertools import combinations

import pytest
from PIL import Image, ImageChops

import render
from bot.matches.profiles import FEATS, MOST
from game.placements import parse_placement
from game.quilt import EMPTY_QUILT
from render import feats, sampler
from render.theme import DAYLIGHT, THEMES, Theme
from render.wall import BINDING, LEFTS, SIDE, TOP, WIDTH
from tests.render.scenes import drawn
from tests.render.seen import changed, differ
from tests.render.themes import every_theme

CLOTH = (LEFTS[1] + BINDING, TOP + BINDING, LEFTS[1] + SIDE - BINDING, TOP + SIDE - BINDING)
"""Where the results are."""


def shown(*results: render.Result, theme: Theme = DAYLIGHT) -> Image.Image:
    """The cloth with some results on it, in grey."""
    return render.draw_sampler(results=results, theme=theme).convert("L").crop(CLOTH)


@pytest.mark.slow
def test_a_sampler_is_flatter_than_wide_and_small() -> None:
    for theme in THEMES.values():
        image = drawn("sampler", theme)
        assert (image.width, image.mode) == (1100, "P")
        assert image.height < 660
        assert len(render.png(image)) < 110_000


@every_theme
def test_each_result_differs_from_the_others_without_its_colour(theme: Theme) -> None:
    results = [(won, points, other) for won in (True, False) for points in (12, None) for other in (True, False)]
    for one, two in combinations([shown(each, theme=theme) for each in results], 2):
        different = ImageChops.difference(one, two).point([0] * 40 + [255] * 216)
        assert sum(different.histogram()[255:]) > 200


def test_as_many_games_fit_as_are_told_and_the_newest_is_first() -> None:
    assert sampler.MOST == MOST
    newest, others = (True, 9, True), [(False, 3, True)] * (MOST + 5)
    full, more = shown(newest, *others[: MOST - 1]), shown(newest, *others)
    assert differ(full, more) == 0
    left, top, right, low = changed(full, shown(*others))
    assert right - left < full.width // sampler.ACROSS
    assert low - top < full.height // 4
    assert (right < full.width // sampler.ACROSS, low < full.height // 4) == (True, True)


def test_a_quilt_that_brought_nothing_shows_what_it_covers() -> None:
    quilt = EMPTY_QUILT.sew(parse_placement("24N@A1"))
    rods = [render.draw_sampler(quilt, points=points).crop((0, 0, WIDTH, TOP)) for points in (-11, -60, 0, 1)]
    assert [differ(rods[0], rod) == 0 for rod in rods] == [True, True, True, False]


@every_theme
def test_every_feat_has_a_patch_of_its_own_below_the_results(theme: Theme) -> None:
    """In some, the level is told in digits."""
    assert tuple(feats.FEATS) == FEATS
    assert all(differ(feat_of((name, 1), theme), feat_of((name, 5), theme)) > 2 for name in ("rival", "automa"))
    pieces = {name: feat_of((name, 3), theme) for name in FEATS}
    for one, other in combinations(FEATS, 2):
        assert differ(pieces[one].convert("L"), pieces[other].convert("L")) > 10, (one, other)
    all_of_them = [(name, 3) for name in FEATS]
    full, fewer = (render.draw_sampler(feats=some, theme=theme) for some in (all_of_them, all_of_them[:-1]))
    left, _, right, low = changed(full, fewer)
    assert right - left <= feats.SIZE + feats.EDGE
    assert (right <= CLOTH[2] + feats.EDGE, low <= CLOTH[3] + feats.EDGE) == (True, True)
    results = [(True, 12, True)] * MOST
    bare, told = (render.draw_sampler(feats=all_of_them, results=some, theme=theme) for some in ((), results))
    assert changed(bare, told)[3] <= (CLOTH[1] + CLOTH[3]) // 2, "fewer results, and none below a patch"


def feat_of(feat: tuple[str, int], theme: Theme) -> Image.Image:
    """The patch of a feat, as it lies in its picture."""
    image, top = render.draw_sampler(feats=[feat], theme=theme).convert("RGB"), (CLOTH[1] + CLOTH[3]) // 2
    return image.crop((CLOTH[0], top, CLOTH[0] + feats.SIZE, top + feats.SIZE))
