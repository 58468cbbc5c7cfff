"""docs/dashboard.json asks Prometheus for nothing that the bot does not tell."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.monitoring.metrics import Metrics

DASHBOARD = Path(__file__).parents[2] / "docs/dashboard.json"
NAME = r"\b(?:thimble|process)_[a-z0-9_]+"


@pytest.fixture
def metrics() -> Iterator[Metrics]:
    metrics = Metrics()
    yield metrics
    metrics.close()


async def test_every_figure_on_the_dashboard_exists_and_every_figure_of_ours_is_on_it(metrics: Metrics) -> None:
    told = (await metrics.read(is_ready=False)).decode()
    families = re.findall(r"^# TYPE (\S+) (\S+)", told, re.MULTILINE)
    known = {name for name, kind in families if kind != "histogram"}
    known |= {f"{name}_{end}" for name, kind in families if kind == "histogram" for end in ("bucket", "count", "sum")}
    board = json.loads(DASHBOARD.read_text())
    asked = {
        name for panel in board["panels"] for target in panel["targets"] for name in re.findall(NAME, target["expr"])
    }
    assert asked <= known
    shown = {re.sub(r"_(bucket|count|sum)$", "", name) for name in asked}
    assert shown >= {name for name, _ in families if name.startswith("thimble_")}


def test_its_panels_do_not_overlap() -> None:
    taken: set[tuple[int, int]] = set()
    for panel in json.loads(DASHBOARD.read_text())["panels"]:
        place = panel["gridPos"]
        squares = {
            (x, y)
            for x in range(place["x"], place["x"] + place["w"])
            for y in range(place["y"], place["y"] + place["h"])
        }
        assert not squares & taken, panel["title"]
        assert max(x for x, _ in squares) < 24
        taken |= squares
