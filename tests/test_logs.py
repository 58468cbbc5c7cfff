"""The log for programs: one JSON object a line, whatever is logged."""

import io
import json
import logging
import sys
from contextvars import copy_context
from datetime import datetime
from typing import Any

from bot import logs


def logged(name: str, message: str, *values: object, error: bool = False) -> dict[str, Any]:
    logger, written = logging.Logger(name), io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(logs.JsonLines())
    logger.addHandler(handler)
    logger.warning(message, *values, exc_info=error)
    (line,) = written.getvalue().splitlines()
    found: dict[str, Any] = json.loads(line)
    return found


def test_a_line_says_when_how_bad_where_and_what() -> None:
    line = logged("bot.connection.client", "ready as %s\nor “so” \udcff", "Quilter")
    assert datetime.fromisoformat(line.pop("time")).utcoffset() is not None
    assert line == {
        "level": "WARNING",
        "logger": "bot.connection.client",
        "text": "ready as Quilter\nor “so” \udcff",
    }


def test_it_says_what_its_task_is_about_and_other_tasks_are_not() -> None:
    def task() -> dict[str, Any]:
        logs.bind(interaction=5, shard=None)
        logs.bind(game=7, revision=3)
        return logged("bot.ui", "it failed")

    line = copy_context().run(task)
    assert (line["interaction"], line["game"], line["revision"]) == (5, 7, 3)
    assert "shard" not in line
    assert "game" not in logged("bot.ui", "it failed")


def test_it_knows_the_shard_that_discord_py_speaks_of() -> None:
    assert logged("discord.gateway", "Shard ID %s has connected to Gateway", 12)["shard"] == 12
    assert logged("discord.client", "Failed to connect for shard_id: %s. Retrying...", 3)["shard"] == 3
    assert "shard" not in logged("bot.ui", "Shard ID 12")


def test_an_exception_is_one_field() -> None:
    try:
        raise KeyError("game")  # noqa: TRY301
    except KeyError:
        assert sys.exc_info()[0] is KeyError
        line = logged("bot.ui", "it failed", error=True)
    assert line["text"] == "it failed"
    assert line["exception"].startswith("Traceback (most recent call last):\n")
    assert line["exception"].endswith("KeyError: 'game'")
