"""How several things follow each other in a text, as its language has it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, reduce

from babel import Locale
from babel.lists import format_list

from bot.ui.kit.catalogues import SOURCE
from bot.ui.kit.texts import Say

_OURS = {SOURCE: "en_001"}
"""Languages of which we speak another kind than Babel takes for the usual one: ours has no comma before its *and*."""


def listed(say: Say, parts: Iterable[str]) -> str:
    """Some things in a sentence, such as ``a, b and c``."""
    return format_list([*parts], "standard", _locale(say.language))


def enumerated(say: Say, parts: Iterable[str]) -> str:
    """The same without an *and*, such as ``a, b, c``."""
    return format_list([*parts], "unit", _locale(say.language))


def sentences(say: Say, *parts: str) -> str:
    """Whole sentences, one after the other; those that say nothing are left out."""
    return _strung(say, "list.sentences", parts)


def notes(say: Say, *parts: str) -> str:
    """Short notes beside each other, such as ``game 12 · move 3``, likewise. Screen readers skip the dot."""
    return enumerated(say, filter(None, parts)) if say.is_heard else _strung(say, "list.notes", parts)


def entries(say: Say, parts: Iterable[str]) -> str:
    """Things that have commas in them."""
    return _strung(say, "list.entries", parts)


def _strung(say: Say, name: str, parts: Iterable[str]) -> str:
    told = [part for part in parts if part]
    return reduce(lambda rest, last: say(name, rest=rest, last=last), told) if told else ""


@cache
def _locale(language: str) -> Locale:
    return Locale.parse(_OURS.get(language, language))
