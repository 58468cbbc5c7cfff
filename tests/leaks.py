"""What a test has left open: it is to fail for that itself, and not the test that runs when somebody notices."""

import gc
import sys
from asyncio.base_subprocess import BaseSubprocessTransport
from typing import Any
from weakref import WeakSet

MOST_SPARED = 100
"""After how many tests everything is looked at again, also what was still in use when its own test was over."""

_spared = 0
_started: WeakSet[BaseSubprocessTransport] = WeakSet()
_init = BaseSubprocessTransport.__init__


def _noted(transport: BaseSubprocessTransport, *arguments: Any, **options: Any) -> None:
    _started.add(transport)
    _init(transport, *arguments, **options)


setattr(BaseSubprocessTransport, "__init__", _noted)  # noqa: B010 (mypy lets no method be assigned)


def left_open() -> list[str]:
    """What is still open: processes, whose pipes asyncio keeps as long as they run, and what the garbage complains of.

    Each is told once. Whatever is left after that is spared, until all is looked at again: so it takes a ms or two.
    """
    global _spared
    found = [f"the process {each.get_pid()} was not let go" for each in _started if not each.is_closing()]
    _started.clear()
    before = sys.unraisablehook
    sys.unraisablehook = lambda each: found.append(f"{each.err_msg or 'ignored in'} {each.object}: {each.exc_value!r}")
    try:
        _spared = (_spared + 1) % MOST_SPARED
        if not _spared:
            gc.unfreeze()
        gc.collect()
    finally:
        sys.unraisablehook = before
    gc.freeze()
    return found
