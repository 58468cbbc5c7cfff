"""Interactions: what Discord sends when somebody uses a command or a control; its other events, and people's names."""

import contextlib
import copy
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

import discord
from discord.app_commands import Namespace

from bot.clock import now
from bot.ui.kit.members import shown_name
from bot.ui.kit.texts import Say, speaker, spoken

LOG = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]
"""An interaction. Its client is ours: ``interaction.client.app`` is the `bot.app.App`."""


def chosen(interaction: Interaction) -> list[Any]:
    """Find what somebody chose in a select: words; or people, who are members where they are in the server. In a form,
    find what they typed.
    """
    data: Mapping[str, Any] = interaction.data or {}
    if typed := data.get("components"):
        return [str(each.get("component", {}).get("value") or "") for each in typed]
    if resolved := data.get("resolved"):
        return [*Namespace._get_resolved_items(interaction, resolved).values()]
    return [*data.get("values", ())]


def is_expired(interaction: Interaction) -> bool:
    """Tell whether the answer to an interaction can be changed no more. (discord.py asks the machine's clock.)"""
    return now() >= interaction.expires_at.timestamp()


def bare(interaction: Interaction) -> Interaction:
    """An interaction whose token alone is used: without its message, which takes three quarters of its memory."""
    kept = copy.copy(interaction)
    kept.message, kept.data = None, None
    with contextlib.suppress(AttributeError):
        del kept._cs_response  # type: ignore[attr-defined]  # which holds the whole one
    return kept


BESIDE: Final = "beside"
"""Among the extras of an interaction: the number of the private page that stands beside its original response."""

ANSWERED: Final = "answered"
"""Among the extras of an interaction: Discord has an answer of ours, although nothing told us when it took it."""

PROMISED: Final = "promised"
"""Among the extras of an interaction: its answer was put off, and has not come yet."""


def is_answered(interaction: Interaction) -> bool:
    """Tell whether Discord has an answer of ours, be it a promise."""
    return interaction.response.is_done() or ANSWERED in interaction.extras


async def edit_page(interaction: Interaction, **page: Any) -> discord.Message:
    """Show something else on the private page that answers an interaction, or where it is awaited."""
    if number := interaction.extras.get(BESIDE):
        return await interaction.followup.edit_message(number, **page)
    return await interaction.edit_original_response(**page)


async def remove_page(interaction: Interaction) -> None:
    """Delete the private page that answers an interaction."""
    if number := interaction.extras.get(BESIDE):
        await interaction.followup.delete_message(number)
    else:
        await interaction.delete_original_response()


def speaker_to(interaction: Interaction) -> Say:
    """A `Say` in the language of the user of a command or control, with commands that can be clicked, and emoji."""
    return public_speaker(interaction, str(interaction.locale))


def public_speaker(interaction: Interaction, language: str) -> Say:
    """The same in the language of a game, for what everybody in its channel reads."""
    client = interaction.client
    say = speaker(language, client.command_ids, client.emoji_ids)
    if server_of(interaction):
        return say
    return say.in_conversation if in_conversation(interaction) else say.anywhere


def server_of(interaction: Interaction) -> int:
    """The server where somebody used the bot; 0 where it is a member of none: in a direct message, in a group, or in
    a server where only that person has installed it (decision 0099).
    """
    guild_id = interaction.guild_id
    return guild_id if guild_id and interaction.client.get_guild(guild_id) else 0


def in_conversation(interaction: Interaction) -> bool:
    """Tell whether others are where somebody used the bot, and it is no member there, so that it can only answer."""
    return not server_of(interaction) and not interaction.context.dm_channel


def language_of_community(interaction: Interaction) -> str | None:
    """The language of a server that is a community. Others cannot choose one: Discord says American English."""
    guild = interaction.guild if server_of(interaction) else None
    return spoken(str(guild.preferred_locale)) if guild and "COMMUNITY" in guild.features else None


CONNECTING = ("READY", "RESUMED")
"""The events without which there is no connection: an error in one of these is not survived."""

HOUR = 60 * 60

Parser = Callable[[Any], None]


def also(client: discord.Client, event: str, hear: Callable[..., Awaitable[None]]) -> None:
    """Have one more function called at an event, such as ``on_interaction``: before whatever else is."""
    before = getattr(client, event, None)

    async def both(*what: Any) -> None:
        await hear(*what)
        if before:
            await before(*what)

    setattr(client, event, both)


def hear_first(client: discord.Client, hear: Callable[[Mapping[str, Any]], None]) -> None:
    """Let a function hear what Discord sends with an interaction, before discord.py makes of it what it keeps.

    From now on, events that cannot be read are left out: ``on_unreadable`` is called with the name of each. An error
    in one of discord.py's parsers would end the process, and nothing public stands between them and the gateway: so
    their table is taken from what is private to a client, here and nowhere else (decision 0088).
    """
    parsers: dict[str, Parser] = client._connection.parsers
    parsers["INTERACTION_CREATE"] = _heard(hear, parsers["INTERACTION_CREATE"])
    told: dict[str, float] = {}
    for event in parsers.keys() - CONNECTING:
        parsers[event] = _caught(client, event, parsers[event], told)


def _heard(hear: Callable[[Mapping[str, Any]], None], parse: Parser) -> Parser:
    def heard(data: dict[str, Any]) -> None:
        if not data.get("channel") and "channel_id" in data:  # discord.py then finds the channel that it knows by this
            data["channel"] = {"id": data["channel_id"]}
        hear(data)
        parse(data)

    return heard


def _caught(client: discord.Client, event: str, parse: Parser, told: dict[str, float]) -> Parser:
    """A parser of an event that never raises; what it cannot read is logged once an hour, as ``told`` notes."""

    def caught(data: Any) -> None:
        try:
            parse(data)
        except Exception:
            client.dispatch("unreadable", event)
            if now() >= told.get(event, 0.0) + HOUR:
                told[event] = now()
                LOG.exception("an event of Discord's cannot be read, and is left out: %s", event)

    return caught


KEPT = 10_000
"""How many names are remembered."""


class Names:
    """The display names of those who have lately used the bot, in each server. In memory only, never stored."""

    def __init__(self) -> None:
        self._names: OrderedDict[tuple[int, int], str] = OrderedDict()

    def note(self, user: discord.User | discord.Member) -> None:
        """Remember what a member of a server is called there, or somebody else in conversations (0)."""
        key = (user.guild.id if isinstance(user, discord.Member) else 0, user.id)
        self._names[key] = shown_name(user)
        self._names.move_to_end(key)
        if len(self._names) > KEPT:
            self._names.popitem(last=False)

    def of(self, guild_id: int, user: int) -> str | None:
        """Find what somebody is called in a server, or None if they have not been seen there lately."""
        return self._names.get((guild_id, user))
