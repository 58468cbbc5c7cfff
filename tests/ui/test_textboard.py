"""The text board: the position as letters and sentences."""

from unicodedata import east_asian_width

import pytest

import render
from bot.matches.match import Match
from bot.ui.kit.page import Page
from bot.ui.kit.texts import speaker
from bot.ui.pages.pagination import leaves
from bot.ui.pages.textboard import LETTERS, letters, patches_page, text_page
from bot.ui.words.accessible import brief_sentence, covered_squares, shape
from bot.ui.words.recap import happened
from game import PATCHES, Automa
from game.patches import LEATHER
from game.quilt import EMPTY_QUILT
from game.squares import square_name
from game.steering import placements_of
from tests.ui.catalogues import EACH_LANGUAGE
from tests.ui.every_page import BIG, SAY, custom_ids, matches
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
    assert sum(letter == "o" for letter in seen.values()) == 78


def test_there_are_letters_enough_for_any_quilt() -> None:
    sizes = sorted(patch.size for patch in PATCHES)
    most = max(count for count in range(34) if sum(sizes[:count]) <= 81)
    assert most <= len(LETTERS)


@pytest.mark.cheapest
async def test_more_leads_to_the_text_board_all_its_patches_and_back(world: World) -> None:
    await world.accepted_game()
    match = await play_on(world, plies=8)
    answer = await asked(world, world.tom, "text")
    assert {"patches", "pictures"} <= set(offered(answer))
    lasts = "All in words until you press *Pictures*."
    assert lasts in text(answer)
    assert not answer.attachments
    assert "```" not in text(answer), "nobody has to hear squares one by one"
    shapes = await world.press(world.tom, answer, "patches")
    assert f"{len(match.position.ring)} in the ring" in text(shapes)
    assert "patches" not in offered(shapes)
    assert lasts not in text(await world.press(world.tom, shapes, "text")), "it is said once"
    shapes = await world.press(world.tom, answer, "patches")
    for seat in (1, 2):
        assert f"```\n{letters(match.position.player(seat).quilt.patches)}\n```" in text(shapes)
    assert {"quilt1", "quilt2", "ring"} <= set(offered(await world.press(world.tom, shapes, "pictures")))


def test_what_is_too_long_for_a_page_is_parted_between_paragraphs_and_then_between_lines() -> None:
    assert leaves(["abc", "de", "f"], 5) == [("abc", "de"), ("f",)]
    assert leaves(["ab", "cd\nef\ngh", "i"], 5) == [("ab",), ("cd\nef",), ("gh", "i")]
    assert leaves(["too long for it"], 5) == [("too long for it",)]
    assert leaves(["", "a"], 5) == [("a",)]


def words(page: Page) -> str:
    return "\n".join((*page.above, *page.below, *page.last))


def both_leaves(match: Match) -> str:
    """A game in words, to the last word; a leaf after the last one is the last one."""
    first, second = (words(text_page(SAY, match, BIG, leaf)) for leaf in (0, 1))
    return first if first == second else f"{first}\n{second}"


def test_the_three_patches_on_offer_are_told_with_name_and_price_and_the_next_three_with_their_shapes() -> None:
    for match in matches(1):
        told = both_leaves(match)
        if match.outcome:
            continue
        for number, patch in enumerate(match.position.ring_patches[:6], 1):
            if number <= 3:
                assert brief_sentence(SAY.in_words, number, patch) in told
            else:
                name = SAY(f"patch.{patch.id}")
                assert f"Patch {number}, the {name}, is " in told or f" {number} {name}" in told
    first = next(matches(1))
    assert all(shape(SAY, render.lying(patch.id)) in both_leaves(first) for patch in first.position.ring_patches[3:6])


@pytest.mark.slow
@pytest.mark.parametrize("language", EACH_LANGUAGE)
def test_a_game_in_words_is_parted_where_it_takes_much_of_a_screen_in_wide_characters_too(language: str) -> None:
    say = speaker(language)
    told = [words(text_page(say, match, BIG, leaf)) for match in matches(1) if not match.outcome for leaf in (0, 1)]
    assert max(sum(1 + (east_asian_width(each) in "WF") for each in page) for page in told) < 1600


@pytest.mark.slow
@pytest.mark.parametrize("automa", [None, Automa("fellow", "tactical")])
def test_each_fact_is_told_once_and_nothing_by_signs_that_screen_readers_skip(automa: Automa | None) -> None:
    for match in matches(1, automa):
        for page in (text_page(SAY, match, BIG + 1), patches_page(SAY, match, BIG + 1)):
            assert not set("·→–🔵🟧") & set(words(page))
            assert "<:" not in words(page)
        told = both_leaves(match)
        assert "after paying" not in told, "the price was told"
        assert "on the way and" not in told
        told = told.removeprefix("### It is your turn\n")  # above each leaf
        once = ["It is your turn", "Next card", *(f"Patch {number}, " for number in range(1, 7))]
        assert all(told.count(each) <= 1 for each in once), told


def test_all_patches_are_told_in_words_with_their_numbers_and_those_of_a_quilt_with_their_places() -> None:
    for match in matches(2):
        told = words(patches_page(SAY, match, BIG)).split("\n")
        for number, patch in enumerate(match.position.ring_patches, 1):
            name, looks = SAY(f"patch.{patch.id}"), shape(SAY, render.lying(patch.id))
            assert told[number].startswith(f"{number}, {name}: {looks}; ")
            assert told[number].endswith(f", income {patch.income}.")
        for placement in match.position.player(1).quilt.patches:
            if placement.patch is LEATHER:
                continue
            assert f"{SAY(f'patch.{placement.patch.id}')}, " in "\n".join(told)
            assert covered_squares(SAY, placement)[0] in "\n".join(told)


def test_what_is_new_comes_first_and_what_can_be_done_before_how_all_stand() -> None:
    for match in matches(1):
        page = text_page(SAY, match, match.mover or BIG)
        if match.mover and match.plies:
            assert page.below[0] == happened(SAY.in_words, match, match.mover)
            assert page.last[0].split("\n")[1].startswith(("Free squares", "Every square", "No square"))
            assert not any("Free squares" in each or " of 53" in each for each in (*page.above, *page.below))
            if len(page.last) == 1:
                assert "following" in {each.control for each in custom_ids(page)}


@pytest.mark.slow
def test_a_turn_in_words_is_no_longer_than_what_matters_for_it_and_the_rest_is_one_press_away() -> None:
    longest = 0
    for match in matches(1):
        if match.mover:
            longest = max(longest, len(words(text_page(SAY, match, match.mover))))
            assert " of 53, " in both_leaves(match)
    assert longest < 2000, "it was 2,700 with all that is told now on the second leaf"
