"""The gallery draws everything there is."""

from pathlib import Path

import pytest
from PIL import Image, ImageStat

from render import DAYLIGHT
from tests.render.scenes import SCENES
from tests.render.seen import differ
from tools.gallery.__main__ import draw_all, page
from tools.gallery.eyes import EYES, seen_with


@pytest.mark.night
def test_every_scene_is_drawn_at_full_and_at_phone_size(tmp_path: Path) -> None:
    names = draw_all(tmp_path, [DAYLIGHT])
    for scene in SCENES:
        for ending, least, most in (("", 580, 1240), ("-phone", 265, 265)):
            with Image.open(tmp_path / f"daylight-{scene}{ending}.png") as image:
                assert least <= image.width <= most
    assert all(name in page(names) for name in names)


def test_other_eyes_see_greys_as_they_are_and_mix_up_what_they_should() -> None:
    for eyes in EYES:
        for value in (0, 90, 200, 255):
            bands = ImageStat.Stat(seen_with(Image.new("RGB", (1, 1), (value,) * 3), eyes)).extrema
            assert all(abs(low - value) <= 4 for low, _ in bands), (eyes, value, bands)
    red, green = (seen_with(Image.new("RGB", (1, 1), colour), "deuteranopia") for colour in ("#A05020", "#6C6C20"))
    assert differ(red, green) < 20
