"""Where the tests keep their files: in memory, where there is room, for each commit would wait for a disk.

A kill takes nothing away there that it would leave on a disk, which the kernel writes in its own time.
"""

import os
import shutil
import tempfile
from pathlib import Path

MEMORY = Path("/dev/shm")  # noqa: S108 (what is made in it has names of its own)
ENOUGH = 2**30
"""Bytes that are to be free: a run needs a quarter of them."""


def keep_files_in_memory() -> None:
    """Let temporary folders be made there, unless TMPDIR names a place. (Containers give it a few MB, or none.)"""
    if "TMPDIR" not in os.environ and has_room(MEMORY):
        tempfile.tempdir = str(MEMORY)


def has_room(folder: Path) -> bool:
    """Whether a folder has room for all files of a run, and lets programs be run from it."""
    if not os.access(folder, os.W_OK):
        return False
    return shutil.disk_usage(folder).free >= ENOUGH and not os.statvfs(folder).f_flag & os.ST_NOEXEC
