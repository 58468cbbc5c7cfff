"""What must hold at the end, whatever has happened: nothing acknowledged is lost, nothing is half done."""

import asyncio
from collections.abc import Iterable

from tests.wire.bodies import walk
from tests.wire.fair import FAIR
from tests.wire.ledger import Ledger
from tests.wire.people import Table, boards_in, game_of, revision_of
from tests.wire.places import V2, Channel, Message
from tests.wire.world import LONG_ENOUGH, World, until

Log = dict[tuple[int, int], tuple[str, str]]


def log_of(database: Ledger) -> Log:
    """Kind and text of all events, by game and number."""
    rows = database.rows("SELECT game_id, number, kind, text FROM log")
    return {(game, number): (kind, text) for game, number, kind, text in rows}


def lost(database: Ledger, tables: Iterable[Table]) -> list[str]:
    """What was promised to the people at some tables and is not in the log, or is something else there."""
    log = log_of(database)
    found = [line for table in tables for line in table.contradictions]
    for table in tables:
        for key, (kind, text) in table.promised.items():
            there = log.get(key, ("nothing", ""))
            if there[0] != kind or (kind == "move" and there[1] != text):
                found.append(f"{key}: promised {kind} {text}, but there is {there}")
    return found


def has_picture(message: Message) -> bool:
    """Whether a message has a picture, and shows it: in a gallery, if it is a page."""
    files = {each["id"] for each in message.body.get("attachments", [])}
    shown = {item["media"].get("attachment_id") for part in walk(message.body) for item in part.get("items", [])}
    return bool(files) and (shown == files if message.body.get("flags", 0) & V2 else not shown)


def not_shown(database: Ledger, channels: Iterable[Channel]) -> list[str]:
    """The channels where not exactly one board stands for each game, showing its newest state, with a picture."""
    games = database.rows("SELECT id, channel_id, revision, ending FROM games")
    found = []
    by_id = {channel.id: channel for channel in channels}
    for game, channel, revision, ending in games:
        if channel in by_id:
            boards = [board for board in boards_in(by_id[channel]) if game_of(board) == game]
            shown = [*map(revision_of, boards)]
            if shown != [revision]:
                found.append(f"game {game} is at {revision}, its boards show {shown}")
            elif ending is None and not all(map(has_picture, boards)):
                found.append(f"the board of game {game} has lost its picture")
    return found


async def all_shown(database: Ledger, channels: Iterable[Channel], seconds: float = LONG_ENOUGH) -> list[str]:
    """Wait until every game is shown. Returns what is not, when the time is over in which the bot could run."""
    channels = list(channels)
    end = FAIR.time() + seconds
    while (found := not_shown(database, channels)) and FAIR.time() < end:  # noqa: ASYNC110
        await asyncio.sleep(0.1)
    return found


async def all_deleted(database: Ledger) -> None:
    """Wait until the messages are deleted that are no longer needed."""
    await until(lambda: not database.rows("SELECT 1 FROM messages WHERE state = 'doomed'"))


def double_calls(world: World) -> list[str]:
    """Who was called twice to the same revision of the same game. Reminders and nudges, which begin with a sign, are
    calls of their own.
    """
    calls: dict[tuple[tuple[str, ...], int], list[Message]] = {}
    for call in world.calls:
        if call.about and call.push.startswith("<@"):
            for user in call.pinged:
                calls.setdefault((call.about, user), []).append(call)
    return [
        f"called {len(same)} times in {same[0].channel_id}, at {':'.join(turn)}: {same[0].push} | {same[1].push}"
        for (turn, _), same in calls.items()
        if len(same) > 1
    ]
