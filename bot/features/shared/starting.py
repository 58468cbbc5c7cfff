"""What a new game begins with: what was asked for, else what the server has chosen (decisions 0017, 0071)."""

from dataclasses import dataclass, replace

import discord

from bot.features.dispatch import Reply, Request, check_permissions
from bot.matches.challenge import NewChallenge
from bot.matches.clock import USUAL_PACE
from bot.matches.match import Refusal
from bot.store.servers import ServerRow
from bot.store.tables import Place
from bot.ui.kit.interaction import Interaction, language_of_community, server_of
from bot.ui.kit.permissions import can_have_threads
from bot.ui.kit.texts import CATALOGUES, spoken
from bot.ui.words.options import USUAL_TRACK, name_of_language


@dataclass(frozen=True, slots=True)
class Start:
    """Where and how a new game is played (server 0: in none; ``pace`` None: no clock), its public language, and
    whether that is guessed.
    """

    guild_id: int
    channel_id: int
    place: Place
    track: str
    pace: int | None
    language: str
    is_guessed: bool

    def challenge(self, request: Request, *, first: int = 0, rival: str | None = None) -> NewChallenge:
        """Ask for a game that begins so: anybody, or somebody else with ``to(user)``."""
        return NewChallenge(
            guild_id=self.guild_id,
            channel_id=self.channel_id,
            challenger=request.user,
            track=self.track,
            first=first,
            pace=self.pace,
            place=self.place,
            language=self.language,
            made_by=request.interaction.id,
            rival=rival,
        )


async def start_of(
    request: Request, *, place: Place | None = None, track: str | None = None, pace: int | None = None
) -> Start:
    """Choose what a game that is asked for here begins with; None for what was not named, 0 for no clock. Raises
    Refusal if it cannot be played here: ``only_servers``, ``wrong_channel``, ``no_threads_here``, or what
    `check_permissions` finds. A private game needs neither channel nor server.
    """
    interaction, guild_id = request.interaction, server_of(request.interaction)
    if place != "private" and interaction.guild_id is None:
        raise Refusal("only_servers")
    server = await request.app.preferences.server(guild_id)
    if place == "thread" and not can_have_threads(interaction.channel):
        raise Refusal("no_threads_here")
    if place is None:  # in a channel that can have no threads, the server's wish for one means here
        place = server.place if server.place and can_have_threads(interaction.channel) else "here"
    if place != "private":
        _check_channel(interaction, server.channel_id)
        await check_permissions(interaction, new_thread=place == "thread")
    days = next(days for days in (pace, server.pace, USUAL_PACE) if days is not None)
    track = track or server.track or USUAL_TRACK
    chosen = _chosen_language(interaction, server)
    is_guessed = bool(guild_id) and chosen is None and not server.language_told and len(CATALOGUES) > 1
    language = chosen or request.say.language
    return Start(guild_id, interaction.channel_id or 0, place, track, days or None, language, is_guessed)


async def language_here(request: Request) -> str:
    """The language in which to speak to everybody where a request comes from."""
    interaction = request.interaction
    server = await request.app.preferences.server(server_of(interaction))
    return _chosen_language(interaction, server) or request.say.language


def _chosen_language(interaction: Interaction, server: ServerRow) -> str | None:
    return spoken(server.language) if server.language else language_of_community(interaction)


async def start_alone(request: Request, *, place: Place | None = None, track: str | None = None) -> Start:
    """The same for a game that is played alone: nobody else sees it, unless a place was named."""
    return await start_of(request, place=place or "private", track=track)


async def with_language(request: Request, start: Start, reply: Reply) -> Reply:
    """The reply to a request for a game. Once in a server, it says that nobody has chosen the game's language."""
    if not start.is_guessed:
        return reply
    await request.app.preferences.tell_language(start.guild_id)
    note = request.say("note.language", language=name_of_language(start.language))
    return replace(reply, page=replace(reply.page, below=(*reply.page.below, note)))


def _check_channel(interaction: Interaction, channel_id: int | None) -> None:
    if channel_id is None or interaction.guild is None or interaction.permissions.manage_guild:
        return
    channel = interaction.channel
    here = channel.parent_id if isinstance(channel, discord.Thread) else interaction.channel_id
    if here != channel_id and interaction.guild.get_channel(channel_id):  # one that was deleted holds nobody
        raise Refusal("wrong_channel", channel=f"<#{channel_id}>")
