"""The number of legal moves before every ply of three fixed games: any change of the rules shows here."""

from __future__ import annotations

import pytest

from game.position import start
from tests.bench.naive import NaiveGame

RINGS = [[0, *(number * step % 33 or 33 for number in ())] for step in ()]
