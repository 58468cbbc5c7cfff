"""The public message of a challenge, and what the two people see of it in private."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from bot.clock import now
from bot.matches.challenge import Made
from bot.matches.duels import DUEL_DAYS
from bot.store.challenges import ChallengeRow
from bot.store.games import GameRow
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Page, Select, button
from bot.ui.kit.texts import Say, mention, sentences, when
from bot.ui.words import names, notifications, options


def challenge_page(say: Say, challenge: ChallengeRow, before: GameRow | None = None, *, counts: bool = False) -> Page:
    """The challenge while it waits for an answer, or the open seat; ``before`` is the game that a rematch follows.
    If its game ``counts`` on a ladder, it can be seen what is at stake; a duel never does.

    The challenger can withdraw it with *Decline*, too: their own button stands in a private answer.
    """
    here = _here(challenge)
    if challenge.is_open:
        kind = ".duel" if challenge.rival else ""
        asks = say("seat.duel" if challenge.rival else "seat.open", **_values(say, challenge, None))
        text = sentences(say, asks, *_terms(say, challenge), *_unusual(say, challenge))
        told = (say(f"seat.title{kind}"), text, say("seat.closes", time=when(challenge.expires_at)))
        buttons = (button(say, here, "take", style="yes"), button(say, here, "rules"))
        return Page(("\n".join(told),), rows=(buttons,))
    stake = (button(say, here, "stake"),) if counts and not challenge.rival else ()
    answers = button(say, here, "accept", style="yes"), button(say, here, "decline")
    buttons = (*answers, *stake, button(say, here, "rules"))
    asks, values = _asks(challenge, before), _values(say, challenge, before)
    time = say("call.challenge.time", time=notifications.duration(say, challenge.expires_at - now()))
    call = sentences(say, say(f"call.challenge.{asks}", **values), *_terms(say, challenge), time)
    kind = ".rematch" if challenge.rematch_of else ".duel" if challenge.rival else ""
    text = sentences(say, say(f"challenge.{asks}", **values), *_terms(say, challenge), *_unusual(say, challenge))
    expires = say("challenge.expires", expires=when(challenge.expires_at))
    told = (say(f"challenge.title{kind}", **_people(challenge)), text, expires)
    return Page(("\n".join(told),), rows=(buttons,), notification=call)


def waiting_page(say: Say, challenge: ChallengeRow, user: int) -> Page:
    """The challenge once more, for one of the two in private: to be answered, or withdrawn."""
    page = challenge_page(say, challenge)
    if user != challenge.challenger:
        return page
    return Page(page.above, rows=((button(say, _here(challenge), "withdraw"),),))


def asked_page(say: Say, made: Made, text: str) -> Page:
    """Show the challenger the text, and that nobody is mentioned if that is so. They can still withdraw."""
    above = (text,) if made.calls else (text, say("challenge.silent"))
    return Page(above, rows=((button(say, _here(made.challenge), "withdraw"),),))


def settled_page(say: Say, challenge: ChallengeRow, answer: str) -> Page:
    """The challenge after it was ``accepted`` or ``declined``; in private, ``declined.you`` to who has declined it,
    ``declined.asker`` and ``taken_back`` to the challenger.
    """
    if challenge.is_open:
        return Page((say("seat.taken_back"),))
    return Page((say(f"challenge.{answer}", **_people(challenge)),))


def with_rivals(say: Say, page: Page) -> Page:
    """A page about a seat that may stay open for long, with rivals to play meanwhile."""
    rivals = Select(say("select.meanwhile"), CustomId(0, 0, "refusal", "rival"), options.rival_options(say))
    return replace(page, rows=(*page.rows, rivals))


def pace_sentence(say: Say, pace: int | None) -> str:
    """Say how long a move may take; None for no limit."""
    return say(f"challenge.pace.{options.unit_of(pace)}", count=pace) if pace else say("challenge.pace.none")


def _here(challenge: ChallengeRow) -> CustomId:
    return CustomId(challenge.id, 0, "challenge")


def _terms(say: Say, challenge: ChallengeRow) -> Iterator[str]:
    if not challenge.rival:
        yield pace_sentence(say, challenge.pace)
        yield say(f"challenge.first.{challenge.first}", **_people(challenge))


def _unusual(say: Say, challenge: ChallengeRow) -> Iterator[str]:
    if challenge.track != options.USUAL_TRACK:
        yield say("challenge.track", track=say(f"track.{challenge.track}"))
    if challenge.place == "thread":
        yield say("challenge.thread")


def _people(challenge: ChallengeRow) -> dict[str, str]:
    return {"challenger": mention(challenge.challenger), "challenged": mention(challenge.challenged)}


def _asks(challenge: ChallengeRow, before: GameRow | None) -> str:
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
        "rival": names.rival_name(say, challenge.rival) if challenge.rival else "",
        "count": DUEL_DAYS,
        **(dict(zip(("points", "others"), map(names.signed, points), strict=True)) if points else {}),
        **_people(challenge),
    }


def _points(before: GameRow, user: int) -> tuple[int, int] | None:
    """The points of a user at the end of the game before, and the other's; None if it was not played out."""
    if before.ending != "finished" or user not in before.users or before.points1 is None or before.points2 is None:
        return None
    points = before.points1, before.points2
    return points if before.player1 == user else points[::-1]
