"""docs/dashboard.json asks Prometheus for nothing that the bot does not tell."""

import json
import re
from contextlib import closing
from itertools import product
from pathlib import Path

from bot.monitoring.metrics import Metrics

DASHBOARD = Path(__file__).parents[2] / "docs/dashboard.json"
NAME = r"\b(?:thimble|process)_[a-z0-9_]+"


async def test_every_figure_on_the_dashboard_exists_and_every_figure_of_ours_is_on_it() -> None:
    with closing(Metrics()) as metrics:
        told = (await metrics.read(is_ready=False)).decode()
    families = re.findall(r"^# TYPE (\S+) (\S+)", told, re.MULTILINE)
    known = {name for name, kind in families if kind != "histogram"}
    known |= {f"{name}_{end}" for name, kind in families if kind == "histogram" for end in ("bucket", "count", "sum")}
    board = json.loads(DASHBOARD.read_text())
    targets = [target for panel in board["panels"] for target in panel["targets"]]
    asked = {name for target in targets for name in re.findall(NAME, target["expr"])}
    assert asked <= known
    shown = {re.sub(r"_(bucket|count|sum)$", "", name) for name in asked}
    assert shown >= {name for name, _ in families if name.startswith("thimble_")}


def test_its_panels_do_not_overlap() -> None:
    taken: set[tuple[int, int]] = set()
    for panel in json.loads(DASHBOARD.read_text())["panels"]:
        left, top, width, height = (panel["gridPos"][name] for name in "xywh")
        squares = {*product(range(left, left + width), range(top, top + height))}
        assert not squares & taken, panel["title"]
        assert max(x for x, _ in squares) < 24
        taken |= squares
