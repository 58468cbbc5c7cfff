"""What the bot and its users may do in a channel, and what else can keep the bot out of one."""

from typing import Any

import discord

from bot.ui.kit.interaction import Interaction, server_of

NEEDED = discord.Permissions(view_channel=True, send_messages=True, send_messages_in_threads=True, attach_files=True)
"""The fewest permissions with which games can be played, for the invite link."""


def lacking(permissions: discord.Permissions, channel: Any, *, new_thread: bool = False) -> list[str]:
    """The needed permissions that are not among these, by their names in Discord's API.

    They hold in ``channel``. ``new_thread`` asks also for what it takes to open a thread there and to play in it.
    """
    sends = "send_messages_in_threads" if isinstance(channel, discord.Thread) else "send_messages"
    needed = ["view_channel", sends, "attach_files"]
    if isinstance(channel, discord.VoiceChannel | discord.StageChannel):
        needed.insert(1, "connect")  # without which Discord hides its text, too
    if new_thread:
        needed += ["create_public_threads", "send_messages_in_threads"]
    return [name for name in needed if not getattr(permissions, name)]


def missing_permissions(interaction: Interaction, *, new_thread: bool = False) -> list[str]:
    """The needed permissions that the bot lacks where somebody used it."""
    return lacking(interaction.app_permissions, interaction.channel, new_thread=new_thread)


def known_to_lack(client: discord.Client, channel_id: int) -> list[str]:
    """The needed permissions that the bot is known to lack in a channel; none in one that it does not know."""
    channel = client.get_channel(channel_id)
    around = _around(channel)
    return lacking(around.permissions_for(around.guild.me), channel) if around else []


def sees(member: discord.Member, channel: object) -> bool:
    """Tell whether a member may see a channel, as far as is known."""
    around = _around(channel)
    return around is None or around.permissions_for(member).view_channel


def _around(channel: object) -> discord.abc.GuildChannel | None:
    """The channel whose permissions hold in a channel: of a thread, the one in which it was opened. None if they are
    not known: a server without roles is one that discord.py could not read.
    """
    around = channel.parent if isinstance(channel, discord.Thread) else channel
    return around if isinstance(around, discord.abc.GuildChannel) and around.guild.roles else None


async def obstacle(interaction: Interaction) -> str | None:
    """Find what keeps the bot out of the place where somebody used it, whatever its permissions say; or None.

    ``not_invited``: only its commands were added to the server. ``private_thread``: it is not a member of it.
    ``locked_thread``: only moderators of threads may write there.
    """
    channel = interaction.channel
    if not server_of(interaction):
        return "not_invited"
    if not isinstance(channel, discord.Thread) or interaction.app_permissions.manage_threads:
        return None
    if channel.is_private() and channel.me is None:  # which does not tell of one that was archived for a while
        try:
            await channel.fetch_member(interaction.client.user.id)
        except discord.HTTPException as error:
            if error.status < 500:
                return "private_thread"
    return "locked_thread" if channel.locked else None


def can_have_threads(channel: object) -> bool:
    """Tell whether a thread of a game's own can be opened in a channel: not in a thread, a voice or a stage channel."""
    return isinstance(channel, discord.TextChannel)


def can_see(interaction: Interaction, guild_id: int, channel_id: int) -> bool:
    """Tell whether somebody who used the bot in a server may see one of that server's channels.

    Of a private thread, only moderators are known to see it, unless the bot is used right there.
    """
    guild, member = interaction.guild, interaction.user
    if guild is None or guild.id != guild_id or not isinstance(member, discord.Member):
        return False
    if interaction.channel_id == channel_id:
        return True
    if (channel := guild.get_channel_or_thread(channel_id)) is None:
        return False
    allowed = channel.permissions_for(member)
    is_private = isinstance(channel, discord.Thread) and channel.is_private()
    return allowed.view_channel and (allowed.manage_threads or not is_private)


def moderates(interaction: Interaction, guild_id: int, channel_id: int) -> bool:
    """Tell whether a user may manage messages in a channel of their server or, if it is gone, in the server."""
    guild, member = interaction.guild, interaction.user
    if guild is None or guild.id != guild_id or not isinstance(member, discord.Member):
        return False
    if interaction.channel_id == channel_id:
        return interaction.permissions.manage_messages
    channel = guild.get_channel_or_thread(channel_id)
    allowed = channel.permissions_for(member) if channel else member.guild_permissions
    return allowed.manage_messages
