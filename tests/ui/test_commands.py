"""What Discord demands of command definitions and simcord does not check, and which game a command is about."""

import logging
import re
from typing import Any

import discord
import pytest

from bot.ui.kit.brand import ADMIN, GAME, HOME, ROOT
from bot.ui.kit.page import Page
from bot.ui.pages.games import LISTED
from tests.ui.command_size import MOST, size
from tests.ui.playing import solo_games
from tests.ui.world import World, controls, offered, text

EIGHT = ["play", "challenge", "rival", "daily", "learn", "games", "automa", "help"]

MENUS = {f"Challenge to {GAME}": 2, "Quilter": 2, "Board in words": 3, "Review": 3}
"""The entries in the menus of people (2) and of messages (3)."""


def definitions(world: World) -> list[dict[str, Any]]:
    (request,) = [entry for entry in world.env.http_requests if entry.method == "PUT"]
    assert isinstance(request.json, list)
    return request.json


def walk(options: list[dict[str, Any]], depth: int = 0) -> list[tuple[int, dict[str, Any]]]:
    found: list[tuple[int, dict[str, Any]]] = []
    for option in options:
        found.append((depth, option))
        found += walk(option.get("options", []), depth + 1)
    return found


@pytest.mark.cheapest
async def test_command_definitions_keep_discords_rules(world: World) -> None:
    commands = definitions(world)
    assert [command["name"] for command in commands] == [HOME, ROOT, ADMIN, *MENUS]
    slash, menus = commands[:3], commands[3:]
    assert [menu["type"] for menu in menus] == [*MENUS.values()]
    assert all(1 <= len(menu["name"]) <= 32 for menu in menus)
    assert [each["name"] for each in slash[1]["options"]] == EIGHT
    assert {each["name"] for each in slash[2]["options"]} == {"settings", "end", "ladder"}
    assert not slash[0].get("options"), "it can be used as it is"
    parts = walk(slash)
    assert max(depth for depth, _ in parts) <= 3
    for _, part in parts:
        assert part["name"] == part["name"].lower()
        assert part["description"] not in ("…", "...")
        assert "`" not in part["description"]  # it is not rendered
        options = part.get("options", [])
        assert len({option["name"] for option in options}) == len(options) <= 25
        required = [bool(option.get("required")) for option in options]
        assert required == sorted(required, reverse=True)
        choices = part.get("choices", [])
        assert not (choices and part.get("autocomplete"))
        assert part["name"] != "game" or part["autocomplete"]
        assert len(choices) <= 25
        assert len({choice["name"] for choice in choices}) == len(choices)
        assert all(1 <= len(choice["name"]) <= 100 for choice in choices)
    for command in commands:
        anywhere = command["name"] == HOME
        assert command["contexts"] == ([0, 1, 2] if anywhere else [0])
        assert command["integration_types"] == ([0, 1] if anywhere else [0])


async def test_no_command_is_too_long_in_any_language(world: World) -> None:
    """Discord counts the longest translation of each of its words, and what choices mean; of one that is too long it
    refuses all that is new. Half of what it takes is enough for us.
    """
    for command in definitions(world):
        assert len(command.get("description_localizations") or command["name_localizations"]) > 8, "in all languages"
        assert size(command) <= MOST // 2, command["name"]


def test_a_command_is_as_long_as_its_longest_translations() -> None:
    choice = {"name": "ab", "value": 10, "name_localizations": {"de": "abc"}}
    option = {
        "name": "x",
        "description": "yy",
        "description_localizations": {"de": "y", "fr": "yyy"},
        "choices": [choice],
    }
    assert size({"name": "root", "description": "z", "options": [option, option]}) == 4 + 1 + 2 * (1 + 3 + 3 + 2)


async def test_a_game_is_opened_by_its_number_or_from_the_list(world: World) -> None:
    await world.accepted_game(first="me")
    await world.accepted_game(first="friend")
    answer = await world.slash(world.mina, "games")
    assert {"advance", "more"} <= set(offered(await world.choose(world.mina, answer, "open", "1")))
    waiting = await world.slash(world.mina, "games", game=2)
    assert {"plan", "board", "resignpage", "replay"} - {"replay"} <= set(offered(waiting))
    assert "Call off game 2" in text(await world.press(world.mina, waiting, "resignpage"))
    await world.app.matches.close(1, "moderator")
    assert "resignpage" not in offered(await world.slash(world.mina, "games", game=1)), "it has ended"
    assert "Replay of game 2" in text(await world.slash(world.eve, "games", game=2)), "it is played here"
    assert "do not know this game" in text(await world.slash(world.eve, "games", game=9))


async def test_the_menu_of_a_message_tells_its_game_in_words_and_reviews_it(world: World) -> None:
    await world.accepted_game(first="me")
    for who in (world.mina, world.eve):
        told = text(await world.point_at(who, world.board(), "Board in words"))
        assert "Patch 1, " in told, "the offers, in words"
    assert "only review games that are over" in text(await world.point_at(world.mina, world.board(), "Review"))
    other = await world.send(Page(("Hello",)).view())
    assert "do not know this game" in text(await world.point_at(world.mina, other, "Review"))
    private = await world.slash(world.tom, "rival", first="me")
    assert "Patch 1, " in text(await world.point_at(world.tom, private, "Board in words"))


@pytest.mark.parametrize("settings", [{"max_games": 30}])
async def test_of_more_games_than_fit_the_most_urgent_are_listed(world: World) -> None:
    await solo_games(world, 26)
    await world.accepted_game(first="me", pace=1)
    await world.accepted_game(first="friend")
    listed = text(await world.slash(world.mina, "games"))
    assert [int(number) for number in re.findall(r"Game (\d+)", listed)] == [27, *range(1, LISTED)]
    assert f"and {28 - LISTED} more" in listed
    select = controls(await world.slash(world.mina, "games"))[-1]
    assert len(select["options"]) == LISTED
    listed = text(await world.moderate(world.keeper, "end"))
    assert f"Game {LISTED}]" in listed
    assert f"Game {LISTED + 1}]" not in listed
    assert f"and {28 - LISTED} more" in listed
    for who, command in ((world.mina, f"{ROOT} games"), (world.keeper, f"{ADMIN} end")):
        assert len(await who.autocomplete(world.channel, command, "game", "")) == 25


async def test_whoever_has_no_game_but_a_challenge_is_told_that_it_waits(world: World) -> None:
    challenge = await world.challenge(world.mina, world.tom)
    for person in (world.mina, world.tom):
        assert "but 1 challenge is waiting for an answer" in text(await world.slash(person, "games"))
    number, none = world.client.command_ids[ROOT], text(await world.slash(world.eve, "games"))
    assert "You have no running game. " in none
    assert f"</{ROOT} challenge:{number}>" in none
    await world.press(world.tom, challenge, "decline")
    assert "You have no running game. " in text(await world.slash(world.mina, "games"))


async def test_games_are_sorted_by_urgency_with_the_next_one_a_click_away(world: World) -> None:
    await world.accepted_game(first="me", pace=7)
    board = world.board()
    await world.begin(world.eve, world.mina, first="friend", pace=1)
    answer = await world.slash(world.mina, "games")
    words = text(answer)
    assert words.index("Game 2") < words.index("Game 1")
    assert words.count("**Your move.**") == 2
    assert f"/{world.channel.id}/{board.id})" in words
    home = await world.press(world.mina, answer, "home")
    assert {"advance", "more"} <= set(offered(home))
    assert "home" not in offered(await world.slash(world.tom, "games"))


@pytest.mark.logs_errors  # simcord notes what discord.py raises
async def test_a_command_that_the_bot_does_not_know_says_so(world: World, caplog: pytest.LogCaptureFixture) -> None:
    """As when Discord still shows what there was before an update, or another instance has registered newer ones."""
    root = world.client.tree.get_command(ROOT)
    assert isinstance(root, discord.app_commands.Group)
    root.remove_command("games")
    world.client.tree.remove_command(f"Challenge to {GAME}", type=discord.AppCommandType.user)
    root.remove_command("help")

    @root.command(name="help", description="…")
    async def with_an_option(interaction: discord.Interaction, page: int) -> None:
        raise AssertionError

    for answer in (
        await world.slash(world.eve, "games"),
        await world.slash(world.eve, "help"),
        await world.point_at(world.eve, world.tom),
    ):
        assert "from another version of me" in text(answer)
        assert f"</{HOME}:" in text(answer), "where everything is"
    sent = len(world.env.http_requests)
    assert await world.eve.autocomplete(world.channel, f"{ROOT} games", "game", "") == []
    assert len(world.env.http_requests) == sent
    assert max(record.levelno for record in caplog.records) == logging.WARNING
