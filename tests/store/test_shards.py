"""Several processes share the servers: each sweeps its own, and together they sweep all."""

import pytest

from bot.matches.challenges import Challenges
from bot.matches.postings import Postings
from bot.matches.servers import KEPT, Servers
from bot.matches.timers import Timers
from bot.store.backend.database import Database
from bot.store.servers import known_servers
from bot.store.shards import Shards
from bot.store.timers import set_timers
from tests.store.building import GUILD, new_challenge, new_game

COUNT = 4
SERVERS = [(number << 22) + GUILD for number in range(2 * COUNT)]
"""Two of each shard."""

NOW = 10_000


def now() -> int:
    return NOW


PARTS = [Shards((0, 2), COUNT), Shards((1,), COUNT), Shards((3,), COUNT)]


@pytest.fixture
async def games(database: Database) -> dict[int, int]:
    """A game in each server, whose timer is due, and a challenge that has run out: the servers by game."""
    found = {}
    for number, guild_id in enumerate(SERVERS):
        game = await database.write(new_game, guild_id=guild_id)
        await database.write(set_timers, game, {"remind": NOW - 1})
        await database.write(new_challenge, channel_id=number, guild_id=guild_id)
        await database.write(new_challenge, channel_id=100 + number, guild_id=guild_id, expires_at=NOW + 1)
        found[game] = guild_id
    return found


def split(games: dict[int, int]) -> list[list[int]]:
    """The games of each part."""
    return [[game for game, guild_id in games.items() if (guild_id >> 22) % COUNT in part.ids] for part in PARTS]


async def test_each_process_finds_what_is_to_do_in_its_own_servers(database: Database, games: dict[int, int]) -> None:
    due, boards, expired, waiting = [], [], [], []
    for part in PARTS:
        timers, challenges = Timers(database, now, part), Challenges(database, now, max_games=9, shards=part)
        found = sorted(timer.subject for timer in await timers.due())
        assert found == sorted(await timers.due_in())
        due.append(found)
        boards.append(sorted(each.game_id for each in await Postings(database, part).owed()))
        expired.append(sorted(row.channel_id + 1 for row in await challenges.expired()))
        waiting.append(sorted(row.channel_id - 99 for row in await challenges.owed()))
    assert due == boards == expired == waiting == split(games)
    assert len(await Timers(database, now).due()) == len(await Postings(database).owed()) == len(SERVERS)


async def test_no_process_takes_the_servers_of_another_for_left(database: Database, games: dict[int, int]) -> None:
    (first, *_), mine = SERVERS, Servers(database, now, PARTS[0])
    changed = await mine.note([guild_id for guild_id in SERVERS if guild_id in PARTS[0] and guild_id != first])
    assert changed.left == [first]
    assert [guild_id for guild_id, left in (await database.read(known_servers)).items() if left] == [first]


@pytest.mark.slow
async def test_each_process_forgets_its_own_servers(database: Database, games: dict[int, int]) -> None:
    await Servers(database, now).note([])
    later = [Servers(database, lambda: NOW + KEPT, part) for part in PARTS]
    assert [await servers.purge() for servers in later] == [len(each) for each in split(games)]


def test_shards_say_which_servers_are_theirs() -> None:
    assert [guild_id in PARTS[0] for guild_id in SERVERS[:COUNT]] == [True, False, True, False]
    assert SERVERS[1] in Shards()
    assert str(Shards()) == "all"
    assert str(Shards((0, 1, 2, 5, 7, 8), 16)) == "0-2,5,7-8 of 16"


def test_shards_have_their_share_of_what_discord_allows_the_bot() -> None:
    assert (Shards((0, 1), 8).share, Shards((7,), 8).share, Shards().share) == (0.25, 0.125, 1.0)
