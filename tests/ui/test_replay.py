"""The replay: a game in one's hand, moment by moment, for those who may see it."""

import io

import discord
import pytest
from PIL import Image, ImageSequence

import render
from bot.matches.match import Match
from bot.matches.news import last_card, next_budget, turns_of
from bot.ui.kit.pictures import Stopped, drawing
from bot.ui.kit.texts import speaker
from bot.ui.words.recap import ply_line
from game import Placement, Reveal, parse_record
from tests.ui.faults import failing
from tests.ui.pictures import drawn, sketch
from tests.ui.playing import by_hand, more, moved, mover, play_on, resigned
from tests.ui.world import World, offered, picture, text


def table(match: Match, number: int, left: int = 1) -> bytes:
    """The table after so many moves, with what the last of them has sewn outlined."""
    past = match.at(number)
    last = past.plies[-1] if past.plies else None
    new, seat = ((last.move,), last.seat) if last and isinstance(last.move, Placement) else ((), 0)
    looks = {"new": new, "new_seat": seat, "left": left, "card": last_card(past), "next_budget": next_budget(past)}
    return sketch(drawing(render.draw_table, past.position, **looks))


async def test_one_steps_through_a_whole_game_and_back(world: World) -> None:
    """Each moment is what the match was then: its picture, the move in words, and how far it is."""
    await world.accepted_game()
    match = await play_on(world)
    count = len(match.plies)
    page = await world.press(world.eve, world.board(), "replay")
    assert f"Before move 1 of {count}" in text(page)
    assert await picture(page) == table(match, 0)
    forth = []
    for ply, number in zip(match.plies, range(1, count + 1), strict=True):
        page = await world.press(world.eve, page, "following")
        assert f"**Move {number} of {count}**" in text(page)
        assert ply_line(speaker("en"), match, ply) in text(page)
        assert await picture(page) == table(match, number)
        forth.append(text(page))
    assert {"following", "last"}.isdisjoint(offered(page))
    assert " wins" in text(page)
    back = [forth[-1]]
    for _ in range(count - 1):
        page = await world.press(world.eve, page, "previous")
        back.append(text(page))
    assert back == forth[::-1]
    page = await world.press(world.eve, page, "previous")
    assert {"previous", "first"}.isdisjoint(offered(page))
    page = await world.press(world.eve, page, "last")
    assert text(page) == forth[-1]
    assert "Before move 1 of" in text(await world.press(world.eve, page, "first"))


async def test_my_turns_come_one_after_the_other_and_then_again(world: World) -> None:
    """A turn of several moves is one of them: the first is shown."""
    await by_hand(world)
    await world.accepted_game(first="me")
    match = await play_on(world, plies=12)
    page = await world.press(world.tom, await world.slash(world.tom, "replay"), "first")
    assert turns_of(match, match.seat_of(world.mina.id))[0] == 1, "who begins has a turn at once"
    turns = turns_of(match, match.seat_of(world.tom.id))
    assert 1 < len(turns) < sum(match.user_at(ply.seat) == world.tom.id for ply in match.plies)
    for number in (*turns, turns[0]):
        page = await world.press(world.tom, page, "mine")
        assert f"Move {number} of 12" in text(page)
        assert "You: " in text(page)


async def test_a_game_in_which_nobody_has_moved_has_nothing_to_step_through(world: World) -> None:
    match = await world.accepted_game()
    assert "replay" not in offered(await more(world, world.mina))
    for share in (False, True):
        page = await world.slash(world.mina, "replay", share=share)
        assert "Nobody has moved yet" in text(page)
        assert (offered(page), page.attachments) == ([], [])
    await world.app.matches.resign(match.id, match.revision, world.mina.id)
    page = await world.slash(world.mina, "replay")
    assert "Replay of game 1" in text(page)
    assert "Called off" in text(page)
    assert (offered(page), page.attachments) == ([], [])


@pytest.mark.parametrize("control", ["previous", "following", "last", "mine", "animation", "share", "replay"])
async def test_a_move_that_was_taken_back_in_between_harms_nothing(world: World, control: str) -> None:
    await world.accepted_game()
    match = await play_on(world, plies=2)
    while not match.undoable:
        match = await play_on(world, plies=1)
    before = len(match.plies)
    page = await world.slash(world.mina, "replay")
    if control == "replay":
        page = await world.press(world.mina, page, "animation")
    elif control in ("following", "last"):
        page = await world.press(world.mina, page, "previous")
    await world.app.matches.undo(match.id, match.revision, mover(match))
    answer = text(await world.press(world.mina, page, control))
    assert (f"{before - 1} move" if control == "animation" else f" of {before - 1}**") in answer


@pytest.mark.parametrize(("shown", "control"), [("moment", "share"), ("moment", "animation"), ("animation", "share")])
async def test_a_game_whose_only_move_was_taken_back_shows_nothing(world: World, shown: str, control: str) -> None:
    await world.accepted_game(first="me")
    match = await moved(world, "+")
    page = await world.slash(world.mina, "replay")
    if shown == "animation":
        page = await world.press(world.mina, page, "animation")
    await world.app.matches.give_back(match.id, match.revision, world.tom.id)
    answer = await world.press(world.mina, page, control)
    assert "Nobody has moved yet" in text(answer)


async def test_a_moment_is_shared_with_all_and_they_step_on_from_it(world: World) -> None:
    await world.accepted_game()
    match = await play_on(world, plies=4)
    page = await world.press(world.tom, await world.slash(world.tom, "replay"), "previous")
    shared = await world.press(world.tom, page, "share")
    assert shared.id != page.id
    assert not shared.flags.ephemeral
    assert not world.pinged(shared)
    assert f"<@{world.tom.id}> wants to show you this" in text(shared)
    assert "Move 3 of 4" in text(shared)
    assert ply_line(speaker("en"), match, match.plies[2]) in text(shared)
    assert await picture(shared) == table(match, 3)
    await world.restart()
    steps = await world.press(world.eve, shared, "replay")
    assert "Move 3 of 4" in text(steps)
    assert "Move 2 of 4" in text(await world.press(world.eve, steps, "previous"))


@pytest.mark.cheapest
async def test_a_private_game_is_shown_to_its_player_only_and_shared_without_a_way_into_it(world: World) -> None:
    await world.slash(world.mina, "automa", where="private")
    await play_on(world, plies=3)
    assert "do not know" in text(await world.slash(world.tom, "replay", game=1))
    page = await world.slash(world.mina, "replay", game=1)
    for shared in (
        await world.press(world.mina, page, "share"),
        await world.slash(world.mina, "replay", game=1, share=True),
    ):
        assert not shared.flags.ephemeral
        assert offered(shared) == []


async def test_the_automas_cards_are_moves_too(world: World) -> None:
    await world.slash(world.mina, "automa", where="here", level="fellow", deck="tactical")
    match = await play_on(world, plies=6)
    page = await world.press(world.mina, await world.slash(world.mina, "replay"), "first")
    for number, ply in enumerate(match.plies, 1):
        page = await world.press(world.mina, page, "following")
        assert ply_line(speaker("en"), match, ply, world.mina.id) in text(page)
        assert await picture(page) == table(match, number)
    assert any(isinstance(ply.move, Reveal) for ply in match.plies)


async def test_the_newest_game_here_is_meant_unless_one_is_named(world: World) -> None:
    nothing = await world.slash(world.mina, "replay")
    assert "no game in this server" in text(nothing)
    await world.accepted_game()
    assert "Replay of game 1" in text(await world.slash(world.tom, "replay"))
    assert "Replay of game 1" in text(await world.slash(world.eve, "replay", game=1))
    assert "do not know" in text(await world.slash(world.eve, "replay", game=99))


async def test_a_game_is_shown_to_those_who_may_see_its_channel(world: World) -> None:
    unseen = discord.PermissionOverwrite(view_channel=False)
    channel = world.guild.create_text_channel("closed", overwrites={world.eve: unseen})
    await world.begin(world.mina, world.tom, channel)
    seer = world.guild.add_member(world.env.create_user("seer"))
    for who in (world.mina, world.tom, seer):
        assert "Replay of game 1" in text(await world.slash(who, "replay", game=1))
    for share in (False, True):
        answer = await world.slash(world.eve, "replay", game=1, share=share)
        assert "do not know" in text(answer)


async def test_games_in_threads_are_shown_to_those_who_may_see_them(world: World) -> None:
    await world.slash(world.mina, "automa", where="thread")
    secret = world.thread("secret", private=True)
    world.env.backend.add_thread_member(secret.id, world.env.backend.bot_user.id)
    await world.slash_in(secret, world.mina, "automa", where="here")
    moderator = world.with_role("moderator", manage_threads=True)
    assert "Replay of game 1" in text(await world.slash(world.eve, "replay", game=1))
    assert "do not know" in text(await world.slash(world.eve, "replay", game=2))
    assert "Replay of game 2" in text(await world.slash(moderator, "replay", game=2))


async def test_players_alone_see_their_games_everywhere_but_share_them_where_they_are_played(world: World) -> None:
    await world.accepted_game()
    await moved(world, "+")
    channel, mina = world.elsewhere(world.mina)
    assert "Replay of game 1" in text(await world.slash_in(channel, mina, "replay", game=1))
    assert "do not know" in text(await world.slash_in(channel, mina, "replay", game=1, share=True))
    assert "belongs to another server" in text(await world.slash_in(channel, mina, "board", game=1))
    channel, eve = world.elsewhere(world.eve)
    assert "do not know" in text(await world.slash_in(channel, eve, "replay", game=1))


async def attached(message: discord.Message) -> dict[str, bytes]:
    return {file.filename.rpartition(".")[2]: await file.read() for file in message.attachments}


@drawn
async def test_the_board_of_a_finished_game_leads_to_its_animation(world: World) -> None:
    await world.accepted_game()
    await moved(world, "+", "+", "+")
    match = await resigned(world, world.tom)
    steps = await world.press(world.eve, world.board(), "replay")
    files = await attached(await world.press(world.eve, steps, "animation"))
    assert files["gif"][:6] == b"GIF89a"
    with Image.open(io.BytesIO(files["gif"])) as animation:
        assert len(list(ImageSequence.Iterator(animation))) > len(match.plies)
    record = parse_record(files["txt"].decode())
    assert record == match.record
    assert [step.position for step in record.steps()][-1] == match.position


async def test_it_takes_the_place_of_the_moment_that_was_shown_and_leads_back_to_it(world: World) -> None:
    await world.accepted_game()
    await moved(world, "+", "+", "+")
    shown, steps = [], await world.slash(world.mina, "replay")
    for control in ("previous", "previous", "following"):
        steps = await world.press(world.mina, steps, control)
        shown += [file.filename for file in steps.attachments]
    assert shown[0] == shown[2] != shown[1], "nobody takes the old picture of a message for the new one"
    assert "Move 2 of 3" in text(steps)
    animation = await world.press(world.mina, steps, "animation")
    assert animation.id == steps.id
    assert "3 moves" in text(animation)
    back = await world.press(world.mina, animation, "replay")
    assert back.id == steps.id
    assert "Move 2 of 3" in text(back)
    assert "gif" not in await attached(back)


async def test_it_is_private_until_it_is_shared_from_its_page_or_by_command(world: World) -> None:
    await world.accepted_game()
    await moved(world, "+", "+")
    steps = await world.press(world.mina, await more(world, world.mina), "replay")
    assert "Move 2 of 2" in text(steps)
    animation = await world.press(world.mina, steps, "animation")
    pressed = await world.press(world.mina, animation, "share")
    for shared in (pressed, await world.slash(world.mina, "replay", share=True)):
        assert not shared.flags.ephemeral
        assert not world.pinged(shared)
        assert "2 moves" in text(shared)
        assert (await attached(shared)).keys() == {"gif", "txt"}
        assert offered(shared) == ["replay"]
    assert f"<@{world.mina.id}> wants to show you this" in text(pressed)
    assert "Move 2 of 2" in text(await world.press(world.eve, pressed, "replay"))
    await resigned(world, world.tom)
    page = await world.slash(world.mina, "replay")
    assert "Before move 1 of 2" in text(page), "one that has ended is opened before its first"
    assert "has resigned" in text(await world.press(world.mina, page, "last"))


async def test_who_asks_too_often_is_told_so_privately_and_keeps_the_page(world: World) -> None:
    await world.accepted_game()
    await moved(world, "+")
    page, shown = [await world.slash(world.mina, "replay") for _ in range(2)]
    shown = await world.press(world.mina, shown, "animation")
    async with world.app.animations.queued(world.mina.id):
        for answer in (
            await world.press(world.mina, shown, "share"),
            await world.press(world.mina, page, "animation"),
        ):
            assert "busy drawing" in text(answer)
            assert answer.id != page.id


FAULTS = [
    (Stopped(), "being restarted"),
    (TimeoutError(), "within a minute"),
    pytest.param(ZeroDivisionError(), "Something went wrong", marks=pytest.mark.logs_errors),
]


@pytest.mark.parametrize(("error", "words"), FAULTS, ids=["stopped", "late", "broken"])
async def test_one_that_is_not_drawn_ends_with_a_sentence(world: World, error: Exception, words: str) -> None:
    await world.accepted_game()
    await moved(world, "+")
    page, shown = [await world.slash(world.mina, "replay") for _ in range(2)]
    shown = await world.press(world.mina, shown, "animation")
    with failing(world.app.pictures, "animate", error):
        assert words in text(await world.press(world.mina, shown, "share"))
        assert words in text(await world.hear(world.mina, page, "animation"))
