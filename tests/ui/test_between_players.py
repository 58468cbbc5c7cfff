"""What players settle with each other: taking back, playing again, leaving; and what moderators may do."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.ui.kit.pictures import Pictures
from bot.ui.kit.texts import say
from tests.ui.playing import play_on, posted, question
from tests.ui.world import Response, World, ids, offered, text, walk


async def handed_over(world: World) -> tuple[int, int]:
    """Play until the turn has passed; returns who moved last and who moves now."""
    match = await world.match()
    while not match.returnable:
        match = await play_on(world, plies=1, seed=match.revision)
    return match.users[match.plies[-1].seat - 1], match.mover


async def ask_to_take_back(world: World, who: int) -> discord.Message:
    person = world.person(who)
    answer = await world.press(person, await world.press(person, world.board(), "more"), "takeback")
    await world.sweep()
    return answer


async def test_a_move_is_given_back_when_the_other_grants_it(world: World) -> None:
    await world.accepted_game()
    asker, other = await handed_over(world)
    before = await world.match()
    await ask_to_take_back(world, asker)
    asked = question(world, "asks to take back")
    assert world.pinged(asked) == {other}
    await world.press(world.person(other), asked, "agree")
    await world.sweep()
    after = await world.match()
    assert after.mover == asker
    assert after.plies == before.plies[:-1]
    assert after.revision == before.revision + 1
    assert "gave the last move back" in text(world.board())
    assert posted(world, "asks to take back") == []


async def test_the_asker_cannot_grant_and_a_spectator_neither(world: World) -> None:
    await world.accepted_game()
    asker, _ = await handed_over(world)
    before = await world.match()
    await ask_to_take_back(world, asker)
    asked = question(world, "asks to take back")
    await world.press(world.person(asker), asked, "agree")
    await world.press(world.eve, asked, "agree")
    assert await world.match() == before


async def test_a_refusal_holds_until_the_next_move(world: World) -> None:
    await world.accepted_game()
    asker, other = await handed_over(world)
    await ask_to_take_back(world, asker)
    await world.press(world.person(other), question(world, "asks to take back"), "refuse")
    assert "let the move stand" in text(question(world, "let the move stand"))
    again = await ask_to_take_back(world, asker)
    assert "The answer was no" in text(again)
    assert posted(world, "asks to take back") == []


async def test_a_question_lapses_when_the_other_moves(world: World) -> None:
    await world.accepted_game()
    asker, _ = await handed_over(world)
    await ask_to_take_back(world, asker)
    await play_on(world, plies=1)
    assert posted(world, "asks to take back") == []


async def test_nothing_is_given_back_in_a_solo_game(world: World) -> None:
    await world.slash(world.mina, "automa")
    await play_on(world, plies=2)
    answer = await world.press(world.mina, world.board(), "more")
    assert "takeback" not in offered(answer)


async def test_a_rematch_swaps_who_starts_and_keeps_the_settings(world: World) -> None:
    await world.accepted_game(first="me", leather="revised", pace=7)
    await play_on(world)
    asked = await world.press(world.mina, world.board(), "rematch")
    assert "another game" in text(asked)
    await world.sweep()
    challenge = question(world, "a game of Patchwork?")
    assert world.pinged(challenge) == {world.tom.id}
    assert "7 days a move" in text(challenge)
    await world.press(world.tom, challenge, "accept")
    match = await world.match(2)
    assert match.setup.track == "revised"
    assert match.pace == 7
    assert match.mover == world.tom.id


async def test_if_both_ask_for_a_rematch_it_begins(world: World) -> None:
    await world.accepted_game(first="me")
    await play_on(world)
    board = world.board()
    await world.press(world.mina, board, "rematch")
    await world.press(world.mina, board, "rematch")
    await world.press(world.tom, board, "rematch")
    assert (await world.match(2)).mover == world.tom.id
    again = await world.press(world.mina, board, "rematch")
    assert "already playing again: game 2" in text(again)
    nobody = await world.press(world.eve, board, "rematch")
    assert "You are watching" in text(nobody)


async def test_one_wins_when_the_other_has_left_the_server(world: World) -> None:
    match = await world.accepted_game()
    page = await world.press(world.mina, await world.press(world.mina, world.board(), "more"), "resignpage")
    still = await world.press(world.mina, page, "gone")
    assert "still in this server" in text(still)
    world.guild.remove_member(world.tom)
    page = await world.press(world.mina, await world.press(world.mina, world.board(), "more"), "resignpage")
    await world.press(world.mina, page, "gone")
    match = await world.match()
    assert match.winner == match.seat_of(world.mina.id)


async def test_moderators_list_and_end_games(world: World) -> None:
    await world.accepted_game()
    for command, options in (("list", {}), ("end", {"game": 1})):
        assert "may not" in text(await world.slash(world.eve, f"admin {command}", **options))
    keeper = world.with_role("keeper", manage_messages=True)
    assert "Game 1" in text(await world.slash(keeper, "admin list"))
    question = await world.slash(keeper, "admin end", game=1)
    assert "without a winner?" in text(question)
    assert (await world.match()).outcome is None
    assert "is closed" in text(await world.press(keeper, question, "endgame"))
    await world.sweep()
    assert (await world.match()).outcome == "closed"
    assert "moderator" in text(world.board())
    assert "No game" in text(await world.slash(keeper, "admin list"))
    assert "ended" in text(await world.slash(keeper, "admin end", game=1))


async def test_games_are_sorted_by_urgency_with_the_next_one_a_click_away(world: World) -> None:
    await world.accepted_game(first="me", pace=7)
    challenge = await world.slash(world.eve, "challenge", friend=world.mina, first="friend", pace=1)
    await world.press(world.mina, challenge, "accept")
    answer = await world.slash(world.mina, "games")
    words = text(answer)
    assert words.index("Game 2") < words.index("Game 1")
    home = await world.press(world.mina, answer, "home")
    assert {"advance", "more"} <= set(offered(home))
    assert "home" not in offered(await world.slash(world.tom, "games"))


async def test_leaving_is_looked_at_in_the_server_of_the_game(world: World) -> None:
    await world.accepted_game()
    elsewhere = world.env.create_guild()
    channel = elsewhere.create_text_channel("elsewhere")
    mina = elsewhere.add_member(world.user(world.mina.id))
    question = (await mina.slash(channel, "patchwork resign", game=1)).response
    assert question
    await world.press(mina, question.message, "gone")
    assert (await world.match()).outcome is None


async def test_a_moderator_of_one_channel_ends_no_games_in_another(world: World) -> None:
    await world.accepted_game()
    keeper = world.with_role("keeper")
    may = discord.PermissionOverwrite(manage_messages=True)
    desk = world.guild.create_text_channel("desk", overwrites={keeper: may})
    answer = (await keeper.slash(desk, "patchwork admin end", game=1)).response
    assert answer
    assert "may not" in text(answer.message)


async def test_a_withdrawn_offer_cannot_be_agreed_to(world: World) -> None:
    await world.accepted_game()
    page = await world.press(world.mina, await world.press(world.mina, world.board(), "more"), "resignpage")
    await world.press(world.mina, page, "offer")
    offer = question(world, "offers to cancel")
    theirs = await world.press(
        world.tom,
        await world.press(world.tom, await world.press(world.tom, world.board(), "more"), "resignpage"),
        "offer",
    )
    await world.press(world.mina, offer, "refuse")
    await world.sweep()
    await world.press(world.tom, theirs, "agree")
    assert (await world.match()).outcome is None


async def test_a_refusal_in_private_is_shown_in_public(world: World) -> None:
    await world.accepted_game()
    page = await world.press(world.mina, await world.press(world.mina, world.board(), "more"), "resignpage")
    await world.press(world.mina, page, "offer")
    theirs = await world.press(
        world.tom,
        await world.press(world.tom, await world.press(world.tom, world.board(), "more"), "resignpage"),
        "offer",
    )
    await world.press(world.tom, theirs, "refuse")
    await world.sweep()
    assert not [message for message in world.channel.history() if "agree" in offered(message)]


async def test_a_rematch_does_not_accept_another_kind_of_game(world: World) -> None:
    await world.accepted_game(first="me", pace=7)
    await play_on(world)
    await world.slash(world.tom, "challenge", friend=world.mina, pace=1, leather="revised")
    answer = await world.press(world.mina, world.board(), "rematch")
    assert "1 day a move" in text(answer)
    assert "accept" in offered(answer)


async def test_the_loser_is_told_of_a_claim(world: World) -> None:
    match = await world.accepted_game(pace=1)
    late, other = match.mover, match.users[2 - match.position.turn]
    await world.env.advance_time(24 * 3600 + 60)
    await world.sweep()
    assert world.pinged(world.board()) == {other}
    assert "under *More* you may claim" in text(world.board())
    page = await world.press(
        world.person(other), await world.press(world.person(other), world.board(), "more"), "claimpage"
    )
    await world.press(world.person(other), page, "claim")
    await world.sweep()
    assert world.pinged(world.board()) == {late}


@pytest.mark.parametrize("control", ["offer", "nudge", "rematch"])
async def test_who_asks_is_told_when_the_question_cannot_be_posted(
    world: World, monkeypatch: pytest.MonkeyPatch, control: str
) -> None:
    match = await world.accepted_game(first="me")
    page = await world.press(world.tom, world.board(), "more")
    if control == "offer":
        page = await world.press(world.tom, page, "resignpage")
    if control == "rematch":
        await world.app.matches.resign(match.id, 0, world.tom.id)
        world.app.boards.refresh(match.id)
        await world.app.tasks.idle()
        page = world.board()

    async def failing(*_: object, **__: object) -> None:
        raise discord.HTTPException(Response(500), "no")  # type: ignore[arg-type]

    monkeypatch.setattr(discord.abc.Messageable, "send", failing)
    (custom_id,) = [name for name in ids(page) if name.endswith(":" + control)]
    result = await world.tom.click(page, custom_id=custom_id)
    await world.app.tasks.idle()
    assert result.acknowledged
    (told,) = [each for each in world.env.http_requests if "Discord did not let me" in str(each)]
    assert "/webhooks/" in told.path


async def test_a_game_that_was_given_up_shows_who_has_won_and_nothing_that_comes_next(world: World) -> None:
    match = await world.accepted_game(first="me")
    await play_on(world, plies=3, seed=4)
    match = await world.match()
    await world.app.matches.resign(match.id, match.revision, world.tom.id)
    world.app.boards.refresh(match.id)
    await world.app.tasks.idle()
    match, board = await world.match(), world.board()
    assert await board.attachments[0].read() == await Pictures().poster(match.position, match.winner or 0)
    replay = await world.slash(world.mina, "replay")
    for message in (board, replay):
        (alt,) = [item["description"] for each in walk(message) for item in each.get("items", [])]
        assert f"The {say('en', f'token.{match.winner}')} has won." in alt
        assert "to move" not in alt
    more = await world.press(world.mina, board, "more")
    assert "if it ended now" not in text(more)
    assert "next income" not in text(more)


async def test_a_withdrawn_offer_cannot_be_agreed_to_even_after_a_kill(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.accepted_game(first="me")
    mina = await world.press(world.mina, await world.press(world.mina, world.board(), "more"), "resignpage")
    await world.press(world.mina, mina, "offer")
    await world.sweep()
    with monkeypatch.context() as patch:
        patch.setattr(world.app.boards, "soon", lambda *_: None)  # killed right after the answer
        await world.press(world.mina, question(world, "offers to cancel"), "refuse")
    await world.restart()
    await world.sweep()
    tom = await world.press(world.tom, await world.press(world.tom, world.board(), "more"), "resignpage")
    shown = await world.press(world.tom, tom, "offer")
    assert "agree" not in offered(shown)
    assert (await world.match()).outcome is None


async def test_a_rematch_takes_the_place_of_a_challenge_that_has_run_out(world: World) -> None:
    await world.accepted_game(first="me")
    await play_on(world)
    old = await world.slash(world.mina, "challenge", friend=world.tom)
    await world.env.advance_time(24 * 60 * 60 + 5)
    await world.press(world.mina, world.board(), "rematch")
    await world.sweep()
    assert old.id not in [message.id for message in world.channel.history()]


async def test_a_question_that_is_refused_while_it_is_asked_again_stays_refused(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.accepted_game()
    asker, other = await handed_over(world)
    await ask_to_take_back(world, asker)
    asked, writer = question(world, "asks to take back"), world.app.boards
    page = await world.press(world.person(asker), world.board(), "more")
    left: list[Any] = []
    with monkeypatch.context() as patch:
        patch.setattr(writer, "soon", lambda *work: left.append(work))
        await world.press(world.person(asker), page, "takeback")
    await world.press(world.person(other), asked, "refuse")
    for work in left:
        writer.soon(*work)
    await writer.idle()
    await world.sweep()
    assert not [message for message in world.channel.history() if "agree" in offered(message)]


async def test_an_expired_challenge_goes_even_if_the_rematch_cannot_be_posted(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.accepted_game(first="me")
    await play_on(world)
    old = await world.slash(world.mina, "challenge", friend=world.tom)
    await world.env.advance_time(24 * 60 * 60 + 5)

    async def failing(*_: object, **__: object) -> None:
        raise discord.HTTPException(Response(500), "no")

    (rematch,) = [control for control in ids(world.board()) if control.endswith(":rematch")]
    with monkeypatch.context() as patch:
        patch.setattr(discord.abc.Messageable, "send", failing)
        await world.mina.click(world.board(), custom_id=rematch)
        await world.app.tasks.idle()
    assert old.id not in [message.id for message in world.channel.history()]
