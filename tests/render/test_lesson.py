"""The pictures of the lesson, and the table with letters on its parts."""

from itertools import combinations
from math import dist

import pytest
from PIL import Image

import render
from bot.ui.words.lesson_tables import ADVANCING, MIDDLE, TOYS
from game import Position
from render import guide, strip
from render import table as tables
from render.theme import DAYLIGHT, THEMES
from tests.render.scenes import SCENES, drawn
from tests.render.seen import colours

LESSON = [scene for scene in SCENES if scene.startswith("learn")]


def reds(image: Image.Image, box: tuple[int, int, int, int]) -> int:
    """How many pixels of a box are in the red of what is new."""
    return colours(image.crop(box))[DAYLIGHT.last]


@pytest.mark.slow
@pytest.mark.parametrize(
    "theme", ["daylight", *(pytest.param(each, marks=pytest.mark.night) for each in ("night", "contrast"))]
)
@pytest.mark.parametrize("scene", LESSON)
def test_a_picture_of_the_lesson_is_flat_and_small(scene: str, theme: str) -> None:
    image = drawn(scene, THEMES[theme])
    assert image.mode == "P"
    assert image.width == 1100
    assert image.height <= 630
    assert len(render.png(image)) < 120_000


def around(image: Image.Image, position: Position, space: int) -> tuple[int, int, int, int]:
    """The box of a space on the piece of tape at the bottom of a picture."""
    first = max(0, position.player(position.token).space - strip.BEHIND)
    left, low = strip.LEFT + (space - first) * strip.SPACE, image.height
    return left, low - strip.TALL - 30, left + strip.SPACE, low


@pytest.mark.slow
def test_the_button_that_pays_is_ringed_and_only_once_it_has_paid() -> None:
    turn = TOYS[5].turn(ADVANCING)
    before, after = render.draw_turn(turn.before), render.draw_turn(turn.after, before=turn.before)
    assert reds(before, around(before, turn.before, 11)) == 0
    assert reds(after, around(after, turn.before, 11)) > 500
    race = TOYS[4].turn(ADVANCING)
    passed = render.draw_turn(race.after, before=race.before)
    assert not any(reds(passed, around(passed, race.before, space)) for space in range(10, 18))


def test_the_letters_of_the_guide_lie_apart_and_inside_the_picture() -> None:
    spots = guide._spots(MIDDLE.new[0], MIDDLE.before.turn)
    assert all(dist(one, two) > guide.LABEL for one, two in combinations(spots, 2))
    for x, y in spots:
        assert guide.LABEL / 2 <= x + guide.ASIDE < tables.WIDTH + 2 * guide.ASIDE - guide.LABEL / 2
        assert guide.LABEL / 2 <= y < tables.HEIGHT - guide.LABEL / 2
