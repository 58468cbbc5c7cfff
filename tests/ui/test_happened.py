"""What is new since its reader's last move, in sentences and in outlines."""

import re
from dataclasses import replace

import pytest

from bot.matches.match import Match
from bot.matches.news import newly_sewn, news_of
from bot.matches.seats import Person, Rival
from bot.ui.kit.texts import BESIDE, speaker
from bot.ui.words.recap import MOST_LINES, happened
from game import LEATHER, Automa, Placement
from game.facts import BonusTaken, Income
from tests.matches.building import HELD, new_match, new_solo_match, told, told_moves, told_replies
from tests.store.building import EVE, MINA, TOM
from tests.ui.every_page import BIG, matches
from tests.ui.playing import moved, play_on
from tests.ui.world import World, text

SAY = speaker("en").in_words
MINA_SEWED = "Mina sewed the bench at A1 to D2 for 1 button. Mina collected 1 and has 5 buttons."
TOM_SEWED = "Tom sewed the propeller at A1 to D3 for 2 buttons. Tom has 3 buttons."


def lines(match: Match, user: int | None = None) -> list[str]:
    """What happened, with names in place of mentions."""
    told = happened(SAY, match, user)
    for user_id, name in ((MINA, "Mina"), (TOM, "Tom"), (BIG, "Mina"), (BIG + 1, "Tom")):
        told = told.replace(f"<@{user_id}>", name)
    return told.split("\n")


def short(match: Match, user: int | None = None) -> str:
    """The same below a picture."""
    told = happened(speaker("en"), match, user)
    for user_id, name in ((MINA, "Mina"), (TOM, "Tom")):
        told = told.replace(f"<@{user_id}>", name)
    return told


def outlined(match: Match) -> tuple[str, int]:
    new, seat = newly_sewn(match)
    return " ".join(map(str, new)), seat


def test_a_new_game_says_what_to_do_and_does_not_offer_what_nobody_can_pay() -> None:
    assert lines(new_match()) == ["New game! Take a patch you can afford, or advance to earn buttons."]
    dear = (12, 18, 20, *(patch for patch in range(1, 33) if patch not in (12, 18, 20)), 0)
    assert lines(new_match(ring=dear)) == ["New game! All three patches are too expensive, so advance to earn buttons."]


def test_below_a_picture_the_news_are_one_line() -> None:
    match = told_moves(new_match(), "21N@A1")
    assert short(match) == "Mina: bench · +1 income → 5 buttons"
    match = told_moves(match, "29N@A1 3N@A5 +")
    assert short(match) == "Tom: propeller · quick corner · Advance +4 → 4 buttons"
    assert short(told_moves(new_match(), HELD), TOM) == "You: propeller → 3 buttons"
    assert short(told(told_moves(new_match(), HELD), "undo")) == "Tom took the last move back."


def test_a_line_tells_what_could_not_be_chosen_and_the_bonus() -> None:
    match = told_moves(new_match(), "21N@A1")
    ply = match.plies[-1]
    forced = replace(ply, how="forced", step=replace(ply.step, facts=(*ply.step.facts, BonusTaken(1))))
    assert short(replace(match, plies=(forced,))) == "Mina: bench · 7×7 bonus · no choice · +1 income → 5 buttons"


def test_a_line_tells_of_one_after_the_other_and_then_not_what_they_collected() -> None:
    match = told_moves(new_match(), "21N@A1 29N@A1 3N@A5 +")
    alone = replace(match, seats=(Person(MINA), Rival("pompom")))
    mine, theirs = short(alone).split(BESIDE)
    assert mine == "Mina: bench → 5 buttons"
    assert theirs == "Pompom: propeller · quick corner · Advance +4 → 4 buttons"


def test_when_the_turn_has_passed_it_is_what_the_other_player_did() -> None:
    match = told_moves(new_match(), "21N@A1")
    assert (lines(match), outlined(match)) == ([MINA_SEWED], ("21N@A1", 1))
    match = told_moves(match, "29N@A1 3N@A5 +")
    assert lines(match) == [
        TOM_SEWED,
        "Tom sewed the quick corner at A5 to B6 for 3 buttons. Tom has 0 buttons.",
        "Tom advanced 4 spaces and earned 4 buttons. Tom has 4 buttons.",
    ]
    assert outlined(match) == ("29N@A1 3N@A5", 2)


def test_in_the_middle_of_a_turn_it_is_what_the_player_has_done_so_far() -> None:
    match = told_moves(new_match(), HELD)
    assert match.mover == TOM
    assert (lines(match), outlined(match)) == ([TOM_SEWED], ("29N@A1", 2))
    yours = ["You sewed the propeller at A1 to D3 for 2 buttons. You have 3 buttons."]
    assert (lines(match, TOM), lines(match, MINA), lines(match, EVE)) == (yours, [TOM_SEWED], [TOM_SEWED])


def test_what_was_taken_back_is_not_told() -> None:
    match = told(told_moves(new_match(), HELD), "undo")
    assert (lines(match), outlined(match)) == (["Tom took the last move back.", MINA_SEWED], ("21N@A1", 1))
    match = told(told_moves(new_match(), HELD + " 3N@A5"), "undo")
    assert (lines(match), outlined(match)) == (["Tom took the last move back.", TOM_SEWED], ("29N@A1", 2))
    assert lines(match, TOM)[0] == "You took your last move back."
    match = told_moves(match, "+")
    assert lines(match) == [TOM_SEWED, "Tom advanced 5 spaces and earned 5 buttons. Tom has 8 buttons."]


def test_who_gives_a_move_back_is_named() -> None:
    match = told(told_moves(new_match(), "21N@A1"), "takeback", seat=2)
    begun = "New game! Take a patch you can afford, or advance to earn buttons."
    assert lines(match) == ["Tom let Mina take the last move back.", begun]
    assert lines(match, MINA) == ["Tom let you take your last move back.", begun]
    assert outlined(match) == ("", 0)


@pytest.mark.cheapest
async def test_the_private_board_tells_it_too_once_and_speaks_to_its_reader(world: World) -> None:
    await world.accepted_game(first="me")
    await moved(world, "+")
    page = await world.press(world.tom, world.board(), "more")
    home = text(await world.press(world.tom, page, "home"))
    assert f"<@{world.mina.id}>: Advance +1 → 6 buttons" in home
    while not (match := await world.match()).undoable:
        await play_on(world, plies=1, seed=match.revision)
    who = world.person(match.mover)
    page = await world.press(who, await world.press(who, world.board(), "more"), "home")
    assert text(page).count("You: ") == 1
    undone = await world.press(who, page, "undo")
    assert text(undone).count("You took your last move back.") == 1


def long_turns() -> list[Match]:
    return [match for seed in (1, 24, 35) for match in matches(seed) if len(news_of(match)) > 3 and not match.outcome]


def test_three_patches_and_a_leather_patch_are_all_outlined() -> None:
    runs = [newly_sewn(match)[0] for match in long_turns()]
    assert any(len(run) >= 4 and LEATHER in [placement.patch for placement in run] for run in runs)
    for match in long_turns():
        new, seat = newly_sewn(match)
        run: list[Placement] = []
        for ply in reversed(match.plies):
            if ply.seat != seat:
                break
            run[:0] = [ply.move] if isinstance(ply.move, Placement) else []
        assert list(new) == run


def test_of_a_long_turn_three_moves_are_told_and_then_a_sum() -> None:
    for match in long_turns():
        *three, rest = lines(match)
        assert len(three) == 3
        assert three == lines(match)[:3]
        buttons = match.position.player(news_of(match)[0].seat).buttons
        assert re.fullmatch(
            rf"(Mina|Tom) (sewed|advanced|took) .*\. (Mina|Tom) (collected \d+ and )?has {buttons} buttons?\.", rest
        )
    told = [lines(match)[-1] for match in long_turns()]
    assert "Mina sewed the slow corner and a leather patch. Mina has 1 button." in told
    assert "Tom sewed a leather patch. Tom advanced 1 space. Tom has 1 button." in told


def test_a_sum_says_what_was_collected() -> None:
    seen = 0
    for match in (match for seed in range(12) for match in matches(seed)):
        rest = news_of(match)[MOST_LINES:]
        collected = sum(fact.buttons for ply in rest for fact in ply.step.facts if isinstance(fact, Income))
        if collected and len({ply.seat for ply in rest}) == 1:
            assert f" collected {collected} and has " in lines(match)[-1]
            seen += 1
    assert seen


@pytest.mark.parametrize("seed", range(6))
def test_no_line_needs_more_than_three_on_a_phone_and_the_last_has_the_buttons_on_the_table(seed: int) -> None:
    for match in matches(seed):
        assert max(map(len, lines(match)[:3])) <= 3 * 34
        if match.plies and (amounts := re.findall(r"has (\d+) button", lines(match)[-1])):
            assert int(amounts[-1]) == match.position.player(news_of(match)[-1].seat).buttons


def test_a_solo_game_tells_the_last_move_and_what_the_automa_answered() -> None:
    match = told_replies(told_moves(new_solo_match(), "21N@A1"))
    mine, *answers = lines(match)
    assert mine == MINA_SEWED
    assert answers
    assert all("Automa" in line for line in answers)
    assert outlined(match) == ("21N@A1", 1)
    assert lines(match, MINA)[0].startswith("You sewed the bench ")


def test_many_answers_of_the_automa_end_in_a_sum() -> None:
    solo = [match for match in matches(40, Automa("fellow", "normal")) if match.plies and news_of(match)[0].seat == 1]
    longest = max(solo, key=lambda match: len(news_of(match)))
    *told_in_full, rest = lines(longest)
    assert len(told_in_full) == 3
    assert told_in_full[0] == "Mina sewed a leather patch at C3."
    assert rest == "The Automa took the quick corner and the cup. The Automa collected 3 and has 7 buttons."
