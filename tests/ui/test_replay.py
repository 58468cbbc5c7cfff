"""The replay: a game in one's hand, moment by moment, for those who may see it."""

import discord
import pytest
import simcord

import render
from bot.matches.match import Match
from bot.matches.news import last_card, next_budget, turns_of
from bot.ui.kit.pictures import drawing
from bot.ui.kit.texts import speaker
from bot.ui.words.recap import ply_sentence
from game import Placement, Reveal
from tests.ui.pictures import sketch
from tests.ui.playing import by_hand, more, moved, mover, play_on, resigned
from tests.ui.world import World, ids, offered, text


async def read(message: discord.Message) -> tuple[bytes, str]:
    """The picture of a message, and its alt text."""
    (picture,) = message.attachments
    return await picture.read(), picture.description or ""


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
    assert (await read(page))[0] == table(match, 0)
    forth = []
    for ply, number in zip(match.plies, range(1, count + 1), strict=True):
        page = await world.press(world.eve, page, "following")
        assert f"**Move {number} of {count}**" in text(page)
        assert ply_sentence(speaker("en"), match, ply) in text(page)
        assert (await read(page))[0] == table(match, number)
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


async def test_a_replay_is_private_unless_it_is_shared(world: World) -> None:
    await by_hand(world)
    await world.accepted_game()
    await play_on(world, plies=5)
    private = await world.slash(world.mina, "replay")
    assert private.flags.ephemeral
    shared = await world.slash(world.mina, "replay", share=True)
    assert not shared.flags.ephemeral
    assert not world.pinged(shared)
    assert "5 moves" in text(shared)


async def test_a_running_game_opens_at_its_last_move_and_one_that_has_ended_before_its_first(world: World) -> None:
    await world.accepted_game()
    await moved(world, "+", "+")
    more_of_it = await more(world, world.mina)
    assert "Move 2 of 2" in text(await world.press(world.mina, more_of_it, "replay"))
    await resigned(world, world.tom)
    page = await world.slash(world.mina, "replay")
    assert "Before move 1 of 2" in text(page)
    assert "has resigned" in text(await world.press(world.mina, page, "last"))


async def test_first_and_last_lead_to_the_ends(world: World) -> None:
    await by_hand(world)
    await world.accepted_game()
    match = await play_on(world, plies=6)
    page = await world.press(world.mina, await world.slash(world.mina, "replay"), "first")
    assert "Before move 1 of 6" in text(page)
    assert (await read(page))[0] == table(match, 0, match.seat_of(world.mina.id) or 0)
    assert "Move 6 of 6" in text(await world.press(world.mina, page, "last"))


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
        assert "You " in text(page)


async def test_who_has_not_moved_has_no_turns_and_a_spectator_no_such_button(world: World) -> None:
    await world.accepted_game(first="me")
    await moved(world, "+")
    pages = [await world.slash(who, "replay", game=1) for who in (world.mina, world.tom, world.eve)]
    assert ["mine" in offered(page) for page in pages] == [True, False, False]
    assert [any(custom_id.endswith(":mine") for custom_id in ids(page)) for page in pages] == [True, True, False]


async def test_ones_own_quilt_is_on_the_left_at_every_moment(world: World) -> None:
    await world.accepted_game()
    match = await play_on(world, plies=4)
    for who in (world.mina, world.tom, world.eve):
        page = await world.slash(who, "replay", game=1)
        for number in (4, 3, 2, 1, 0):
            assert (await read(page))[0] == table(match, number, match.seat_of(who.id) or 1)
            if number:
                page = await world.press(who, page, "previous")


async def test_a_replay_asked_for_on_a_private_page_takes_its_place(world: World) -> None:
    await world.accepted_game()
    await resigned(world, world.mina)
    page = await more(world, world.mina)
    replay = await world.press(world.mina, page, "replay")
    assert replay.id == page.id
    back = await world.press(world.mina, replay, "more")
    assert back.id == page.id
    assert "resign" in text(back)


async def test_a_game_in_which_nobody_has_moved_has_nothing_to_step_through(world: World) -> None:
    match = await world.accepted_game()
    assert "replay" not in offered(await more(world, world.mina))
    for share in (False, True):
        page = await world.slash(world.mina, "replay", share=share)
        assert "Nobody has moved yet" in text(page)
        assert page.flags.ephemeral
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
async def test_nothing_is_shown_of_a_game_whose_only_move_was_taken_back(
    world: World, shown: str, control: str
) -> None:
    await world.accepted_game(first="me")
    match = await moved(world, "+")
    page = await world.slash(world.mina, "replay")
    if shown == "animation":
        page = await world.press(world.mina, page, "animation")
    await world.app.matches.give_back(match.id, match.revision, world.tom.id)
    answer = await world.press(world.mina, page, control)
    assert answer.flags.ephemeral
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
    assert ply_sentence(speaker("en"), match, match.plies[2]) in text(shared)
    assert (await read(shared))[0] == table(match, 3)
    steps = await world.press(world.eve, shared, "replay")
    assert steps.flags.ephemeral
    assert "Move 3 of 4" in text(steps)
    assert "Move 2 of 4" in text(await world.press(world.eve, steps, "previous"))


async def test_a_private_game_is_shared_by_its_player_without_a_way_into_it(world: World) -> None:
    await world.slash(world.mina, "automa", where="private")
    await play_on(world, plies=3)
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
        assert ply_sentence(speaker("en"), match, ply, world.mina.id) in text(page)
        assert (await read(page))[0] == table(match, number)
    assert any(isinstance(ply.move, Reveal) for ply in match.plies)


async def test_a_page_outlives_a_restart(world: World) -> None:
    await world.accepted_game()
    await play_on(world, plies=4)
    page = await world.slash(world.mina, "replay")
    await world.restart()
    assert "Move 3 of 4" in text(await world.press(world.mina, page, "previous"))


async def test_the_newest_game_here_is_meant_unless_one_is_named(world: World) -> None:
    nothing = await world.slash(world.mina, "replay")
    assert "no game in this channel" in text(nothing)
    await world.accepted_game()
    assert "Replay of game 1" in text(await world.slash(world.tom, "replay"))
    assert "Replay of game 1" in text(await world.slash(world.eve, "replay", game=1))
    assert "do not know" in text(await world.slash(world.eve, "replay", game=99))


async def test_a_game_of_another_server_is_not_shown(world: World) -> None:
    await world.accepted_game()
    elsewhere = world.env.create_guild()
    channel = elsewhere.create_text_channel("elsewhere")
    stranger = elsewhere.add_member(world.env.create_user("stranger"))
    assert "do not know" in text(await world.slash_in(channel, stranger, "replay", game=1))


async def closed_channel(world: World) -> simcord.ChannelHandle:
    """A channel that everybody but eve may see, with a game in it."""
    unseen = discord.PermissionOverwrite(view_channel=False)
    channel = world.guild.create_text_channel("closed", overwrites={world.eve: unseen})
    challenge = await world.challenge(world.mina, world.tom, channel)
    await world.press(world.tom, challenge, "accept")
    return channel


async def test_a_game_is_shown_to_those_who_may_see_its_channel(world: World) -> None:
    await closed_channel(world)
    seer = world.guild.add_member(world.env.create_user("seer"))
    for who in (world.mina, world.tom, seer):
        assert "Replay of game 1" in text(await world.slash(who, "replay", game=1))
    for share in (False, True):
        answer = await world.slash(world.eve, "replay", game=1, share=share)
        assert answer.flags.ephemeral
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


async def test_players_see_their_games_everywhere_but_share_them_where_they_are_played(world: World) -> None:
    await world.accepted_game()
    elsewhere = world.env.create_guild()
    channel = elsewhere.create_text_channel("elsewhere")
    mina = elsewhere.add_member(world.user(world.mina.id))
    assert "Replay of game 1" in text(await world.slash_in(channel, mina, "replay", game=1))
    assert "do not know" in text(await world.slash_in(channel, mina, "replay", game=1, share=True))


@pytest.mark.cheapest
async def test_a_private_game_is_shown_to_its_player_only(world: World) -> None:
    await world.slash(world.mina, "automa", where="private")
    assert "do not know" in text(await world.slash(world.tom, "replay", game=1))
    assert "Replay of game 1" in text(await world.slash(world.mina, "replay", game=1))


async def test_undone_moves_are_not_shown(world: World) -> None:
    await by_hand(world)
    await world.accepted_game()
    match = await play_on(world, plies=1)
    while not match.undoable:
        match = await play_on(world, plies=1)
    before = len(match.plies)
    await world.app.matches.undo(match.id, match.revision, mover(match))
    assert f"Move {before - 1} of {before - 1}" in text(await world.slash(world.mina, "replay"))
