"""What a process says of itself: to systemd once, and in the database with each sweep, for ``python -m bot status``."""

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
    """Which ``process`` of which ``version`` says so, since when it has its shards, and when it said so: times are in
    seconds since 1970. ``fast`` is by how many seconds its machine's clock is ahead, ``used`` which part of its
    requests to Discord it has used lately, and ``servers`` how many it is in.
    """

    process: str
    version: str
    since: int
    at: int
    fast: float
    used: float
    servers: int


async def save_report(database: Database, shards: str, report: Report) -> None:
    """Say something in the place of what was said before by whoever had these shards."""
    await database.write(save_value, _name(shards), json.dumps(asdict(report)))


async def find_report(database: Database, shards: str, process: str) -> Report | None:
    """Find the last report of the process that has some shards; None if it has not said anything yet."""
    text = await database.read(find_value, _name(shards))
    said = json.loads(text or "{}")
    if said.get("process") != process or said.keys() != {each.name for each in fields(Report)}:
        return None  # that was another process, or another version of the bot, which says other things
    return Report(**said)


def _name(shards: str) -> str:
    return f"process {blake2b(shards.encode(), digest_size=16).hexdigest()}"  # of any length


def tell_supervisor(state: str) -> None:
    """Tell a state, such as ``READY=1``, to the socket that NOTIFY_SOCKET names, for systemd's ``Type=notify``.

    It may be somebody else's, inherited from a service whose shell has started the bot. So the bot runs on if it fails.
    """
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as connection:
            connection.sendto(state.encode(), address.replace("@", "\0", 1) if address.startswith("@") else address)
    except OSError as error:
        LOG.warning("NOTIFY_SOCKET=%s cannot be told that the bot is ready: %s", address, error)
