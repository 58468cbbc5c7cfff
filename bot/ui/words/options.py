"""What Discord shows of commands and their options: registered once, in English and in all other languages."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import TypeVar

from discord import Locale
from discord.app_commands import Choice, TranslationContextLocation, TranslationContextTypes, Translator, locale_str

from bot.matches.clock import DAYS, EVENING
from bot.matches.seats import LEVELS as RIVALS
from bot.ui.kit.catalogues import SOURCE
from bot.ui.kit.page import Option
from bot.ui.kit.texts import Say, speaker, spoken
from bot.ui.words.names import rival_name
from game.automa import LEVELS

_say = speaker(SOURCE)

LONGEST, LONGEST_MENU = 100, 32
"""Characters in a description or in the name of a choice, and in the entry of a menu: Discord takes no more."""

USUAL = "usual"
"""The choice that takes another choice back."""

USUAL_TRACK = "classic"
"""Where leather patches lie if nobody has chosen otherwise."""

Value = TypeVar("Value", str, int)


class Translations(Translator):
    """What Discord shows to people whose language has a catalogue. What is too long for it stays English."""

    async def translate(self, string: locale_str, locale: Locale, context: TranslationContextTypes) -> str | None:
        """Called by discord.py for every name, description and choice, in each of Discord's languages."""
        language = spoken(str(locale))
        if language == SOURCE or "words" not in string.extras:
            return None
        words: str = string.extras["words"](speaker(language))
        is_menu = context.location is TranslationContextLocation.command_name
        return words if 0 < len(words) <= (LONGEST_MENU if is_menu else LONGEST) else None


def _in_all_languages(words: Callable[[Say], str]) -> locale_str:
    return locale_str(words(_say), words=words)


def described(name: str) -> locale_str:
    """The description of a command or of one of its options, such as ``challenge`` or ``challenge.pace``."""
    return _in_all_languages(lambda say: say(f"command.{name}"))


def _choice(value: Value, words: Callable[[Say], str]) -> Choice[Value]:
    return Choice(name=_in_all_languages(words), value=value)


def choices(option: str, values: Iterable[str]) -> list[Choice[str]]:
    """The choices of an option, each with its name."""
    return [_choice(value, partial(_said, name=f"choice.{option}.{value}")) for value in values]


def _said(say: Say, name: str) -> str:
    return say(name)


def name_of_language(code: str) -> str:
    """Say what a language calls itself, such as ``Deutsch``."""
    return speaker(code)("language.name")


def level_choices() -> list[Choice[str]]:
    """The levels of the Automa, each with how hard it is to beat."""
    return [_choice(level, partial(_level_title, level=level)) for level in LEVELS]


def level_options(say: Say) -> tuple[Option, ...]:
    """The levels of the Automa for a select, each with how hard it is to beat, and with what it counts."""
    return tuple(Option(_level_title(say, level), level, say(f"level.{level}.what")) for level in LEVELS)


def _level_title(say: Say, level: str) -> str:
    return say("level.choice", level=say(f"level.{level}"), how=say(f"level.{level}.how"))


def rival_choices() -> list[Choice[str]]:
    """The levels of rivals, each with how hard it is to beat."""
    return [_choice(level, partial(rival_title, level=level)) for level in RIVALS]


def rival_options(say: Say, levels: Iterable[str] = RIVALS) -> tuple[Option, ...]:
    """Levels of rivals for a select, each with how hard it is to beat, and with how it plays."""
    return tuple(Option(rival_title(say, level), level, say(f"rival.{level}.what")) for level in levels)


def rival_title(say: Say, level: str) -> str:
    """Say what a rival is called, and how hard it is to beat."""
    return say("level.choice", level=rival_name(say, level), how=say(f"rival.{level}.how"))


def pace_choices(paces: Iterable[int] = DAYS) -> list[Choice[int]]:
    """Offer paces; 0 for a game without a clock."""
    return [_choice(pace, partial(pace_text, pace=pace or None)) for pace in (*paces, 0)]


def pace_text(say: Say, pace: int | None) -> str:
    """Say how long a move may take; None for no limit."""
    return say(f"pace.{unit_of(pace)}", count=pace) if pace else say("pace.none")


def unit_of(pace: int) -> str:
    """Tell whether a pace counts days or minutes."""
    return "minutes" if pace in EVENING else "days"


def length_text(say: Say, days: int) -> str:
    """Say how long a group lasts, which is some whole weeks."""
    return say("group.weeks", count=days // 7)
