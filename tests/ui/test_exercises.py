"""*Try it*: the moments of a review as problems, for whoever has played, played against it, or watched."""

import discord
import pytest

from bot.features import solving
from bot.matches.collection import collection, problem_of
from bot.matches.match import Match
from bot.matches.problems import Problem
from bot.ui.kit.texts import speaker
from bot.ui.pages.problems import answer_page
from bot.ui.words.names import area
from engine.evaluations import choice_of
from engine.verdicts import Moment, Review, parse_reasons
from game import ADVANCE, LEATHER, Move, Placement
from tests.ui.playing import forged, keep_review, play_on
from tests.ui.test_rival import played_to_the_end
from tests.ui.world import World, offered, text


def moments(match: Match, *, seat: int = 1) -> list[Moment]:
    """Three moments of a seat: another patch, another place, and the best move of the game."""
    found: dict[str, Moment] = {}
    for count, ply in enumerate(match.plies):
        if ply.seat != seat or not isinstance(ply.move, Placement) or ply.move.patch is LEATHER:
            continue
        legal = [move for move in match.at(count).position.legal_moves if move != ply.move]
        others = [move for move in legal if isinstance(move, Placement) and choice_of(move) != choice_of(ply.move)]
        same = [move for move in legal if choice_of(move) == choice_of(ply.move)]
        if "choice" not in found and others and same:
            found["choice"] = Moment(count + 1, 610, 400, 57, "choice", others[-1], parse_reasons("prize:9,7,1,1,3"))
        elif "place" not in found and same:
            found["place"] = Moment(count + 1, 500, 400, 31, "place", same[-1], parse_reasons("holes:10+near:0,7"))
        elif "best" not in found and others:
            found["best"] = Moment(count + 1, 600, 400, 62, "best", others[-1])
    return sorted(found.values(), key=lambda moment: moment.ply)


async def tried(world: World) -> tuple[Match, list[Moment]]:
    """A game that was played out, with a review of three moments of mina's."""
    await world.accepted_game(first="me")
    match = await play_on(world)
    told = moments(match, seat=match.seat_of(world.mina.id) or 0)
    assert {moment.why for moment in told} == {"choice", "place", "best"}
    await keep_review(world, match, Review((500,) * (len(match.plies) + 1), moments=tuple(told)))
    return match, told


async def begun(world: World, why: str = "choice", who: str = "mina") -> tuple[discord.Message, Problem]:
    """A moment of some kind as a problem, opened from its page in the review."""
    match, told = await tried(world)
    number = next(number for number, moment in enumerate(told, 1) if moment.why == why)
    person = getattr(world, who)
    page = await world.press(person, world.board(), "review")
    for _ in range(number):
        page = await world.press(person, page, "following")
    page = await world.press(person, page, "try")
    return page, Problem(match, told[number - 1], person.id)


async def answered(world: World, page: discord.Message, problem: Problem, move: Move) -> discord.Message:
    """Choose a move: the panel of its patch, where the button that chooses is pressed with the very placement."""
    who = world.person(problem.user)
    if move == ADVANCE:
        return await world.press(who, page, "advance")
    assert isinstance(move, Placement)
    number = str(problem.match.position.number_of(move.patch))
    panel = await world.press(who, page, number)
    assert "pickit" in offered(panel)
    assert "sew" not in offered(panel)
    spots = f"try.{problem.moment.ply}.spots"
    chosen = await forged(world, spots, "pickit", revision=problem.game.revision, shown=str(move))
    return await world.press(who, chosen, "pickit")


def another(problem: Problem) -> Move:
    """A move that is neither the best one nor the one that was played."""
    return next(each for each in problem.match.position.legal_moves if each not in (problem.best, problem.played))


async def test_the_curve_leads_through_all_moments_as_problems(world: World) -> None:
    match, told = await tried(world)
    page = await world.press(world.mina, await world.press(world.mina, world.board(), "review"), "try")
    for moment in told:
        assert "**Try it** · What would you do now?" in text(page)
        page = await world.press(world.mina, page, "reveal")
        assert f"**Try it** · game {match.id}, before move {moment.ply}" in text(page)
        if moment is not told[-1]:
            page = await world.press(world.mina, page, "following")
    assert "following" not in offered(page)
    assert "Above the middle" in text(await world.press(world.mina, page, "review"))


async def test_the_position_is_the_one_before_the_move_and_nothing_is_given_away(world: World) -> None:
    page, problem = await begun(world)
    position = problem.match.position
    patches = [str(number) for number, patch in enumerate(position.offers, 1) if position.can_take(patch)]
    ways = ["advance", "reveal", "review"]
    assert offered(page) == [*patches, *ways][:5], "in one row, in which a patch that cannot be taken gives way"
    for word in ("costs", "better", "in the game"):
        assert word not in text(page)
    answer = await answered(world, page, problem, another(problem))  # which the stand-in finds worse by 4.1 points
    assert "costs about 4 points. The best that I know is buying " in text(answer)
    assert "Only that wins the leather patch on space 26" in text(answer)


async def test_whoever_chooses_a_move_is_told_what_it_costs_and_why_and_what_was_played(world: World) -> None:
    page, problem = await begun(world)
    answer = await answered(world, page, problem, problem.played)
    assert "**Not yet:** that costs about " in text(answer)
    assert " costs about 6 points. The best that I know is buying " in text(answer)
    assert "Then you can take the quick zigzag later. In all, the quick zigzag brings 7 points" in text(answer)
    assert "in the game" not in text(answer)
    page = await world.press(world.mina, answer, "again")
    assert "What would you do now?" in text(page)
    answer = await answered(world, page, problem, problem.best)
    assert "**Yes**, I would do just that." in text(answer)
    assert "In the game, you bought the" in text(answer)
    assert "That cost about 6 points. That put the quick zigzag within reach of" in text(answer)
    assert "again" not in offered(answer)


async def test_a_better_place_is_shown_beside_the_one_that_was_chosen(world: World) -> None:
    page, problem = await begun(world, "place")
    answer = await answered(world, page, problem, problem.played)
    assert "costs about 3 points; at " in text(answer)
    assert "Otherwise B2 stays shut in: hardly any patch fits there" in text(answer)
    (picture,) = answer.attachments
    assert "Place 1, " in (picture.description or "")
    page = await world.press(world.mina, answer, "again")
    shown = await world.press(world.mina, page, "reveal")
    assert isinstance(problem.best, Placement)
    assert f" {area(speaker('en'), problem.best)} was better. Only that completes the 7×7" in text(shown)
    page = await world.press(world.mina, shown, "again")
    right = await answered(world, page, problem, problem.best)
    assert "In the game, you sewed " in text(right)
    assert "It left B2 shut in" in text(right)


async def test_the_best_move_of_the_game_is_to_be_found_again(world: World) -> None:
    page, problem = await begun(world, "best", "tom")
    assert f"What would you do in <@{world.mina.id}>'s place?" in text(page)
    answer = await answered(world, page, problem, problem.played)
    assert "**Yes**" in text(answer)
    assert f"In the game, <@{world.mina.id}> found this. Buying " in text(answer)
    assert "would have cost about 6 points" in text(answer)


async def test_the_panel_moves_the_patch_about_and_leads_back(world: World) -> None:
    page, problem = await begun(world)
    panel = await world.press(world.mina, page, next(control for control in offered(page) if control in "123"))
    for control in ("square", "list", "spots"):
        panel = await world.press(world.mina, panel, control)
    assert "Choose this" in str([item.to_dict() for item in panel.components])
    arrow = next(each for each in offered(panel) if each in ("left", "right", "up", "down"))
    panel = await world.press(world.mina, panel, arrow)
    assert "What would you do now?" in text(await world.press(world.mina, panel, "home"))
    assert await world.match() == problem.game, "nothing has happened in the game"


async def test_what_takes_longer_comes_in_place_of_a_sentence(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "QUICK_SECONDS", 0.0)
    page, problem = await begun(world)
    answer = await answered(world, page, problem, another(problem))
    told = [str(sent.json) for sent in world.env.http_requests]
    assert any("I am weighing that move." in each for each in told)
    assert "costs about 4 points" in text(world.now_shown(world.mina, answer))


@pytest.mark.cheapest
async def test_a_move_that_cannot_be_weighed_ends_with_a_sentence(world: World) -> None:
    page, problem = await begun(world)
    await world.app.thinking.close()
    answer = await answered(world, page, problem, another(problem))
    assert "I could not weigh that move just now." in text(answer)
    assert offered(answer) == ["again", "review"]


IMPOSSIBLE = "That is not possible in this position. Please choose another move."

FORGED = [
    ("try.999", "again", "", "This position is gone"),
    ("try", "again", "", "is from an older version"),
    ("try.x", "again", "", "is from an older version"),
    ("try.{ply}", "leather", "", IMPOSSIBLE),
    ("try.{ply}", "4", "", IMPOSSIBLE),
    ("try.{ply}.spots", "pickit", "*A1", IMPOSSIBLE),
    ("try.{ply}.spots", "left", "*A1", IMPOSSIBLE),
    ("try.{ply}.spots", "pickit", "", "is from an older version"),
]


async def test_forged_buttons_get_one_sentence(world: World) -> None:
    _, problem = await begun(world)
    for page, control, shown, sentence in FORGED:
        page = page.format(ply=problem.moment.ply)
        message = await forged(world, page, control, revision=problem.game.revision, shown=shown)
        answer = text(await world.press(world.mina, message, control))
        assert sentence in answer, (page, control, shown)
        assert answer.count("\n") == 0


async def test_moments_of_a_private_game_are_for_its_player_alone(world: World) -> None:
    await world.slash(world.mina, "rival", level="bobbin", where="private")
    match = await played_to_the_end(world)
    told = moments(match)
    await keep_review(world, match, Review((500,) * (len(match.plies) + 1), moments=tuple(told)))
    message = await forged(world, f"try.{told[0].ply}", "again", revision=match.revision)
    assert "I do not know this game any more." in text(await world.press(world.eve, message, "again"))
    assert "What would you do now?" in text(await world.press(world.mina, message, "again"))


def test_what_was_played_in_a_game_of_others_is_told_of_them_and_not_of_who_solves_it() -> None:
    told = [answer_page(speaker("en"), problem_of(kept, 7), None, "", ()).below[0] for kept in collection()]
    assert any("too few buttons" in each for each in told)
    assert not any("<@7>" in each or " you " in each for each in told)
