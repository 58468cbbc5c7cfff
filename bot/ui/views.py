"""Private pages to look at a game: where both stand, either quilt enlarged, all patches."""

from __future__ import annotations

from bot.sessions.session import Session
from bot.ui.address import Address
from bot.ui.alt import quilt_alt, ring_alt
from bot.ui.board import ending_line
from bot.ui.page import Button, Option, Page, Picture, Row, Select
from bot.ui.pictures import Pictures
from bot.ui.sentences import TOKENS, last_placement, mention, named, standing, undo_label
from bot.ui.texts import Say
from game import Automa
from game.automa import LEVELS


def more_page(say: Say, session: Session, user: int) -> Page:
    """Where both players stand, and ways to see more. ``user`` is who looks."""
    address = Address(session.id, session.revision, "more")
    headline = (
        ending_line(say, session)
        if session.ending
        else say("board.turn", token=TOKENS[session.position.turn], user=mention(session.mover))
    )
    controls: tuple[Row, ...] = rows(say, session, address, user)
    if session.ending and session.setup.automa and session.seat_of(user):
        controls = (*controls, _rematch_select(say, session.setup.automa, address))
    return Page((headline, standing(say, session)), rows=controls)


async def quilt_page(say: Say, session: Session, seat: int, user: int, pictures: Pictures) -> Page:
    """One quilt, enlarged, with the patch sewn last outlined."""
    position = session.position
    placement, last_seat = last_placement(session)
    png = await pictures.quilt(position, seat, last=placement if last_seat == seat else None)
    picture = Picture(png, quilt_alt(say, position, seat))
    address = Address(session.id, session.revision, f"quilt{seat}")
    return Page((named(say, session, seat),), picture, rows=rows(say, session, address, user), seat=seat)


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
    return Page((say("resign.ask", game=session.id, user=mention(other)),), rows=((back, offer), (resign,)))


def offer_page(say: Say, session: Session, seat: int) -> Page:
    """The public offer of a seat to cancel the game. Its buttons hold at this revision only."""
    address = Address(session.id, session.revision, f"offer{seat}")
    user, other = mention(session.users[seat - 1]), mention(session.users[2 - seat])
    buttons = (
        Button(say("button.agree"), address.press("agree")),
        Button(say("button.play_on"), address.press("refuse")),
    )
    return Page((say("cancel.offer", user=user, other=other, game=session.id),), rows=(buttons,))


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
    if user == session.mover:
        acts.append(Button(say("button.table"), address.press("home")))
        if ply := session.undoable:
            acts.append(Button(undo_label(say, ply), address.press("undo")))
    if seat and not session.ending:
        acts.append(Button(say("button.resign_page"), address.press("resignpage")))
    if session.ending:
        acts.append(Button(say("button.replay"), address.press("replay")))
    return tuple(looks), tuple(acts)
