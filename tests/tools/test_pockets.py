"""Proposals that shut in squares needlessly: none now, many in an early version."""

import pytest

from tools.bench.proposals import early, needless, now


@pytest.mark.slow
def test_hardly_any_proposal_of_whole_games_shuts_in_squares_needlessly() -> None:
    assert needless(now, 200) <= 200 * 0.01
    assert needless(early, 200) > 200 * 0.1, "or else nothing is counted"
