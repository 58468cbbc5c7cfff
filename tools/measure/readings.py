"""All that is measured: somebody's very first turn, the lesson, the help, a game against a rival, what else there is to
see of a game, the review of another, a daily quilt with its wall, and the turns of games at all moments.
"""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import discord
import simcord
from simcord.preview import Preview

from bot.clock import now
from bot.connection.client import Client
from bot.matches.group_course import CrossTable
from bot.matches.news import news_of
from bot.matches.round_robin import first_pairs, standings
from bot.matches.seats import Rival
from bot.store.daily import DailyRow, save_daily
from bot.store.duels import DuelRow
from bot.store.groups import GroupRow, MemberRow
from bot.store.reviews import ReviewRow, save_review
from bot.store.walls import WallRow, add_wall
from bot.ui.kit.catalogues import SOURCE
from bot.ui.pages.duels import ended_page
from bot.ui.pages.ghost import candidates, open_panel
from bot.ui.pages.groups import group_page
from bot.ui.pages.help import TOPICS
from bot.ui.pages.learn import PAGES as LESSON
from bot.ui.pages.start import MORE
from bot.ui.words.lesson_tables import PLACING, TOYS
from daily import SCHEME, Attempt, number_of, puzzle_of
from tests.ui.every_page import LONGEST, game_of_group, invented_review, matches
from tests.ui.world import ids
from tools.measure.browser import Browser
from tools.measure.heights import Heights, asked, heights, kind_of, measured, press, shown
from tools.measure.scenes import SCENES, begun

SHUFFLED = 2
"""Shuffles games that begin as most do: before Mina's first turn, the rival sews one patch."""

TURNS = 8
"""How many turns Mina takes against a rival: more than have tips."""


Reading = AsyncIterator[tuple[str, str, Heights]]
"""The names of messages, of which kind they are (`LIMITS`), and their heights."""


async def firsts(browser: Browser, preview: Preview, folder: Path | None = None, language: str = SOURCE) -> Reading:
    """Measure the very first turn of somebody who has read nothing yet: it has a tip of its own."""
    mina, *_ = preview.viewers
    page = await press(mina, await press(mina, await shown(preview, "fresh", language), "more"), "home")
    yield "first turn", "own board", await measured(browser, page, folder and folder / "first-turn")


async def lessons(browser: Browser, preview: Preview, folder: Path | None = None, _language: str = SOURCE) -> Reading:
    """Measure what Mina reads beside a game: all pages of the lesson, with all that she can try, and of the help."""
    mina, *_ = preview.viewers
    page = await asked(mina, preview, "learn")
    for number in range(1, LESSON + 1):
        yield f"lesson {number}", "reading", await measured(browser, page, folder and folder / f"lesson-{number}")
        for choice in TOYS[number].choices if number in TOYS else ("sew",) * (number == PLACING):
            page = await press(mina, page, choice)
            name = f"lesson {number}: {choice}"
            shot = folder and folder / name.replace(": ", "-").replace(" ", "-")
            yield name, "reading", await measured(browser, page, shot)
            page = await press(mina, page, "again")
        page = await press(mina, page, "next")
    page = await asked(mina, preview, "help")
    yield "help", "reading", await measured(browser, page, folder and folder / "help")
    for topic in TOPICS:
        page = await press(mina, page, topic)
        yield f"help: {topic}", "reading", await measured(browser, page, folder and folder / f"help-{topic}")


async def rivals(browser: Browser, preview: Preview, folder: Path | None = None, _language: str = SOURCE) -> Reading:
    """Measure Mina's pages of a private game against a rival, from the first on: they have tips, and news of up to
    three moves, because she goes as far as she can. She moves second, and then, in another game, first.
    """
    mina, *_ = preview.viewers
    app = _client(preview).app
    for first, turns in (("rival", TURNS), ("me", 1)):
        page = await asked(mina, preview, "rival", where="private", level="pompom", first=first)
        for turn in range(1, turns + 1):
            match = await app.matches.load((await app.matches.running_of(mina.id))[-1].id)
            news = sum(ply.seat != match.to_move for ply in news_of(match))
            name = f"rival {first} {turn}, news of {news}"
            kind = "leather" if ":pick:" in str(ids(page)) else "rival"
            shot = folder and folder / name.replace(",", "").replace(" ", "-")
            yield name, kind, await measured(browser, page, shot)
            if turn == 1:
                page = await press(mina, page, "more")
                shot = folder and folder / f"rival-{first}-more"
                yield f"rival {first}, all patches", "page", await measured(browser, page, shot)
                page = await press(mina, page, "home")
            far = sorted(enumerate(match.position.offers, 1), key=lambda each: -each[1].time)
            takes = [str(number) for number, patch in far if match.position.can_take(patch)]
            for buttons in (("leather", *takes, "advance"), ("sew", "goahead", "1"), ("sew",)):
                page = await press(mina, page, *buttons)
        for button in ("advance", "more", "resignpage", "resign"):
            page = await press(mina, page, button)


async def others(browser: Browser, preview: Preview, folder: Path | None = None, language: str = SOURCE) -> Reading:
    """Measure what else there is to see of a game, and what invites to other kinds of games."""
    mina, *_ = preview.viewers
    page = await shown(preview, "usual", language)
    for button in ("more", "quilt1", "ring", "replay", "previous", "text", "pictures"):
        page = await press(mina, await press(mina, page, "more") if button == "text" else page, button)
        kind = {"text": "words", "pictures": "own board"}.get(button, "page")
        yield button, kind, await measured(browser, page, folder and folder / button)
    home = await asked(mina, preview, "play")
    yield "home", "page", await measured(browser, home, folder and folder / "home")
    for choice in MORE:
        page = await press(mina, await asked(mina, preview, "play"), f"more={choice}")
        kind = "reading" if choice in ("privacy", "automa") else "page"
        yield choice, kind, await measured(browser, page, folder and folder / choice)
        if choice == "practice":
            async for what in _solved(browser, mina, page, "practice", folder):
                yield what
        if choice == "sunday":
            page = await press(mina, page, "playsunday")
            yield "sunday, begun", "rival", await measured(browser, page, folder and folder / "sunday-begun")
        if choice in ("duel", "group"):
            await press(mina, page, "opennow")
            page = preview.channel.history()[-1]
            yield f"{choice}, asked", "page", await measured(browser, page, folder and folder / f"{choice}-asked")


async def reviews(browser: Browser, preview: Preview, folder: Path | None = None, language: str = SOURCE) -> Reading:
    """Measure the review of a game that has ended: its curve, and each of its moments. They say as much as the longest
    real ones, because nobody has thought about it.
    """
    mina, tom, *_ = preview.viewers
    app = _client(preview).app
    with preview.env.time_context():
        match = await begun(app, preview.channel, mina.id, tom.id, "end", language)
    review = invented_review(match, LONGEST)
    await app.database.write(save_review, ReviewRow(match.id, match.revision, str(review)))
    board = [message for message in preview.channel.history() if ":board:" in str(ids(message))][-1]
    page = await press(mina, board, "review")
    yield "review", "page", await measured(browser, page, folder and folder / "review")
    for number in range(1, len(review.moments) + 1):
        page = await press(mina, page, "following")
        yield f"review {number}", "page", await measured(browser, page, folder and folder / f"review-{number}")
    page = await press(mina, page, "try")
    yield "try", "page", await measured(browser, page, folder and folder / "try")
    async for what in _solved(browser, mina, page, "try", folder):
        yield what


async def _solved(
    browser: Browser, mina: simcord.MemberActor, page: discord.Message, name: str, folder: Path | None
) -> Reading:
    """Measure what follows when Mina chooses a patch for a problem, goes back, and has the answer shown."""
    for told, presses in (("panel", (("leather", "1", "2", "3"),)), ("answer", (("home",), ("reveal",)))):
        for buttons in presses:
            page = await press(mina, page, *buttons)
        yield f"{name}: {told}", "page", await measured(browser, page, folder and folder / f"{name}-{told}")


async def dailies(browser: Browser, preview: Preview, folder: Path | None = None, language: str = SOURCE) -> Reading:
    """Measure a daily quilt that Mina sews, and the wall of the day before, on which her quilt and Tom's hang."""
    mina, tom, *_ = preview.viewers
    page = await asked(mina, preview, "daily")
    yield "daily quilt", "page", await measured(browser, page, folder and folder / "daily-quilt")
    page = await press(mina, page, "sew")
    yield "daily quilt 2", "page", await measured(browser, page, folder and folder / "daily-quilt-2")
    wall = await _wall(preview, language, mina.id, tom.id)
    yield "wall", "page", await measured(browser, wall, folder and folder / "wall")
    page = await press(mina, wall, "owndaily")
    yield "own quilt", "page", await measured(browser, page, folder and folder / "own-quilt")


async def results(browser: Browser, preview: Preview, folder: Path | None = None, language: str = SOURCE) -> Reading:
    """Measure what comes only after days: a duel that has ended, and the cross table of a group as it goes on."""
    app, people = _client(preview).app, [who.id for who in preview.viewers]
    say, guild = app.publisher.speak(language), preview.channel.guild
    assert guild is not None
    one, two = (next(each for each in matches(seed, Rival("pompom")) if each.outcome) for seed in (6, 7))
    duel = DuelRow(1, guild.id, preview.channel.id, people[0], people[1], 1, 2, "pompom", language, 1, ended_at=1)
    group = GroupRow(
        1, guild.id, preview.channel.id, people[0], 6, 7, "classic", 3, "here", language, None, "going", now()
    )
    members = [MemberRow(1, people[number % len(people)] + number // len(people), number) for number in range(6)]
    games = [game_of_group(pair, 0) for pair in first_pairs(len(members))]
    table = CrossTable(group, members, standings(group, members, games), {})
    names = {member.user_id: "Mina" for member in members}
    for name, page in (
        ("duel, over", ended_page(say, duel, (one, two), people[0])),
        ("group, going", group_page(say, table, names=names)),
    ):
        message = await app.messages.post(guild.id, preview.channel.id, page, f"{name} {language}")
        yield name, "page", await measured(browser, message, folder and folder / name.replace(", ", "-"))


async def turns(browser: Browser, preview: Preview, folder: Path | None = None, language: str = SOURCE) -> Reading:
    """Measure what Mina comes to see when she takes her turn, at all moments of `SCENES`."""
    for scene in SCENES:
        async for page, found in heights(browser, preview, scene, folder, language):
            yield f"{scene}: {page}", kind_of(scene, page), found


READINGS = (firsts, lessons, rivals, others, reviews, dailies, results, turns)


async def _wall(preview: Preview, language: str, *people: int) -> discord.Message:
    """The wall of yesterday, just posted."""
    app = _client(preview).app
    assert preview.channel.guild is not None
    guild_id, now = preview.channel.guild.id, int(datetime.now(UTC).timestamp())
    number = number_of(datetime.now(UTC).date()) - 1
    for place, user in enumerate(people):
        quilt = _sewn(number, place)
        row = DailyRow(user, number, SCHEME, guild_id, 10, str(quilt), now - 60, quilt.covered)
        await app.database.write(save_daily, row)
    await app.database.write(add_wall, WallRow(guild_id, number, SCHEME, preview.channel.id, language, now - 1))
    with preview.env.time_context():
        app.daily_posts.begin()
        await app.tasks.idle()
    return preview.channel.history()[-1]


def _sewn(number: int, place: int) -> Attempt:
    """A daily quilt that is finished, each patch at the place that the panel numbers so, or at the first."""
    attempt = Attempt(puzzle_of(number))
    while attempt.patch:
        panel = open_panel(attempt.quilt, attempt.patch)
        assert panel
        shown = candidates(attempt.quilt, panel)
        attempt = attempt.place(shown[place] if place < len(shown) else panel.ghost)
    return attempt


def _client(preview: Preview) -> Client:
    client = preview.env.bot
    assert isinstance(client, Client)
    return client
