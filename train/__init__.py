"""How the engine's values were learned, and its copy in C, which plays long matches. The bot needs none of it."""

import io
import sys

if isinstance(sys.stdout, io.TextIOWrapper):
    sys.stdout.reconfigure(errors="replace")  # a terminal may know ASCII alone
