"""The catalogues of texts, a file for each language, and which of them speaks to whom (decision 0051)."""

from __future__ import annotations

import gettext
from collections.abc import Container, Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from string import Formatter

from babel import Locale, UnknownLocaleError
from babel.core import get_global
from babel.messages import Catalog, Message
from babel.messages.pofile import PoFileError, read_po

SOURCE = "en"
"""The language whose catalogue is complete; others fall back to it."""

LOCALES = Path(__file__).parents[2] / "locales"

BROKEN = (OSError, ValueError, LookupError, ArithmeticError, PoFileError, UnknownLocaleError)
"""What reading a catalogue may raise that somebody has spoiled."""


class Catalogue:
    """The texts of one language, by their names. A text that could not be said is not in it."""

    def __init__(self, texts: Catalog) -> None:
        self._form_of = gettext.c2py(texts.plural_expr)
        self._texts = {name_of(text): forms_of(text) for text in texts if text.id and not text.fuzzy}

    def find(self, name: str, count: object) -> str | None:
        """A text with its places still to be filled; a ``count`` that is a number chooses among its plural forms."""
        if not (forms := self._texts.get(name)):
            return None
        number = abs(count) if isinstance(count, int) else 1
        return forms[self._form_of(number) if len(forms) > 1 else 0] or None


def read_catalogues(folder: Path = LOCALES) -> tuple[dict[str, Catalogue], list[str]]:
    """The catalogues of a folder, by their languages, and a sentence for each one in which something is wrong.

    Whatever is wrong with another language than English is left out, so that English is said in its place. Raises
    whatever is wrong with English.
    """
    source = read_texts(folder / f"{SOURCE}.po")
    catalogues, complaints = {SOURCE: Catalogue(source)}, list[str]()
    for path in sorted(folder.glob("*.po")):
        if path.stem == SOURCE:
            continue
        try:
            texts = read_texts(path)
            faults = [*faults_of(texts, source)]
            for name, _ in faults:
                texts.delete(name)
            catalogues[path.stem] = Catalogue(texts)
        except BROKEN as error:
            complaints.append(f"{path.name} cannot be read, so English is used instead: {error}")
            continue
        if faults:
            told = "; ".join(f"{name} {fault}" for name, fault in faults)
            complaints.append(f"{path.name} has texts that cannot be said, so English is used instead: {told}")
    return catalogues, complaints


def read_texts(path: Path) -> Catalog:
    """A file as Babel reads it. It is called as Babel calls its language. Raises one of `BROKEN`."""
    Locale.parse(path.stem)
    with path.open("rb") as file:
        texts = read_po(file, locale=path.stem, abort_invalid=True)
    form_of = gettext.c2py(texts.plural_expr)
    if any(form_of(count) not in range(texts.num_plurals) for count in range(1000)):
        raise ValueError(f"its Plural-Forms lead to a form that is not one of {texts.num_plurals}")
    return texts


def faults_of(texts: Catalog, source: Catalog) -> Iterator[tuple[str, str]]:
    """The names of texts that could not be said as they stand, each with what is wrong with it."""
    for message in texts:
        if not message.id or not any(forms_of(message)):
            continue
        name, forms = name_of(message), forms_of(message)
        known = source.get(name)
        if known is None:
            yield name, "is not among the English texts"
        elif isinstance(known.id, str) and len(forms) > 1:
            yield name, "has plural forms, but no count that chooses among them"
        elif not all(forms) or len(forms) < (1 if isinstance(known.id, str) else texts.num_plurals):
            yield name, "lacks a plural form"
        else:
            yield from ((name, fault) for fault in _misfits(forms, forms_of(known)))


def _misfits(forms: Iterable[str], english: Iterable[str]) -> Iterator[str]:
    """Find what is wrong with the places of a text, at most one fault."""
    known = frozenset(place for text in english for place in places(text))
    try:
        strange = {place for text in forms for place in places(text)} - known
    except ValueError as error:
        yield f"cannot be filled ({error})"
        return
    if strange:
        yield f"has places that nobody fills: {', '.join(sorted(strange))}"


def places(text: str) -> frozenset[str]:
    """The places in a text that are filled, such as ``user`` or ``emoji[button]:``. Raises ValueError.

    The colon stands where words follow that a translation may change.
    """
    found: set[str] = set()
    for _, field, words, conversion in Formatter().parse(text):
        if field is None:
            continue
        found.add(field + (f"!{conversion}" if conversion else "") + (":" if words else ""))
        found |= places(words or "")
    return frozenset(found)


def name_of(message: Message) -> str:
    """The name of a text."""
    return message.id if isinstance(message.id, str) else message.id[0]


def forms_of(message: Message) -> tuple[str, ...]:
    """A text in all its plural forms; one if it has none."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def language_of(code: str, known: Container[str]) -> str:
    """Find which of the ``known`` catalogues speaks a language, spelled as Discord does (``pt-BR``) or as Babel does.

    The one of its country, or else of its script, or else the common one, unless that is in another script.
    """
    return code if code in known else next((name for name in _names_of(code) if name in known), SOURCE)


@lru_cache(maxsize=128)  # Babel looks for a file each time, and a start asks 20,000 times what Discord is to show
def _names_of(code: str) -> tuple[str, ...]:
    """List the names that a catalogue of a language may have, the best first."""
    try:
        locale = Locale.parse(code.replace("-", "_"))
    except (ValueError, UnknownLocaleError):
        return ()
    names = [f"{locale.language}_{part}" for part in (locale.territory, locale.script) if part]
    usual = get_global("likely_subtags").get(locale.language, "")
    if not locale.script or f"_{locale.script}_" in usual:
        names.append(locale.language)
    return tuple(names)
