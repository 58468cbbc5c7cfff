"""A disk that is full, without one: the system lets a process write no longer files."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_longer_files(pid: int = 0, most: int = 1) -> Iterator[None]:
    """Let a process, by default this one, write no file beyond so many bytes, as a limit or a quota does."""
    before = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (most, before[1]))
    try:
        yield
    finally:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, before)
