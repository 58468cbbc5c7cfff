"""Alt texts say what the pictures show, in sentences, and never more than Discord takes."""

import pytest

import render
from bot.matches.news import last_card
from bot.ui.kit.page import cut
from bot.ui.words.accessible import covered_squares, shape
from bot.ui.words.alt import quilt_alt, ring_alt, table_alt
from game import Automa
from game.squares import square_name
from game.tidy import tidiest
from tests.matches.building import new_match, told_moves
from tests.ui.every_page import SAY, matches, pages, some_matches
from tests.ui.test_by_texts_alone import squares_free

KINDS = [
    (1, None),
    pytest.param(2, None, marks=pytest.mark.night),
    (1, Automa("legend", "tactical")),
    pytest.param(3, Automa("fellow", "normal"), marks=pytest.mark.night),
]


@pytest.mark.parametrize(("seed", "automa"), KINDS)
def test_the_table_tells_the_shape_of_every_patch_on_offer(seed: int, automa: Automa | None) -> None:
    for match in matches(seed, automa):
        told = table_alt(SAY, match.position, last_card(match))
        if match.position.over:
            continue
        for number, patch in enumerate(match.position.offers, 1):
            name, looks = SAY(f"patch.{patch.id}"), shape(SAY, render.lying(patch.id))
            assert f"Patch {number}, the {name}, is {looks}. It costs {patch.cost} button" in told
        following = told.partition("Then come, in this order: ")[2].partition(".")[0]
        names = [SAY(f"patch.{patch.id}") for patch in match.position.ring_patches[3:]]
        heard = following.replace(" and ", ", ").split(", ") if following else []
        assert heard == names[: len(heard)]
        assert len(heard) >= min(5, len(names))


def test_the_table_tells_distances_and_how_far_the_bonus_is() -> None:
    position = told_moves(new_match(), "21N@A1 29N@A1").position
    told = table_alt(SAY, position)
    assert told.startswith(
        "The square amber token is to move. The round blue token is on space 5 of 53, 4 spaces ahead,"
    )
    assert (
        "The square amber token is on space 1 of 53, 4 spaces behind, and has 3 buttons, an income of 0 and 75" in told
    )
    assert "43 more squares would fill a 7×7." in told


def test_a_leather_patch_to_sew_and_the_end_are_told() -> None:
    told = {table_alt(SAY, match.position).partition(".")[0] for seed in range(3) for match in matches(seed)}
    assert "The round blue token has a leather patch to sew" in told
    assert "The game has ended" in told


def test_the_panel_tells_each_place_with_how_the_patch_lies_and_what_it_covers() -> None:
    position = new_match().position
    patch = position.offers[0]
    places = tidiest(position.player(1).quilt, patch)[:4]
    told = quilt_alt(SAY, position, 1, places[0], places)
    assert told.startswith(f"Here the bench would cover {covered_squares(SAY, places[0])}. Place 1, ")
    for number, place in enumerate(places, 1):
        turned = SAY(f"orientation.{place.orientation.letter}")
        assert f"Place {number}, {turned}, covers {covered_squares(SAY, place)}." in told


def test_free_squares_can_be_found_by_ear() -> None:
    for match in matches(1):
        free = match.position.player(1).quilt.free
        names = {square_name(square) for square in range(81) if free >> square & 1}
        assert squares_free(quilt_alt(SAY, match.position, 1)) == names


def test_the_ring_has_a_key() -> None:
    told = ring_alt(SAY, new_match().position)
    assert told.startswith(
        "The patches in the order in which they come, each with its buttons, its time and its income: 1 bench 1, 5, 1; "
    )
    assert len(told) <= 1024


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "automa"), KINDS)
def test_nothing_is_said_with_signs_that_screen_readers_skip(seed: int, automa: Automa | None) -> None:
    alts = {page.picture.alt for match in some_matches(seed, automa) for page in pages(match) if page.picture}
    assert not [alt for alt in alts if set("·→–/🔵🟧") & set(alt)]


def test_what_is_too_long_is_cut_after_a_sentence_or_else_after_a_word() -> None:
    assert cut("One. Two.", 9) == "One. Two."
    assert cut("One two. Three four.", 15) == "One two.…"
    assert cut("One. Two three four.", 16) == "One. Two three…"
    assert cut("W" * 20, 10) == "W" * 9 + "…"
    assert all(len(cut("Some words. " * 20, most)) <= most for most in range(2, 240))
