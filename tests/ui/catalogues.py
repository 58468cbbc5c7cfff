"""What is wrong with a catalogue: what it lacks, what is too much, and what Discord or a phone has no room for."""

import re
from collections.abc import Iterator

import pytest

from bot.ui.kit.catalogues import LOCALES, SOURCE, faults_of, placed
from bot.ui.kit.po_file import Texts
from bot.ui.kit.po_file import read_texts as read
from bot.ui.kit.texts import CATALOGUES
from bot.ui.words.options import LONGEST, LONGEST_MENU

LABEL = 38
"""Characters in the label of a button; more would not stay in one line on a phone."""

ENGLISH = read(LOCALES / f"{SOURCE}.po")

PLAYED = (SOURCE, "de", "ja")
"""The languages that are played with each change: one has long words, and one wide signs. The others: at night."""

EACH_LANGUAGE = [pytest.param(each, marks=[] if each in PLAYED else [pytest.mark.night]) for each in sorted(CATALOGUES)]
"""All languages, as the parameters of a test that plays them."""


def faults(texts: Texts) -> Iterator[str]:
    """What is wrong with a catalogue, a line for each text. Discord would refuse some of it, or somebody miss it."""
    yield from (f"{name} {fault}" for name, fault in faults_of(texts, ENGLISH))
    for name, text in ENGLISH.by_name.items():
        told = texts.by_name.get(name)
        if told is None or not any(told.forms):
            yield f"{name} is not translated"
        elif placed(told) != placed(text):
            yield f"{name} differs from English in {', '.join(sorted(placed(text) ^ placed(told)))}"
        elif (longest := max(map(len, map(bare, told.forms)))) > (most := room(name)):
            yield f"{name} has {longest} characters; {most} fit"


def room(name: str) -> int:
    """How many characters a text may have, besides what is filled in."""
    if name.startswith("button."):
        return LABEL
    if name.startswith("command."):
        return LONGEST_MENU if name.endswith(".menu") else LONGEST
    return LONGEST if name.startswith(("choice.", "settings.theme.", "select.")) else 4000


def bare(form: str) -> str:
    """A text with its places empty."""
    return re.sub(r"\{[^{}]*\}", "", form)
