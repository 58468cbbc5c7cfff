"""The replay of a game: an animation of all its moves, and its record as a text."""

from __future__ import annotations

from bot.sessions.session import Session
from bot.ui.alt import poster_alt, table_alt
from bot.ui.board import headline
from bot.ui.page import Page, Picture, TextFile
from bot.ui.pictures import Pictures
from bot.ui.sentences import named
from bot.ui.texts import Say


async def replay_page(say: Say, session: Session, pictures: Pictures) -> Page:
    """The game so far, stitch by stitch, with its record attached."""
    position = session.position
    title = say(
        "replay.title",
        game=session.id,
        count=len(session.plies),
        one=named(say, session, 1),
        two=named(say, session, 2),
    )
    last = poster_alt(say, position, session.winner or 0) if session.ending else table_alt(say, position)
    animation = await pictures.replay(session.record)
    picture = Picture(animation, f"{say('alt.replay', count=len(session.plies))} {last}", f"game-{session.id}.gif")
    record = TextFile(f"game-{session.id}.txt", f"{session.record}\n")
    return Page((title,), picture, (headline(say, session), say("replay.record")), file=record)
