"""The public message of a challenge."""

from __future__ import annotations

from bot.matches.challenges import Made
from bot.now import now
from bot.store.challenges import ChallengeRow
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.markup import mention, when
from bot.ui.kit.page import Page, button
from bot.ui.kit.texts import Say
from bot.ui.words.calls import duration
from bot.ui.words.options import pace_text


def challenge_page(say: Say, challenge: ChallengeRow) -> Page:
    """The challenge while it waits for an answer."""
    here = CustomId(challenge.id, 0, "challenge")
    text = say(
        "challenge.text",
        first=say(f"challenge.first.{challenge.first}", **_people(challenge)),
        track=say(f"track.{challenge.track}"),
        pace=pace_text(say, challenge.pace),
        place=say("challenge.thread") if challenge.place == "thread" else "",
        expires=when(challenge.expires_at),
        **_people(challenge),
    )
    call = say(
        "call.challenge",
        track=say(f"track.{challenge.track}"),
        pace=pace_text(say, challenge.pace),
        time=duration(say, challenge.expires_at - now()),
        **_people(challenge),
    )
    buttons = tuple(button(say, here, control) for control in ("accept", "decline", "withdraw"))
    return Page((text,), rows=(buttons,), call=call)


def asked_page(say: Say, made: Made, text: str) -> Page:
    """What the challenger is told: the text, and that nobody is mentioned if that is so."""
    return Page((text,) if made.calls else (text, say("challenge.silent")))


def settled_page(say: Say, challenge: ChallengeRow, answer: str) -> Page:
    """The challenge after it was ``accepted``, ``declined`` or ``withdrawn``."""
    return Page((say(f"challenge.{answer}", **_people(challenge)),))


def _people(challenge: ChallengeRow) -> dict[str, str]:
    return {"challenger": mention(challenge.challenger), "challenged": mention(challenge.challenged)}
