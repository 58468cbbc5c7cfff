"""The application's emoji are brought up to date whatever Discord says; controls do without those that it lacks."""

import asyncio
import contextlib
import io
import json
from collections import Counter
from collections.abc import AsyncIterator

import discord as library
import pytest
from discord.http import Route
from PIL import Image

import render
from bot.connection import emoji_sync
from bot.connection.emoji_sync import Uploads
from bot.store.backend.database import Database
from bot.store.kv import save_value
from bot.ui.kit.pictures import Pictures, drawing
from bot.ui.words.names import EMOJI
from tests.store.building import opened
from tests.ui.pictures import Sketches
from tests.wire.checks import all_shown
from tests.wire.emoji import on_controls
from tests.wire.faults import EMOJI as UPLOADS
from tests.wire.people import boards_in, tables
from tests.wire.places import APPLICATION, Channel, snowflake
from tests.wire.process import TOKEN, Bot
from tests.wire.standin import StandIn
from tests.wire.world import LONG_ENOUGH, Emoji, until

pytestmark = [pytest.mark.slow, pytest.mark.sqlite]

LIST = ("GET", r"/applications/\d+/emojis")
OTHER = "ring_of_the_operator"


class Program:
    """As much of the bot as uploads emoji, started as often as a test likes. ``ids`` are what texts know."""

    def __init__(self, client: library.Client, database: Database) -> None:
        self.client = client
        self.database = database
        self.ids: dict[str, int] = {}

    async def start(self, pictures: Pictures | None = None) -> Uploads:
        """Start it: it knows nothing but what is in the store."""
        self.ids = {}
        uploads = Uploads(self.client, self.database, pictures or Sketches(), self.ids, pace=0)
        await uploads.recall()
        return uploads

    async def run(self) -> None:
        """Start it, and wait until all is up to date."""
        await (await self.start()).bring_up_to_date()


@pytest.fixture
async def program(discord: StandIn, database: Database, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Program]:
    monkeypatch.setattr(Route, "BASE", discord.url)
    async with library.Client(intents=library.Intents.none(), max_ratelimit_timeout=30.0) as client:
        await client.login(TOKEN)
        yield Program(client, database)


def names(discord: StandIn) -> dict[str, int]:
    """The application's emoji."""
    return {emoji.name: emoji.id for emoji in discord.emoji.values()}


def uploads(discord: StandIn) -> Counter[str]:
    """The requests about emoji until now, by what they do; forgotten from now on."""
    made = Counter(request.split()[0] for request in discord.requests if "/emojis" in request)
    discord.requests.clear()
    return made


@pytest.mark.night
async def test_all_are_uploaded_once(discord: StandIn, program: Program) -> None:
    await (await program.start(Pictures())).bring_up_to_date()
    assert names(discord) == program.ids
    assert program.ids.keys() == EMOJI.keys()
    assert uploads(discord) == {"GET": 1, "POST": len(EMOJI)}
    for emoji in discord.emoji.values():
        with Image.open(io.BytesIO(emoji.image)) as image:
            assert (image.size, image.mode) == ((128, 128), "RGBA")
    start = await program.start(Pictures())
    assert names(discord) == program.ids, "they are known before Discord is asked"
    await start.bring_up_to_date()
    assert uploads(discord) == {"GET": 1}


async def test_one_that_is_drawn_otherwise_takes_the_place_of_the_old_one(
    discord: StandIn, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    await program.run()
    before = names(discord)
    monkeypatch.setitem(EMOJI, "time", drawing(render.draw_sign, "button"))
    uploads(discord)
    await program.run()
    assert uploads(discord) == {"GET": 1, "PATCH": 1, "POST": 1, "DELETE": 1}
    after = names(discord)
    assert [name for name, number in after.items() if before[name] != number] == ["time"]
    assert program.ids == after


async def test_what_is_no_longer_drawn_is_deleted_and_nothing_of_others(
    discord: StandIn, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = discord.emoji[1] = Emoji(1, OTHER, b"")
    await program.run()
    monkeypatch.delitem(EMOJI, "time")
    await program.run()
    assert discord.emoji[1] is other
    assert names(discord).keys() == {OTHER, *EMOJI}
    assert program.ids.keys() == EMOJI.keys()


async def test_what_somebody_has_deleted_is_forgotten_at_once_and_uploaded_again(
    discord: StandIn, program: Program
) -> None:
    await program.run()
    lost = names(discord)["button"]
    del discord.emoji[lost]
    start = await program.start()
    assert program.ids["button"] == lost
    discord.trap("unavailable", UPLOADS, times=100)
    with pytest.raises(library.DiscordServerError):
        await start.bring_up_to_date()
    assert "button" not in program.ids
    discord.traps.clear()
    await start.bring_up_to_date()
    assert program.ids == names(discord)


@pytest.mark.parametrize(
    "fault",
    [
        "long rate limit",
        *(pytest.param(each, marks=pytest.mark.night) for each in ("server error", "rate limit", "missing access")),
    ],
)
async def test_after_a_refusal_it_goes_on_where_it_was(discord: StandIn, program: Program, fault: str) -> None:
    discord.trap(fault, UPLOADS, times=1)
    for _ in range(2):
        try:
            await program.run()
        except (library.HTTPException, library.RateLimited):
            continue
    assert names(discord) == program.ids
    assert program.ids.keys() == EMOJI.keys()
    assert uploads(discord)["POST"] <= len(EMOJI) + 1


async def test_one_that_discord_does_not_take_does_not_keep_the_others_back(discord: StandIn, program: Program) -> None:
    discord.trap("bad body", UPLOADS, times=1)
    start = await program.start()
    assert not await start.bring_up_to_date()
    assert len(program.ids) == len(EMOJI) - 1
    assert await start.bring_up_to_date()
    assert program.ids.keys() == EMOJI.keys()


async def test_at_the_limit_it_stops_asking_and_the_old_pictures_stay(
    discord: StandIn, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    discord.most_emoji = 5
    with pytest.raises(library.HTTPException, match="Maximum number"):
        await program.run()
    assert names(discord) == program.ids
    assert (len(program.ids), uploads(discord)["POST"]) == (5, 6)
    monkeypatch.setitem(EMOJI, "button", drawing(render.draw_sign, "time"))
    for _ in range(2):
        old = program.ids["button"]
        with pytest.raises(library.HTTPException, match="Maximum number"):
            await program.run()
        assert program.ids["button"] == old
        assert old in discord.emoji, "it is shown by its number, whatever it is called meanwhile"
    discord.most_emoji = 2000
    await program.run()
    await program.run()
    assert names(discord) == program.ids, "and nothing is left of the old one"


@pytest.mark.night
async def test_killed_after_any_request_the_next_start_puts_it_right(
    discord: StandIn, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    await program.run()
    for step, killed_at in enumerate(("PATCH", "POST", "DELETE")):
        monkeypatch.setitem(EMOJI, "time", drawing(render.draw_sign, ("button", "leather", "bonus")[step]))
        discord.trap("server error", (killed_at, r"/applications/\d+/emojis.*"), times=100, after=True)
        with contextlib.suppress(library.HTTPException):
            await program.run()
        discord.traps.clear()
        for _ in range(2):
            await program.run()
        assert names(discord) == program.ids
        assert program.ids.keys() == EMOJI.keys()


@pytest.mark.night
async def test_refusals_are_logged_and_tried_again_with_growing_pauses(
    discord: StandIn, program: Program, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    discord.trap("missing access", LIST, times=3)
    pauses: list[float] = []
    sleep, done = asyncio.sleep, asyncio.Event()

    async def noted(seconds: float) -> None:
        if seconds >= emoji_sync.FIRST_PAUSE:
            pauses.append(seconds)
            if len(pauses) == 4:
                done.set()
                await asyncio.Event().wait()
        await sleep(0)

    start = await program.start()
    monkeypatch.setattr(asyncio, "sleep", noted)
    start.begin()
    await asyncio.wait_for(done.wait(), LONG_ENOUGH)
    await start.stop()
    assert pauses == [60, 120, 240, emoji_sync.LONGEST_PAUSE]
    assert program.ids.keys() == EMOJI.keys()
    assert sum("not all emoji are uploaded" in record.getMessage() for record in caplog.records) == 3


def uploaded_before(discord: StandIn) -> dict[str, tuple[str, int]]:
    """All emoji at Discord, as an earlier start would have left them. Returns what it would have noted."""
    for name in EMOJI:
        number = snowflake()
        discord.emoji[number] = Emoji(number, name, b"")
    return {emoji.name: ("", emoji.id) for emoji in discord.emoji.values()}


def emoji_shown(channel: Channel) -> int:
    """How many emoji stand on the buttons of the newest board."""
    return len(list(on_controls(boards_in(channel)[-1].body)))


async def test_boards_show_the_patches_and_go_on_in_words_once_somebody_has_deleted_them(
    discord: StandIn, bot: Bot
) -> None:
    async with opened(bot.database.url) as database:
        noted = uploaded_before(discord)
        await database.write(save_value, f"emoji of {APPLICATION}", json.dumps(noted))
    (table,) = tables(discord, 1)
    await bot.connect(discord)
    await table.play(moves=2)
    assert emoji_shown(table.channel) == 4  # three patches, and the button that advancing earns
    await until(lambda: f"GET /applications/{APPLICATION}/emojis" in discord.requests)
    discord.emoji.clear()  # the bot does not look again for a minute
    await table.play(moves=2)
    assert await all_shown(bot.database, [table.channel]) == []
    assert emoji_shown(table.channel) == 0
    assert await bot.stop() == 0
    assert len(discord.emoji) < len(noted), "uploading was not cut short"
