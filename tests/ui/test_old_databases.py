"""A database of version 0.1.0 is taken over with games running, and the buttons that stood in channels go on working.

`tests/store/games_0003.sql` was written by commit db0091c; the ids pressed here are spelled as it spelled them.
"""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import discord
import pytest
from discord import ui

from bot.config import Config
from bot.connection.client import Client
from bot.store.games import find_game
from tests.store.building import messages_of, url_of
from tests.ui.pictures import Sketches
from tests.ui.playing import mover, posted, take_turn, termination
from tests.ui.world import World, ids, text

DUMP = Path(__file__).parents[1] / "store" / "games_0003.sql"

GAME, REVISION = 21, 16
"""A game between two people, the second to move, with an offer to cancel from the first: l and g in base 36."""

BOARD = [f"q1:l:g:-:board:{control}" for control in ("1", "2", "3", "advance", "more")]
OFFER = [f"q1:l:g:-:offer1:{control}" for control in ("agree", "refuse")]

GUILD, CHANNEL, ONE, TWO = 1184620945133604884, 1184620946081525822, 214875906312175616, 493820175529607168
BOARD_MESSAGE, OFFER_MESSAGE = 1371191003579632587, 1371198071739064874
"""Their ids in the dump; the simulated Discord has others."""


@pytest.fixture
async def old(world: World, tmp_path: Path) -> World:
    """The world after an update: board and offer stand in the channel as 0.1.0 left them, and a new bot has started."""
    board, offer = await _sent(world, BOARD), await _sent(world, OFFER)
    now = {
        GUILD: world.guild.id,
        CHANNEL: world.channel.id,
        ONE: world.mina.id,
        TWO: world.tom.id,
        BOARD_MESSAGE: board.id,
        OFFER_MESSAGE: offer.id,
    }
    dump = DUMP.read_text()
    for before, after in now.items():
        dump = dump.replace(str(before), str(after))
    path = tmp_path / "old.db"
    with closing(sqlite3.connect(path)) as file:
        file.executescript(dump)
    before_update = world.client
    config = Config(url_of(path))
    world.client = Client(config, sweeps=False, rng=random.Random(1), pictures=Sketches(), shard_count=1)
    await world.env.restart_bot(world.client)
    await before_update.finish()
    return world


async def _sent(world: World, custom_ids: list[str]) -> discord.Message:
    """A message with buttons of these ids, sent by the bot."""
    row: ui.ActionRow[ui.LayoutView] = ui.ActionRow(
        *(ui.Button(label=custom_id, custom_id=custom_id) for custom_id in custom_ids)
    )
    view = ui.LayoutView(timeout=None)
    view.add_item(row)
    view.stop()
    channel = world.client.get_partial_messageable(world.channel.id)
    sent: discord.Message = await channel.send(view=view)
    return next(message for message in world.channel.history() if message.id == sent.id)


def _with(world: World, custom_id: str) -> discord.Message:
    (message,) = [message for message in world.channel.history() if custom_id in ids(message)]
    return message


@pytest.mark.slow
async def test_a_running_game_is_finished_from_its_old_board(old: World) -> None:
    match = await old.match(GAME)
    assert (match.revision, mover(match)) == (REVISION, old.tom.id)
    panel = await old.press(old.tom, _with(old, BOARD[0]), "advance")
    await old.press(old.tom, panel, "goahead")
    await old.app.tasks.idle()
    assert not posted(old, BOARD[0])
    rng = random.Random(5)
    while not (match := await old.match(GAME)).outcome:
        (board,) = [message for message in old.channel.history() if ":l:" in str(ids(message))]
        await take_turn(old, rng, board, game=GAME)
        await old.app.tasks.idle()
    row = await old.app.database.read(find_game, GAME)
    assert row is not None
    assert (row.ending, row.winner, row.to_move) == ("finished", match.winner, None)
    assert (row.points1, row.points2) == tuple(match.position.score(seat).total for seat in (1, 2))
    assert row.ended_at is not None


async def test_an_old_offer_to_cancel_can_be_agreed_to(old: World) -> None:
    offer = _with(old, OFFER[0])
    assert "only the other player can answer" in text(await old.press(old.mina, offer, "agree"))
    assert "game 21 is cancelled" in text(await old.press(old.tom, offer, "agree"))
    assert termination(await old.match(GAME)) == "cancelled"
    await old.env.advance_time(1)
    assert [row.role for row in await old.app.database.read(messages_of, GAME)] == ["board"]


async def test_an_old_offer_to_cancel_can_be_refused(old: World) -> None:
    assert "prefers to play on" in text(await old.press(old.tom, _with(old, OFFER[0]), "refuse"))
    assert (await old.match(GAME)).outcome is None


async def test_what_was_owed_before_the_update_is_shown_after_it(old: World) -> None:
    await old.sweep()
    rows = await old.app.database.read(messages_of, GAME)
    assert {row.state for row in rows} == {"live"}  # the board that was doomed is gone, the offer stands
