"""Matches, moves and refusals for the tests of what people do."""

import json
from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from random import Random
from typing import Any
from zipfile import ZipFile

from sqlalchemy import Connection, insert

from bot.matches.challenge import NewChallenge
from bot.matches.log import store_new
from bot.matches.match import Match
from bot.matches.news import next_card
from bot.matches.play import Matches
from bot.matches.preferences import Preferences
from bot.matches.privacy import Copy
from bot.matches.profiles import MOST as TOLD
from bot.matches.profiles import Between, Profile, Streak, profile_of
from bot.matches.seats import Person, Rival
from bot.matches.solo import shuffled_cards
from bot.matches.summaries import summary_of
from bot.store.backend.database import Database
from bot.store.games import LogRow, has_finished
from bot.store.results import ResultRow
from bot.store.tables import Kind, games
from game import ADVANCE, Automa, Move, Setup, parse_move, parse_records
from tests.game.building import reference
from tests.store.building import CHANNEL, GUILD, MINA, TOM

RING = (21, 29, 3, 28, *(patch for patch in range(1, 33) if patch not in (21, 29, 3, 28)), 0)
HELD = "21N@A1 29N@A1"
"""Mina moves 5 spaces, Tom 1, so that Tom holds the move; he may go on with `THIRD`, and after it once more: patch 28
costs nothing.
"""
FIRST, SECOND, THIRD = (parse_move(text) for text in ("21N@A1", "29N@A1", "3N@A5"))
PACE = 3
"""Days for a move, in a match with a clock."""

START = 1_000
"""When the stored games begin, by the hands of the clock."""


def asking(challenger: int = MINA, challenged: int = TOM, **more: Any) -> NewChallenge:
    """What somebody asks for who challenges somebody."""
    usual: dict[str, Any] = {"guild_id": GUILD, "channel_id": CHANNEL}
    return NewChallenge(challenger=challenger, challenged=challenged, **(usual | more))


class Hands:
    """A clock that a test sets by hand."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> int:
        return self.now


def new_match(
    first: int = 1, *, track: str = "classic", ring: tuple[int, ...] = RING, users: tuple[int, int] = (MINA, TOM)
) -> Match:
    """A match before its first event; it is in no store."""
    one, two = users
    return Match(0, GUILD, CHANNEL, (Person(one), Person(two)), Setup(track, ring, first), "en", START)


def new_solo_match(level: str = "fellow", deck: str = "normal") -> Match:
    """A match of Mina against the Automa before its first event; it is in no store."""
    automa = Automa(level, deck)
    seats = (Person(MINA), automa)
    cards = shuffled_cards(deck, Random(2))
    return Match(0, GUILD, CHANNEL, seats, Setup("classic", RING, 1, automa), "en", START, cards)


def new_rival_match(level: str = "needle", first: int = 2) -> Match:
    """A match of Mina against a rival before its first event; it is in no store."""
    seats = (Person(MINA), Rival(level))
    return Match(0, GUILD, CHANNEL, seats, Setup("classic", RING, first), "en", START)


async def recorded(
    database: Database, clock: Hands, number: int, users: tuple[int, int] = (MINA, TOM), *, moves: int = 99
) -> Match:
    """One of the reference games, from 0, as if two people had played it here: so many of its moves, all by hand.

    By the clock, a minute lies between two moves.
    """
    record = list(parse_records(reference("games.txt")))[number]
    seats = Person(users[0]), Person(users[1])
    match = await stored(database, Match(0, GUILD, CHANNEL, seats, record.setup, "en", clock.now))
    matches, preferences = Matches(database, clock), Preferences(database)
    for user in users:
        await preferences.change(user, forced=False)
    for move in record.moves[:moves]:
        clock.now += 60
        match = await matches.play(match.id, match.revision, mover_of(match), move)
    return match


async def stored(database: Database, match: Match | None = None) -> Match:
    return await database.write(store_new, match or new_match())


async def not_new(database: Database, *users: int) -> None:
    """Let people have played a game out before, which has no number that others could have."""

    def work(connection: Connection) -> None:
        for user in users:
            if not has_finished(connection, user, False):
                row = {"id": -user, "guild_id": 1, "channel_id": 1, "player1": user, "setup": "", "language": "en"}
                row |= {"created_at": 0, "revision": 0, "ending": "finished", "place": "private", "duel": "over"}
                connection.execute(insert(games).values(row))

    await database.write(work)


def profile_from(rows: Sequence[ResultRow], *, viewer: int | None = None, days: Streak | None = None) -> Profile:
    """The profile of somebody with these results, the newest first, as if they were in a database."""
    whole = summary_of(rows)
    won = [row for row in rows if row.won is not None]
    met = [row for row in won if viewer is not None and row.other == viewer]
    theirs = sum(bool(row.won) for row in met)
    last = (met[0].other_points, met[0].points) if met and met[0].ending == "finished" else None
    return replace(
        profile_of(whole, days or Streak(0, 0)),
        best=next((row for row in won if [row.game_id, row.seat] == whole.best[2:]), None),
        last=tuple(won[:TOLD]),
        between=Between(len(met) - theirs, theirs, last) if met else None,
    )


def copied(copy: Copy) -> dict[str, Any]:
    """What a copy of somebody's data holds."""
    with ZipFile(BytesIO(copy.data)) as zipped:
        (name,) = zipped.namelist()
        data: dict[str, Any] = json.loads(zipped.read(name))
    return data


def told(match: Match, kind: Kind, text: str = "", seat: int = 0) -> Match:
    """The match after one more event, by the seat to move if none is given."""
    event = LogRow(match.revision + 1, kind, seat or match.position.turn, text, 2_000)
    return match.after(event)


def told_replies(match: Match) -> Match:
    """The match after all turns that the Automa has in a row."""
    while not match.outcome and match.position.awaits_card:
        card = next_card(match)
        assert card is not None
        match = told(match, "move", f"#{card.number}")
    return match


def told_moves(match: Match, moves: str) -> Match:
    for move in moves.split():
        match = told(match, "move", move)
    return match


def mover_of(match: Match) -> int:
    """The user to move in a running match."""
    assert match.mover is not None
    return match.mover


def random_move(rng: Random, match: Match) -> Move:
    """A legal move. (One who chooses evenly hardly ever advances.)"""
    legal = match.position.legal_moves
    return ADVANCE if ADVANCE in legal and rng.random() < 0.1 else rng.choice(legal)


def result(game: int, **values: object) -> ResultRow:
    """What a game came to that Mina won against Tom, 21 to 17; a later one, the higher its number."""
    usual: dict[str, object] = {"seat": 1, "player": MINA, "other": TOM, "level": None, "guild_id": GUILD}
    usual |= {"ended_at": game, "ending": "finished", "won": True, "points": 21, "other_points": 17, "seven": False}
    usual |= {"empty": 4, "moves": 20, "first": True, "hints": 0, "played": ""}
    return ResultRow(game, **(usual | values))  # type: ignore[arg-type]
