"""The poster: the finished quilts, what their points are made of, and how a running game stands."""

from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import pytest

import render
from game import Automa, Position
from render import captions, seats, shelf, wall
from render.canvas import Canvas
from render.disk_cache import Folder
from render.symbols import bonus_sign, bonus_tile, rosette
from render.theme import DAYLIGHT, Theme
from tests.render.positions import position_after
from tests.render.seen import box, changed, colours, differ
from tests.render.test_kept import forget_all
from tests.render.themes import every_theme

OVER = position_after(99)[0]
LOW = 628  # where the points begin, below two quilts

Notes = list[tuple[Any, ...]]


def words_of(notes: Notes, seat: int = 0) -> list[str]:
    """What is written in the half of a seat, or anywhere."""
    return [what for _, what, *_ in parts_of(notes, seat) if isinstance(what, str)]


def signs_of(notes: Notes, seat: int = 0) -> list[object]:
    """What is painted there."""
    return [what for _, what, *_ in parts_of(notes, seat) if not isinstance(what, str)]


def parts_of(notes: Notes, seat: int) -> Notes:
    return [note for note in notes if not seat or (note[0][0] > wall.WIDTH / 2) == (seat == 2)]


def numbers(notes: Notes, seat: int) -> list[int]:
    return [int(words.replace("−", "-")) for words in words_of(notes, seat)]


def with_buttons(position: Position, *buttons: int) -> Position:
    first, second = (replace(player, buttons=amount) for player, amount in zip(position.players, buttons, strict=True))
    return replace(position, players=(first, second))


@pytest.mark.parametrize("bonus", [0, 1, 2])
@pytest.mark.parametrize("seed", range(4))
def test_the_parts_below_each_quilt_make_up_the_sum_and_only_the_winner_gets_a_rosette(
    seed: int, bonus: int, noted: Notes
) -> None:
    """The tile before its points has no number on it."""
    position = replace(position_after(99, seed)[0], bonus=bonus)
    render.draw_poster(position)
    for seat in (1, 2):
        total, *parts = numbers(noted, seat)
        assert total == position.score(seat).total == sum(parts)
        assert (bonus_sign in signs_of(noted, seat)) == (bonus == seat)
        assert (rosette in signs_of(noted, seat)) == (position.winner == seat)
    assert bonus_tile not in signs_of(noted)


def test_the_automas_points_for_patches_make_up_its_sum(noted: Notes) -> None:
    position = replace(OVER, automa=replace(Automa("fellow", "normal"), patches=(8, 1, 10)))
    render.draw_poster(position)
    total, *parts = numbers(noted, 2)
    assert total == position.score(2).total == sum(parts)
    assert seats.patch_sign in signs_of(noted, 2)


@pytest.mark.parametrize("winner", [0, 1, 2])
def test_a_game_that_was_not_played_out_has_no_points_and_perhaps_a_winner(winner: int, noted: Notes) -> None:
    position, _, _ = position_after(20)
    running = render.draw_poster(position)
    assert rosette not in signs_of(noted)
    noted.clear()
    ended = render.draw_poster(position, ended=True, winner=winner)
    assert [seat for seat in (1, 2) if rosette in signs_of(noted, seat)] == [winner] * bool(winner)
    assert not words_of(noted)
    below = (0, 700, *running.size)
    assert differ(running.crop(below), ended.crop(below)) > 1


@pytest.mark.slow
@pytest.mark.parametrize("amount", [0, 1, 8, 9, 16, 28, 33])
def test_the_patches_of_the_automa_hang_where_a_quilt_would(amount: int) -> None:
    """All of them, on the cloth and on nothing else."""
    solo = replace(OVER, automa=replace(Automa("fellow", "normal"), patches=tuple(range(amount))))
    others = replace(OVER, automa=replace(Automa("fellow", "normal"), patches=(*range(amount - 1), 17)[:amount]))
    images = [render.draw_poster(position) for position in (solo, others)]
    assert images[0].size == render.draw_poster(OVER).size
    cloth = box((wall.LEFTS[1] + wall.BINDING, wall.TOP + wall.BINDING), wall.ROOM + 12, wall.ROOM + 12)
    empty = render.draw_poster(replace(OVER, automa=Automa("fellow", "normal")))
    left, top, right, low = changed(*(image.crop((550, 0, 1100, LOW)) for image in (images[0], empty)))
    assert (right == 0) == (amount == 0)
    if amount:
        assert cloth[0] <= left + 550 < right + 550 <= cloth[2]
        assert cloth[1] <= top < low <= cloth[3]
        assert differ(images[0].crop(cloth), images[1].crop(cloth)) > 0.2  # the last one shows, too


def test_a_short_poster_has_lost_nothing_but_wood() -> None:
    whole, short = render.draw_poster(OVER), render.draw_poster(OVER, is_short=True)
    assert (whole.height, short.height) == (894, 834)
    bare = Canvas.over(wall.wall(DAYLIGHT), DAYLIGHT).image
    assert not any(changed(whole.crop((0, 0, *short.size)), short))
    assert not any(changed(*(image.crop((0, short.height, *whole.size)) for image in (whole, bare))))


@pytest.mark.parametrize("progress", [(0, 9), (9, 9), (7, 43), (100, 144)])
@pytest.mark.parametrize("plies", [20, 99], ids=["running", "over"])
def test_a_frame_says_how_many_moves_have_been_made(plies: int, progress: tuple[int, int], noted: Notes) -> None:
    """Below all the rest, and before the seam."""
    position = position_after(plies)[0]
    plain, frame = (render.draw_poster(position, progress=some) for some in (None, progress))
    assert words_of(noted)[-3:] == [str(progress[0]), "/", str(progress[1])]
    left, top, right, bottom = changed(plain, frame)
    assert DAYLIGHT.letters not in colours(plain.crop((0, top, *plain.size)))
    assert 0 < left < right <= captions.SEAM[1]
    assert top < bottom < plain.height
    before = (0, 0, captions.SEAM[0], plain.height)
    assert changed(plain.crop(before), frame.crop(before))[2] < captions.SEAM[0] - captions.THICK // 2


@pytest.mark.slow
@every_theme
def test_the_seam_grows_by_a_stitch_with_each_move(theme: Theme) -> None:
    seam = (captions.SEAM[0], 0, 1100, 894)
    frames = [render.draw_poster(OVER, progress=(number, 10), theme=theme).crop(seam) for number in range(11)]
    grown = [changed(one, two) for one, two in pairwise(frames)]
    step = (captions.SEAM[1] - captions.SEAM[0]) / 10
    assert all(number * step - 1 <= box[0] < box[2] < (number + 1) * step for number, box in enumerate(grown))


def test_a_label_stands_on_the_tag_and_changes_nothing_else(noted: Notes) -> None:
    label = ("#9999999", "2026-11-22")
    plain, labelled = (render.draw_poster(OVER, label=some) for some in (None, label))
    assert words_of(noted)[-2:] == [*label]
    (x, y), (wide, tall) = captions.AT, captions.TAG
    left, top, right, bottom = changed(plain, labelled)
    assert x - wide // 2 <= left < right <= x + wide // 2
    assert y - tall // 2 <= top < bottom <= y + tall // 2
    left, _, right, _ = changed(render.draw_poster(OVER, label=("#8888888", label[1])), labelled)
    assert x - captions.ROOM // 2 <= left < right <= x + captions.ROOM // 2


def test_the_tokens_of_a_stopped_game_stand_clear_of_its_time_board() -> None:
    top = wall.TOP + wall.SIDE + 88
    edge = (0, top - 4, wall.WIDTH, top)
    unwon, won = (render.draw_poster(position_after(25)[0], ended=True, winner=winner).crop(edge) for winner in (0, 2))
    assert differ(unwon, won) == 0


@pytest.mark.slow
@pytest.mark.parametrize("names", [("", ""), ("Mina", "Tom"), ("", "Maximilian von Patchenstein")])
@pytest.mark.parametrize("bonus", [0, 2])
def test_all_rows_stand_in_the_middle_below_their_quilt(bonus: int, names: tuple[str, str]) -> None:
    """Even a row of four parts with as many digits as there can be, and a name that is too long."""
    position = with_buttons(replace(OVER, bonus=bonus), 8, 100)
    image, bare = render.draw_poster(position, names=names), Canvas.over(wall.wall(DAYLIGHT), DAYLIGHT).image
    rows = (LOW + 70, LOW + 175) if any(names) else (LOW + 150,)
    for half, (top, bottom) in product((0, 550), pairwise((LOW, *rows, image.height))):
        part = (half, top, half + 550, bottom)
        left, _, right, _ = changed(image.crop(part), bare.crop(part))
        assert 19 <= left < right <= 531
        assert abs(left + right - 550) < 16, (half, top)


NAMES = {
    "Mina": "Mina",
    "Łukasz Żółć": "Łukasz Żółć",
    "Nguyễn Thị": "Nguyễn Thị",
    "Ирина": "Ирина",
    "J\u0301an": "",  # the accent would stand beside the letter
    "𝓜𝓲𝓷𝓪": "Mina",
    "Ｍｉｎａ": "Mina",
    "✿ Mina 🌸": "Mina",
    "🧵": "",
    "***": "",
    "\u202emina\u200b": "mina",
    "美奈": "",
    "مينا": "",
    "Tom 美": "",
    "T\u0334o\u0334m": "",
}


@pytest.mark.parametrize(("name", "drawn"), NAMES.items(), ids=map(ascii, NAMES))
def test_a_name_is_drawn_as_far_as_the_font_goes_or_not_at_all(name: str, drawn: str) -> None:
    assert render.legible(name) == drawn


def test_no_name_is_kept_where_stamps_outlast_the_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "folder", Folder(tmp_path))
    forget_all()
    render.draw_poster(OVER, names=("Mina", "Tom"))
    kept = sorted(tmp_path.iterdir())
    render.draw_poster(OVER, names=("Xaver", "Yrsa"))
    assert kept == sorted(tmp_path.iterdir()) != []
