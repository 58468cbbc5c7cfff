"""What the program makes of each way in which Discord can refuse it, and whom it lets read its files."""

import io
import logging
import stat
from pathlib import Path
from typing import Any, cast

import aiohttp
import discord
import pytest

from bot.operator.run import TOO_FEW_SHARDS, UNREACHABLE, WRONG_TOKEN, final, in_one_line, shortly
from bot.store.backend.errors import DatabaseAway
from bot.store.shards import Shards
from tests.program import call_in
from tests.store.building import url_of
from tests.ui.faults import refusal


def closed(code: int) -> discord.ConnectionClosed:
    return discord.ConnectionClosed(cast(Any, None), shard_id=0, code=code)


def no_gateway(cause: discord.HTTPException) -> discord.GatewayNotFound:
    error = cast(Any, discord.GatewayNotFound)()
    error.__cause__ = cause
    assert isinstance(error, discord.GatewayNotFound)
    return error


def no_name() -> aiohttp.ClientConnectorError:
    return aiohttp.ClientConnectorDNSError(cast(Any, None), OSError("Temporary failure in name resolution"))


@pytest.mark.parametrize(
    "error",
    [
        *(refusal(429), refusal(500), refusal(503), no_gateway(refusal(503)), no_gateway(refusal(429))),
        *(discord.RateLimited(60.0), closed(4010), closed(4011), aiohttp.ServerDisconnectedError(), TimeoutError()),
    ],
    ids=repr,
)
def test_what_may_pass_is_waited_out(error: Exception) -> None:
    assert final(error, is_first=True) is None


@pytest.mark.parametrize("error", [discord.LoginFailure(), refusal(401), no_gateway(refusal(401)), closed(4004)])
def test_a_wrong_token_is_told(error: Exception) -> None:
    assert final(error, is_first=False) == WRONG_TOKEN


@pytest.mark.parametrize(
    ("error", "part"),
    [
        (refusal(403), "403"),
        (refusal(404), "404"),
        (closed(4012), "code 4012"),
        (closed(4013), "code 4013"),
        (discord.PrivilegedIntentsRequired(0), "code 4014"),
    ],
)
def test_what_waiting_does_not_help_is_told_in_a_sentence(error: Exception, part: str) -> None:
    sentence = final(error, is_first=False)
    assert sentence
    assert part in sentence
    assert "\n" not in sentence
    assert sentence.endswith(".")


def test_too_few_shards_are_told_where_they_are_set() -> None:
    assert final(closed(4011), is_first=False, shards=Shards((0,), 2)) == TOO_FEW_SHARDS


def test_a_network_that_was_never_there_is_told_and_one_that_was_cut_is_waited_for() -> None:
    assert final(no_name(), is_first=True) == UNREACHABLE
    assert final(no_name(), is_first=False) is None


def test_of_a_page_of_cloudflares_the_log_gets_a_line() -> None:
    page = "<!DOCTYPE html>\n" + "<p>" * 1000
    assert shortly(discord.HTTPException(cast(Any, refusal(429).response), page)).count("\n") == 0
    assert len(shortly(Exception("x" * 1000))) < 250


def test_what_discord_py_says_of_refusals_is_a_warning_of_one_line_and_a_mistake_of_ours_is_not() -> None:
    logger, written = logging.Logger("discord.shard"), io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(logging.Formatter("%(levelname)s %(message)s"))
    logger.addHandler(handler)
    logger.addFilter(in_one_line)
    logger.error("Attempting a reconnect for shard ID %s", 0, exc_info=OSError("100% gone"))
    logger.error("Failed to connect for shard_id: %s. Retrying...", 0, exc_info=DatabaseAway("Nothing can be stored."))
    logger.info("connected")
    assert written.getvalue() == "WARNING Attempting a reconnect for shard ID 0 (OSError: 100% gone)\nINFO connected\n"
    logger.error("Ignoring exception in autocomplete (Guild: %s, User: %s)", 1, 2, exc_info=refusal(404))
    assert "WARNING Ignoring exception in autocomplete (NotFound: 404" in written.getvalue()
    logger.error("Ignoring exception in autocomplete", exc_info=KeyError("game"))
    assert "ERROR Ignoring exception in autocomplete\nKeyError: 'game'" in written.getvalue()


def test_only_the_operator_may_read_what_the_bot_writes(path: Path, tmp_path: Path) -> None:
    status, _, _ = call_in(tmp_path, {"DATABASE_URL": url_of(path)}, "backup", "copy.db")
    assert status == 0
    assert stat.S_IMODE((tmp_path / "copy.db").stat().st_mode) == 0o600
