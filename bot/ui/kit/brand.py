"""The bot's own name, the roots of its commands, and its version."""

NAME = "Thimble"

HOME = NAME.lower()
"""The command that opens the home page: it stands alone, so that a click on it uses it."""

ROOT = "patchwork"
"""Players' commands are subcommands of ``/patchwork``, …"""

ADMIN = f"{ROOT}-admin"
"""… and moderators' of ``/patchwork-admin``, which Discord shows only to them."""

VERSION = "0.2.0"
"""As in ``pyproject.toml``, which is not there wherever the bot runs."""
