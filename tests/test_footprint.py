"""The bot draws in several threads, and has one heap for them all; and it loads nothing that it does not need."""

import platform
import subprocess
import sys
from pathlib import Path

import pytest

from tests.environment import passed_on
from tests.program import REPO
from tests.store.building import url_of
from tests.wire.world import LONG_ENOUGH

pytestmark = pytest.mark.slow

PROGRAM = """
import ctypes, sys, threading
from bot.footprint import keep_small
if sys.argv[1:] == ["small"]:
    keep_small()
both = threading.Barrier(5)

def draw():
    both.wait()
    kept = [bytearray(100_000) for _ in range(20)]
    both.wait()

threads = [threading.Thread(target=draw) for _ in range(4)]
for each in threads:
    each.start()
both.wait()
both.wait()
library = ctypes.CDLL(None)
library.malloc_info(0, ctypes.c_void_p.in_dll(library, "stdout"))
library.fflush(None)
"""


def printed_by(program: str, *arguments: str, **settings: str) -> str:
    command = [sys.executable, "-c", program, *arguments]
    environment = passed_on() | {"PYTHONPATH": str(REPO)} | settings
    done = subprocess.run(
        command, cwd=REPO, env=environment, capture_output=True, text=True, timeout=LONG_ENOUGH, check=True
    )
    return done.stdout


def heaps(*arguments: str) -> int:
    return printed_by(PROGRAM, *arguments).count("<heap nr=")


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other C libraries have one heap anyway")
def test_threads_share_one_heap() -> None:
    assert heaps() > 1, "as glibc would have it"
    assert heaps("small") == 1


LOADED = """
import asyncio, os, sys
import bot.__main__
from bot.store.backend.opening import open_database

async def start():
    await (await open_database(os.environ["DATABASE_URL"])).close()

asyncio.run(start())
others = {"aiohttp.web", "alembic", "sqlalchemy.orm", "bot.operator.copy", "bot.operator.doctor"}
print(sorted(others & {*sys.modules}), "bot.connection.client" in sys.modules)
"""


@pytest.mark.sqlite
def test_what_only_migrations_and_other_commands_need_is_not_loaded(path: Path) -> None:
    assert printed_by(LOADED, DATABASE_URL=url_of(path)) == "[] True\n"


HOLES = """
import re, sys
from pathlib import Path
from bot.footprint import trim_memory, keep_small

def resident():
    return int(re.search(r"VmRSS:\\s*(\\d+)", Path("/proc/self/status").read_text())[1])

keep_small()
kept = [bytearray(50_000) for _ in range(1000)]
del kept[:-1]
before = resident()
trim_memory()
print(before - resident())
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc is told to")
def test_holes_go_back_to_the_system() -> None:
    assert int(printed_by(HOLES)) > 40_000


AGAIN = """
import resource
from bot.footprint import keep_small

keep_small()
bytearray(970_000)
before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
for _ in range(100):
    bytearray(970_000)
print(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc is told to")
def test_room_for_one_picture_serves_the_next() -> None:
    """Else each page of it, 237 in all, would be asked for anew."""
    assert int(printed_by(AGAIN)) < 1000
