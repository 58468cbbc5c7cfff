"""What a bot keeps in its database, looked at and changed from outside, on both kinds of databases."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from sqlalchemy import NullPool, text
from sqlalchemy.ext.asyncio import create_async_engine

from tests.wire.world import until

_REPORTS = "notes WHERE name LIKE 'process %'"

_THREAD = ThreadPoolExecutor(1, "ledger")


class Ledger:
    """The database at a URL. Each look is a connection of its own, which nobody has to wait for afterwards."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._engine = create_async_engine(url, poolclass=NullPool)

    def rows(self, statement: str, **values: Any) -> list[tuple[Any, ...]]:
        """What a statement finds; ``:name`` stands for a value in it."""
        return _THREAD.submit(asyncio.run, self._done(statement, values)).result()  # the caller's loop runs already

    def change(self, statement: str, *several: dict[str, Any]) -> None:
        """Do a statement, once for each of several sets of values, and commit."""
        _THREAD.submit(asyncio.run, self._done(statement, list(several))).result()

    async def _done(self, statement: str, values: dict[str, Any] | list[dict[str, Any]]) -> list[tuple[Any, ...]]:
        async with self._engine.begin() as connection:
            result = await connection.execute(text(statement), values or None)
            return [tuple(row) for row in result] if result.returns_rows else []

    async def swept(self, times: int = 3) -> None:
        """Wait for so many sweeps, each of which ends with a report. The first of them may have begun already."""
        for _ in range(times):
            self.change(f"DELETE FROM {_REPORTS}")  # noqa: S608
            await until(lambda: self.rows(f"SELECT 1 FROM {_REPORTS}"))  # noqa: S608

    def complaints(self) -> list[str]:
        """What the database itself finds wrong with its file; a server looks after its own."""
        if not self.url.startswith("sqlite"):
            return []
        return [line for (line,) in self.rows("PRAGMA integrity_check") if line != "ok"]
