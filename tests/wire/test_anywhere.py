"""Alone, anywhere: in the bot's own direct messages, in others, and in servers that have not invited it."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from bot.ui.kit.brand import HOME, ROOT
from bot.ui.kit.interaction import language_of_community
from bot.ui.pages.start import MORE
from tests.wire.bodies import controls_of, text_of
from tests.wire.places import CONVERSATION, DIRECT, EPHEMERAL, Channel, Message
from tests.wire.process import Bot
from tests.wire.standin import StandIn, answered

pytestmark = [pytest.mark.slow, pytest.mark.sqlite]

USER = 1001
SERVERS_ONLY = "only in a server that has invited me"
THINKS = "is thinking"

PLACES = ("direct", "conversation", "foreign server")


def place(discord: StandIn, where: str) -> Channel:
    """A channel in which only this person has the bot."""
    discord.installed = {USER}
    if where != "foreign server":
        return discord.new_channel(DIRECT if where == "direct" else CONVERSATION)
    server = discord.new_server()
    server.here = False
    return discord.new_channel(server=server)


class Visitor:
    """Somebody who uses the bot in a channel, through what it shows them there."""

    def __init__(self, discord: StandIn, here: Channel) -> None:
        self.discord = discord
        self.here = here

    async def home(self) -> Message:
        """The home page, which its user alone sees."""
        return _private((await answered(await self.discord.door(USER, self.here))).answer)

    async def press(self, message: Message, control: str, *values: str) -> Message:
        """Press something. Returns what its user sees then, alone."""
        click = await self.discord.press(USER, message, controls_of(message.body)[control], [*values] or None)
        return _private((await answered(click)).answer)

    async def go(self, control: str, *values: str) -> Message:
        """The same on a new home page."""
        return await self.press(await self.home(), control, *values)

    async def share(self, message: Message, control: str = "share") -> str:
        """Press *Share*, or the like: all see the answer; or, in a server without the bot, it is a refusal."""
        click = await self.discord.press(USER, message, controls_of(message.body)[control])
        shared = (await answered(click)).answer
        assert shared is not None
        is_refused = bool(self.here.guild_id)
        assert (SERVERS_ONLY in text_of(shared.body)) == is_refused
        assert bool(shared.body.get("flags", 0) & EPHEMERAL) == is_refused
        assert (shared.id in self.here.messages) != is_refused
        assert (f"<@{USER}> wants to show you this." in text_of(shared.body)) != is_refused
        return text_of(shared.body)

    async def play(self, page: Message, clicks: int) -> Message:
        """Play on, with so many clicks at most, once a rival who thinks has moved."""
        for _ in range(clicks):
            while THINKS in text_of(page.body):  # noqa: ASYNC110
                await asyncio.sleep(0.1)
            control = way_on(page)
            if control is None:
                break
            page = await self.press(page, control)
        return page


def way_on(page: Message) -> str | None:
    """What takes a turn further, on a page of one's own."""
    ways = controls_of(page.body)
    return next((each for each in ("goahead", "sew", "leather", "advance", "1") if each in ways), None)


def _private(page: Message | None) -> Message:
    assert page is not None
    assert page.body.get("flags", 0) & EPHEMERAL
    return page


@pytest.fixture(params=[pytest.param("direct", marks=pytest.mark.night), *PLACES[1:]])
async def visitor(request: pytest.FixtureRequest, discord: StandIn, bot: Bot) -> Visitor:
    """Somebody in each of the places, where the bot does nothing but answer."""
    here = place(discord, request.param)
    await bot.connect(discord)
    return Visitor(discord, here)


def unasked(discord: StandIn) -> list[str]:
    """The requests to channels: where the bot is no member, it can only answer."""
    return [each for each in discord.requests if "/channels" in each]


async def test_a_game_against_a_rival_is_played_reviewed_and_shown_where_only_its_player_has_the_bot(
    visitor: Visitor, bot: Bot
) -> None:
    page = await visitor.play(await visitor.go("rival"), 12)
    ((guild, moves),) = bot.database.rows("SELECT guild_id, revision FROM games")
    assert guild == 0
    assert moves >= 8, text_of(page.body)
    assert visitor.here.messages == {}, "nobody else sees anything"
    assert bot.database.rows("SELECT guild_id FROM servers") == []
    while "more" not in controls_of(page.body):  # leather is sewn first
        page = await visitor.play(page, 1)
    page = await visitor.press(await visitor.press(page, "more"), "resignpage")
    page = await visitor.press(await visitor.press(page, "resign"), "home")
    assert "has resigned" in await visitor.share(page) or visitor.here.guild_id
    await visitor.share(await replay(visitor))
    await visitor.share(await visitor.press(await replay(visitor), "animation"))
    if visitor.here.type == CONVERSATION:
        page = await visitor.press(await replay(visitor), "more")
        review = await visitor.press(await visitor.press(page, "home"), "review")
        while "share" not in controls_of(review.body):  # noqa: ASYNC110
            await asyncio.sleep(0.1)
        assert "has the better chances" in await visitor.share(review)
    assert "**Practice**" in text_of((await visitor.go("more", "practice")).body)
    assert unasked(visitor.discord) == []


@pytest.mark.night
async def test_kills_between_a_move_and_its_answer_lose_and_double_none_of_a_whole_game_alone(
    visitor: Visitor, bot: Bot
) -> None:
    page, chosen = await visitor.go("rival"), 0
    while _runs(bot):
        control = way_on(page)
        if control is None:  # the rival thinks
            await asyncio.sleep(0.1)
            games = await visitor.go("games")
            if "open" in controls_of(games.body):  # unless its move has just ended the game
                page = await visitor.press(games, "open", "1")
            continue
        if control not in ("goahead", "sew"):
            page = await visitor.press(page, control)
            continue
        chosen, before = chosen + 1, _own_moves(bot)
        if chosen % 4:
            page = await visitor.press(page, control)
        else:
            await visitor.discord.press(USER, page, controls_of(page.body)[control])
            while _own_moves(bot) == before:  # noqa: ASYNC110
                await asyncio.sleep(0)
            await bot.kill()
            await visitor.discord.cut()
            await bot.connect(visitor.discord)
            moves = _own_moves(bot)
            if control in controls_of(page.body):  # the answer was kept back: they press once more
                await visitor.press(page, control)
            assert _own_moves(bot) == moves, "that is no second move"
            page = await visitor.home()
        assert _own_moves(bot) > before, "none is lost"
    assert bot.database.rows("SELECT ending FROM games") == [("finished",)]
    assert chosen > 8
    assert visitor.here.messages == {}
    assert unasked(visitor.discord) == []


def _own_moves(bot: Bot) -> int:
    return int(bot.database.rows("SELECT count(*) FROM log WHERE seat = 1")[0][0])


def _runs(bot: Bot) -> bool:
    return bot.database.rows("SELECT ending IS NULL FROM games") == [(1,)]


async def replay(visitor: Visitor) -> Message:
    return await visitor.press(await visitor.go("more", "replay"), "replay", "1")


async def test_all_that_one_does_alone_is_there(visitor: Visitor, bot: Bot) -> None:
    page = await visitor.go("learn")
    assert "2 of 7" in text_of((await visitor.press(page, "next")).body)
    await visitor.play(await visitor.go("rival"), 2)
    page = await visitor.press(await visitor.go("more", "automa"), "automa", "intern")
    assert f"</{HOME}:" in text_of(page.body), "no text names a command that is not here"
    assert f"/{ROOT}" not in text_of(page.body)
    await visitor.play(page, 2)
    page = await visitor.go("today")
    while "dailygame" not in controls_of(page.body):
        page = await visitor.press(page, next(each for each in ("sew", "leave", "1") if each in controls_of(page.body)))
    assert visitor.here.messages == {}
    await visitor.share(page, "showdaily")
    page = await visitor.go("today")
    page = await visitor.press(page, "dailygame")
    await visitor.play(await visitor.press(await visitor.go("more", "sunday"), "playsunday"), 2)
    listed = text_of((await visitor.go("games")).body)
    assert listed.count("the Automa") == 1
    assert "Bobbin" in listed
    page = await visitor.press(await visitor.go("more", "settings"), "language", "de")
    assert "Deine Einstellungen" in text_of(page.body)
    assert "Deine laufenden Partien" in text_of((await visitor.go("games")).body)
    assert len(visitor.here.messages) == (0 if visitor.here.guild_id else 1)
    assert {row[0] for row in bot.database.rows("SELECT guild_id FROM games")} == {0}
    assert bot.database.rows("SELECT guild_id, covered IS NULL FROM dailies") == [(0, 0)]
    assert bot.database.rows("SELECT guild_id FROM sundays") == [(0,)]
    assert bot.database.rows("SELECT * FROM walls") == []
    assert unasked(visitor.discord) == []


async def test_what_is_a_servers_is_refused_in_one_sentence(visitor: Visitor) -> None:
    page = await visitor.play(await visitor.go("rival"), 2)
    controls = [*controls_of((await visitor.home()).body)]
    assert len(controls) > 5
    for control in controls:
        if control not in ("more", "playhere"):  # which shows a seat to everybody
            page = await visitor.go(control)
            assert SERVERS_ONLY not in text_of(page.body)
            if control == "seat":
                told = text_of((await visitor.press(page, "opennow")).body)
                assert ("only my commands are" if visitor.here.guild_id else SERVERS_ONLY) in told
    for what in MORE:
        page = await visitor.go("more", what)
        assert (SERVERS_ONLY in text_of(page.body)) == (what == "ladder")
        if "opennow" in controls_of(page.body):
            told = text_of((await visitor.press(page, "opennow")).body)
            assert ("only my commands are" if visitor.here.guild_id else SERVERS_ONLY) in told
    assert visitor.here.messages == {}
    assert unasked(visitor.discord) == []


async def test_a_copy_of_everything_is_given_and_all_is_forgotten(visitor: Visitor, bot: Bot) -> None:
    await visitor.play(await visitor.go("rival"), 4)
    await visitor.press(await visitor.go("today"), "sew")
    page = await visitor.press(await visitor.go("more", "privacy"), "export")
    while not page.body.get("attachments"):  # noqa: ASYNC110
        await asyncio.sleep(0.05)
    assert page.body["attachments"][0]["filename"] == f"{USER}.zip"
    page = await visitor.press(await visitor.press(page, "forgetpage"), "forget")
    assert "I have forgotten you" in text_of(page.body)
    ((player, ending),) = bot.database.rows("SELECT player1, ending FROM games")
    assert player < 0
    assert ending in ("resigned", "cancelled"), "as far as the rival had come"
    assert bot.database.rows("SELECT * FROM dailies") == []
    assert unasked(visitor.discord) == []


def test_a_server_that_has_not_invited_the_bot_chooses_no_language() -> None:
    guild = SimpleNamespace(features=["COMMUNITY"], preferred_locale="ja")
    for known, language in ((guild, "ja"), (None, None)):
        client = SimpleNamespace(get_guild={5: known}.get)
        interaction: Any = SimpleNamespace(guild_id=5, guild=guild, client=client)
        assert language_of_community(interaction) == language
