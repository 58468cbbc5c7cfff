"""What the Automa does is told in plain sentences; how it chose stands under More; its levels say how hard they are."""

import re
from dataclasses import replace

import pytest

from bot.features import commands
from bot.matches.news import against_all_levels, last_card
from bot.ui.kit.texts import speaker
from bot.ui.words.cards import card_sentence, cards_text, levels_text
from bot.ui.words.options import level_choices, level_options
from game import PATCHES, Automa
from game.automa import CARDS, LEVELS, choose
from game.facts import CardRevealed
from game.position import Player, Position, start
from tests.ui.every_page import matches
from tests.ui.world import World, text

SAY = speaker("en")
FAR = 30
"""Where the person's token stands when nothing could take the Automa past it."""


def told(card: int, *offers: int, space: int = 0, person: int = FAR) -> str:
    """What is said of a card, with these patches on offer; the person is the one who reads it."""
    choice = choose(CARDS[card], [PATCHES[patch] for patch in offers], space, person)
    spaces = choice.taken.time if choice.taken else min(person + 1, 53) - space
    after = start("classic", range(33), 1, Automa("fellow", "normal"))
    after = replace(after, players=(Player(person), Player(space + spaces)))
    return card_sentence(SAY, CardRevealed(2, choice, spaces), after, "you")


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        (told(3, 13, 18, 20), "took the twig and moved 4 spaces. It could afford no other."),
        (told(6, 4, 15, 30), "took the letter H and moved 3 spaces. That was the largest it could afford."),
        (told(7, 15, 4, 16), "took the big T and moved 5 spaces. Of those it could afford, that had the most buttons."),
        (
            told(6, 13, 14, 15),
            "took the cup and moved 2 spaces. Of those it could afford, that was the farthest from the pawn.",
        ),
        (
            told(6, 7, 13, 4, space=10, person=12),
            "took the small T and moved 2 spaces. Any other would have taken it past you.",
        ),
        (
            told(6, 7, 15, 21, person=3),
            "took the cup and moved 2 spaces. That was one of two that did not take it past you.",
        ),
        (told(6, 13, 14, 7), "took the flag and moved 2 spaces. That was one of the two largest it could afford."),
        (told(7, 13, 4, 14), "took the twig and moved 4 spaces. That was one of the two with the most buttons."),
        (told(8, 13, 14, 7), "took the twig and moved 4 spaces. That was one of the two largest it could afford."),
        (
            told(9, 16, 22, 13, person=4),
            "took the hat and moved 4 spaces. That was one of the two with the most buttons.",
        ),
        # no patch leaves it behind you, so that does not count
        (
            told(6, 4, 15, 30, space=5, person=5),
            "took the letter H and moved 3 spaces. That was the largest it could afford.",
        ),
        (told(3, 3, 18, 20), "took the quick corner and moved 1 space. It could afford no other."),
        (
            told(1, 18, 20, 12, person=2),
            "could afford nothing, so it advanced 3 spaces to get ahead of you, earning nothing.",
        ),
        (
            told(1, 18, 20, 12, space=52, person=53),
            "could afford nothing, so it advanced 1 space to the end, earning nothing.",
        ),
    ],
)
def test_a_turn_is_told_with_its_reason(sentence: str, said: str) -> None:
    assert sentence == f"The Automa {said}"


def test_how_it_chose_is_told_card_by_card_and_filter_by_filter() -> None:
    explained = [
        cards_text(SAY, match)
        for seed in range(1, 5)
        for match in matches(seed, Automa("master", "normal"))
        if last_card(match)
    ]
    assert all(each.startswith("**How the Automa chose last**\n**Card ") for each in explained)
    every = "\n".join(explained)
    assert "lets it spend up to" in every
    assert "which buys none of the three." in every
    for words in ("Largest: ", "Most buttons: ", "Farthest from the pawn: ", "Not past the other token: "):
        assert words in every
    assert "all stay." in every
    assert "none would be left, so this does not count." in every


def test_nothing_is_explained_before_its_first_card_nor_between_people() -> None:
    assert cards_text(SAY, next(matches(1, Automa("master", "normal")))) == ""
    assert not any(cards_text(SAY, match) for match in matches(1))


def test_every_level_says_first_how_hard_it_is_and_fits_a_phone() -> None:
    labels = [choice.name for choice in level_choices()]
    assert labels == [
        "Intern (very easy)",
        "Apprentice (easy)",
        "Fellow (medium)",
        "Master (hard)",
        "Legend (very hard)",
    ]
    assert max(map(len, labels)) <= 45
    assert [option.value for option in level_options(SAY)] == list(LEVELS)
    for option in level_options(SAY):
        assert option.description is not None
        assert len(option.description) <= 100


def test_commands_call_one_thing_by_one_name() -> None:
    options: dict[str, list[set[str]]] = {}
    for command in commands():
        for inner in getattr(command, "commands", ()):
            for parameter in getattr(inner, "parameters", ()):
                values = {str(choice.value) for choice in parameter.choices}
                options.setdefault(parameter.name, []).append(values)
    assert "track" not in options
    assert len(options["leather"]) >= 3
    assert all({"classic", "revised"} <= values for values in options["leather"])


def test_a_score_is_told_beside_the_last_level_that_it_beats_and_the_first_that_it_does_not() -> None:
    *_, last = (match for match in matches(1, Automa("intern", "normal")) if match.position.over)
    ends = against_all_levels(last)
    points = [end.score(2).total for _, end in ends]
    assert points == sorted(points), "a level has the points of those below, and more"
    told = {count: levels_text(SAY, scored(ends, points[count - 1] + 1 if count else -200)) for count in range(6)}
    assert told[0] == f"Your score of −200 beats no level, not even the Intern ({points[0]})."
    assert told[2] == (
        f"Your score of {points[1] + 1} beats the Apprentice ({points[1]}). It does not beat the Fellow ({points[2]})."
    )
    assert told[5] == f"Your score of {points[4] + 1} beats every level, even the Legend ({points[4]})."


def scored(ends: list[tuple[str, Position]], points: int) -> list[tuple[str, Position]]:
    """The same ends, with so many points for whoever plays against the Automa."""

    def with_points(end: Position) -> Position:
        buttons = end.player(1).buttons + points - end.score(1).total
        return replace(end, players=(replace(end.player(1), buttons=buttons), end.player(2)))

    return [(level, with_points(end)) for level, end in ends]


@pytest.mark.slow
def test_a_tie_says_who_finished_first() -> None:
    told: set[str] = set()
    for seed in range(1, 20):
        *_, last = (match for match in matches(seed, Automa("intern", "normal")) if match.position.over)
        ends = against_all_levels(last)
        told.add(levels_text(SAY, scored(ends, ends[0][1].score(2).total)))
    assert {bool(re.search(r"Intern \(\d+ too\), as you finished first", each)) for each in told} == {True, False}
    assert any(re.search(r"not even the Intern \(\d+ too\), who finished first\.", each) for each in told)


@pytest.mark.cheapest
async def test_the_first_page_says_what_the_automa_is_and_more_where_it_takes_the_bonus(world: World) -> None:
    first = await world.slash(world.mina, "automa", where="here", level="legend")
    assert "The Automa sews no quilt: cards say what it takes." in text(first)
    more = await world.press(world.mina, first, "more")
    assert "It takes the 7×7 bonus when it lands on or passes space 35" in text(more)
