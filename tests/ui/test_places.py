"""Games in threads of their own: opened, moved into, archived; and what happens when a step fails."""

import discord
import pytest
import simcord
from simcord.backend.models import ThreadMetadata

from bot.matches.match import Match
from bot.matches.threads import GameThreads
from bot.ui.kit.brand import GAME
from bot.ui.kit.texts import speaker
from bot.ui.pages.threads import thread_name
from tests.ui.every_page import matches
from tests.ui.faults import failing
from tests.ui.playing import later, play_on, resigned
from tests.ui.test_servers import told_created, told_deleted
from tests.ui.world import World, text


async def begun(world: World, **options: object) -> simcord.ChannelHandle:
    """A game between mina and tom in a thread of its own, which it returns."""
    await world.accepted_game(where="thread", **options)
    (thread,) = world.channel.threads
    return thread


def archiving(world: World, thread: simcord.ChannelHandle) -> ThreadMetadata:
    metadata = world.env.backend.get_thread(thread.id).thread_metadata
    assert metadata is not None
    return metadata


def lines(world: World) -> list[str]:
    """What stands in the channel, but for what Discord itself says there."""
    return [text(message) for message in world.channel.history() if message.type is discord.MessageType.default]


async def test_a_thread_is_named_after_its_players_and_holds_the_board(world: World) -> None:
    thread = await begun(world, first="me")
    assert thread.name == "mina – tom · game 1"
    assert archiving(world, thread).auto_archive_duration == 10080
    (board,) = world.boards(thread)
    assert world.pinged(board) == {world.mina.id}
    (anchor,) = lines(world)
    assert "are playing game 1 in this thread" in anchor
    match = await world.match()
    assert match.where == (thread.id, "thread", world.channel.id)
    await play_on(world, plies=6)
    assert len(world.boards(thread)) == 1
    assert lines(world) == [anchor]
    listed = await world.slash_in(thread, world.person((await world.match()).mover), "games")
    assert f"/{thread.id}/" in text(listed)


@pytest.mark.parametrize(("status", "is_archived"), [(None, True), (503, True), (403, False)])
async def test_a_thread_is_archived_after_the_final_board_if_possible(
    world: World, status: int | None, is_archived: bool
) -> None:
    thread = await begun(world)
    if status:
        world.env.inject_error("PATCH", f"/channels/{thread.id}", status=status, code=50013, times=None)
    await resigned(world, world.mina)
    (board,) = world.boards(thread)
    assert "has resigned" in text(board)
    assert archiving(world, thread).archived == (status is None)
    if status == 503:
        world.env.backend.faults.clear()
        await later(world, 120)
    assert archiving(world, thread).archived == is_archived
    sent = len(world.env.http_requests)
    await later(world, 24 * 60 * 60)
    assert len(world.env.http_requests) == sent, "it is left alone"


@pytest.mark.parametrize("route", ["/channels/*/messages", "/channels/*/messages/*/threads"])
async def test_what_a_fault_interrupts_the_sweep_finishes_without_a_second_thread(world: World, route: str) -> None:
    challenge = await world.challenge(world.mina, world.tom, where="thread")
    world.env.inject_error("POST", route, status=503)
    assert "keep trying until it does" in text(await world.hear(world.tom, challenge, "accept"))
    await world.restart()
    await later(world, 120)
    (thread,) = world.channel.threads
    assert len(world.boards(thread)) == 1
    assert len(lines(world)) == 1
    await world.sweep()
    assert len(world.channel.threads) == 1


async def test_a_thread_that_was_opened_before_a_crash_is_moved_into(world: World) -> None:
    """The thread stands, but that is not noted: Discord says that it exists already."""
    challenge = await world.challenge(world.mina, world.tom, where="thread")
    with failing(GameThreads, "note_opened"):
        await world.hear(world.tom, challenge, "accept")
    (thread,) = world.channel.threads
    assert world.boards(thread) == []
    world.env.inject_error("POST", "/channels/*/messages/*/threads", status=400, code=160004)
    await world.restart()
    await later(world, 120)
    assert len(world.channel.threads) == 1
    assert len(world.boards(thread)) == 1


async def test_where_no_thread_can_be_opened_later_the_game_is_played_in_the_channel(world: World) -> None:
    challenge = await world.challenge(world.mina, world.tom, where="thread")
    world.env.inject_error("POST", "/channels/*/messages/*/threads", status=403, code=50013)
    await world.press(world.tom, challenge, "accept")
    assert world.channel.threads == []
    assert "could not open a thread, so game 1 is played here" in lines(world)[0]
    assert world.boards(world.channel)
    match = await world.match()
    assert match.where == (world.channel.id, "here", None)
    await resigned(world, world.mina)
    assert len(world.boards(world.channel)) == 1


async def test_a_missing_permission_is_named_before_the_challenge_stands(world: World) -> None:
    denied = discord.PermissionOverwrite(create_public_threads=False)
    strict = world.guild.create_text_channel("strict", overwrites={world.guild.default_role: denied})
    answer = await world.slash_in(strict, world.mina, "challenge", friend=world.tom, where="thread")
    assert "Create Public Threads" in text(answer)
    assert "Create Public Threads" in text(await world.slash_in(strict, world.mina, "automa", where="thread"))
    await world.slash_in(strict, world.mina, "challenge", friend=world.tom)
    assert f"a game of {GAME}?" in text(strict.history()[-1])


@pytest.mark.cheapest
async def test_in_a_thread_no_other_is_opened(world: World) -> None:
    thread = world.thread("chatter")
    answer = await world.slash_in(thread, world.mina, "challenge", friend=world.tom, where="thread")
    assert "No thread can be opened here" in text(answer)
    await world.app.preferences.change_server(world.guild.id, place="thread")
    await world.slash_in(thread, world.mina, "challenge", friend=world.tom)
    await world.press(world.tom, thread.history()[-1], "accept")
    assert len(world.boards(thread)) == 1
    assert (await world.match()).where == (thread.id, "here", None)


async def test_a_solo_game_has_a_thread_too_and_its_rematch_another(world: World) -> None:
    await world.slash(world.mina, "automa", where="thread")
    (thread,) = world.channel.threads
    assert thread.name == "mina – the Automa · game 1"
    await resigned(world, world.mina)
    (board,) = world.boards(thread)
    await world.press(world.mina, board, "rematch")
    await world.sweep()
    assert [thread.name for thread in world.channel.threads] == [
        "mina – the Automa · game 1",
        "mina – the Automa · game 2",
    ]


async def test_a_rematch_is_asked_for_in_the_channel_and_played_in_a_new_thread(world: World) -> None:
    thread = await begun(world, first="me")
    assert "Call off game 1" in text(await world.slash(world.mina, "resign")), "it is one of the channel"
    await resigned(world, world.mina)
    (board,) = world.boards(thread)
    await world.press(world.mina, board, "rematch")
    challenge = world.channel.history()[-1]
    assert "thread of its own" in text(challenge)
    await world.press(world.tom, challenge, "accept")
    _, second = world.channel.threads
    assert len(world.boards(second)) == 1


def named(*names: str | None) -> str:
    match: Match = next(matches(1))
    return thread_name(speaker("en"), match, names)


def test_a_name_is_cut_to_100_characters_and_keeps_the_number() -> None:
    for names in (("m" * 200, "tom"), ("mina", "t" * 200), ("m" * 200, "t" * 200)):
        name = named(*names)
        assert len(name) == 100
        assert name.endswith(" · game 4611686018427387904")
    assert named("m" * 200, "tom").count("m") > 60


@pytest.mark.parametrize(
    ("name", "seen"),
    [
        ("\u202egro.live", "gro.live"),
        ("\u2067a\u2069b", "a b"),
        ("m\u200bi\u00adn\x00a", "m i n a"),
        ("\u3164\u2800\u115f", "somebody"),
        ("\u200b\u2060 ", "somebody"),
        ("\u0301\ufe0f", "somebody"),
        ("שלום", "שלום"),
        ("🧵", "🧵"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("**mi\nna**", "mi na"),
        ("<@5> [t](x)", "5 t x"),
        ("***", "somebody"),
        (None, "somebody"),
    ],
    ids=ascii,
)
def test_a_name_is_never_blank_never_runs_backwards_and_holds_no_markdown(name: str | None, seen: str) -> None:
    assert named(name, "tom").startswith(f"{seen} – tom · ")


async def test_a_thread_that_was_not_opened_when_the_bot_was_removed_is_opened_when_it_is_back(world: World) -> None:
    challenge = await world.challenge(world.mina, world.tom, where="thread")
    world.env.inject_error("POST", "/channels/*/messages/*/threads", status=503, times=2)
    await world.hear(world.tom, challenge, "accept")
    await told_deleted(world, world.guild)
    await world.app.boards.show(1)
    assert world.channel.threads == []
    await told_created(world, world.guild)
    await later(world, 300)
    (thread,) = world.channel.threads
    assert len(world.boards(thread)) == 1
