"""The poster: the finished quilts, what their points are made of, and how a running game stands."""

from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path

import pytest
from PIL import Image, ImageChops

import render
from game import Automa, Position
from render import label as tag
from render import poster, seam, seats, shelf, timeboard, wall
from render.canvas import Canvas, text
from render.disk_cache import Folder
from render.symbols import bonus_sign, bonus_tile, rosette
from render.theme import DAYLIGHT, Theme
from tests.render.positions import position_after
from tests.render.seen import differ
from tests.render.themes import every_theme

OVER = position_after(99)[0]
LOW = 628
"""Where the points begin, below two quilts."""

Note = tuple[int, object]


class Noted(Canvas):
    """A picture that notes which sign or text comes to which half of it."""

    notes: list[Note] = []  # noqa: RUF012 one test draws one picture

    def write(self, at: tuple[float, float], words: str, *how: object, **options: object) -> None:
        self.notes.append((1 + (at[0] > wall.WIDTH / 2), words))
        super().write(at, words, *how, **options)  # type: ignore[arg-type]

    def sign(self, at: tuple[float, float], paint: object, *what: object, **options: object) -> None:
        self.notes.append((1 + (at[0] > wall.WIDTH / 2), paint))
        super().sign(at, paint, *what, **options)  # type: ignore[arg-type]


@pytest.fixture
def noted(monkeypatch: pytest.MonkeyPatch) -> list[Note]:
    """What the next poster shows, by the half that it shows it in."""
    notes: list[Note] = []
    monkeypatch.setattr(poster, "Canvas", Noted)
    monkeypatch.setattr(Noted, "notes", notes)
    return notes


def below(position: Position, seat: int) -> Image.Image:
    """What stands below the quilt of a seat."""
    image = render.draw_poster(position)
    middle = image.width // 2
    return image.crop(((seat - 1) * middle, LOW, seat * middle, image.height))


def with_buttons(position: Position, *buttons: int) -> Position:
    first, second = (replace(player, buttons=amount) for player, amount in zip(position.players, buttons, strict=True))
    return replace(position, players=(first, second))


@pytest.mark.parametrize("bonus", [0, 1, 2])
@pytest.mark.parametrize("seed", range(4))
def test_the_parts_that_are_written_make_up_the_sum(seed: int, bonus: int, noted: list[Note]) -> None:
    position = replace(position_after(99, seed)[0], bonus=bonus)
    render.draw_poster(position)
    for seat in (1, 2):
        total, *parts = (int(what.replace("−", "-")) for half, what in noted if half == seat and isinstance(what, str))
        assert total == position.score(seat).total == sum(parts)
        assert {paint for half, paint in noted if half == seat} >= {bonus_sign} or bonus != seat


def test_the_automas_points_for_patches_make_up_its_sum(noted: list[Note]) -> None:
    position = replace(OVER, automa=replace(Automa("fellow", "normal"), patches=(8, 1, 10)))
    render.draw_poster(position)
    total, *parts = (int(what.replace("−", "-")) for half, what in noted if half == 2 and isinstance(what, str))
    assert total == position.score(2).total == sum(parts)
    assert (2, seats.patch_sign) in noted


@pytest.mark.parametrize("buttons", [(90, 0), (0, 90)])
def test_only_the_winner_gets_a_rosette(buttons: tuple[int, int], noted: list[Note]) -> None:
    position = with_buttons(OVER, *buttons)
    render.draw_poster(position)
    assert [half for half, what in noted if what is rosette] == [position.winner]


@pytest.mark.parametrize("winner", [0, 1, 2])
def test_a_game_that_was_not_played_out_has_no_points_and_perhaps_a_winner(winner: int, noted: list[Note]) -> None:
    position, _, _ = position_after(20)
    running = render.draw_poster(position)
    noted.clear()
    ended = render.draw_poster(position, ended=True, winner=winner)
    assert [half for half, what in noted if what is rosette] == [winner] * bool(winner)
    assert not [what for _, what in noted if isinstance(what, str)]
    below = (0, 700, *running.size)
    assert differ(running.crop(below), ended.crop(below)) > 1


def test_a_game_that_runs_shows_its_time_board_instead_of_points(noted: list[Note]) -> None:
    position, _, _ = position_after(20)
    first, second = position.players
    later = replace(position, players=(replace(first, space=first.space + 1), second))
    board = (0, 720, wall.WIDTH, 720 + timeboard.TALL)
    assert differ(render.draw_poster(position).crop(board), render.draw_poster(later).crop(board)) > 0.1
    assert rosette not in {what for _, what in noted}


def test_points_change_below_their_own_quilt_only() -> None:
    poor, rich = (with_buttons(OVER, amount, 50) for amount in (3, 31))
    assert differ(below(poor, 1), below(rich, 1)) > 0.5
    assert differ(below(poor, 2), below(rich, 2)) == 0


@every_theme
def test_the_two_quilts_have_bindings_of_their_own(theme: Theme) -> None:
    empty = position_after(0)[0]
    image = render.draw_poster(empty, theme=theme)
    top = (wall.TOP, wall.TOP + wall.BINDING)
    left, right = (image.crop((x, top[0], x + 400, top[1])) for x in (60, 610))
    assert differ(left, right) > 20


def test_the_points_stay_below_their_own_quilt(noted: list[Note]) -> None:
    """Even where the bonus makes four parts of them."""
    poor = with_buttons(replace(OVER, bonus=2), 100, 100)
    image = render.draw_poster(poor)
    assert (2, bonus_sign) in noted
    bare = render.draw_poster(replace(position_after(20)[0], bonus=2), ended=True)
    for left in (0, wall.WIDTH - 9):
        strip = (left, LOW + 170, left + 9, image.height)
        assert differ(image.crop(strip), bare.crop(strip)) == 0, left


def test_the_tile_before_its_points_has_no_number_on_it(noted: list[Note]) -> None:
    render.draw_poster(replace(OVER, bonus=1))
    assert (1, bonus_sign) in noted
    assert not [what for _, what in noted if what is bonus_tile]


@pytest.mark.slow
@pytest.mark.parametrize("amount", [0, 1, 8, 9, 16, 28, 33])
def test_the_patches_of_the_automa_hang_where_a_quilt_would(amount: int) -> None:
    """All of them, on the cloth and on nothing else."""
    solo = replace(OVER, automa=replace(Automa("fellow", "normal"), patches=tuple(range(amount))))
    others = replace(OVER, automa=replace(Automa("fellow", "normal"), patches=(*range(amount - 1), 17)[:amount]))
    images = [render.draw_poster(position).convert("RGB") for position in (solo, others)]
    assert images[0].size == render.draw_poster(OVER).size
    cloth = (wall.LEFTS[1] + wall.BINDING, wall.TOP + wall.BINDING)
    box = (*cloth, cloth[0] + wall.ROOM + 12, cloth[1] + wall.ROOM + 12)
    empty = render.draw_poster(replace(OVER, automa=Automa("fellow", "normal"))).convert("RGB")
    shown = ImageChops.difference(images[0].crop((550, 0, 1100, LOW)), empty.crop((550, 0, 1100, LOW))).getbbox()
    assert (shown is None) == (amount == 0)
    if shown:
        assert box[0] <= shown[0] + 550 < shown[2] + 550 <= box[2]
        assert box[1] <= shown[1] < shown[3] <= box[3]
        assert differ(images[0].crop(box), images[1].crop(box)) > 0.2  # the last one shows, too


@pytest.mark.parametrize("progress", [(0, 9), (9, 9), (7, 43), (100, 144)])
@pytest.mark.parametrize("plies", [20, 99], ids=["running", "over"])
def test_a_frame_says_how_many_moves_have_been_made(plies: int, progress: tuple[int, int], noted: list[Note]) -> None:
    """Below all the rest, and before the seam."""
    position = position_after(plies)[0]
    plain, frame = (render.draw_poster(position, progress=some).convert("RGB") for some in (None, progress))
    assert [what for _, what in noted if isinstance(what, str)][-3:] == [str(progress[0]), "/", str(progress[1])]
    left, top, right, bottom = ImageChops.difference(plain, frame).getbbox() or (0, 0, 0, 0)
    parts = plain.crop((0, top, *plain.size)).getcolors(1 << 20) or []
    assert DAYLIGHT.letters not in {f"#{red:02X}{green:02X}{blue:02X}" for _, (red, green, blue) in parts}  # type: ignore[misc]
    assert 0 < left < right <= seam.SEAM[1]
    assert top < bottom < plain.height
    digits = ImageChops.difference(plain, frame).crop((0, 0, seam.SEAM[0], plain.height)).getbbox() or (0, 0, 0, 0)
    assert digits[2] < seam.SEAM[0] - seam.THICK // 2


@pytest.mark.slow
@every_theme
def test_the_seam_grows_by_a_stitch_with_each_move(theme: Theme) -> None:
    frames = [
        render.draw_poster(OVER, progress=(number, 10), theme=theme).convert("RGB").crop((seam.SEAM[0], 0, 1100, 894))
        for number in range(11)
    ]
    grown = [ImageChops.difference(one, two).getbbox() or (0, 0, 0, 0) for one, two in pairwise(frames)]
    step = (seam.SEAM[1] - seam.SEAM[0]) / 10
    assert all(number * step - 1 <= box[0] < box[2] < (number + 1) * step for number, box in enumerate(grown))


def test_a_label_stands_on_the_tag_and_changes_nothing_else(noted: list[Note]) -> None:
    label = ("#9999999", "2026-11-22")
    plain, labelled = (render.draw_poster(OVER, label=some).convert("RGB") for some in (None, label))
    assert [what for _, what in noted if isinstance(what, str)][-2:] == [*label]
    x, y = tag.AT
    left, top, right, bottom = ImageChops.difference(plain, labelled).getbbox() or (0, 0, 0, 0)
    assert x - tag.TAG[0] // 2 <= left < right <= x + tag.TAG[0] // 2
    assert y - tag.TAG[1] // 2 <= top < bottom <= y + tag.TAG[1] // 2
    other = render.draw_poster(OVER, label=("#8888888", label[1])).convert("RGB")
    left, _, right, _ = ImageChops.difference(other, labelled).getbbox() or (0, 0, 0, 0)
    assert x - tag.ROOM // 2 <= left < right <= x + tag.ROOM // 2


def test_the_tokens_of_a_stopped_game_stand_clear_of_its_time_board() -> None:
    top = wall.TOP + wall.SIDE + 88
    edge = (0, top - 4, wall.WIDTH, top)
    unwon, won = (render.draw_poster(position_after(25)[0], ended=True, winner=winner).crop(edge) for winner in (0, 2))
    assert not ImageChops.difference(unwon.convert("RGB"), won.convert("RGB")).getbbox()


@pytest.mark.slow
@pytest.mark.parametrize("names", [("", ""), ("Mina", "Tom"), ("", "Maximilian von Patchenstein")])
@pytest.mark.parametrize("bonus", [0, 2])
def test_all_rows_stand_in_the_middle_below_their_quilt(bonus: int, names: tuple[str, str]) -> None:
    """Even a row of four parts with as many digits as there can be, and a name that is too long."""
    position = with_buttons(replace(OVER, bonus=bonus), 8, 100)
    image, bare = render.draw_poster(position, names=names), Canvas.over(wall.wall(DAYLIGHT), DAYLIGHT).image
    drawn = ImageChops.difference(image.convert("RGB"), bare.convert("RGB"))
    rows = (LOW + 70, LOW + 175) if any(names) else (LOW + 150,)
    for half, (top, bottom) in product((0, 550), pairwise((LOW, *rows, image.height))):
        left, _, right, _ = drawn.crop((half, top, half + 550, bottom)).getbbox() or (0, 0, 0, 0)
        assert 19 <= left < right <= 531
        assert abs(left + right - 550) < 16, (half, top)


def test_a_name_stands_below_its_own_quilt_and_changes_nothing_else() -> None:
    tom, eve = (render.draw_poster(OVER, names=("Mina", name)).convert("RGB") for name in ("Tom", "Eve"))
    left, top, right, bottom = ImageChops.difference(tom, eve).getbbox() or (0, 0, 0, 0)
    assert wall.LEFTS[1] <= left < right <= wall.LEFTS[1] + wall.SIDE
    assert LOW - 10 <= top < bottom <= LOW + 70


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
    text.cache_clear()
    render.draw_poster(OVER, names=("Mina", "Tom"))
    kept = sorted(tmp_path.iterdir())
    render.draw_poster(OVER, names=("Xaver", "Yrsa"))
    assert kept == sorted(tmp_path.iterdir()) != []
