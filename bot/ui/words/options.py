"""What Discord shows of commands and their options. Registered once, in the source language."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from discord.app_commands import Choice

from bot.matches.clock import PACES
from bot.matches.seats import LEVELS as RIVALS
from bot.ui.kit.page import Option
from bot.ui.kit.texts import SOURCE, Say, speaker
from bot.ui.words.names import rival_name
from game.automa import LEVELS

_say = speaker(SOURCE)

USUAL = "usual"
"""The choice that takes another choice back."""

USUAL_TRACK = "classic"
"""Where leather patches lie if nobody has chosen otherwise."""

Value = TypeVar("Value", str, int)


def described(name: str) -> str:
    """The description of a command or of one of its options, such as ``challenge`` or ``challenge.pace``."""
    return _say(f"command.{name}")


def choices(option: str, values: Iterable[str]) -> list[Choice[str]]:
    """The choices of an option, each with its name."""
    return [Choice(name=_say(f"choice.{option}.{value}"), value=value) for value in values]


def usual_choice(value: Value) -> Choice[Value]:
    """The choice of what is usual."""
    return Choice(name=_say("choice.usual"), value=value)


def level_choices() -> list[Choice[str]]:
    """The levels of the Automa, each with how hard it is to beat."""
    return [Choice(name=option.label, value=option.value) for option in level_options(_say)]


def level_options(say: Say) -> tuple[Option, ...]:
    """The levels of the Automa for a select, each with how hard it is to beat, and with what it counts."""
    return tuple(
        Option(
            say("level.choice", level=say(f"level.{level}"), how=say(f"level.{level}.how")),
            level,
            say(f"level.{level}.what"),
        )
        for level in LEVELS
    )


def rival_choices() -> list[Choice[str]]:
    """The levels of rivals, each with how hard it is to beat."""
    return [Choice(name=option.label, value=option.value) for option in rival_options(_say)]


def rival_options(say: Say, levels: Iterable[str] = RIVALS) -> tuple[Option, ...]:
    """Levels of rivals for a select, each with how hard it is to beat, and with how it plays."""
    return tuple(
        Option(
            say("level.choice", level=rival_name(say, level), how=say(f"rival.{level}.how")),
            level,
            say(f"rival.{level}.what"),
        )
        for level in levels
    )


def pace_choices() -> list[Choice[int]]:
    """The days for a move; 0 for a game without a clock."""
    return [Choice(name=pace_text(_say, days or None), value=days) for days in (*PACES, 0)]


def pace_text(say: Say, pace: int | None) -> str:
    """How long a move may take; ``pace`` in days, None for no limit."""
    return say("pace.days", count=pace) if pace else say("pace.none")
