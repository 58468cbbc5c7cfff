"""How the bot is packed."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def test_what_the_bot_needs_of_ours_is_in_its_image_and_nothing_else() -> None:
    dockerfile, ignored = ((ROOT / "deploy" / name).read_text() for name in ("Dockerfile", "Dockerfile.dockerignore"))
    shipped = {line[1:] for line in ignored.splitlines() if line.startswith("!")}
    assert {*re.findall(r"(?m)^COPY (\w+) ", dockerfile)} == shipped
    code = [file.read_text() for each in shipped for file in (ROOT / each).rglob("*.py")]
    imported = {name for text in code for name in re.findall(r"(?m)^ *(?:from|import) (\w+)", text)}
    ours = {file.parent.name for file in ROOT.glob("*/__init__.py")}
    assert imported & ours == shipped - {"LICENSE", "requirements"}
