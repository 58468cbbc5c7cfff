"""What Discord demands of command definitions and simcord does not check, and what the commands answer."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.ui.kit.brand import ROOT
from tests.ui.world import World, offered, text


def definitions(world: World) -> list[dict[str, Any]]:
    (request,) = [entry for entry in world.env.http_requests if entry.path.endswith("/commands")]
    assert isinstance(request.json, list)
    return request.json


def walk(options: list[dict[str, Any]], depth: int = 0) -> list[tuple[int, dict[str, Any]]]:
    found: list[tuple[int, dict[str, Any]]] = []
    for option in options:
        found.append((depth, option))
        found += walk(option.get("options", []), depth + 1)
    return found


async def test_command_definitions_keep_discords_rules(world: World) -> None:
    commands = definitions(world)
    assert [command["name"] for command in commands] == [ROOT]
    parts = walk(commands)
    assert max(depth for depth, _ in parts) <= 3
    for _, part in parts:
        assert re.fullmatch(r"[-_'\w]{1,32}", part["name"])
        assert part["name"] == part["name"].lower()
        assert 1 <= len(part["description"]) <= 100
        assert part["description"] not in ("…", "...")
        options = part.get("options", [])
        assert len({option["name"] for option in options}) == len(options) <= 25
        required = [bool(option.get("required")) for option in options]
        assert required == sorted(required, reverse=True)
        choices = part.get("choices", [])
        assert not (choices and part.get("autocomplete"))
        assert len(choices) <= 25
        assert len({choice["name"] for choice in choices}) == len(choices)
        assert all(1 <= len(choice["name"]) <= 100 for choice in choices)
    assert sum(len(part["name"]) + len(part["description"]) for _, part in parts) <= 8000
    assert commands[0]["contexts"] == [0]
    assert commands[0]["integration_types"] == [0]


async def test_a_challenge_pings_the_friend_and_nobody_else(world: World) -> None:
    challenge = await world.slash(world.mina, "challenge", friend=world.tom)
    assert world.pinged(challenge) == {world.tom.id}
    assert not challenge.flags.ephemeral
    assert offered(challenge) == ["accept", "decline", "withdraw"]


async def test_nobody_challenges_themselves_or_a_bot(world: World) -> None:
    assert "yourself" in text(await world.slash(world.mina, "challenge", friend=world.mina))
    robot = world.guild.add_member(world.env.create_user("robot", bot=True))
    assert "Bots cannot sew" in text(await world.slash(world.mina, "challenge", friend=robot))


async def test_a_second_challenge_between_two_people_shows_the_first(world: World) -> None:
    await world.slash(world.mina, "challenge", friend=world.tom)
    again = await world.slash(world.tom, "challenge", friend=world.mina)
    assert again.flags.ephemeral
    assert "already waits" in text(again)
    await world.press(world.tom, again, "accept")
    assert (await world.match()).users == (world.mina.id, world.tom.id)
    assert world.channel.history() == [world.board()]


async def test_declining_on_a_copy_takes_the_public_challenge_down(world: World) -> None:
    await world.slash(world.mina, "challenge", friend=world.tom)
    again = await world.slash(world.tom, "challenge", friend=world.mina)
    assert "declined" in text(await world.press(world.tom, again, "decline"))
    assert world.channel.history() == []


async def test_a_challenge_that_is_gone_is_cleaned_up_when_pressed(world: World) -> None:
    challenge = await world.slash(world.mina, "challenge", friend=world.tom)
    await world.app.challenges.remove(1)
    assert "has run out" in text(await world.press(world.tom, challenge, "accept"))
    assert world.channel.history() == []


async def test_only_the_challenged_accepts_and_only_the_two_decline(world: World) -> None:
    challenge = await world.slash(world.mina, "challenge", friend=world.tom)
    for who, control in (
        (world.mina, "accept"),
        (world.eve, "accept"),
        (world.eve, "decline"),
        (world.eve, "withdraw"),
    ):
        answer = await world.press(who, challenge, control)
        assert answer.flags.ephemeral
        assert "This challenge is for" in text(answer)
    declined = await world.press(world.tom, challenge, "decline")
    assert "declined" in text(declined)
    assert offered(declined) == []


async def test_a_withdrawn_challenge_can_be_made_again(world: World) -> None:
    challenge = await world.slash(world.mina, "challenge", friend=world.tom)
    assert "withdrew" in text(await world.press(world.mina, challenge, "withdraw"))
    again = await world.slash(world.mina, "challenge", friend=world.tom)
    assert offered(again) == ["accept", "decline", "withdraw"]


async def test_a_challenge_disappears_after_a_day_and_cannot_be_accepted_then(world: World) -> None:
    challenge = await world.slash(world.mina, "challenge", friend=world.tom)
    await world.sweep()
    assert len(world.channel.history()) == 1
    await world.env.advance_time(24 * 60 * 60)
    answer = await world.press(world.tom, challenge, "accept")
    assert "has run out" in text(answer)
    await world.sweep()
    assert world.channel.history() == []


async def test_the_board_command_posts_the_board_again_without_a_ping(world: World) -> None:
    await world.accepted_game()
    old = world.board()
    answer = await world.slash(world.tom, "board")
    assert answer.flags.ephemeral
    new = world.board()
    assert new.id != old.id
    assert world.pinged(new) == set()


async def test_a_command_asks_which_game_if_there_are_several_here(world: World) -> None:
    await world.accepted_game()
    challenge = await world.slash(world.mina, "challenge", friend=world.tom)
    await world.press(world.tom, challenge, "accept")
    question = await world.slash(world.mina, "resign")
    assert offered(question) == ["resign"]
    assert "Resign game 2" in text(await world.choose(world.mina, question, "resign", "2"))
    assert "Resign game 1" in text(await world.slash(world.mina, "resign", game=1))


@pytest.mark.parametrize("command", ["board", "resign"])
async def test_a_command_without_any_game_says_so(world: World, command: str) -> None:
    assert "no running game in this channel" in text(await world.slash(world.eve, command))
    assert "no game 7" in text(await world.slash(world.eve, command, game=7))


async def test_games_lists_mine_with_links(world: World) -> None:
    assert "no running game" in text(await world.slash(world.eve, "games"))
    match = await world.accepted_game()
    mover = world.person(match.mover)
    listed = text(await world.slash(mover, "games"))
    assert "**your move**" in listed
    assert f"/{world.channel.id}/{world.board().id})" in listed


async def test_help_carries_the_disclaimer(world: World) -> None:
    answer = text(await world.slash(world.eve, "help"))
    for word in ("unofficial", "Uwe Rosenberg", "Lookout Matches", "Sew here"):
        assert word in answer


async def test_a_player_has_at_most_so_many_games(world: World) -> None:
    world.app.challenges._max_games = 1
    await world.accepted_game()
    assert "already have 1 running game" in text(await world.slash(world.mina, "challenge", friend=world.eve))
    assert "already has 1 running game" in text(await world.slash(world.eve, "challenge", friend=world.mina))
