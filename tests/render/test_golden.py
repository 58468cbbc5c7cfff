"""The pictures look as they did when somebody last looked at them (``python -m tests.render.golden`` renews them)."""

import pytest
from PIL import Image, features

from tests.render.golden import GOLDEN, file_of, small
from tests.render.seen import differ, worst_block

EVERYWHERE = 1.5
"""How much a whole picture may differ, 0 to 255: another version of Pillow or FreeType moves edges a little."""

ANYWHERE = 12  # how much any block of 8 by 8 pixels may differ


def looks_like(one: Image.Image, two: Image.Image) -> bool:
    """Whether two pictures differ by no more than their edges."""
    return one.size == two.size and differ(one, two) < EVERYWHERE and worst_block(one, two, 8) < ANYWHERE


@pytest.mark.slow
@pytest.mark.skipif(not features.check("raqm"), reason="without libfribidi, letters stand a little apart")
@pytest.mark.parametrize(("scene", "theme"), GOLDEN)
def test_a_picture_looks_as_it_did(scene: str, theme: str) -> None:
    with Image.open(file_of(scene, theme)) as golden:
        assert looks_like(small(scene, theme), golden)


def test_a_moved_tag_and_another_cloth_would_be_noticed() -> None:
    table = small("table", "daylight")
    moved, swapped = table.copy(), table.copy()
    tag = table.crop((3, 160, 26, 178))
    moved.paste(tag, (3, 156))
    swapped.paste(table.crop((116, 22, 126, 32)), (128, 22))
    assert not looks_like(table, moved)
    assert not looks_like(table, swapped)
