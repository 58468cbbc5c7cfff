import shutil

import pytest

from bot.ui.pages.ghost import open_panel, press
from game.tidy import newly_shut_in
from tools.measure import newcomer
from tools.measure.__main__ import main
from tools.measure.browser import NAMES
from tools.measure.heights import Height, kind_of, too_tall
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
@pytest.mark.parametrize("locale", ["en-US", "de"])
async def test_whatever_is_measured_keeps_within_the_limits_of_its_kind(
    locale: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await main(locales=[locale]) == 0, capsys.readouterr().out
    told = capsys.readouterr().out
    for page in (
        "news of 3",
        "lesson 7",
        "help: picture",
        "ring",
        "replay",
        "text",
        "duel",
        "group",
        "review 8",
        "all patches",
        "usual: overview",
        "usual: undone",
        "wall",
    ):
        assert page in told
    for scene in ("usual", "fresh", "near leather", "leather", "solo", *ENDS):
        assert f"\n{scene}: " in told


def test_a_message_or_a_card_that_is_too_tall_is_named() -> None:
    fits = {"desktop": Height(655, 570, 420), "phone": Height(540, 480, 200)}
    assert too_tall("rival", fits) == []
    assert too_tall("rival", {**fits, "desktop": Height(654, 571, 420)}) == ["card +1"]
    assert too_tall("rival", {**fits, "phone": Height(542, 480, 200)}) == ["phone +2"]
    assert too_tall("rival", {**fits, "phone": Height(542, 480, 200)}, in_english=False) == []
    assert too_tall("board", fits) == ["desktop +40", "phone +20"]
    assert [kind_of("leather", page) for page in ("panel", "own board", "board")] == ["leather", "leather", "board"]


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
async def test_a_newcomer_gets_by_with_a_keyboard_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert await newcomer.main() == 0, "".join(capsys.readouterr())
