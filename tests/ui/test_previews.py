"""What may follow from a move: a short line on the board, and whole sentences where there is room."""

import re
from collections import defaultdict
from dataclasses import replace
from textwrap import wrap

import pytest

from bot.clock import now
from bot.matches.clock import DAY
from bot.matches.match import Match, Ply
from bot.matches.news import news_of
from bot.matches.seats import Person
from bot.ui.kit.texts import Say, speaker
from bot.ui.pages.board import board_page, home_page
from bot.ui.words.names import EMOJI
from bot.ui.words.preview import next_lines, offer_lines, offer_sentences, prospect_sentences
from game import ADVANCE, Automa, Player, Position, Quilt, Setup, Step, parse_move
from game.placements import parse_placement
from game.quilt import EMPTY_QUILT
from tests.ui.every_page import BIG, SAY, matches

MINA, TOM = 1, 2
WORDS, SHOWN = speaker("en"), speaker("en", {}, dict.fromkeys(EMOJI, 1))

RING = (6, 3, 28, 0, 13, 19)
"""On offer: 6 (4 buttons, 6 time, income 2), 3 (3 buttons, 1 time) and 28 (free, 3 time, income 1)."""


def quilt(*placements: str) -> Quilt:
    """A quilt on which some patches are sewn."""
    sewn = EMPTY_QUILT
    for placement in placements:
        sewn = sewn.sew(parse_placement(placement))
    return sewn


def full_but(*squares: str) -> Quilt:
    """A quilt of leather with some squares left free."""
    columns, rows = "ABCDEFGHI", "123456789"
    return quilt(*(f"*{square}" for y in rows for x in columns if (square := x + y) not in squares))


def match_at(mina: Player, tom: Player, *, ring: tuple[int, ...] = RING, automa: Automa | None = None) -> Match:
    """A match in which it is mina's move, with what both have."""
    setup = Setup("classic", tuple(range(33)), 1, automa)
    position = Position("classic", ring, (mina, tom), 1, automa=automa)
    plies = (Ply(1, 2, ADVANCE, Step(position, ())),)
    return Match(5, 1, 1, (Person(MINA), automa or Person(TOM)), setup, "en", 0, plies=plies, revision=1)


def said(text: str) -> str:
    """A text with names in place of mentions, and one sign in place of each emoji."""
    return text.replace("<@1>", "@Mina").replace("<@2>", "@Tom")


def sentences(match: Match, move: str, *, to_mover: bool = True, say: Say = WORDS) -> str:
    """What is told of a move before it is made."""
    return said(prospect_sentences(say, match, match.position.play(parse_move(move)), to_mover=to_mover))


BEHIND = match_at(Player(10, 7, 3), Player(15, 4))
"""Mina is five spaces behind, and the next income is at 11."""


def test_a_patch_that_is_paid_for_tells_what_one_has_then_and_who_is_next_and_why() -> None:
    match = match_at(Player(0, 5), Player(0, 5))
    assert sentences(match, "3N@A1") == (
        "You would have **2** buttons after paying 3. You would be 1 space ahead, so @Tom would be next, "
        "choosing from **3** sword, **4** short bar and **5** twig."
    )


def test_what_is_collected_is_counted_already() -> None:
    assert sentences(BEHIND, "6N@A1") == (
        "You would have **8** buttons after paying 4 and collecting 5. Your income would be 5. "
        "You would be 1 space ahead, so @Tom would be next, "
        "choosing from **2** quick corner, **3** sword and **4** short bar."
    )
    assert sentences(BEHIND, "3N@A1").startswith("You would have **7** buttons after paying 3 and collecting 3. ")
    assert sentences(BEHIND, "28N@A1").startswith(
        "You would have **11** buttons after collecting 4: the patch is free. Your income would be 4. "
    )
    assert sentences(match_at(Player(0, 5), Player(0, 5)), "28N@A1").startswith(
        "You would have **5** buttons: the patch is free. Your income would be 1. "
    )


def test_an_advance_tells_what_is_earned_and_what_is_collected() -> None:
    assert sentences(BEHIND, "+") == (
        "You would have **16** buttons after earning 6 on the way and collecting 3. "
        "You would be 1 space ahead, so @Tom would be next."
    )
    assert sentences(match_at(Player(0, 5), Player(0, 5)), "+") == (
        "You would have **6** buttons after earning 1 on the way. You would be 1 space ahead, so @Tom would be next."
    )


def test_who_is_still_behind_moves_again() -> None:
    assert sentences(BEHIND, "3N@A1").endswith(
        " You would still be 4 spaces behind and so move again, "
        "choosing from **3** sword, **4** short bar and **5** twig."
    )


def test_who_could_only_advance_then_reads_so() -> None:
    poor = match_at(Player(10, 3, 0), Player(15, 4), ring=(6, 3, 13, 19, 12))
    assert sentences(poor, "3N@A1").endswith(" You would still be 4 spaces behind, but could only advance then.")
    level = match_at(Player(14, 3), Player(15, 4), ring=(6, 3, 13, 19, 12))
    assert sentences(level, "3N@A1").endswith("be the last to reach space 15, but could only advance then.")


def test_who_comes_last_to_a_shared_space_moves_again() -> None:
    match = match_at(Player(12, 7), Player(13, 4))
    assert "You would be the last to reach space 13 and so move again, choosing from " in sentences(match, "3N@A1")


def test_others_read_the_name_of_who_moves() -> None:
    assert sentences(BEHIND, "+", to_mover=False) == (
        "@Mina would have **16** buttons after earning 6 on the way and collecting 3. "
        "@Mina would be 1 space ahead, so @Tom would be next."
    )
    assert sentences(BEHIND, "28N@A1", to_mover=False).endswith(
        "@Mina would still be 2 spaces behind and so move again, "
        "choosing from **4** short bar, **5** twig and **6** plus."
    )


def test_leather_is_sewn_at_once_if_there_is_room() -> None:
    match = match_at(Player(19, 7), Player(19, 4))
    assert sentences(match, "+") == (
        "You would have **8** buttons after earning 1 on the way. "
        "You would win a leather patch and sew it at once. You would be 1 space ahead, so @Tom would be next."
    )
    full = match_at(Player(19, 7, 0, full_but()), Player(19, 4))
    assert "You would win a leather patch, but there is no room for it. " in sentences(full, "+")


def test_sewing_leather_changes_no_purse() -> None:
    match = match_at(Player(19, 7), Player(19, 4))
    after = match.position.play(ADVANCE)
    leather = replace(match, plies=(Ply(1, 1, ADVANCE, after),))
    assert sentences(leather, "*A1") == "You would be 1 space ahead, so @Tom would be next."


def test_a_bonus_is_told_where_the_place_is_known() -> None:
    corner = [x + y for y in "1234567" for x in "ABCDEFG" if x + y not in ("A1", "B1", "A2")]
    sewn = match_at(Player(10, 7, 0, quilt(*(f"*{square}" for square in corner))), Player(20, 4))
    patch = next(str(move) for move in sewn.position.legal_moves if str(move) in ("3N@A1", "3E@A1", "3S@A1", "3W@A1"))
    assert " You would take the 7×7 bonus, worth 7 points. " in sentences(sewn, patch)


def test_the_last_move_tells_the_result() -> None:
    match = match_at(Player(50, 7, 2), Player(53, 4, 0, full_but("A1")))
    assert sentences(match, "+") == (
        "You would have **12** buttons after earning 3 on the way and collecting 2. "
        "The game would end, and @Tom would win 2 to −150."
    )
    tied = match_at(Player(50, 7, 2, full_but("A1")), Player(53, 12, 0, full_but("A1")))
    assert sentences(tied, "+").endswith(
        "The game would end with 10 points each, and @Tom would win, having finished first."
    )
    winning = match_at(Player(50, 7, 2, full_but("A1")), Player(53, 4))
    assert sentences(winning, "+").endswith("The game would end, and you would win 10 to −158.")
    assert sentences(winning, "+", to_mover=False).endswith("The game would end, and @Mina would win 10 to −158.")


def test_the_automa_is_next_like_anybody() -> None:
    match = match_at(Player(0, 5), Player(0, 0), automa=Automa("fellow", "normal"))
    assert sentences(match, "3N@A1") == (
        "You would have **2** buttons after paying 3. You would be 1 space ahead, so the Automa would be next, "
        "choosing from **3** sword, **4** short bar and **5** twig."
    )


def test_few_patches_are_told_as_they_are() -> None:
    assert sentences(match_at(Player(0, 5), Player(0, 5), ring=(3, 28)), "3N@A1").endswith(
        "so @Tom would be next, with only **2** sword on offer."
    )
    assert sentences(match_at(Player(0, 5), Player(0, 5), ring=(3,)), "3N@A1").endswith("so @Tom would be next.")
    none = match_at(Player(0, 5), Player(0, 5), ring=())
    assert offer_lines(WORDS, none, to_mover=False) == "No patches are left: only Advance remains."


def test_each_offer_has_a_short_line_and_below_a_picture_each_player_who_would_be_next() -> None:
    match = match_at(Player(10, 3, 3), Player(15, 4))
    assert said(offer_lines(WORDS, match, to_mover=True)) == (
        "**1** slow L: 4 buttons, 6 spaces → 1 button short\n"
        "**2** quick corner: 3 buttons, 1 space → **3** buttons (you again)\n"
        "**3** sword: 0 buttons, 3 spaces → **7** buttons (you again)\n"
        "**Advance** by 6 → **12** buttons (then @Tom)"
    )
    assert said(offer_lines(WORDS, match, to_mover=False)).splitlines()[1:] == [
        "**2** quick corner: 3 buttons, 1 space → **3** buttons (@Mina again)",
        "**3** sword: 0 buttons, 3 spaces → **7** buttons (@Mina again)",
    ]
    assert said(next_lines(WORDS, match, to_mover=True)) == (
        "Then you again: **2** leaves 3 buttons · **3** leaves 7 buttons\nThen @Tom: **Advance** leaves 12 buttons"
    )
    assert said(next_lines(WORDS, match, to_mover=False)) == (
        "Then @Mina again: **2** leaves 3 buttons · **3** leaves 7 buttons"
    )


def test_pictures_take_the_place_of_words_on_a_board_and_names_stay() -> None:
    assert offer_lines(SHOWN, BEHIND, to_mover=False).splitlines()[:2] == [
        "**1** <:slow_L:1> 4 <:button:1> 6 <:time:1> → **8** <:button:1> (then <@2>)",
        "**2** <:quick_corner:1> 3 <:button:1> 1 <:time:1> → **7** <:button:1> (<@1> again)",
    ]
    assert "you again" in offer_lines(SHOWN, BEHIND, to_mover=True)


def test_a_line_tells_of_leather_of_the_end_and_of_patches_that_fit_nowhere() -> None:
    leather = match_at(Player(19, 7), Player(19, 4))
    assert said(offer_lines(WORDS, leather, to_mover=True)).endswith("→ **8** buttons (then you sew leather)")
    ending = match_at(Player(50, 7), Player(53, 4))
    assert offer_lines(WORDS, ending, to_mover=True).endswith("**Advance** by 3 → **10** buttons (then the game ends)")
    full = match_at(Player(10, 7, 0, full_but("A1")), Player(15, 4))
    assert offer_lines(WORDS, full, to_mover=False).startswith("**1** slow L: 4 buttons, 6 spaces → no room for it")


@pytest.mark.slow
def test_lines_and_header_of_a_board_fit_a_phone() -> None:
    headers: list[int] = []
    offers: list[int] = []
    lines: dict[int, list[int]] = defaultdict(list)
    for match in (match for seed in range(4) for match in matches(seed) if not match.outcome):
        timed = replace(match, pace=3, deadline=now() + DAY)
        for page in (board_page(SAY, timed), home_page(SAY, timed)):
            headers += map(len, _as_wide(page.above[0]).splitlines())
            if "leaves" in page.below[-1]:
                offers.append(_lines(page.below[-1]))
            spare = _lines(SAY("line.last")) * (SAY("line.last") in page.below[-1])  # on the last board of a quilt
            lines[len(news_of(match))].append(sum(map(_lines, (*page.above, *page.below))) - spare)
    assert max(headers) <= 41  # most of it is small
    assert max(offers) <= 5
    assert sum(count > 3 for count in offers) < len(offers) / 7
    assert len(offers) > 200
    assert max(lines[1]) <= 8  # header, what happened, offers
    assert max(lines[2]) <= 10


def _lines(text: str) -> int:
    """How many lines a text takes on a phone."""
    return sum(len(wrap(line, 41 if line.startswith("Game") else 34)) for line in _as_wide(text).splitlines())


def _as_wide(text: str) -> str:
    """A text with as many letters as it is wide: an emoji takes two."""
    text = re.sub(r"<:\w+:\d+>", "▒▒", text).replace("**", "")
    text = re.sub(r"<t:\d+:R>", "in 3 days", text).replace("### ", "").replace("-# ", "")
    return text.replace(f"<@{BIG}>", "@Mina").replace(f"<@{BIG + 1}>", "@Tom").replace(str(BIG), "123")


def test_whole_sentences_tell_of_every_offer() -> None:
    heard = WORDS.in_words
    lines = said(offer_sentences(heard, match_at(Player(10, 3, 3), Player(15, 4)), to_mover=True)).splitlines()
    assert lines[0].startswith("Patch 1, the slow L, is ")
    assert lines[0].endswith("and brings an income of 2. You would need 1 more button.")
    assert "It costs 3 buttons and 1 space. You would have **3** buttons after collecting 3." in lines[1]
    assert lines[3].startswith("**Advance** 6 spaces. You would have **12** buttons after collecting 3. You would be")
    full = match_at(Player(10, 7, 0, full_but("A1")), Player(15, 4))
    assert "an income of 2. There is no room for it on the quilt." in offer_sentences(heard, full, to_mover=False)


@pytest.mark.slow
def test_the_last_move_of_a_quilt_is_told_before_it_is_chosen() -> None:
    line, seen = SAY("line.last"), 0
    for match in (match for seed in range(4) for match in matches(seed)):
        position = match.position
        if match.outcome or position.leather:
            continue
        ends = {position.play(move).position.player(position.turn).space for move in position.legal_moves}
        is_last = ends == {53} and any(map(position.can_take, position.offers))
        for lines in (next_lines, offer_lines, offer_sentences):
            for to_mover in (False, True):
                assert (line in lines(SAY, match, to_mover=to_mover)) == is_last
        seen += is_last
    assert seen
