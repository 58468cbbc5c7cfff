"""Whatever fails at Discord, the game is intact, and its one board comes back by itself or with the next click."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from tests.wire.bodies import controls_of
from tests.wire.checks import log_of
from tests.wire.faults import ANSWERS, DELETES, EDITS, POSTS
from tests.wire.gateway import RECONNECT
from tests.wire.people import boards_in, named_first, turns
from tests.wire.places import THREAD
from tests.wire.runs import figures_of
from tests.wire.scenes import REFUSALS, Scene, scenes, suffered
from tests.wire.standin import answered
from tests.wire.world import LONG_ENOUGH, Interaction

pytestmark = pytest.mark.slow


@pytest.mark.night
async def test_a_request_that_is_refused_costs_nothing(tmp_path: Path, url: str) -> None:
    assert await suffered(tmp_path, url=url) == len(REFUSALS)


@pytest.mark.night
async def test_an_answer_that_discord_lost_costs_nothing(tmp_path: Path, url: str) -> None:
    """The request has had its effect, but a 500 came back: what is sent again must not be there twice."""
    async with scenes(tmp_path, 4, url=url) as made:
        discord = made[0].discord
        traps = [discord.trap("server error", where, after=True) for where in (POSTS, EDITS, DELETES, ANSWERS)]
        async with asyncio.timeout(LONG_ENOUGH):
            while any(trap.times for trap in traps):
                await asyncio.gather(*(scene.play(2) for scene in made))
        for scene in made:
            await scene.check()
        assert discord.injected == len(traps)


async def _delete_board(scene: Scene) -> None:
    for board in boards_in(scene.table.channel):
        del scene.table.channel.messages[board.id]


async def _archive(scene: Scene) -> None:
    scene.table.channel.archived = True


async def _drop_line(scene: Scene) -> None:
    (session,) = scene.discord.gateway.live
    assert session.line
    await session.line.socket.close(code=4000)


async def _ask_to_reconnect(scene: Scene) -> None:
    (session,) = scene.discord.gateway.live
    assert session.line
    await session.line.send(RECONNECT)


async def _forget_session(scene: Scene) -> None:
    (session,) = scene.discord.gateway.live
    del scene.discord.gateway.sessions[session.id]
    assert session.line
    await session.line.socket.close(code=4000)


async def _leave_and_return(scene: Scene) -> None:
    """The bot is removed from the server while a move is made, and invited again."""
    discord = scene.discord
    await move(scene, before=lambda: setattr(discord.home, "here", False))
    await discord.gateway.remove(discord.home)
    await scene.bot.database.swept()
    await discord.gateway.invite(discord.home)


@pytest.mark.night
async def test_what_happens_at_discord_costs_nothing(tmp_path: Path, url: str) -> None:
    async with scenes(tmp_path, 1, THREAD, url=url) as (scene,):
        for strike in (_delete_board, _archive, _drop_line, _ask_to_reconnect, _leave_and_return):
            await strike(scene)
            await scene.play(2)
            await scene.check()
        assert scene.discord.gateway.resumed == 2
        for fault in ("expired token", "unknown interaction", "server error", "rate limit"):
            events, injected = len(log_of(scene.bot.database)), scene.discord.injected
            await move(scene, before=partial(scene.discord.trap, fault, ANSWERS))
            assert scene.discord.injected == injected + 1
            await scene.check()
            assert len(log_of(scene.bot.database)) > events
            scene.discord.trap(fault, ANSWERS)
            await answered(await scene.discord.slash(1001, scene.table.channel, "games"))
        # the click reaches the bot when its token no longer works, as after a long break of the line
        events = len(log_of(scene.bot.database))
        assert not (await move(scene, expired=True)).accepted
        await scene.check()
        assert len(log_of(scene.bot.database)) > events


@pytest.mark.soak
async def test_a_session_that_cannot_be_resumed_is_begun_anew(tmp_path: Path, url: str) -> None:
    async with scenes(tmp_path, 1, url=url) as (scene,):
        await _forget_session(scene)
        await scene.play()
        await scene.check()
        assert scene.discord.gateway.resumed == 0


async def move(scene: Scene, *, expired: bool = False, before: Callable[[], object] = lambda: None) -> Interaction:
    """Commit one move; ``before`` is done when only the last click is left. Returns that click."""
    await scene.check()
    board = boards_in(scene.table.channel)[-1]
    mover, panel = named_first(board), None
    if scene.table.talk:
        scene.table.channel.talk()
    for control in turns(board):
        opened = await answered(await scene.discord.press(mover, board, controls_of(board.body)[control]))
        if opened.answer and {"sew", "goahead"} & {*controls_of(opened.answer.body)}:
            panel = opened.answer
    assert panel
    last = next(each for control, each in controls_of(panel.body).items() if control in ("sew", "goahead"))
    before()
    return await answered(await scene.discord.press(mover, panel, last, expired=expired))


@pytest.mark.sqlite
async def test_a_bot_that_is_slow_is_seen_to_be_slow(tmp_path: Path) -> None:
    """It names its commands by their numbers here, which a text that was looked up elsewhere does not have."""
    async with scenes(tmp_path, 1) as (scene,):
        with closing(sqlite3.connect(scene.bot.file, isolation_level=None)) as somebody:
            click = await move(scene, before=partial(somebody.execute, "BEGIN IMMEDIATE"))
            somebody.execute("ROLLBACK")
        figures = await figures_of(scene.discord, scene.bot.database, [scene.table])
        assert figures.slow == 1
        assert "I was too slow. Please press again" in click.told
