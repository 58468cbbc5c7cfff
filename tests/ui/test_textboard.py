"""The text board: the position as letters and sentences."""

from __future__ import annotations

from bot.ui.pages.textboard import LETTERS, letters
from game import PATCHES
from game.patches import LEATHER
from game.quilt import EMPTY_QUILT
from game.squares import square_name
from game.steering import placements_of
from tests.ui.playing import asked, play_on
from tests.ui.world import World, offered, text


def test_every_square_has_the_letter_of_its_patch() -> None:
    domino = placements_of(EMPTY_QUILT.fits, PATCHES[0], PATCHES[0].orientations[0])[0]
    quilt = EMPTY_QUILT.sew(domino)
    free = placements_of(quilt.fits, LEATHER, LEATHER.orientations[0])
    leather = next(place for place in free if square_name(place.square) == "C9")
    quilt = quilt.sew(leather)
    lines = letters(quilt.patches).split("\n")
    assert lines[0].split() == list("ABCDEFGHI")
    assert [line[0] for line in lines[1:]] == list("123456789")
    seen = {
        square_name(row * 9 + column): lines[row + 1].split()[column + 1] for row in range(9) for column in range(9)
    }
    assert {name for name, letter in seen.items() if letter == "a"} == {
        square_name(s) for s in range(81) if domino.mask >> s & 1
    }
    assert seen["C9"] == "#"
    assert sum(letter == "." for letter in seen.values()) == 78


def test_there_are_letters_enough_for_any_quilt() -> None:
    sizes = sorted(patch.size for patch in PATCHES)
    most = max(count for count in range(34) if sum(sizes[:count]) <= 81)
    assert most <= len(LETTERS)


async def test_more_leads_to_the_text_board_and_back(world: World) -> None:
    await world.accepted_game()
    match = await play_on(world, plies=8)
    answer = await asked(world, world.tom, "text")
    words = text(answer)
    for seat in (1, 2):
        assert f"```\n{letters(match.position.player(seat).quilt.patches)}\n```" in words
    assert "text" not in offered(answer)
    assert {"quilt1", "quilt2", "ring"} <= set(offered(answer))
    assert not answer.attachments
