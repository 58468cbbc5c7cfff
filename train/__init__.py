"""How the weights of the engine were learned. The bot needs none of it."""

import io
import sys

if isinstance(sys.stdout, io.TextIOWrapper):
    sys.stdout.reconfigure(errors="replace")  # a terminal may know ASCII alone
