"""People who play whole games by pressing what the messages offer; some tap twice, or press what is out of date."""

import asyncio
import math
import random
import re
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from tests.wire.bodies import controls_of, text_of, walk
from tests.wire.fair import FAIR
from tests.wire.places import Channel, Message, Server
from tests.wire.standin import StandIn, answered
from tests.wire.words import REFUSED, TOO_SLOW, was_slow, was_told
from tests.wire.world import LONG_ENOUGH, Interaction

TURNS = ("1", "2", "3", "advance", "leather")
PANEL = ("1", "2", "3", "4", "left", "right", "up", "down", "turn", "flip")

LOOK_SECONDS = 2.0
"""How long people look for a new board before they press the old one, or ask for one."""

Promise = tuple[str, str]
"""Kind and text of an event that the bot has said to have happened."""


class Pace:
    """Lets so many clicks a second through, of whoever asks; None for all at once."""

    def __init__(self, rate: float | None = None) -> None:
        self._pause = 1 / rate if rate else 0.0
        self._next = 0.0

    async def wait(self) -> None:
        """Wait for one's turn to click."""
        now = time.perf_counter()
        self._next = max(self._next, now) + self._pause
        await asyncio.sleep(self._next - now - self._pause)


@dataclass
class Table:
    """A channel where one game after the other is played by the same people; alone against the Automa if ``solo``, or
    against a ``rival`` of some level; and in a thread of its own if ``in_thread``: then ``channel`` is the one where
    the board stands.

    ``plans`` is how likely somebody plans whose turn is over.

    Where people ``talk`` besides, each turn begins with words, so that the board is not the newest message any more.

    ``promised`` are the events that were acknowledged, by game and number; ``mischief`` is the chance that a click
    is a double or comes with a stale one of somebody.
    """

    discord: StandIn
    channel: Channel
    users: tuple[int, int]
    rng: random.Random
    pace: Pace
    solo: bool = False
    in_thread: bool = False
    mischief: float = 0.2
    rival: str = ""
    talk: bool = False
    plans: float = 0.0
    promised: dict[tuple[int, int], Promise] = field(default_factory=dict)
    contradictions: list[str] = field(default_factory=list)
    _old: list[Message] = field(default_factory=list)
    _begun: bool = False

    def __post_init__(self) -> None:
        self.home = self.channel

    async def play(self, moves: float = math.inf) -> None:
        """Play on and on, or so many moves. Raises TimeoutError if those are not made."""
        end = FAIR.time() + LONG_ENOUGH if moves < math.inf else math.inf
        made = len(self.promised) + moves
        seen = -1
        while len(self.promised) < made:
            if FAIR.time() > end:
                raise TimeoutError
            board = await self._board_after(seen, LOOK_SECONDS)
            if board and turns(board):
                self._begun = True
                seen = await self._turn(board)
            elif board and not has_ended(board):  # a rival is thinking
                seen = revision_of(board)
            elif board:
                self._begun, seen = False, -1
                await self._start()
            elif self._begun:
                await self.pace.wait()
                await self._see_bot()
                self._begun = await self._bring_board()
                if self.channel is self.home:
                    await self._find_thread()
            else:
                await self._start()

    async def _bring_board(self) -> bool:
        """Ask for the board that is gone, from the list of games; False if there is no game."""
        if self.discord.knows("board"):  # an older bot, to compare with
            asked = await answered(await self.discord.slash(self.users[0], self.channel, "board"))
            return "no running game in this channel" not in asked.told
        page = (await answered(await self.discord.slash(self.users[0], self.channel, "games"))).answer
        if page is None or "open" not in controls_of(page.body):
            return page is None
        select = controls_of(page.body)["open"]
        newest = next(part for part in walk(page.body) if part.get("custom_id") == select)["options"][0]["value"]
        page = (await answered(await self.discord.press(self.users[0], page, select, [newest]))).answer
        for control in ("more", "board"):
            if page and control in controls_of(page.body):
                page = (await answered(await self.press(self.users[0], page, controls_of(page.body)[control]))).answer
        return True

    async def click(self, user: int, message: Message, control: str) -> Message | None:
        """Press what ends with a control. Returns the answer, or None if there was none."""
        custom_id = controls_of(message.body).get(control)
        if custom_id is None:
            return None
        answer = (await self.press(user, message, custom_id)).answer
        if self.rng.random() < self.mischief / 2 and self._old:
            old = self.rng.choice(self._old[-5:])
            stale = self.rng.choice(list(controls_of(old.body).values()))
            await self.press(self.rng.choice([*self.users, 999]), old, stale)
        return answer

    async def press(self, user: int, message: Message, custom_id: str) -> Interaction:
        """Press a button, sometimes twice at once, and note what was promised."""
        taps = 2 if self.rng.random() < self.mischief / 2 else 1
        for _ in range(taps):
            await self.pace.wait()
        await self._see_bot()
        # at once: when the first is answered, Discord no longer takes a press of what is gone
        sent = [await self.discord.press(user, message, custom_id) for _ in range(taps)]
        for interaction in sent:
            await answered(interaction)
            self._note(interaction)
        if sent[0].cut and not self.discord.gateway.hearing(self.home.guild_id):  # once it is back, they tap again
            return await self.press(user, message, custom_id)
        # tapped twice in public, each tap gets a private page, and the second takes the first away
        return sent[-1] if sent[0].answer and sent[0].answer.gone else sent[0]

    async def _see_bot(self) -> None:
        """Wait until the bot runs and is in the server: before, there is nothing to press."""
        while not self.discord.servers[self.home.guild_id].here:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
        await self.discord.connected(server=self.discord.servers[self.home.guild_id])

    def _note(self, interaction: Interaction) -> None:
        control = interaction.control
        kind = {"sew": "move", "goahead": "move", "undo": "undo"}.get(control.rpartition(":")[2])
        if kind is None or not interaction.answer or not interaction.accepted:
            return
        if was_told(self.discord, interaction, *REFUSED):
            return
        _, game, revision, shown, _, act = control.split(":")
        key = (int(game, 36), int(revision, 36) + 1)
        promise = (kind, {"sew": shown, "goahead": "+"}.get(act, ""))
        if self.promised.setdefault(key, promise) != promise:
            self.contradictions.append(f"{key}: {self.promised[key]} and {promise}")

    async def _turn(self, board: Message) -> int:
        """One move of whoever is to move. Returns the revision that the board showed."""
        revision, mover = revision_of(board), named_first(board)
        if self.talk:
            self.channel.talk()
        self._old.append(Message(board.id, board.channel_id, board.body))
        page = await self.click(mover, board, self.rng.choice(turns(board)))
        if page and self.rng.random() < 0.3:
            page = await self.click(mover, page, self.rng.choice(PANEL)) or page
        controls = controls_of(page.body) if page else {}
        done = page
        for control in ("goahead", "sew"):
            if page and control in controls:
                done = await self.click(mover, page, control)
        if done and "undo" in controls_of(done.body) and self.rng.random() < 0.1:
            await self.click(mover, done, "undo")
        if self.plans and done and "plan" in controls_of(done.body) and self.rng.random() < self.plans:
            await self._plan(mover, done)
        return revision if page else -1

    async def _plan(self, user: int, page: Message) -> None:
        """Plan a patch, if one can be had, and to advance if it cannot."""
        plan = await self.click(user, page, "plan")
        takes = [control for control in controls_of(plan.body) if control in "123456"] if plan else []
        if plan and takes and (panel := await self.click(user, plan, self.rng.choice(takes))):
            plan = await self.click(user, panel, "planit") or plan
        if plan:
            await self.click(user, plan, "planadvance")

    async def _start(self) -> None:
        """Begin a game, or find the one that runs."""
        await self.pace.wait()
        await self._see_bot()
        where: dict[str, Any] = {"where": "thread"} if self.in_thread else {}
        if self.solo or self.rival:
            command = "rival" if self.rival else "automa"
            if not where and self.discord.takes(command, "where"):  # an older bot, to compare with, does not
                where = {"where": "here"}
            how: dict[str, Any] = {**where, "level": self.rival, "first": "me"} if self.rival else where
            begun = await answered(await self.discord.slash(self.users[0], self.home, command, **how))
            self._begun = begun.accepted > 0
            await self._find_thread()
            return
        one, two = self.rng.sample(self.users, 2)
        await answered(await self.discord.slash(one, self.home, "challenge", friend=two, **where))
        if challenge := await self._challenge(LOOK_SECONDS):
            await self.pace.wait()
            accept = controls_of(challenge.body)["accept"]
            accepted = await self.discord.press(named_first(challenge), challenge, accept)  # it may be an older one
            self._begun = (await answered(accepted)).accepted > 0
        await self._find_thread()

    async def _find_thread(self) -> None:
        """Go where the game is: into the thread that was opened last, once a board stands there."""
        end = time.perf_counter() + LOOK_SECONDS
        while self.in_thread and time.perf_counter() < end:
            threads = [each for each in self.discord.channels.values() if each.parent_id == self.home.id]
            if threads and threads[-1] is not self.channel and boards_in(threads[-1]):
                self.channel = threads[-1]
                return
            await asyncio.sleep(0.02)

    async def _challenge(self, seconds: float) -> Message | None:
        """The challenge that waits in the channel, once there is one; None if there is none when the time is over."""
        end = time.perf_counter() + seconds
        while (left := end - time.perf_counter()) > 0:
            changed = self.home.changed
            for message in self.home.messages.values():
                if "accept" in controls_of(message.body):
                    return message
            with suppress(TimeoutError):
                async with asyncio.timeout(left):  # wait_for() of Python 3.11 can lose a cancellation
                    await changed.wait()
        return None

    async def _board_after(self, revision: int, seconds: float) -> Message | None:
        """The newest board, once it shows more than a revision; whatever there is when the time is over."""
        end = time.perf_counter() + seconds
        while True:
            changed = self.channel.changed
            boards = boards_in(self.channel)
            if boards and (revision_of(boards[-1]) != revision):
                return boards[-1]
            left = end - time.perf_counter()
            if left <= 0 or not (self._begun or self.channel.messages):
                return boards[-1] if boards else None
            with suppress(TimeoutError):
                async with asyncio.timeout(left):
                    await changed.wait()


async def in_time(discord: StandIn, act: Callable[[], Awaitable[Interaction]]) -> Interaction:
    """Do something; and again, if the bot was too slow only because others kept it from running, but not for ever."""
    end = FAIR.time() + LONG_ENOUGH
    while FAIR.time() < end:
        done = await answered(await act())
        if was_slow(discord, done) or not was_told(discord, done, *TOO_SLOW):
            return done
    raise TimeoutError


def boards_in(channel: Channel) -> list[Message]:
    """The boards that stand in a channel, oldest first."""
    return [message for message in channel.messages.values() if ":board:" in str(controls_of(message.body))]


def turns(board: Message) -> list[str]:
    """The controls of a board with which a turn begins; none when the game has ended."""
    return [control for control in controls_of(board.body) if control in TURNS]


AGAIN = {"rematch", "easier", "harder"}
"""The controls of which one stands on the board of a game that is over: another game, against the same or the next."""


def has_ended(board: Message) -> bool:
    """Whether a board shows a game that is over."""
    return not controls_of(board.body).keys().isdisjoint(AGAIN)


def revision_of(board: Message) -> int:
    """How many events of its game a board shows."""
    return int(next(iter(controls_of(board.body).values())).split(":")[2], 36)


def game_of(board: Message) -> int:
    """The game that a board shows."""
    return int(next(iter(controls_of(board.body).values())).split(":")[1], 36)


def named_first(message: Message) -> int:
    """Whom a message names first: on a board the player to move, on a challenge the one who is asked."""
    found = re.search(r"<@(\d+)>", text_of(message.body))
    assert found, text_of(message.body)
    return int(found[1])


def tables(
    discord: StandIn,
    count: int,
    seed: int = 1,
    rate: float | None = None,
    *,
    threads: bool = True,
    talking: bool | None = None,
    servers: Sequence[Server] = (),
) -> list[Table]:
    """So many tables, each in a channel of its own; every fifth with a solo game, every fourth in ``threads``.

    People talk at all of them, at none, or at every other one.

    They are in each of some ``servers`` in turn; in the one that is there from the start if none is given.
    """
    pace = Pace(rate)
    made = []
    for number in range(count):
        solo = number % 5 == 4
        users = (1001 + 2 * number, 1001 + 2 * number + (not solo))
        rng, in_thread = random.Random(f"{seed} {number}"), threads and number % 4 == 3
        channel = discord.new_channel(server=servers[number % len(servers)] if servers else None)
        talk = number % 2 == 0 if talking is None else talking
        made.append(Table(discord, channel, users, rng, pace, solo, in_thread, talk=talk))
    return made
