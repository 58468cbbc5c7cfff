"""The public message of a challenge."""

from __future__ import annotations

from bot.store.challenges import ChallengeRow
from bot.ui.address import Address
from bot.ui.page import Button, Page
from bot.ui.sentences import mention
from bot.ui.texts import Say


def challenge_page(say: Say, challenge: ChallengeRow) -> Page:
    """The challenge while it waits for an answer."""
    address = Address(challenge.id, 0, "challenge")
    text = say(
        "challenge.text",
        first=say(f"challenge.first.{challenge.first}", **_people(challenge)),
        track=say(f"track.{challenge.track}"),
        pace=pace_text(say, challenge.pace),
        expires=f"<t:{challenge.expires_at}:R>",
        **_people(challenge),
    )
    buttons = tuple(
        Button(say(f"button.{control}"), address.press(control)) for control in ("accept", "decline", "withdraw")
    )
    return Page((text,), rows=(buttons,))


def answered_page(say: Say, challenge: ChallengeRow, answer: str) -> Page:
    """The challenge after it was ``accepted``, ``declined`` or ``withdrawn``."""
    return Page((say(f"challenge.{answer}", **_people(challenge)),))


def pace_text(say: Say, pace: int | None) -> str:
    """How long a move may take; ``pace`` in days, None for no limit."""
    return say("pace.days", count=pace) if pace else say("pace.none")


def _people(challenge: ChallengeRow) -> dict[str, str]:
    return {"challenger": mention(challenge.challenger), "challenged": mention(challenge.challenged)}
