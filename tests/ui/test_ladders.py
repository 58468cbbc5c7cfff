"""What people see of the ladder of their server: by the command, on challenges, and when moderators correct it."""

import re

import discord
import pytest
import simcord
import sqlalchemy

from bot.matches.clock import DAY
from bot.matches.ladders import ON_A_PAGE
from bot.matches.standings import MIN_MOVES, begin_of_week, season_of, week_of
from bot.ui.kit.brand import ADMIN
from tests.matches.test_ladders import met
from tests.ui.playing import forged, later, moved, resigned
from tests.ui.world import World, controls, offered, text

WEEK = 7 * DAY


def this_week(world: World) -> int:
    return begin_of_week(week_of(int(world.now().timestamp())))


async def met_here(world: World, one: int, other: int, at: int, *, won: bool = True) -> None:
    """A game of the server that has ended, which was told nobody and has no board."""
    with world.unheard():
        await met(world.app.database, one, other, at, won=won, guild=world.guild.id)
    hide = sqlalchemy.text("UPDATE games SET shown = 0 WHERE revision = 0")
    await world.app.database.write(lambda connection: connection.execute(hide))


async def a_ladder(world: World) -> None:
    """Mina beats tom and eve every week of the last five, and tom beats eve."""
    pairs = [(world.mina, world.tom), (world.mina, world.eve), (world.tom, world.eve)]
    for week in range(5, 0, -1):
        for hour, (one, other) in enumerate(pairs):
            await met_here(world, one.id, other.id, this_week(world) - week * WEEK + hour)
    await world.sweep()


def places(page: discord.Message) -> list[str]:
    return re.findall(r"\d+\.(?:\*\*)? (<@\d+>|somebody)", text(page))


def mentions(*people: simcord.MemberActor) -> list[str]:
    return [f"<@{who.id}>" for who in people]


async def test_the_ladder_is_told_in_names_of_rivals_and_behind_a_button_in_figures(world: World) -> None:
    await a_ladder(world)
    page = await world.slash(world.tom, "ladder")
    assert places(page) == mentions(world.mina, world.tom, world.eve)
    assert re.search(rf"\*\*1\.\*\* <@{world.mina.id}>: between \w+ and \w+\n", text(page))
    assert not re.search(r"\d ± \d", text(page))
    assert "nobody can tell who asks an engine" in text(page)
    figures = await world.press(world.tom, page, "figures")
    assert figures.id == page.id
    assert len(re.findall(r"\d{3,4} ± \d+", text(figures))) == 3
    assert "between" not in text(figures)
    assert places(await world.press(world.tom, figures, "names")) == places(page)
    await later(world, 61 * DAY)
    page = await world.slash(world.tom, "ladder")
    assert places(page) == mentions(world.mina, world.tom, world.eve)
    assert len(re.findall(r"-# \d\. .*; rests, last game <t:\d+:R>", text(page))) == 3


async def test_a_ladder_waits_for_the_next_sweep_when_a_game_ends(world: World) -> None:
    await world.accepted_game(first="me")
    match = await moved(world, *"+" * 2 * MIN_MOVES)
    with world.env.time_context():
        await world.app.matches.resign(match.id, match.revision, world.mina.id)
        await world.app.tasks.idle()
    assert await world.do(world.app.ladders.owed(9)) == [world.guild.id]
    await world.sweep()
    assert await world.do(world.app.ladders.owed(9)) == []


@pytest.mark.cheapest
async def test_a_ladder_without_anybody_says_how_to_get_a_place_and_what_counts(world: World) -> None:
    page = await world.slash(world.tom, "ladder")
    assert "Nobody has a place yet" in text(page)
    assert "You are not on it yet" in text(page)
    assert offered(page) == ["counts", "start"]
    rules = await world.press(world.tom, page, "counts")
    assert "both have chosen five moves" in text(rules)
    assert "The ladder of this server" in text(await world.press(world.tom, rules, "ladder"))
    assert offered(await world.challenge(world.mina, world.tom)) == ["accept", "decline", "rules"], "as it was"


async def test_whoever_has_no_place_yet_reads_what_is_missing(world: World) -> None:
    begin = this_week(world)
    for game in range(4):
        await met_here(world, world.mina.id, world.tom.id, begin - (game + 1) * WEEK)
    await world.sweep()
    page = await world.slash(world.mina, "ladder")
    assert "You have no place yet: 1 game against people is missing. So far: between" in text(page)
    await met_here(world, world.mina.id, world.tom.id, begin - 5 * WEEK)
    await world.sweep()
    page = await world.slash(world.mina, "ladder")
    assert "You have no place yet: that takes 2 different opponents." in text(page)
    await met_here(world, world.mina.id, world.eve.id, begin)
    await world.sweep()
    assert places(await world.slash(world.mina, "ladder")) == mentions(world.mina)


async def test_a_long_ladder_is_leafed_through_and_leads_to_ones_own_place(world: World) -> None:
    begin = this_week(world)
    people = [*range(1_000, 1_000 + 2 * ON_A_PAGE), world.mina.id]
    for week in range(5):
        for index, one in enumerate(people):
            other = people[(index + 1 + week % 2) % len(people)]
            at = begin - (week + 1) * WEEK + index
            await met_here(world, one, other, at, won=index < people.index(other))
    await world.sweep()
    page = await world.slash(world.mina, "ladder")
    assert len(places(page)) == ON_A_PAGE
    assert re.search(r"\*\*You: \d+\.\*\* ", text(page))
    assert [name for name in offered(page) if name in ("previous", "following", "myplace")] == ["following", "myplace"]
    second = await world.press(world.mina, page, "following")
    assert places(second)[0] not in places(page)
    assert len(places(second)) == ON_A_PAGE
    third = await world.press(world.mina, second, "following")
    assert len(places(third)) == 1
    own = await world.press(world.mina, await world.slash(world.mina, "ladder"), "myplace")
    assert f"<@{world.mina.id}>" in text(own)
    assert "myplace" not in offered(own)
    assert "You:" not in text(own)


def name_of(season: int) -> str:
    return f"{season // 4}, quarter {season % 4 + 1}"


async def test_a_season_that_is_over_stays_to_be_looked_at(world: World) -> None:
    await world.env.advance_time(60 * DAY)  # into the middle of a season
    season = season_of(int(world.now().timestamp()))
    await a_ladder(world)
    before = await world.slash(world.tom, "ladder")
    assert "season" not in offered(before)
    await later(world, 80 * DAY)
    page = await world.slash(world.tom, "ladder")
    (select,) = [item for item in controls(page) if item["custom_id"].endswith(":season")]
    labels = [option["label"] for option in select["options"]]
    assert labels[0] == name_of(season_of(int(world.now().timestamp())))
    assert name_of(season) in labels
    old = await world.choose(world.tom, page, "season", str(season))
    assert places(old) == places(before)
    assert "rests" not in text(old)
    old = await world.press(world.tom, old, "figures")
    assert re.search(r"\d ± \d", text(old))
    assert places(await world.choose(world.tom, old, "season", "0")) == places(before)


async def test_a_challenge_that_counts_tells_what_is_at_stake(world: World) -> None:
    await a_ladder(world)
    challenge = await world.challenge(world.tom, world.mina)
    assert offered(challenge) == ["accept", "decline", "stake", "rules"]
    for who in (world.mina, world.tom, world.eve):
        page = await world.press(who, challenge, "stake")
        head, *lines = text(page).splitlines()
        assert head == "### What is at stake on the ladder"
        assert [re.findall(r"<@\d+>", line) for line in lines] == [[each] for each in mentions(world.tom, world.mina)]
        gains = [int(each) for each in re.findall(r"A win is worth about (\d+)", text(page))]
        assert gains[0] > gains[1] > 0
    await world.slash(world.tom, "settings", profile="hidden")
    assert places(await world.slash(world.eve, "ladder"))[1] == "somebody"
    assert "Nothing is at stake" in text(await world.press(world.mina, challenge, "stake"))
    await world.do(world.app.challenges.decline(1, world.mina.id))
    assert "This challenge" in text(await world.press(world.mina, challenge, "stake"))


async def a_lost_game(world: World) -> None:
    await world.accepted_game(first="me")
    await moved(world, *["+"] * 10)
    await resigned(world, world.mina)


async def test_moderators_take_a_game_out_with_a_note_that_all_can_read(world: World) -> None:
    await a_lost_game(world)
    standing = text(await world.slash(world.mina, "ladder"))
    assert "4 games against people are missing" in standing
    shown = await world.keeper.autocomplete(world.channel, f"{ADMIN} ladder", "game", "")
    assert [(choice["value"], choice["name"]) for choice in shown] == [(1, "1 · mina and tom")]
    answer = await world.moderate(world.keeper, "ladder", game=1, note="  a *second*\naccount ")
    assert "Game 1 does not count any more" in text(answer)
    page = await world.slash(world.mina, "ladder")
    assert "You are not on it yet" in text(page)
    assert "-# Taken out by moderators: game 1 (“a *second* account”)" in text(page)
    assert "Game 1 counts again" in text(await world.moderate(world.keeper, "ladder", game=1, counts=True))
    assert text(await world.slash(world.mina, "ladder")) == standing
    assert "was not taken out" in text(await world.moderate(world.keeper, "ladder", game=1, counts=True))


async def test_nobody_else_takes_games_out_and_only_those_on_the_ladder(world: World) -> None:
    await a_lost_game(world)
    world.let_moderate(world.eve)
    assert "moderat" in text(await world.moderate(world.eve, "ladder", game=1)).lower()
    assert await world.eve.autocomplete(world.channel, f"{ADMIN} ladder", "game", "") == []
    assert "Taken out" not in text(await world.slash(world.eve, "ladder"))
    assert "do not know this game" in text(await world.moderate(world.keeper, "ladder", game=99))
    await world.accepted_game(first="me")
    assert "only games between people are" in text(await world.moderate(world.keeper, "ladder", game=2))


async def test_forged_numbers_of_leaves_and_seasons_lead_to_a_ladder_and_other_pages_are_old(world: World) -> None:
    await a_ladder(world)
    for subject, shown in ((2**62, "ladder.0"), (0, "ladder.1"), (0, "figures.9999999"), (3, "ladder.0")):
        page = await world.press(world.tom, await forged(world, shown, "following", subject=subject), "following")
        assert "The ladder of this server" in text(page), (subject, shown)
    for shown in ("ladder.x", "ladder"):
        page = await world.press(world.tom, await forged(world, shown, "following", subject=0), "following")
        assert "The ladder of this server" not in text(page), shown
