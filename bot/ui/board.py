"""The board: the public message of a game, and the same for the player to move alone."""

from __future__ import annotations

from bot.clock import now
from bot.sessions.clocks import is_late
from bot.sessions.session import Session
from bot.ui.address import Address
from bot.ui.alt import poster_alt, table_alt
from bot.ui.cards import automa_name, last_card, levels_text, next_budget, signed
from bot.ui.page import Button, Page, Picture
from bot.ui.pictures import Pictures
from bot.ui.sentences import (
    TOKENS,
    can_take,
    final_scores,
    happened,
    last_placement,
    mention,
    named,
    offer_lines,
    player_name,
    undo_label,
)
from bot.ui.texts import Say


async def board_page(say: Say, session: Session, pictures: Pictures) -> Page:
    """The public board, in the game's language."""
    picture = await table_picture(say, session, pictures)
    automa = session.setup.automa
    players = say(
        "board.players",
        one=named(say, session, 1),
        two=f"{TOKENS[2]} {automa_name(say, automa)}" if automa else named(say, session, 2),
        game=session.id,
        move=len(session.plies) + (not session.ending),
        track=say(f"track.{session.setup.track}"),
    )
    address = Address(session.id, session.revision, "board")
    more: tuple[Button, ...] = (Button(say("button.more"), address.press("more")),)
    if session.ending:
        if session.ending != "closed":
            more = (*more, Button(say("button.rematch"), address.press("rematch")))
        more = (*more, Button(say("button.replay"), address.press("replay")))
        below = tuple(filter(None, (happened(say, session), *_scores(say, session))))
        return Page((ending_line(say, session), players), picture, below, (more,), session.winner or 0)
    seat = session.position.turn
    name = "board.leather" if session.position.leather else "board.turn"
    above = say(name, token=TOKENS[seat], user=mention(session.mover))
    below = (happened(say, session), *_next_budget(say, session), *_offers(say, session, to_mover=False))
    above = "\n".join(filter(None, (above, clock_line(say, session))))
    return Page((above, players), picture, below, (_turn_row(say, session, address), more), seat)


async def home_page(say: Say, session: Session, pictures: Pictures) -> Page:
    """The board for the player to move alone, from which a turn is taken in private."""
    picture = await table_picture(say, session, pictures)
    address = Address(session.id, session.revision, "home")
    below = (*_next_budget(say, session), *_offers(say, session, to_mover=True))
    last: tuple[Button, ...] = (Button(say("button.more"), address.press("more")),)
    if ply := session.undoable:
        last = (*last, Button(undo_label(say, ply), address.press("undo")))
    return Page((), picture, below, (_turn_row(say, session, address), last), session.position.turn)


async def table_picture(say: Say, session: Session, pictures: Pictures) -> Picture:
    """The picture of the whole table; at the end of the quilts."""
    position = session.position
    if session.ending:
        winner = session.winner or 0
        return Picture(await pictures.poster(position, winner), poster_alt(say, position, winner))
    png = await pictures.table(
        position, *last_placement(session), card=last_card(session), next_budget=next_budget(session)
    )
    return Picture(png, table_alt(say, position, card=last_card(session)))


def headline(say: Say, session: Session) -> str:
    """Whose move it is, or how the game ended."""
    if session.ending:
        return ending_line(say, session)
    return say("board.turn", token=TOKENS[session.position.turn], user=mention(session.mover))


def ending_line(say: Say, session: Session) -> str:
    """Who has won, or that nobody has."""
    if session.ending == "cancelled":
        return say("end.cancelled")
    if session.ending == "closed":
        return say(f"end.closed.{session.why}")
    seat = session.winner or 0
    user, other = player_name(say, session, seat), player_name(say, session, 3 - seat)
    if session.ending in ("resigned", "claimed"):
        name = f"end.{session.why or session.ending}"
        return say(name, token=TOKENS[seat], user=user, other=other)
    points, others = (signed(session.position.score(which).total) for which in (seat, 3 - seat))
    return say("end.won", token=TOKENS[seat], user=user, points=points, others=others)


def clock_line(say: Say, session: Session) -> str:
    """What the clock of a running game says, or nothing for a game without one."""
    if session.paused is not None:
        return say("clock.paused")
    if session.deadline is None or session.pace is None:
        return ""
    time = f"<t:{session.deadline}:R>"
    if is_late(session, now()):
        return say("clock.late", time=time, user=mention(session.users[2 - session.position.turn]))
    if session.away is not None and session.away > now():
        return say("clock.vacation", user=mention(session.mover), date=f"<t:{session.away - 1}:D>", time=time)
    return say("clock.due", time=time)


def _scores(say: Say, session: Session) -> list[str]:
    if session.ending != "finished":
        return []
    scores = [final_scores(say, session)]
    return [*scores, levels_text(say, session)] if session.setup.automa else scores


def _next_budget(say: Say, session: Session) -> list[str]:
    budget = next_budget(session)
    return [] if budget is None else [say("automa.next_budget", budget=budget)]


def _offers(say: Say, session: Session, *, to_mover: bool) -> list[str]:
    return [] if session.position.leather else [offer_lines(say, session, to_mover=to_mover)]


def _turn_row(say: Say, session: Session, address: Address) -> tuple[Button, ...]:
    position = session.position
    if position.leather:
        return (Button(say("button.leather"), address.press("leather")),)
    spaces = position.advance_target - position.player(position.turn).space
    takes = (
        Button(str(number), address.press(str(number)), can_take(position, patch))
        for number, patch in enumerate(position.offers, 1)
    )
    return (*takes, Button(say("button.advance", count=spaces), address.press("advance")))
