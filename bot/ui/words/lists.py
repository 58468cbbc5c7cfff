"""How several things follow each other in a text, as its language has it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, reduce

from babel import Locale, localedata

from bot.ui.kit.catalogues import SOURCE
from bot.ui.kit.texts import CATALOGUES, Say

_Patterns = dict[str, str]

_OURS = {SOURCE: "en_001"}
"""Languages of which we speak another kind than Babel takes for the usual one: ours has no comma before its *and*."""


def listed(say: Say, parts: Iterable[str]) -> str:
    """Some things in a sentence, such as ``a, b and c``."""
    return _joined(_patterns(say.language)["standard"], [*parts])


def enumerated(say: Say, parts: Iterable[str]) -> str:
    """The same without an *and*, such as ``a, b, c``."""
    return _joined(_patterns(say.language)["unit"], [*parts])


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


def _joined(patterns: _Patterns, parts: list[str]) -> str:
    """Some things by the patterns of a language, as `babel.lists.format_list` does it."""
    if len(parts) < 3:
        return patterns["2"].format(*parts) if len(parts) == 2 else "".join(parts)
    first, *between, last = parts
    begun = patterns["start"].format(first, between[0])
    return patterns["end"].format(reduce(patterns["middle"].format, between[1:], begun), last)


@cache
def _patterns(language: str) -> dict[str, _Patterns]:
    """How a language lists things, by style."""
    known = Locale.parse(_OURS.get(language, language)).list_patterns
    found = {"standard": dict(known["standard"].items())}
    found["unit"] = dict(found["standard"])  # as CLDR has it: what one style leaves open, it takes from the next
    for style in ("unit-short", "unit"):
        found["unit"] |= known.get(style, {}).items()
    localedata._cache.clear()  # all that Babel knows of the language: 1.5 MB, and nobody asks for more
    return found


for _language in CATALOGUES:  # now, and not in the first click: it takes 50 ms
    _patterns(_language)
