"""What is stored about somebody: said, handed over, and forgotten."""

import asyncio
import json
import re
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.matches.match import Match
from bot.matches.privacy import Copy
from bot.matches.seats import Person
from bot.store.reviews import ReviewRow, save_review
from bot.ui.kit.page import Page
from game import ADVANCE
from tests.matches.building import copied
from tests.program import call_in
from tests.store.building import rows
from tests.ui.every_page import BIG, matches, pages
from tests.ui.faults import failing, refusal
from tests.ui.playing import forged, later, moved, play_on, resigned, solo_games, termination
from tests.ui.world import World, offered, text


async def privacy(world: World, *controls: str) -> discord.Message:
    """What some controls come to, pressed one after the other from mina's privacy page on."""
    page = await world.slash(world.mina, "privacy")
    for control in controls:
        page = await world.press(world.mina, page, control)
    return page


async def exported(world: World) -> dict[str, Any]:
    return await copy_of(await privacy(world, "export"))


async def copy_of(page: discord.Message) -> dict[str, Any]:
    """What is in the file on a page."""
    (file,) = page.attachments
    assert re.fullmatch(r"\d+\.zip", file.filename)
    return copied(Copy(await file.read(), 0))


def games_in(copy: dict[str, Any]) -> list[int]:
    return [game["id"] for game in copy["games"]]


async def forget_mina(world: World) -> str:
    return text(await privacy(world, "forgetpage", "forget"))


async def everything(world: World) -> str:
    return str(await world.app.database.read(rows))


async def test_it_says_what_is_stored_to_the_user_alone(world: World) -> None:
    page = await world.slash(world.mina, "privacy")
    assert len(text(page).splitlines()) == 7
    assert offered(page) == ["export", "forgetpage", "start"]
    assert offered(await world.press(world.mina, page, "forgetpage")) == ["privacy", "forget"]
    assert "Your games and quilts" in text(page)


async def test_the_file_holds_all_that_is_stored(world: World) -> None:
    await world.accepted_game(first="me")
    await play_on(world, plies=2)
    await world.app.database.write(save_review, ReviewRow(1, 2, "shares 500"))
    await world.slash(world.mina, "settings", theme="night")
    await world.slash(world.mina, "settings", block=world.eve)
    await world.slash(world.mina, "challenge", friend=world.tom)
    data = await exported(world)
    user = str(world.mina.id)
    assert data["user"] == user
    assert data["settings"][0]["theme"] == "night"
    assert data["blocked"] == [{"blocked_id": str(world.eve.id)}]
    assert [row["challenger"] for row in data["challenges"]] == [user]
    assert [row["challenger"] for row in data["calls"]] == [user]
    (game,) = data["games"]
    assert user in (game["player1"], game["player2"])
    assert [event[1] for event in game["log"]] == ["move", "move"]
    assert game["review"] == "shares 500"


async def test_the_file_holds_what_games_came_to_and_the_cards_of_one_that_has_ended(world: World) -> None:
    await world.accepted_game(first="me")
    match = await play_on(world)
    await world.slash(world.mina, "automa", where="here")
    await world.do(world.app.matches.play(2, 0, world.mina.id, ADVANCE))
    data = await exported(world)
    result = data["games"][0]["result"]
    assert (result["game_id"], result["won"]) == (1, match.winner == match.seat_of(world.mina.id))
    (standing,) = data["standings"]
    assert (standing["guild_id"], standing["games"]) == (str(world.guild.id), 1)
    assert standing["player"] == str(world.mina.id)
    solo = await world.match(2)
    for cards in (None, " ".join(map(str, solo.cards))):
        (game,) = [game for game in (await exported(world))["games"] if game["id"] == 2]
        assert game["log"]
        assert game.get("cards") == cards
        if not cards:
            await world.app.matches.resign(2, solo.revision, world.mina.id)


async def test_the_file_holds_nothing_of_others(world: World) -> None:
    await world.accepted_game()
    await world.slash(world.tom, "settings", theme="night")
    await world.slash(world.tom, "settings", block=world.mina)
    await world.slash(world.eve, "automa", where="here")
    data = await exported(world)
    assert (data["settings"], data["blocked"], len(data["games"])) == ([], [], 1)
    assert str(world.eve.id) not in json.dumps(data)


@pytest.mark.cheapest
async def test_a_file_that_discord_does_not_take_gets_a_sentence(world: World) -> None:
    page = await world.slash(world.mina, "privacy")
    world.env.inject_error("PATCH", "/webhooks/*/*/messages/@original", status=413, code=40005)
    assert "Something went wrong" in text(await world.hear(world.mina, page, "export"))


async def test_what_does_not_fit_into_one_file_comes_in_several(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await solo_games(world, 3)
    monkeypatch.setattr("bot.matches.privacy.LARGEST", 10)
    monkeypatch.setattr("bot.matches.privacy.AT_ONCE", 1)
    page = await privacy(world, "export")
    assert "does not fit into one file" in text(page)
    assert (offered(page)[0], games_in(await copy_of(page))) == ("export", [1])
    following = await world.press(world.mina, page, "export")
    assert games_in(await copy_of(following)) == [2]
    last = await world.press(world.mina, following, "export")
    assert games_in(await copy_of(last)) == [3]
    assert "export" not in offered(last)


async def test_whoever_is_forgotten_is_nowhere_any_more(world: World) -> None:
    await world.accepted_game()
    await resigned(world, world.tom)
    await world.accepted_game()
    await solo_games(world, 1)
    await world.slash(world.mina, "settings", theme="night")
    await world.slash(world.mina, "settings", block=world.eve)
    await world.slash(world.mina, "challenge", friend=world.tom)
    await world.slash(world.eve, "challenge", friend=world.mina)
    assert str(world.mina.id) in await everything(world)
    assert "You have resigned 2 running games" in await forget_mina(world)
    assert str(world.mina.id) not in await everything(world)
    ends = [termination(await world.match(game)) for game in (1, 2, 3)]
    assert ends == ["resigned", "cancelled", "cancelled"]  # in 2 and 3 nobody has moved
    await world.sweep()
    shown = [text(message) for message in world.channel.history()]
    assert len(shown) == 3  # the boards; the challenges are taken down
    assert all("somebody" in words for words in shown)
    assert not [words for words in shown if f"<@{world.mina.id}>" in words or "<@-" in words]


@pytest.mark.parametrize("code", [0, 10008, 404], ids=["stands", "deleted", "deleted, by another code"])
async def test_boards_of_finished_games_are_edited_and_notify_nobody(world: World, code: int) -> None:
    await world.accepted_game()
    await resigned(world, world.tom)
    board, is_deleted = world.board(), bool(code)
    if is_deleted:
        await world.delete(board)
    with failing(discord.PartialMessage, "edit", refusal(404, code), times=inf if is_deleted else 0):
        await forget_mina(world)
    sent = len(world.env.http_requests)
    await later(world, 3600)
    assert len(world.env.http_requests) == sent
    assert [each.id for each in world.boards()] == [board.id] * (not is_deleted)
    for each in world.boards():
        assert "somebody" in text(each)
        assert offered(each) == ["more", "replay"]


async def test_the_opponent_of_a_running_game_is_told_that_it_is_over_and_can_look_at_it(world: World) -> None:
    await world.accepted_game()
    await moved(world, "+", "+")
    await forget_mina(world)
    match = await world.match()
    assert match.winner == match.seat_of(world.tom.id)
    assert world.pinged(world.board()) == {world.tom.id}
    assert "somebody has resigned" in text(world.board())
    assert "somebody" in text(await world.press(world.tom, world.board(), "more"))
    page = await world.press(world.tom, world.board(), "replay")
    assert "somebody" in text(await world.press(world.tom, page, "last"))


async def test_both_players_may_be_forgotten(world: World) -> None:
    await world.accepted_game()
    match = await resigned(world, world.tom)
    calls, old = world.calls(), await forged(world, "board", "rematch", revision=match.revision)
    await world.forget(world.mina)
    assert "do not know whom to ask" in text(await world.press(world.tom, old, "rematch"))
    await world.forget(world.tom)
    match = await world.match()
    assert len({*match.people}) == 2
    assert max(match.people) < 0
    assert "<@" not in text(world.board())
    assert world.calls() == calls
    await world.app.boards.repost(1)
    await world.app.tasks.idle()
    assert world.pinged(world.board()) == set()


async def test_a_forgotten_user_may_begin_again_but_not_with_those_who_have_blocked_them(world: World) -> None:
    await world.slash(world.tom, "settings", block=world.mina)
    await forget_mina(world)
    await world.slash(world.mina, "challenge", friend=world.tom)
    assert world.channel.history() == []
    await world.begin(world.mina, world.eve)
    assert world.mina.id in (await world.match()).people


async def test_a_game_that_cannot_be_replayed_keeps_nobody(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.accepted_game()
    await world.app.database.write(spoil)
    await world.restart()
    monkeypatch.setattr("bot.ui.publish.boards.report", lambda *_: None)  # the board says so at every try
    await forget_mina(world)
    assert str(world.mina.id) not in await everything(world)


def spoil(connection: Any) -> None:
    connection.exec_driver_sql("INSERT INTO log VALUES (1, 1, 'move', 1, 'banana', 5, NULL, NULL)")


async def test_the_operator_forgets_somebody_beside_the_running_bot(world: World, tmp_path: Path) -> None:
    await world.accepted_game()
    await resigned(world, world.tom)
    await world.accepted_game()
    await world.match(2)  # both are remembered
    settings = {"DATABASE_URL": world.app.config.database_url}

    def run(user: str) -> tuple[int, str, str]:
        return call_in(tmp_path, settings, "forget", user)

    status, printed, _ = await asyncio.to_thread(run, str(world.mina.id))
    assert status == 0
    assert "Games that named them: 2, resigned of these: 1." in printed
    await world.sweep()
    assert [min((await world.match(game)).people) < 0 for game in (1, 2)] == [True, True]
    assert all("somebody" in text(board) for board in world.boards())
    assert len(world.boards()) == 2
    for wrong in ("0", "-5", "mina", "²"):
        status, _, sentence = await asyncio.to_thread(run, wrong)
        assert (status, "is not the id of a user" in sentence) == (1, True)


def texts(page: Page) -> str:
    return str((page.above, page.below, page.rows, page.notification, page.picture and page.picture.alt))


@pytest.mark.slow
@pytest.mark.parametrize("users", [(-2, BIG + 1), (BIG, -3), (-2, -3)])
def test_no_page_of_a_game_mentions_a_number_that_is_nobodys(users: tuple[int, int]) -> None:
    seats = (Person(users[0]), Person(users[1]))
    ended: list[Match] = [replace(match, seats=seats) for match in matches(1) if match.outcome]
    assert len(ended) == 4
    for match in ended:
        for page in pages(match):
            assert "<@-" not in texts(page)
            assert "rematch" not in texts(page)
