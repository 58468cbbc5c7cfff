"""What is suggested for ``game:`` while somebody types, and what people are called in suggestions and selects."""

from dataclasses import replace

import pytest
import simcord

from bot.clock import now
from bot.features.shared import pick_game
from bot.matches.clock import DAY
from bot.ui.kit import interaction
from bot.ui.kit.brand import ADMIN, ROOT
from bot.ui.kit.texts import speaker
from bot.ui.words.labels import player_label
from tests.ui.every_page import BIG, longest_name, running_rows
from tests.ui.faults import failing, slow
from tests.ui.playing import mover, resigned, solo_games
from tests.ui.world import World, controls


async def suggested(
    world: World, who: simcord.MemberActor, command: str, typed: str = "", channel: simcord.ChannelHandle | None = None
) -> dict[int, str]:
    found = await who.autocomplete(channel or world.channel, command, "game", typed)
    return {choice["value"]: choice["name"] for choice in found}


async def test_my_games_are_suggested_with_the_opponent_and_whose_move_it_is(world: World) -> None:
    await world.begin(world.mina, world.tom, first="friend", pace=7)
    await world.begin(world.mina, world.eve, first="me", pace=0)
    await world.slash(world.mina, "automa", where="here")
    await world.begin(world.tom, world.eve)
    found = await suggested(world, world.mina, f"{ROOT} games")
    assert list(found.items()) == [
        (2, "2 · against eve · your move"),
        (3, "3 · against the Automa · your move"),
        (1, "1 · against tom · their move · 7 days left"),
    ]
    found = await suggested(world, world.eve, f"{ROOT} games")
    assert list(found) == [4, 2] or mover(await world.match(4)) != world.eve.id


async def test_what_is_typed_narrows_them_by_number_or_name(world: World) -> None:
    await solo_games(world, 12)
    await world.begin(world.mina, world.tom)
    for typed, expected in (
        ("1", {1, 10, 11, 12, 13}),
        ("13", {13}),
        (" TOM", {13}),
        ("autom", set(range(1, 13))),
        ("eve", set()),
        ("²", set()),
    ):
        assert set(await suggested(world, world.mina, f"{ROOT} games", typed)) == expected, typed


async def test_games_that_have_ended_are_suggested_after_those_that_run(world: World) -> None:
    await world.accepted_game()
    await resigned(world, world.tom)
    await solo_games(world, 2)
    await world.app.matches.close(2, "moderator")
    assert list((await suggested(world, world.mina, f"{ROOT} games")).items()) == [
        (3, "3 · against the Automa · your move"),
        (2, "2 · against the Automa · nobody won"),
        (1, "1 · against tom · you won"),
    ]
    assert await suggested(world, world.tom, f"{ROOT} games") == {1: "1 · against mina · you lost"}
    assert await suggested(world, world.eve, f"{ROOT} games") == {}


async def test_somebody_whom_the_bot_has_not_seen_since_it_started_has_no_name(world: World) -> None:
    await world.begin(world.mina, world.tom, first="me")
    await world.restart()
    assert await suggested(world, world.mina, f"{ROOT} games") == {1: "1 · your move · 3 days left"}
    await world.press(world.tom, world.board(), "more")
    assert await suggested(world, world.mina, f"{ROOT} games") == {1: "1 · against tom · your move · 3 days left"}


@pytest.mark.parametrize(("nick", "shown"), [("\u202egro.live\n", "against gro.live · "), ("\u3164", "")])
async def test_no_name_is_blank_or_runs_backwards(world: World, nick: str, shown: str) -> None:
    await world.begin(world.mina, world.tom, first="me")
    await world.restart()
    world.env.backend.get_guild(world.guild.id).members[world.tom.id].nick = nick
    await world.press(world.tom, world.board(), "more")
    assert await suggested(world, world.mina, f"{ROOT} games") == {1: f"1 · {shown}your move · 3 days left"}


async def test_games_of_another_server_are_not_suggested(world: World) -> None:
    await world.begin(world.mina, world.tom, first="me")
    channel, mina = world.elsewhere(world.mina)
    assert list(await suggested(world, mina, f"{ROOT} games", channel=channel)) == []


async def test_moderators_and_whoever_is_asked_which_game_are_told_who_plays(world: World) -> None:
    await world.begin(world.mina, world.tom)
    await world.begin(world.mina, world.eve)
    assert (await suggested(world, world.keeper, f"{ADMIN} end", "tom")) == {1: "1 · mina and tom"}
    select = controls(await world.slash(world.mina, "games"))[-1]
    assert {option["label"].split(" · ")[1] for option in select["options"]} == {"against tom", "against eve"}


@pytest.mark.logs_errors
async def test_suggestions_that_fail_are_none(world: World) -> None:
    with failing(type(world.app.matches), "all_of", RuntimeError("broken")):
        assert await suggested(world, world.mina, f"{ROOT} games") == {}


@pytest.mark.cheapest
async def test_suggestions_that_come_too_late_are_none(world: World) -> None:
    with slow(world, type(world.app.matches), "all_of", 3600):
        sent = len(world.env.http_requests)
        await suggested(world, world.mina, f"{ROOT} games")
        assert world.env.http_requests[sent:] == []
        await world.env.advance_time(pick_game.SUGGEST_SECONDS)
    (answer,) = world.env.http_requests[sent:]
    assert answer.json == {"type": 8, "data": {"choices": []}}


def test_the_longest_line_fits() -> None:
    (row,) = running_rows(1)
    line = player_label(speaker("en"), replace(row, deadline=now() + 14 * DAY, to_move=2), BIG, longest_name)
    assert line.endswith("their move · 14 days left")
    assert len(line) <= pick_game.LONGEST_SUGGESTION


@pytest.mark.parametrize(
    ("left", "words"), [(-60, "time is up"), (60, "2 minutes left"), (3600, "1 hour left"), (2 * DAY, "2 days left")]
)
def test_the_time_left_is_said_in_minutes_hours_and_days(left: int, words: str) -> None:
    (row,) = running_rows(1)
    line = player_label(speaker("en"), replace(row, deadline=now() + left + 30), BIG, longest_name)
    assert line.endswith(f"your move · {words}")


async def test_few_names_are_kept_and_each_in_its_server(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interaction, "KEPT", 2)
    for who in (world.mina, world.tom, world.mina, world.eve):
        await world.slash(who, "help")
    known = world.app.names
    assert [known.of(world.guild.id, who.id) for who in (world.mina, world.tom, world.eve)] == ["mina", None, "eve"]
    assert known.of(world.guild.id + 1, world.mina.id) is None
