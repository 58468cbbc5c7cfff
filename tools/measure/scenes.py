"""The moments whose messages are measured: games of Mina's against Tom, the Automa or a rival, in which she moves or
which have ended.
"""

import asyncio
import random
import time
from pathlib import Path

import simcord

from bot.app import App
from bot.matches.log import store_new
from bot.matches.match import Match
from bot.matches.seats import Person, Rival
from bot.matches.solo import shuffled_cards
from bot.store.tables import Place
from bot.ui.kit.catalogues import SOURCE
from game import ADVANCE, LEATHER, Automa, Move, Position, Setup, parse_record
from game.tidy import tidiest

RECORD = parse_record(Path("docs/game.txt").read_text())
"""The game in the README's pictures."""

README = "readme"
PLIES = {
    "fresh": 0,
    "usual": 21,
    "after a run of three": 24,
    "near leather": 31,
    README: 32,
    "leather": 39,
    "late": 40,
}
"""How many of its moves were made before."""

SOLO = "solo"
SOLO_PLIES = 7
ENDS = {"end": None, "solo end": Automa("fellow", "tactical"), "rival end": Rival("pompom")}
"""Games that are played out, and against whom. A game against a rival is private, as usual."""

SCENES = (*PLIES, SOLO, *ENDS)

REPLY_SECONDS = 60
"""How long a rival may take for a move."""


async def begun(
    app: App, where: simcord.ChannelHandle, mina: int, tom: int, scene: str, language: str = SOURCE
) -> Match:
    """The game of a scene, played so far that Mina is to move, or to its end; its board is posted."""
    assert where.guild is not None
    sitters = _sitters(mina, tom, scene)
    setup = RECORD.setup
    automa = sitters[1] if isinstance(sitters[1], Automa) else None
    if automa:
        setup = Setup("classic", setup.ring, 1, automa)
    cards = shuffled_cards(automa.deck, random.Random(1)) if automa else ()
    pace = 3 if all(isinstance(sitter, Person) for sitter in sitters) else None
    place: Place = "private" if isinstance(sitters[1], Rival) else "here"
    new = Match(0, where.guild.id, where.id, sitters, setup, language, int(time.time()), cards, pace=pace, place=place)
    match = await _answered(app, await app.database.write(store_new, new))
    while match.mover and (scene in ENDS or _made(match, scene) < PLIES.get(scene, SOLO_PLIES)):
        move = RECORD.moves[len(match.plies)] if pace else _tidy_move(match.position)
        match = await _answered(app, await app.matches.play(match.id, match.revision, match.mover, move))
    assert match.outcome or match.mover == mina
    await app.boards.show(match.id)
    return match


def _sitters(mina: int, tom: int, scene: str) -> tuple[Person, Person | Automa | Rival]:
    """Tell who plays the game of a scene; between people, Mina is to move where it stops."""
    opponent = Automa("fellow", "tactical") if scene == SOLO else ENDS.get(scene)
    if opponent:
        return Person(mina), opponent
    position = RECORD.setup.start
    for move in RECORD.moves[: PLIES.get(scene, 0)]:
        position = position.play(move).position
    return (Person(mina), Person(tom)) if position.turn == 1 else (Person(tom), Person(mina))


async def _answered(app: App, match: Match) -> Match:
    """The game once the rival has moved."""
    async with asyncio.timeout(REPLY_SECONDS):
        while match.mover is None and not match.outcome:
            await asyncio.sleep(0.05)
            match = await app.matches.load(match.id)
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
