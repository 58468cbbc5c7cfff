"""The network learns, and the same recipe gives the same network, on every machine."""

import hashlib
import shutil
from pathlib import Path

import pytest

from engine.native.library import NETWORK
from train.recipes import automa, fit_network, network, spots, write_games

pytestmark = [pytest.mark.night, pytest.mark.skipif(shutil.which("gcc") is None, reason="needs gcc")]

SHORT = 0.002  # the share of the recipe's games that a short training plays

IN_SHORT = "6067633ff4c6994a"
"""The hash of the network that it gives. If this changes, so have the rules, the search or the recipe: `make arena`
says whether the network in the repository still plays as well (see train/README.md).
"""

SPOTS_IN_SHORT = "a289fb8745a7fa48"  # the same for `engine/spots.json`
AUTOMA_IN_SHORT = "f8e6e86477492f04"  # and for `engine/automa/weights.json`


def test_a_short_training_lowers_the_error(tmp_path: Path) -> None:
    games = tmp_path / "games"
    write_games(NETWORK, 1, 400, 8, 0.04, games)
    errors = fit_network(games, tmp_path / "network.bin", epochs=3)
    assert errors[3] < 0.62 < 0.69 < errors[0]  # 0.69 is to know nothing
    assert fit_network(games, tmp_path / "again.bin", epochs=3) == errors
    assert (tmp_path / "again.bin").read_bytes() == (tmp_path / "network.bin").read_bytes()


def test_a_short_recipe_gives_the_same_network_everywhere(tmp_path: Path) -> None:
    learned = network(tmp_path, SHORT)
    assert hashlib.sha256(learned.read_bytes()).hexdigest()[:16] == IN_SHORT


def test_so_is_the_recipe_for_the_ranking_of_spots(tmp_path: Path) -> None:
    learned = spots(tmp_path, SHORT)
    assert hashlib.sha256(learned.read_bytes()).hexdigest()[:16] == SPOTS_IN_SHORT


def test_so_is_the_recipe_for_the_model_of_the_automa(tmp_path: Path) -> None:
    learned = automa(tmp_path, SHORT)
    assert hashlib.sha256(learned.read_bytes()).hexdigest()[:16] == AUTOMA_IN_SHORT
