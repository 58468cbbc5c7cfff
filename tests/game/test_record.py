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


def test_headers_may_come_in_any_order() -> None:
    assert parse_record(f'[First "2"]\n{RING}\n[Track "revised"]').setup == Setup("revised", (*range(1, 33), 0), 2)


@pytest.mark.parametrize("turned", [0, 7, 32])
def test_the_ring_starts_anywhere_and_the_pawn_stands_just_clockwise_of_0(turned: int) -> None:
    ids = IDS.split()
    record = parse_record(f'[Ring "{" ".join(ids[turned:] + ids[:turned])}"]')
    assert record.setup.ring == (*range(1, 33), 0)


def test_spaces_within_the_ring_may_be_several() -> None:
    assert parse_record(f'[Ring "  {IDS.replace(" ", "   ")} "]').setup.ring[-1] == 0


def test_other_headers_are_kept_and_ignored() -> None:
    record = parse_record(f'{RING}\n[Result "resign 2"]\n[Site "here"]\n[Site "there"]\n+')
    assert record.headers == (("Result", "resign 2"), ("Site", "here"), ("Site", "there"))
    assert parse_record(str(record)) == record


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_line_ends_of_either_kind_are_accepted(end: str) -> None:
    lines = ['[Track "revised"]', RING, "1N@A1 +", "+", "", RING, "+", ""]
    first, second = parse_records(end.join(lines))
    assert (first.setup.track, len(first.moves)) == ("revised", 3)
    assert (second.setup.track, len(second.moves)) == ("classic", 1)


@pytest.mark.parametrize("gap", ["\n\n", "\n\n\n\n", "\n \t\n", "\r\n\r\n\r\n"])
def test_records_are_separated_by_one_or_several_empty_lines(gap: str) -> None:
    records = list(parse_records(gap.join([f"{RING}\n+", f"{RING}\n+ +", f"{RING}"])))
    assert [len(record.moves) for record in records] == [1, 2, 0]


def test_empty_lines_before_the_first_and_after_the_last_do_not_matter() -> None:
    assert len(list(parse_records(f"\n\n{RING}\n\n\n"))) == 1
    assert list(parse_records("")) == []
    assert list(parse_records(" \n\r\n\t\n")) == []


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


@pytest.mark.parametrize("track", ["Classic", "modern", "", "classic "])
def test_an_unknown_track_is_refused(track: str) -> None:
    error = broken(f'[Track "{track}"]\n{RING}')
    assert str(error) == f"header Track: '{track}' is not one of classic, revised"


@pytest.mark.parametrize("first", ["0", "3", "", "one", "01"])
def test_only_seat_1_or_2_can_be_first(first: str) -> None:
    assert str(broken(f'{RING}\n[First "{first}"]')) == f"header First: '{first}' is not 1 or 2"


@pytest.mark.parametrize("header", ['[Track "classic"]', RING, '[First "1"]', '[Automa "fellow normal"]'])
def test_a_known_header_given_twice_is_refused(header: str) -> None:
    name = header[1:].partition(" ")[0]
    error = broken(f"{header}\n{RING}\n{header}")
    assert (str(error.where), error.reason) == (f"header {name}", "twice")


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


def test_a_record_of_a_game_that_is_not_over_is_fine() -> None:
    steps = list(parse_record(f"{RING}\n1N@A1 +").steps())
    assert len(steps) == 2
    assert not steps[-1].position.over


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


def test_a_record_without_moves_prints_its_headers_only_and_parses_back() -> None:
    record = parse_record(RING)
    assert str(record).endswith('[First "1"]')
    assert parse_record(str(record)) == record


def test_several_records_parse_back_from_their_texts_parted_by_an_empty_line() -> None:
    records = []
    for seed in range(3):
        positions, moves = random_line(seed)
        records.append(Record(Setup("classic", positions[0].ring), tuple(moves)))
    assert list(parse_records("\n\n".join(map(str, records)))) == records
