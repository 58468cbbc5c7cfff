"""Commands with options that they do not offer, and numbers that no game has: Discord lets nobody send them."""

import itertools
from typing import Any

import pytest

from bot.ui.kit.brand import ADMIN, ROOT
from tests.wire.process import Bot
from tests.wire.standin import StandIn, answered

pytestmark = pytest.mark.slow

NUMBERS = (0, -1, 2**53, 2**63 - 1, 2**63, 10**30)
"""Of games."""

ODD: list[tuple[str, dict[str, Any]]] = [
    ("automa", {"level": "nobody"}),
    ("automa", {"deck": "marked"}),
    ("automa", {"leather": "everywhere"}),
    ("rival", {"level": "x" * 100}),
    ("rival", {"first": "nobody"}),
    ("rival", {"where": "elsewhere"}),
    ("challenge", {"friend": 1002, "pace": 10**9}),
    ("challenge", {"friend": 1002, "pace": 11}),
    ("challenge", {"friend": 1002, "leather": "x" * 5000}),
    ("automa", {"deck": "marked"}),
    ("daily", {"day": "tomorrow"}),
]


async def test_what_is_not_offered_is_answered_with_a_sentence(discord: StandIn, bot: Bot) -> None:
    await bot.connect(discord)
    channel = discord.new_channel()
    for command, options in ODD:
        used = await answered(await discord.slash(1001, channel, command, **options))
        assert (used.accepted, used.again) == (1, 0), command
        assert "from another version of me" in used.told, (command, options)
    for command, number in itertools.product(("games", "end"), NUMBERS):
        root = ADMIN if command == "end" else ROOT
        used = await answered(await discord.slash(1001, channel, command, root=root, game=number))
        assert (used.accepted, used.again) == (1, 0), (command, number)
        assert "You have no game" in used.told or "do not know this game" in used.told, used.told
