"""The two units for systemd are the same, but for what makes two processes of one."""

from __future__ import annotations

from pathlib import Path

REPOSITORY = Path(__file__).parents[1]


def settings(unit: str) -> set[str]:
    """The settings of a unit, with the path of its clone as in the plain one."""
    text = (REPOSITORY / unit).read_text().replace("/opt/thimble-%i", "/opt/thimble")
    return {line for line in text.splitlines() if "=" in line and not line.startswith(("#", "Description="))}


def test_two_processes_are_confined_as_one_is() -> None:
    one, two = settings("thimble.service"), settings("thimble@.service")
    assert one - two == {"Restart=on-failure"}
    assert two - one == {
        *("Type=notify", "TimeoutStartSec=10min", "Restart=always", "Environment=HANDOVER=standby"),
        "EnvironmentFile=-/etc/thimble/settings-%i",
        "ExecStartPre=/opt/thimble/.venv/bin/python -m bot migrate",
    }
