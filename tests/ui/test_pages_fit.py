"""Every page that a game can show keeps Discord's limits, at every ply of whole games."""

from __future__ import annotations

import random
import re
from collections.abc import AsyncIterator, Iterator
from typing import Any

import discord
import pytest

import render
from bot.matches.match import Match
from bot.matches.solo import shuffled_cards
from bot.store.games import LogRow
from bot.ui import panel as panels
from bot.ui.pages.board import board_page, home_page
from bot.ui.kit.controls import is_ours
from bot.ui.kit.page import Page
from bot.ui.kit.pictures import Pictures
from bot.ui.pages.offers import QUESTIONS, question_page
from bot.ui.pages.replay import replay_page
from bot.ui.words.sentences import can_take
from bot.ui.pages.textboard import text_page
from bot.ui.kit.texts import speaker
from bot.ui.pages.looks import claim_page, more_page, quilt_page, resign_page, ring_page
from game import LEATHER, Automa, Reveal, Setup
from game.position import from_pawn

BIG = 2**62
SAY = speaker("en")


@pytest.fixture
def pictures(monkeypatch: pytest.MonkeyPatch) -> Iterator[Pictures]:
    """Pictures that are not encoded: their contents are not looked at here."""
    monkeypatch.setattr(render, "png", lambda _: b"")
    monkeypatch.setattr(render, "gif", lambda _: b"")
    for name in ("draw_table", "draw_quilt", "draw_ring", "draw_poster", "draw_replay"):
        monkeypatch.setattr(render, name, lambda *_, **__: None)
    pictures = Pictures()
    yield pictures
    pictures.close()


def matches(seed: int, automa: Automa | None = None) -> Iterator[Match]:
    """A match before its first move and whenever a person is to move in a random game."""
    rng = random.Random(seed)
    ring = list(range(33))
    rng.shuffle(ring)
    setup = Setup("classic", from_pawn(ring), 1, automa)
    cards = shuffled_cards(automa.deck, rng) if automa else ()
    match = Match(BIG, BIG, BIG, (BIG, 0 if automa else BIG + 1), setup, "en", 0, cards)
    while True:
        if not match.position.awaits_card:
            yield match
        if match.outcome:
            break
        card = match.next_card
        move = (
            Reveal(card.number) if match.position.awaits_card and card else rng.choice(match.position.legal_moves)
        )
        seat = match.position.turn
        match = match.after(LogRow(match.revision + 1, "move", seat, str(move), 0))
    yield match.after(LogRow(match.revision + 1, "resign", 1, "", 0))
    yield match.after(LogRow(match.revision + 1, "cancel", 1, "2", 0))


async def pages(match: Match, pictures: Pictures) -> AsyncIterator[Page]:
    yield await board_page(SAY, match, pictures)
    yield await ring_page(SAY, match, BIG, pictures)
    yield await replay_page(SAY, match, pictures)
    for user in (BIG, BIG + 1, 1):
        yield more_page(SAY, match, user)
        yield text_page(SAY, match, user)
        yield await quilt_page(SAY, match, 2, user, pictures)
    if match.outcome:
        return
    yield await home_page(SAY, match, pictures)
    yield resign_page(SAY, match, BIG)
    if not match.setup.automa:
        yield claim_page(SAY, match, BIG)
        for kind in QUESTIONS:
            yield question_page(SAY, match, kind, 1)
    position = match.position
    quilt = position.player(position.turn).quilt
    takes = [LEATHER] if position.leather else [patch for patch in position.offers if can_take(position, patch)]
    for patch in takes[:1]:
        panel = panels.open_panel(quilt, patch)
        assert panel is not None
        column = panels.press(quilt, panel, "square", [])
        key = "ABCDEFGHI"[panel.ghost.square % 9 + min(x for x, y in panel.ghost.orientation.cells if y == 0)]
        row = panels.press(quilt, column, f"k{key}", [])
        cover = panels.press(quilt, row, f"k{panel.ghost.row + 1}", [])
        for shown in (panel, column, row, cover, panels.press(quilt, panel, "list", [])):
            yield await panels.panel_page(SAY, match, shown, pictures)


def check(page: Page) -> None:
    view = page.view()
    parts = [item.to_component_dict() for item in view.walk_children()]
    assert len(parts) <= 40
    texts = [part["content"] for part in parts if part["type"] == 10]
    assert sum(map(len, texts)) <= 4000
    assert sum(len(text.encode()) for text in texts) <= 10_000
    assert all(texts)
    assert len(page.rows) <= 5
    ids: list[str] = []
    for part in parts:
        if "custom_id" in part:
            ids.append(part["custom_id"])
            assert len(part["custom_id"]) <= 100
            assert is_ours(part["custom_id"])
        if part["type"] == 2:
            assert re.search(r"\w|[←↑↓→]", part["label"])
            assert len(part["label"]) <= 38
        if part["type"] == 3:
            assert 1 <= len(part["options"]) <= 25
            assert sum(bool(option.get("default")) for option in part["options"]) <= 1
    assert len(set(ids)) == len(ids)
    assert sum(part.get("style") == discord.ButtonStyle.success.value for part in parts) <= 1
    if page.picture:
        assert 0 < len(page.picture.description) <= 1024
    _rows_fit_a_phone(page)


def _rows_fit_a_phone(page: Page) -> None:
    for row in page.rows:
        if isinstance(row, tuple):
            assert 1 <= len(row) <= 4


@pytest.mark.parametrize("seed", [1, 2])
async def test_every_page_of_a_whole_game_fits(pictures: Pictures, seed: int) -> None:
    seen = 0
    for match in matches(seed):
        async for page in pages(match, pictures):
            check(page)
            seen += 1
    assert seen > 200


@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_every_page_of_a_solo_game_fits(pictures: Pictures, seed: int) -> None:
    for match in matches(seed, Automa("legend", "tactical")):
        async for page in pages(match, pictures):
            check(page)


async def test_a_view_is_made_anew_each_time_and_never_times_out(pictures: Pictures) -> None:
    page: Page = await board_page(SAY, next(matches(1)), pictures)
    first, second = page.view(), page.view()
    assert first is not second
    assert first.timeout is None
    interactive: list[Any] = [item for item in first.walk_children() if item.type.value in (2, 3)]
    assert interactive
    assert all(isinstance(item, discord.ui.DynamicItem) for item in interactive)
