"""The tables, and what their columns mean, which are the fields of the rows in the other files.

Times are whole seconds since 1970 (UTC); ids of users, channels and messages are Discord's.
"""

from bot.store.tables.base import *  # noqa: F403
from bot.store.tables.choices import *  # noqa: F403
from bot.store.tables.games import *  # noqa: F403
from bot.store.tables.records import *  # noqa: F403
