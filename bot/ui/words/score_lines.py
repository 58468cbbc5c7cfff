"""What both players have and what lies ahead of them, and at the end, how their points add up."""

from bot.matches.match import Match
from bot.matches.news import next_budget
from bot.ui.kit.texts import Say, listed, sentences
from bot.ui.words.accessible import automa_sentences, player_sentence, player_sentences, points
from bot.ui.words.names import in_points, named_subject, titled
from game.squares import INCOME, LAST, next_mark

LATE = LAST * 2 // 3
"""When both tokens are beyond this space, it helps to know how many points they would have now."""


def score_lines(say: Say, match: Match) -> str:
    """A paragraph for each player, in words with what pictures of the table show: where leather and the next income
    are, and the Automa's next budget; at the end of a game that was played out, the scores.
    """
    if match.outcome and match.outcome.termination == "finished":
        return final_scores(say, match)
    paragraphs = [_of_seat(say, match, seat) for seat in (1, 2)]
    return "\n".join(paragraphs if match.outcome or not say.text_only else (*paragraphs, _leather(say, match)))


def _leather(say: Say, match: Match) -> str:
    left = match.position.leather_left
    spaces = listed(say, map(str, left))
    return say("standing.leather", count=len(left), spaces=spaces) if left else say("standing.no_leather")


def tie_line(say: Say, match: Match) -> str:
    """Say who has won a game that was played out if both have as many points, or nothing."""
    one, two = (match.position.score(seat).total for seat in (1, 2))
    return say("end.tie", user=_name(say, match, match.winner or 0)) if one == two else ""


def final_scores(say: Say, match: Match) -> str:
    """The full scoring of a finished game."""
    lines = [points(say, match.position, seat, _name(say, match, seat)) for seat in (1, 2)]
    return "\n".join(filter(None, (*lines, tie_line(say, match))))


def _name(say: Say, match: Match, seat: int) -> str:
    name = titled if match.automa and say.text_only else named_subject  # elsewhere, the title has told the level
    return name(say, match, seat)


def _of_seat(say: Say, match: Match, seat: int) -> str:
    position, name = match.position, titled(say, match, seat)
    if position.automa and seat == 2:
        budget = next_budget(match) if say.text_only else None
        told = [automa_sentences(say, position, position.automa, name)]
        told += [] if budget is None else [say("automa.next_budget", budget=budget)]
    elif match.outcome:
        told = [player_sentence(say, position, seat, name)]
    else:
        space = next_mark(INCOME, position.player(seat).space) if say.text_only else None
        income = say("standing.income", space=space) if space else ""
        told = [player_sentences(say, position, seat, name), income]
    if not match.outcome and min(player.space for player in position.players) > LATE:
        total = position.score(seat).total
        told.append(say("standing.now", points=in_points(say, total)))
    return sentences(say, *told)
