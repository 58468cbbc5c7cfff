"""The probe: every row seen as we believe it and otherwise, with two presses, and nothing left behind."""

import asyncio
import re
import signal
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
import yarl

from bot.config import Config
from bot.operator.run import CannotRun
from bot.ui.kit.brand import HOME
from tests.wire.bodies import controls_of
from tests.wire.places import ATTACH, CONVERSATION, READ_HISTORY, VOICE, Channel, Message
from tests.wire.process import REPOSITORY, TOKEN, Bot
from tests.wire.standin import StandIn
from tests.wire.world import LONG_ENOUGH, Emoji
from tools.probe import conversation, traffic
from tools.probe.hour import EDITS
from tools.probe.program import run
from tools.probe.rows import ANSWERED, DIRECT, LONG, PRESSED, PRESSED_AGAIN, ROWS
from tools.probe.stage import Patience

pytestmark = pytest.mark.slow

OPERATOR = 30

ASKS = ("Please press", "Now press", "That answer came too late")
"""How the lines begin that ask for a press."""

AS_BELIEVED, OTHERWISE, NOT_SEEN = "as believed", "OTHERWISE", "not seen"

CONFIG = Config(discord_requests=9999, emoji_pace=0)
PROGRAM = {"WIRE_PROGRAM": "tools.probe.__main__", "DISCORD_REQUESTS": "9999"}
QUICK = Patience(press=LONG_ENOUGH, connection=0, hearing=0.3, follow_up=0, answer=0.05, nonce=0.2, token=0.3, old=0.3)
LATE = replace(QUICK, answer=0.5, token=3)


@pytest.fixture
async def discord() -> AsyncIterator[StandIn]:
    """A stand-in that gets no request that Discord would refuse."""
    async with StandIn() as standin:
        yield standin
        assert standin.wrong == []
        assert (standin.wordless, standin.loud) == ([], [])


@pytest.fixture(autouse=True)
def pointed(discord: StandIn, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let discord.py take the stand-in for Discord."""
    gateway = yarl.URL(discord.url).with_scheme("ws").with_path("/")
    monkeypatch.setattr("discord.http.Route.BASE", discord.url)
    monkeypatch.setattr("discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY", gateway)


class Terminal:
    """What the probe tells the operator, who presses what it asks for, up to ``most`` times."""

    def __init__(self, discord: StandIn, channel: Channel, most: int = 9) -> None:
        self.lines: list[str] = []
        self._told_at: list[float] = []
        self._discord = discord
        self._channel = channel
        self._most = most
        self._pressing: list[asyncio.Task[None]] = []

    def tell(self, line: str) -> None:
        self.lines.append(line)
        self._told_at.append(time.monotonic())
        if line.startswith(ASKS) and self._most:
            self._most -= 1
            self._pressing.append(asyncio.create_task(self._press()))

    async def _press(self) -> None:
        followed = [message for each in self._discord.interactions.values() for message in each.follow_ups]
        messages = [*self._channel.messages.values(), *followed]
        message = max(messages, key=lambda message: (has_button(message), message.id))
        (custom_id,) = controls_of(message.body).values()
        await self._discord.press(OPERATOR, message, custom_id)

    def seconds(self, first: str, then: str) -> float:
        """The time between two lines that begin so."""
        told = [*zip(self._told_at, self.lines, strict=True)]
        begun, ended = (next(at for at, line in told if line.startswith(each)) for each in (first, then))
        return ended - begun

    def verdicts(self) -> dict[str, str]:
        return {name: self._row(name)[0] for name in ROWS}

    def seen(self, name: str) -> str:
        """What the table says was seen of a row."""
        return self._row(name)[1]

    def _row(self, name: str) -> tuple[str, str]:
        told = " ".join("\n".join(self.lines).split())
        before, _, after = told.partition(ROWS[name].assumption)
        (verdict,) = (each for each in (AS_BELIEVED, OTHERWISE, NOT_SEEN) if before.rstrip().endswith(each))
        return verdict, after.partition(" seen: ")[2].partition(" relies: ")[0]


def has_button(message: Message) -> bool:
    return bool(controls_of(message.body)) and not message.gone


def remains(discord: StandIn, channel: Channel) -> list[object]:
    """What the probe has left behind, private messages included."""
    private = [message for each in discord.interactions.values() for message in each.follow_ups if not message.gone]
    return [*channel.messages.values(), *discord.emoji.values(), *private]


async def probed(
    discord: StandIn, *quirks: str, patience: Patience = QUICK, config: Config = CONFIG, long: bool = False
) -> Terminal:
    """Run the probe in a Discord with some quirks."""
    channel = discord.new_channel()
    discord.quirks.active = {*quirks}
    terminal = Terminal(discord, channel)
    is_fine = await run(config, TOKEN, channel.id, terminal.tell, long=long, patience=patience)
    assert is_fine is (OTHERWISE not in terminal.verdicts().values())
    assert remains(discord, channel) == []
    return terminal


UNASKED = dict.fromkeys(DIRECT, NOT_SEEN)


async def test_where_all_is_as_we_believe_every_row_is_seen(discord: StandIn) -> None:
    terminal = await probed(discord, long=True)
    assert terminal.verdicts() == dict.fromkeys(ROWS, AS_BELIEVED) | UNASKED, "\n".join(terminal.lines)
    seen = len(ROWS) - len(DIRECT)
    assert terminal.lines[-1] == f"As believed: {seen}, otherwise: 0, not seen: {len(DIRECT)}."
    first_late_edit = [at for at, each in enumerate(discord.requests) if each.startswith("PATCH /channels/")][-EDITS]
    last_deletion = max(at for at, each in enumerate(discord.requests) if each.startswith("DELETE /webhooks/"))
    assert last_deletion < first_late_edit, "after an hour, what followed a press can be deleted no more"


NONCES = dict.fromkeys(("nonce", "nonce_deleted", "nonce_memory"), OTHERWISE)
ON_THE_BOARD = dict.fromkeys(("original_edit", "original_delete"), NOT_SEEN)
ON_THE_PAGE = dict.fromkeys(("newest", "in_time", "type_7", "private_delete", "follow_ups"), NOT_SEEN)
UNHEARD = {"deferred": NOT_SEEN, **ON_THE_BOARD, **ON_THE_PAGE}

QUIRKS: list[tuple[str, dict[str, str], str]] = [
    ("words stay words", {"plain_call": OTHERWISE, "mention_kept": NOT_SEEN}, "Discord refuses it"),
    ("whole calls stay", {"whole_call": OTHERWISE, "picture_kept": OTHERWISE}, "Discord refuses it"),
    ("edits mark nobody", {"mention_kept": OTHERWISE}, "it marks nobody any more"),
    ("the old picture stays", {"same_name": OTHERWISE}, "it has the address of the old one"),
    ("alt texts are lost", {"alt_kept": OTHERWISE, "alt_editable": OTHERWISE}, "it is None, not 'a blue picture'"),
    ("pictures are not kept", {"picture_kept": OTHERWISE, "alt_editable": OTHERWISE}, "Discord refuses it"),
    ("kept pictures are lost", {"picture_kept": OTHERWISE}, "a call has lost it"),
    ("alt texts are fixed", {"alt_editable": OTHERWISE}, "Discord refuses it"),
    ("animations stand still", {"animation": OTHERWISE}, "it does not move"),
    ("short pages", {"length": OTHERWISE}, "3000 are taken"),
    ("nonces are forgotten", NONCES, "it is there twice"),
    ("nonces of the deleted are free", {"nonce_deleted": OTHERWISE}, "it was posted anew"),
    ("emoji are rationed", {"emoji": OTHERWISE}, "number 4 was to wait 100 s"),
    ("emoji are rationed for a moment", {"emoji": OTHERWISE}, "number 4 had to wait 1 s"),
    ("one session hears", {"sessions": OTHERWISE}, "only one of them heard it"),
    ("no deferred update", {"deferred": OTHERWISE, **ON_THE_BOARD, **ON_THE_PAGE}, "Discord refuses it"),
    ("boards are not edited", {"original_edit": OTHERWISE}, "Discord refuses it"),
    ("boards are not deleted", {"original_delete": OTHERWISE}, "Discord refuses it"),
    ("private pages are the newest", {"newest": OTHERWISE}, "it is the private one"),
    ("somebody talks", {"newest": NOT_SEEN}, "somebody else has written in the channel"),
    ("channels say nothing", {"newest": OTHERWISE}, "the press does not say it"),
    ("no uploads in answers", {"in_time": NOT_SEEN, "type_7": OTHERWISE}, "Discord refuses this answer, however soon"),
    ("private pages stay", {"private_delete": OTHERWISE}, "Discord refuses it"),
    ("few follow-ups", {"follow_ups": OTHERWISE}, "number 30 had to wait 1 s"),
    ("another program answers", UNHEARD, "another program with this token has answered the press"),
]
"""Each quirk, the rows that it changes, and what is printed for the first of them."""


@pytest.mark.parametrize(
    ("quirk", "expected", "words"),
    [
        pytest.param(*each, id=each[0], marks=[pytest.mark.night] if number % 5 else [])
        for number, each in enumerate(QUIRKS)
    ],
)
async def test_where_discord_does_otherwise_the_row_says_so(
    discord: StandIn, quirk: str, expected: dict[str, str], words: str
) -> None:
    terminal = await probed(discord, quirk)
    usual = {name: NOT_SEEN if name in (*LONG, *DIRECT) else AS_BELIEVED for name in ROWS}
    assert terminal.verdicts() == usual | expected, "\n".join(terminal.lines)
    assert words in terminal.seen(next(iter(expected)))


@pytest.mark.night
@pytest.mark.parametrize(
    ("quirk", "name", "verdict", "words"),
    [
        ("late answers", "in_time", OTHERWISE, "after 0.5 s it was too late"),
        ("short tokens", "token_life", OTHERWISE, "Discord does not know it any more after 0 min 3 s"),
        ("old messages are edited seldom", "old_edits", AS_BELIEVED, "number 4 was to wait 100 s"),
        ("old messages are not edited", "old_edits", OTHERWISE, "Discord refuses it"),
    ],
)
async def test_so_does_what_takes_its_time(discord: StandIn, quirk: str, name: str, verdict: str, words: str) -> None:
    """An answer that came too late is asked for again, so that the other rows are seen."""
    terminal = await probed(discord, quirk, patience=LATE, long=True)
    assert terminal.verdicts() == dict.fromkeys(ROWS, AS_BELIEVED) | UNASKED | {name: verdict}
    assert words in terminal.seen(name)
    assert terminal.seconds("Please press", "What is left") >= LATE.token
    assert terminal.seconds("Now press", "That answer" if quirk == "late answers" else "What is left") >= LATE.answer
    assert sum(line.startswith(ASKS) for line in terminal.lines) == (3 if quirk == "late answers" else 2)


def test_every_row_is_seen_otherwise() -> None:
    seen = {name for _, expected, _ in QUIRKS for name, verdict in expected.items() if verdict == OTHERWISE}
    assert {*ROWS} - seen == {"in_time", *LONG, *DIRECT}, "which other tests show"


# --- in a conversation


class Conversation(Terminal):
    """Two people in a conversation, of whom the operator has installed the bot. They do what they are asked to."""

    asked = (conversation.FIRST, conversation.SECOND, conversation.THIRD, conversation.FOURTH)

    def tell(self, line: str) -> None:
        self.lines.append(line)
        if line in self.asked and self._most:
            self._most -= 1
            self._pressing.append(asyncio.create_task(self._do(line)))

    async def _do(self, line: str) -> None:
        if line == conversation.FIRST:
            self._given = await self._discord.door(OPERATOR, self._channel)
            return
        answers = [each.answer for each in self._discord.interactions.values() if each.answer]
        (custom_id,) = controls_of(answers[-1].body).values()
        who = OPERATOR + (line == conversation.THIRD)
        await self._discord.press(who, answers[-1], custom_id)


async def probed_there(discord: StandIn, *quirks: str, most: int = 9) -> Conversation:
    channel, there = discord.new_channel(), discord.new_channel(CONVERSATION)
    discord.installed, discord.quirks.active = {OPERATOR}, {*quirks}
    discord.commands = [{"id": "5", "name": HOME}]
    terminal = Conversation(discord, there, most)
    patience = replace(QUICK, press=LONG_ENOUGH if most > 3 else 0.3)
    is_fine = await run(CONFIG, TOKEN, channel.id, terminal.tell, direct=True, patience=patience)
    assert is_fine is (OTHERWISE not in terminal.verdicts().values())
    assert [each for each in (channel, there) if each.messages] == []
    return terminal


async def test_in_a_conversation_every_row_of_those_is_seen(discord: StandIn) -> None:
    terminal = await probed_there(discord)
    seen = {name: AS_BELIEVED if name in DIRECT else NOT_SEEN for name in ROWS}
    assert terminal.verdicts() == seen, "\n".join(terminal.lines)


@pytest.mark.parametrize(
    ("quirk", "expected", "words"),
    [
        ("answers are private", {"direct_answer": OTHERWISE}, "only you see it"),
        ("follow-ups are private", {"direct_follow_up": OTHERWISE}, "only one of you sees it"),
        ("strangers take no messages", {"direct_message": OTHERWISE}, "Discord lets no message through"),
        ("other answers are not edited", {"direct_edit": OTHERWISE}, "Discord refuses it"),
        ("another program answers", dict.fromkeys(DIRECT[:5], NOT_SEEN), "another program with this token"),
    ],
)
async def test_there_too_what_is_otherwise_is_told(
    discord: StandIn, quirk: str, expected: dict[str, str], words: str
) -> None:
    terminal = await probed_there(discord, quirk)
    seen = {name: AS_BELIEVED if name in DIRECT else NOT_SEEN for name in ROWS}
    assert terminal.verdicts() == seen | expected, "\n".join(terminal.lines)
    assert words in terminal.seen(next(iter(expected)))


async def test_who_was_told_of_nothing_does_not_press(discord: StandIn) -> None:
    terminal = await probed_there(discord, most=3)
    assert terminal.seen("direct_mention") == "you have not said so"
    assert terminal.seen("direct_edit") == "nobody pressed the button"
    assert terminal.verdicts()["direct_join"] == AS_BELIEVED


# --- what goes on without hands, is stopped, or was killed


@pytest.mark.parametrize("most", [0, 1])
async def test_it_gives_up_waiting_and_asks_what_needs_no_hands(discord: StandIn, most: int) -> None:
    channel = discord.new_channel()
    terminal = Terminal(discord, channel, most)
    assert await run(CONFIG, TOKEN, channel.id, terminal.tell, patience=replace(QUICK, press=10 if most else 0.3))
    left = (*(() if most else (*PRESSED, *ANSWERED)), *PRESSED_AGAIN)
    expected = {name: NOT_SEEN if name in (*left, *LONG, *DIRECT) else AS_BELIEVED for name in ROWS}
    assert terminal.verdicts() == expected, "\n".join(terminal.lines)
    assert {terminal.seen(name) for name in left} == {"nobody pressed the button"}
    assert remains(discord, channel) == []


async def test_it_asks_no_more_when_discord_has_refused_too_much(
    discord: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(traffic, "MOST_INVALID", 1)
    terminal = await probed(discord, "few follow-ups")
    assert terminal.seen("emoji") == "not asked: Discord has refused too much before"
    assert terminal.verdicts()["length"] == NOT_SEEN
    assert terminal.verdicts()["follow_ups"] == OTHERWISE


async def asking(discord: StandIn, folder: Path) -> tuple[Channel, Bot]:
    """The probe as a program, once it asks for a press in a channel."""
    channel, probe = discord.new_channel(), Bot(discord.url, folder, settings=PROGRAM)
    await probe.start(str(channel.id))
    async with asyncio.timeout(LONG_ENOUGH):
        while not any(map(has_button, channel.messages.values())):
            await channel.changed.wait()
    return channel, probe


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
async def test_when_it_is_stopped_it_takes_all_away_and_says_so(
    discord: StandIn, tmp_path: Path, how: signal.Signals
) -> None:
    channel, bot = await asking(discord, tmp_path)
    assert await bot.stop(how) == 1
    assert bot.log().splitlines()[-1] == "The probe was stopped, and has taken away what it had made."
    assert bot.errors() == []
    assert remains(discord, channel) == []


async def test_after_a_kill_the_next_run_finds_what_was_left_behind(discord: StandIn, tmp_path: Path) -> None:
    channel, bot = await asking(discord, tmp_path)
    await bot.kill()
    left = len(channel.messages)
    assert left
    others = Emoji(1, "patch_1", b""), Emoji(2, "probe_0123", b"")
    discord.emoji = {emoji.id: emoji for emoji in others}

    terminal = Terminal(discord, channel)
    assert await run(CONFIG, TOKEN, channel.id, terminal.tell, patience=QUICK)
    assert f"Taken away from an earlier run: {left + 1}." in terminal.lines
    assert (len(channel.messages), [*discord.emoji]) == (0, [1])


async def test_what_cannot_be_taken_away_or_looked_for_is_told(discord: StandIn) -> None:
    channel = discord.new_channel()
    channel.permissions &= ~READ_HISTORY
    discord.quirks.active = {"no deletions"}
    terminal = Terminal(discord, channel)
    await run(CONFIG, TOKEN, channel.id, terminal.tell, patience=QUICK)
    told = "The probe cannot look for messages of an earlier run: let the bot Read Message History here."
    assert terminal.lines.count(told) == 2, "before and afterwards"
    stays = [line for line in terminal.lines if line.startswith("Discord does not delete ")]
    assert len(stays) == len(channel.messages) > 0


# --- beside a running bot, and before anything is asked


async def test_a_running_bot_does_not_mind_it(discord: StandIn, tmp_path: Path) -> None:
    """Both hear the presses, and the bot leaves them to the probe."""
    channel, bot = discord.new_channel(), Bot(discord.url, tmp_path, sketches=True)
    await bot.start()
    await discord.connected()
    terminal = Terminal(discord, channel)
    assert await run(CONFIG, TOKEN, channel.id, terminal.tell, patience=QUICK)
    assert terminal.verdicts()["type_7"] == AS_BELIEVED
    assert [each.again for each in discord.interactions.values()] == [0, 0]
    assert await bot.stop() == 0
    assert bot.warnings() == []


async def refusal(discord: StandIn, channel: int) -> str:
    """The sentence with which the probe ends before it has made anything."""
    with pytest.raises(CannotRun) as caught:
        await run(CONFIG, TOKEN, channel, print, patience=QUICK)
    assert not [request for request in discord.requests if request.startswith(("POST", "PUT", "PATCH", "DELETE"))]
    return str(caught.value)


async def test_it_says_what_is_wrong_with_the_channel(discord: StandIn) -> None:
    assert "The bot cannot see the channel 1: copy the id of a channel of your test server" in await refusal(discord, 1)
    voice, closed, mute = discord.new_channel(VOICE), discord.new_channel(), discord.new_channel()
    assert f"{voice.id} is not a text channel" in await refusal(discord, voice.id)
    closed.closed = True
    assert f"The bot cannot see the channel {closed.id}" in await refusal(discord, closed.id)
    mute.permissions &= ~ATTACH
    assert f"The bot lacks attach_files in the channel {mute.id}" in await refusal(discord, mute.id)


async def test_it_leaves_the_bot_enough_starts(discord: StandIn) -> None:
    channel = discord.new_channel()
    discord.starts.used = discord.starts.total - 49
    assert "only 49 more starts today" in await refusal(discord, channel.id)


@pytest.mark.parametrize(
    ("fault", "words"),
    [("expired token", "Discord does not accept DISCORD_TOKEN"), ("unavailable", "Discord does not answer now")],
)
async def test_a_start_that_discord_refuses_is_told_in_a_sentence(
    discord: StandIn, tmp_path: Path, fault: str, words: str
) -> None:
    discord.trap(fault, ("GET", "/users/@me"))
    status, printed = await Bot(discord.url, tmp_path, settings=PROGRAM).run("800")
    assert status == 1
    assert printed.startswith(words)
    assert len(printed.splitlines()) == 1


def test_what_the_table_says_to_set_can_be_set() -> None:
    example = (REPOSITORY / ".env.example").read_text("utf-8")
    settings = {name for row in ROWS.values() for name in re.findall(r"\b[A-Z]+(?:_[A-Z]+)+\b", row.otherwise)}
    assert settings >= {"CALLS_WHOLE", "EMOJI_PACE", "SWEEP_SECONDS"}
    assert {name for name in settings if not re.search(f"^#{name}=", example, re.MULTILINE)} == set()
