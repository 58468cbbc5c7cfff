import random
import shutil

import pytest

from bot.ui.pages.ghost import open_panel, press
from game.tidy import newly_shut_in
from tools.measure import newcomer
from tools.measure.__main__ import main
from tools.measure.browser import NAMES
from tools.measure.heights import fits, has_limit, heights, opened
from tools.measure.readings import SHUFFLED, beginnings, readings
from tools.measure.scenes import ENDS, PLIES, RECORD

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


@pytest.mark.night
@in_chromium
async def test_the_board_of_a_usual_turn_and_all_that_a_turn_shows_fit_on_a_screen() -> None:
    seen = set()
    async with opened() as (browser, preview):
        for scene in ("usual", "fresh", "near leather", "leather", "solo", *ENDS):  # the second has a tip
            async for page, found in heights(browser, preview, scene):
                assert found["desktop"].picture > found["phone"].picture > 150
                if has_limit(scene, page):
                    assert fits(page, found), (scene, page, found)
                    seen.add((scene, page))
    turn, plan = (
        {"advance", "panel after a jump", "panel", "played"},
        {"plan", "planning", "planned", "long plan", "full plan"},
    )
    assert seen >= {("usual", "board"), ("usual", "own board"), ("leather", "panel"), ("leather", "played")} | {
        (scene, page) for scene in ("usual", "fresh", "solo") for page in turn
    } | {(scene, "end") for scene in ENDS}
    assert seen >= {("near leather", page) for page in (*plan, "planning leather")}


def test_two_sentences_at_once_are_measured_below_a_panel_after_a_jump() -> None:
    position = RECORD.setup.start
    for move in RECORD.moves[: PLIES["usual"]]:
        position = position.play(move).position
    quilt = position.player(position.turn).quilt
    panel = open_panel(quilt, position.offers[2])
    assert panel
    panel = press(quilt, panel, "right")
    assert panel.went_aside
    assert newly_shut_in(quilt, panel.ghost) == 2


@pytest.mark.night
@in_chromium
async def test_the_lesson_and_the_help_fit_on_a_screen_each_page() -> None:
    seen = set()
    async with opened() as (browser, preview):
        async for page, found in readings(browser, preview):
            assert fits(page, found), (page, found)
            seen.add(page)
    assert len(seen) == 7 + 9 + 1 + 6, "the pages of the lesson, what can be tried on them, and the help"


@pytest.mark.night
@in_chromium
async def test_the_page_with_which_a_game_begins_fits_on_a_screen() -> None:
    seen = []
    async with opened(random.Random(SHUFFLED)) as (browser, preview):
        async for page, found in beginnings(browser, preview):
            assert fits(page, found), (page, found)
            seen.append(page)
    assert seen == ["first page: me", "first page: rival"]


@pytest.mark.night
@in_chromium
async def test_a_newcomer_gets_by_with_a_keyboard_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert await newcomer.main() == 0, "".join(capsys.readouterr())
