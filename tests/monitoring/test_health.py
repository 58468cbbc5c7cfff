"""Where the bot says how it is: what is told without a client, and without the library for metrics."""

import asyncio
import sys

import aiohttp
import pytest

from bot.monitoring.health import BEAT, NO_METRICS, REMEMBERED, Pulse, watching
from bot.monitoring.metrics import route_of
from tests.loop import Clock
from tests.monitoring.test_webserver import asked


async def test_before_the_first_try_it_lives_is_not_ready_and_can_be_measured(unused_tcp_port: int) -> None:
    async with watching(("127.0.0.1", unused_tcp_port)):
        assert await asked(unused_tcp_port, "/live") == (200, "The bot runs.\n")
        assert await asked(unused_tcp_port, "/ready") == (503, "The bot is not connected to Discord yet.\n")
        status, text = await asked(unused_tcp_port, "/metrics")
        assert status == 200
        assert "\nthimble_ready 0.0\n" in text
        assert "\nthimble_boards_owed NaN\n" in text
        assert (await asked(unused_tcp_port, "/"))[0] == 404
    with pytest.raises(aiohttp.ClientConnectorError):
        await asked(unused_tcp_port, "/live")


async def test_without_the_library_a_sentence_says_what_to_install(
    unused_tcp_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "prometheus_client", None)
    async with watching(("127.0.0.1", unused_tcp_port)):
        assert await asked(unused_tcp_port, "/metrics") == (501, f"{NO_METRICS}\n")
        assert (await asked(unused_tcp_port, "/live"))[0] == 200
    assert "requirements/metrics.txt" in NO_METRICS


async def test_a_late_event_loop_is_remembered_for_a_while_and_noted(loop_clock: Clock) -> None:
    noted: list[float] = []
    pulse = Pulse(noted.append)
    beating = asyncio.create_task(pulse.beat())
    await loop_clock.advance(BEAT)
    assert noted == [0]
    assert pulse.late <= 0
    loop_clock.hold_up(BEAT + 0.5)
    assert pulse.late == pytest.approx(0.5), "while nobody else has run"
    await loop_clock.advance(BEAT)
    assert noted == pytest.approx([0, 0.5, 0])
    assert pulse.late == pytest.approx(0.5), "and after that"
    await loop_clock.advance(REMEMBERED)
    assert pulse.late == pytest.approx(0)
    beating.cancel()


@pytest.mark.parametrize(
    ("path", "route"),
    [
        ("/api/v10/channels/80351110224678912/messages/4", "/channels/:id/messages/:id"),
        ("/api/v10/interactions/803/aW50ZXI.x_-y/callback", "/interactions/:id/:token/callback"),
        ("/api/v10/webhooks/700/aW50ZXI.x_-y/messages/@original", "/webhooks/:id/:token/messages/@original"),
        ("/api/v10/applications/700/emojis", "/applications/:id/emojis"),
        ("/api/v10/users/@me", "/users/@me"),
        ("/", "/"),
    ],
)
def test_requests_are_counted_by_route_without_ids_and_tokens(path: str, route: str) -> None:
    assert route_of(path) == route
