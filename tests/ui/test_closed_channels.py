"""Channels that do not take messages: said before a game begins, told when it happens, and left for another."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest
import simcord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.matches.clock import HOUR
from bot.ui.kit.permissions import NEEDED, lacking, missing_permissions
from tests.ui.faults import failing
from tests.ui.playing import advanced, later, more, moved, posted, resigned
from tests.ui.world import World, ids, offered, text

CLOSED = (403, 50013)


def refuse_posts(
    world: World, channel: simcord.ChannelHandle, status: int, code: int, times: int | None = None
) -> None:
    """From now on, Discord takes no messages in a channel."""
    world.env.inject_error("POST", f"/channels/{channel.id}/messages", status=status, code=code, times=times)


@pytest.fixture
def without_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot may not manage threads. (In simcord it may; our invite does not ask for it.)"""
    real = vars(discord.Interaction)["app_permissions"].fget

    def permissions(interaction: discord.Interaction) -> discord.Permissions:
        return discord.Permissions(real(interaction).value & ~discord.Permissions(manage_threads=True).value)

    monkeypatch.setattr(discord.Interaction, "app_permissions", property(permissions))


@pytest.mark.usefixtures("without_threads")
async def test_in_a_private_thread_the_bot_asks_to_be_invited_and_in_a_locked_one_no_game_begins(world: World) -> None:
    thread = world.thread("secret", private=True)
    assert "Mention me so that I join it" in text(await world.slash_in(thread, world.mina, "automa", where="here"))
    world.env.backend.add_thread_member(thread.id, world.env.backend.bot_user.id)
    assert ": you begin." in text(await world.slash_in(thread, world.mina, "automa", where="here"))
    assert len(world.boards(thread)) == 1
    known = world.client.get_channel(thread.id)
    assert isinstance(known, discord.Thread)
    known.me = None  # as of a thread that comes out of the archive
    assert ": you begin." in text(await world.slash_in(thread, world.mina, "automa", where="here"))
    thread = world.thread("locked")
    world.env.backend.edit_channel(thread.id, {}, thread_metadata={"locked": True})
    assert "is locked" in text(await world.slash_in(thread, world.mina, "automa", where="here"))


def test_the_text_of_a_voice_channel_needs_connect_and_a_thread_a_permission_of_its_own() -> None:
    may = discord.Permissions(view_channel=True, send_messages=True, attach_files=True)
    for kind in (discord.VoiceChannel, discord.StageChannel):
        assert lacking(may, kind.__new__(kind)) == ["connect"]
    assert lacking(may, discord.TextChannel.__new__(discord.TextChannel)) == []
    thread = discord.Thread.__new__(discord.Thread)
    may = discord.Permissions(view_channel=True, send_messages=True)
    for has, misses in ((may, ["send_messages_in_threads", "attach_files"]), (NEEDED, [])):
        asked: Any = SimpleNamespace(channel=thread, app_permissions=has)
        assert missing_permissions(asked) == misses


async def test_a_bot_of_commands_alone_asks_to_be_invited_again(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(world.client, "get_guild", lambda _: None)
    answer = text(await world.slash(world.mina, "challenge", friend=world.tom))
    assert "invite me again" in answer
    assert "scope=bot" in answer


@pytest.mark.cheapest
async def test_a_friend_who_cannot_see_the_channel_is_not_challenged(world: World) -> None:
    hidden = discord.PermissionOverwrite(view_channel=False)
    there = world.guild.create_text_channel("sewing circle", overwrites={world.tom: hidden})
    answer = await world.slash_in(there, world.mina, "challenge", friend=world.tom)
    assert "cannot see this channel" in text(answer)
    await world.app.tasks.idle()
    assert there.history() == []


@pytest.mark.parametrize(
    ("status", "code", "words"),
    [(403, 50013, "does not let me post"), (404, 10003, "is gone"), (503, 0, "keep trying until it does")],
)
async def test_who_accepts_is_told_why_no_board_comes(world: World, status: int, code: int, words: str) -> None:
    challenge = await world.challenge(world.mina, world.tom)
    refuse_posts(world, world.channel, status, code, times=1)
    assert words in text(await world.hear(world.tom, challenge, "accept"))


async def test_what_the_bot_lacks_is_named(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The permission was taken away after the click, say."""
    challenge = await world.challenge(world.mina, world.tom)
    monkeypatch.setattr(discord.Interaction, "app_permissions", property(lambda _: discord.Permissions.all()))
    denied = Overwrite(world.guild.id, OverwriteType.ROLE, deny=discord.Permissions(attach_files=True).value)
    world.env.backend.set_overwrite(world.channel.id, denied)
    refuse_posts(world, world.channel, *CLOSED, times=1)
    assert "I lack these permissions there: Attach Files" in text(await world.hear(world.tom, challenge, "accept"))


async def test_a_solo_game_goes_on_in_private_while_its_channel_is_closed(world: World) -> None:
    refuse_posts(world, world.channel, *CLOSED)
    page = await world.slash(world.mina, "automa", where="here")
    assert "does not let me post" in text(page)
    await advanced(world, world.mina, page)
    assert (await world.match()).revision > 0


@pytest.mark.parametrize(("status", "code"), [CLOSED, (404, 10003), (400, 160005), (400, 50083)])
async def test_a_game_moves_out_of_a_channel_that_takes_no_messages(world: World, status: int, code: int) -> None:
    await world.accepted_game(first="me")
    await world.env.advance_time(60)
    refuse_posts(world, world.channel, status, code)
    here = world.guild.create_text_channel("here")
    assert "goes on here" in text(await world.slash_in(here, world.mina, "board", game=1))
    (board,) = world.boards(here)
    assert world.pinged(board) == set()
    await moved(world, "+")
    assert (await world.match()).channel_id == here.id
    assert len(world.boards(here)) == 1
    assert "board" not in offered(await world.slash_in(here, world.eve, "board", game=1)), "who only watches"


async def test_a_game_does_not_move_for_a_passing_fault_or_to_where_the_bot_cannot_post(world: World) -> None:
    await world.accepted_game(first="me")
    await world.env.advance_time(60)
    refuse_posts(world, world.channel, 503, 0, times=1)
    here = world.guild.create_text_channel("here")
    assert "keep trying until it does" in text(await world.slash_in(here, world.mina, "board", game=1))
    await later(world, 120)
    refuse_posts(world, world.channel, *CLOSED)
    answer = await world.slash_in(world.read_only(), world.mina, "board", game=1)
    assert "Send Messages, Attach Files" in text(answer)
    assert (await world.match()).channel_id == world.channel.id


async def test_a_game_moves_out_of_its_thread_and_leaves_it_alone(world: World) -> None:
    await world.accepted_game(first="me", where="thread")
    (thread,) = world.channel.threads
    await world.env.advance_time(60)
    refuse_posts(world, thread, 400, 160005)
    await world.slash(world.mina, "board", game=1)
    assert (await world.match()).where == (world.channel.id, "here", None)
    match = await world.match()
    await world.do(world.app.matches.resign(1, match.revision, world.mina.id))
    metadata = world.env.backend.get_thread(thread.id).thread_metadata
    assert metadata is not None
    assert not metadata.archived
    assert len(world.boards(world.channel)) == 1


async def test_a_board_is_brought_down_once_in_half_a_minute_and_without_a_ping(world: World) -> None:
    await world.accepted_game(first="me")
    await world.env.advance_time(60)
    assert "is now at the bottom" in text(await world.slash(world.mina, "board"))
    board = world.board()
    assert world.pinged(board) == set()
    for person in (world.tom, world.mina):
        assert "wait half a minute" in text(await world.slash(person, "board"))
    assert world.board().id == board.id
    assert text(world.board()) == text(board)
    await world.delete(board)
    assert "is now at the bottom" in text(await world.slash(world.tom, "board")), "somebody has deleted it"
    board = world.board()
    assert world.pinged(board) == set()
    await world.env.advance_time(31)
    await world.slash(world.mina, "board")
    assert world.board().id != board.id
    refuse_posts(world, world.channel, *CLOSED)
    await world.env.advance_time(60)
    assert "does not let me post" in text(await world.slash(world.mina, "board"))


@pytest.mark.parametrize("control", ["cancel", "nudge", "rematch"])
async def test_who_asks_is_told_when_the_question_cannot_be_posted(world: World, control: str) -> None:
    await world.accepted_game(first="me")
    await later(world, 12 * HOUR)
    page = await more(world, world.tom)
    if control == "cancel":
        page = await world.press(world.tom, page, "resignpage")
    if control == "rematch":
        await resigned(world, world.tom)
        page = world.board()

    (custom_id,) = [name for name in ids(page) if name.endswith(":" + control)]
    with failing(discord.abc.Messageable, "send"):
        result = await world.tom.click(page, custom_id=custom_id)
        await world.app.tasks.idle()
    assert result.acknowledged
    (told,) = [each for each in world.env.http_requests if "Discord did not let me" in str(each)]
    assert "/webhooks/" in told.path


async def test_a_move_is_safe_when_the_board_cannot_be_posted(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.accepted_game(first="me")
    page = await world.press(world.mina, world.board(), "advance")
    monkeypatch.setattr(
        discord.Interaction, "app_permissions", property(lambda _: discord.Permissions(view_channel=True))
    )
    done = await world.press(world.mina, page, "goahead")
    assert "I need these permissions" in text(done)
    assert (await world.match()).revision == 1


async def test_in_another_channel_its_permissions_do_not_matter(world: World) -> None:
    await world.accepted_game(first="me")
    listed = await world.slash_in(world.read_only(), world.mina, "games")
    home = await world.press(world.mina, listed, "home")
    done = await advanced(world, world.mina, home)
    assert "I cannot post" not in text(done)
    await world.press(world.mina, await world.press(world.mina, done, "more"), "takeback")
    assert posted(world, "would like to take back")
