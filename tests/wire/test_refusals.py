"""What Discord refuses once is there after one more try, and that does not wait for the sweep: none comes here."""

from functools import partial
from pathlib import Path

import pytest

from tests.wire.checks import all_shown
from tests.wire.faults import EDITS, POSTS
from tests.wire.messages import take_away
from tests.wire.people import boards_in, named_first
from tests.wire.scenes import Scene, scenes
from tests.wire.test_faults import move

pytestmark = pytest.mark.night

STRIKES = [
    ("cloudflare", POSTS),
    ("unavailable", POSTS),
    ("long rate limit", POSTS),
    ("bad V2 edit", EDITS),
    ("long rate limit", EDITS),
    ("too many edits for long", EDITS),
]


async def test_whoever_is_to_move_is_called_at_the_next_try_whatever_is_refused(tmp_path: Path, url: str) -> None:
    async with scenes(tmp_path, 1, sweep=3600, url=url) as (scene,):
        discord, channel = scene.discord, scene.table.channel
        for number, (fault, where) in enumerate(STRIKES, 1):
            trap = discord.trap(fault, where)
            while trap.times:
                await move(scene)
            assert await all_shown(scene.bot.database, [channel]) == [], (fault, where)
            assert discord.injected == number, "all else was taken"
            assert discord.calls[-1].pinged == (named_first(boards_in(channel)[-1]),), (fault, where)

        await move(scene, before=partial(forget_boards, scene))
        assert await all_shown(scene.bot.database, [channel]) == []


def forget_boards(scene: Scene) -> None:
    """Let all boards be deleted and forgotten: the next one has the nonce of the first, which Discord still knows."""
    for board in boards_in(scene.table.channel):
        take_away(scene.table.channel, board)
    scene.bot.database.change("DELETE FROM messages")
