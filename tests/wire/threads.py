"""The stand-in's channels themselves: looked at, and threads begun and changed."""

from tests.wire.bodies import Body
from tests.wire.messages import channel_of
from tests.wire.places import APPLICATION, CREATE_THREADS, DIRECT, MANAGE_THREADS, THREAD, Channel
from tests.wire.world import Refused, Route, World


def one_channel(world: World, _: Body, channel_id: int) -> Body:
    """Get Channel."""
    return channel_of(world, channel_id).described()


def direct(world: World, body: Body) -> Body:
    """Create DM."""
    user = int(body["recipient_id"])
    return world.channels.setdefault(user, Channel(user, DIRECT)).described()


def begin(world: World, body: Body, channel_id: int, message_id: int) -> Body:
    """Start Thread from Message: the thread has the message's id."""
    channel = channel_of(world, channel_id)
    if message_id not in channel.messages:
        raise Refused("unknown message")
    if message_id in world.channels:
        raise Refused("thread exists")
    if channel.lacks(CREATE_THREADS):
        raise Refused("missing permissions")
    thread = Channel(message_id, THREAD, channel.guild_id, channel.id, APPLICATION, body["name"], joined=True)
    thread.archive_minutes = body.get("auto_archive_duration") or 60
    thread.permissions = channel.permissions
    world.channels[message_id] = thread
    world.happened.append(("THREAD_CREATE", {**thread.described(), "newly_created": True}))
    return thread.described()


def change(world: World, body: Body, channel_id: int) -> Body:
    """Modify Channel, as far as it is about threads: one's own, or with the permission to manage them."""
    thread = channel_of(world, channel_id)
    if thread.lacks(MANAGE_THREADS) and thread.owner != APPLICATION:
        raise Refused("missing permissions")
    thread.archived = bool(body.get("archived", thread.archived))
    thread.name = body.get("name", thread.name)
    thread.archive_minutes = body.get("auto_archive_duration", thread.archive_minutes)
    world.happened.append(("THREAD_UPDATE", thread.described()))
    return thread.described()


ROUTES: list[Route] = [
    ("GET", r"/channels/(\d+)", one_channel),
    ("PATCH", r"/channels/(\d+)", change),
    ("POST", r"/channels/(\d+)/messages/(\d+)/threads", begin),
    ("POST", r"/users/@me/channels", direct),
]
