"""Answers of last resort, and how long to wait before something that Discord has refused is tried again."""

import logging
from contextvars import ContextVar

import aiohttp
import discord

from bot.ui.kit.interaction import PROMISED, Interaction, is_answered, speaker_to

LOG = logging.getLogger(__name__)

UNREACHED = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError)
"""Raised when Discord refuses a message or cannot be reached: not our fault. Changes are kept."""


def report(log: logging.Logger, error: Exception, what: str, *values: object) -> None:
    """Log that something failed. What is not our fault is a warning; a database that is away tells of itself."""
    if isinstance(error, UNREACHED):
        log.warning(f"{what}: %s", *values, error)
    elif isinstance(error, ConnectionError):
        log.debug(f"{what}: %s", *values, error)
    else:
        log.error(what, *values, exc_info=error)


_ANSWERED_ALREADY, _TOO_LATE, _EXPIRED = 40060, 10062, 50027

BROKE_DOWN: ContextVar[bool] = ContextVar("broke_down", default=False)
"""Whether Discord broke down over a request of this task: it may have done all the same what it was asked for."""


def code_of(error: Exception) -> int:
    """Find what Discord calls an error: one of its JSON error codes, or 0."""
    return getattr(error, "code", 0)


def is_final(error: Exception) -> bool:
    """Tell whether Discord has refused something for certain, and would again."""
    return isinstance(error, discord.HTTPException) and 400 <= error.status < 500 and error.status != 429


def excuse_for(error: Exception) -> str:
    """The name of the text that tells a user of an error that was reported."""
    return "failure.away" if isinstance(error, ConnectionError) and not isinstance(error, UNREACHED) else "failure"


def is_over(error: Exception) -> bool:
    """Tell whether an interaction can be answered no more: it has been, or its time is up."""
    return code_of(error) in (_ANSWERED_ALREADY, _TOO_LATE, _EXPIRED)


def was_answered(error: Exception) -> bool:
    """Tell whether an interaction was answered already, as Discord says."""
    return code_of(error) == _ANSWERED_ALREADY


def has_come_through(error: Exception) -> bool:
    """Tell whether our first try came through, over which Discord broke down: discord.py then tries again by itself."""
    return was_answered(error) and BROKE_DOWN.get()


def is_shut_out(error: Exception) -> bool:
    """Tell whether Discord answers nothing of ours any more, as Cloudflare says: it would refuse an apology as well."""
    return isinstance(error, discord.HTTPException) and error.status == 429


def why_not(error: Exception) -> str:
    """The name of the text that says why Discord did not do something in a channel."""
    if isinstance(error, discord.Forbidden):
        return "failure.not_allowed"
    return "failure.channel_gone" if isinstance(error, discord.NotFound) else "failure.not_posted"


def pause_after(times: int, first: float, longest: float) -> float:
    """The pause in seconds after 1, 2, … refusals: ``first``, then twice as long each time, up to ``longest``."""
    return min(first * 2.0 ** min(times - 1, 30), longest)


def wait_after(error: Exception, pause: float) -> float:
    """The ``pause``, or what Discord asks for if that is longer, as a RateLimited does; in seconds."""
    return max(pause, getattr(error, "retry_after", 0.0))


async def apologise(interaction: Interaction, name: str, *, awaited: bool = False) -> None:
    """Tell the user privately, with the text called ``name``, that something did not work. Never raises.

    It takes the place of an answer that is still ``awaited``, which would otherwise be awaited for ever.
    """
    text = speaker_to(interaction)(name)
    none = discord.AllowedMentions.none()
    try:
        if awaited:
            await interaction.edit_original_response(content=text, allowed_mentions=none)
        elif is_answered(interaction):
            await interaction.followup.send(text, ephemeral=True, allowed_mentions=none)
        else:
            await interaction.response.send_message(text, ephemeral=True, allowed_mentions=none)
    except Exception as error:  # whatever came back, perhaps not even text: there is nobody left to tell
        if not is_over(error):
            LOG.warning("could not tell a user about a failure: %s", error)
    else:
        interaction.extras.pop(PROMISED, None)
