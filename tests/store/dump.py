"""Dumps of the databases of a release, with something of everything in them, for the tests of later releases.

`games_0031.sql` and `games_0031.postgresql.sql` are those of release 0.2.0, made in a copy of its files
(`git archive 1b8f551 | tar x -C /tmp/0.2.0`) by ``cd /tmp/0.2.0; PYTHONPATH=. python THIS_FILE FOLDER``.
"""

import asyncio
import re
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from tests.store import building

building.GUILD, building.CHANNEL = 118462094513360488, 118462094608152582
building.MINA, building.TOM, building.EVE = 214875906312175616, 493820175529607168, 871325288453167314

from bot.matches.play import Matches  # noqa: E402 (all these take the ids above)
from bot.operator.copy import copy_database  # noqa: E402
from bot.store.messages import record_message  # noqa: E402
from tests.matches.building import Hands, stored  # noqa: E402
from tests.operator.test_copying import much, played_on  # noqa: E402
from tests.store.server import new_server  # noqa: E402


async def fill(path: Path) -> None:
    """Make a database with something of everything, and last a game with an offer to cancel it and a doomed board."""
    async with building.opened(path) as database:
        await much(database)
        match = await played_on(Matches(database, Hands()), await stored(database), 8)
        for number, revision in ((100, match.revision - 1), (101, match.revision)):
            row = building.board(building.BIG - number, match.id, revision=revision, to_move=match.to_move)
            await database.write(record_message, row)
        row = building.board(building.BIG - 102, match.id, role="cancel1", revision=match.revision, to_move=None)
        await database.write(record_message, row)


def statements(script: str) -> str:
    """The statements of a dump that make something, a line for each but for texts of several lines."""
    script = re.sub(r"^(--.*|\\.*|SET .*|SELECT pg_catalog.set_config.*)\n", "", script, flags=re.M)
    made = (each.strip() for each in re.split(r";$", script, flags=re.M))
    return "".join(f"{each if each.startswith('INSERT') else ' '.join(each.split())};\n" for each in made if each)


def main(folder: Path) -> None:
    """Write both dumps into a folder."""
    with tempfile.TemporaryDirectory() as name, new_server() as server:
        path, url = Path(name) / "games.db", server.url("games")
        asyncio.run(fill(path))
        asyncio.run(_made(url))
        print(*copy_database(building.url_of(path), url)[0], sep="\n")  # noqa: T201
        with closing(sqlite3.connect(path)) as file:
            (version,) = file.execute("SELECT version_num FROM alembic_version").fetchone()
            (folder / f"games_{version}.sql").write_text(statements("\n".join(file.iterdump())), "utf-8")
        address = url.replace("+asyncpg", "")
        command = ["pg_dump", "--inserts", "--no-owner", address]
        dumped = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        (folder / f"games_{version}.postgresql.sql").write_text(statements(dumped), "utf-8")


async def _made(url: str) -> None:
    async with building.opened(url):
        pass


if __name__ == "__main__":
    main(Path(sys.argv[1]))
