"""Challenges: made, accepted, declined, withdrawn, run out."""

import asyncio
from typing import Any

import discord
import pytest

from bot.matches.challenge import Made
from bot.matches.challenges import Challenges
from bot.matches.clock import DAY
from bot.store.challenges import ChallengeRow
from bot.ui.publish.challenges import ChallengePosts
from tests.ui.playing import later
from tests.ui.world import World, controls, offered, text


async def test_somebody_is_challenged_by_pointing_at_them(world: World) -> None:
    await world.moderate(world.keeper, "pace", pace=7)
    await world.moderate(world.keeper, "leather", leather="revised")
    await world.point_at(world.mina, world.tom)
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
    elsewhere = world.env.create_user("stranger")
    assert "not a member" in text(await world.slash(world.mina, "challenge", friend=elsewhere))
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


@pytest.mark.parametrize("control", ["accept", "decline"])
async def test_a_second_challenge_between_two_people_shows_the_first(world: World, control: str) -> None:
    await world.slash(world.mina, "challenge", friend=world.tom)
    again = await world.slash(world.tom, "challenge", friend=world.mina)
    assert "already waiting" in text(again)
    await world.press(world.tom, again, control)
    assert world.channel.history() == world.boards()
    assert len(world.boards()) == (control == "accept")


async def test_a_challenge_that_is_gone_is_cleaned_up_when_pressed(world: World) -> None:
    challenge = await world.challenge(world.mina, world.tom)
    await world.app.challenges.remove(1)
    assert "challenge is over" in text(await world.press(world.tom, challenge, "accept"))
    assert world.channel.history() == []


async def test_only_the_challenged_accepts_and_anybody_reads_the_rules(world: World) -> None:
    challenge = await world.challenge(world.mina, world.tom)
    for control in ("accept", "decline"):
        assert "This challenge is for" in text(await world.press(world.eve, challenge, control))
    own = await world.press(world.mina, challenge, "accept")
    assert "This is your own challenge. Please wait for the answer, or withdraw it." in text(own)
    assert offered(own) == ["withdraw"]
    for who in (world.tom, world.mina, world.eve):
        rules = await world.press(who, challenge, "rules")
        assert "7×7" in text(rules)
    declined = await world.press(world.tom, challenge, "decline")
    assert "declined" in text(declined)
    assert offered(declined) == []


@pytest.mark.cheapest
async def test_whoever_challenged_can_withdraw_in_private(world: World) -> None:
    await world.slash(world.mina, "challenge", friend=world.tom)
    again = await world.slash(world.mina, "challenge", friend=world.tom)
    assert "already waiting" in text(again)
    assert offered(again) == ["withdraw"]
    gone = await world.press(world.mina, again, "withdraw")
    assert text(gone) == f"You have withdrawn your challenge to <@{world.tom.id}>."
    assert offered(gone) == world.channel.history() == []


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
async def test_a_challenge_says_what_is_unusual(world: World, options: dict[str, Any], words: str) -> None:
    challenge = await world.challenge(world.mina, world.tom, **options)
    assert world.pinged(challenge) == {world.tom.id}
    assert offered(challenge) == ["accept", "decline", "rules"]
    assert words.format(mina=world.mina.id) in text(challenge)
    assert "classic" not in text(challenge)


async def test_a_challenge_that_cannot_be_taken_down_is_left_alone_for_a_while(world: World) -> None:
    await world.challenge(world.mina, world.tom)
    await world.env.advance_time(DAY)
    world.env.inject_error("DELETE", "/channels/*/messages/*", status=400, code=50035, times=1)
    for _ in range(3):
        await world.sweep()
    assert [request.method for request in world.env.http_requests].count("DELETE") == 1
    await later(world, 60 * 60)
    assert world.channel.history() == []


@pytest.mark.logs_errors
async def test_one_broken_challenge_does_not_hold_up_others(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    remove = Challenges.remove

    async def stumbling(challenges: Challenges, challenge_id: int) -> None:
        if challenge_id == 1:
            raise ValueError("a bad row")
        await remove(challenges, challenge_id)

    monkeypatch.setattr(Challenges, "remove", stumbling)
    await world.challenge(world.mina, world.tom)
    await world.challenge(world.mina, world.eve)
    await later(world, DAY)
    assert world.channel.history() == []
    assert [left.id for left in await world.app.challenges.expired()] == [1]


async def test_a_sweep_posts_nothing_posted_while_it_read(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
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
    await asyncio.gather(*sweeps)
    assert len(sweeps) == len(world.channel.history()) == 1


async def test_a_sweep_quicker_than_the_click_posts_for_it(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    post = ChallengePosts.post

    async def posting(posts: ChallengePosts, made: Made) -> None:
        await posts.sweep()
        await post(posts, made)

    monkeypatch.setattr(ChallengePosts, "post", posting)
    await world.slash(world.mina, "challenge", friend=world.tom)
    assert len(world.channel.history()) == 1


async def test_a_challenger_is_told_in_private_what_the_answer_was(world: World) -> None:
    asked = await world.slash(world.mina, "challenge", friend=world.tom)
    await world.press(world.tom, world.channel.history()[0], "decline")
    assert world.channel.history() == []
    assert "would rather not play just now" in text(world.now_shown(world.mina, asked))
    asked = await world.slash(world.mina, "challenge", friend=world.tom)
    await world.press(world.tom, world.channel.history()[0], "accept")
    assert asked.id not in [page.id for page in world.private(world.mina)], "it goes when the game begins"


async def test_a_challenger_who_cannot_be_told_in_private_reads_it_in_the_channel(world: World) -> None:
    challenge = await world.challenge(world.mina, world.tom)
    await world.env.advance_time(16 * 60)
    await world.press(world.tom, challenge, "decline")
    (message,) = world.channel.history()
    assert f"<@{world.tom.id}> declined <@{world.mina.id}>'s challenge" in text(message)
    assert offered(message) == []
