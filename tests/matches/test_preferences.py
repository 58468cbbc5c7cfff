"""Themes, which are known for a while and never wrong for who has just chosen."""

import pytest

from bot.matches import preferences
from bot.matches.match import Match
from bot.matches.preferences import Preferences
from bot.matches.seats import Person
from bot.store.changes import append
from bot.store.everything import drop_game
from bot.store.games import LogRow
from bot.store.servers import ServerRow
from game import Setup
from game.position import from_pawn
from tests.matches.club import Club
from tests.store.building import GUILD, MINA, START, TOM, event, new_game


async def test_a_theme_is_a_players_own_or_else_the_servers(club: Club) -> None:
    assert await club.preferences.theme(GUILD, MINA) is None
    await club.preferences.change_server(GUILD, theme="night")
    for theme in ("night", "contrast"):
        await club.preferences.change(TOM, theme=theme)
        assert await club.preferences.theme(GUILD, TOM) == theme, "what was just chosen is seen at once"
    assert [await club.preferences.theme(GUILD, user) for user in (MINA, TOM, 0)] == ["night", "contrast", "night"]
    assert [await club.preferences.theme(None, user) for user in (MINA, TOM)] == [None, "contrast"]


async def test_what_another_process_was_told_is_seen_a_while_later(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere = Preferences(club.database)
    assert await club.preferences.theme(GUILD, MINA) is None
    await elsewhere.change(MINA, theme="night")
    assert await club.preferences.theme(GUILD, MINA) is None
    monkeypatch.setattr(preferences, "KEPT_SECONDS", 0.0)
    assert await club.preferences.theme(GUILD, MINA) == "night"


async def test_not_more_themes_are_known_than_there_is_room_for(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is known is seen by what somebody else has changed meanwhile: only a theme that is asked for anew is new."""
    monkeypatch.setattr(preferences, "KEPT", 3)
    elsewhere = Preferences(club.database)
    for count in range(1, 11):
        users = range(100 * count, 100 * count + count)
        for user in users:
            await club.preferences.theme(GUILD, user)
            await elsewhere.change(user, theme="night")
        known = [user for user in reversed(users) if await club.preferences.theme(GUILD, user) is None]
        assert 1 <= len(known) <= 3


def begun(game: int, first: int = MINA, second: int = TOM) -> Match:
    return Match(game, GUILD, 1, (Person(first), Person(second)), Setup("classic", from_pawn([*range(33)]), 1), "en", 0)


async def test_the_first_turns_are_counted_until_they_are_over_and_that_is_remembered(club: Club) -> None:
    game = await club.write(new_game)
    match, known = begun(game), Preferences(club.database)
    turns = []
    for number in range(1, 15):
        if number % 2:
            turns.append((await known.early_turn(match), await Preferences(club.database).early_turn(match)))
        await club.write(append, game, event(number, seat=2 - number % 2), START)
        match = match.after(LogRow(number, "move", match.position.turn, "+", 0))
    assert turns == [(turn, turn) for turn in (1, 2, 3, 4, 5, 0, 0)]
    assert await Preferences(club.database).early_turn(begun(game + 1)) == 0, "turns in other games count"
    await club.write(drop_game, game)
    assert await known.early_turn(begun(game + 1)) == 0, "nobody counts again"
    assert await known.early_turn(begun(game + 1, TOM, MINA)) == 1


async def test_whoever_wants_no_advice_has_no_first_turns(club: Club) -> None:
    for wanted, turn in ((True, 1), (False, 0), (True, 1)):
        await club.preferences.change(MINA, advice=wanted)
        assert await club.preferences.early_turn(begun(1)) == turn


async def test_a_server_changes_some_of_its_choices_and_takes_them_back(club: Club) -> None:
    assert await club.preferences.server(GUILD) == ServerRow(GUILD)
    await club.preferences.change_server(GUILD, place="thread", pace=0)
    await club.preferences.change_server(GUILD, track="revised", channel_id=5, pace=None)
    assert await club.preferences.server(GUILD) == ServerRow(GUILD, channel_id=5, place="thread", track="revised")
    assert await club.preferences.server(GUILD + 1) == ServerRow(GUILD + 1)
