"""Which patches a day has. The same all over the world, for everybody who draws by the same scheme.

Scheme 1: the bytes of SHA-256 of ``thimble daily 1 2026-11-23 0``, of ``… 1``, of ``… 2`` and so on are one stream. A
number below n is the next byte that is smaller than the greatest multiple of n up to 256, modulo n; bytes that are not
are left out. The patches 0 to 32 are shuffled with it by Fisher and Yates from the front: for each place i from 0, what
lies there changes places with what lies i + (a number below 33 - i). The first ten are the day's patches, in this
order; the whole of it is the ring of a game of that day. The ring of a Sunday quilt is drawn in the same way from
``thimble sunday 1 2026-11-22 0`` and so on: nobody shall know it from another game.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from hashlib import sha256

from game import PATCHES, Patch

SCHEME = 1
"""The version of the scheme. It is part of what is hashed, so another one draws other patches on every day."""

PATCHES_A_DAY = 10

BEFORE_THE_FIRST = date(2025, 12, 31)  # the day before daily quilt 1


@dataclass(frozen=True, slots=True)
class Puzzle:
    """The daily quilt with a ``number``, as a ``scheme`` draws it: all patches in its order."""

    number: int
    scheme: int
    ring: tuple[int, ...]

    @property
    def date(self) -> date:
        """Its day."""
        return date_of(self.number)

    @property
    def patches(self) -> tuple[Patch, ...]:
        """Those to be sewn, in this order."""
        return tuple(PATCHES[number] for number in self.ring[:PATCHES_A_DAY])


def number_of(day: date) -> int:
    """The number of the daily quilt of a day: 1 on 1 January 2026, and one more each day."""
    return (day - BEFORE_THE_FIRST).days


def date_of(number: int) -> date:
    """The day of a daily quilt. Raises OverflowError for a number that no day has."""
    return BEFORE_THE_FIRST + timedelta(days=number)


@lru_cache(maxsize=64)
def puzzle_of(number: int, scheme: int = SCHEME) -> Puzzle:
    """The daily quilt with a number."""
    return Puzzle(number, scheme, _shuffled(f"thimble daily {scheme} {date_of(number).isoformat()}"))


def ring_of_sunday(number: int, scheme: int = SCHEME) -> tuple[int, ...]:
    """All patches in the order of the Sunday quilt with a number."""
    return _shuffled(f"thimble sunday {scheme} {date_of(number).isoformat()}")


def _shuffled(seed: str) -> tuple[int, ...]:
    ring, stream = [patch.id for patch in PATCHES], _stream(seed)
    for place in range(len(ring) - 1):
        other = place + _below(len(ring) - place, stream)
        ring[place], ring[other] = ring[other], ring[place]
    return tuple(ring)


def _stream(seed: str) -> Iterator[int]:
    block = 0
    while True:
        yield from sha256(f"{seed} {block}".encode()).digest()
        block += 1


def _below(bound: int, stream: Iterator[int]) -> int:
    """A number from 0 below a bound of at most 256, each with the same chance."""
    limit = 256 - 256 % bound
    return next(byte for byte in stream if byte < limit) % bound
