"""The replay: one picture for every move, the last one kept, small enough to be sent."""

import io
from functools import cache
from itertools import groupby, islice, pairwise

import pytest
from PIL import Image, ImageSequence

import render
from game import ADVANCE, Placement, Record, Setup
from game.position import from_pawn
from render import replay
from render.sprites import margin
from render.theme import Theme
from render.wall import BINDING, CELL, SIDE, TOP
from tests.render.positions import moves_of, position_after
from tests.render.seen import changed, differ
from tests.render.themes import every_theme, every_theme_by_night

LOW = TOP + SIDE  # where the quilts end, in pixels from the top

Frame = tuple[Image.Image, int]


@cache
def whole_game(seed: int) -> Record:
    ring, moves = moves_of(seed)
    return Record(Setup("classic", from_pawn(ring)), tuple(moves))


@pytest.mark.slow
@every_theme_by_night
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


def by_move(record: Record) -> tuple[Frame, Frame, list[list[Frame]], Frame]:
    """The frames of a replay: the finished quilts, the start, those of each move, and the finished quilts again."""
    first, start, *frames, last = render.draw_replay(record)
    remaining = iter(frames)
    moves = [[*islice(remaining, 1 + 2 * isinstance(move, Placement))] for move in record.moves]
    assert not list(remaining)
    return first, start, moves, last


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, pytest.param(5, marks=pytest.mark.night)])
def test_a_whole_game_takes_15_seconds_and_3_mebibytes_and_begins_and_ends_with_its_finished_quilts(seed: int) -> None:
    """The first picture is what those see who have animations switched off, and the replay begins again there."""
    (first, _), (start, _), moves, (last, _) = by_move(whole_game(seed))
    assert differ(first, last) == 0
    assert differ(first, start) > 1
    frames = list(render.draw_replay(whole_game(seed)))
    assert 14_500 <= sum(milliseconds for _, milliseconds in frames) <= 15_500
    assert len(render.gif(frames)) < 3 << 20
    assert all(differ(one, two) > 0 for (one, _), (two, _) in pairwise(frame for frames in moves for frame in frames))


@pytest.mark.parametrize("plies", [1, 9, 144])
def test_no_move_takes_long_and_none_is_missed(plies: int) -> None:
    moves = (whole_game(5).moves * 4)[:plies]
    times = replay.durations(moves)
    assert sum(times) <= replay.ALL_MOVES * 1.06
    assert all(60 <= milliseconds <= replay.LONGEST for milliseconds in times)
    assert len({milliseconds for move, milliseconds in zip(moves, times, strict=True) if move is ADVANCE}) <= 1


def test_a_patch_comes_down_to_its_place() -> None:
    """It is higher in each picture before, and the next patch comes to where it lies then."""
    record = Record(whole_game(5).setup, whole_game(5).moves[:9])
    _, (before, _), moves, _ = by_move(record)
    for move, frames in zip(record.moves, moves, strict=True):
        if isinstance(move, Placement):
            quilts = (0, 0, before.width, LOW)
            high, low = (changed(before.crop(quilts), frame.crop(quilts))[1] for frame, _ in frames[:-1])
            assert low == high + CELL
            assert low < TOP + BINDING + margin(CELL) + move.row * CELL
        before = frames[-1][0]


def test_each_move_says_how_far_it_is_and_the_last_picture_is_the_poster() -> None:
    record = Record(whole_game(5).setup, whole_game(5).moves[:9])
    _, start, moves, (last, _) = by_move(record)
    told = [render.draw_poster(position_after(number)[0], progress=(number, 9)) for number in range(10)]
    low = (0, 840, *last.size)
    shown = [start, *(frames[-1] for frames in moves)]
    assert all(differ(one.crop(low), two.crop(low)) == 0 for (one, _), two in zip(shown, told, strict=True))
    assert differ(last, render.draw_poster(position_after(9)[0])) == 0


@pytest.mark.slow
@every_theme
def test_all_frames_have_one_size_and_one_palette(theme: Theme) -> None:
    record = Record(whole_game(5).setup, whole_game(5).moves[:4])
    frames = [frame for frame, _ in render.draw_replay(record, theme=theme)]
    assert {frame.size for frame in frames} == {frames[0].size}
    assert all(frame.getpalette() == frames[0].getpalette() for frame in frames)
    assert render.gif(render.draw_replay(Record(record.setup), theme=theme)).startswith(b"GIF"), "without a move, too"


@pytest.mark.parametrize("winner", [1, 2, None])
def test_a_game_that_was_not_played_out_ends_with_its_winner(winner: int | None) -> None:
    record = Record(whole_game(5).setup, whole_game(5).moves[:9])
    *_, (told, _) = render.draw_replay(record, ended=True, winner=winner)
    *_, (running, _) = render.draw_replay(record)
    poster = render.draw_poster(position_after(9)[0], ended=True, winner=winner or 0)
    assert differ(told, poster) == 0
    assert differ(running, poster) > 0
