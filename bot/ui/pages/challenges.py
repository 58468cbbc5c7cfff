"""The public message of a challenge, and what the two people see of it in private."""

from dataclasses import replace

from bot.matches.challenge import Made
from bot.store.challenges import ChallengeRow
from bot.store.games import GameRow
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Page, Select, button
from bot.ui.kit.texts import Say
from bot.ui.words.challenges import challenge_notification, challenge_text, people, seat_text
from bot.ui.words.options import rival_options


def challenge_page(say: Say, challenge: ChallengeRow, before: GameRow | None = None, *, counts: bool = False) -> Page:
    """The challenge while it waits for an answer, or the open seat; ``before`` is the game of which it is the rematch.
    If its game ``counts`` on a ladder, it can be seen what is at stake; a duel never does.

    Whoever challenged can withdraw it with *Decline*, too: their own button stands in a private answer.
    """
    here = _here(challenge)
    if challenge.is_open:
        take = button(say, here, "take", style="yes")
        return Page((seat_text(say, challenge),), rows=((take, button(say, here, "rules")),))
    stake = (button(say, here, "stake"),) if counts and not challenge.rival else ()
    answers = button(say, here, "accept", style="yes"), button(say, here, "decline")
    buttons = (*answers, *stake, button(say, here, "rules"))
    call = challenge_notification(say, challenge, before)
    return Page((challenge_text(say, challenge, before),), rows=(buttons,), notification=call)


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
    """The challenge after it was ``accepted`` or ``declined``; in private, ``declined.you`` to whoever has declined it,
    ``declined.asker`` and ``taken_back`` to whoever has made it.
    """
    if challenge.is_open:
        return Page((say("seat.taken_back"),))
    return Page((say(f"challenge.{answer}", **people(challenge)),))


def with_rivals(say: Say, page: Page) -> Page:
    """A page about a seat that may stay open for long, with rivals to play meanwhile."""
    rivals = Select(say("select.meanwhile"), CustomId(0, 0, "refusal", "rival"), rival_options(say))
    return replace(page, rows=(*page.rows, rivals))


def _here(challenge: ChallengeRow) -> CustomId:
    return CustomId(challenge.id, 0, "challenge")
