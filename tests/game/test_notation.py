"""Positions as text."""

import pytest

from game import BadText, parse_position
from game.position import start
from tests.game.building import after, ring

START = start("classic", ring(0, 17, 4))
TEXT = str(START)
LEATHER_PENDING = "1=20/5/ 2=19/5/"


def test_a_position_prints_as_one_line() -> None:
    numbers = ",".join(map(str, [17, 4, *(id for id in range(1, 33) if id not in (17, 4)), 0]))
    assert str(START) == f"classic token=1 leather=0 bonus=0 ring={numbers} 1=0/5/ 2=0/5/"
    assert str(after(START, "17E@C4")).endswith(" 1=3/3/17E@C4 2=0/5/")


def test_it_parses_back_with_everything_there_is_on_the_table() -> None:
    played = after(START, "17E@C4 + + 4N@A1")
    read = parse_position(str(played))
    assert read == played
    assert read.player(1).income == played.player(1).income > 0
    assert list(read.legal_moves) == list(played.legal_moves)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("classic", "Classic", "not spelled"),
        ("token=1", "token=3", "not spelled"),
        ("leather=0", "leather=", "not spelled"),
        (" bonus=0", "", "not spelled"),
        ("ring=17,", "ring=17,,", "not spelled"),
        ("ring=17,", "ring=17 ", "not spelled"),
        ("ring=17,", "ring=" + "0" * 5000 + "17,", "not spelled"),
        ("1=0/5/", "1=54/5/", "a seat is"),
        ("1=0/5/", "1=00/5/", "a seat is"),
        ("1=0/5/", "1=0/-5/", "a seat is"),
        ("1=0/5/", "1=0/5", "a seat is"),
        ("1=0/5/", "1=0/" + "5" * 5000 + "/", "a seat is"),
        ("1=0/5/", "1=0/5/17E@c4", "is not a move"),
        ("1=0/5/", "1=0/5/+", "is not a move"),
        ("ring=17,", "ring=", "each patch"),
        ("ring=17,", "ring=17,17,", "each patch"),
        ("ring=17,", "ring=17,99,", "each patch"),
        ("1=0/5/", "1=0/5/17E@C4", "each patch"),
        ("1=0/5/", "1=0/5/*A1,*A1", "taken already (A1)"),
        ("1=0/5/", "1=1/5/", "the token ahead"),
        ("token=1 leather=0", "token=1 leather=1", "leather patch"),
        ("token=1 leather=0", "token=1 leather=2", "leather patch"),
    ],
)
def test_what_is_no_position_is_refused(old: str, new: str, why: str) -> None:
    assert old in TEXT
    with pytest.raises(BadText) as caught:
        parse_position(TEXT.replace(old, new))
    assert why in str(caught.value)


def test_leather_is_pending_only_for_the_token_ahead_with_a_free_square() -> None:
    pending = TEXT.replace("1=0/5/ 2=0/5/", LEATHER_PENDING).replace("token=1 leather=0", "token=2 leather=1")
    assert parse_position(pending).turn == 1
    full = ",".join(f"*{column}{row}" for row in range(1, 10) for column in "ABCDEFGHI")
    for impossible in (
        pending.replace("1=20/5/", f"1=20/5/{full}"),
        pending.replace("1=20/5/", "1=19/5/"),
        pending.replace(LEATHER_PENDING, "1=53/5/ 2=53/5/"),
    ):
        with pytest.raises(BadText, match="leather patch"):
            parse_position(impossible)
