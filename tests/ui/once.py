"""What every world would work out anew, and comes to the same: it is done once for all of them."""

import copy
import json
from functools import cache
from types import SimpleNamespace
from typing import Any

from simcord import components, gateway, results
from simcord.backend import serializers
from simcord.http import router

from bot.connection.command_sync import Command, Payload, Registration
from bot.matches import attempts
from bot.ui.kit.texts import CATALOGUES
from daily import par_of

_definition = Registration._definition
_definitions: dict[tuple[str, frozenset[Any]], Payload] = {}


async def _known_definition(registration: Registration, command: Command) -> Payload:
    key = json.dumps(command.to_dict(registration._tree)), frozenset(CATALOGUES.items())
    if key not in _definitions:
        _definitions[key] = await _definition(registration, command)
    return _definitions[key]


def translate_commands_once() -> None:
    """Put each command into all languages once, as long as the catalogues are the same: 10,000 calls for each start."""
    setattr(Registration, "_definition", _known_definition)  # noqa: B010 (mypy lets no method be assigned)


def search_for_par_once() -> None:
    """Search for the par of a day's quilt once, however many worlds live on that day: a tenth of a second each."""
    setattr(attempts, "par_of", cache(par_of))  # noqa: B010 (mypy lets no function be assigned)


def quick_copy(value: Any, memo: dict[int, Any] | None = None) -> Any:
    """A deep copy of what JSON is made of, in a fifth of the time; what else there is is copied as ever."""
    kind = type(value)
    if kind is dict:
        return {key: quick_copy(each) for key, each in value.items()}
    if kind is list:
        return [quick_copy(each) for each in value]
    return value if kind in (str, int, bool, float, type(None)) else copy.deepcopy(value, memo)


def copy_quickly() -> None:
    """Let simcord copy what is sent, stored and looked at quickly: it does so with each message several times."""
    for module in (components, results, serializers):
        setattr(module, "deepcopy", quick_copy)  # noqa: B010
    for module in (gateway, router):
        setattr(module, "copy", SimpleNamespace(deepcopy=quick_copy, copy=copy.copy))  # noqa: B010
