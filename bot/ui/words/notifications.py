"""Calls: what a message that mentions somebody says in plain words, before it becomes a page.

A phone's notification shows nothing else of it: so a call says who did what, how the two stand, and how long is left.
"""

from bot.clock import now
from bot.matches.clock import DAY, HOUR, time_for
from bot.matches.match import Match
from bot.matches.news import news_of
from bot.store.players import is_nobody
from bot.ui.kit.texts import Say, mention, sentences
from bot.ui.words.names import player_name, signed, user_name
from bot.ui.words.recap import summarise_moves
from game import other

CLOSE = 3
"""The greatest difference in points of a close finish."""


def called(match: Match) -> int | None:
    """Whom a new board calls: the player to move, or at the end who did not end it; nobody in a solo game."""
    if match.is_solo:
        return None
    if match.outcome is None:
        return match.mover
    return match.user_at(other(match.outcome.by)) if match.outcome.by else None


def board_notification(say: Say, match: Match) -> str:
    """Say what a new board tells the user whom it calls; nothing if it calls nobody."""
    user = called(match)
    if user is None or is_nobody(user):
        return ""
    if match.outcome:
        return _result(say, match, user)
    return sentences(say, _news(say, match, user), time_left(say, match))


def waiting_too(say: Say, words: str, waiting: int) -> str:
    """The words of a call, and of how many games that wait for the same player this is the most urgent."""
    return sentences(say, words, say("call.waiting", count=waiting))


def time_left(say: Say, match: Match) -> str:
    """Say how long the player to move has left, in a sentence; nothing for a match without a clock."""
    if match.paused is not None:
        return say("left.paused")
    if match.deadline is None:
        return ""
    moment = now()
    if match.away is not None and match.away > moment:
        return say("left.vacation")
    left = match.deadline - moment
    return say("left.time", time=duration(say, left)) if left > 0 else say("left.none")


def duration(say: Say, seconds: int) -> str:
    """A span of time in words, rounded: in days from 36 hours on, in hours from 90 minutes on, or else in minutes."""
    for name, length, least in (("days", DAY, 36 * HOUR), ("hours", HOUR, 90 * 60)):
        if seconds >= least:
            return say(f"duration.{name}", count=round(seconds / length))
    return say("duration.minutes", count=max(round(seconds / 60), 1))


def full_time(say: Say, match: Match) -> str:
    """Say how long a move may take, in words."""
    return duration(say, time_for(match.pace) if match.pace else 0)


def _news(say: Say, match: Match, user: int) -> str:
    opponent = other(match.position.turn)
    values = {"user": mention(user), "other": player_name(say, match, opponent), "game": str(match.id)}
    ahead = match.position.player(opponent).space - match.position.player(other(opponent)).space
    how = "level" if ahead == 0 else "ahead" if ahead > 0 else "behind"
    standing = say(f"call.standing.{how}", count=abs(ahead), **values)
    if match.last_kind == "takeback":
        return sentences(say, say("call.takeback", **values), standing)
    if not match.plies:
        return say("call.begins", **values)
    theirs, own = ([ply for ply in news_of(match) if ply.seat == seat] for seat in (opponent, other(opponent)))
    if not theirs:
        return say(f"call.still.{how}", count=abs(ahead), **values)
    told = [say("call.turn", **values), *summarise_moves(say, theirs, values["other"]), standing]
    for why in ("forced", "planned"):
        done = summarise_moves(say, [ply for ply in own if ply.how == why])
        told += [say(f"call.{why}"), *done] if done else []
    return sentences(say, *told)


def _result(say: Say, match: Match, user: int) -> str:
    outcome = match.outcome
    assert outcome is not None
    values = {"user": mention(user), "other": user_name(say, match.opponent(user)), "game": match.id}
    if outcome.termination != "finished":
        return say(f"call.{outcome.why or outcome.termination}", **values)
    seat = match.seat_of(user)
    assert seat is not None
    yours, theirs = (match.position.score(which).total for which in (seat, other(seat)))
    how = "won" if outcome.winner == seat else "lost"
    if yours == theirs:
        return say(f"call.{how}.tie", points=signed(yours), **values)
    result = say(f"call.{how}", points=signed(max(yours, theirs)), others=signed(min(yours, theirs)), **values)
    return sentences(say, result, say("call.close" if abs(yours - theirs) <= CLOSE else f"call.{how}.line"))
