"""Records and positions of games against the Automa, and their replay as a command."""

from random import Random

import pytest

import game
from game import ADVANCE, Automa, Placement, Record, Reveal, Setup
from game.automa import DECKS, LEVELS
from game.position import start
from tests.game.building import SEVEN_FIRST, after, random_solo, ring, seat, solo
from tests.game.command import replay

RING = f'[Ring "{" ".join(map(str, ring()))}"]'
SOLO = f'{RING}\n[Automa "fellow tactical"]'
SHORT = f"{SOLO}\n+ #13 3N@A1 + #23 + #16"
"""Worked out by hand. You advance to 1. Card 13 (budget 1) takes patch 2, to 3. You take 3, to 2, and
advance to 4. Card 23 takes 6 (two buttons printed), to 9. You advance to 10: 5 + 1 - 3 + 2 + 6 buttons. Card 16
(budget 3, income 3): 7 and 9 would both overtake and both have 4 squares, so 9 (one button), to 11, an income space."""


def broken(text: str) -> str:
    with pytest.raises(game.BadRecord) as caught:
        list(game.parse_record(text).steps())
    return str(caught.value)


# --- moves ---


def test_a_card_is_spelled_with_its_number() -> None:
    for number in range(1, 25):
        assert game.parse_move(f"#{number}") == Reveal(number)
        assert str(Reveal(number)) == f"#{number}"


NO_CARD = ["#0", "#00", "#25", "#30", "#99", "#100", "#240", "#-1"]
MISSPELLED = ["#", "#01", "#013", "# 13", "#13 ", "#+1", "##1", "#1.0", "#a", "#１", "#1\u0663", "13", "#13#14", "#1\n"]


@pytest.mark.parametrize("text", [*NO_CARD, *MISSPELLED])
def test_and_in_no_other_way(text: str) -> None:
    with pytest.raises(game.BadText, match="is not a move"):
        game.parse_move(text)


def test_cards_are_legal_moves_like_others() -> None:
    legal = solo(seat(9), 3, drawn=(1, 2, 3, 5, 7)).legal_moves
    cards = [Reveal(number) for number in (4, 6, 8, 9, 10, 11, 12)]
    assert list(legal) == cards == [legal[number] for number in range(len(legal))]
    assert len(legal) == 7
    for outside in (-1, 7):
        with pytest.raises(IndexError):
            legal[outside]
    assert Reveal(4) in legal
    assert ADVANCE not in legal
    assert game.parse_move("1N@A1") not in legal
    for number in (0, 5, 13):
        assert Reveal(number) not in legal
    assert Random(5).choice(legal) == Random(5).choice(cards)
    assert repr(legal) == "<LegalMoves 7: #4 #6 #8 #9 #10 #11 #12>"
    assert Reveal(4) not in solo(seat(3), 9).legal_moves


# --- records ---


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("deck", DECKS)
def test_the_header_names_level_and_deck(level: str, deck: str) -> None:
    record = game.parse_record(f'[Automa "{level} {deck}"]\n{RING}\n+ + #13')
    assert record.setup == Setup("classic", (*range(1, 33), 0), 1, Automa(level, deck))
    assert record.setup.start == start("classic", range(33), automa=Automa(level, deck))
    assert record.moves == (ADVANCE, ADVANCE, Reveal(13))
    assert game.parse_record(str(record)) == record


def test_it_prints_after_the_others() -> None:
    record = game.parse_record(f'[Automa "master normal"]\n[Track "revised"]\n{RING}\n[Result "resign 1"]\n+ #3')
    lines = ['[Track "revised"]', f'[Ring "{" ".join(map(str, (*range(1, 33), 0)))}"]', '[First "1"]']
    assert str(record) == "\n".join([*lines, '[Automa "master normal"]', '[Result "resign 1"]', "+ #3"])


def test_a_game_of_two_has_no_such_header_and_no_cards() -> None:
    assert "Automa" not in str(game.parse_record(RING))
    assert game.parse_record(RING).setup.automa is None
    assert broken(f"{RING}\n+ #13") == "ply 2, #13: it is not the Automa's turn"


UNKNOWN = ["expert normal", "fellow easy", "Fellow tactical", "fellow Tactical", "2", ""]
MALFORMED = ["fellow", "tactical", "tactical fellow", "fellow  tactical", " fellow tactical", "fellow tactical "]


@pytest.mark.parametrize("value", [*UNKNOWN, *MALFORMED, "fellow tactical 1", "fellow,tactical"])
def test_an_unknown_level_or_deck_is_refused(value: str) -> None:
    assert broken(f'{RING}\n[Automa "{value}"]') == (
        f"header Automa: '{value}' is not a level and a deck, such as 'fellow normal' "
        "(levels: intern, apprentice, fellow, master, legend; decks: normal, tactical)"
    )


def test_the_human_takes_the_first_turn() -> None:
    assert broken(f'{SOLO}\n[First "2"]') == "header First: the human takes the first turn against the Automa"
    assert game.parse_record(f'{SOLO}\n[First "1"]').setup.first == 1


def test_the_short_game_worked_out_by_hand() -> None:
    *_, last = game.parse_record(SHORT).steps()
    position = last.position
    assert [(player.space, player.buttons) for player in position.players] == [(10, 11), (11, 3)]
    assert position.automa
    assert position.automa.patches == (2, 6, 9)
    assert position.ring[:3] == (10, 11, 12)
    assert position.ring[-6:] == (0, 1, 4, 5, 7, 8)
    assert [position.score(number).total for number in (1, 2)] == [11 - 2 * 78, 3 + 2]
    assert not position.over


@pytest.mark.parametrize(
    ("moves", "sentence"),
    [
        ("#13", "ply 1, #13: it is not the Automa's turn"),
        ("+ +", "ply 2, +: it is the Automa's turn: a card must be revealed"),
        ("+ 1N@A1", "ply 2, 1N@A1: it is the Automa's turn: a card must be revealed"),
        ("+ *A1", "ply 2, *A1: there is no leather patch to sew now"),
        ("+ #12", "ply 2, #12: card 12 is not in the tactical deck"),
        ("+ #13 3N@A1 + #13", "ply 5, #13: card 13 was already drawn since the last shuffle"),
        ("+ #25", "ply 2, #25: '#25' is not a move"),
        ("+ #013", "ply 2, #013: '#013' is not a move"),
        ("+ # 13", "ply 2, #: '#' is not a move"),
    ],
)
def test_what_cannot_come_up_is_refused_and_its_ply_named(moves: str, sentence: str) -> None:
    assert broken(f"{SOLO}\n{moves}") == sentence


# --- positions as text ---

BEGUN = start("classic", ring(0, 17, 4), automa=Automa("legend", "tactical"))


def test_a_position_prints_the_automa_behind_the_rest() -> None:
    assert str(BEGUN).endswith(" 1=0/5/ 2=0/0/ automa=legend/tactical/first//")
    moved = after(BEGUN, "+ #19 + #13")
    assert str(moved).endswith(" 2=6/5/ automa=legend/tactical/first/19,13/17,2")
    shuffled = solo(seat(50), 5, offers=(10, 24, 11), drawn=tuple(range(1, 10)), taken=(3, 8))
    assert str(after(shuffled, "#10")).endswith(" automa=fellow/normal/later//3,8,10")


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("automa=legend", "automa=Legend", "the Automa is"),
        ("tactical", "mixed", "the Automa is"),
        ("/first/", "/second/", "the Automa is"),
        (" automa=legend/tactical/first/19,13/17,2", " automa=", "not spelled"),
        ("/19,13/17,2", "/19,13", "the Automa is"),
        ("/19,13/17,2", "/19,,13/17,2", "the Automa is"),
        ("/19,13/17,2", "/19,19/17,2", "cards"),
        ("/19,13/17,2", "/19,12/17,2", "cards"),
        ("/19,13/17,2", "/13,14,15,16,17,18,19,20,21,22/17,2", "cards"),  # the tenth shuffles
        ("first/19,13/17,2", "later/13,14,15,16,17,18,19,20,21,22,23,24/17,2", "cards"),
        ("/17,2", "/", "each patch"),
        ("/17,2", "/17,2,2", "each patch"),
        ("/17,2", "/17,2,4", "each patch"),
        ("/17,2", "/17,2,33", "each patch"),  # leather is no patch of the ring
        ("leather=0", "leather=2", "no quilt"),
        ("2=6/5/", "2=6/5/*A1", "no quilt"),
    ],
)
def test_what_is_no_position_is_refused(old: str, new: str, why: str) -> None:
    text = str(after(BEGUN, "+ #19 + #13"))
    assert game.parse_position(text)
    assert old in text
    with pytest.raises(game.BadText, match=why):
        game.parse_position(text.replace(old, new))


def test_a_later_deck_may_have_ten_and_eleven_cards_drawn() -> None:
    for count in (10, 11):
        position = solo(seat(50), 5, drawn=tuple(range(1, count + 1)), first_deck=False)
        assert game.parse_position(str(position)) == position


# --- the command ---


def test_the_replay_of_an_unfinished_game() -> None:
    told = {"over": False, "score": [-145, 5], "winner": None, "bonus": None, "position": [10, 11]}
    assert replay(SHORT) == [told | {"buttons": [11, 3], "empty": [78, None], "plies": 7}]
    assert [line["score"] for line in replay(SOLO)] == [[-157, 0]]


def test_the_replay_of_a_whole_game() -> None:
    (line,) = replay(SEVEN_FIRST)
    assert (line["over"], line["winner"], line["bonus"]) == (True, 1, 1)
    assert (line["score"], line["position"]) == ([30, 9], [53, 53])
    sizes = sum(move.patch.size for move in game.parse_record(SEVEN_FIRST).moves if isinstance(move, Placement))
    assert line["empty"] == [81 - sizes, None]
    assert line["buttons"] == [30 - 7 + 2 * (81 - sizes), 9]
    assert line["plies"] == len(game.parse_record(SEVEN_FIRST).moves)


def test_legal_counts_1_for_each_turn_of_the_automa() -> None:
    positions, moves = random_solo(3, "master", "tactical", "revised")
    record = Record(Setup("revised", positions[0].ring, 1, Automa("master", "tactical")), tuple(moves))
    (line,) = replay(str(record), "--legal")
    assert line["legal"] == [
        1 if isinstance(move, Reveal) else len(position.legal_moves)
        for position, move in zip(positions, moves, strict=False)
    ]
    (short,) = replay(SHORT, "--legal")
    assert isinstance(short["legal"], list)
    assert [short["legal"][ply] for ply in (1, 4, 6)] == [1, 1, 1]
    assert min(short["legal"][ply] for ply in (0, 2, 3, 5)) > 1
