"""Telling whoever has started this process how it is: systemd, with ``Type=notify``."""

from __future__ import annotations

import os
import socket


def tell_supervisor(state: str) -> None:
    """Tell a state, such as ``READY=1``, to the socket that NOTIFY_SOCKET names; if there is none, nobody asks."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.sendto(state.encode(), address.replace("@", "\0", 1) if address.startswith("@") else address)
