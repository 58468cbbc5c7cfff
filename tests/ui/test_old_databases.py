"""A database of release 0.2.0 is taken over with games running, and the buttons that stood in channels go on working.

The database is one of `tests.store.dump`; the ids pressed here are spelled as that release spelled them.
"""

import random
from pathlib import Path

import discord
import pytest

from bot.app import Parts
from bot.config import Config
from bot.connection.client import Client
from bot.store.games import find_game
from tests.store.building import BIG, file_of_020, messages_of, url_of
from tests.ui.pictures import Sketches
from tests.ui.playing import mover, posted, take_turn, termination, with_buttons
from tests.ui.world import World, ids, text

GAME, REVISION = 12, 9
"""A game between two people, the first to move, with an offer to cancel from the first: c and 9 in base 36."""

BOARD = [f"q1:c:9:-:board:{control}" for control in ("1", "2", "3", "advance", "more")]
OFFER = [f"q1:c:9:-:cancel1:{control}" for control in ("agree", "refuse")]

GUILD, CHANNEL = 118462094513360488, 118462094608152582
MINA, TOM, EVE = 214875906312175616, 493820175529607168, 871325288453167314
BOARD_MESSAGE, OFFER_MESSAGE = BIG - 101, BIG - 102
"""Their ids in the dump; the simulated Discord has others."""


@pytest.fixture(autouse=True)
def nonces_are_remembered() -> None:
    """Not here: the dump has higher ids than any message that follows, and so each new one has the same nonce."""


@pytest.fixture
async def old(world: World, tmp_path: Path) -> World:
    """The world after an update: board and offer stand in the channel as 0.2.0 left them, and a new bot has started."""
    board, offer = await world.send(with_buttons(*BOARD)), await world.send(with_buttons(*OFFER))
    now = {
        GUILD: world.guild.id,
        CHANNEL: world.channel.id,
        MINA: world.mina.id,
        TOM: world.tom.id,
        EVE: world.eve.id,
        BOARD_MESSAGE: board.id,
        OFFER_MESSAGE: offer.id,
    }
    path = file_of_020(tmp_path / "old.db", now)
    before_update = world.client
    config = Config(url_of(path))
    world.client = Client(config, sweeps=False, parts=Parts(rng=random.Random(1), pictures=Sketches()), shard_count=1)
    await world.env.restart_bot(world.client)
    await before_update.finish()
    return world


def _with(world: World, custom_id: str) -> discord.Message:
    (message,) = [message for message in world.channel.history() if custom_id in ids(message)]
    return message


@pytest.mark.slow
async def test_a_running_game_is_finished_from_its_old_board(old: World) -> None:
    match = await old.match(GAME)
    assert (match.revision, mover(match)) == (REVISION, old.mina.id)
    panel = await old.press(old.mina, _with(old, BOARD[0]), "advance")
    await old.press(old.mina, panel, "goahead")
    assert not posted(old, BOARD[0])
    rng = random.Random(5)
    while not (match := await old.match(GAME)).outcome:
        (board,) = [message for message in old.channel.history() if ":c:" in str(ids(message))]
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
    assert "game 12 is cancelled" in text(await old.press(old.tom, offer, "agree"))
    assert termination(await old.match(GAME)) == "cancelled"
    await old.env.advance_time(1)
    assert [row.role for row in await old.app.database.read(messages_of, GAME)] == ["board"]


@pytest.mark.cheapest
async def test_an_old_offer_to_cancel_can_be_refused(old: World) -> None:
    assert "prefers to play on" in text(await old.press(old.tom, _with(old, OFFER[0]), "refuse"))
    assert (await old.match(GAME)).outcome is None


async def test_what_was_owed_before_the_update_is_shown_after_it(old: World) -> None:
    await old.sweep()
    rows = await old.app.database.read(messages_of, GAME)
    assert {row.state for row in rows} == {"live"}  # the board that was doomed is gone, the offer stands
