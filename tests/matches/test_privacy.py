"""What is stored about somebody, put together for them."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Connection, insert

from bot.matches import privacy
from bot.store.daily import DailyRow, save_daily
from bot.store.duties import AT_ONCE, Rows
from bot.store.everything import EXPORT, EXPORT_GAMES
from bot.store.tables import log
from tests.matches.building import copied
from tests.matches.club import Club
from tests.store.building import EVE, MINA, TOM, new_game


async def test_whoever_asks_for_their_file_over_and_over_holds_nobody_up(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, open_files = list[str](), set[str]()

    class Noted(privacy._File):
        def __init__(self, name: str) -> None:
            assert not open_files, "two are put together at a time"
            super().__init__(name)
            begun.append(name)
            open_files.add(name)

        def closed(self) -> bytes:
            open_files.clear()
            return super().closed()

    monkeypatch.setattr(privacy, "_File", Noted)
    files = await asyncio.gather(*(club.privacy.export(user) for user in [MINA] * 40 + [TOM]))
    assert begun == [f"{MINA}.json", f"{TOM}.json"]
    assert len(set(files)) == 2


async def test_a_copy_of_any_size_comes_in_files_that_discord_takes_and_is_read_few_games_at_a_time(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(7):
        await club.write(new_game)
    await club.write(new_game, (TOM, EVE))
    await club.preferences.change(MINA, theme="night")
    told, read = privacy._games_told, list[list[int]]()

    def noted(connection: Connection, user: int, ids: list[int]) -> str:
        read.append(ids)
        return told(connection, user, ids)

    monkeypatch.setattr(privacy, "_games_told", noted)
    monkeypatch.setattr(privacy, "AT_ONCE", 2)
    whole = await club.privacy.export(MINA)
    assert (read, whole.following) == ([[1, 2], [3, 4], [5, 6], [7]], 0)
    monkeypatch.setattr(privacy, "LARGEST", 10)
    parts, following = list[dict[str, Any]](), 0
    while not parts or following:
        copy = await club.privacy.export(MINA, following)
        following = copy.following
        parts.append(copied(copy))
    assert len(parts) == 4
    assert ("settings" in parts[0], "settings" in parts[1]) == (True, False)
    assert [game["id"] for part in parts for game in part["games"]] == [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.postgresql
async def test_others_have_the_loop_after_each_hundred_rows_of_a_copy(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A unit on a server runs on the event loop: what it read at once, all clicks would wait for."""
    read, most, days = 0, 0, 3 * AT_ONCE
    await club.write(lambda c: save_daily(c, *(DailyRow(MINA, number, 1, 0) for number in range(days))))
    for _ in range(3):
        game = await club.write(new_game)
        await club.write(lambda c, game: c.execute(insert(log), [event(game, each) for each in range(AT_ONCE)]), game)

    def counted(find: Callable[..., Rows]) -> Callable[..., Rows]:
        def rows(*asked: Any) -> Rows:
            nonlocal read
            for row in find(*asked):
                read += 1
                yield row

        return rows

    async def watch() -> None:
        nonlocal read, most
        while True:
            read, most = 0, max(most, read)
            await asyncio.sleep(0)

    for table in (EXPORT, EXPORT_GAMES):
        for name, find in table.items():
            monkeypatch.setitem(table, name, counted(find))
    watching = asyncio.create_task(watch())
    copy = copied(await club.privacy.export(MINA))
    watching.cancel()
    assert (len(copy["dailies"]), [len(game["log"]) for game in copy["games"]]) == (days, [AT_ONCE] * 3)
    assert AT_ONCE / 2 <= most <= AT_ONCE


def event(game: int, number: int) -> dict[str, Any]:
    return {"game_id": game, "number": number, "kind": "extend", "seat": 1, "text": "", "at": 1}
