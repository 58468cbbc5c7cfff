"""Every text that a user sees comes from here, by its name."""

from __future__ import annotations

import gettext
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Protocol

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from bot.ui.kit.brand import ADMIN, NAME, ROOT

SOURCE = "en"
"""The language whose catalogue is complete; others fall back to it."""

LOCALES = Path(__file__).parents[2] / "locales"


class Say(Protocol):
    """`say` in one language."""

    def __call__(self, name: str, /, **values: object) -> str:
        """The text called ``name``."""


def say(language: str, name: str, /, **values: object) -> str:
    """The text called ``name`` in a language, its placeholders filled with the values.

    A value named ``count`` chooses among plural forms. Raises KeyError when no catalogue has the name.
    """
    for catalogue in (_CATALOGUES.get(language), _CATALOGUES[SOURCE]):
        if catalogue is None:
            continue
        count = values.get("count")
        text = catalogue.ngettext(name, name, abs(count)) if isinstance(count, int) else catalogue.gettext(name)
        if text == name and isinstance(count, int):
            text = catalogue.gettext(name)  # a text with a count, but without plural forms
        if text != name:
            return text.format(**{"name": NAME, "root": ROOT, "admin": ADMIN} | values)
    raise KeyError(f"no text is called {name}")


def speaker(language: str) -> Say:
    """`say` for one language, such as ``en`` or Discord's ``en-US``."""
    return partial(say, language if language in _CATALOGUES else language.split("-", maxsplit=1)[0])


def _read(path: Path) -> gettext.GNUTranslations:
    compiled = BytesIO()
    with path.open("rb") as file:
        write_mo(compiled, read_po(file, locale=path.stem, abort_invalid=True))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


_CATALOGUES = {path.stem: _read(path) for path in sorted(LOCALES.glob("*.po"))}
