"""The places that the stand-in remembers: servers, channels, and the messages in them."""

import asyncio
import itertools
import time
from dataclasses import dataclass, field

from tests.wire.bodies import Body, listed

APPLICATION, GUILD, OWNER = 700, 900, 1
EPHEMERAL, SILENT, V2 = 64, 1 << 12, 1 << 15
TEXT, DIRECT, VOICE, CONVERSATION, THREAD = 0, 1, 2, 3, 11

ALL = (2**50 - 1) ^ (1 << 3)  # not an administrator, whom no channel can keep out
VIEW, SEND, ATTACH, READ_HISTORY, CONNECT = 1 << 10, 1 << 11, 1 << 15, 1 << 16, 1 << 20
MANAGE_THREADS, CREATE_THREADS, SEND_IN_THREADS = 1 << 34, 1 << 35, 1 << 38
"""Permissions, as Discord numbers them."""

OUTSIDE = ATTACH | 1 << 14 | 1 << 17
"""What Discord says that the bot may do outside of servers: attach files, embed links, mention everyone."""

PRIVATE = (DIRECT, CONVERSATION)
"""Kinds of channels outside of servers: the bot's own with somebody, and those of others, which it cannot reach."""

_EPOCH = 1_420_070_400_000
_numbers = itertools.count()


def snowflake() -> int:
    """A new id, which tells the time as Discord's do."""
    return ((int(time.time() * 1000) - _EPOCH) << 22) | (next(_numbers) & 0x3FFFFF)


def user_body(user: int) -> Body:
    """A user as Discord describes one; the bot itself has the application's id."""
    return {
        "id": str(user),
        "username": f"user{user}",
        "discriminator": "0",
        "global_name": None,
        "avatar": None,
        "bot": user == APPLICATION,
    }


def member_body(user: int, guild: int = GUILD) -> Body:
    """A member of a server, who may do everything."""
    joined = "2026-01-01T00:00:00+00:00"
    member = {"user": user_body(user), "roles": [], "joined_at": joined, "permissions": str(ALL), "flags": 0}
    return {**member, "deaf": False, "mute": False, "avatar": None, "guild_id": str(guild)}


@dataclass
class Message:
    """A message as it stands now. ``pinged`` are the users whom its posting notified, and ``push`` is the text that
    their phones showed: the content that it was posted with, since phones show nothing of components. ``marked`` are
    those for whom it is highlighted now, which each edit settles anew. ``gone`` is one that was deleted.
    """

    id: int
    channel_id: int
    body: Body
    pinged: tuple[int, ...] = ()
    push: str = ""
    marked: tuple[int, ...] = ()
    about: tuple[str, ...] = ()
    gone: bool = False

    @property
    def ephemeral(self) -> bool:
        """Whether one user alone sees it."""
        return bool(self.body.get("flags", 0) & EPHEMERAL)

    def described(self) -> Body:
        """The message as Discord sends it."""
        return {
            "id": str(self.id),
            "channel_id": str(self.channel_id),
            "type": 0,
            "author": user_body(APPLICATION),
            "timestamp": "2026-01-01T00:00:00+00:00",
            "edited_timestamp": None,
            "tts": False,
            "mention_everyone": False,
            "pinned": False,
            "flags": 0,
            "components": [],
            "mentions": [user_body(user) for user in self.marked],
            **{name: [] for name in ("mention_roles", "embeds")},
            **self.body,
            "attachments": listed(self.body),
            "content": self.body.get("content") or "",
        }


@dataclass
class Channel:
    """A channel and its public messages, oldest first.

    ``permissions`` are the bot's there, as Discord tells them; ``closed`` refuses it all the same. Where it is no
    member and apps are ``muted`` (*Use External Apps* is off), its answers are seen by one user alone. ``nonces`` are
    those of its messages, deleted ones too, with their time. ``newest`` is the last message that anybody has written
    there, whether it still stands or not.
    """

    id: int
    type: int = TEXT
    guild_id: int = GUILD
    parent_id: int = 0
    owner: int = OWNER
    name: str = ""
    archived: bool = False
    archive_minutes: int = 60
    gone: bool = False
    closed: bool = False
    muted: bool = False
    joined: bool = False
    permissions: int = ALL
    messages: dict[int, Message] = field(default_factory=dict)
    nonces: dict[str, tuple[int, float]] = field(default_factory=dict)
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    newest: int = 0

    @property
    def is_thread(self) -> bool:
        """Whether it is a thread."""
        return self.type == THREAD

    def lacks(self, *permissions: int) -> bool:
        """Whether the bot lacks one of some permissions here. Nobody needs any in a private conversation."""
        return self.type not in PRIVATE and any(not self.permissions & permission for permission in permissions)

    def described(self) -> Body:
        """The channel as Discord sends it."""
        body: Body = {
            "id": str(self.id),
            "type": self.type,
            "last_message_id": str(self.newest) if self.newest else None,
        }
        if self.type in PRIVATE:
            return {**body, "recipients": []}
        body |= {"guild_id": str(self.guild_id), "name": self.name or f"channel{self.id}"}
        if not self.is_thread:
            body |= {"bitrate": 64_000, "user_limit": 0} if self.type == VOICE else {}
            denied = {"id": str(self.guild_id), "type": 0, "allow": "0", "deny": str(ALL & ~self.permissions)}
            return {**body, "position": 0, "permission_overwrites": [denied]}
        body |= {"parent_id": str(self.parent_id), "owner_id": str(self.owner), "message_count": 1, "member_count": 1}
        body["thread_metadata"] = {
            "archived": self.archived,
            "locked": False,
            "auto_archive_duration": self.archive_minutes,
            "archive_timestamp": "2026-01-01T00:00:00+00:00",
        }
        if self.joined:
            member = {"id": str(self.id), "user_id": str(APPLICATION)}
            body["member"] = {**member, "join_timestamp": "2026-01-01T00:00:00+00:00", "flags": 0}
        return body

    def talk(self) -> None:
        """Let somebody write something here."""
        self.newest = snowflake()

    def note_change(self) -> None:
        """Wake everybody who waits for this channel to change."""
        self.changed.set()
        self.changed = asyncio.Event()


@dataclass
class Server:
    """A server. ``here`` says whether the bot is in it; ``permissions`` are those of everyone there."""

    id: int = GUILD
    here: bool = True
    permissions: int = ALL

    def described(self, channels: list[Channel]) -> Body:
        """The server as Discord sends it to a bot, with those of some channels that are its own and not shut."""
        own = [channel for channel in channels if channel.guild_id == self.id and not channel.gone]
        bot = {"user": user_body(APPLICATION), "roles": [], "joined_at": "2026-01-01T00:00:00+00:00", "flags": 0}
        everyone = {"id": str(self.id), "name": "@everyone", "permissions": str(self.permissions), "position": 0}
        everyone |= {"color": 0, "hoist": False, "managed": False, "mentionable": False, "flags": 0}
        return {
            "id": str(self.id),
            "name": "Quilters",
            "owner_id": str(OWNER),
            "member_count": 1000,
            "preferred_locale": "en-US",
            "roles": [everyone],
            "members": [bot],
            "channels": [channel.described() for channel in own if channel.type in (TEXT, VOICE)],
            "threads": [channel.described() for channel in own if channel.is_thread and not channel.closed],
            **dict.fromkeys(("emojis", "stickers", "features", "voice_states", "presences", "stage_instances"), ()),
            **dict.fromkeys(("verification_level", "default_message_notifications", "mfa_level", "nsfw_level"), 0),
            **dict.fromkeys(("explicit_content_filter", "premium_tier", "system_channel_flags", "afk_timeout"), 0),
        }
