"""What is wrong with a catalogue: what it lacks, what is too much, and what Discord or a phone has no room for."""

from __future__ import annotations

import re
from collections.abc import Iterator

from babel.messages import Catalog

from bot.ui.kit.catalogues import LOCALES, SOURCE, faults_of, forms_of, name_of, places
from bot.ui.kit.catalogues import read_texts as read
from bot.ui.words.options import LONGEST, LONGEST_MENU

LABEL = 38
"""Characters in the label of a button; more would not stay in one line on a phone."""

ENGLISH = read(LOCALES / f"{SOURCE}.po")


def faults(texts: Catalog) -> Iterator[str]:
    """What is wrong with a catalogue, a line for each text. Discord would refuse some of it, or somebody miss it."""
    yield from (f"{name} {fault}" for name, fault in faults_of(texts, ENGLISH))
    for message in ENGLISH:
        name, told = name_of(message), texts.get(name_of(message))
        if not name:
            continue
        if told is None or not any(forms_of(told)) or told.fuzzy:
            yield f"{name} is not translated"
        elif placed(forms_of(told)) != placed(forms_of(message)):
            yield f"{name} leaves out {', '.join(sorted(placed(forms_of(message)) ^ placed(forms_of(told))))}"
        elif (longest := max(map(len, map(bare, forms_of(told))))) > (most := room(name)):
            yield f"{name} has {longest} characters; {most} fit"


def room(name: str) -> int:
    """How many characters a text may have, besides what is filled in."""
    if name.startswith("button."):
        return LABEL
    if name.startswith("command."):
        return LONGEST_MENU if name.endswith(".menu") else LONGEST
    return LONGEST if name.startswith(("choice.", "settings.theme.", "select.")) else 4000


def placed(forms: tuple[str, ...]) -> frozenset[str]:
    """The places of a text in any of its forms."""
    return frozenset(place for form in forms for place in places(form))


def bare(form: str) -> str:
    """A text with its places empty."""
    return re.sub(r"\{[^{}]*\}", "", form)
