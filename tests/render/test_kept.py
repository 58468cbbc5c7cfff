"""Of all that is drawn, only so much is kept."""

import functools
import gc
import sys
from collections.abc import Iterable

import pytest
from PIL import Image

import render
from game import Placement
from render import THEMES
from render.sewing import folded_quilts, ready_quilts
from render.shelf import folded_stamps, ready_stamps
from render.stamp import Stamp
from tests.render.positions import moves_of, position_after

MOST = 40 << 20  # the bytes of art that may be kept once a game was drawn in every theme

COLOURS = {"P": 1, "L": 1, "1": 1}
"""The bytes of a pixel in memory, by mode; 4 for all others."""


def caches() -> Iterable[object]:
    """Everything that remembers what was drawn."""
    for name, module in list(sys.modules.items()):
        if name.startswith("render."):
            yield from (each for each in vars(module).values() if isinstance(each, functools._lru_cache_wrapper))
    yield from (ready_stamps.pieces, folded_stamps.pieces, ready_quilts.pieces)


def art(kept: Iterable[object]) -> list[Image.Image | Stamp]:
    """The pictures and stamps that some caches hold, each once."""
    found: list[Image.Image | Stamp] = []
    seen: set[int] = set()
    waiting = list(kept)
    while waiting:
        each = waiting.pop()
        if id(each) in seen:
            continue
        seen.add(id(each))
        if isinstance(each, Image.Image | Stamp):
            found.append(each)
        elif isinstance(each, dict | tuple | list | functools._lru_cache_wrapper) or "lru" in str(type(each)):
            waiting += gc.get_referents(each)
    return found


def size(each: Image.Image | Stamp) -> int:
    """The bytes that it takes."""
    return each.size if isinstance(each, Stamp) else each.width * each.height * COLOURS.get(each.mode, 4)


def forget_all() -> None:
    """Forget what other tests have drawn."""
    for each in caches():
        if isinstance(each, functools._lru_cache_wrapper):
            each.cache_clear()
    for shelf in (ready_stamps, folded_stamps, ready_quilts, folded_quilts):
        shelf.pieces.clear()
        shelf.taken = 0


@pytest.mark.night
def test_what_is_kept_of_a_whole_game_in_every_theme_is_bounded() -> None:
    forget_all()
    _, moves = moves_of(5)
    for theme in THEMES.values():
        for ply in range(0, len(moves), 3):
            position, new, seat = position_after(ply)
            render.draw_table(position, new=new, new_seat=seat, theme=theme)
            for each in (1, 2):
                render.draw_quilt(position.player(each).quilt, seat=each, theme=theme)
            ghost = next((move for move in position.legal_moves if isinstance(move, Placement)), None)
            if ghost:
                quilt = position.player(position.turn).quilt
                render.draw_quilt(quilt, seat=position.turn, ghost=ghost, theme=theme)
    found = art(caches())
    assert sum(map(size, found)) + folded_stamps.taken + folded_quilts.taken < MOST
    assert len(found) > 100, "some art is kept"


def test_nothing_else_keeps_a_stamp_for_which_the_shelf_has_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    forget_all()
    monkeypatch.setattr(ready_stamps, "room", 200_000)
    for ply in range(0, 30, 5):
        position = position_after(ply)[0]
        render.draw_table(position)
        ghost = next((move for move in position.legal_moves if isinstance(move, Placement)), None)
        render.draw_quilt(position.player(position.turn).quilt, seat=position.turn, ghost=ghost)
    gc.collect()
    kept = {id(stamp) for shelf in (ready_stamps, ready_quilts) for stamp in shelf.pieces.values()}
    assert kept
    assert not [each for each in gc.get_objects() if isinstance(each, Stamp) and id(each) not in kept]
