"""The table that the probe prints at the end."""

from collections.abc import Iterator, Mapping
from textwrap import wrap

from tools.probe.rows import ROWS, Row, Seen

WIDTH = 100

_VERDICTS = {True: "as believed", False: "OTHERWISE", None: "not seen"}


def lines(seen: Mapping[str, Seen]) -> Iterator[str]:
    """Each row with what was seen of it, and a summary."""
    for name, row in ROWS.items():
        yield from _row(row, seen[name])
        yield ""
    counts = [sum(each.holds is holds for each in seen.values()) for holds in _VERDICTS]
    yield f"As believed: {counts[0]}, otherwise: {counts[1]}, not seen: {counts[2]}."


def _row(row: Row, seen: Seen) -> Iterator[str]:
    yield from _part(f"{_VERDICTS[seen.holds]:<13}", row.assumption)
    yield from _part("  seen:      ", seen.words)
    yield from _part("  relies:    ", row.relies)
    yield from _part("  otherwise: ", row.otherwise)


def _part(head: str, text: str) -> list[str]:
    return wrap(text, WIDTH, initial_indent=head, subsequent_indent=" " * 13)
