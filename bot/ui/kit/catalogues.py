"""The catalogues of texts, a file for each language, and which of them speaks to whom (decision 0051)."""

from collections.abc import Container, Iterator
from functools import lru_cache
from pathlib import Path
from string import Formatter

from babel import Locale, UnknownLocaleError
from babel.core import get_global

from bot.ui.kit.po_file import BROKEN, Text, Texts, read_texts

SOURCE = "en"
"""The language whose catalogue is complete; others fall back to it."""

LOCALES = Path(__file__).parents[2] / "locales"


class Catalogue:
    """The texts of one language, by their names. A text that could not be said is not in it."""

    def __init__(self, texts: Texts) -> None:
        self._form_of = texts.form_of
        self._texts = {name: text.forms for name, text in texts.by_name.items()}

    def find(self, name: str, count: object) -> str | None:
        """A text with its places still to be filled; a ``count`` that is a number chooses among its plural forms."""
        if not (forms := self._texts.get(name)):
            return None
        if len(forms) == 1:
            return forms[0] or None
        return forms[self._form_of(abs(count) if isinstance(count, int) else 1)] or None


def read_catalogues(folder: Path = LOCALES) -> tuple[dict[str, Catalogue], list[str]]:
    """The catalogues of a folder, by their languages, and a sentence for each one in which something is wrong, which is
    left out: English is said in its place. Raises whatever is wrong with English.
    """
    source = read_texts(folder / f"{SOURCE}.po")
    catalogues, complaints = {SOURCE: Catalogue(source)}, list[str]()
    for path in sorted(folder.glob("*.po")):
        if path.stem == SOURCE:
            continue
        try:
            texts = read_texts(path)
        except BROKEN as error:
            complaints.append(f"{path.name} cannot be read, so English is used instead: {error}")
            continue
        faults = [*faults_of(texts, source)]
        for name, _ in faults:
            del texts.by_name[name]
        catalogues[path.stem] = Catalogue(texts)
        if faults:
            told = "; ".join(f"{name} {fault}" for name, fault in faults)
            complaints.append(f"{path.name} has texts that cannot be said, so English is used instead: {told}")
    return catalogues, complaints


def faults_of(texts: Texts, source: Texts) -> Iterator[tuple[str, str]]:
    """The names of texts that could not be said as they stand, each with what is wrong with it."""
    for name, text in texts.by_name.items():
        if not any(text.forms):
            continue
        known = source.by_name.get(name)
        if known is None:
            yield name, "is not among the English texts"
        elif not known.is_counted and len(text.forms) > 1:
            yield name, "has plural forms, but no count that chooses among them"
        elif not all(text.forms) or len(text.forms) < (texts.many if known.is_counted else 1):
            yield name, "lacks a plural form"
        else:
            try:
                strange = placed(text)
                if strange:
                    strange -= placed(known)
            except ValueError as error:
                yield name, f"cannot be filled ({error})"
                continue
            if strange:
                yield name, f"has places that nobody fills: {', '.join(sorted(strange))}"


def placed(text: Text) -> frozenset[str]:
    """The places of a text in any of its forms. Raises ValueError."""
    return frozenset(place for form in text.forms if "{" in form or "}" in form for place in places(form))


def places(text: str) -> frozenset[str]:
    """The places in a text, such as ``user``; ``emoji[button]:`` if words follow that may change. Raises ValueError."""
    found: set[str] = set()
    for _, field, words, conversion in Formatter().parse(text):
        if field is None:
            continue
        found.add(field + (f"!{conversion}" if conversion else "") + (":" if words else ""))
        if words and "{" in words:
            found |= places(words)
    return frozenset(found)


def language_of(code: str, known: Container[str]) -> str:
    """Find which of the ``known`` catalogues speaks a language, spelled as Discord does (``pt-BR``) or as Babel does.

    The one of its country, or else of its script, or else the common one, unless that is in another script.
    """
    return code if code in known else next((name for name in _names_of(code) if name in known), SOURCE)


@lru_cache(maxsize=128)  # Babel looks for a file each time, and a start asks 20,000 times what Discord is to show
def _names_of(code: str) -> tuple[str, ...]:
    try:
        locale = Locale.parse(code.replace("-", "_"))
    except (ValueError, UnknownLocaleError):
        return ()
    names = [f"{locale.language}_{part}" for part in (locale.territory, locale.script) if part]
    usual = get_global("likely_subtags").get(locale.language, "")
    if not locale.script or f"_{locale.script}_" in usual:
        names.append(locale.language)
    return tuple(names)
