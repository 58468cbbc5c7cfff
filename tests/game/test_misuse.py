from typing import Any

import pytest

from game.position import start


@pytest.mark.parametrize("nonsense", [None, "+", 17])
def test_what_is_not_a_move_is_not_taken_for_an_advance(nonsense: Any) -> None:
    with pytest.raises(TypeError, match="is not a move"):
        start("classic", range(33)).play(nonsense)
