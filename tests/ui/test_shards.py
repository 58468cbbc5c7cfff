"""A process writes only the boards of its own shards, whatever reaches it."""

from __future__ import annotations

import pytest

from bot.store.shards import Shards
from tests.ui.world import World, ids


async def test_a_board_of_another_shard_is_left_to_its_own_process(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await world.accepted_game()
    others = Shards((1 - (match.guild_id >> 22) % 2,), 2)
    with monkeypatch.context() as patch:
        patch.setattr(world.app.boards, "_shards", others)
        await world.app.matches.resign(match.id, match.revision, match.people[0])
        await world.show()
        assert "rematch" not in str(ids(world.board()))
    await world.sweep()
    assert "rematch" in str(ids(world.board()))
