"""What Discord makes of texts: mentions, times and links."""

from __future__ import annotations


def mention(user: int) -> str:
    """How a text names a user. It pings only if the message allows it."""
    return f"<@{user}>"


def when(moment: int, style: str = "R") -> str:
    """A time in seconds since 1970 as Discord shows it to each reader: R such as "in 3 days", D a date."""
    return f"<t:{moment}:{style}>"


def url_of(guild_id: int, channel_id: int, message_id: int | None = None) -> str:
    """The address of a message on Discord, or of its channel."""
    url = f"https://discord.com/channels/{guild_id}/{channel_id}"
    return f"{url}/{message_id}" if message_id else url
