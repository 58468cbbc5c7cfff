"""Telling whoever has started this process how it is: systemd, with ``Type=notify``."""

from __future__ import annotations

import logging
import os
import socket

LOG = logging.getLogger(__name__)


def tell_supervisor(state: str) -> None:
    """Tell a state, such as ``READY=1``, to the socket that NOTIFY_SOCKET names; if there is none, nobody asks.

    It may be somebody else's, inherited from a service whose shell has started the bot. So the bot runs on if it fails.
    """
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.sendto(state.encode(), address.replace("@", "\0", 1) if address.startswith("@") else address)
    except OSError as error:
        LOG.warning("NOTIFY_SOCKET=%s cannot be told that the bot is ready: %s", address, error)
