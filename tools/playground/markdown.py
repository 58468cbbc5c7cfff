"""simcord's parsers of Markdown, kept: it makes a new one for each text, a third of what showing the page costs."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from simcord.preview import _markdown  # private


@cache
def keep_parsers() -> None:
    """Have simcord make one parser for each kind of field: it has a few, which never change."""
    make, kept = _markdown._markdown_parser, dict[int, tuple[Any, dict[str, Any]]]()  # private

    def parser(policy: Mapping[str, bool | str], context: Mapping[str, Any]) -> Any:
        if id(policy) not in kept:
            names = dict[str, Any]()
            kept[id(policy)] = make(policy, names), names
        found, names = kept[id(policy)]
        names.clear()
        names.update(context)  # whom and what this text may mention
        return found

    _markdown._markdown_parser = parser
