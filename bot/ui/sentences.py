"""Sentences about a game: what happened, what would follow, what is on offer."""

from __future__ import annotations

from bot.sessions.session import Ply, Session
from bot.ui.cards import automa_name, automa_standing, card_text, if_it_ended_now, signed
from bot.ui.texts import Say
from game import ADVANCE, LEATHER, PATCHES, Automa, Patch, Placement, Position, Score, Step
from game.facts import Advanced, BonusTaken, CardRevealed, GameOver, Income, LeatherSewed, LeatherWon, Sewed
from game.placements import OF_PATCH, PLACEMENTS
from game.position import OFFERS
from game.squares import square_at, square_name
from game.timeboard import INCOME, next_mark

MOST_PLIES = 6
"""Moves in a row that are told; a longer run tells its last ones."""

TOKENS = {1: "🔵", 2: "🟧"}
"""The tokens as they look in the pictures: a round blue one and a square amber one."""


def mention(user: int) -> str:
    """How a user is named in a text. It pings only where a message allows it."""
    return f"<@{user}>"


def player_name(say: Say, session: Session, seat: int) -> str:
    """How a player is named in a text: a person as Discord mentions them, or the Automa."""
    user = session.users[seat - 1]
    return mention(user) if user else say("automa.name")


def named(say: Say, session: Session, seat: int) -> str:
    """A player with their token."""
    return f"{TOKENS[seat]} {player_name(say, session, seat)}"


def patch_name(say: Say, patch: Patch) -> str:
    """What a patch is called, by its shape."""
    return say(f"patch.{patch.id}")


def area(placement: Placement) -> str:
    """Where a placement lies, from corner to corner, such as ``A5–E9``: it need not cover the corners."""
    look = placement.orientation
    last = square_at(placement.column + look.width - 1, placement.row + look.height - 1)
    first = square_name(placement.square)
    return first if last == placement.square else f"{first}–{square_name(last)}"


def happened(say: Say, session: Session) -> str:
    """What the last player to move has done, move by move since they got the turn.

    In a solo game: the person's last move and all that the Automa answered.
    """
    if session.last_kind == "undo":
        return say("happened.undone", user=named(say, session, session.position.turn))
    if session.last_kind == "takeback":
        turn = session.position.turn
        return say("happened.takeback", user=named(say, session, turn), other=named(say, session, 3 - turn))
    if not session.plies:
        return "" if session.ending else say("board.start")
    seat = session.plies[-1].seat
    run: list[Ply] = []
    for ply in reversed(session.plies):
        if ply.seat != seat:
            if session.setup.automa and seat == 2:
                run.append(ply)
            break
        run.append(ply)
    return "\n".join(ply_sentence(say, session, ply) for ply in reversed(run[:MOST_PLIES]))


def ply_sentence(say: Say, session: Session, ply: Ply) -> str:
    """One move and what came of it."""
    user, automa = named(say, session, ply.seat), session.users[ply.seat - 1] == 0
    parts: list[str] = []
    for fact in ply.step.facts:
        match fact:
            case CardRevealed():
                parts.append(f"{user}: {card_text(say, fact)}.")
            case Advanced(spaces=spaces):
                parts.append(say("happened.advanced", user=user, count=spaces))
            case Sewed(placement=placement):
                values = {"patch": patch_name(say, placement.patch), "square": area(placement)}
                cost, time = price(say, placement.patch)
                parts.append(say("happened.sewed", user=user, cost=cost, time=time, **values))
            case LeatherSewed(placement=placement):
                parts.append(say("happened.leather_sewed", user=user, square=area(placement)))
            case Income(buttons=buttons):
                if buttons:
                    parts.append(say("happened.income", count=buttons))
            case LeatherWon(kept=kept):
                name = (
                    "happened.leather_automa" if automa else "happened.leather_won" if kept else "happened.leather_lost"
                )
                parts.append(say(name))
            case BonusTaken():
                parts.append(say("happened.bonus"))
            case GameOver():
                pass
    return " ".join(parts)


def price(say: Say, patch: Patch) -> tuple[str, str]:
    """What a patch costs, in buttons and in time."""
    return say("count.buttons", count=patch.cost), say("count.time", count=patch.time)


def gain(say: Say, patch: Patch) -> str:
    """What a patch adds to the income, or nothing."""
    return say("count.gain", count=patch.income) if patch.income else ""


def follows(say: Say, session: Session, step: Step, *, to_mover: bool) -> str:
    """What comes of a move that is not made yet. ``to_mover`` speaks to the player to move as "you"."""
    before, after, seat = session.position, step.position, session.position.turn
    parts: list[str] = []
    for fact in step.facts:
        match fact:
            case Advanced(spaces=spaces):
                parts.append(say("follows.earned", count=spaces))
            case Sewed(placement=placement):
                parts.append(say("follows.left", count=before.player(seat).buttons - placement.patch.cost))
            case Income(buttons=buttons) if buttons:
                parts.append(say("follows.income", count=buttons))
            case LeatherWon(kept=kept):
                parts.append(say("follows.leather" if kept else "follows.leather_lost"))
            case BonusTaken():
                parts.append(say("follows.bonus"))
            case _:
                pass
    if after.over:
        parts.append(say("follows.end"))
        return " · ".join(parts)
    if after.token == seat:
        parts.append(say("follows.you_again" if to_mover else "follows.again"))
    else:
        parts.append(say("follows.other", user=player_name(say, session, after.token)))
    if after.ring != before.ring and after.ring:
        parts.append(say("follows.next", numbers=" ".join(map(str, _ring_numbers(before, after)))))
    return " · ".join(parts)


def _ring_numbers(before: Position, after: Position) -> list[int]:
    """The next three patches by the numbers that they have in the picture of the position before."""
    return [before.ring.index(patch) + 1 for patch in after.ring[:OFFERS]]


def sample(position: Position, patch: Patch) -> Step | None:
    """What taking a patch leads to, wherever it is sewn (so without the bonus); None if it fits nowhere."""
    span = OF_PATCH[patch.id]
    fitting = span.of(position.player(position.turn).quilt.fits)
    if not fitting:
        return None
    step = position.play(PLACEMENTS[span.first + (fitting & -fitting).bit_length() - 1])
    return Step(step.position, tuple(fact for fact in step.facts if not isinstance(fact, BonusTaken)))


def can_take(position: Position, patch: Patch) -> bool:
    """Whether a patch on offer can be paid for and fits somewhere."""
    return position.refusal(patch) is None and sample(position, patch) is not None


def offer_lines(say: Say, session: Session, *, to_mover: bool) -> str:
    """A line for each of the patches on offer: its price, and what follows from taking it."""
    position = session.position
    lines = [
        say(
            "offer.line",
            number=number,
            patch=patch_name(say, patch),
            cost=price(say, patch)[0],
            time=price(say, patch)[1],
            gain=gain(say, patch),
            follows=_offer_follows(say, session, patch, to_mover=to_mover),
        )
        for number, patch in enumerate(position.offers, 1)
    ]
    if not lines:
        lines.append(say("offer.none"))
    if to_mover:
        step = position.play(ADVANCE)
        spaces = position.advance_target - position.player(position.turn).space
        lines.append(say("advance.line", count=spaces, follows=follows(say, session, step, to_mover=True)))
    return "\n".join(lines)


def _offer_follows(say: Say, session: Session, patch: Patch, *, to_mover: bool) -> str:
    position = session.position
    missing = patch.cost - position.player(position.turn).buttons
    if missing > 0:
        return say("offer.too_dear", count=missing)
    step = sample(position, patch)
    return follows(say, session, step, to_mover=to_mover) if step else say("offer.no_room")


def undo_label(say: Say, ply: Ply) -> str:
    """The words on the button that takes a move back: they name the move."""
    if not isinstance(ply.move, Placement):
        return say("button.undo_advance")
    return say("button.undo", patch=patch_name(say, ply.move.patch), square=area(ply.move))


def last_placement(session: Session) -> tuple[Placement | None, int]:
    """The patch sewn last, if the last move sewed one, and its seat: what the pictures outline."""
    if not session.plies or not isinstance(session.plies[-1].move, Placement):
        return None, 0
    return session.plies[-1].move, session.plies[-1].seat


def standing(say: Say, session: Session) -> str:
    """What both players have, and the bonus; at the end of a game that was played out, the scores."""
    if session.ending == "finished":
        return final_scores(say, session)
    position = session.position
    lines: list[str] = []
    for seat in (1, 2):
        lines.append(_standing_of(say, session, seat))
        if not session.ending:
            none, space = say("standing.none"), position.player(seat).space
            income, leather = (next_mark(marks, space) or none for marks in (INCOME, position.leather_left))
            lines.append(say("standing.next", income=income, leather=leather))
    bonus = (
        say("standing.bonus", user=named(say, session, position.bonus))
        if position.bonus
        else say("standing.bonus_open")
    )
    return "\n".join((*lines, bonus))


def _standing_of(say: Say, session: Session, seat: int) -> str:
    automa, player = session.position.automa, session.position.player(seat)
    if automa and seat == 2:
        return f"{TOKENS[2]} {automa_name(say, automa)}\n{automa_standing(say, session, automa)}"
    return say(
        "standing.player",
        token=TOKENS[seat],
        user=player_name(say, session, seat),
        buttons=say("count.buttons", count=player.buttons),
        income=player.income,
        empty=say("count.empty", count=player.quilt.empty),
        space=player.space,
        now=if_it_ended_now(say, session, seat),
    )


def final_scores(say: Say, session: Session) -> str:
    """The full scoring of a finished game."""
    lines: list[str] = []
    for seat in (1, 2):
        score = session.position.score(seat)
        if session.setup.automa and seat == 2:
            lines.append(_automa_score(say, session.setup.automa, score))
            continue
        lines.append(
            say(
                "end.score",
                token=TOKENS[seat],
                user=player_name(say, session, seat),
                buttons=say("count.buttons", count=score.buttons),
                bonus=say("end.bonus", count=score.bonus) if score.bonus else "",
                penalty=-score.empty,
                empty=say("count.empty", count=session.position.player(seat).quilt.empty),
                total=signed(score.total),
            )
        )
    if session.position.score(1).total == session.position.score(2).total:
        lines.append(say("end.tie", user=named(say, session, session.winner or 0)))
    return "\n".join(lines)


def _automa_score(say: Say, automa: Automa, score: Score) -> str:
    return say(
        "end.automa",
        token=TOKENS[2],
        user=automa_name(say, automa),
        buttons=score.buttons,
        patches=score.patches,
        bonus=say("end.bonus", count=score.bonus) if score.bonus else "",
        total=signed(score.total),
    )


def patch_number(position: Position, patch: Patch) -> int:
    """Which of the offers a patch is, from 1; 0 for leather."""
    return 0 if patch is LEATHER else position.ring.index(patch.id) + 1


def ring_patches(position: Position) -> list[Patch]:
    """The patches of the ring, clockwise from the pawn."""
    return [PATCHES[patch] for patch in position.ring]
