"""The stand-in's answers to interactions: at once, or promised and given later, and whatever follows them."""

from tests.wire.bodies import Body
from tests.wire.fair import FAIR
from tests.wire.messages import change, new_message, take_away
from tests.wire.places import EPHEMERAL, Message
from tests.wire.world import ANSWER_SECONDS, Interaction, Refused, Route, World

LIFE_SECONDS = 15 * 60.0
"""How long the token of an interaction can be used."""

FOLLOW_UPS = 5
"""So many messages may follow an answer where the bot is used by somebody who has installed it for themselves."""

MESSAGE, LATER_MESSAGE, LATER_UPDATE, UPDATE, CHOICES, FORM = 4, 5, 6, 7, 8, 9
"""Kinds of answers."""


def callback(world: World, body: Body, number: int, token: str) -> Body:
    """Create Interaction Response: one, and within three seconds."""
    interaction = world.interactions[number]
    now = FAIR.time()
    if interaction.expired:
        raise Refused("expired token")
    if interaction.accepted:
        interaction.again += body["type"] not in (LATER_MESSAGE, LATER_UPDATE)  # an answer that was cut off is promised
        raise Refused("answered already")
    if now - interaction.sent > ANSWER_SECONDS:
        interaction.late += 1
        raise Refused("unknown interaction")
    _take(world, interaction, body)
    interaction.accepted += 1
    interaction.acknowledged = now
    about = {"id": str(number), "type": interaction.kind, "response_message_loading": not interaction.over.is_set()}
    resource = {"type": body["type"]}
    about["response_message_ephemeral"] = bool(interaction.answer and interaction.answer.ephemeral)
    if interaction.answer:
        resource["message"] = interaction.answer.described()
        about["response_message_id"] = str(interaction.answer.id)
    return {"interaction": about, "resource": resource}


def _take(world: World, interaction: Interaction, body: Body) -> None:
    """Let the user see an answer, unless it is only promised."""
    kind = body["type"]
    if kind in (LATER_MESSAGE, LATER_UPDATE):
        interaction.deferred = body
    elif kind == MESSAGE:
        interaction.show(_new_message(world, interaction, body["data"]))
    elif kind == UPDATE and (message := _clicked(world, interaction)):
        _change(world, interaction, message, body["data"])
    elif kind in (CHOICES, FORM):
        interaction.show(None)


def _change(world: World, interaction: Interaction, message: Message, body: Body) -> None:
    """Let the message of an answer show something else. If the answer is what has followed, its user waits no more."""
    change(world, message, body)
    world.channels[message.channel_id].note_change()
    if not interaction.follow_ups:
        interaction.show(message)


def original(world: World, _: Body, application: int, token: str) -> Body:
    """Get Original Interaction Response."""
    return _original(world, _known(world, token)).described()


def edit_original(world: World, body: Body, application: int, token: str) -> Body:
    """Edit Original Interaction Response; also gives an answer that was promised."""
    interaction = _known(world, token)
    if interaction.answer is None and interaction.deferred and interaction.deferred["type"] == LATER_MESSAGE:
        return _keep_promise(world, interaction, body).described()
    message = _original(world, interaction)
    _change(world, interaction, message, body)
    return message.described()


def delete_original(world: World, _: Body, application: int, token: str) -> None:
    """Delete Original Interaction Response."""
    message = _original(world, _known(world, token))
    take_away(world.channels[message.channel_id], message)


def follow_up(world: World, body: Body, application: int, token: str) -> Body:
    """Create Followup Message; the first one after a promise is the answer itself."""
    interaction = _known(world, token)
    if interaction.answer is None and interaction.deferred and interaction.deferred["type"] == LATER_MESSAGE:
        return _keep_promise(world, interaction, body).described()
    if len(interaction.follow_ups) == FOLLOW_UPS and not _is_ours(world, interaction):
        raise Refused("too many follow-ups")
    message = _new_message(world, interaction, body)
    interaction.follow_ups.append(message)
    if interaction.answer is None and interaction.deferred:  # it promised an edit, and tells why there is none
        interaction.show(message)
    return message.described()


def edit_follow_up(world: World, body: Body, application: int, token: str, number: int) -> Body:
    """Edit Followup Message."""
    interaction = _known(world, token)
    message = _follow_up(interaction, number)
    change(world, message, body)
    world.channels[message.channel_id].note_change()
    if message is interaction.answer:
        interaction.show(message)
    return message.described()


def delete_follow_up(world: World, _: Body, application: int, token: str, number: int) -> None:
    """Delete Followup Message."""
    message = _follow_up(_known(world, token), number)
    take_away(world.channels[message.channel_id], message)


def _keep_promise(world: World, interaction: Interaction, body: Body) -> Message:
    """The answer that was promised; whether one user alone sees it was settled then."""
    assert interaction.deferred
    promised = (interaction.deferred.get("data") or {}).get("flags", 0) & EPHEMERAL
    flags = (body.get("flags") or 0) & ~EPHEMERAL | promised
    message = _new_message(world, interaction, {**body, "flags": flags})
    interaction.show(message)
    return message


def _new_message(world: World, interaction: Interaction, body: Body) -> Message:
    """A message where an interaction was. Where apps are muted, its user alone sees it."""
    channel = world.channels[interaction.channel_id]
    if channel.muted and not _is_ours(world, interaction):
        body = {**body, "flags": (body.get("flags") or 0) | EPHEMERAL}
    return new_message(world, channel, body)


def _is_ours(world: World, interaction: Interaction) -> bool:
    return world.is_member(world.channels[interaction.channel_id])


def _known(world: World, token: str) -> Interaction:
    """The acknowledged interaction of a token. Raises Refused."""
    interaction = world.tokens.get(token)
    if interaction is None or not interaction.accepted:
        raise Refused("unknown webhook")
    if interaction.expired or FAIR.time() > interaction.sent + LIFE_SECONDS:
        raise Refused("expired token")
    return interaction


def _original(world: World, interaction: Interaction) -> Message:
    """The message of an answer: the one that was clicked, where the answer changes that, whatever else has followed.

    Raises Refused.
    """
    message = interaction.answer
    if interaction.deferred and interaction.deferred["type"] == LATER_UPDATE:
        message = _clicked(world, interaction)
    if message is None or message.gone:
        raise Refused("unknown message")
    return message


def _clicked(world: World, interaction: Interaction) -> Message | None:
    """The message that was clicked, as it stands now; people may have clicked what it was before."""
    message = interaction.message
    if message is None or message.ephemeral:
        return message
    return world.channels[message.channel_id].messages.get(message.id)


def _follow_up(interaction: Interaction, number: int) -> Message:
    own = [*interaction.follow_ups, *([interaction.answer] if interaction.answer else [])]
    found = next((message for message in own if message.id == number), None)
    if found is None:
        raise Refused("unknown message")
    return found


_WEBHOOK = r"/webhooks/(\d+)/([^/]+)"

ROUTES: list[Route] = [
    ("POST", r"/interactions/(\d+)/([^/]+)/callback", callback),
    ("POST", _WEBHOOK, follow_up),
    ("GET", _WEBHOOK + "/messages/@original", original),
    ("PATCH", _WEBHOOK + "/messages/@original", edit_original),
    ("DELETE", _WEBHOOK + "/messages/@original", delete_original),
    ("PATCH", _WEBHOOK + r"/messages/(\d+)", edit_follow_up),
    ("DELETE", _WEBHOOK + r"/messages/(\d+)", delete_follow_up),
]
