"""Every text that a user sees comes from here, by its name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.ui.kit.brand import ADMIN, NAME, ROOT
from bot.ui.kit.catalogues import SOURCE, language_of, read_catalogues
from bot.ui.kit.emoji import Emojis

CATALOGUES, COMPLAINTS = read_catalogues()
"""The catalogues by their languages, and what is wrong with them."""


class Commands:
    """How texts name our commands: ``{commands[settings show]}``, and ``{commands.admin[list]}`` those of moderators.

    They are clickable if Discord's number of the root command is among ``ids``; otherwise they look like code. Texts
    that Discord does not render (labels, descriptions, alt texts) name commands as ``/{root} …``.
    """

    def __init__(self, ids: Mapping[str, int], root: str = ROOT) -> None:
        self._ids = ids
        self._root = root

    @property
    def admin(self) -> Commands:
        """Moderators' commands."""
        return Commands(self._ids, ADMIN)

    def __getitem__(self, path: str) -> str:
        """A command by its path below the root."""
        number = self._ids.get(self._root)
        return f"</{self._root} {path}:{number}>" if number else f"`/{self._root} {path}`"


_UNKNOWN: Mapping[str, int] = {}

_ALWAYS: dict[str, object] = {
    "name": NAME,
    "root": ROOT,
    "admin": ADMIN,
    "commands": Commands(_UNKNOWN),
    "emoji": Emojis(_UNKNOWN),
}
"""What every text can name."""


def say(language: str, name: str, /, **values: object) -> str:
    """The text called ``name`` in a language, its placeholders filled with the values.

    A value named ``count`` chooses among plural forms. Raises KeyError when no catalogue has the name.
    """
    for catalogue in (CATALOGUES[language], CATALOGUES[SOURCE]):
        if text := catalogue.find(name, values.get("count")):
            return text.format(**_ALWAYS | values)
    raise KeyError(f"no text is called {name}")


@dataclass(frozen=True, slots=True)
class Say:
    """`say` in one language, with the commands and the emoji whose numbers are known.

    ``is_heard``: the texts are for ears, or stand where Discord shows words only.
    """

    language: str
    commands: Commands
    emoji: Emojis
    is_heard: bool = False

    def __call__(self, name: str, /, **values: object) -> str:
        """The text called ``name``."""
        return say(self.language, name, commands=self.commands, emoji=self.emoji, **values)

    @property
    def in_words(self) -> Say:
        """The same without emoji: for labels, alt texts and notifications, and for people who listen."""
        return replace(self, emoji=Emojis(_UNKNOWN), is_heard=True)


def speaker(language: str, command_ids: Mapping[str, int] = _UNKNOWN, emoji_ids: Mapping[str, int] = _UNKNOWN) -> Say:
    """`Say` for one language, such as ``pt_BR`` or Discord's ``pt-BR``; in English if there is no catalogue for it.

    The numbers are as for `Commands` and `Emojis`.
    """
    return Say(spoken(language), Commands(command_ids), Emojis(emoji_ids))


def spoken(language: str) -> str:
    """The language in which we answer to a language of Discord's."""
    return language_of(language, CATALOGUES)
