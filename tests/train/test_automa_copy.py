"""The C program that learns the model of the Automa plays by the same rules, and makes the moves of the engine."""

import json
import shutil
import subprocess

import pytest

from game import Automa
from game.automa import DECKS, LEVELS
from tools.arena.automa import WEIGHTS, follow, played
from train.automa.build import compiled

pytestmark = [pytest.mark.night, pytest.mark.skipif(shutil.which("gcc") is None, reason="needs gcc")]


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("level", LEVELS)
def test_it_makes_the_moves_of_the_engine_and_comes_to_the_same_points(level: str, deck: str) -> None:
    automa = Automa(level, deck)
    for line in played(automa, games=2, iterations=60):
        assert follow(line, automa, iterations=60).over


def test_a_short_training_ends_with_weights_of_the_same_shape() -> None:
    command = [str(compiled()), "learn", "1", "1000", "20", "1", "20", "5"]
    learned = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    assert shape(json.loads(learned)) == shape(json.loads(WEIGHTS.read_text()))


def shape(value: object) -> object:
    """Names and lengths, without the numbers."""
    if isinstance(value, dict):
        return {name: shape(each) for name, each in value.items()}
    return [shape(each) for each in value] if isinstance(value, list) else type(value)
