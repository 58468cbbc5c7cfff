"""Hints in solo games: what the engine would do, shown where it would sew. Nobody has any against other people."""

import json
from functools import partial

import discord
import pytest

import render
from bot.features import hints as feature
from bot.matches.match import Match, Refusal
from bot.thinking.hints import Hint, hints
from bot.thinking.queue import Thinking
from bot.thinking.worker import PROGRAM, Unanswered
from bot.ui.pages.board import home_page
from bot.ui.pages.hints import hint_page
from bot.ui.pages.panel import leather_page
from bot.ui.pages.textboard import text_page
from bot.ui.pages.views import more_page
from bot.ui.words.accessible import covered_squares
from bot.ui.words.labels import player_label
from bot.ui.words.names import area
from engine.verdicts import Reason
from game import ADVANCE, Automa, Placement, Setup
from game.position import from_pawn
from tests.game.building import seat, solo
from tests.thinking.building import standin
from tests.thinking.standin import chosen
from tests.ui.every_page import BIG, SAY, custom_ids, longest_name, matches
from tests.ui.faults import failing
from tests.ui.playing import advanced, asked, forged, given_up, mover
from tests.ui.world import World, offered, text, walk

OPPONENTS = [("automa", {"level": "legend", "deck": "tactical"}), ("rival", {"level": "pin"})]


async def begun(world: World) -> discord.Message:
    return await world.slash(world.mina, "automa", where="here", level="master")


async def hinted(world: World, page: discord.Message) -> discord.Message:
    """The hint that mina asks for on the first page of a game, where it is under *More*."""
    return await world.press(world.mina, await world.press(world.mina, page, "more"), "hint")


async def best(world: World) -> Placement:
    """What the stand-in advises just now."""
    move = chosen((await world.match()).position)
    assert isinstance(move, Placement)
    return move


@pytest.mark.parametrize(("command", "options"), OPPONENTS)
async def test_a_hint_says_what_to_do_and_sews_nothing_until_the_player_does(
    world: World, command: str, options: dict[str, str]
) -> None:
    page = await world.slash(world.mina, command, **options)
    move = await best(world)
    hint = await hinted(world, page)
    number = (await world.match()).position.number_of(move.patch)
    assert f"I would take **patch {number}, the " in text(hint)
    assert "A strong player wins about 62 of 100 games that way. That is 9 games better than advancing." in text(hint)
    assert f"and sew it at {area(SAY, move)}." in text(hint), "as the panel names it"
    assert "Only that wins the leather patch on space 26, which fills any empty square." in text(hint)
    assert offered(hint) == ["home", "spots"]
    panel = await world.press(world.mina, hint, "spots")
    assert (await world.match()).plies == ()
    await world.press(world.mina, panel, "sew")
    assert (await world.match()).plies[0].move == move


async def test_it_is_under_more_as_long_as_the_ways_to_take_a_turn_fill_the_row(world: World) -> None:
    page = await begun(world)
    assert offered(page)[-2:] == ["advance", "more"]
    assert "hint" in offered(await asked(world, world.mina)), "on the board, too"
    assert "hint" not in offered(await asked(world, world.tom))
    hint = await asked(world, world.mina, "hint")
    assert "I would take" in text(hint)
    page = await advanced(world, world.mina, await world.press(world.mina, hint, "home"))
    assert (await world.match()).mover == world.mina.id
    assert offered(page)[-2:] == ["advance", "more"]
    assert "hint" in offered(await world.press(world.mina, page, "more"))


def a_turn(*, leather: bool = False) -> Match:
    automa = Automa("legend", "tactical")
    return next(match for match in matches(1, automa) if bool(match.position.leather) == leather and match.plies)


def test_a_hint_to_advance_has_the_buttons_of_an_advance_and_what_can_be_had_then() -> None:
    match = a_turn()
    take = next(move for move in match.position.legal_moves if isinstance(move, Placement))
    page = hint_page(SAY, match, [Hint(ADVANCE, 0.5, 1), Hint(take, 0.499, 1)])
    number = match.position.number_of(take.patch)
    wins = "A strong player wins about 50 of 100 games that way."
    assert page.above[0].startswith(f"I would **advance**. {wins} Taking patch {number}, the ")
    assert page.above[0].endswith(", is about as good.")
    assert [custom_id.control for custom_id in custom_ids(page)] == ["home", "goahead", "more"]
    assert page.picture
    assert page.picture.drawing.draw is render.draw_quilt, "the table above its words would be too tall for a laptop"
    assert page.below == ()
    heard = hint_page(SAY.in_words, match, [Hint(ADVANCE, 0.5, 1)])
    assert "I would **advance**." in heard.above[0]
    assert "You would" in heard.above[1], "who listens has no picture that tells it"


@pytest.mark.parametrize(("ahead", "is_told"), [(0.03, True), (0.02, False)])
def test_why_is_told_where_one_move_is_better_than_the_others(ahead: float, is_told: bool) -> None:
    match = a_turn()
    take = next(move for move in match.position.legal_moves if isinstance(move, Placement))
    hints = [Hint(take, 0.5 + ahead, 1, (Reason("income", (2, 6, 12)),)), Hint(ADVANCE, 0.5, 1)]
    told = hint_page(SAY, match, hints).above[0]
    assert (f"pays 2 at each: {SAY('count.buttons', count=12)} by the end." in told) == is_told
    assert ("Advancing is about as good." in told) != is_told


@pytest.mark.parametrize(
    ("best", "next_best", "says"),
    [
        ((0.97, 14), (0.96, 10), "wins by about 14 points that way. That is 4 points better than advancing. There"),
        ((0.96, 6), (0.6, -1), "wins by about 6 points that way. That is 7 points better than advancing. There"),
        ((0.97, 14), (0.97, 13), "wins by about 14 points that way. Advancing is about as good."),
        ((0.02, -1), (0.01, -7), "loses by about 1 point that way. That is 6 points better than advancing. There"),
        ((0.95, 6), (0.9, 2), "wins about 95 of 100 games that way. That is 5 games better than advancing. There"),
        ((0.05, -6), (0.04, -9), "wins about 5 of 100 games that way. Advancing is about as good."),
        ((1.0, 0), (0.0, -3), "wins about 99 of 100 games that way. That is 98 games better than advancing. There"),
    ],
)
def test_where_a_game_is_all_but_won_or_lost_points_are_told(
    best: tuple[float, int], next_best: tuple[float, int], says: str
) -> None:
    match = a_turn()
    take = next(move for move in match.position.legal_moves if isinstance(move, Placement))
    hints = [Hint(take, *best, (Reason("income", (2, 6, 12)),)), Hint(ADVANCE, *next_best)]
    assert says in hint_page(SAY, match, hints).above[0]


def test_people_who_listen_hear_each_square_and_not_the_corners() -> None:
    match = a_turn()
    take = next(move for move in match.position.legal_moves if isinstance(move, Placement))
    squares = f"and sew it at {covered_squares(SAY.in_words, take)}."
    assert squares in hint_page(SAY.in_words, match, [Hint(take, 0.5, 1)]).above[0]


def test_a_hint_for_leather_names_its_square() -> None:
    match = a_turn(leather=True)
    hole = next(iter(match.position.legal_moves))
    assert isinstance(hole, Placement)
    page = hint_page(SAY, match, [Hint(hole, 1.0, 0)])
    deed = f"I would sew the **leather patch** on {str(hole)[1:]}."
    assert page.above[0] == f"{deed} A strong player wins about 99 of 100 games that way."


@pytest.mark.parametrize("leather", [True, False])
def test_there_is_a_hint_wherever_a_turn_begins(leather: bool) -> None:
    match = a_turn(leather=leather)
    near = [home_page, leather_page] if leather else [partial(more_page, user=BIG)]
    pages = [text_page(SAY, match, BIG), *(page(SAY, match) for page in near)]
    assert all("hint" in {custom_id.control for custom_id in custom_ids(page)} for page in pages)


@pytest.mark.cheapest
async def test_there_are_none_between_people(world: World) -> None:
    match = await world.accepted_game()
    who = world.person(mover(match))
    home = await world.press(who, await asked(world, who), "home")
    assert "hint" not in offered(home)
    answer = await world.press(who, await forged(world, "home", "hint", revision=match.revision), "hint")
    assert "There are no hints in games between people." in text(answer)
    assert (await world.match()).hints == 0


async def test_the_result_says_with_how_many_hints_it_was_reached(world: World) -> None:
    hint = await hinted(world, await begun(world))
    await world.press(world.mina, await world.press(world.mina, hint, "spots"), "sew")
    await given_up(world, world.mina)
    assert "· with 1 hint" in text(world.board())
    assert "One hint was given." in str(list(walk(world.board())))
    _, ended = await world.app.matches.all_of(world.mina.id, world.guild.id, 5)
    (label,) = (player_label(SAY, row, world.mina.id, longest_name) for row in ended)
    assert label.endswith("you lost · with hints")


@pytest.mark.parametrize("fault", ["dies", pytest.param("complains", marks=pytest.mark.logs_errors)])
async def test_when_the_engine_is_away_or_busy_that_is_said_and_not_counted(world: World) -> None:
    answer = await hinted(world, await begun(world))
    assert "I have no hint just now. Please ask again in a minute." in text(answer)
    assert {"1", "advance", "more"} <= set(offered(answer))
    with failing(world.app.hints, "find", Refusal("hints_of_one", count=3)):
        refused = await hinted(world, answer)
    assert "I am still thinking about 3 other hints for you. Please ask again in a moment." in text(refused)
    assert (await world.match()).hints == 0


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """No answer waits for a hint."""
    monkeypatch.setattr(feature, "QUICK_SECONDS", 0.0)


def thoughts(world: World) -> list[str]:
    """What was sent of a hint that is to come."""
    return [
        each for request in world.env.http_requests if "I am thinking about it" in (each := json.dumps(request.json))
    ]


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("engine", [standin("0.2")], ids=["slow"])
async def test_a_hint_that_takes_long_comes_later_in_the_place_of_the_answer(world: World) -> None:
    page = await begun(world)
    answer = await hinted(world, page)
    assert "I would take" in text(answer)
    assert len(thoughts(world)) == 1
    assert answer.id == page.id


@pytest.mark.slow
@pytest.mark.parametrize("opponent", [Automa("legend", "normal"), None])
async def test_the_engine_gives_hints_for_each_kind_of_move(opponent: Automa | None) -> None:
    thinking = Thinking(1, PROGRAM)
    position = Setup("classic", from_pawn((*range(1, 33), 0)), 1, opponent).start
    found = await hints(thinking, position, 1, 300)
    assert {hint.move.patch.id if isinstance(hint.move, Placement) else None for hint in found} == {1, 2, 3, None}
    assert all(hint.move in position.legal_moves and 0 < hint.share < 1 for hint in found)
    await thinking.close()


@pytest.mark.slow
async def test_the_budget_that_the_tactical_deck_shows_is_told_to_the_engine() -> None:
    thinking = Thinking(1, PROGRAM)
    position = solo(seat(4, 9), 6, 4, (8, 7, 14), deck="tactical", level="legend")
    answers = {tuple(await hints(thinking, position, 1, 300, budget)) for budget in (None, 1, 10)}
    assert len(answers) == 3
    await thinking.close()


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["nonsense", "illegal", "dies"])
async def test_whatever_else_the_engine_says_is_no_hint(fault: str) -> None:
    thinking = Thinking(1, standin("0", fault))
    with pytest.raises(Unanswered):
        await hints(thinking, solo(seat(4, 9), 6, 4, (8, 7, 14)), 1)
    await thinking.close()


def test_no_move_wins_all_games_or_none() -> None:
    match = a_turn()
    for share, wins in ((0.0, 1), (0.001, 1), (0.5, 50), (0.999, 99), (1.0, 99)):
        assert f"about {wins} of 100 games" in hint_page(SAY, match, [Hint(ADVANCE, share, 0)]).above[0]
