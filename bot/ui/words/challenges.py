"""What a challenge says: to what kind of game somebody is asked, or to a rematch of which one."""

from collections.abc import Iterator
from typing import Any

from bot.clock import now
from bot.matches.duels import DUEL_DAYS
from bot.store.challenges import ChallengeRow
from bot.store.games import GameRow
from bot.ui.kit.texts import Say, mention, sentences, when
from bot.ui.words.names import rival_name, signed
from bot.ui.words.notifications import duration
from bot.ui.words.options import USUAL_TRACK


def challenge_text(say: Say, challenge: ChallengeRow, before: GameRow | None) -> str:
    """The public words; ``before`` is the game that this one follows."""
    kind = ".rematch" if challenge.rematch_of else ".duel" if challenge.rival else ""
    title = say(f"challenge.title{kind}", **people(challenge))
    asks = say(f"challenge.{_asks(challenge, before)}", **_values(say, challenge, before))
    expires = say("challenge.expires", expires=when(challenge.expires_at))
    return "\n".join((title, sentences(say, asks, *_terms(say, challenge), *_unusual(say, challenge)), expires))


def seat_text(say: Say, seat: ChallengeRow) -> str:
    """The public words of an open seat."""
    asks = say("seat.duel" if seat.rival else "seat.open", **_values(say, seat, None))
    closes = say("seat.closes", time=when(seat.expires_at))
    title = say("seat.title.duel" if seat.rival else "seat.title")
    return "\n".join((title, sentences(say, asks, *_terms(say, seat), *_unusual(say, seat)), closes))


def _terms(say: Say, challenge: ChallengeRow) -> Iterator[str]:
    """Say how long a move may take, and who starts; of a duel, its first words say it all."""
    if not challenge.rival:
        yield pace_sentence(say, challenge.pace)
        yield say(f"challenge.first.{challenge.first}", **people(challenge))


def pace_sentence(say: Say, pace: int | None) -> str:
    """Say how long a move may take; ``pace`` in days, None for no limit."""
    return say("challenge.pace.days", count=pace) if pace else say("challenge.pace.none")


def _unusual(say: Say, challenge: ChallengeRow) -> Iterator[str]:
    """Say what is not as usual."""
    if challenge.track != USUAL_TRACK:
        yield say("challenge.track", track=say(f"track.{challenge.track}"))
    if challenge.place == "thread":
        yield say("challenge.thread")


def challenge_notification(say: Say, challenge: ChallengeRow, before: GameRow | None) -> str:
    """Write the notification for the challenged user."""
    asks = say(f"call.challenge.{_asks(challenge, before)}", **_values(say, challenge, before))
    time = say("call.challenge.time", time=duration(say, challenge.expires_at - now()))
    return sentences(say, asks, *_terms(say, challenge), time)


def people(challenge: ChallengeRow) -> dict[str, str]:
    """Say who challenges whom, as texts name them."""
    return {"challenger": mention(challenge.challenger), "challenged": mention(challenge.challenged)}


def _asks(challenge: ChallengeRow, before: GameRow | None) -> str:
    """Choose the texts that ask: for a new game, or for one more after one that was won or lost."""
    if challenge.rival:
        return "duel"
    if not challenge.rematch_of:
        return "new"
    if before is None or _points(before, challenge.challenged) is None:
        return "again"
    has_won = before.users[(before.winner or 1) - 1] == challenge.challenged
    return "again.won" if has_won else "again.lost"


def _values(say: Say, challenge: ChallengeRow, before: GameRow | None) -> dict[str, Any]:
    points = _points(before, challenge.challenged) if before else None
    return {
        "rival": rival_name(say, challenge.rival) if challenge.rival else "",
        "count": DUEL_DAYS,
        **(dict(zip(("points", "others"), map(signed, points), strict=True)) if points else {}),
        **people(challenge),
    }


def _points(before: GameRow, user: int) -> tuple[int, int] | None:
    """The points of a user at the end of the game before, and the other's; None if it was not played out."""
    if before.ending != "finished" or user not in before.users or before.points1 is None or before.points2 is None:
        return None
    points = before.points1, before.points2
    return points if before.player1 == user else points[::-1]
