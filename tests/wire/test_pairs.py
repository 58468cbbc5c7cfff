"""Two people in a conversation, where the bot only answers: no request of ours goes there by itself (decision 0100)."""

import asyncio
import random
import sqlite3
import time
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import pytest
from aiohttp import web

from bot.ui.kit.answer import CUT_SECONDS
from tests.wire.bodies import controls_of, text_of
from tests.wire.faults import ANSWERS, FAULTS
from tests.wire.limits import is_counted
from tests.wire.people import boards_in, game_of, in_time, named_first, revision_of, turns
from tests.wire.places import APPLICATION, CONVERSATION, DIRECT, Channel, Message
from tests.wire.process import Bot
from tests.wire.standin import StandIn, answered
from tests.wire.words import TOO_SLOW, was_told
from tests.wire.world import Interaction, until

pytestmark = [pytest.mark.slow, pytest.mark.sqlite]

MINA, TOM, EVE, KIM = 1001, 1002, 1003, 1004

FORGED = (
    "agree",
    "refuse",
    "resign",
    "claim",
    "goahead",
    "undo",
    "replay",
    "nudge",
    "board",
    "text",
    "rematch",
    "share",
)
FORGED_PAGES = ("board", "home", "cancel1", "takeback1", "pause2", "played", "replay.1")

ALONE = "Only you can see my answers here"


@dataclass
class Pair:
    """A conversation of people, two of whom play. ``shown`` are the revisions of the boards that all have seen come."""

    discord: StandIn
    bot: Bot
    here: Channel
    rng: random.Random = field(default_factory=lambda: random.Random(7))
    shown: Counter[int] = field(default_factory=Counter)

    async def home(self, user: int, where: Channel | None = None) -> Message:
        """The home page of somebody."""
        page = (await answered(await self.discord.door(user, where or self.here))).answer
        assert page is not None
        assert page.ephemeral
        return page

    async def press(self, user: int, message: Message, control: str) -> Interaction:
        """Press something, and do not wait."""
        return await self.discord.press(user, message, controls_of(message.body)[control])

    async def see(self, user: int, message: Message, *controls: str) -> Message:
        """Press something, and then what that has led to. Returns the last answer."""
        for control in controls:
            click = await in_time(self.discord, partial(self.press, user, message, control))
            assert click.answer, (control, click.told)
            message = click.answer
        return message

    async def act(self, user: int, board: Message, control: str) -> Message:
        """Do what is to be found behind *More*."""
        more = await self.see(user, board, "more")
        if control not in controls_of(more.body):
            more = await self.see(user, more, "more")
        return await self.see(user, more, control)

    async def begin(self, one: int = MINA, two: int = TOM) -> None:
        """Open a seat and take it."""
        seat = await self.see(one, await self.home(one), "playhere")
        assert not seat.ephemeral
        board = await self.see(two, seat, "take")
        assert not board.ephemeral
        assert named_first(board) == one

    @property
    def board(self) -> Message:
        """The newest board that everybody sees."""
        return boards_in(self.here)[-1]

    @property
    def mover(self) -> int:
        """Who is to move."""
        return int(self.bot.database.rows(_MOVERS)[0][0])

    async def choose(self, page: Message) -> tuple[Message, str]:
        """A turn that is yet to be confirmed, and what confirms it."""
        mover = self.mover
        while not (page.ephemeral and (found := _confirms(page))):
            page = await self.see(mover, page, self.rng.choice(turns(page) or ["home"]))
        return page, found

    async def move(self) -> Message:
        """Play until the turn passes, or the game is over, with a double tap now and then. Returns the new board."""
        page = self.board
        assert named_first(page) == self.mover
        while True:
            mover, (page, control) = self.mover, await self.choose(page)
            taps = [await self.press(mover, page, control) for _ in range(self.rng.choice((1, 1, 2)))]
            told = [tap for tap in [await answered(tap) for tap in taps] if not was_told(self.discord, tap, *TOO_SLOW)]
            pages = [tap.answer for tap in told if tap.answer]
            if boards := [each for each in pages if not each.ephemeral]:
                self.shown[revision_of(boards[0])] += len(boards)
                return boards[0]
            page = pages[0] if pages else page

    def counted(self) -> list[str]:
        """The requests that Discord counts and that are about this conversation."""
        counted = [each for each in self.discord.requests if is_counted(each.split()[1])]
        return [each for each in counted if f"/channels/{self.here.id}" in each or "/users/@me/channels" in each]

    async def settled(self) -> None:
        """Wait until one board stands, as a page: the older ones say that the game goes on below."""
        await until(lambda: len(boards_in(self.here)) == 1 and not self.board.body.get("content"))


_MOVERS = "SELECT CASE to_move WHEN 1 THEN player1 ELSE player2 END FROM games ORDER BY id"


def _confirms(page: Message) -> str:
    return next((name for name in ("sew", "goahead") if name in controls_of(page.body)), "")


async def pair_in(discord: StandIn, bot: Bot, here: Channel | None = None) -> Pair:
    """A game that has begun."""
    discord.installed = {MINA}
    pair = Pair(discord, bot, here or discord.new_channel(CONVERSATION))
    await bot.connect(discord)
    await pair.begin()
    return pair


async def test_a_game_of_two_is_played_by_answers_alone(discord: StandIn, bot: Bot) -> None:
    pair = await pair_in(discord, bot)
    for _ in range(12):
        board = await pair.move()
        assert board is pair.board
    query = "SELECT revision, shown, guild_id, channel_id, place FROM games"
    ((revision, shown, guild, channel, place),) = bot.database.rows(query)
    assert (guild, channel, place, shown) == (0, pair.here.id, "private", None)
    assert revision == revision_of(pair.board)
    assert set(pair.shown.values()) == {1}
    assert pair.counted() == []
    await pair.settled()


@pytest.mark.parametrize("settings", [{"WIRE_PROGRAM": "tests.wire.hasty"}])
async def test_a_turn_calls_the_other_though_an_older_board_has_just_been_brought_up_to_date(
    discord: StandIn, bot: Bot
) -> None:
    """By somebody else's press, say, between the move and the answer to its click."""
    pair = await pair_in(discord, bot)
    for _ in range(3):
        await pair.settled()
        board = await pair.move()
        assert (board, board.pinged) == (pair.board, (pair.mover,))
    assert pair.counted() == []


async def test_what_follows_a_turn_leaves_a_page_alone_that_its_player_has_opened_since(
    discord: StandIn, bot: Bot
) -> None:
    pair = await pair_in(discord, bot)
    mover = pair.mover
    page, control = await pair.choose(pair.board)
    discord.trap("rate limit", ("GET", r"/webhooks/.*/messages/@original"))
    board = await pair.see(mover, page, control)
    more = await pair.see(mover, board, "more")
    before = controls_of(more.body)
    await bot.stop()  # which does all that is to follow
    assert controls_of(more.body) == before


async def test_a_board_that_was_too_late_comes_when_the_same_is_pressed_again(discord: StandIn, bot: Bot) -> None:
    pair = await pair_in(discord, bot)
    mover, (page, control) = pair.mover, await pair.choose(pair.board)
    with closing(sqlite3.connect(bot.file, isolation_level=None)) as somebody:
        somebody.execute("BEGIN IMMEDIATE")
        late = await answered(await pair.press(mover, page, control))
        somebody.execute("ROLLBACK")
    await until(lambda: f"GET /webhooks/{APPLICATION}/{late.token}/messages/@original" in discord.requests)
    board = await pair.see(mover, page, control)
    assert (board, board.pinged) == (pair.board, (pair.mover,))
    assert late.follow_ups == []
    assert pair.counted() == []


async def test_of_two_taps_one_brings_the_board_if_that_of_the_other_was_too_late(
    discord: StandIn, bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    pair = await pair_in(discord, bot)
    await pair.settled()
    mover, (page, control) = pair.mover, await pair.choose(pair.board)
    act, late = discord._answer, [FAULTS["unknown interaction"]]

    def answer(method: str, path: str, body: Any, files: list[str]) -> web.Response:
        is_new = path.endswith("/callback") and body["type"] == 4  # else a page that changes
        return late.pop().answer() if is_new and late else act(method, path, body, files)

    monkeypatch.setattr(discord, "_answer", answer)
    discord.trap("rate limit", ("GET", r"/webhooks/.*/messages/@original"))  # meanwhile the other tap is answered
    taps = [await answered(tap) for tap in [await pair.press(mover, page, control) for _ in range(2)]]
    (board,) = [tap.answer for tap in taps if tap.answer]
    assert (board, board.pinged) == (pair.board, (pair.mover,))
    assert pair.mover != mover
    assert pair.counted() == []


async def test_a_call_of_which_discord_tells_late_that_it_stands_becomes_its_board(
    discord: StandIn, bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    pair = await pair_in(discord, bot)
    mover, (page, control) = pair.mover, await pair.choose(pair.board)
    act, slow = discord._answer, [CUT_SECONDS + 0.1]

    def slowly(method: str, path: str, *what: Any) -> web.Response:
        done = act(method, path, *what)
        if path.endswith("/callback") and slow:
            time.sleep(slow.pop())
        return done

    monkeypatch.setattr(discord, "_answer", slowly)
    board = await pair.see(mover, page, control)
    assert (board, board.pinged) == (pair.board, (pair.mover,))
    await pair.settled()
    assert not slow
    assert pair.counted() == []


async def made(bot: Bot, before: int) -> None:
    """Wait until a move is in the store, and no longer."""
    while bot.database.rows("SELECT max(revision) FROM games") == [(before,)]:  # noqa: ASYNC110
        await asyncio.sleep(0)


@pytest.mark.night
@pytest.mark.parametrize("guests", [(), (EVE, KIM)], ids=["two", "group of four"])
async def test_kills_between_a_move_and_its_answer_lose_none_of_41_and_show_none_twice(
    discord: StandIn, bot: Bot, guests: tuple[int, ...]
) -> None:
    pair = await pair_in(discord, bot)
    kept_back = 0
    for number in range(41):
        if not turns(pair.board):
            break
        for guest in guests:
            assert (await pair.see(guest, pair.board, pair.rng.choice(turns(pair.board)))).ephemeral
        if number % 4 != 2:
            await pair.move()
            continue
        board, mover = pair.board, pair.mover
        page, control = await pair.choose(board)
        ((revision,),) = bot.database.rows("SELECT revision FROM games")
        click = await pair.press(mover, page, control)
        await made(bot, revision)
        await bot.kill()
        await discord.cut()
        await bot.connect(discord)
        if click.answer is None:
            kept_back += 1
            again = await pair.see(mover, page, control)
            is_over = bot.database.rows("SELECT ending IS NULL FROM games") == [(0,)]
            assert again.ephemeral == (pair.mover == mover and not is_over)
        if pair.board is not board:
            pair.shown[revision_of(pair.board)] += 1
    assert kept_back
    ((revision, ended),) = bot.database.rows("SELECT revision, ending FROM games")
    assert ended or revision >= 41
    assert revision == revision_of(pair.board)
    assert set(pair.shown.values()) == {1}
    assert pair.counted() == []


async def test_a_turn_that_goes_on_can_be_taken_back_and_more_says_what_cannot_be(discord: StandIn, bot: Bot) -> None:
    pair = await pair_in(discord, bot)
    assert "a board stays as it was after 15 minutes" in text_of((await pair.see(MINA, pair.board, "more")).body)
    page = pair.board
    while "undo" not in controls_of(page.body):
        mover, (page, control) = pair.mover, await pair.choose(pair.board)
        page = await pair.see(mover, page, control)
    page = await pair.see(mover, page, "undo")
    assert (pair.mover, page.ephemeral, pair.counted()) == (mover, True, [])
    assert turns(page)
    assert "undo" not in controls_of(page.body)


async def test_what_a_crash_kept_back_is_brought_from_the_home_page(discord: StandIn, bot: Bot) -> None:
    pair = await pair_in(discord, bot)
    before, mover = pair.board, pair.mover
    page, control = await pair.choose(before)
    trap = discord.trap("server error", ("POST", r"/interactions/.*/callback"), 9)
    await pair.press(mover, page, control)
    await made(bot, 0)
    await bot.kill()
    await discord.cut()
    trap.times = 0
    await bot.connect(discord)
    assert pair.board is before
    board = await pair.see(TOM, await pair.home(TOM), "board")
    assert board is pair.board is not before
    assert revision_of(board) > revision_of(before)
    assert pair.counted() == []


async def test_what_players_ask_each_other_is_an_answer_too(discord: StandIn, bot: Bot) -> None:
    pair = await pair_in(discord, bot)
    while pair.mover == MINA:
        await pair.move()
    asked = await pair.act(MINA, pair.board, "pause")
    assert (asked.ephemeral, asked.pinged) == (False, (TOM,))
    await pair.see(TOM, asked, "agree")
    assert bot.database.rows("SELECT paused IS NOT NULL FROM games") == [(1,)]
    board = await pair.act(MINA, pair.board, "resume")
    assert board is pair.board
    asked = await pair.act(MINA, board, "takeback")
    assert asked.pinged == (TOM,)
    refused = await pair.see(TOM, asked, "refuse")
    assert refused.id == asked.id
    asked = await pair.act(MINA, board, "cancel" if "cancel" in controls_of(board.body) else "pause")
    assert asked.pinged == (TOM,)
    board = await pair.see(TOM, await pair.act(TOM, pair.board, "resignpage"), "resign")
    assert board is pair.board
    assert board.pinged == (MINA,)
    asked = await pair.see(TOM, board, "rematch")
    assert asked.pinged == (MINA,)
    board = await pair.see(MINA, asked, "accept")
    assert not board.ephemeral
    assert bot.database.rows("SELECT count(*) FROM games WHERE guild_id = 0 AND place = 'private'") == [(2,)]
    assert bot.database.rows("SELECT count(*) FROM challenges") == [(0,)]
    assert pair.counted() == []


async def changed(pair: Pair, *statements: str) -> None:
    """Change the store while nobody reads it: as if time had passed, say."""
    await pair.bot.stop()
    for statement in statements:
        pair.bot.database.change(statement)
    await pair.bot.connect(pair.discord)


async def wait_for(pair: Pair, user: int) -> Message:
    """Play until it is somebody's move. Returns the board."""
    while pair.mover != user:
        await pair.move()
    return pair.board


async def test_all_that_a_server_has_for_two_is_there_by_answers(discord: StandIn, bot: Bot) -> None:
    pair = await pair_in(discord, bot)
    assert "Play here" in text_of((await pair.see(EVE, pair.board, "advance")).body), "and no friend is to be found"

    board = await wait_for(pair, TOM)
    asked = await pair.act(MINA, board, "takeback")
    given = await pair.see(TOM, asked, "agree")
    assert given is pair.board is not board
    assert (pair.mover, given.pinged) == (MINA, (MINA,))

    plan = await pair.act(MINA, await wait_for(pair, TOM), "plan")
    assert (await pair.see(MINA, plan, "planadvance")).ephemeral
    while not bot.database.rows("SELECT 1 FROM log WHERE how = 'planned'"):
        assert pair.mover == TOM
        await pair.move()
        assert revision_of(pair.board) == bot.database.rows("SELECT revision FROM games")[0][0]

    board = await wait_for(pair, TOM)
    await changed(pair, "UPDATE log SET at = at - 864000", "UPDATE games SET created_at = created_at - 864000")
    nudged = await pair.act(MINA, board, "nudge")
    assert nudged is pair.board is not board
    assert nudged.pinged == (TOM,)

    await changed(pair, "UPDATE games SET deadline = 1")
    given = await pair.see(MINA, await pair.act(MINA, nudged, "claimpage"), "moretime")
    assert given is pair.board
    assert given.pinged == (TOM,)
    await changed(pair, "UPDATE games SET deadline = 1")
    claim = await pair.act(MINA, given, "claimpage")
    over = await pair.see(MINA, claim, "claim")
    assert over is pair.board
    assert bot.database.rows("SELECT ending IS NOT NULL, winner = player1 IS NULL FROM games") == [(1, 0)]
    await until(lambda: not over.body.get("content"))
    assert over.body["attachments"], "its poster"

    for control in ("share", "animation"):
        moment = await pair.see(TOM, await pair.see(TOM, over, "more"), "replay")
        moment = moment if control == "share" else await pair.see(TOM, moment, control)
        assert not (await pair.see(TOM, moment, "share")).ephemeral

    board = await pair.see(MINA, await pair.see(TOM, over, "rematch"), "accept")
    await changed(pair, "INSERT INTO blocks (user_id, blocked_id) VALUES (1001, 1002)")
    asked = await pair.see(TOM, await pair.act(TOM, board, "resignpage"), "cancel")
    assert (asked.ephemeral, asked.pinged) == (False, ()), "Mina has blocked Tom: he does not call her"
    await pair.see(MINA, asked, "agree")
    assert bot.database.rows("SELECT ending FROM games WHERE id = 2") == [("cancelled",)]
    refused = await pair.see(TOM, over, "rematch")
    assert refused.ephemeral
    assert bot.database.rows("SELECT count(*) FROM games") == [(2,)]
    assert "*Play here* asks" in text_of((await pair.see(MINA, await pair.home(MINA), "games")).body)
    assert pair.counted() == []


async def test_in_a_group_others_see_the_game_and_are_told_that_it_is_not_theirs(discord: StandIn, bot: Bot) -> None:
    pair = await pair_in(discord, bot)
    for _ in range(4):
        before = revision_of(await pair.move())
        for guest in (EVE, KIM):
            told = await pair.see(guest, pair.board, pair.rng.choice(turns(pair.board)))
            assert "You are watching this game" in text_of(told.body)
        assert revision_of(pair.board) == before
    assert (await pair.see(EVE, pair.board, "more")).ephemeral
    assert "board" not in controls_of((await pair.home(EVE)).body), "it is not theirs to bring"
    assert pair.counted() == []


async def test_of_two_who_join_at_once_one_plays(discord: StandIn, bot: Bot) -> None:
    discord.installed = {MINA}
    pair = Pair(discord, bot, discord.new_channel(CONVERSATION))
    await bot.connect(discord)
    seat = await pair.see(MINA, await pair.home(MINA), "playhere")
    for tap in [await pair.press(guest, seat, "take") for guest in (TOM, EVE, TOM)]:
        await answered(tap)
    assert len(bot.database.rows("SELECT id FROM games")) == 1
    assert len(boards_in(pair.here)) == 1
    assert "take" not in controls_of(seat.body), "who came too late has taken the button away"
    assert pair.counted() == []


async def test_a_board_pressed_after_months_says_how_the_game_stands_now(discord: StandIn, bot: Bot) -> None:
    pair = await pair_in(discord, bot)
    old = Message(pair.board.id, pair.here.id, pair.board.body)
    for _ in range(3):
        await pair.move()
    await bot.stop()
    await bot.connect(discord)
    seen = len(pair.here.messages)
    for user in (MINA, TOM, EVE):
        assert (await pair.see(user, old, "advance")).ephemeral
    assert len(pair.here.messages) == seen
    assert pair.counted() == []


@pytest.mark.parametrize("where", ["conversation", "foreign server"])
async def test_where_apps_are_muted_in_the_middle_the_game_goes_on_and_both_are_told_how(
    discord: StandIn, bot: Bot, where: str
) -> None:
    server = discord.new_server()
    server.here = False
    here = discord.new_channel(CONVERSATION) if where == "conversation" else discord.new_channel(server=server)
    here.muted = False
    pair = await pair_in(discord, bot, here)
    before, told = await pair.move(), set()
    here.muted = True
    for _ in range(8):
        mover = pair.mover
        page, control = await pair.choose(await pair.see(mover, before, "more", "more"))
        click = await answered(await pair.press(mover, page, control))
        if pair.mover != mover:
            await until(lambda: click.follow_ups)  # noqa: B023
            assert ALONE in text_of(click.follow_ups[-1].body)
            told.add(mover)
    assert told == {MINA, TOM}
    assert pair.board is before
    assert pair.counted() == []
    aside = discord.new_channel(CONVERSATION)
    board = await pair.see(TOM, await pair.home(TOM, aside), "board")
    assert board in boards_in(aside), "in a conversation of their own both see it again"
    assert bot.database.rows("SELECT channel_id, place FROM games") == [(aside.id, "private")]


@pytest.mark.parametrize("fault", ["unknown webhook", "missing access", "expired token"])
async def test_who_removes_the_bot_from_their_apps_in_the_middle_loses_nothing_and_plays_on_once_it_is_back(
    discord: StandIn, bot: Bot, fault: str
) -> None:
    """From then on Discord takes no answer to a click that it has told us of, and tells us of none."""
    pair = await pair_in(discord, bot)
    before = await pair.move()
    mover, page = pair.mover, await pair.see(pair.mover, before, "advance")
    ((revision,),) = bot.database.rows("SELECT revision FROM games")
    await pair.settled()
    gone = [discord.trap(fault, where, 1_000) for where in (ANSWERS, ("GET|PATCH|POST|DELETE", r"/webhooks/.*"))]
    clicks = [await pair.press(mover, page, "goahead"), await pair.press(mover, before, "more")]
    await made(bot, revision)
    discord.installed = set()
    await until(lambda: bot.log().count("was not answered") == 1)
    assert not (await pair.press(mover, before, "advance")).accepted
    assert not any(click.accepted for click in clicks)
    for trap in gone:
        trap.times = 0
    discord.installed = {MINA}
    ((now, ending),) = bot.database.rows("SELECT revision, ending FROM games")
    assert (now > revision, ending) == (True, None)
    board = await pair.see(mover, page, "goahead")  # the same once more, as people would
    assert (board is pair.board, revision_of(board), pair.mover != mover) == (True, now, True)
    for _ in range(3):
        assert await pair.move() is pair.board
    assert pair.counted() == []


async def test_who_has_left_the_group_plays_on_from_anywhere(discord: StandIn, bot: Bot) -> None:
    pair = await pair_in(discord, bot)
    while pair.mover != TOM:
        await pair.move()
    discord.installed |= {TOM}
    elsewhere = discord.new_channel(DIRECT)
    games = await pair.see(TOM, await pair.home(TOM, elsewhere), "games")
    page = (await answered(await discord.press(TOM, games, controls_of(games.body)["open"], ["1"]))).answer
    assert page
    page, control = await pair.choose(await pair.see(TOM, page, "advance"))
    click = await answered(await pair.press(TOM, page, control))
    assert click.answer
    assert click.answer.ephemeral
    assert "does not see this from here" in click.told
    assert elsewhere.messages == {}
    assert pair.counted() == []


async def test_forged_ids_from_another_conversation_bring_nothing_there(discord: StandIn, bot: Bot) -> None:
    pair = await pair_in(discord, bot)
    await pair.move()
    foreign = Pair(discord, bot, discord.new_channel(CONVERSATION))
    await foreign.begin(EVE, KIM)
    rng, revisions = random.Random(3), bot.database.rows("SELECT id, revision FROM games ORDER BY id")
    more = controls_of(pair.board.body)["more"].rsplit(":", 3)[0]
    ids = [*controls_of(pair.board.body).values()]
    ids += [f"{more}:-:{page}:{control}" for page in FORGED_PAGES for control in FORGED]
    for custom_id in rng.sample(ids, 40):
        button = {"type": 2, "style": 2, "label": "?", "custom_id": custom_id}
        body = {**foreign.board.body, "components": [{"type": 1, "components": [button]}]}
        click = await discord.press(rng.choice((EVE, KIM)), Message(foreign.board.id, foreign.here.id, body), custom_id)
        await answered(click)
        assert not any(str(name) in click.told for name in (MINA, TOM)), custom_id
    assert bot.database.rows("SELECT id, revision FROM games ORDER BY id") == revisions
    assert all(game_of(board) == 2 for board in boards_in(foreign.here))
    assert pair.counted() == foreign.counted() == []


async def test_somebody_waited_for_is_reminded_in_private_if_they_want_that_and_else_not(
    discord: StandIn, bot: Bot
) -> None:
    pair = await pair_in(discord, bot)
    reminded = "UPDATE timers SET due = 1 WHERE kind = 'remind'"
    bot.database.change(reminded)
    await until(lambda: not bot.database.rows("SELECT 1 FROM timers WHERE kind = 'remind'"))
    assert not [each for each in discord.requests if "/users/@me/channels" in each], (
        "they are called here, or not at all"
    )
    await bot.stop()
    wants = "INSERT INTO players (user_id, notify, timezone, vacation_until) VALUES (:user, 'direct', 'UTC', 0)"
    bot.database.change(wants, {"user": TOM})
    await bot.connect(discord)
    while pair.mover != TOM:
        await pair.move()
    told = [channel for channel in discord.channels.values() if channel.type == DIRECT]
    assert len(told) == 1, "his turn is told in private"
    bot.database.change(reminded)
    await until(lambda: len(told[0].messages) == 2)
    assert [each for each in pair.counted() if "/users/@me" not in each] == []
