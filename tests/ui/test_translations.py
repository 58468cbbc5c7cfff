"""What a catalogue must hold, how it is found, and what becomes of a wrong one: English is said, and it is logged."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import ANY

import discord
import pytest
from babel.lists import format_list
from babel.messages.pofile import read_po, write_po
from discord import app_commands

from bot.features import commands
from bot.ui.kit.brand import ADMIN
from bot.ui.kit.catalogues import LOCALES, SOURCE, language_of, placed, read_catalogues
from bot.ui.kit.po_file import Text, Texts
from bot.ui.kit.po_file import read_texts as read
from bot.ui.kit.texts import CATALOGUES, COMPLAINTS, enumerated, listed, speaker
from bot.ui.words.options import LONGEST, LONGEST_MENU, Translations
from tests.ui.catalogues import ENGLISH, faults
from tests.ui.playing import asked, play_on
from tests.ui.pseudo import PSEUDO, pseudo_texts, speak_pseudo, untranslated, written
from tests.ui.world import World, chosen, text


@pytest.mark.parametrize("language", sorted(CATALOGUES))
def test_each_catalogue_is_whole_and_is_found_by_discord(language: str) -> None:
    texts = read(LOCALES / f"{language}.po")
    assert COMPLAINTS == []
    assert list(faults(texts)) == []
    assert language in {language_of(str(locale), CATALOGUES) for locale in discord.Locale}
    torn = re.compile(r"\S [%:;!?»]")  # a space that does not break keeps a sign beside its word
    assert [name for name, text in texts.by_name.items() if any(map(torn.search, text.forms))] == []


@pytest.mark.slow
@pytest.mark.parametrize("language", sorted(CATALOGUES))
def test_a_file_says_what_babel_reads_in_it_however_its_lines_are_broken(language: str, tmp_path: Path) -> None:
    with (LOCALES / f"{language}.po").open("rb") as file:
        theirs = read_po(file, locale=language, abort_invalid=True)
    with (tmp_path / f"{language}.po").open("wb") as file:
        write_po(file, theirs)
    ours = read(LOCALES / f"{language}.po")
    assert read(tmp_path / f"{language}.po").by_name == ours.by_name
    assert ours.many == theirs.num_plurals
    assert {name: text.forms if text.is_counted else text.forms[0] for name, text in ours.by_name.items()} == {
        each.id if isinstance(each.id, str) else each.id[0]: each.string for each in theirs if each.id
    }


def test_a_text_that_is_marked_as_fuzzy_is_not_translated(tmp_path: Path) -> None:
    head = written(Texts({}, 3, int))
    entries = [
        '#, python-format, fuzzy\nmsgid "one"\nmsgstr "eins"\n',
        '#, python-format\r\nmsgid "two"\r\nmsgstr ""\r\n"\\"zw"\r\n"ei\\"\\n"\r\n',
        '#~ msgid "three"\n#~ msgstr "drei"\n',
    ]
    (tmp_path / "pl.po").write_bytes("\n".join([head, *entries]).encode())
    assert read(tmp_path / "pl.po").by_name == {"two": Text(('"zwei"\n',))}


NAMED = re.compile(r"(?<!\*)\*([^*]+)\*(?!\*)")
"""What a text sets in italics: the button that it speaks of, for one."""


@pytest.mark.parametrize("language", sorted(CATALOGUES))
def test_a_text_names_a_button_as_it_is_called_there(language: str) -> None:
    texts = read(LOCALES / f"{language}.po").by_name
    buttons = {name: each.forms[0].strip("…") for name, each in ENGLISH.by_name.items() if name.startswith("button.")}
    seen = 0
    for name, english in ENGLISH.by_name.items():
        words = [] if name in buttons else NAMED.findall(english.forms[0])
        for word in words:
            called = {texts[each].forms[0].strip("…") for each in buttons if buttons[each] == word.strip("…")}
            said = {each.strip("…") for form in texts[name].forms for each in NAMED.findall(form)}
            assert not called or called & said, name
            seen += bool(called)
    assert seen > 20


def test_every_text_with_a_count_has_plural_forms() -> None:
    counted = {name for name, text in ENGLISH.by_name.items() if "count" in placed(text)}
    assert counted
    assert {name for name in counted if not ENGLISH.by_name[name].is_counted} == set()


def test_a_number_before_a_noun_is_the_one_that_chooses_its_form() -> None:
    noun = re.compile(r"{(\w+)}\*{0,2} (?:points|buttons|spaces|squares|games|moves|patches|quilts|days|incomes)\b")
    firsts = {name: entry.forms[0] for name, entry in ENGLISH.by_name.items()}
    found = {(name, number) for name, first in firsts.items() for number in noun.findall(first)}
    always_many = {("shape.block", "height"), ("daily.wall.alt", "covered")}
    all_squares = {("daily.wall.full", "covered"), *(each for each in found if each[1] == "squares")}
    assert found == always_many | all_squares


def test_whoever_reads_of_themselves_is_told_the_same_as_others() -> None:
    texts = {name: placed(text) for name, text in ENGLISH.by_name.items()}
    spoken_to = [name for name in texts if "you" in name.split(".") and name.replace(".you", "") in texts]
    assert len(spoken_to) > 40
    for name in spoken_to:
        assert texts[name.replace(".you", "")] - texts[name] <= {"user", "person", "challenged"}, name
        assert texts[name] <= texts[name.replace(".you", "")], name


@pytest.mark.parametrize(
    ("known", "found"),
    [
        ({"pt_BR"}, {"pt-BR": "pt_BR", "pt-PT": "en"}),
        ({"pt", "pt_BR"}, {"pt-BR": "pt_BR", "pt-PT": "pt"}),
        ({"es"}, {"es-ES": "es", "es-419": "es"}),
        ({"es", "es_419"}, {"es-ES": "es", "es-419": "es_419"}),
        ({"zh_CN", "zh_TW"}, {"zh-CN": "zh_CN", "zh-TW": "zh_TW"}),
        ({"zh_Hans", "zh_Hant"}, {"zh-CN": "zh_Hans", "zh-TW": "zh_Hant"}),
        ({"zh"}, {"zh-CN": "zh", "zh-TW": "en"}),
        ({"sv", "de", "no"}, {"sv-SE": "sv", "de": "de", "no": "no", "en-GB": "en", "ja": "en"}),
        (set[str](), {"xx": "en", "": "en", "?!": "en", "pt_BR": "en"}),
    ],
)
def test_a_catalogue_is_found_by_its_country_its_script_or_its_language(known: set[str], found: dict[str, str]) -> None:
    assert {code: language_of(code, {SOURCE, *known}) for code in found} == found


def spoiled(folder: Path, name: str, spoil: dict[str, Any], *, rest: str = "") -> tuple[dict[str, Any], list[str]]:
    """The catalogues of a folder with English and one more, in which some texts are spoiled."""
    (folder / "en.po").write_bytes((LOCALES / "en.po").read_bytes())
    texts = pseudo_texts()
    for key, forms in spoil.items():
        assert key in texts.by_name
        texts.by_name[key] = Text((forms,)) if isinstance(forms, str) else Text(forms, is_counted=True)
    (folder / name).write_text(written(texts) + rest, "utf-8")
    return read_catalogues(folder)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "forms", "fault"),
    [
        ("thread.anchor", "{one} und {zwei}", "has places that nobody fills: zwei"),
        ("thread.anchor", "{one} und {two", "cannot be filled"),
        ("thread.anchor", "{one!x}", "has places that nobody fills: one!x"),
        ("thread.anchor", "{game:xyz}", "has places that nobody fills: game:"),
        ("count.moves", "{count} a", "lacks a plural form"),
        ("count.moves", ("{count} a", "{count} b", ""), "lacks a plural form"),
        ("thread.anchor", ("{one}", "{two}", "{game}"), "has plural forms, but no count that chooses among them"),
    ],
)
def test_a_text_that_cannot_be_said_is_said_in_english(tmp_path: Path, name: str, forms: Any, fault: str) -> None:
    catalogues, (complaint,) = spoiled(tmp_path, "pl_PL.po", {name: forms})
    assert complaint.startswith(f"pl_PL.po has texts that cannot be said, so English is used instead: {name} {fault}")
    assert catalogues["pl_PL"].find(name, 5) is None
    assert catalogues["pl_PL"].find("button.back", None) == "⟦Bàçk⟧", "it is called as Babel calls it"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "rest"),
    [
        ("pt-BR.po", ""),
        ("klingon.po", ""),
        ("pl.po", '\nmsgid "never closed\n'),
        ("pl.po", "\nmsgid\nmsgstr\n???"),
        ("pl.po", '\nmsgid "button.back"\nmsgstr "twice"\n'),
        ("pl.po", '\nmsgid "button.last"\n'),
        ("pl.po", '\nmsgid "button.last"\nmsgstr "once"\nmsgstr "twice"\n'),
        ("pl.po", '\nmsgid "count.last"\nmsgid_plural "count.last"\nmsgstr[1] "one"\nmsgstr[0] "two"\n'),
        ("pl.po", '\nmsgctxt "button"\nmsgid "last"\nmsgstr "last"\n'),
    ],
)
def test_a_catalogue_that_cannot_be_read_is_left_out(tmp_path: Path, name: str, rest: str) -> None:
    catalogues, (complaint,) = spoiled(tmp_path, name, {}, rest=rest)
    assert complaint.startswith(f"{name} cannot be read, so English is used instead: ")
    assert sorted(catalogues) == ["en"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("told", "wrong"),
    [
        *((r" plural=.*?;", f" plural={rule};") for rule in ("n", "n%0", "n >", "(n>1) + 2")),
        ("charset=utf-8", "charset=utf-99"),
    ],
)
def test_a_head_that_leads_nowhere_is_found_at_once(tmp_path: Path, told: str, wrong: str) -> None:
    spoiled(tmp_path, "pl.po", {})
    spoilt, count = re.subn(told, wrong, (tmp_path / "pl.po").read_text("utf-8"), count=1, flags=re.DOTALL)
    assert count == 1
    (tmp_path / "pl.po").write_text(spoilt, "utf-8")
    catalogues, (complaint,) = read_catalogues(tmp_path)
    assert complaint.startswith("pl.po cannot be read, so English is used instead: ")
    assert sorted(catalogues) == ["en"]


def test_what_is_not_translated_is_said_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(faults(pseudo_texts())) == []
    speak_pseudo(monkeypatch)
    assert speaker(PSEUDO)("button.back") == "⟦Bàçk⟧"
    monkeypatch.setattr(CATALOGUES[PSEUDO], "find", lambda *_: None)
    assert speaker(PSEUDO)("button.back") == "Back"


@pytest.mark.slow
@pytest.mark.parametrize("locale", [*discord.Locale], ids=str)
def test_things_are_listed_as_babel_lists_them_in_each_of_discords_languages(locale: discord.Locale) -> None:
    say = replace(speaker(SOURCE), language=str(locale).replace("-", "_"))
    for count in range(5):
        parts = [*"abcd"[:count]]
        assert listed(say, parts) == format_list(parts, "standard", say.language)
        assert [part for part in parts if part not in enumerated(say, parts)] == []


@pytest.mark.parametrize(("languages", "told"), [("de pl es ko", "a, b, c"), ("ja zh_TW", "a、b、c")])
def test_a_list_without_an_and_has_none_in_any_language(languages: str, told: str) -> None:
    for language in languages.split():
        assert enumerated(replace(speaker(SOURCE), language=language), ["a", "b", "c"]) == told
    assert listed(speaker("en"), ["a", "b", "c"]) == "a, b and c"
    assert enumerated(speaker("en"), ["a", "b", "c"]) == "a, b, c"


async def test_descriptions_and_choices_are_translated_but_not_typed_names(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    speak_pseudo(monkeypatch)
    tree: app_commands.CommandTree[Any] = app_commands.CommandTree(discord.Client(intents=discord.Intents(guilds=True)))
    payload = [await each.get_translated_payload(tree, Translations()) for each in commands()]
    slash, menus = payload[:3], payload[3:]
    for menu, name in zip(menus, ("challenge", "profile", "words", "review"), strict=True):
        assert menu["name_localizations"][PSEUDO] == speaker(PSEUDO)(f"command.{name}.menu")
        assert len(menu["name_localizations"][PSEUDO]) <= LONGEST_MENU
    seen = 0
    for part in inside(slash):
        if "description" in part:
            words = part["description_localizations"][PSEUDO]
            assert not part.get("name_localizations")
        elif part["value"] not in CATALOGUES:  # a choice; languages call themselves the same everywhere
            words = part["name_localizations"][PSEUDO]
        assert untranslated(words) == ""
        assert len(words) <= LONGEST
        seen += 1
    assert seen > 60


async def test_discord_is_told_of_commands_in_every_language(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    [before] = menus_told(world)
    spoken = before.get("name_localizations", {})
    assert {language_of(locale, CATALOGUES) for locale in spoken} == {*CATALOGUES} - {SOURCE}
    speak_pseudo(monkeypatch)
    await world.restart()
    assert menus_told(world)[1:] == [before | {"name_localizations": spoken | {PSEUDO: ANY}}]


def menus_told(world: World) -> list[dict[str, Any]]:
    """The definitions of the entry in the menu of people, as Discord was told them one after the other."""
    sent = [each for each in world.env.http_requests if each.method == "PUT" and "/commands" in each.path]
    told: list[Any] = [each.json for each in sent]
    return [{name: value for name, value in each[-1].items() if value} for each in told]


def inside(parts: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for part in parts:
        yield part
        yield from inside(part.get("options", []))
        yield from inside(part.get("choices", []))


async def test_a_game_keeps_the_language_of_its_server(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        speak_pseudo(patch)
        challenge = await world.challenge(world.mina, world.tom, where="thread")
        assert untranslated(text(challenge)) == ""
        await world.press(world.tom, challenge, "accept")
        assert (await world.match()).language == PSEUDO
        await world.slash(world.mina, "automa", where="here")
        await world.slash(world.mina, "rival", where="here", first="me")
        assert [(await world.match(game)).language for game in (2, 3)] == [PSEUDO, PSEUDO]
    match = await world.match()
    assert (match.language, speaker(match.language)("button.back")) == (PSEUDO, "Back")


async def test_what_is_shared_speaks_the_language_of_the_game(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.accepted_game()
    await play_on(world, plies=4)
    speak_pseudo(monkeypatch, fields=("locale",))
    page = await asked(world, world.mina, "replay")
    assert untranslated(text(page)) == ""
    await world.press(world.mina, page, "share")
    assert "wants to show you this." in text(world.channel.history()[-1])
    assert "⟦" not in text(world.channel.history()[-1])


def become_community(world: World, locale: str) -> None:
    """Make the server a community that speaks a language, as Discord tells it."""
    guild = world.client.get_guild(world.guild.id)
    assert guild
    guild.features, guild.preferred_locale = ["COMMUNITY"], discord.Locale(locale)


async def test_whoever_chooses_a_language_reads_it(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    speak_pseudo(monkeypatch, fields=())
    await world.accepted_game()
    assert "⟦" not in text(await world.slash(world.mina, "games"))
    await world.app.preferences.change(world.mina.id, language=PSEUDO)
    assert untranslated(text(await world.slash(world.mina, "games"))) == ""
    assert "⟦" not in text(await world.slash(world.tom, "games")), "everybody for themselves"
    page = await world.slash(world.mina, "settings", show="words")
    assert untranslated(text(page)) == ""
    page = await world.slash(world.mina, "settings", language=SOURCE)
    assert "Language: English" in chosen(page)
    assert untranslated(text(await world.slash(world.mina, "settings", language="usual"))) != ""


@pytest.mark.cheapest
async def test_a_game_speaks_the_language_of_whoever_asks_for_it(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    speak_pseudo(monkeypatch, fields=("locale",))
    page = await world.slash(world.mina, "challenge", friend=world.tom)
    assert untranslated(text(page)) == ""
    assert f"</{ADMIN} settings:" in text(page)
    assert untranslated(text(world.channel.history()[-1])) == ""
    assert ADMIN not in text(await world.slash(world.eve, "open"))


async def test_a_servers_choice_precedes_its_communitys_language(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    speak_pseudo(monkeypatch, fields=())
    become_community(world, PSEUDO)
    page = await world.slash(world.mina, "challenge", friend=world.tom)
    assert "⟦" not in text(page)
    assert ADMIN not in text(page), "nothing was guessed"
    assert untranslated(text(world.channel.history()[-1])) == ""
    page = await world.moderate(world.keeper, "language", language=SOURCE)
    assert "Language of their boards: English" in chosen(page)
    await world.slash(world.eve, "open")
    assert "⟦" not in text(world.channel.history()[-1])
    await world.slash(world.eve, "sunday")
    assert (await world.match()).language == SOURCE, "what is shared of it speaks as the server does"


async def test_a_servers_choice_precedes_that_of_the_asker(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    speak_pseudo(monkeypatch, fields=())
    await world.app.preferences.change(world.mina.id, language=PSEUDO)
    await world.app.preferences.change(world.eve.id, language=PSEUDO)
    await world.moderate(world.keeper, "language", language=SOURCE)
    page = await world.slash(world.mina, "challenge", friend=world.tom)
    assert untranslated(text(page)) == ""
    assert ADMIN not in text(page), "nothing was guessed"
    assert "⟦" not in text(world.channel.history()[-1])
    await world.moderate(world.keeper, "language", language="usual")
    page = await world.slash(world.eve, "open")
    assert f"</{ADMIN} settings:" in text(page)
    assert untranslated(text(world.channel.history()[-1])) == ""
