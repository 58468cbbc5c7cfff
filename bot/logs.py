"""The log, for people or as one JSON object a line, and what each line is about."""

import json
import logging
import re
import sys
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from datetime import UTC, datetime

import discord

_about: ContextVar[Mapping[str, int] | None] = ContextVar("about", default=None)

_SHARD = re.compile(r"\bshard[_ ]ID:? (\d+)", re.IGNORECASE)
"""How discord.py names a shard."""


def bind(**known: int | None) -> None:
    """Note what this task, and those that it starts, are about: a ``game`` and its ``revision``, an ``interaction``, a
    ``shard``. None is not noted.
    """
    _about.set({**(_about.get() or {}), **{name: value for name, value in known.items() if value is not None}})


def set_up(level: str, form: str, calm: Callable[[logging.LogRecord], bool]) -> None:
    """Log all of at least this level, as ``text`` or ``json``. ``calm`` may tone down a record of discord.py's.

    Text is like discord.py's, which would put colours into a container's log file, too.
    """
    plain = logging.Formatter("[{asctime}] [{levelname:<8}] {name}: {message}", "%Y-%m-%d %H:%M:%S", style="{")
    formatter = discord.utils.MISSING if sys.stderr.isatty() else plain
    if form == "json":
        formatter = JsonLines()
    discord.utils.setup_logging(formatter=formatter, level=logging.getLevelNamesMapping()[level], root=True)
    logging.getLogger("alembic").setLevel(logging.WARNING)
    for name in ("discord.shard", "discord.app_commands.tree"):
        logging.getLogger(name).addFilter(calm)


class JsonLines(logging.Formatter):
    """Writes a record as a JSON object: its time (UTC), level, logger and text, what it is about, and its exception."""

    def format(self, record: logging.LogRecord) -> str:
        """Called by logging."""
        text = record.getMessage()
        entry: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "text": text,
            **(_about.get() or {}),
        }
        if record.name.startswith("discord") and (shard := _SHARD.search(text)):
            entry["shard"] = int(shard[1])
        if record.exc_info:
            entry["exception"] = self.formatException(record.exc_info)
        return json.dumps(entry)
