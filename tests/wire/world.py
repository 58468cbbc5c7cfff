"""What the stand-in knows in all: the places, and every interaction with what became of it."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.wire.bodies import Body, text_of
from tests.wire.fair import FAIR
from tests.wire.limits import Starts
from tests.wire.places import GUILD, Channel, Message, Server

ANSWER_SECONDS = 3.0
"""How long Discord waits for the first answer to an interaction."""

LONG_ENOUGH = 120.0
"""Seconds in which what must come has come, however busy the machine is: tests are not timed."""

Route = tuple[str, str, Callable[..., Any]]
"""The method and path of a request, and what does it: given the world, the body and the ids in the path."""


@dataclass
class Interaction:
    """Something a user did. Times are of `FAIR`, which stood still for ``starved`` seconds until the answer was seen.

    ``accepted`` counts the answers that Discord has taken, ``again`` those that came when it had taken one already, and
    ``late`` those that came after three seconds.
    ``acknowledged`` is when it took one, and ``answered`` when the user saw it: later, if it was only promised by
    ``deferred``. ``told`` is what the user read last, and ``follow_ups`` are the further messages. ``cut`` says that
    the bot was killed meanwhile, or was not there at all.
    """

    id: int
    token: str
    kind: int
    user: int
    channel_id: int
    control: str
    message: Message | None
    expired: bool = False
    sent: float = field(default_factory=FAIR.time)
    starved: float = 0.0
    acknowledged: float = 0.0
    answered: float = 0.0
    again: int = 0
    accepted: int = 0
    late: int = 0
    deferred: Body | None = None
    answer: Message | None = None
    told: str = ""
    follow_ups: list[Message] = field(default_factory=list)
    cut: bool = False
    over: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self._starved_before = FAIR.starved()

    @property
    def seconds(self) -> float:
        """How long the user waited for the answer, while the bot could run."""
        return self.answered - self.sent

    def show(self, message: Message | None) -> None:
        """Let the user see an answer: now, unless there was one before."""
        self.answer = message
        self.told = text_of(message.body) if message else ""
        if not self.answered:
            self.answered, self.starved = FAIR.time(), FAIR.starved() - self._starved_before
        self.over.set()


@dataclass
class Emoji:
    """One emoji of the application: its number, its name, and its picture as it was uploaded."""

    id: int
    name: str
    image: bytes


@dataclass(repr=False)
class World:
    """All of it. ``happened`` are events that the gateway is yet to tell; ``commands`` are those of the application,
    and ``emoji`` its emoji, of which it may have ``most_emoji``.

    ``wrong`` collects what Discord would refuse in a request, ``calls`` the public messages that called somebody,
    ``bare`` those of them that offered nothing to press at first, and ``loud`` those that notify a channel although
    they call nobody. ``saved_by_nonce`` counts the posts that only their nonce kept from being there twice. ``starts``
    are the sessions begun; ``shards`` is how many Discord recommends.
    """

    servers: dict[int, Server] = field(default_factory=lambda: {GUILD: Server()})
    channels: dict[int, Channel] = field(default_factory=dict)
    interactions: dict[int, Interaction] = field(default_factory=dict)
    tokens: dict[str, Interaction] = field(default_factory=dict)
    commands: list[Body] = field(default_factory=list)
    emoji: dict[int, Emoji] = field(default_factory=dict)
    most_emoji: int = 2000
    happened: list[tuple[str, Body]] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    calls: list[Message] = field(default_factory=list)
    bare: list[Message] = field(default_factory=list)
    loud: list[Message] = field(default_factory=list)
    saved_by_nonce: int = 0
    starts: Starts = field(default_factory=Starts)
    shards: int = 1
    gateway_url: str = ""

    @property
    def wordless(self) -> list[Message]:
        """The calls that said not a word on a phone."""
        return [message for message in self.calls if not message.push]

    def is_member(self, channel: Channel) -> bool:
        """Whether the bot is a member of the server of a channel."""
        return channel.guild_id in self.servers and self.servers[channel.guild_id].here

    def remember(self, interaction: Interaction) -> None:
        """Expect the answer to an interaction."""
        self.interactions[interaction.id] = interaction
        self.tokens[interaction.token] = interaction


class Refused(Exception):
    """Discord's refusal of a request, by the name of the fault."""


async def until(holds: Callable[[], object], *, pause: float = 0.05) -> None:
    """Look, with pauses, until something holds. Raises TimeoutError if it takes longer than `LONG_ENOUGH`."""
    end = FAIR.time() + LONG_ENOUGH
    while not holds():
        if FAIR.time() > end:
            raise TimeoutError
        await asyncio.sleep(pause)
