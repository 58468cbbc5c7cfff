"""What the bot tells systemd, and that it runs on if nobody hears it."""

import socket
from pathlib import Path

import pytest

from bot.connection.reports import tell_supervisor


def test_whoever_listens_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(str(tmp_path / "notify"))
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        tell_supervisor("READY=1")
        assert line.recv(100) == b"READY=1"


def test_a_socket_that_is_gone_is_only_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "gone"))
    tell_supervisor("READY=1")
    assert "cannot be told" in caplog.text
