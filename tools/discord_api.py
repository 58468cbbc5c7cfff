"""Trims Discord's description of its API to what the bot asks for; the tests check each request against that.

    python -m tools.discord_api openapi.json 2026-07-18 ["POST /channels/{channel_id}/threads" …]

reads specs/openapi.json of github.com/discord/discord-api-spec, as it was on a day, and writes tests/discord_api.json
anew: the operations that are in it already and those that are named, without what only explains them.
"""

import argparse
import json
import re
from pathlib import Path
from typing import Any

TRIMMED = Path(__file__).resolve().parents[1] / "tests" / "discord_api.json"

SOURCE = "github.com/discord/discord-api-spec, specs/openapi.json of {day}, trimmed by tools/discord_api.py"

WIDTH = 120
"""What fits into so many characters stands on one line."""


def trimmed(whole: dict[str, Any], operations: list[str], day: str) -> dict[str, Any]:
    """Return the body of each operation, as ``POST /users/@me/channels``, and the schemas that they lead to."""
    bodies = {}
    for operation in operations:
        method, path = operation.split()
        content = whole["paths"][path][method.lower()].get("requestBody", {}).get("content")
        bodies[operation] = content and _bare(content["application/json"]["schema"])
    schemas: dict[str, Any] = {}
    names = _named(bodies)
    while names:
        name = names.pop()
        schemas[name] = _bare(whole["components"]["schemas"][name])
        names |= _named(schemas[name]) - schemas.keys()
    info = {key: whole["info"][key] for key in ("title", "version", "license")}
    return {
        "info": {**info, "x-source": SOURCE.format(day=day)},
        "operations": bodies,
        "components": {"schemas": schemas},
    }


def _named(part: Any) -> set[str]:
    return set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(part)))


def _bare(part: Any) -> Any:
    """Leave out of a schema what only explains, except the names of numbers."""
    if isinstance(part, list):
        return [_bare(each) for each in part]
    if not isinstance(part, dict):
        return part
    kept = {key: value for key, value in part.items() if key != "description" or not isinstance(value, str)}
    return {key: _bare(value) for key, value in kept.items()}


def written(part: Any, indent: int = 0) -> str:
    """Return JSON with sorted keys in lines that can be read."""
    line = json.dumps(part, sort_keys=True)
    if indent + len(line) <= WIDTH or not isinstance(part, dict | list):
        return line
    if isinstance(part, dict):
        begin, end, parts = "{", "}", [f"{json.dumps(key)}: {written(part[key], indent + 1)}" for key in sorted(part)]
    else:
        begin, end, parts = "[", "]", [written(each, indent + 1) for each in part]
    inner = ",\n".join(" " * (indent + 1) + each for each in parts)
    return f"{begin}\n{inner}\n{' ' * indent}{end}"


def main() -> None:
    """Write the trimmed description anew."""
    parser = argparse.ArgumentParser(prog="python -m tools.discord_api", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("openapi", type=Path, help="the file")
    parser.add_argument("day", help="the day of the file, as 2026-07-18")
    parser.add_argument("operation", nargs="*", help='to add, as "POST /channels/{channel_id}/threads"')
    arguments = parser.parse_args()
    operations = [*json.loads(TRIMMED.read_text("utf-8"))["operations"], *arguments.operation]
    whole = json.loads(arguments.openapi.read_text("utf-8"))
    TRIMMED.write_text(written(trimmed(whole, operations, arguments.day)) + "\n", "utf-8")


if __name__ == "__main__":
    main()
