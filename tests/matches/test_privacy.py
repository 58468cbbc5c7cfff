"""What is stored about somebody, put together for them."""

import asyncio
import threading
from typing import Any

import pytest
from sqlalchemy import Connection

from bot.store.everything import everything_of
from tests.matches.club import Club
from tests.store.building import MINA, TOM


async def test_whoever_asks_for_their_file_over_and_over_holds_nobody_up(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    users, running = list[int](), threading.Lock()

    def noted(connection: Connection, user: int) -> dict[str, list[dict[str, Any]]]:
        users.append(user)
        assert running.acquire(blocking=False), "two are put together at a time"
        try:
            return everything_of(connection, user)
        finally:
            running.release()

    monkeypatch.setattr("bot.matches.privacy.everything_of", noted)
    files = await asyncio.gather(*(club.privacy.export(user) for user in [MINA] * 40 + [TOM]))
    assert users == [MINA, TOM]
    assert len(set(files)) == 2
