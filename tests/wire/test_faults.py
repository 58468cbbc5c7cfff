"""Whatever fails at Discord, the game is intact, and its one board comes back by itself or with the next click."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from bot.ui.kit.texts import say
from tests.wire.bodies import controls_of
from tests.wire.checks import log_of
from tests.wire.faults import ANSWERS, DELETES, EDITS, POSTS
from tests.wire.gateway import RECONNECT
from tests.wire.people import boards_in, game_of, named_first, turns
from tests.wire.places import THREAD
from tests.wire.runs import figures_of, in_channels
from tests.wire.scenes import REFUSALS, Scene, scenes, suffered
from tests.wire.standin import answered
from tests.wire.words import was_told
from tests.wire.world import LONG_ENOUGH, Interaction, until

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


async def test_a_post_that_was_never_noted_leaves_no_second_board(tmp_path: Path, url: str) -> None:
    """As when the bot is killed between a post and its note, and the game goes on before the post is sent again."""
    async with scenes(tmp_path, 1, sweep=3600, url=url) as (scene,):
        table, discord = scene.table, scene.discord
        await scene.check()
        mover = to_move(scene)
        trap = discord.trap("missing access", POSTS, after=True)
        while to_move(scene) == mover:  # while somebody goes on, the board is only edited
            await scene.play(1)
        await until(lambda: not trap.times)  # nothing tells when it has sprung
        assert len(table.channel.messages) == 2  # the new one may still be the words of a call
        before = log_of(scene.bot.database)
        asked = await answered(await discord.slash(table.users[0], table.channel, "resign"))
        assert asked.answer
        await table.click(table.users[0], asked.answer, "resign")
        await scene.check()
        assert turns(boards_in(table.channel)[-1]) == []
        assert len(log_of(scene.bot.database)) == len(before) + 1


def to_move(scene: Scene) -> object:
    """Whose turn it is in the only game."""
    return scene.bot.database.rows("SELECT to_move FROM games")


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


async def _refuse_uploads(scene: Scene) -> None:
    """Discord takes no answer with a picture at once (50035): all of them come as an edit of a promised answer."""
    discord, before = scene.discord, len(scene.discord.interactions)
    trap = discord.trap("bad body", ANSWERS, times=1_000, uploads=True)
    async with asyncio.timeout(LONG_ENOUGH):
        while 1_000 - trap.times < 4:  # two moves have three pictures, if one of them is taken back
            await scene.play(1)
    await scene.check()
    refused, trap.times = 1_000 - trap.times, 0
    clicks = [*discord.interactions.values()][before:]
    assert [click.control for click in clicks if click.accepted != 1 or not click.answer] == []
    assert [click.told for click in clicks if was_told(discord, click, "failure")] == []
    assert sum(click.deferred is not None for click in clicks) == refused


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
        await _refuse_uploads(scene)
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


@pytest.mark.soak
async def test_a_deleted_channel_is_left_alone(tmp_path: Path, url: str) -> None:
    async with scenes(tmp_path, 2, url=url) as (gone, other):
        events = len(log_of(gone.bot.database))
        await move(gone, before=lambda: setattr(gone.table.channel, "gone", True))
        await gone.bot.database.swept()
        asked = in_channels(gone.discord)
        await gone.bot.database.swept()
        assert in_channels(gone.discord) == asked  # nothing is tried again and again
        assert len(log_of(gone.bot.database)) > events
        await other.play()
        await other.check()


async def final_words(asked: Interaction) -> str:
    """What /patchwork board says in the end, once the board stands or was refused."""
    coming = say("en", "note.board_coming", game=1)
    await until(lambda: coming not in asked.told)
    return asked.told


@pytest.mark.night
async def test_a_game_whose_channel_was_deleted_goes_on_where_its_board_is_asked_for(tmp_path: Path, url: str) -> None:
    async with scenes(tmp_path, 1, url=url) as (scene,):
        table, discord = scene.table, scene.discord
        game = game_of(boards_in(table.channel)[-1])
        elsewhere = discord.new_channel()
        kept = await answered(await discord.slash(table.users[0], elsewhere, "board", game=game))
        assert f"<#{table.channel.id}>" in await final_words(kept)
        await scene.check()
        table.channel.gone = True
        minute = {"minute": 60_000 << 22}
        scene.bot.database.change("UPDATE messages SET message_id = message_id - :minute", minute)
        (session,) = discord.gateway.live
        await session.dispatch("CHANNEL_DELETE", table.channel.described())
        moved = await answered(await discord.slash(table.users[1], elsewhere, "board", game=game))
        assert "goes on here" in await final_words(moved)
        table.channel = elsewhere
        await scene.check()
        await scene.play(3)
        await scene.check()
