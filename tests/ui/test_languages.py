"""Who reads what: private pages in the reader's language, and games in that of the server, or else of whoever asks."""

import discord
import pytest

from bot.ui.kit.catalogues import SOURCE
from tests.ui.pseudo import PSEUDO, speak_pseudo, untranslated
from tests.ui.world import World, text


def become_community(world: World, locale: str) -> None:
    """Make the server a community that speaks a language, as Discord tells it."""
    guild = world.client.get_guild(world.guild.id)
    assert guild
    guild.features, guild.preferred_locale = ["COMMUNITY"], discord.Locale(locale)


async def test_whoever_chooses_a_language_reads_it_whatever_discord_speaks_to_them(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    speak_pseudo(monkeypatch, fields=())
    await world.accepted_game()
    assert "⟦" not in text(await world.slash(world.mina, "games"))
    await world.app.preferences.change(world.mina.id, language=PSEUDO)
    assert untranslated(text(await world.slash(world.mina, "games"))) == ""
    assert "⟦" not in text(await world.slash(world.tom, "games")), "everybody for themselves"
    page = await world.slash(world.mina, "settings", show="words")
    assert untranslated(text(page)) == ""
    assert untranslated(text(await world.slash(world.mina, "settings", language="usual"))) != ""


@pytest.mark.cheapest
async def test_english_can_be_chosen_by_whom_discord_speaks_to_in_another_language(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    speak_pseudo(monkeypatch)
    assert "⟦" in text(await world.slash(world.mina, "settings"))
    page = await world.slash(world.mina, "settings", language=SOURCE)
    assert "I speak this language to you: English." in text(page)
    assert "⟦" not in text(await world.slash(world.mina, "help"))


async def test_a_game_speaks_the_language_of_whoever_asks_for_it_and_says_so_once_in_a_server(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    speak_pseudo(monkeypatch, fields=("locale",))
    page = await world.slash(world.mina, "challenge", friend=world.tom)
    assert untranslated(text(page)) == ""
    assert "</patchwork-admin language:" in text(page)
    assert untranslated(text(world.channel.history()[-1])) == ""
    assert "patchwork-admin" not in text(await world.slash(world.eve, "open"))


async def test_a_community_has_a_language_and_what_a_server_chooses_goes_before_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    speak_pseudo(monkeypatch, fields=())
    become_community(world, PSEUDO)
    page = await world.slash(world.mina, "challenge", friend=world.tom)
    assert "⟦" not in text(page)
    assert "patchwork-admin" not in text(page), "nothing was guessed"
    assert untranslated(text(world.channel.history()[-1])) == ""
    keeper = world.with_role("keeper", manage_guild=True, manage_messages=True)
    page = await world.moderate(keeper, "language", language=SOURCE)
    assert "Language of their boards: English" in text(page)
    await world.slash(world.eve, "open")
    assert "⟦" not in text(world.channel.history()[-1])
    await world.slash(world.eve, "sunday")
    assert (await world.match()).language == SOURCE, "what is shared of it speaks as the server does"


async def test_games_speak_what_their_asker_has_chosen_unless_the_server_has_chosen_too(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    speak_pseudo(monkeypatch, fields=())
    await world.app.preferences.change(world.mina.id, language=PSEUDO)
    await world.app.preferences.change(world.eve.id, language=PSEUDO)
    keeper = world.with_role("keeper", manage_guild=True, manage_messages=True)
    await world.moderate(keeper, "language", language=SOURCE)
    page = await world.slash(world.mina, "challenge", friend=world.tom)
    assert untranslated(text(page)) == ""
    assert "patchwork-admin" not in text(page), "nothing was guessed"
    assert "⟦" not in text(world.channel.history()[-1])
    await world.moderate(keeper, "language", language="usual")
    page = await world.slash(world.eve, "open")
    assert "</patchwork-admin language:" in text(page)
    assert untranslated(text(world.channel.history()[-1])) == ""
