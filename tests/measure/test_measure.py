from __future__ import annotations

import shutil

import pytest

from tests.measure import newcomer
from tests.measure.__main__ import main
from tests.measure.browser import NAMES
from tests.measure.heights import LIMITS, heights, opened

in_chromium = pytest.mark.skipif(not any(map(shutil.which, NAMES)), reason="needs a Chromium")


async def test_without_a_browser_it_says_in_one_sentence_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    assert await main() == 1
    told = capsys.readouterr().err
    assert told.startswith("There is no Chromium here: install one")
    assert all(name in told for name in NAMES)
    assert told.count("\n") == 1


@pytest.mark.slow
@in_chromium
async def test_the_board_of_a_usual_turn_fits_on_a_screen() -> None:
    async with opened() as (browser, preview):
        async for page, found in heights(browser, preview, "usual"):
            assert page == "board"
            assert found["desktop"].picture > found["phone"].picture > 200
            assert {window: one.message <= LIMITS[window] for window, one in found.items()} == {
                "desktop": True,
                "phone": True,
            }, found
            break


@pytest.mark.slow
@in_chromium
async def test_a_newcomer_gets_by_with_a_keyboard_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert await newcomer.main() == 0, "".join(capsys.readouterr())
