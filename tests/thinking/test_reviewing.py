"""A review is asked of the engine, and goes on where it was when it had to make way for a move."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.thinking.queue import Thinking
from bot.thinking.reviewing import Reviewing
from engine.verdicts import parse_review
from game import Setup, parse_record
from tests.store.building import MINA

SETUP = Setup("classic", (*range(1, 33), 0))
GAME = f"{SETUP}\n+ + 1N@A1 + +\n"

LONG = parse_record(Path("docs/game.txt").read_text())
OPENING = str(replace(LONG, moves=LONG.moves[:12]))
"""So many moves that their review goes on while a move is asked for, however busy the machine is."""


FOUND = ("lost 31 12 45 1", "lost 0 0 0 0", "besides -", "moment 1 500 400 35 choice + - -")
"""What follows the shares."""


@pytest.fixture
async def thinking() -> AsyncIterator[Thinking]:
    one = Thinking()
    yield one
    await one.close()


def test_the_question_is_put_again_with_all_that_was_heard() -> None:
    told: list[tuple[int, int]] = []
    reviewing = Reviewing(GAME, lambda done, of: told.append((done, of)))
    first = reviewing.ask()
    assert (first[0], first[-1]) == ("review -", "")
    assert Reviewing(GAME, lambda *_: None, 2).ask()[0] == "review - 2"
    assert parse_record("\n".join(first[1:-1])) == parse_record(GAME)
    for line in (
        "progress 1000 9000",
        "look 0 1000 + 500 0 - 0 0 - 0 0",
        "progress 2000 9000",
        "look 1 1000 + 400 -9 - 0 0 - 0 0",
    ):
        assert not reviewing.hear(line)
    assert told == [(1000, 9000), (2000, 9000)]
    again = reviewing.ask()
    assert again == (*first[:-1], "look 0 1000 + 500 0 - 0 0 - 0 0", "look 1 1000 + 400 -9 - 0 0 - 0 0", "")
    assert not reviewing.hear("shares 500 600")
    for line in FOUND:
        assert not reviewing.hear(line)
    assert reviewing.hear("done")
    assert reviewing.text == "\n".join(("shares 500 600", *FOUND))


@pytest.mark.parametrize("line", ["", "progress", "progress x y", "look", "done it", "move + share 0.5"])
def test_nonsense_is_noticed(line: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        Reviewing(GAME, lambda *_: None).hear(line)


@pytest.mark.slow
async def test_a_review_makes_way_for_a_move_and_is_finished_all_the_same(thinking: Thinking) -> None:
    begun = asyncio.Event()
    reviewing = asyncio.create_task(thinking.review(OPENING, MINA, lambda *_: begun.set()))
    await begun.wait()
    assert await thinking.move(SETUP.start, "pin", MINA) in SETUP.start.legal_moves
    assert not reviewing.done()
    review = parse_review(await reviewing or "")
    assert len(review.shares) == 13
    alone = await thinking.review(OPENING, MINA, lambda *_: None)
    assert parse_review(alone or "") == review


@pytest.mark.slow
@pytest.mark.logs_errors
async def test_what_the_engine_refuses_comes_to_nothing(thinking: Thinking) -> None:
    assert await thinking.review(f"{SETUP}\n*A1\n", MINA, lambda *_: None) is None
