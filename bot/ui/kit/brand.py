"""The bot's own name and the root of its commands."""

NAME = "Thimble"

ROOT = "patchwork"
"""All commands are subcommands of ``/patchwork``."""
