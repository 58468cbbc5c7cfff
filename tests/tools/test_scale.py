"""What `make scale` shows at length holds in a few seconds too: processes race, share the shards, take over."""

from pathlib import Path

import pytest

from tools.scale.midnight import midnight
from tools.scale.races import race
from tools.scale.restarts import restarts
from tools.scale.shards import shards

pytestmark = pytest.mark.night


async def test_races_for_the_same_games_leave_nothing_wrong(url: str) -> None:
    outcome = await race(url, 3)
    assert outcome.done["play"]
    assert outcome.done["plan"]
    assert outcome.done["sew"]
    assert (outcome.failed, outcome.wrong) == ({}, [])


@pytest.mark.postgresql
async def test_two_processes_with_shards_of_their_own_leave_each_others_work_alone(url: str, tmp_path: Path) -> None:
    assert (await shards(url, tmp_path, 4)).wrong == []


@pytest.mark.postgresql
async def test_a_process_takes_over_from_another_while_people_play(url: str, tmp_path: Path) -> None:
    assert (await restarts(url, tmp_path, 1, 2)).wrong == []


@pytest.mark.sqlite
async def test_a_midnight_of_many_walls_is_at_nobodys_expense(url: str, tmp_path: Path) -> None:
    wrong = (await midnight(url, tmp_path, 200)).wrong
    assert [each for each in wrong if "would take" not in each] == [], "how long it takes is for a quiet machine"
