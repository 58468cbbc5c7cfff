"""The moments whose messages are measured: games between Mina and Tom, or Mina and the Automa, in which she moves."""

from __future__ import annotations

import random
import time
from pathlib import Path

import simcord

from bot.app import App
from bot.matches.log import store_new
from bot.matches.match import Match
from bot.matches.seats import Person
from bot.matches.solo import shuffled_cards
from game import ADVANCE, LEATHER, Automa, Move, Position, Setup, parse_record
from game.tidy import tidiest

RECORD = parse_record(Path("docs/game.txt").read_text())
"""The game in the README's pictures."""

README = "readme"
PLIES = {"fresh": 0, "usual": 21, "after a run of three": 24, README: 32, "leather": 39, "late": 40}
"""How many of its moves were made before."""

SOLO = "solo"
SOLO_PLIES = 7
SCENES = (*PLIES, SOLO)


async def begun(app: App, where: simcord.ChannelHandle, mina: int, tom: int, scene: str) -> Match:
    """The game of a scene, played so far that Mina is to move; its board is posted."""
    assert where.guild is not None
    position = RECORD.setup.start
    for move in RECORD.moves[: PLIES.get(scene, 0)]:
        position = position.play(move).position
    sitters: tuple[Person, Person | Automa] = (
        (Person(mina), Person(tom)) if position.turn == 1 else (Person(tom), Person(mina))
    )
    setup = RECORD.setup
    cards: tuple[int, ...] = ()
    if scene == SOLO:
        automa = Automa("fellow", "tactical")
        sitters, setup = (Person(mina), automa), Setup("classic", RECORD.setup.ring, 1, automa)
        cards = shuffled_cards(automa.deck, random.Random(1))
    new = Match(
        0, where.guild.id, where.id, sitters, setup, "en", int(time.time()), cards, pace=None if scene == SOLO else 3
    )
    match = await app.database.write(store_new, new)
    while _made(match, scene) < PLIES.get(scene, SOLO_PLIES):
        assert match.mover is not None
        move = RECORD.moves[len(match.plies)] if scene in PLIES else _tidy_move(match.position)
        match = await app.matches.play(match.id, match.revision, match.mover, move)
    assert match.mover == mina
    await app.boards.show(match.id)
    return match


def _made(match: Match, scene: str) -> int:
    """Count how many moves were made, some of them by themselves; when one plays alone, how many by hand."""
    if scene in PLIES:
        return len(match.plies)
    return sum(ply.seat == 1 and ply.how is None for ply in match.plies)


def _tidy_move(position: Position) -> Move:
    """The first of the patches that can be had, where it is tidy, or an advance."""
    quilt = position.player(position.turn).quilt
    patches = [LEATHER] if position.leather else list(position.offers)
    places = [place for patch in patches for place in tidiest(quilt, patch)[:1] if place in position.legal_moves]
    return places[0] if places else ADVANCE
