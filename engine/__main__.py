"""``python -m engine``: a rival for anybody's arena, who answers lines on standard input (see docs/engine.md).

``python -m engine review FILE`` answers this one line, and ends with status 1 if it could not be obeyed.
"""

import gc
import io
import os
import sys

from engine.protocol import Inbox, Session


def main(arguments: list[str]) -> int:
    """Answer one line if it is given as arguments, or else until standard input ends. Returns the exit status."""
    gc.freeze()
    gc.disable()  # a tree has no cycles: looking for some takes a tenth of the time
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        source = io.BytesIO(" ".join(arguments).encode()) if arguments else sys.stdin.buffer
        obeyed = Session(Inbox(source), _tell).run()
    except BrokenPipeError:  # nobody listens any more
        os._exit(1)
    except KeyboardInterrupt:
        os._exit(130)
    return 1 if arguments and not obeyed else 0


def _tell(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
