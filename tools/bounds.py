"""The bounds that a player or an operator would notice if they were passed. Below them, the simplest code wins."""

CLICKS_A_SECOND = 20
"""The load, on two cores, under which these are asked for."""

CLICK_CPU = 0.025
"""Seconds of CPU that the bot's process takes for a click."""

P99 = 0.15
"""Seconds within which 99 of 100 clicks are answered."""

START = 2.0
"""Seconds from the start of the program until it is connected."""

MEMORY = 250e6
"""Bytes of memory of the bot's process."""

MOVE_FILES, MOVE_SENT = 4.2, 250e3
"""Pictures, and bytes in all, that a move sends to Discord, with the panels on the way to it."""

POSTGRESQL = 1.4
"""The CPU of a click on PostgreSQL, as a share of that on SQLite."""
