"""`make locales` says what a translation lacks."""

from pathlib import Path

import pytest

from bot.ui.kit.catalogues import LOCALES
from bot.ui.kit.po_file import Text
from tests.ui.pseudo import pseudo_texts, written
from tools import locales


@pytest.mark.slow
def test_it_names_each_text_that_is_missing_unused_too_long_wrong_or_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(locales, "LOCALES", tmp_path)
    (tmp_path / "en.po").write_bytes((LOCALES / "en.po").read_bytes())
    texts = pseudo_texts()
    assert locales.main([]) == 0
    for name, text in (
        ("button.back", ""),
        ("button.more", "m" * 39),
        ("command.games", "c" * 101),
        ("settings.zone", "{zones}"),
        ("admin.none", "No game is running in this server."),
    ):
        assert name in texts.by_name
        texts.by_name[name] = Text((text,))
    texts.by_name["button.never"] = Text(("Nie",))
    (tmp_path / "pl.po").write_text(written(texts), "utf-8")
    assert locales.main(["de"]) == 1
    assert locales.main(["pl"]) == 1
    told = capsys.readouterr().out
    assert "there are pl besides en.po." in told
    assert "pl: button.back is not translated" in told
    assert "pl: button.more has 39 characters; 38 fit" in told
    assert "pl: command.games has 101 characters; 100 fit" in told
    assert "pl: button.never is not among the English texts" in told
    assert "pl: settings.zone has places that nobody fills: zones" in told
    assert "pl: admin.none is still English" in told
