"""How tall messages beside a usual turn are: the lesson, the help, the first page of a game, the review of another, and
a daily quilt with its wall.
"""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import discord
import simcord
from simcord.preview import Preview

from bot.connection.client import Client
from bot.store.daily import DailyRow, save_daily
from bot.store.reviews import ReviewRow, save_review
from bot.store.walls import WallRow, add_wall
from bot.ui.kit.catalogues import SOURCE
from bot.ui.pages.ghost import candidates, open_panel
from bot.ui.pages.help import TOPICS
from bot.ui.pages.learn import PAGES as LESSON
from bot.ui.words.lesson_tables import PLACING, TOYS
from daily import SCHEME, Attempt, number_of, puzzle_of
from tests.ui.every_page import invented_review
from tests.ui.world import ids
from tools.measure.browser import Browser
from tools.measure.heights import Heights, answered, measured, press
from tools.measure.scenes import begun

SHUFFLED = 2
"""Shuffles games that begin as most do: before Mina's first turn, the rival sews one patch, and two lines say what may
follow.
"""


async def readings(
    browser: Browser, preview: Preview, folder: Path | None = None
) -> AsyncIterator[tuple[str, Heights]]:
    """Measure what Mina reads beside a game: all pages of the lesson, with all that she can try, and of the help."""
    mina, _, _ = preview.viewers
    page = await _asked(mina, preview, "learn")
    for number in range(1, LESSON + 1):
        yield f"lesson {number}", await measured(browser, page, folder and folder / f"lesson-{number}")
        for choice in TOYS[number].choices if number in TOYS else ("sew",) * (number == PLACING):
            page = await press(mina, page, choice)
            name = f"lesson {number}: {choice}"
            yield name, await measured(browser, page, folder and folder / name.replace(": ", "-").replace(" ", "-"))
            page = await press(mina, page, "again")
        page = await press(mina, page, "next")
    page = await _asked(mina, preview, "help")
    yield "help", await measured(browser, page, folder and folder / "help")
    for topic in TOPICS:
        page = await press(mina, page, topic)
        yield f"help: {topic}", await measured(browser, page, folder and folder / f"help-{topic}")


async def beginnings(
    browser: Browser, preview: Preview, folder: Path | None = None
) -> AsyncIterator[tuple[str, Heights]]:
    """Measure the first page of Mina's in a private game against a rival, when she moves first and when the rival has
    moved before. She has never taken a turn yet, and takes none: she gives up at once.
    """
    mina, _, _ = preview.viewers
    for first in ("me", "rival"):
        page = await _asked(mina, preview, "rival", where="private", level="pin", first=first)
        yield f"first page: {first}", await measured(browser, page, folder and folder / f"first-page-{first}")
        for button in ("more", "resignpage", "resign"):
            page = await press(mina, page, button)


async def reviews(
    browser: Browser, preview: Preview, folder: Path | None = None, language: str = SOURCE
) -> AsyncIterator[tuple[str, Heights]]:
    """Measure the review of a game that has ended: its curve, and each of its moments. All kinds of moments are in it,
    because nobody has thought about it.
    """
    mina, tom, _ = preview.viewers
    app = _client(preview).app
    with preview.env.time_context():
        match = await begun(app, preview.channel, mina.id, tom.id, "end", language)
    review = invented_review(match)
    await app.database.write(save_review, ReviewRow(match.id, match.revision, str(review)))
    board = [message for message in preview.channel.history() if ":board:" in str(ids(message))][-1]
    page = await press(mina, board, "review")
    yield "review", await measured(browser, page, folder and folder / "review")
    for number in range(1, len(review.moments) + 1):
        page = await press(mina, page, "following")
        yield f"review {number}", await measured(browser, page, folder and folder / f"review-{number}")


async def dailies(
    browser: Browser, preview: Preview, folder: Path | None = None, language: str = SOURCE
) -> AsyncIterator[tuple[str, Heights]]:
    """Measure a daily quilt that Mina sews, and the wall of the day before, on which her quilt and Tom's hang."""
    mina, tom, _ = preview.viewers
    page = await _asked(mina, preview, "daily")
    yield "daily quilt", await measured(browser, page, folder and folder / "daily-quilt")
    wall = await _wall(preview, language, mina.id, tom.id)
    yield "wall", await measured(browser, wall, folder and folder / "wall")
    page = await press(mina, wall, "owndaily")
    yield "own quilt", await measured(browser, page, folder and folder / "own-quilt")


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


async def _asked(who: simcord.MemberActor, preview: Preview, command: str, **options: str) -> discord.Message:
    """The answer to a command."""
    result = await answered(partial(who.slash, preview.channel, f"patchwork {command}", **options))
    assert result.response is not None
    assert result.response.message is not None
    return result.response.message


def _client(preview: Preview) -> Client:
    client = preview.env.bot
    assert isinstance(client, Client)
    return client
