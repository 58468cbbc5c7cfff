"""A catalogue as its file has it: a ``.po``, as editors for translators write it. Why Babel does not: decision 0051."""

import gettext
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from babel import Locale, UnknownLocaleError

BROKEN = (OSError, ValueError, LookupError, ArithmeticError, UnknownLocaleError)
"""What reading a file may raise that somebody has spoiled."""

_WORDS = r'"([^"\\\n]*(?:\\.[^"\\\n]*)*)"'
_LINE = re.compile(
    rf"^[ \t]*(?:(msgid_plural|msgid|msgstr(?:\[\d\])?)[ \t]*)?{_WORDS}[ \t\r]*$|^[ \t]*(#.*)$|^(.*\S.*)$", re.MULTILINE
)
"""A keyword and its words, or words that go on; or a remark; or what belongs into no catalogue."""

_CHARSET = re.compile(rb"charset=([\w-]+)")
_PLURALS = re.compile(r"Plural-Forms:\s*nplurals\s*=\s*(\d)\s*;\s*plural\s*=(.*?);?\s*$", re.MULTILINE)

_ESCAPED = {"n": "\n", "t": "\t", "r": "\r"}


@dataclass(frozen=True, slots=True)
class Text:
    """A text in its plural forms; if no number chooses among them, in one, which is empty until it is translated."""

    forms: tuple[str, ...]
    is_counted: bool = False


@dataclass(frozen=True, slots=True)
class Texts:
    """All texts of a file by their names. One that is counted has ``many`` forms; ``form_of`` chooses by a number."""

    by_name: dict[str, Text]
    many: int
    form_of: Callable[[int], int]


def read_texts(path: Path) -> Texts:
    """A file that is called as Babel calls its language, without what is marked as fuzzy. Raises one of `BROKEN`."""
    Locale.parse(path.stem)
    content = path.read_bytes()
    charset = _CHARSET.search(content)
    by_name: dict[str, Text] = {}
    for entry in _entries(content.decode(charset[1].decode() if charset else "utf-8")):
        name, text = entry.pop("msgid"), _text(entry)
        if name in by_name:
            raise ValueError(f"{name or 'the head'} is there twice")
        by_name[name] = text
    head = by_name.pop("", Text(("",))).forms[0]
    return Texts(by_name, *_plural_rule(head))


def _entries(content: str) -> Iterable[dict[str, str]]:
    """List what stands after each keyword of each text. Raises ValueError."""
    entries, entry, keyword, is_fuzzy = list[dict[str, str]](), dict[str, str](), "", False
    for found, words, remark, strange in _LINE.findall(content):
        if remark:
            is_fuzzy = is_fuzzy or (remark.startswith("#,") and "fuzzy" in remark)
            continue
        if found == "msgid":
            entry = {}
            entries.extend([entry] * (not is_fuzzy))
            is_fuzzy = False
        elif strange or not entry or found in entry:
            raise ValueError(f"this is out of place: {strange or f'{found} {words}'}")
        keyword = found or keyword
        said = re.sub(r"\\(.)", lambda escaped: _ESCAPED.get(escaped[1], escaped[1]), words) if "\\" in words else words
        entry[keyword] = said if found else entry[keyword] + said
    return entries


def _text(entry: dict[str, str]) -> Text:
    """The text of an entry without its name. Raises ValueError if its forms are not all there, in their order."""
    is_counted = entry.pop("msgid_plural", None) is not None
    if [*entry] != ([f"msgstr[{form}]" for form in range(len(entry))] if is_counted else ["msgstr"]):
        raise ValueError(f"there is no msgstr, or not in this order: {', '.join(entry)}")
    return Text(tuple(entry.values()), is_counted)


def _plural_rule(head: str) -> tuple[int, Callable[[int], int]]:
    """Read how many plural forms a language has, and which one a number takes. Raises ValueError or ArithmeticError."""
    if not (found := _PLURALS.search(head)):
        raise ValueError("its head has no Plural-Forms")
    many, form_of = int(found[1]), gettext.c2py(found[2])
    if any(form_of(count) not in range(many) for count in range(1000)):
        raise ValueError(f"its Plural-Forms lead to a form that is not one of {many}")
    return many, form_of
