from __future__ import annotations

import sys

import pytest

from tests.measure.__main__ import main
from tests.measure.browser import NAMES


async def test_without_a_browser_it_says_in_one_sentence_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(sys, "argv", ["measure"])
    assert await main() == 1
    told = capsys.readouterr().err
    assert told.startswith("There is no Chromium here: install one")
    assert all(name in told for name in NAMES)
    assert told.count("\n") == 1
