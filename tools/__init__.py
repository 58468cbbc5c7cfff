"""The programs of those who work on the bot: they measure, draw and try out what the bot does. None is part of it."""

import io
import sys

if isinstance(sys.stdout, io.TextIOWrapper):
    sys.stdout.reconfigure(errors="replace")  # a terminal may know ASCII alone
