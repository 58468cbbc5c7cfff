"""Themes are asked for with every click: they are known for a while, and never wrong for who has just chosen."""

from __future__ import annotations

import pytest

from bot.matches import preferences
from bot.matches.preferences import Preferences
from bot.store.database import Database
from tests.store.building import GUILD, MINA, TOM


async def test_a_theme_is_a_players_own_or_else_the_servers(database: Database) -> None:
    here = Preferences(database)
    assert await here.theme(GUILD, MINA) is None
    await here.set_server_theme(GUILD, "night")
    await here.change(TOM, theme="contrast")
    assert [await here.theme(GUILD, user) for user in (MINA, TOM, 0)] == ["night", "contrast", "night"]
    assert [await here.theme(None, user) for user in (MINA, TOM)] == [None, "contrast"]


async def test_what_was_just_chosen_is_seen_at_once(database: Database) -> None:
    here = Preferences(database)
    for theme in ("night", "contrast"):
        await here.change(MINA, theme=theme)
        assert await here.theme(GUILD, MINA) == theme
        await here.set_server_theme(GUILD, theme)
        assert await here.theme(GUILD, TOM) == theme


async def test_what_another_process_was_told_is_seen_a_while_later(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, elsewhere = Preferences(database), Preferences(database)
    assert await here.theme(GUILD, MINA) is None
    await elsewhere.change(MINA, theme="night")
    assert await here.theme(GUILD, MINA) is None
    monkeypatch.setattr(preferences, "KEPT_SECONDS", 0.0)
    assert await here.theme(GUILD, MINA) == "night"


async def test_not_more_themes_are_known_than_there_is_room_for(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preferences, "KEPT", 3)
    here = Preferences(database)
    for user in range(10):
        await here.theme(GUILD, user)
        assert len(here._themes) <= 3
