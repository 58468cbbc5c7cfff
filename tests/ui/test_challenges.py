"""Challenges: made, accepted, declined, withdrawn, run out."""

import asyncio
from typing import Any

import discord
import pytest

from bot.matches.challenge import Made
from bot.matches.challenges import Challenges
from bot.store.challenges import ChallengeRow
from bot.ui.publish.challenges import ChallengePosts
from tests.ui.playing import later
from tests.ui.world import World, controls, offered, text


async def test_a_challenge_pings_the_friend_and_nobody_else(world: World) -> None:
    challenge = await world.challenge(world.mina, world.tom)
    assert world.pinged(challenge) == {world.tom.id}
    assert not challenge.flags.ephemeral
    assert offered(challenge) == ["accept", "decline", "rules"]


async def test_somebody_is_challenged_by_pointing_at_them(world: World) -> None:
    keeper = world.with_role("keeper", manage_guild=True, manage_messages=True)
    await world.moderate(keeper, "pace", pace=7)
    await world.moderate(keeper, "leather", leather="revised")
    asked = await world.point_at(world.mina, world.tom)
    assert asked.flags.ephemeral
    (challenge,) = world.channel.history()
    assert world.pinged(challenge) == {world.tom.id}
    await world.press(world.tom, challenge, "accept")
    match = await world.match()
    assert match.users == (world.mina.id, world.tom.id)
    assert (match.pace, match.setup.track) == (7, "revised")


async def test_whoever_cannot_be_challenged_cannot_be_pointed_at_either(world: World) -> None:
    robot = world.guild.add_member(world.env.create_user("robot", bot=True))
    assert "Bots take no challenges" in text(await world.point_at(world.mina, robot))
    assert "yourself" in text(await world.point_at(world.mina, world.mina))
    await world.slash(world.tom, "settings", block=world.mina)
    assert "is not taking challenges" in text(await world.point_at(world.mina, world.tom))
    assert world.channel.history() == []


@pytest.mark.parametrize("friend", ["a bot", "themselves"])
async def test_whoever_finds_nobody_to_play_with_can_play_alone_at_once(world: World, friend: str) -> None:
    robot = world.guild.add_member(world.env.create_user("robot", bot=True))
    answer = await world.slash(world.mina, "challenge", friend=robot if friend == "a bot" else world.mina)
    assert ("Bots take no challenges" if friend == "a bot" else "You cannot challenge yourself") in text(answer)
    assert "you can play alone, against a rival or the Automa" in text(answer)
    rivals, levels = controls(answer)
    assert (rivals["placeholder"], levels["placeholder"]) == ("Play a rival…", "Play the Automa…")
    assert [option["label"] for option in rivals["options"]][::6] == ["Pompom (very easy)", "Loom (very hard)"]
    assert [option["label"] for option in levels["options"]][::4] == ["Intern (very easy)", "Legend (very hard)"]
    begun = await world.choose(world.mina, answer, "automa", "apprentice")
    assert ": you begin." in text(begun)
    match = await world.match()
    assert (str(match.automa), match.users) == ("apprentice normal", (world.mina.id, None))
    answer = await world.slash(world.mina, "challenge", friend=robot if friend == "a bot" else world.mina)
    begun = await world.choose(world.mina, answer, "rival", "pin")
    assert "Game 2 against Pin" in text(begun)


async def test_somebody_who_is_not_here_cannot_be_challenged(world: World) -> None:
    elsewhere = world.env.create_user("stranger")
    assert "not a member" in text(await world.slash(world.mina, "challenge", friend=elsewhere))


async def test_a_second_challenge_between_two_people_shows_the_first(world: World) -> None:
    await world.slash(world.mina, "challenge", friend=world.tom)
    again = await world.slash(world.tom, "challenge", friend=world.mina)
    assert again.flags.ephemeral
    assert "already waiting" in text(again)
    await world.press(world.tom, again, "accept")
    assert (await world.match()).users == (world.mina.id, world.tom.id)
    assert world.channel.history() == [world.board()]


async def test_declining_on_a_copy_takes_the_public_challenge_down(world: World) -> None:
    await world.slash(world.mina, "challenge", friend=world.tom)
    again = await world.slash(world.tom, "challenge", friend=world.mina)
    assert "declined" in text(await world.press(world.tom, again, "decline"))
    assert world.channel.history() == []


async def test_a_challenge_that_is_gone_is_cleaned_up_when_pressed(world: World) -> None:
    challenge = await world.challenge(world.mina, world.tom)
    await world.app.challenges.remove(1)
    assert "challenge is over" in text(await world.press(world.tom, challenge, "accept"))
    assert world.channel.history() == []


async def test_only_the_challenged_accepts_and_only_the_two_decline(world: World) -> None:
    challenge = await world.challenge(world.mina, world.tom)
    for who, control in (
        (world.mina, "accept"),
        (world.eve, "accept"),
        (world.eve, "decline"),
    ):
        answer = await world.press(who, challenge, control)
        assert answer.flags.ephemeral
        assert "This challenge is for" in text(answer)
    declined = await world.press(world.tom, challenge, "decline")
    assert "declined" in text(declined)
    assert offered(declined) == []


async def test_a_withdrawn_challenge_can_be_made_again(world: World) -> None:
    challenge = await world.challenge(world.mina, world.tom)
    assert "have withdrawn" in text(await world.press(world.mina, challenge, "decline"))
    assert world.channel.history() == []
    again = await world.challenge(world.mina, world.tom)
    assert offered(again) == ["accept", "decline", "rules"]


@pytest.mark.cheapest
async def test_whoever_challenged_can_withdraw_in_private(world: World) -> None:
    asked = await world.slash(world.mina, "challenge", friend=world.tom)
    await world.app.tasks.idle()
    assert offered(asked) == ["withdraw"]
    gone = await world.press(world.mina, asked, "withdraw")
    await world.app.tasks.idle()
    assert text(gone) == f"You have withdrawn your challenge to <@{world.tom.id}>."
    assert offered(gone) == world.channel.history() == []


async def test_whoever_challenges_twice_is_shown_how_to_withdraw(world: World) -> None:
    await world.slash(world.mina, "challenge", friend=world.tom)
    again = await world.slash(world.mina, "challenge", friend=world.tom)
    assert "already waiting" in text(again)
    assert offered(again) == ["withdraw"]


async def test_anybody_can_read_the_rules_before_they_answer(world: World) -> None:
    challenge = await world.challenge(world.mina, world.tom)
    for who in (world.tom, world.mina, world.eve):
        rules = await world.press(who, challenge, "rules")
        assert rules.flags.ephemeral
        assert "7×7" in text(rules)
    assert "accept" in offered(challenge)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "<@{mina}> challenges you. A move may take 3 days. Who starts is random.\n"),
        ({"first": "friend", "pace": 0}, "<@{mina}> challenges you. There is no time limit. You start.\n"),
        (
            {"first": "me", "leather": "revised", "where": "thread"},
            (
                "A move may take 3 days. <@{mina}> starts. Leather patches: revised. "
                "The game will have a thread of its own.\n"
            ),
        ),
    ],
)
async def test_a_challenge_says_what_matters_first_and_what_is_usual_not_at_all(
    world: World, options: dict[str, Any], words: str
) -> None:
    challenge = await world.challenge(world.mina, world.tom, **options)
    assert words.format(mina=world.mina.id) in text(challenge)
    assert "classic" not in text(challenge)


async def test_a_challenge_disappears_after_a_day_and_cannot_be_accepted_then(world: World) -> None:
    challenge = await world.challenge(world.mina, world.tom)
    await world.sweep()
    assert len(world.channel.history()) == 1
    await world.env.advance_time(24 * 60 * 60)
    answer = await world.press(world.tom, challenge, "accept")
    assert "challenge is over" in text(answer)
    await world.sweep()
    assert world.channel.history() == []


async def test_a_challenge_that_cannot_be_taken_down_is_left_alone_for_a_while(world: World) -> None:
    await world.challenge(world.mina, world.tom)
    await world.env.advance_time(24 * 60 * 60)
    world.env.inject_error("DELETE", "/channels/*/messages/*", status=400, code=50035, times=1)
    for _ in range(3):
        await world.sweep()
    assert [request.method for request in world.env.http_requests].count("DELETE") == 1
    await later(world, 60 * 60)
    assert world.channel.history() == []


@pytest.mark.logs_errors
async def test_a_challenge_over_which_the_bot_stumbles_keeps_no_other_from_being_taken_down(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    remove = Challenges.remove

    async def stumbling(challenges: Challenges, challenge_id: int) -> None:
        if challenge_id == 1:
            raise ValueError("a bad row")
        await remove(challenges, challenge_id)

    monkeypatch.setattr(Challenges, "remove", stumbling)
    await world.challenge(world.mina, world.tom)
    await world.challenge(world.mina, world.eve)
    await world.env.advance_time(24 * 60 * 60)
    await world.sweep()
    assert world.channel.history() == []
    assert [left.id for left in await world.app.challenges.expired()] == [1]


async def test_a_sweep_posts_no_challenge_that_was_posted_while_it_read(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    send, read, post = discord.abc.Messageable.send, Challenges.owed, ChallengePosts.post
    has_read, is_posted = asyncio.Event(), asyncio.Event()
    sweeps: list[asyncio.Task[None]] = []

    async def reading(challenges: Challenges) -> list[ChallengeRow]:
        found = await read(challenges)
        has_read.set()
        await is_posted.wait()
        return found

    async def sending(*args: Any, **options: Any) -> discord.Message:
        sweeps.append(asyncio.create_task(world.app.challenge_posts.sweep()))
        await has_read.wait()
        return await send(*args, **options)

    async def posting(posts: ChallengePosts, made: Made) -> None:
        await post(posts, made)
        is_posted.set()

    monkeypatch.setattr(Challenges, "owed", reading)
    monkeypatch.setattr(discord.abc.Messageable, "send", sending)
    monkeypatch.setattr(ChallengePosts, "post", posting)
    await world.slash(world.mina, "challenge", friend=world.tom)
    await world.app.tasks.idle()
    await asyncio.gather(*sweeps)
    assert len(sweeps) == len(world.channel.history()) == 1


async def test_a_sweep_that_is_quicker_than_the_click_leaves_it_nothing_to_post(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    post = ChallengePosts.post

    async def posting(posts: ChallengePosts, made: Made) -> None:
        await posts.sweep()
        await post(posts, made)

    monkeypatch.setattr(ChallengePosts, "post", posting)
    await world.slash(world.mina, "challenge", friend=world.tom)
    await world.app.tasks.idle()
    assert len(world.channel.history()) == 1


@pytest.mark.parametrize("settings", [{"max_games": 1}])
async def test_a_player_has_at_most_so_many_games(world: World) -> None:
    await world.accepted_game()
    assert "already have 1 running game" in text(await world.slash(world.mina, "challenge", friend=world.eve))
    assert "already has 1 running game" in text(await world.slash(world.eve, "challenge", friend=world.mina))


async def test_a_challenger_is_told_in_private_that_the_challenge_was_declined(world: World) -> None:
    asked = await world.slash(world.mina, "challenge", friend=world.tom)
    (challenge,) = world.channel.history()
    declined = await world.press(world.tom, challenge, "decline")
    assert declined.flags.ephemeral
    assert world.channel.history() == []
    (told,) = [page for page in world.channel.history(viewer=world.mina) if page.id == asked.id]
    assert "would rather not play just now" in text(told)


async def test_a_challenger_who_cannot_be_told_in_private_reads_it_in_the_channel(world: World) -> None:
    challenge = await world.challenge(world.mina, world.tom)
    await world.env.advance_time(16 * 60)
    await world.press(world.tom, challenge, "decline")
    (message,) = world.channel.history()
    assert f"<@{world.tom.id}> declined <@{world.mina.id}>'s challenge" in text(message)
    assert offered(message) == []


async def test_what_a_challenger_was_told_goes_when_the_game_begins(world: World) -> None:
    asked = await world.slash(world.mina, "challenge", friend=world.tom)
    await world.press(world.tom, world.channel.history()[0], "accept")
    assert asked.id not in [page.id for page in world.channel.history(viewer=world.mina)]
