"""A process writes only the boards of its own shards, whatever reaches it."""

import json
from dataclasses import replace

import pytest

from bot.store.kv import save_value
from bot.store.shards import Shards
from tests.ui.world import World, ids


async def test_a_board_of_another_shard_is_left_to_its_own_process(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await world.accepted_game()
    others = Shards((1 - (match.guild_id >> 22) % 2,), 2)
    with monkeypatch.context() as patch:
        patch.setattr(world.app.publisher.channels, "_shards", others)
        await world.app.matches.resign(match.id, match.revision, match.people[0])
        await world.show()
        assert "rematch" not in str(ids(world.board()))
    await world.sweep()
    assert "rematch" in str(ids(world.board()))


@pytest.mark.cheapest
async def test_emoji_that_another_process_has_uploaded_are_known_with_the_next_sweep(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(world.client, "_config", replace(world.app.config, shards=Shards((1,), 2)))
    for noted in ({"button": ["digest", 5], "time": ["digest", 6]}, {"button": ["other", 7]}):
        name = f"emoji of {world.client.application_id}"
        await world.app.database.write(save_value, name, json.dumps(noted))
        await world.sweep()
        assert world.client.emoji_ids == {each: number for each, (_, number) in noted.items()}
