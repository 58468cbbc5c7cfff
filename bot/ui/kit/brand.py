"""The bot's own name and the root of its commands."""

NAME = "Thimble"

ROOT = "patchwork"
"""Players' commands are subcommands of ``/patchwork``, …"""

ADMIN = f"{ROOT}-admin"
"""… and moderators' of ``/patchwork-admin``, which Discord shows only to them."""
