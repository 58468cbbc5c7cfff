"""The public message of a challenge, and what the two people see of it in private."""

from __future__ import annotations

from bot.matches.challenges import Made
from bot.store.challenges import ChallengeRow
from bot.store.games import GameRow
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Page, button
from bot.ui.kit.texts import Say
from bot.ui.words.challenges import challenge_notification, challenge_text, people


def challenge_page(say: Say, challenge: ChallengeRow, before: GameRow | None = None) -> Page:
    """The challenge while it waits for an answer; ``before`` is the game of which it is the rematch.

    Whoever challenged can withdraw it with *Decline*, too: their own button stands in a private answer.
    """
    here = _here(challenge)
    buttons = (button(say, here, "accept", style="yes"), button(say, here, "decline"), button(say, here, "rules"))
    call = challenge_notification(say, challenge, before)
    return Page((challenge_text(say, challenge, before),), rows=(buttons,), notification=call)


def waiting_page(say: Say, challenge: ChallengeRow, user: int) -> Page:
    """The challenge once more, for one of the two in private: to be answered, or withdrawn."""
    page = challenge_page(say, challenge)
    if user != challenge.challenger:
        return page
    return Page(page.above, rows=((button(say, _here(challenge), "withdraw"),),))


def asked_page(say: Say, made: Made, text: str) -> Page:
    """What the challenger is told: the text, and that nobody is mentioned if that is so. They can still withdraw."""
    above = (text,) if made.calls else (text, say("challenge.silent"))
    return Page(above, rows=((button(say, _here(made.challenge), "withdraw"),),))


def settled_page(say: Say, challenge: ChallengeRow, answer: str) -> Page:
    """The challenge after it was ``accepted`` or ``declined``; in private, ``declined.you`` to whoever has declined it,
    ``declined.asker`` and ``taken_back`` to whoever has made it.
    """
    return Page((say(f"challenge.{answer}", **people(challenge)),))


def _here(challenge: ChallengeRow) -> CustomId:
    return CustomId(challenge.id, 0, "challenge")
