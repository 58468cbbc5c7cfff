"""Each of a user's games has one private page: a new one takes the old one away."""

import logging

import discord
import pytest

from bot.matches.match import Match
from bot.ui.kit import private
from game import ADVANCE
from tests.ui.faults import failing, refusal
from tests.ui.playing import advanced, given_up, more, moved, mover, play_on, solo_games
from tests.ui.world import World, offered, text

EXPIRED = 15 * 60 + 1
"""Seconds after which nothing reaches a private page any more."""


async def test_a_page_that_changes_in_place_stays_and_can_be_taken_away_for_as_long_as_it_is_used(world: World) -> None:
    await world.accepted_game(first="me")
    page = await more(world, world.mina)
    for control in ("quilt1", "ring", "text"):
        await world.env.advance_time(EXPIRED / 3)
        page = await world.press(world.mina, page, control)
    assert [each.id for each in world.private(world.mina)] == [page.id]
    new = await more(world, world.mina)
    assert [each.id for each in world.private(world.mina)] == [new.id]


async def test_pages_of_other_games_and_of_other_people_stay(world: World) -> None:
    await world.accepted_game(first="me")
    await solo_games(world, 2)
    await world.show(2)
    await world.show(3)
    pages = [await world.press(world.mina, board, "more") for board in world.boards()]
    await world.press(world.tom, world.boards()[0], "more")
    assert [page.id for page in world.private(world.mina)] == [page.id for page in pages]
    assert len(world.private(world.tom)) == 1


@pytest.mark.cheapest
async def test_what_is_about_no_game_takes_nothing_away_and_stays(world: World) -> None:
    await world.accepted_game(first="me")
    page = await more(world, world.mina)
    others = [await world.slash(world.mina, command) for command in ("games", "settings")]
    assert [each.id for each in world.private(world.mina)] == [page.id, *(each.id for each in others)]
    question = await world.slash(world.mina, "resign")
    assert [each.id for each in world.private(world.mina)] == [*(each.id for each in others), question.id]


@pytest.mark.parametrize("end", ["a resignation", "the last move"])
async def test_a_page_that_stands_when_the_other_one_ends_a_game_says_so_and_how(world: World, end: str) -> None:
    await world.accepted_game(first="me")
    match = await (moved(world, "+", "+") if end == "a resignation" else before_the_end(world))
    who, other = world.person(match.mover), world.person(match.opponent(mover(match)))
    page = await more(world, other)
    if end == "a resignation":
        await given_up(world, who)
    else:
        await advanced(world, who)
    match, now = await world.match(), world.now_shown(other, page)
    assert match.outcome
    assert text(now).startswith("This game has ended. ")
    assert f"<@{match.user_at(match.outcome.winner or 0)}> wins" in text(now)
    assert "replay" in offered(now)


async def before_the_end(world: World) -> Match:
    """Play until an advance ends the game."""
    match = await world.match()
    while not match.position.play(ADVANCE).position.over if not match.position.leather else True:
        match = await play_on(world, plies=1, seed=match.revision)
    return match


async def test_what_everybody_sees_is_never_taken_away(world: World) -> None:
    await world.accepted_game(first="me")
    await play_on(world)
    replay = await world.slash(world.mina, "replay", share=True)
    board = world.board()
    for _ in range(2):
        await world.press(world.mina, board, "more")
    assert {message.id for message in world.channel.history()} == {replay.id, board.id}


@pytest.mark.parametrize("status", [401, 404, 500])
async def test_a_page_that_cannot_be_taken_away_is_no_fault(
    world: World, caplog: pytest.LogCaptureFixture, status: int
) -> None:
    """Its token may have expired, its user may have dismissed it."""
    await world.accepted_game(first="me")
    await more(world, world.mina)
    caplog.set_level(logging.INFO, logger="bot")
    with failing(discord.Interaction, "delete_original_response", refusal(status)):
        page = await more(world, world.mina)  # which asserts that nothing else is said
    assert "Mina" not in text(page)
    assert not [record for record in caplog.records if record.name.startswith("bot.")]
    assert len(world.private(world.mina)) == 2


async def test_one_new_page_costs_one_request_and_none_after_a_quarter_of_an_hour(world: World) -> None:
    await world.accepted_game(first="me")
    before = len(deletions(world))
    for count in range(4):
        await more(world, world.mina)
        assert len(deletions(world)) - before == count
    await world.env.advance_time(EXPIRED)
    await more(world, world.mina)
    assert len(deletions(world)) - before == 3


async def test_no_more_pages_are_remembered_than_fit(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(private, "KEPT", 2)
    await world.accepted_game(first="me")
    first = await more(world, world.mina)
    for person in (world.tom, world.eve):
        await more(world, person)
    new = await more(world, world.mina)
    assert [page.id for page in world.private(world.mina)] == [first.id, new.id]
    assert len(world.app.private._numbers) == 2, "nobody's name is kept without a page"


def deletions(world: World) -> list[str]:
    """The private pages that Discord was asked to delete."""
    asked = [sent for sent in world.env.http_requests if sent.method == "DELETE"]
    return [sent.path for sent in asked if sent.path.startswith("/webhooks/")]


async def test_of_help_and_lesson_only_the_newest_page_stays_and_not_the_first_turn_of_a_game(world: World) -> None:
    challenge = await world.challenge(world.mina, world.eve)
    await world.press(world.eve, challenge, "rules")
    await world.slash(world.eve, "help")
    lesson = await world.slash(world.eve, "learn")
    assert [page.id for page in world.private(world.eve)] == [lesson.id]
    while "next" in offered(lesson):
        lesson = await world.press(world.eve, lesson, "next")
    game = await world.press(world.eve, lesson, "intern")
    rules = await world.press(world.eve, challenge, "rules")
    assert [page.id for page in world.private(world.eve)] == [game.id, rules.id]
