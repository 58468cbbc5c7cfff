"""Answers to what users do: a page, where it goes, and what is to be done after it is sent."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import discord

from bot.sessions.refusals import Refusal
from bot.store.challenges import ChallengeRow
from bot.ui.challenge import challenge_page
from bot.ui.items import ANSWER_SECONDS
from bot.ui.page import NO_MENTIONS, Page, mentioning
from bot.ui.permissions import missing_permissions
from bot.ui.sentences import mention
from bot.ui.texts import Say, speaker
from game import GameError


@dataclass(frozen=True, slots=True)
class Answer:
    """A page, and whether it takes the place of the message that was clicked.

    ``public`` makes a new message one that everybody sees, and that mentions the user ``ping``; ``posted`` is told its
    id, or None if Discord refused it. ``changed`` is the game whose public board must follow, ``then`` what else is to
    be done after the answer is sent.
    """

    page: Page
    in_place: bool = False
    public: bool = False
    ping: int = 0
    posted: Callable[[int | None], Awaitable[object]] | None = None
    changed: int = 0
    then: Callable[[], Awaitable[object]] | None = None


async def send(interaction: discord.Interaction[Any], answer: Answer) -> None:
    """Answer an interaction: a click on a private message in place, everything else with a new message.

    What has been begun is finished, also when the time is over meanwhile: Discord may have it already, and a second
    answer would be one too many.
    """
    sending = asyncio.create_task(_respond(interaction, answer))
    try:
        await asyncio.shield(sending)
    except asyncio.CancelledError:
        await sending


async def _respond(interaction: discord.Interaction[Any], answer: Answer) -> None:
    page, message = answer.page, interaction.message
    if answer.in_place or (message and message.flags.ephemeral):
        await interaction.response.edit_message(
            view=page.view(), attachments=page.files(), allowed_mentions=NO_MENTIONS
        )
        return
    try:
        sent = await interaction.response.send_message(
            view=page.view(), files=page.files(), allowed_mentions=mentioning(answer.ping), ephemeral=not answer.public
        )
    except discord.HTTPException:
        if answer.posted:
            await answer.posted(None)
        raise
    if answer.posted and sent.message_id is not None:
        await answer.posted(sent.message_id)


async def answered(
    interaction: discord.Interaction[Any],
    work: Awaitable[Answer],
    follow_up: Callable[[discord.Interaction[Any], Answer], None],
) -> None:
    """Answer a command with what ``work`` gives, or with why it cannot be done, and do what is left to do."""
    answer = Answer(Page())
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            try:
                answer = await work
            except Refusal as refusal:
                answer = Answer(refused_page(speaker(str(interaction.locale)), refusal))
            await send(interaction, answer)
    finally:
        follow_up(interaction, answer)


def refused_page(say: Say, refusal: Refusal) -> Page:
    """The sentence for a refusal; a challenge that waits already is shown with it, so that it can be answered."""
    note = refusal_text(say, refusal)
    challenge = refusal.values.get("challenge")
    return challenge_page(say, challenge).noted(note) if isinstance(challenge, ChallengeRow) else Page((note,))


def check_permissions(interaction: discord.Interaction[Any], channel_id: int | None = None) -> None:
    """Raise Refusal unless the bot may do here what a game needs; of a game in another channel it cannot be seen."""
    if missing := missing_permissions(interaction, channel_id):
        raise Refusal("permissions", missing=missing)


def permission_names(say: Say, missing: list[str]) -> str:
    """Permissions as Discord's settings call them."""
    return ", ".join(say(f"permission.{name}") for name in missing)


def refusal_text(say: Say, refusal: Refusal) -> str:
    """The sentence for a refusal."""
    values = refusal.values
    match refusal.reason:
        case "illegal":
            cause = values["cause"]
            assert isinstance(cause, GameError)
            return say("refusal.illegal", why=say(f"rule.{cause.reason}", **cause.values))
        case "stale":
            return say("note.stale")
        case "not_yours":
            challenge = values["challenge"]
            assert isinstance(challenge, ChallengeRow)
            people = {"challenger": mention(challenge.challenger), "challenged": mention(challenge.challenged)}
            return say("refusal.not_yours", **people)
        case "too_many_games_theirs":
            player = values["player"]
            assert isinstance(player, int)
            return say("refusal.too_many_games_theirs", user=mention(player), count=values["count"])
        case "permissions":
            missing = values["missing"]
            assert isinstance(missing, list)
            return say("refusal.permissions", permissions=permission_names(say, missing))
    return say(f"refusal.{refusal.reason}", **values)
