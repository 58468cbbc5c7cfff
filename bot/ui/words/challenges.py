"""What a challenge says: to what kind of game somebody is asked, or to a rematch of which one."""

from __future__ import annotations

from bot.now import now
from bot.store.challenges import ChallengeRow
from bot.store.games import GameRow
from bot.ui.kit.markup import mention, when
from bot.ui.kit.texts import Say
from bot.ui.words.calls import duration
from bot.ui.words.cards import signed
from bot.ui.words.options import USUAL_TRACK, pace_text


def challenge_text(say: Say, challenge: ChallengeRow, before: GameRow | None) -> str:
    """The public words; ``before`` is the game that this one follows."""
    unusual = challenge.track != USUAL_TRACK
    return say(
        f"challenge.text{_kind(challenge)}",
        track=say("challenge.track", track=say(f"track.{challenge.track}")) if unusual else "",
        place=say("challenge.thread") if challenge.place == "thread" else "",
        expires=when(challenge.expires_at),
        **_values(say, challenge, before),
    )


def challenge_call(say: Say, challenge: ChallengeRow, before: GameRow | None) -> str:
    """What a notification says to the challenged user."""
    time = duration(say, challenge.expires_at - now())
    return say(f"call.challenge{_kind(challenge)}", time=time, **_values(say, challenge, before))


def people(challenge: ChallengeRow) -> dict[str, str]:
    """Who challenges whom, as texts name them."""
    return {"challenger": mention(challenge.challenger), "challenged": mention(challenge.challenged)}


def _kind(challenge: ChallengeRow) -> str:
    return ".rematch" if challenge.rematch_of else ""


def _values(say: Say, challenge: ChallengeRow, before: GameRow | None) -> dict[str, str]:
    return {
        "pace": pace_text(say, challenge.pace),
        "first": say(f"challenge.first.{challenge.first}", **people(challenge)),
        "result": _result(say, before, challenge.challenged) if before else "",
        **people(challenge),
    }


def _result(say: Say, before: GameRow, user: int) -> str:
    """How the game before ended for the challenged user, if it was played out."""
    if before.ending != "finished" or user not in before.users or before.points1 is None or before.points2 is None:
        return ""
    points = before.points1, before.points2
    own, others = points if before.player1 == user else points[::-1]
    has_won = before.users[(before.winner or 1) - 1] == user
    name = "challenge.result.won" if has_won else "challenge.result.lost"
    return say(name, points=signed(own), others=signed(others))
