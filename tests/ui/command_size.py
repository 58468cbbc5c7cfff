"""How long a command is, as Discord counts: what makes it refuse all commands at once."""

from typing import Any

MOST = 8000
"""The characters that Discord takes in one command; in one more it refuses whatever is new in all of them."""


def size(part: dict[str, Any]) -> int:
    """Count a command or an option: the longest translation of each name, description and choice, and the values of
    choices.
    """
    own = sum(_longest(part, field) for field in ("name", "description") if part.get(field))
    choices = sum(_longest(each, "name") + len(str(each["value"])) for each in part.get("choices", []))
    return own + choices + sum(map(size, part.get("options", [])))


def _longest(part: dict[str, Any], field: str) -> int:
    translated = (part.get(f"{field}_localizations") or {}).values()
    return max(map(len, (part[field], *translated)))
