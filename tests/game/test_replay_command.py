"""``python -m game replay``, which needs nothing but a bare interpreter: `run` starts it as a command."""

import json
from pathlib import Path

import pytest

from game import Record, Setup
from game.__main__ import main
from tests.game.building import random_line, ring
from tests.game.command import failed, failure, replay, run

RING = f'[Ring "{" ".join(map(str, ring()))}"]'
SHORT = f"{RING}\n1N@A1 + +"
"""A game just begun: seat 1 pays 2 buttons and moves to 2, seat 2 advances to 3 and seat 1 to 4."""

CHOICES = "(levels: intern, apprentice, fellow, master, legend; decks: normal, tactical)"


def whole_game(seed: int, track: str = "classic") -> Record:
    positions, moves = random_line(seed, track)
    return Record(Setup(track, positions[0].ring), tuple(moves))


@pytest.mark.slow
def test_one_json_line_for_each_record_with_exactly_these_keys() -> None:
    done = run("-", given=SHORT.encode())
    assert done.stdout.decode() == (
        '{"over": false, "score": [-151, -154], "winner": null, "bonus": null, '
        '"position": [4, 3], "buttons": [5, 8], "empty": [78, 81], "plies": 3}\n'
    )


def test_a_finished_game() -> None:
    record = whole_game(4)
    *_, last = record.steps()
    (line,) = replay(str(record))
    assert line["over"] is True
    assert line["winner"] == last.position.winner
    assert line["score"] == [last.position.score(seat).total for seat in (1, 2)]
    assert line["position"] == [53, 53]
    assert line["plies"] == len(record.moves)
    assert "legal" not in line


def test_legal_adds_the_number_of_legal_moves_before_each_ply_played() -> None:
    record = whole_game(5, "revised")
    positions, moves = random_line(5, "revised")
    (line,) = replay(str(record), "--legal")
    assert line["legal"] == [len(position.legal_moves) for position in positions[:-1]]
    assert len(positions) == len(moves) + 1


def test_a_record_without_moves_has_no_counts() -> None:
    (line,) = replay(RING, "--legal")
    assert (line["plies"], line["legal"], line["score"]) == (0, [], [-157, -157])


@pytest.mark.slow
def test_from_a_file_or_from_standard_input(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text(SHORT, encoding="utf-8")
    done = run(str(file))
    assert [json.loads(done.stdout)] == replay(SHORT)


@pytest.mark.slow
def test_options_may_come_before_or_after_the_file() -> None:
    assert run("--legal", "-", given=SHORT.encode()).stdout == run("-", "--legal", given=SHORT.encode()).stdout


def test_a_command_is_to_be_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([])
    assert "usage: python -m game" in capsys.readouterr().err


def test_several_records_and_none() -> None:
    assert [line["plies"] for line in replay(f"\n\n{SHORT}\n\n\n\n{RING}\n+\n \n\n{SHORT}\n\n")] == [3, 1, 3]
    assert replay("") == []


# --- what breaks a rule or the format ---


def test_an_illegal_move_names_record_ply_and_move_and_earlier_lines_stay_printed() -> None:
    sentence = failure(f"{SHORT}\n\n{SHORT}\n\n{RING}\n+ 9N@A1\n\n{SHORT}", lines=2)
    assert sentence == "record 3, ply 2, 9N@A1: patch 9 is not one of the next three (1, 2, 3)"


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        ("+ +", "header Ring: there is no Ring"),
        (RING.replace(" 8 ", " 9 "), "header Ring: it must name the 33 patches 0 to 32 once each, separated by spaces"),
        (f'{RING}\n[Automa "2"]', f"header Automa: '2' is not a level and a deck, such as 'fellow normal' {CHOICES}"),
        (f"{RING}\n[Oops]", "header: '[Oops]' is not a header such as [Track \"classic\"]"),
        (f"{RING}\n1N@H1", "ply 1, 1N@H1: '1N@H1' lies outside the quilt"),
        (f"{RING}\n+ *d5", "ply 2, *d5: '*d5' is not a move"),
    ],
)
def test_what_is_refused_is_named_with_its_record(record: str, sentence: str) -> None:
    assert failure(f"{SHORT}\n\n{record}", lines=1) == f"record 2, {sentence}"


@pytest.mark.slow
def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    done = run(str(tmp_path / "none.txt"))
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr.decode() == f"{tmp_path / 'none.txt'}: No such file or directory\n"


@pytest.mark.slow
def test_a_byte_that_is_not_utf_8_is_refused_where_it_stands() -> None:
    sentence = "record 1, ply 2, \\udcff: '\\udcff' is not a move"
    assert failure(f"{RING}\n+ ".encode() + b"\xff") == sentence
    assert failed(run("-", given=f"{RING}\n+ ".encode() + b"\xff")) == sentence
    assert failure(b"\xff\xfe[\x00R\x00").startswith("record 1, ply 1, ")


def test_strange_characters_are_shown_on_one_line() -> None:
    assert failure(f"{RING}\n+ \u2460\u00e9").startswith("record 1, ply 2, ")


def test_a_huge_token_is_cut_short_and_shows_no_control_characters() -> None:
    sentence = failure(f"{RING}\n+ \x1b[2J\0{'x' * 1_000_000}")
    repeated = "\\x1b[2J\\x00" + "x" * 55 + "…"
    assert sentence == f"record 1, ply 2, {repeated}: '{repeated}' is not a move"
    assert (
        failure(f"{RING}\n[{'x' * 1_000_000}")
        == f"""record 1, header: '[{"x" * 59}…' is not a header such as [Track "classic"]"""
    )
