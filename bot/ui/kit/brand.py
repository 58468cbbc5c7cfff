"""What can change overnight: the names of the bot, of its commands and of the game. And its version.

All that it says, shows and registers takes them from here; ``python -m tools.rename`` changes them, and the documents
(decision 0102). Paths, units for systemd, metrics and the database are called ``thimble`` whatever its name is.
"""

NAME = "Thimble"

GAME = "Patchwork"
"""What texts call the game that is played, which is somebody's trademark, …"""

SPELLED = {"ja": "パッチワーク", "ko": "패치워크"}
"""… and how other scripts spell it, by languages."""

HOME = NAME.lower()
"""The command that opens the home page: it stands alone, so that a click on it uses it."""

ROOT = "patchwork"
"""Players' commands are subcommands of this one, …"""

ADMIN = f"{ROOT}-admin"
"""… and moderators' of this, which Discord shows only to them."""

VERSION = "0.3.0"
"""As in ``pyproject.toml``, which is not there wherever the bot runs."""
