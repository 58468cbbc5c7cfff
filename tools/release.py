"""``python3 -m tools.release v0.3.0``: print the changelog's section of a release, if every file names that version.

The page of a release is in no folder of the repository: its links to files begin with an address that follows the tag.
It breaks a line wherever the text does: so here none is broken within a paragraph.

It needs Python alone: the workflow that publishes a release runs it before anything is installed.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

VERSIONS = {
    "pyproject.toml": r'(?m)^version = "(.+)"$',
    "bot/ui/kit/brand.py": r'(?m)^VERSION = "(.+)"$',
    "CHANGELOG.md": r"(?m)^## (.+) - \d{4}-\d\d-\d\d$",
}
"""The files that name the version, and where: the first that is found counts."""


def notes(tag: str, files: str = "", root: Path = ROOT) -> str:
    """The changelog's section for the release of a tag. Raises SystemExit, with a sentence, if a file disagrees."""
    for name, where in VERSIONS.items():
        found = re.search(where, (root / name).read_text("utf-8"))
        if not found or f"v{found[1]}" != tag:
            sys.exit(f"{name} names {found[1] if found else 'no version'}, and the tag is {tag}.")
    _, _, below = (root / "CHANGELOG.md").read_text("utf-8").partition(f"\n## {tag[1:]} - ")
    section = below.partition("\n## ")[0].partition("\n")[2].strip() + "\n"
    section = re.sub(r"(?<=\S)\n *(?=[^\s#-])", " ", section)
    return re.sub(r"(?<=\]\()(?!https?:)", files, section)


if __name__ == "__main__":
    sys.stdout.write(notes(sys.argv[1], "".join(sys.argv[2:])))
