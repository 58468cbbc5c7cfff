"""Sentences about a game: what happened, what would follow, what is on offer."""

from __future__ import annotations

from bot.matches.match import Match, Ply, is_nobody
from bot.ui.kit.texts import Say
from bot.ui.words.cards import automa_name, automa_standing, card_text, if_it_ended_now, signed
from bot.ui.words.emoji import token
from game import ADVANCE, Automa, Patch, Placement, Score, Step, other
from game.automa import BONUS_SPACES
from game.facts import Advanced, BonusTaken, CardRevealed, GameOver, Income, LeatherSewed, LeatherWon, Sewed
from game.position import OFFERS
from game.squares import square_at, square_name
from game.timeboard import INCOME, next_mark
from render import DAYLIGHT

MOST_PLIES = 6
"""How many consecutive moves are listed; only the last of a longer run."""

TOKEN_COLOURS = {1: int(DAYLIGHT.blue[1:], 16), 2: int(DAYLIGHT.amber[1:], 16)}
"""The colours of the tokens by seat, as 0xRRGGBB: those of the bars beside messages."""


def mention(user: int) -> str:
    """How a text names a user. It pings only if the message allows it."""
    return f"<@{user}>"


def when(moment: int, style: str = "R") -> str:
    """A time in seconds since 1970 as Discord shows it to each reader: R such as "in 3 days", D a date."""
    return f"<t:{moment}:{style}>"


def url_of(guild_id: int, channel_id: int, message_id: int | None = None) -> str:
    """The address of a message on Discord, or of its channel."""
    url = f"https://discord.com/channels/{guild_id}/{channel_id}"
    return f"{url}/{message_id}" if message_id else url


def player_name(say: Say, match: Match, seat: int) -> str:
    """How a text names a player: a person as Discord mentions them, or the Automa."""
    return user_name(say, match.user_at(seat))


def user_name(say: Say, user: int | None) -> str:
    """A user as Discord mentions them; the Automa for None, and *somebody* for nobody's number."""
    if user is None:
        return say("automa.name")
    return say("user.forgotten") if is_nobody(user) else mention(user)


def named(say: Say, match: Match, seat: int) -> str:
    """A player with their token."""
    return f"{token(say, seat)} {player_name(say, match, seat)}"


def patch_name(say: Say, patch: Patch) -> str:
    """What a patch is called, by its shape."""
    return say(f"patch.{patch.id}")


def area(placement: Placement) -> str:
    """Where a placement lies, from corner to corner, such as ``A5–E9``: it need not cover the corners."""
    shape = placement.orientation
    last = square_at(placement.column + shape.width - 1, placement.row + shape.height - 1)
    first = square_name(placement.square)
    return first if last == placement.square else f"{first}–{square_name(last)}"


def happened(say: Say, match: Match) -> str:
    """What the last player to move has done, move by move since they got the turn.

    In a solo game: the person's last move and all that the Automa answered.
    """
    if match.last_kind == "undo":
        return say("happened.undone", user=named(say, match, match.position.turn))
    if match.last_kind == "takeback":
        turn = match.position.turn
        return say("happened.takeback", user=named(say, match, turn), other=named(say, match, other(turn)))
    if not match.plies:
        return "" if match.outcome else say("board.start")
    seat = match.plies[-1].seat
    run: list[Ply] = []
    for ply in reversed(match.plies):
        if ply.seat != seat:
            if match.automa and seat == 2:
                run.append(ply)
            break
        run.append(ply)
    return "\n".join(ply_sentence(say, match, ply) for ply in reversed(run[:MOST_PLIES]))


def ply_sentence(say: Say, match: Match, ply: Ply) -> str:
    """One move and what came of it."""
    user, is_person = named(say, match, ply.seat), match.user_at(ply.seat) is not None
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
                name = "happened.leather_won" if kept else "happened.leather_lost"
                parts.append(say(name if is_person else "happened.leather_automa"))
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


def patch_values(say: Say, patch: Patch) -> dict[str, str]:
    """What a line about a patch says of it: its name, its price, and what it adds to the income."""
    cost, time = price(say, patch)
    return {"patch": patch_name(say, patch), "cost": cost, "time": time, "gain": gain(say, patch)}


def follows(say: Say, match: Match, step: Step, *, to_mover: bool) -> str:
    """What follows from a move that is not made yet. ``to_mover`` speaks to the player to move as "you"."""
    before, after, seat = match.position, step.position, match.position.turn
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
        parts.append(say("follows.other", user=player_name(say, match, after.token)))
    if after.ring != before.ring and after.ring:
        following = (before.ring.index(patch) + 1 for patch in after.ring[:OFFERS])  # as the picture numbers them
        parts.append(say("follows.next", numbers=" ".join(map(str, following))))
    return " · ".join(parts)


def offer_lines(say: Say, match: Match, *, to_mover: bool) -> str:
    """A line for each of the patches on offer: its price, and what follows from taking it."""
    position = match.position
    lines = [
        say(
            "patches.line",
            number=number,
            **patch_values(say, patch),
            follows=_offer_follows(say, match, patch, to_mover=to_mover),
        )
        for number, patch in enumerate(position.offers, 1)
    ]
    if not lines:
        lines.append(say("patches.none"))
    if to_mover:
        step = position.play(ADVANCE)
        spaces = position.advance_target - position.player(position.turn).space
        lines.append(say("advance.line", count=spaces, follows=follows(say, match, step, to_mover=True)))
    return "\n".join(lines)


def _offer_follows(say: Say, match: Match, patch: Patch, *, to_mover: bool) -> str:
    position = match.position
    missing = patch.cost - position.player(position.turn).buttons
    if missing > 0:
        return say("patches.too_dear", count=missing)
    step = position.preview(patch)
    return follows(say, match, step, to_mover=to_mover) if step else say("patches.no_room")


def undo_label(say: Say, ply: Ply) -> str:
    """The words on the button that takes a move back: they name the move."""
    if not isinstance(ply.move, Placement):
        return say("button.undo_advance")
    return say("button.undo", patch=patch_name(say, ply.move.patch), square=area(ply.move))


def standing(say: Say, match: Match) -> str:
    """What both players have, and the bonus; at the end of a game that was played out, the scores."""
    if match.outcome and match.outcome.termination == "finished":
        return final_scores(say, match)
    position = match.position
    lines: list[str] = []
    for seat in (1, 2):
        lines.append(_standing_of(say, match, seat))
        if not match.outcome:
            none, space = say("standing.none"), position.player(seat).space
            income, leather = (next_mark(marks, space) or none for marks in (INCOME, position.leather_left))
            lines.append(say("standing.next", income=income, leather=leather))
    return "\n".join((*lines, _bonus(say, match)))


def _bonus(say: Say, match: Match) -> str:
    """Who has the 7×7 bonus; as long as it can still be taken, where the Automa would take it."""
    position = match.position
    if position.bonus:
        return say("standing.bonus", user=named(say, match, position.bonus))
    if match.outcome:
        return say("standing.bonus_none")
    if position.automa:
        return say("standing.bonus_automa", space=BONUS_SPACES[position.automa.level])
    return say("standing.bonus_open")


def _standing_of(say: Say, match: Match, seat: int) -> str:
    automa, player = match.position.automa, match.position.player(seat)
    if automa and seat == 2:
        return f"{token(say, 2)} {automa_name(say, automa)}\n{automa_standing(say, match, automa)}"
    return say(
        "standing.player",
        token=token(say, seat),
        user=player_name(say, match, seat),
        buttons=say("count.buttons", count=player.buttons),
        income=player.income,
        empty=say("count.empty", count=player.quilt.empty),
        space=player.space,
        now=if_it_ended_now(say, match, seat),
    )


def final_scores(say: Say, match: Match) -> str:
    """The full scoring of a finished game."""
    lines: list[str] = []
    for seat in (1, 2):
        score = match.position.score(seat)
        if match.automa and seat == 2:
            lines.append(_automa_score(say, match.automa, score))
            continue
        lines.append(
            say(
                "end.score",
                token=token(say, seat),
                user=player_name(say, match, seat),
                buttons=say("count.buttons", count=score.buttons),
                bonus=say("end.bonus", count=score.bonus) if score.bonus else "",
                penalty=-score.empty,
                empty=say("count.empty", count=match.position.player(seat).quilt.empty),
                total=signed(score.total),
            )
        )
    if match.position.score(1).total == match.position.score(2).total:
        lines.append(say("end.tie", user=named(say, match, match.winner or 0)))
    return "\n".join(lines)


def _automa_score(say: Say, automa: Automa, score: Score) -> str:
    return say(
        "end.automa",
        token=token(say, 2),
        user=automa_name(say, automa),
        buttons=say("count.buttons", count=score.buttons),
        patches=score.patches,
        bonus=say("end.bonus", count=score.bonus) if score.bonus else "",
        total=signed(score.total),
    )
