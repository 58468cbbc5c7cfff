"""What a button or a select says in its ``custom_id``: all that its click needs to know."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from game import Placement
from game.placements import parse_placement

VERSION = "1"
"""The version of the format. Ids of other versions are answered as buttons of an older bot."""

PATTERN = (
    rf"{VERSION}:(?P<subject>[0-9a-z]{{1,13}}):(?P<revision>[0-9a-z]{{1,6}})"
    r":(?P<shown>-|[0-9]{1,2}[NESWnesw]@[A-I][1-9]|\*[A-I][1-9])"
    r":(?P<page>[A-Za-z0-9.]{1,16}):(?P<control>[A-Za-z0-9]{1,12})"
)
"""Such as ``1:7k3:16:17e@C6:spots:right``. A button's id has a ``q`` before it, a select's an ``s``."""

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Address:
    """The state that a message showed, and the control pressed. Never what the press leads to.

    ``subject`` is the number of a game (or of a challenge), ``revision`` the number of events in its log when the
    message was made, ``page`` what the message showed (with its place, as in ``cover.C6.2``), ``shown`` the
    placement of the ghost.
    """

    subject: int
    revision: int
    page: str
    control: str = ""
    shown: Placement | None = None

    def __str__(self) -> str:
        subject, revision = _base36(self.subject), _base36(self.revision)
        return f"{VERSION}:{subject}:{revision}:{self.shown or '-'}:{self.page}:{self.control}"

    def press(self, control: str) -> Address:
        """The address of a control on the same page."""
        return replace(self, control=control)


def parse_address(groups: dict[str, str]) -> Address:
    """The address in the groups of a match of `PATTERN`. Raises BadText when its placement is off the quilt."""
    shown = None if groups["shown"] == "-" else parse_placement(groups["shown"])
    subject, revision = int(groups["subject"], 36), int(groups["revision"], 36)
    return Address(subject, revision, groups["page"], groups["control"], shown)


def addresses_in(components: Iterable[Any]) -> Iterator[Address]:
    """The addresses of all controls in some components of a message of discord.py's, from top to bottom."""
    for component in components:
        if found := re.fullmatch("[qs]" + PATTERN, getattr(component, "custom_id", None) or ""):
            yield parse_address(found.groupdict())
        yield from addresses_in(getattr(component, "children", ()))


def _base36(number: int) -> str:
    digits = ""
    while True:
        number, digit = divmod(number, 36)
        digits = _DIGITS[digit] + digits
        if not number:
            return digits
