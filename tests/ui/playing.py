"""Games that are played on without a click, to come quickly to where a test begins."""

from __future__ import annotations

import random

from bot.sessions.session import Session
from game import ADVANCE, LEATHER, Move, Position
from game.tidy import tidiest
from tests.ui.world import World


async def play_on(world: World, plies: int = 1000, *, game: int = 1, seed: int = 1) -> Session:
    """Play a game on by so many plies of the people, or to its end; the board is brought up to date."""
    rng = random.Random(seed)
    session = await world.session(game)
    for _ in range(plies):
        if session.ending:
            break
        session = await world.client.games.play(game, session.revision, session.mover, _move(session.position, rng))
    await world.sweep()
    return session


def _move(position: Position, rng: random.Random) -> Move:
    quilt = position.player(position.turn).quilt
    patches = [LEATHER] if position.leather else list(position.offers)
    spots = [spot for patch in patches for spot in tidiest(quilt, patch)[:1] if spot in position.legal_moves]
    return rng.choice(spots) if spots and (position.leather or rng.random() < 0.85) else ADVANCE
