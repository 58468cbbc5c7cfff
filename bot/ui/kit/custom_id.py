"""What a button or a select says in its ``custom_id``: what its click needs to know."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Self

VERSION = "1"
"""The version of the format. Ids of other versions are answered as buttons of an older bot."""

PROBE = "probe:"
"""How the ids of the probe's own buttons begin (`make probe`). A bot that runs beside it leaves them alone."""

PATTERN = (
    rf"{VERSION}:(?P<subject>[0-9a-z]{{1,13}}):(?P<revision>[0-9a-z]{{1,6}})"
    r":(?P<shown>-|[0-9A-Za-z@*]{2,8})"
    r":(?P<page>[A-Za-z0-9.]{1,16}):(?P<control>[A-Za-z0-9]{1,12})"
)
"""Such as ``1:7k3:16:17e@C6:spots:right``. A ``q`` before it means a button, ``s`` a select, ``u`` one of people,
``f`` a form."""

MOST_SUBJECTS, MOST_REVISIONS = 2**63, 2**31
"""What the columns hold that ids speak of: below these. The pattern has room for more."""

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


class BadId(Exception):
    """An id that none of our pages has."""


@dataclass(frozen=True, slots=True)
class CustomId:
    """The state that a message showed, and the control pressed. Never the result of the press.

    ``subject`` is the number of a game (or of a challenge), ``revision`` the number of events in its log when the
    message was made, ``page`` what the message showed (with its place, as in ``cover.C6.2``), ``shown`` what lay there
    to be confirmed (a move, as records spell it), or nothing.
    """

    subject: int
    revision: int
    page: str
    control: str = ""
    shown: str = ""

    def __str__(self) -> str:
        subject, revision = _base36(self.subject), _base36(self.revision)
        return f"{VERSION}:{subject}:{revision}:{self.shown or '-'}:{self.page}:{self.control}"

    @classmethod
    def parse(cls, groups: Mapping[str, str]) -> Self:
        """The id in the groups of a match of `PATTERN`. Raises BadId for a number that nothing of ours has."""
        shown = "" if groups["shown"] == "-" else groups["shown"]
        subject, revision = int(groups["subject"], 36), int(groups["revision"], 36)
        if subject >= MOST_SUBJECTS or revision >= MOST_REVISIONS:
            raise BadId(f"{groups['subject']}:{groups['revision']}")
        return cls(subject, revision, groups["page"], groups["control"], shown)

    @property
    def kind(self) -> str:
        """What the page showed, without its place: ``cover`` of ``cover.C6.2``."""
        return self.page.partition(".")[0]

    @property
    def number(self) -> int:
        """The number of what the page showed, as in ``replay.12``. Raises BadId if it names none."""
        number = self.page.partition(".")[2]
        if not (number.isascii() and number.isdecimal()):
            raise BadId(str(self))
        return int(number)

    def press(self, control: str) -> Self:
        """The id of a control on the same page."""
        return type(self)(self.subject, self.revision, self.page, control, self.shown)  # faster than to replace it


def read_id(custom_id: str) -> dict[str, str] | None:
    """The groups of a match of `PATTERN` in the id of one of our controls; None for other ids."""
    found = re.fullmatch("[qsuf]" + PATTERN, custom_id)
    return found.groupdict() if found else None


def ids_in(components: Iterable[Any]) -> Iterator[CustomId]:
    """The ids of all controls among a message's components, from top to bottom."""
    for component in components:
        if spelled := read_id(getattr(component, "custom_id", None) or ""):
            yield CustomId.parse(spelled)
        yield from ids_in(getattr(component, "children", ()))


@lru_cache(maxsize=256)  # each control of a page says the same two numbers
def _base36(number: int) -> str:
    if number < 0:
        raise ValueError(f"no control is about {number}")
    digits = ""
    while True:
        number, digit = divmod(number, 36)
        digits = _DIGITS[digit] + digits
        if not number:
            return digits
