"""Whole solo games against the Automa through the buttons, on all levels and with both decks, with restarts."""

import itertools
import random

import pytest

from bot.matches.news import against_all_levels
from bot.ui.kit.pictures import Pictures
from bot.ui.words.names import signed
from game import Reveal, parse_record
from game.automa import CARDS, DECKS, LEVELS
from tests.ui.pictures import Sketches
from tests.ui.playing import advanced, asked, given_up, moved, play_on, take_turn
from tests.ui.world import World, alt, controls, offered, text

GAMES = [
    pytest.param(level, deck, Sketches, marks=[] if (level, deck) == ("legend", "tactical") else [pytest.mark.night])
    for level, deck in itertools.product(LEVELS, DECKS)
]
DRAWN = pytest.param("fellow", "tactical", Pictures, marks=pytest.mark.night)


@pytest.mark.parametrize(("level", "deck", "pictures"), [*GAMES, DRAWN])
async def test_a_solo_game_is_played_to_the_end(world: World, level: str, deck: str) -> None:
    rng = random.Random(f"{level} {deck}")
    first = await world.slash(
        world.mina, "automa", where="here", level=level, deck=deck, leather=rng.choice(["classic", "revised"])
    )
    assert "you begin." in text(first)
    match = await world.match()
    while not match.outcome:
        page = await take_turn(world, rng, world.board())
        if "undo" in offered(page) and rng.random() < 0.2:
            await world.press(world.mina, page, "undo")
        if rng.random() < 0.1:
            await world.restart()
        match = await world.match()
    assert str(match.automa) == f"{level} {deck}"
    assert dict(against_all_levels(match))[level] == match.position
    assert f"Your score of {signed(match.position.score(1).total)} beats " in text(world.board())
    *_, last = parse_record(str(match.record)).steps()
    assert last.position == match.position
    assert world.channel.history() == [world.board()]


@pytest.mark.parametrize(("level", "space"), [("intern", 52), pytest.param("legend", 35, marks=pytest.mark.night)])
async def test_pages_say_where_the_automa_takes_the_bonus_while_it_is_open(
    world: World, level: str, space: int
) -> None:
    await world.slash(world.mina, "automa", where="here", level=level, deck="normal")
    words = f"takes the 7×7 bonus when it lands on or passes space {space}."
    assert words in alt(world.board())
    assert words in text(await asked(world, world.mina, "text", "following"))
    assert words in text(await asked(world, world.mina, "following"))
    match = await world.match()
    while not match.position.bonus and not match.outcome:
        match = await play_on(world, plies=1, seed=match.revision)
    assert match.position.bonus == 2
    assert words not in alt(world.board())
    assert words not in text(await asked(world, world.mina))


async def test_the_whole_reply_costs_no_more_requests_than_a_single_move(world: World) -> None:
    await world.slash(world.mina, "automa", where="here", level="fellow", deck="normal")
    rng, longest = random.Random(2), 0
    while longest < 2:
        before = await world.match()
        if before.position.leather:
            await take_turn(world, rng, world.board())
            continue
        sent = len(world.env.http_requests)
        await advanced(world, world.mina)
        longest = max(longest, len((await world.match()).plies) - len(before.plies) - 1)
        assert len(world.env.http_requests) - sent <= 4  # two answers, one edit of the board, and the old page goes


@pytest.mark.parametrize("deck", DECKS)
async def test_the_answer_explains_every_card_and_shows_none_to_come(world: World, deck: str) -> None:
    await world.slash(world.mina, "automa", where="here", level="master", deck=deck)
    budget = CARDS[(await world.match()).cards[0]].budget
    assert (f"Next card: it can spend up to {budget}." in text(world.board())) == (deck == "tactical")
    while not (cards := [ply.move.card for ply in (await world.match()).plies if isinstance(ply.move, Reveal)]):
        done = await advanced(world, world.mina)
    for message in (done, world.board()):
        assert "The Automa " in text(message)
        assert "How the Automa chose" not in text(message)
    assert "How the Automa chose last" in text(await world.press(world.eve, world.board(), "more"))
    more = text(await world.press(world.mina, done, "more"))
    assert f"**Card {cards[-1]}** lets it spend up to {CARDS[cards[-1]].budget}:" in more


@pytest.mark.cheapest
async def test_a_solo_game_can_be_resigned_but_not_cancelled_and_others_see_the_one_quilt(world: World) -> None:
    await world.slash(world.mina, "automa", where="here")
    assert offered(await world.press(world.eve, world.board(), "more")) == ["quilt1", "ring", "text"]
    assert offered(await world.slash(world.mina, "resign")) == ["more", "resign"]
    await moved(world, "+")
    await given_up(world, world.mina)
    assert "Automa wins" in text(world.board())
    assert world.pinged(world.board()) == set()


async def test_a_rematch_starts_once_at_the_same_level_or_another(world: World) -> None:
    await world.slash(world.mina, "automa", where="here", level="master", deck="tactical")
    await given_up(world, world.mina)
    old = world.board()
    assert "watching" in text(await world.press(world.eve, old, "rematch"))
    more = await world.press(world.mina, old, "more")
    (levels,) = (item for item in controls(more) if item["custom_id"].startswith("s"))
    assert not any(option["default"] for option in levels["options"]), "it shows what it is for"
    begun = await world.choose(world.mina, more, "rematch", "legend")
    assert "Game 2: you begin. The Automa" in text(begun)
    assert "Game 2: you begin. The Automa" in text(await world.press(world.mina, old, "rematch"))
    match = await world.match(2)
    assert str(match.setup.automa) == "legend tactical"
    assert len(match.setup.ring) == 33
    assert match.setup.ring != (await world.match(1)).setup.ring
    assert len(await world.app.matches.running_of(world.mina.id)) == 1
