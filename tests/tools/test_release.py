"""What a release says of itself, and that nothing is published whose version is not the same everywhere."""

import re
from pathlib import Path

import pytest

from tools.release import VERSIONS, notes

FILES = {
    "pyproject.toml": 'name = "thimble"\nversion = "1.2.0"\n',
    "bot/ui/kit/brand.py": 'VERSION = "1.2.0"\n',
    "CHANGELOG.md": "# Changelog\n\n## Unreleased\n\n## 1.2.0 - 2026-12-01\n\nNew\nand wrapped.\n\n"
    "### Added\n\n- [A](docs/PRIVACY.md),\n  [B](https://b.org).\n- C\n\n"
    "## 1.1.0 - 2026-11-01\n\nOld.\n",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def test_a_release_says_what_the_changelog_says_of_it(root: Path) -> None:
    assert notes("v1.2.0", root=root) == (
        "New and wrapped.\n\n### Added\n\n- [A](docs/PRIVACY.md), [B](https://b.org).\n- C\n"
    )
    there = notes("v1.2.0", "https://example.org/blob/v1.2.0/", root)
    assert "[A](https://example.org/blob/v1.2.0/docs/PRIVACY.md), [B](https://b.org)." in there


@pytest.mark.parametrize("name", VERSIONS)
def test_nothing_is_released_while_a_file_names_another_version(root: Path, name: str) -> None:
    file = root / name
    file.write_text(file.read_text().replace("1.2.0", "1.1.9"))
    with pytest.raises(SystemExit, match=f"^{re.escape(name)} names 1.1.9, and the tag is v1.2.0.$"):
        notes("v1.2.0", root=root)


def test_the_files_of_this_repository_name_a_version_where_a_release_looks_for_it() -> None:
    with pytest.raises(SystemExit, match=r"^pyproject.toml names \d+\.\d+\.\d+, and the tag is v0.0.0.$"):
        notes("v0.0.0")
