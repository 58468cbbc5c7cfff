"""The file ``.env``: in any encoding that editors choose by themselves, and read by nobody else."""

import codecs
import os
from pathlib import Path

import pytest

from bot.operator import envfile
from tests.program import call_in, refused, run_in

SETTINGS = "# für alle\nMAX_GAMES=7\nLOG_LEVEL=LOUD\n"


def test_without_the_file_nothing_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "environ", {})
    envfile.load(tmp_path / ".env")
    assert not os.environ


@pytest.mark.slow
@pytest.mark.parametrize(
    "content",
    [
        SETTINGS.encode(),
        codecs.BOM_UTF8 + SETTINGS.encode(),
        SETTINGS.replace("\n", "\r\n").encode("utf-16"),
        codecs.BOM_UTF16_BE + SETTINGS.encode("utf-16-be"),
    ],
)
def test_it_may_be_written_by_any_editor(tmp_path: Path, content: bytes) -> None:
    (tmp_path / ".env").write_bytes(content)
    assert refused(tmp_path, {}, "migrate") == "LOG_LEVEL must be one of DEBUG, INFO, WARNING, ERROR, not 'LOUD'."
    assert call_in(tmp_path, {"LOG_LEVEL": "INFO"}, "migrate")[0] == 0, "what is set already is kept"


@pytest.mark.parametrize(
    "content", [SETTINGS.encode("latin-1"), SETTINGS.encode("utf-16-le"), SETTINGS.encode("utf-32"), b"\xff\xfe\x00"]
)
def test_what_is_no_text_is_told_in_a_sentence(tmp_path: Path, content: bytes) -> None:
    (tmp_path / ".env").write_bytes(content)
    told = ".env is not UTF-8 text: save it anew, and choose UTF-8 as its encoding."
    assert refused(tmp_path, {}, "migrate") == told


def test_so_is_a_folder_of_this_name(tmp_path: Path) -> None:
    (tmp_path / ".env").mkdir()
    assert refused(tmp_path, {}, "migrate").startswith(".env cannot be read (Is a directory): ")


@pytest.mark.parametrize(("mode", "is_exposed"), [(0o600, False), (0o640, False), (0o644, True), (0o604, True)])
def test_whether_others_can_read_it(tmp_path: Path, mode: int, is_exposed: bool) -> None:
    file = tmp_path / ".env"
    assert not envfile.is_exposed(file)
    file.touch()
    file.chmod(mode)
    assert envfile.is_exposed(file) == is_exposed


@pytest.mark.night
@pytest.mark.parametrize(("mode", "warnings"), [(0o600, 0), (0o644, 1)])
def test_a_start_warns_of_a_file_that_others_can_read(tmp_path: Path, mode: int, warnings: int) -> None:
    (tmp_path / ".env").write_text("DISCORD_TOKEN=not.a.token\nHEALTH=192.0.2.1:8080\n", "utf-8")
    (tmp_path / ".env").chmod(mode)
    status, _, printed = run_in(tmp_path, {})
    assert status == 1, "it has no such address"
    assert printed.count("chmod 600 .env") == warnings
    assert "not.a.token" not in printed
