"""What a process reports: to systemd once, and to the database with each sweep, for ``python -m bot status``."""

import json
import logging
import os
import socket
from dataclasses import asdict, dataclass, fields
from hashlib import blake2b

from bot.store.backend.database import Database
from bot.store.kv import find_value, save_value

LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Report:
    """A report of a ``process`` of some ``version``, made ``at`` a time; both times are seconds since 1970. It has held
    its shards ``since`` then, its machine's clock is ``fast`` by so many seconds, it has ``used`` a part (0 to 1) of
    its requests to Discord lately, and it is in so many ``servers``.
    """

    process: str
    version: str
    since: int
    at: int
    fast: float
    used: float
    servers: int


async def save_report(database: Database, shards: str, report: Report) -> None:
    """Save a report in place of the last one about these shards."""
    await database.write(save_value, _name(shards), json.dumps(asdict(report)))


async def find_report(database: Database, shards: str, process: str) -> Report | None:
    """Find the last report of the process that holds some shards; None if there is none yet."""
    text = await database.read(find_value, _name(shards))
    said = json.loads(text or "{}")
    if said.get("process") != process or said.keys() != {each.name for each in fields(Report)}:
        return None  # it is another process's, or another version's with other fields
    return Report(**said)


def _name(shards: str) -> str:
    return f"process {blake2b(shards.encode(), digest_size=16).hexdigest()}"  # of any length


def tell_supervisor(state: str) -> None:
    """Send a state, such as ``READY=1``, to the socket that NOTIFY_SOCKET names, for systemd's ``Type=notify``.

    A failure is only logged: the variable may be inherited from a service that is not ours.
    """
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as connection:
            connection.sendto(state.encode(), address.replace("@", "\0", 1) if address.startswith("@") else address)
    except OSError as error:
        LOG.warning("NOTIFY_SOCKET=%s cannot be told that the bot is ready: %s", address, error)
