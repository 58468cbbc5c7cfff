"""Every text that a user sees comes from here, by its name; and how several follow each other, as a language has it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, reduce

from babel import Locale, localedata

from bot.ui.kit.brand import ADMIN, GAME, HOME, NAME, ROOT, SPELLED
from bot.ui.kit.catalogues import SOURCE, language_of, read_catalogues

CATALOGUES, COMPLAINTS = read_catalogues()
"""The catalogues by their languages, and what is wrong with them."""


@dataclass(frozen=True, slots=True)
class Emoji:
    """A small picture of ours: its name, which screen readers say, and Discord's number of it; 0 if it has none yet.

    In a text it stands as ``{emoji[button]:buttons}``: the picture, or else the words after the colon.
    """

    name: str
    id: int = 0

    def __format__(self, words: str, /) -> str:
        return f"<:{self.name}:{self.id}>" if self.id else words


class Emojis:
    """All our emoji, by name. ``ids`` are Discord's numbers of those that it has."""

    def __init__(self, ids: Mapping[str, int]) -> None:
        self._ids = ids

    def __getitem__(self, name: str) -> Emoji:
        """The emoji of this name."""
        return Emoji(name, self._ids.get(name, 0))


class Commands:
    """How texts name our commands: ``{commands[games]}``, ``{commands.home}``, ``{commands.admin[end]}`` of moderators.

    They are clickable if Discord's number of the root command is among ``ids``; otherwise they look like code. Texts
    that Discord does not render (labels, descriptions, alt texts) name commands as ``/{root} …``.
    """

    def __init__(self, ids: Mapping[str, int], root: str = ROOT, *, buttons: Mapping[str, str] | None = None) -> None:
        self._ids = ids
        self._root = root
        self.buttons = buttons

    def anywhere(self, *, with_others: bool) -> Commands:
        """The same where servers' commands are not: what they do is named by the ways from the home page, which are
        others in a conversation ``with_others``.
        """
        return Commands(self._ids, self._root, buttons=_IN_CONVERSATIONS if with_others else _BUTTONS)

    @property
    def home(self) -> str:
        """The command that opens the home page."""
        number = self._ids.get(HOME)
        return f"</{HOME}:{number}>" if number else f"`/{HOME}`"

    @property
    def admin(self) -> Commands:
        """Moderators' commands."""
        return Commands(self._ids, ADMIN)

    def __getitem__(self, path: str) -> str:
        """A command by its path below the root."""
        number = self._ids.get(self._root)
        return f"</{self._root} {path}:{number}>" if number else f"`/{self._root} {path}`"


_UNKNOWN: Mapping[str, int] = {}
_ONLY_WORDS = Emojis(_UNKNOWN)

_ALWAYS: dict[str, object] = {"name": NAME, "home": HOME, "root": ROOT, "admin": ADMIN}
"""What every text can name, beside the game that is played."""


def _found(language: str, name: str, count: object) -> str:
    text = CATALOGUES[language].find(name, count) or CATALOGUES[SOURCE].find(name, count)
    if not text:
        raise KeyError(f"no text is called {name}")
    return text


_BUTTONS = {name: name for name in ("rival", "learn", "games")} | {
    "challenge": "friend",
    "daily": "today",
    "help": "learn",
    "play": "seat",
}
"""The buttons of the home page that do what commands do."""

_IN_CONVERSATIONS = {**_BUTTONS, "challenge": "playhere", "play": "playhere"}
"""The same where the bot is no member, but others are."""


@dataclass(frozen=True, slots=True)
class Ways:
    """How texts name what the home page leads to: ``{ways[settings]}`` is ``/{home} › Settings``."""

    say: Say

    @property
    def home(self) -> str:
        """The command that opens it."""
        return self.say.commands.home

    def __getitem__(self, name: str) -> str:
        """The way to it, as somebody presses it."""
        buttons = self.say.commands.buttons or _BUTTONS
        button = f"button.{buttons[name]}" if name in buttons else f"start.{name}"
        return self.say("start.way", home=self.home, name=self.say.in_words(button))


@dataclass(frozen=True, slots=True)
class Say:
    """Says the texts in one language, with commands and emoji. ``text_only``: for ears, or where Discord shows words
    only. By convention an instance is called ``say``.
    """

    language: str
    commands: Commands
    emoji: Emojis
    text_only: bool = False

    def __call__(self, name: str, /, **values: object) -> str:
        """The text called ``name``, its placeholders filled with the values. One named ``count`` chooses among plural
        forms. Raises KeyError when no catalogue has the name.
        """
        text = _found(self.language, name, values.get("count"))
        if "{" not in text and "}" not in text:
            return text
        ways, game = Ways(self), SPELLED.get(self.language, GAME)
        commands = self.commands if self.commands.buttons is None else ways
        filled = {**_ALWAYS, "boardgame": game, "commands": commands, "emoji": self.emoji, "ways": ways, **values}
        return text.format_map(filled)

    @property
    def anywhere(self) -> Say:
        """The same in the bot's own direct messages: see `Commands.anywhere`."""
        return replace(self, commands=self.commands.anywhere(with_others=False))

    @property
    def in_conversation(self) -> Say:
        """The same where the bot is no member, but others are."""
        return replace(self, commands=self.commands.anywhere(with_others=True))

    @property
    def in_words(self) -> Say:
        """The same without emoji: for labels, alt texts and notifications, and for people who listen."""
        return self if self.text_only else Say(self.language, self.commands, _ONLY_WORDS, text_only=True)


def speaker(language: str, command_ids: Mapping[str, int] = _UNKNOWN, emoji_ids: Mapping[str, int] = _UNKNOWN) -> Say:
    """The `Say` of a language such as ``pt_BR`` or Discord's ``pt-BR``, or English; see `Commands` and `Emojis`."""
    return Say(spoken(language), Commands(command_ids), Emojis(emoji_ids))


def spoken(language: str) -> str:
    """The language in which we answer to a language of Discord's."""
    return language_of(language, CATALOGUES)


def mention(user: int) -> str:
    """Mention a user in a text. It pings only if the message allows it."""
    return f"<@{user}>"


def when(moment: int, style: str = "R") -> str:
    """A time in seconds since 1970 as Discord shows it to each reader: R such as "in 3 days", D a date."""
    return f"<t:{moment}:{style}>"


def url_of(guild_id: int, channel_id: int, message_id: int | None = None) -> str:
    """The address of a message on Discord, or of its channel, in a server or in none (0)."""
    url = f"https://discord.com/channels/{guild_id or '@me'}/{channel_id}"
    return f"{url}/{message_id}" if message_id else url


_Patterns = dict[str, str]

_OURS = {SOURCE: "en_001"}
"""Languages that we speak in another kind than Babel takes for usual: ours has no comma before its *and*."""


NBSP = "\N{NO-BREAK SPACE}"
BESIDE = f"{NBSP}| "
"""Between what one player does and another: a line breaks behind it at best."""


def listed(say: Say, parts: Iterable[str]) -> str:
    """Some things in a sentence, such as ``a, b and c``."""
    return _joined(_patterns(say.language), [*parts])


def enumerated(say: Say, parts: Iterable[str]) -> str:
    """The same without an *and*, such as ``a, b, c``. (What CLDR calls a list of units has one in most languages.)"""
    told = [*parts]
    return reduce(_patterns(say.language)["middle"].format, told) if told else ""


def sentences(say: Say, *parts: str) -> str:
    """Whole sentences, one after the other; those that say nothing are left out."""
    return _strung(say, "list.sentences", parts)


def notes(say: Say, *parts: str) -> str:
    """Short notes beside each other, such as ``game 12 · move 3``, likewise. Screen readers skip the dot."""
    return enumerated(say, filter(None, parts)) if say.text_only else _strung(say, "list.notes", parts)


def entries(say: Say, parts: Iterable[str]) -> str:
    """Things that have commas in them."""
    return _strung(say, "list.entries", parts)


def _strung(say: Say, name: str, parts: Iterable[str]) -> str:
    told = [part for part in parts if part]
    if len(told) < 2:
        return "".join(told)
    follow = _found(say.language, name, None).format
    return reduce(lambda rest, last: follow(rest=rest, last=last), told)


def _joined(patterns: _Patterns, parts: list[str]) -> str:
    """Some things by the patterns of a language, as `babel.lists.format_list` does it."""
    if len(parts) < 3:
        return patterns["2"].format(*parts) if len(parts) == 2 else "".join(parts)
    first, *between, last = parts
    begun = patterns["start"].format(first, between[0])
    return patterns["end"].format(reduce(patterns["middle"].format, between[1:], begun), last)


@cache
def _patterns(language: str) -> _Patterns:
    found = dict(Locale.parse(_OURS.get(language, language)).list_patterns["standard"].items())
    localedata._cache.clear()  # all that Babel knows of the language: 1.5 MB, and nobody asks for more
    return found


_patterns(SOURCE)  # now, and not in the first click: it takes 7 ms, and 3 to 5 in another language's first one
