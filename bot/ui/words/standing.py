"""What both players have, and how their points add up."""

from __future__ import annotations

from bot.matches.match import Match
from bot.ui.kit.texts import Say
from bot.ui.words.cards import automa_name, automa_standing, if_it_ended_now, signed
from bot.ui.words.emoji import token
from bot.ui.words.names import named, player_name
from game import Automa, Score
from game.automa import BONUS_SPACES
from game.timeboard import INCOME, next_mark


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
