"""The replay: one picture for every move, the last one kept, small enough to be sent."""

from __future__ import annotations

import io
from functools import cache
from itertools import groupby, pairwise

import pytest
from PIL import Image, ImageSequence

import render
from game import ADVANCE, Record, Setup
from game.position import from_pawn
from render import replay
from render.theme import THEMES, Theme
from tests.render.positions import moves_of, position_after
from tests.render.seen import differ

MIB = 1 << 20


@cache
def whole_game(seed: int) -> Record:
    ring, moves = moves_of(seed)
    return Record(Setup("classic", from_pawn(ring)), tuple(moves))


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_a_gif_shows_exactly_its_frames_as_long_as_told_again_and_again(theme: Theme) -> None:
    """Pillow makes one frame of neighbours that look the same, such as the last two here: shown as long as both."""
    frames = list(render.draw_replay(Record(whole_game(5).setup, whole_game(5).moves[:12]), theme=theme))
    with Image.open(io.BytesIO(render.gif(frames))) as animation:
        assert animation.info["loop"] == 0
        shown = [(frame.convert("RGB"), frame.info["duration"]) for frame in ImageSequence.Iterator(animation)]
    groups = [list(alike) for _, alike in groupby(frames, key=lambda frame: frame[0].tobytes())]
    told = [(alike[0][0], sum(milliseconds for _, milliseconds in alike)) for alike in groups]
    assert [milliseconds for _, milliseconds in shown] == [milliseconds for _, milliseconds in told]
    assert all(differ(one, two) == 0 for (one, _), (two, _) in zip(shown, told, strict=True))


@pytest.mark.parametrize("seed", [1, 5])
def test_a_whole_game_is_smaller_than_3_mebibytes(seed: int) -> None:
    assert len(render.gif(render.draw_replay(whole_game(seed)))) < 3 * MIB


def test_there_is_a_picture_for_the_start_every_move_and_the_end() -> None:
    record = whole_game(5)
    frames = list(render.draw_replay(record))
    times = [milliseconds for _, milliseconds in frames]
    moved = [replay.ADVANCED if move is ADVANCE else replay.SEWN for move in record.moves]
    assert times == [replay.START, *moved, replay.END]
    assert all(differ(one, two) > 0 for (one, _), (two, _) in pairwise(frames[:-1]))


def test_each_picture_says_how_far_it_is_and_the_last_one_is_the_poster() -> None:
    record = Record(whole_game(5).setup, whole_game(5).moves[:9])
    *frames, (last, _) = render.draw_replay(record)
    told = [render.draw_poster(position_after(number)[0], progress=(number, 9)) for number in range(10)]
    low = (0, 840, *last.size)
    assert all(differ(one.crop(low), two.crop(low)) == 0 for (one, _), two in zip(frames, told, strict=True))
    assert differ(last, render.draw_poster(position_after(9)[0])) == 0


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_all_frames_have_one_size_and_one_palette(theme: Theme) -> None:
    record = Record(whole_game(5).setup, whole_game(5).moves[:4])
    frames = [frame for frame, _ in render.draw_replay(record, theme=theme)]
    assert {frame.size for frame in frames} == {frames[0].size}
    assert all(frame.getpalette() == frames[0].getpalette() for frame in frames)


def test_a_replay_of_no_moves_can_be_sent() -> None:
    data = render.gif(render.draw_replay(Record(whole_game(5).setup)))
    with Image.open(io.BytesIO(data)) as animation:
        assert animation.format == "GIF"


@pytest.mark.parametrize("winner", [1, 2, None])
def test_a_game_that_was_not_played_out_ends_with_its_winner(winner: int | None) -> None:
    record = Record(whole_game(5).setup, whole_game(5).moves[:9])
    *_, (told, _) = render.draw_replay(record, ended=True, winner=winner)
    *_, (running, _) = render.draw_replay(record)
    poster = render.draw_poster(position_after(9)[0], ended=True, winner=winner or 0)
    assert differ(told, poster) == 0
    assert differ(running, poster) > 0
