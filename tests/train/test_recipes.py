"""The network learns, and the same recipe gives the same network, on every machine."""

import hashlib
import shutil
import subprocess
from pathlib import Path

import pytest

from train.build import compiled
from train.recipes import SEED, fit_network, network, spots

pytestmark = [pytest.mark.night, pytest.mark.skipif(shutil.which("gcc") is None, reason="needs gcc")]

SHORT = 0.002  # the share of the recipe's games that a short training plays

IN_SHORT = "d932e5f0a4a07033"
"""The hash of the network that it gives. Who has to change this has changed the rules, the search or the recipe, which
then does not give `engine/network.bin` any more: train that anew, too (see train/README.md).
"""

SPOTS_IN_SHORT = "eb1deda2aaa924ff"  # the same for `engine/spots.json`


def test_a_short_training_lowers_the_error(tmp_path: Path) -> None:
    games = tmp_path / "games"
    subprocess.run([compiled(), "data", "train/linear.json", "1", "400", "8", "0.04", games], check=True)
    told = fit_network([games], tmp_path / "network.bin", seed=1, epochs=3)
    errors = [float(line.split("cross entropy ")[1].split(",")[0]) for line in told.splitlines()]
    assert errors[3] < 0.62 < 0.69 < errors[0]  # 0.69 is to know nothing
    again = fit_network([games], tmp_path / "again.bin", seed=1, epochs=3)
    assert again == told
    assert (tmp_path / "again.bin").read_bytes() == (tmp_path / "network.bin").read_bytes()


def test_the_recipe_is_the_one_that_gave_the_network_in_the_repository(tmp_path: Path) -> None:
    learned = network(tmp_path, SEED, SHORT)
    assert hashlib.sha256(learned.read_bytes()).hexdigest()[:16] == IN_SHORT


def test_so_is_the_recipe_for_the_ranking_of_spots(tmp_path: Path) -> None:
    learned = spots(tmp_path, SEED, SHORT)
    assert hashlib.sha256(learned.read_bytes()).hexdigest()[:16] == SPOTS_IN_SHORT
    assert learned.read_text().splitlines()[4:8] == Path("train/linear.json").read_text().splitlines()[4:8]
