"""Who sewed the quilts of a poster, and a word of praise below it."""

from collections.abc import Callable
from dataclasses import replace

import discord
import pytest

import render
from bot.matches.match import Match
from bot.matches.results import ENOUGH
from bot.matches.seats import LEVELS, Rival
from bot.ui.kit.pictures import drawing
from bot.ui.words.labels import poster_label, praise
from game import Automa, Position, Quilt
from tests.ui.every_page import BIG, SAY, matches
from tests.ui.pictures import sketch
from tests.ui.playing import later, play_on, resigned
from tests.ui.world import World, alt, text


async def shows(message: discord.Message, match: Match, one: str, two: str) -> bool:
    """Whether a board shows the poster of a match with these names and no others."""
    looks = {"winner": match.winner or 0, "label": poster_label(match), "names": (one, two)}
    looks |= {"is_short": match.position.over and not (one or two)}
    poster = drawing(render.draw_poster, match.position, ended=True, **looks)
    return await message.attachments[0].read() == sketch(poster)


async def asked_for(world: World) -> int:
    """How often Discord was asked who somebody is."""
    return sum(sent.method == "GET" and "/members/" in sent.path for sent in world.env.http_requests)


async def test_the_poster_names_both_players_and_so_does_its_alt_text(world: World) -> None:
    await world.accepted_game(first="me")
    match = await play_on(world)
    assert await shows(world.board(), match, "mina", "tom")
    assert "Below them stand the names: " in alt(world.board())
    assert "mina (round blue token)" in alt(world.board())
    assert "tom (square amber token)" in alt(world.board())
    assert "has won" in alt(world.board())
    assert f"The tag above them says: game #1, {world.now().date().isoformat()}." in alt(world.board())
    assert await asked_for(world) == 0


@pytest.mark.cheapest
async def test_after_a_restart_discord_is_asked_who_they_are(world: World) -> None:
    await world.accepted_game(first="me")
    await world.restart()
    match = await resigned(world, world.tom)
    assert await shows(world.board(), match, "mina", "tom")
    assert await asked_for(world) == 2
    await world.forget(world.mina)
    await later(world, 60)
    assert await shows(world.board(), await world.match(), "", "tom")
    assert "mina" not in alt(world.board())


@pytest.mark.parametrize("is_discord_silent", [False, True])
async def test_whoever_cannot_be_named_is_a_token(world: World, is_discord_silent: bool) -> None:
    """Because they have left, or because Discord does not answer."""
    await world.accepted_game(first="me")
    await world.restart()
    if is_discord_silent:
        world.env.inject_error("GET", "/guilds/*/members/*", status=403, times=None)
    else:
        world.guild.remove_member(world.mina)
    match = await resigned(world, world.tom)
    assert await shows(world.board(), match, "", "" if is_discord_silent else "tom")
    assert "mina" not in alt(world.board())


async def test_nobody_is_named_in_a_private_game_until_it_is_shared(world: World) -> None:
    page = await world.slash(world.mina, "rival", level="pin")
    match = await resigned(world, world.mina)
    last = await world.press(world.mina, await world.press(world.mina, page, "more"), "home")
    assert "stand the names" not in alt(last)
    await world.press(world.mina, last, "share")
    assert await shows(world.board(), replace(match, place="here"), "mina", "Pin")


def ended(opponent: Automa | Rival | None = None) -> Match:
    return next(each for each in matches(1, opponent) if each.outcome)


def with_end(match: Match, change: Callable[[Position], Position]) -> Match:
    last = match.plies[-1]
    step = replace(last.step, position=change(match.position))
    return replace(match, plies=(*match.plies[:-1], replace(last, step=step)))


def covered(position: Position, seat: int) -> Position:
    """The same with a quilt on which nothing is free."""
    one, two = (
        replace(player, quilt=Quilt(0)) if number == seat else player
        for number, player in enumerate(position.players, 1)
    )
    return replace(position, players=(one, two))


def test_praise_is_for_the_rarest_thing_that_is_true() -> None:
    match = ended()
    whole = with_end(match, lambda position: covered(position, 2))
    assert praise(SAY, match, frozenset()) == ""
    assert praise(SAY, match, frozenset({1})) == f"-# <@{BIG}> never had more points before."
    assert praise(SAY, whole, frozenset({1})) == f"-# No hole: <@{BIG + 1}> covered all 81 squares."


@pytest.mark.parametrize("opponent", [Automa("fellow", "normal"), Rival(LEVELS[0])])
def test_only_people_are_praised(opponent: Automa | Rival) -> None:
    match = ended(opponent)
    assert praise(SAY, with_end(match, lambda position: covered(position, 2)), frozenset()) == ""
    assert f"<@{BIG}>" in praise(SAY, with_end(match, lambda position: covered(position, 1)), frozenset())


async def test_the_end_says_whose_best_game_it_was(world: World) -> None:
    """In private. On the board, once it is shared, only games count that others know of."""
    points = []
    for number in range(1, ENOUGH + 2):
        page = await world.slash(world.mina, "automa")
        match = await play_on(world, game=number, seed=number)
        points.append(match.position.score(1).total)
        last = await world.press(world.mina, await world.press(world.mina, page, "more"), "home")
        assert ("never had more points" in text(last)) == (number > ENOUGH)
    assert points[-1] > max(points[:-1])
    await world.press(world.mina, last, "share")
    assert "never had more points" not in text(world.board())
