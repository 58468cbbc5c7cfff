"""Through which of our files a click passes, as a profiler sees it in all threads."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

ROOT = Path(__file__).parents[2]


class Walk:
    """Notes the files whose functions are called. Threads are seen that start after its making, on any Python."""

    def __init__(self) -> None:
        self._seen: set[str] | None = None
        threading.setprofile(self._hear)
        sys.setprofile(self._hear)

    def close(self) -> None:
        sys.setprofile(None)
        threading.setprofile(None)

    @contextmanager
    def walking(self, *rooms: str) -> Iterator[list[str]]:
        """The files of some rooms of ours that are executed in between, as paths from the root."""
        files: list[str] = []
        seen: set[str] = set()
        self._seen = seen
        yield files
        self._seen = None
        paths = (Path(name) for name in seen)
        ours = {str(path.relative_to(ROOT)) for path in paths if path.is_relative_to(ROOT)}
        files += sorted(name for name in ours if name.split("/")[0] in rooms)

    def _hear(self, frame: FrameType, event: str, _: object) -> None:
        if event == "call" and self._seen is not None:
            self._seen.add(frame.f_code.co_filename)
