"""Private pages to look at a game: where both stand, either quilt enlarged, all patches."""

from __future__ import annotations

from bot.clock import now
from bot.sessions.clocks import is_late
from bot.sessions.session import Session
from bot.ui.address import Address
from bot.ui.alt import quilt_alt, ring_alt
from bot.ui.board import headline
from bot.ui.page import Button, Option, Page, Picture, Row, Select
from bot.ui.pictures import Pictures
from bot.ui.sentences import last_placement, mention, named, standing, undo_label
from bot.ui.texts import Say
from game import Automa
from game.automa import LEVELS

IN_A_ROW = 3
"""Buttons with words that fit side by side on a phone."""


def more_page(say: Say, session: Session, user: int) -> Page:
    """Where both players stand, and ways to see more. ``user`` is who looks."""
    address = Address(session.id, session.revision, "more")
    controls: tuple[Row, ...] = rows(say, session, address, user)
    if session.ending and session.setup.automa and session.seat_of(user):
        controls = (*controls, _rematch_select(say, session.setup.automa, address))
    return Page((headline(say, session), standing(say, session)), rows=controls)


async def quilt_page(say: Say, session: Session, seat: int, user: int, pictures: Pictures) -> Page:
    """One quilt, enlarged, with the patch sewn last outlined."""
    position = session.position
    placement, last_seat = last_placement(session)
    png = await pictures.quilt(position, seat, last=placement if last_seat == seat else None)
    picture = Picture(png, quilt_alt(say, position, seat))
    address = Address(session.id, session.revision, f"quilt{seat}")
    return Page((named(say, session, seat),), picture, rows=rows(say, session, address, user), accent=seat)


async def ring_page(say: Say, session: Session, user: int, pictures: Pictures) -> Page:
    """All patches of the ring, in order."""
    position = session.position
    picture = Picture(await pictures.ring(position), ring_alt(say, position))
    address = Address(session.id, session.revision, "ring")
    return Page((), picture, rows=rows(say, session, address, user))


def resign_page(say: Say, session: Session, user: int) -> Page:
    """The question before a game is given up."""
    address = Address(session.id, session.revision, "resign")
    back, resign = (
        Button(say("button.back"), address.press("more")),
        Button(say("button.resign"), address.press("resign")),
    )
    if session.setup.automa:
        return Page((say("resign.ask_solo", game=session.id),), rows=((back, resign),))
    other = session.users[2 - session.seat_of(user)]
    offer = Button(say("button.offer"), address.press("offer"))
    gone = Button(say("button.gone"), address.press("gone"))
    return Page((say("resign.ask", game=session.id, user=mention(other)),), rows=((back, offer), (gone, resign)))


def claim_page(say: Say, session: Session, user: int) -> Page:
    """The question before a game is won because the other player is late."""
    address = Address(session.id, session.revision, "claim")
    other = mention(session.users[2 - session.seat_of(user)])
    buttons = (
        Button(say("button.back"), address.press("more")),
        Button(say("button.moretime"), address.press("moretime")),
        Button(say("button.claim"), address.press("claim")),
    )
    return Page((say("claim.ask", game=session.id, user=other),), rows=(buttons,))


def _rematch_select(say: Say, automa: Automa, address: Address) -> Select:
    options = tuple(
        Option(say(f"level.{level}"), level, say(f"level.{level}.what"), chosen=level == automa.level)
        for level in LEVELS
    )
    return Select(say("select.rematch"), address.press("rematch"), options)


def rows(say: Say, session: Session, address: Address, user: int) -> tuple[tuple[Button, ...], ...]:
    """The ways to see more of a game, and what may be done with it."""
    seat = session.seat_of(user)
    labels = {seat: "my_quilt", 3 - seat: "their_quilt"} if seat else {1: "round_quilt", 2: "square_quilt"}
    first = list(labels) if not session.setup.automa else [1]
    looks = [
        Button(say(f"button.{labels[which]}"), address.press(f"quilt{which}"), address.page != f"quilt{which}")
        for which in first
    ]
    looks.append(Button(say("button.ring"), address.press("ring"), address.page != "ring"))
    acts = [Button(say("button.text"), address.press("text"), address.page != "text")]
    if session.ending:
        acts.append(Button(say("button.replay"), address.press("replay")))
    elif seat:
        acts += _deeds(say, session, address, user)
    return tuple(looks), *(tuple(acts[start : start + IN_A_ROW]) for start in range(0, len(acts), IN_A_ROW))


def _deeds(say: Say, session: Session, address: Address, user: int) -> list[Button]:
    """What a player may do in a running game besides looking at it."""
    deeds: list[str] = []
    ply = session.undoable
    if user == session.mover:
        deeds += ["home", "undo"] if ply else ["home"]
    elif not session.setup.automa:
        if is_late(session, now()):
            deeds.append("claimpage")
        deeds.append("nudge")
        if session.returnable:
            deeds.append("takeback")
    if session.deadline is not None:
        deeds.append("pause")
    if session.paused is not None:
        deeds.append("resume")
    deeds.append("resignpage")
    return [
        Button(undo_label(say, ply) if deed == "undo" and ply else say(f"button.{deed}"), address.press(deed))
        for deed in deeds
    ]
