"""The bot's own name, the roots of its commands, its version, and where to find it."""

NAME = "Thimble"

ROOT = "patchwork"
"""Players' commands are subcommands of ``/patchwork``, …"""

ADMIN = f"{ROOT}-admin"
"""… and moderators' of ``/patchwork-admin``, which Discord shows only to them."""

VERSION = "0.1.0"
"""As in ``pyproject.toml``, which is not there wherever the bot runs."""

LINKS: dict[str, str] = {}
"""The addresses that ``/patchwork about`` names: of ``source``, ``support``, ``licence``, ``privacy`` and ``terms``.

This project has no public address yet. Whoever publishes it adds those that there are.
"""
