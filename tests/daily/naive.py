"""The scheme once more, as its documentation says it, in the plainest way."""

import hashlib
from datetime import date


def ring_of(day: date, scheme: int = 1, kind: str = "daily") -> list[int]:
    """All patches in the order of a day."""
    blocks = [hashlib.sha256(f"thimble {kind} {scheme} {day:%Y-%m-%d} {k}".encode()).digest() for k in range(20)]
    numbers, ring = list(b"".join(blocks)), list(range(33))
    for i in range(33):
        n = 33 - i
        while n > 1 and numbers[0] >= (256 // n) * n:
            numbers.pop(0)
        j = i + (numbers.pop(0) % n if n > 1 else 0)
        ring[i], ring[j] = ring[j], ring[i]
    return ring
