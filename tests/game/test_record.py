"""Game records."""

import pytest

from game import ADVANCE, BadRecord, Record, Setup, parse_record, parse_records
from tests.game.building import placement, random_line

IDS = " ".join(map(str, (*range(1, 33), 0)))
RING = f'[Ring "{IDS}"]'


def broken(text: str) -> BadRecord:
    with pytest.raises(BadRecord) as caught:
        parse_record(text)
    return caught.value


# --- reading ---


def test_headers_then_moves_separated_by_white_space() -> None:
    record = parse_record(f'[Track "revised"]\n{RING}\n[First "2"]\n1N@A1 +\n\t*D5   17E@C4\n')
    assert record.setup == Setup("revised", (*range(1, 33), 0), 2)
    assert record.moves == (placement("1N@A1"), ADVANCE, placement("*D5"), placement("17E@C4"))


def test_track_defaults_to_classic_and_first_to_1() -> None:
    assert parse_record(RING) == Record(Setup("classic", (*range(1, 33), 0), 1))


def test_headers_may_come_in_any_order_and_others_are_kept_and_ignored() -> None:
    ring = f'[Ring "  {IDS.replace(" ", "   ")} "]'
    record = parse_record(f'[First "2"]\n{ring}\n[Track "revised"]\n[Result "resign 2"]\n[Site "a"]\n[Site "b"]\n+')
    assert record.setup == Setup("revised", (*range(1, 33), 0), 2)
    assert record.headers == (("Result", "resign 2"), ("Site", "a"), ("Site", "b"))
    assert parse_record(str(record)) == record


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_line_ends_of_either_kind_are_accepted(end: str) -> None:
    lines = ['[Track "revised"]', RING, "1N@A1 +", "+", "", RING, "+", ""]
    first, second = parse_records(end.join(lines))
    assert (first.setup.track, len(first.moves)) == ("revised", 3)
    assert (second.setup.track, len(second.moves)) == ("classic", 1)


@pytest.mark.parametrize("gap", ["\n\n", "\n\n\n\n", "\n \t\n", "\r\n\r\n\r\n"])
def test_records_are_separated_by_one_or_several_empty_lines(gap: str) -> None:
    text = gap.join([f"{RING}\n+", f"{RING}\n+ +", f"{RING}"])
    for around in (text, f"{gap}{text}{gap}"):
        assert [len(record.moves) for record in parse_records(around)] == [1, 2, 0]
    assert list(parse_records(gap)) == list(parse_records("")) == []


# --- refusing ---


def test_a_missing_ring_is_refused() -> None:
    error = broken('[Track "classic"]\n+')
    assert (error.where, error.reason) == ("header Ring", "no_ring")
    assert str(error) == "header Ring: there is no Ring"


@pytest.mark.parametrize(
    "ids",
    [
        "",
        IDS.removesuffix(" 0"),
        IDS + " 32",
        IDS.replace(" 32", " 31"),
        IDS.replace(" 32", " 33"),
        IDS.replace(" 7 ", " 07 "),
        IDS.replace(" ", ","),
        IDS.replace(" 7 ", " seven "),
        IDS.replace(" 7 ", " -7 "),
        IDS.replace(" 7 ", " ７ "),
        IDS.replace(" 7 ", " +7 "),
        "1" * 5000,
    ],
)
def test_a_ring_that_is_not_the_33_ids_once_each_is_refused(ids: str) -> None:
    error = broken(f'[Ring "{ids}"]')
    assert (error.where, error.reason) == ("header Ring", "bad_ring")


@pytest.mark.parametrize(
    ("header", "sentence"),
    [
        *((f'[Track "{track}"]', f"'{track}' is not one of classic, revised") for track in ("Classic", "", "classic ")),
        *((f'[First "{first}"]', f"'{first}' is not 1 or 2") for first in ("0", "3", "", "one", "01")),
        *((f"{each}\n{each}", "it is given twice") for each in ('[Track "classic"]', RING, '[First "1"]')),
        ('[Automa "fellow normal"]\n[Automa "fellow normal"]', "it is given twice"),
    ],
)
def test_a_header_that_says_what_it_cannot_is_refused(header: str, sentence: str) -> None:
    name = header[1:].partition(" ")[0]
    assert str(broken(header if name == "Ring" else f"{RING}\n{header}")) == f"header {name}: {sentence}"


@pytest.mark.parametrize("line", ["[Track classic]", '[Track "classic"', '[Track  "classic"]', '[Tr ack "a"]', "[]"])
def test_a_line_that_is_no_header_is_named(line: str) -> None:
    error = broken(f"{line}\n{RING}")
    assert error.reason == "bad_header"
    assert line in str(error)


def test_a_header_after_the_moves_is_no_header() -> None:
    error = broken(f'{RING}\n+\n[Track "classic"]')
    assert (error.where, error.reason) == ("ply 2, [Track", "bad_move")


@pytest.mark.parametrize("token", ["17E@c4", "017E@C4", "17E@C0", "17X@C4", "17e@C4!", "*d5", "#013", "1.", "++"])
def test_spelling_is_strict_and_the_ply_is_named(token: str) -> None:
    error = broken(f"{RING}\n+ {token} +")
    assert error.where == f"ply 2, {token}"
    assert f"'{token}' is not a move" in str(error)


def test_the_record_is_named_by_its_number_and_earlier_ones_come_out() -> None:
    records = parse_records(f"{RING}\n+\n\n\n{RING}\n+ x\n\n{RING}")
    assert next(records).moves == (ADVANCE,)
    with pytest.raises(BadRecord) as caught:
        next(records)
    assert str(caught.value) == "record 2, ply 2, x: 'x' is not a move"


# --- playing ---


def test_steps_play_the_moves_one_by_one() -> None:
    positions, moves = random_line(11, "revised", 2)
    record = Record(Setup("revised", positions[0].ring, 2), tuple(moves))
    assert [step.position for step in record.steps()] == positions[1:]


def test_an_illegal_move_is_named_by_its_ply_and_the_earlier_ones_are_played() -> None:
    steps = parse_record(f"{RING}\n1N@A1 9N@A1").steps()
    assert next(steps).position.turn == 2
    with pytest.raises(BadRecord) as caught:
        next(steps)
    assert str(caught.value) == "ply 2, 9N@A1: patch 9 is not one of the next three (2, 3, 4)"


def test_any_token_after_the_end_is_refused() -> None:
    positions, moves = random_line(12)
    over = Record(Setup("classic", positions[0].ring), (*moves, ADVANCE))
    with pytest.raises(BadRecord) as caught:
        list(over.steps())
    assert str(caught.value) == f"ply {len(moves) + 1}, +: the game is over"


# --- printing ---


def test_a_record_prints_set_up_and_moves() -> None:
    setup = Setup("revised", (*range(1, 33), 0), 2)
    record = Record(setup, (placement("1E@A1"), ADVANCE), (("Result", "resign 2"),))
    lines = ['[Track "revised"]', f'[Ring "{IDS}"]', '[First "2"]', '[Result "resign 2"]', "1E@A1 +"]
    assert str(record) == "\n".join(lines)
