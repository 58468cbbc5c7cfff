"""The stand-in's messages: posted, edited and deleted in channels, as Discord's rules allow."""

import time

from tests.wire.bodies import Body, about, controls_of, pinged, shown
from tests.wire.places import (
    ATTACH,
    CONNECT,
    CONVERSATION,
    DIRECT,
    PRIVATE,
    READ_HISTORY,
    SEND,
    SEND_IN_THREADS,
    SILENT,
    V2,
    VIEW,
    VOICE,
    Channel,
    Message,
    snowflake,
)
from tests.wire.world import Refused, Route, World

NONCE_SECONDS = 300.0
"""How long Discord remembers the nonce of a message, whether it still stands or not."""


def channel_of(world: World, channel_id: int) -> Channel:
    """A channel that the bot may look at. Raises Refused."""
    channel = world.channels.get(channel_id)
    if channel is None or channel.gone:
        raise Refused("unknown channel")
    if channel.type == CONVERSATION:
        world.wrong.append(f"a request to {channel_id}, where the bot is no member")
        raise Refused("missing access")
    if channel.type != DIRECT and not world.servers[channel.guild_id].here:
        raise Refused("missing access")
    if channel.closed or channel.lacks(VIEW) or (channel.type == VOICE and channel.lacks(CONNECT)):
        raise Refused("missing access")
    return channel


def post(world: World, body: Body, channel_id: int) -> Body:
    """Create Message. One with a nonce that was used lately is not posted again."""
    channel = channel_of(world, channel_id)
    needed = [SEND_IN_THREADS if channel.is_thread else SEND, *([ATTACH] if body.get("attachments") else [])]
    if channel.lacks(*needed):
        raise Refused("missing permissions")
    nonce = str(body.get("nonce") or "") if body.get("enforce_nonce") else ""
    used, when = channel.nonces.get(nonce, (0, 0.0))
    if nonce and used and time.perf_counter() < when + NONCE_SECONDS:
        if used not in channel.messages:
            raise Refused("unknown message")
        world.saved_by_nonce += 1
        return channel.messages[used].described()
    channel.archived = False
    message = new_message(world, channel, body)
    if nonce:
        channel.nonces[nonce] = (message.id, time.perf_counter())
    return message.described()


def new_message(world: World, channel: Channel, body: Body) -> Message:
    """A message, as a post or an answer makes it; one for a single user's eyes stands in no channel."""
    named = pinged(body)
    message = Message(snowflake(), channel.id, shown(body, snowflake), named, body.get("content") or "", named)
    message.about = about(message.body)
    if message.ephemeral:
        return message
    channel.messages[message.id] = message
    channel.newest = message.id
    channel.note_change()
    if message.pinged:
        world.calls.append(message)
        if not controls_of(message.body):
            world.bare.append(message)
    if not message.pinged and not message.body.get("flags", 0) & SILENT and channel.type not in PRIVATE:
        world.loud.append(message)
    return message


def newest(world: World, _: Body, channel_id: int) -> list[Body]:
    """Get Channel Messages: all, the newest first."""
    channel = channel_of(world, channel_id)
    if channel.lacks(READ_HISTORY):
        raise Refused("missing access")
    return [message.described() for message in reversed(channel.messages.values())]


def edit(world: World, body: Body, channel_id: int, message_id: int) -> Body:
    """Edit Message."""
    channel, message = _standing(world, channel_id, message_id)
    change(world, message, body)
    channel.note_change()
    return message.described()


def change(world: World, message: Message, body: Body) -> None:
    """Let a message show something else. Once it has the V2 flag it keeps it, and then it has no content.

    Nobody is notified, but whom it marks follows from what it shows now and from whom the edit allows it to mention.
    """
    if message.gone:
        raise Refused("unknown message")
    before = message.body
    try:
        after = shown(body, snowflake, before)
    except KeyError:
        raise Refused("bad body") from None
    flags = before.get("flags", 0)
    if flags & V2 and "flags" in body and not (body["flags"] or 0) & V2:
        _complain(world, message, "an edit that takes the V2 flag away")
    after["flags"] = flags | after.get("flags", 0)
    if after["flags"] & V2 and (body.get("content") or (before.get("content") and "content" not in body)):
        _complain(world, message, "a V2 edit that leaves a content")
    message.body = {**before, **after}
    message.about = message.about or about(message.body)
    message.marked = pinged({**message.body, "allowed_mentions": body.get("allowed_mentions")})


def delete(world: World, _: Body, channel_id: int, message_id: int) -> None:
    """Delete Message."""
    channel, message = _standing(world, channel_id, message_id)
    take_away(channel, message)


def take_away(channel: Channel, message: Message) -> None:
    """Remove a message from a channel, if it stands there."""
    message.gone = True
    channel.messages.pop(message.id, None)
    channel.note_change()


def _standing(world: World, channel_id: int, message_id: int) -> tuple[Channel, Message]:
    """A message that may be changed. Raises Refused."""
    channel = channel_of(world, channel_id)
    if message_id not in channel.messages:
        raise Refused("unknown message")
    if channel.archived:
        raise Refused("archived thread")
    return channel, channel.messages[message_id]


def _complain(world: World, message: Message, problem: str) -> None:
    world.wrong.append(f"message {message.id}: {problem}")
    raise Refused("bad body")


ROUTES: list[Route] = [
    ("GET", r"/channels/(\d+)/messages", newest),
    ("POST", r"/channels/(\d+)/messages", post),
    ("PATCH", r"/channels/(\d+)/messages/(\d+)", edit),
    ("DELETE", r"/channels/(\d+)/messages/(\d+)", delete),
]
