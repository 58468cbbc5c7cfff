"""The sampler of somebody: what its threads and its patches tell, and that nothing tells it by colour alone."""

from collections.abc import Sequence
from itertools import combinations

import pytest
from PIL import Image, ImageChops

import render
from bot.matches.profiles import FEATS, MOST
from render import feats, sampler
from render.theme import DAYLIGHT, THEMES, Theme
from render.wall import BINDING, LEFTS, SIDE, TOP, WIDTH
from tests.render.scenes import drawn
from tests.render.seen import changed, contrast, differ
from tests.render.themes import every_theme

RIGHT = LEFTS[1], TOP, LEFTS[1] + SIDE, TOP + SIDE
CLOTH = (RIGHT[0] + BINDING + sampler.COLUMN, TOP + BINDING + 4, RIGHT[2] - BINDING - 12, TOP + SIDE - BINDING - 4)
"""Where the threads are, beside the digits."""


def threads(results: Sequence[render.Result], theme: Theme = DAYLIGHT) -> Image.Image:
    """What some results have sewn onto the cloth: 255 where it is other than without any."""
    sewn, bare = (render.draw_sampler(results=some, theme=theme).convert("RGB").crop(CLOTH) for some in (results, ()))
    return ImageChops.difference(sewn, bare).convert("L").point([0] + [255] * 255)


def reach(result: render.Result) -> tuple[int, int]:
    """How far up and down from the middle a game goes, in pixels."""
    found = threads([result]).getbbox()
    assert found
    middle = (CLOTH[3] - CLOTH[1]) // 2
    return middle - found[1], found[3] - middle


@pytest.mark.slow
def test_a_sampler_is_flatter_than_wide_and_small() -> None:
    for theme in THEMES.values():
        image = drawn("sampler", theme)
        assert (image.width, image.mode) == (1100, "P")
        assert image.height < 800
        assert len(render.png(image)) < 110_000


def test_games_that_were_won_lead_up_and_others_down_the_farther_the_more_points() -> None:
    won, lost = reach((True, 12, True)), reach((False, 12, True))
    assert won[0] > 80 > 12 > won[1]
    assert lost[1] > 80 > 12 > lost[0]
    heights = [reach((True, points, True))[0] for points in (0, 3, 8, 15, 30)]
    assert heights == sorted(set(heights))
    assert reach((True, 90, True)) == reach((True, 30, True))
    assert reach((False, -8, True)) == reach((False, 8, True))


def test_a_game_that_was_not_played_out_has_no_button() -> None:
    early, played = ((True, None, True), (True, sampler.EARLY, True))
    assert reach(played)[0] - reach(early)[0] > sampler.HEAD // 3
    wide = [threads([each]).getbbox() for each in (early, played)]
    assert [box[2] - box[0] for box in wide if box] == [sampler.RIM, sampler.HEAD]


def test_a_game_alone_is_sewn_in_single_stitches() -> None:
    """Rows of pixels within its thread are bare."""

    def rows(result: render.Result) -> list[bool]:
        seen = threads([result])
        box = seen.getbbox()
        assert box
        thread = seen.crop((box[0], box[1] + sampler.HEAD, box[2], box[3] - 4))
        return [thread.crop((0, y, thread.width, y + 1)).getbbox() is not None for y in range(thread.height)]

    assert all(rows((True, 20, True)))
    alone = rows((True, 20, False))
    assert 0.3 < sum(alone) / len(alone) < 0.7


def test_as_many_games_fit_as_are_told_and_the_newest_is_on_the_right() -> None:
    assert sampler.MOST == MOST
    one, many = (threads(results).getbbox() for results in ([(True, 9, True)], [(True, 9, True)] * (MOST + 5)))
    assert one
    assert many
    assert (one[2], one[3]) == (many[2], many[3])
    assert many[0] < 14
    both = threads([(False, 30, True), (True, 30, True)])
    assert both.crop((both.width - 24, 0, both.width, 100)).getbbox()
    assert not both.crop((both.width - 20, both.height - 100, both.width, both.height)).getbbox()


@every_theme
def test_threads_stand_out_from_the_cloth(theme: Theme) -> None:
    assert max(contrast(colour, theme.linen) for colour in (theme.last, theme.white)) >= 4.5


@every_theme
def test_every_feat_has_a_patch_of_its_own_and_a_place_until_then(theme: Theme) -> None:
    """In some, the level is told in digits."""
    assert tuple(feats.FEATS) == FEATS
    assert all(differ(feat_of((name, 1), theme), feat_of((name, 5), theme)) > 2 for name in ("rival", "automa"))
    pieces = {name: feat_of((name, 3), theme) for name in FEATS}
    for one, other in combinations(FEATS, 2):
        assert differ(pieces[one].convert("L"), pieces[other].convert("L")) > 10, (one, other)
    image, empty = (render.draw_sampler(feats=some, theme=theme) for some in ([("seven", 0)], []))
    left, top, right, _ = changed(image, empty)
    assert top >= TOP + SIDE
    assert 0 < right - left <= feats.SIZE + feats.EDGE


def feat_of(feat: tuple[str, int], theme: Theme) -> Image.Image:
    """The patch of a feat, as it stands in its picture."""
    image = render.draw_sampler(feats=[feat], theme=theme)
    index = FEATS.index(feat[0])
    left = (WIDTH - len(FEATS) * feats.SIZE) // (len(FEATS) + 1) * (index + 1) + index * feats.SIZE
    top = TOP + SIDE + sampler.GAP
    return image.convert("RGB").crop((left, top, left + feats.SIZE, top + feats.SIZE))
