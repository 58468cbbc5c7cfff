"""A language that nobody speaks: English with accents, a third longer, in brackets, and with three plural forms.

Whatever people see outside its brackets did not come from a catalogue.
"""

import gettext
import json
import re
from collections.abc import Iterator
from string import Formatter
from typing import Any

import pytest
import simcord

from bot.ui.kit.catalogues import LOCALES, SOURCE, Catalogue
from bot.ui.kit.po_file import Text, Texts, read_texts
from bot.ui.kit.texts import CATALOGUES

PSEUDO = "hr"
"""A language of Discord's with three plural forms and no catalogue, whose place it takes."""

LONGER = 0.35
"""How much longer than English other languages are in the worst case."""

PLURAL = "(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2)"

_ACCENTS = str.maketrans("AEIOUYaeiouycnszCNSZ", "ÀÉÎÕÜÝàéîõüýçñšžÇÑŠŽ")

_SAME = ("list.", "sign.")
"""How the names of texts begin that have no words."""

_FILLING = "ëxţŕä ŵõŕďş "


def pseudo_texts(longer: float = LONGER) -> Texts:
    texts: dict[str, Text] = {}
    for name, text in read_texts(LOCALES / f"{SOURCE}.po").by_name.items():
        forms = [form if name.startswith(_SAME) else pseudo(form, longer) for form in text.forms]
        if text.is_counted:
            forms.insert(1, forms[1].replace("⟧", "₂⟧"))
        texts[name] = Text(tuple(forms), text.is_counted)
    return Texts(texts, 3, gettext.c2py(PLURAL))


def written(texts: Texts) -> str:
    """A catalogue with the plural forms of the pseudo-locale as its file has it."""
    head = f"Content-Type: text/plain; charset=utf-8\nPlural-Forms: nplurals=3; plural={PLURAL};\n"
    entries = [f'msgid ""\nmsgstr {_quoted(head)}\n']
    for name, text in texts.by_name.items():
        told = [f"msgid {_quoted(name)}", *([f"msgid_plural {_quoted(name)}"] * text.is_counted)]
        told += [
            f"msgstr[{number}] {_quoted(form)}" if text.is_counted else f"msgstr {_quoted(form)}"
            for number, form in enumerate(text.forms)
        ]
        entries.append("\n".join([*told, ""]))
    return "\n".join(entries)


def _quoted(words: str) -> str:
    return json.dumps(words, ensure_ascii=False)


def pseudo(text: str, longer: float = LONGER) -> str:
    """An English text in it. Its places stay, and so does whatever is not meant for readers."""
    head, tail = re.fullmatch(r"((?:#+ |-# )?)(.*)", text, re.DOTALL).groups()  # type: ignore[union-attr]
    said = "".join(_accented(tail))
    letters = sum(map(len, (literal for literal, *_ in Formatter().parse(tail))))
    filling = (_FILLING * (letters // 10 + 1))[: max(round(letters * longer) - 2, 0)]
    return f"{head}⟦{said}{filling}⟧"


def _accented(text: str) -> Iterator[str]:
    for literal, field, words, _ in Formatter().parse(text):
        yield literal.translate(_ACCENTS)
        if field is not None:
            spoken = words if "{" in (words or "") else (words or "").translate(_ACCENTS)
            yield f"{{{field}:{spoken}}}" if spoken else f"{{{field}}}"


def untranslated(text: str) -> str:
    """What is left of a text without whatever stands in brackets, and without what is the same in all languages."""
    for same in (r"```.*?```", r"<[^<>]*>", r"https?://[^\s)]+"):
        text = re.sub(same, "", text, flags=re.DOTALL)
    while text != (text := re.sub(r"⟦[^⟦⟧]*⟧", "", text)):
        pass
    text = re.sub(r"⟦[^⟧]*…$", "", text)  # it was cut
    return " ".join(re.findall(r"\w*[^\W\d_]\w*|[⟦⟧]", text))


def speak_pseudo(
    patch: pytest.MonkeyPatch, fields: tuple[str, ...] = ("locale", "guild_locale"), longer: float = LONGER
) -> None:
    """Let the bot have the catalogue, and everybody and every server speak the language, or only one of them."""
    patch.setitem(CATALOGUES, PSEUDO, Catalogue(pseudo_texts(longer)))
    speak(patch, PSEUDO, fields)


def speak(patch: pytest.MonkeyPatch, locale: str, fields: tuple[str, ...] = ("locale", "guild_locale")) -> None:
    """Let everybody and every server speak a language of Discord's, or only one of them."""
    payload = simcord.interactions.base_payload

    def spoken(*arguments: Any, **options: Any) -> Any:
        record, told = payload(*arguments, **options)
        return record, told | {field: locale for field in fields if field in told}

    patch.setattr(simcord.interactions, "base_payload", spoken)
