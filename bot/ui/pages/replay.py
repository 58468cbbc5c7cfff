"""The replay of a game: an animation of all its moves, and its record as a text."""

from __future__ import annotations

import render
from bot.matches.match import Match
from bot.ui.kit.page import Image, Page, TextFile
from bot.ui.kit.pictures import animation
from bot.ui.kit.texts import Say
from bot.ui.pages.board import headline
from bot.ui.words.alt import poster_alt, table_alt
from bot.ui.words.names import named


def replay_page(say: Say, match: Match) -> Page:
    """The game so far, stitch by stitch, with its record attached."""
    position, count = match.position, len(match.plies)
    title = say("replay.title", game=match.id, count=count, one=named(say, match, 1), two=named(say, match, 2))
    last = poster_alt(say, position, match.winner or 0) if match.outcome else table_alt(say, position)
    ended = match.outcome is not None
    moves = animation(render.draw_replay, match.record, ended=ended, winner=match.winner)
    picture = Image(moves, f"{say('alt.replay', count=count)} {last}", f"game-{match.id}.gif")
    record = TextFile(f"game-{match.id}.txt", f"{match.record}\n")
    return Page((title,), picture, (headline(say, match), say("replay.record")), file=record)
