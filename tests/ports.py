"""Ports of this machine that nobody uses."""

import contextlib
import random
import socket

PORTS = range(20_000, 32_000)
"""Below those that the system gives to connections: none of them takes a port that was found before it is used."""


def free_port() -> int:
    """A port on which nobody listens. Two runs at the same time hardly ever find the same one."""
    chance = random.SystemRandom()
    while True:
        port = chance.choice(PORTS)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
