"""Errors carry a reason and its values; their text is an English sentence."""

from string import Formatter

import pytest

from game import BadRecord, BadText, GameError, IllegalMove
from game.errors import SENTENCES


def test_every_reason_has_a_sentence_without_capital_and_full_stop() -> None:
    for sentence in SENTENCES.values():
        assert sentence[0].islower() or sentence[0] in "'{"
        assert not sentence.endswith(".")


@pytest.mark.parametrize("reason", SENTENCES)
def test_the_values_fill_the_places(reason: str) -> None:
    places = [name for _, name, _, _ in Formatter().parse(SENTENCES[reason]) if name]
    error = IllegalMove(reason, **dict.fromkeys(places, "<value>"))
    assert error.reason == reason
    assert set(error.values) == set(places)
    assert str(error).count("<value>") == len(places)
    assert "{" not in str(error)


def test_all_are_value_errors() -> None:
    assert issubclass(GameError, ValueError)
    assert {IllegalMove, BadText, BadRecord} == set(GameError.__subclasses__())


def test_a_bad_record_says_where_and_keeps_the_reason() -> None:
    error = BadRecord("ply 3, +", IllegalMove("leather_first", seat=2))
    assert str(error) == "ply 3, +: seat 2 has a leather patch to sew first"
    assert (error.where, error.reason, error.values) == ("ply 3, +", "leather_first", {"seat": 2})
