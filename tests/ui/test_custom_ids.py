import itertools
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ui.kit.custom_id import PATTERN, BadId, CustomId, read_id
from game.placements import PLACEMENTS

PAGES = ("board", "home", "spots", "turned", "column", "row.C", "cover.I9.11", "list", "advance", "more", "challenge")

custom_ids = st.builds(
    CustomId,
    st.integers(0, 2**63 - 1),
    st.integers(0, 2**31 - 1),
    st.sampled_from(PAGES),
    st.sampled_from(("1", "left", "kC", "resignpage", "goahead", "look")),
    st.just("") | st.sampled_from(PLACEMENTS).map(str),
)


@pytest.mark.slow
@given(custom_ids)
def test_a_custom_id_reads_back_and_is_short_enough(custom_id: CustomId) -> None:
    match = re.fullmatch(PATTERN, str(custom_id))
    assert match is not None
    assert CustomId.parse(match.groupdict()) == custom_id
    assert len(f"q{custom_id}") <= 60


@pytest.mark.parametrize(("subject", "revision"), [("1y2p0ij32e8e8", "0"), ("1", "zik0zk"), ("z" * 13, "z" * 6)])
def test_an_id_with_a_number_that_no_column_holds_is_none_of_ours(subject: str, revision: str) -> None:
    match = re.fullmatch(PATTERN, f"1:{subject}:{revision}:-:board:more")
    assert match is not None
    with pytest.raises(BadId):
        CustomId.parse(match.groupdict())


@pytest.mark.parametrize(
    "bad", ["", "q", "x1:1:0:-:board:1", "q0:1:0:-:board:1", "q1:1:0:-:board:1\n", "q1:١:0:-:board:1"]
)
def test_a_bad_id_is_not_ours(bad: str) -> None:
    assert not read_id(bad)


def test_all_placements_can_be_named() -> None:
    texts = {str(CustomId(1, 1, "spots", "sew", str(placement))) for placement in PLACEMENTS}
    assert len(texts) == len(PLACEMENTS)
    assert all(read_id(prefix + text) for prefix, text in itertools.product("qs", texts))


def test_no_control_is_about_a_negative_number() -> None:
    with pytest.raises(ValueError, match="-1"):
        str(CustomId(-1, 0, "games", "again"))
