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
from bot.matches.outcome import Outcome
from bot.matches.seats import Person
from bot.ui.kit.texts import NBSP, Say, speaker
from bot.ui.pages.board import board_page, home_page
from bot.ui.pages.views import more_page
from bot.ui.words.names import EMOJI
from bot.ui.words.preview import line_after, next_lines, offer_sentences, prospect_sentences
from bot.ui.words.score_lines import final_scores, score_lines
from game import ADVANCE, Automa, Patch, Player, Position, Quilt, Setup, Step, parse_move
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


FRESH = match_at(Player(0, 5), Player(0, 5))
WINNING = match_at(Player(19, 7), Player(19, 4))
POOR = match_at(Player(10, 3, 0), Player(15, 4), ring=(6, 3, 13, 19, 12))
LEVEL = match_at(Player(14, 3), Player(15, 4), ring=(6, 3, 13, 19, 12))
SHARED = match_at(Player(12, 7), Player(13, 4))
SOLO = match_at(Player(0, 5), Player(0, 0), automa=Automa("fellow", "normal"))
HAVE, AHEAD = "You would have **", "You would be 1 space ahead, so @Tom would be next"
CHOICE = "choosing from **3** sword, **4** short bar and **5** twig."
TIDY, END = full_but("A1"), f"{HAVE}12** buttons after earning 3 on the way and collecting 2. The game would end, and "

TIED = match_at(Player(50, 7, 2, TIDY), Player(53, 12, 0, TIDY))
TOLD = [
    (FRESH, "3N@A1", f"{HAVE}2** buttons after paying 3. {AHEAD}, {CHOICE}"),
    (BEHIND, "6N@A1", f"{HAVE}8** buttons after paying 4 and collecting 5. Your income would be 5. {AHEAD}, …"),
    (BEHIND, "3N@A1", f"{HAVE}7** buttons after paying 3 and collecting 3. …"),
    (BEHIND, "3N@A1", f"… You would still be 4 spaces behind and so move again, {CHOICE}"),
    (BEHIND, "28N@A1", f"{HAVE}11** buttons after collecting 4: the patch is free. Your income would be 4. …"),
    (FRESH, "28N@A1", f"{HAVE}5** buttons: the patch is free. Your income would be 1. …"),
    (BEHIND, "+", f"{HAVE}16** buttons after earning 6 on the way and collecting 3. {AHEAD}."),
    (FRESH, "+", f"{HAVE}6** buttons after earning 1 on the way. {AHEAD}."),
    (POOR, "3N@A1", "… You would still be 4 spaces behind, but could only advance then."),
    (LEVEL, "3N@A1", "…be the last to reach space 15, but could only advance then."),
    (SHARED, "3N@A1", "…You would be the last to reach space 13 and so move again, choosing from …"),
    (
        WINNING,
        "+",
        f"{HAVE}8** buttons after earning 1 on the way. You would win a leather patch and sew it at once. …",
    ),
    (match_at(Player(19, 7, 0, full_but()), Player(19, 4)), "+", "… a leather patch, but there is no room for it. …"),
    (replace(WINNING, plies=(Ply(1, 1, ADVANCE, WINNING.position.play(ADVANCE)),)), "*A1", f"{AHEAD}."),
    (match_at(Player(50, 7, 2), Player(53, 4, 0, TIDY)), "+", f"{END}@Tom would win 2 to −150."),
    (match_at(Player(50, 7, 2, TIDY), Player(53, 4)), "+", f"{END}you would win 10 to −158."),
    (TIED, "+", "…The game would end with 10 points each, and @Tom would win, having finished first."),
    (SOLO, "3N@A1", f"{HAVE}2** buttons after paying 3. {AHEAD.replace('@Tom', 'the Automa')}, {CHOICE}"),
    (match_at(Player(0, 5), Player(0, 5), ring=(3, 28)), "3N@A1", f"…{AHEAD}, with only **2** sword on offer."),
    (match_at(Player(0, 5), Player(0, 5), ring=(3,)), "3N@A1", f"…{AHEAD}."),
]


@pytest.mark.parametrize(("match", "move", "told"), TOLD)
def test_a_sentence_tells_what_one_has_after_a_move_and_who_is_next_and_why(match: Match, move: str, told: str) -> None:
    assert re.fullmatch(re.escape(told).replace("…", ".*"), sentences(match, move))


def test_others_read_the_name_of_who_moves() -> None:
    assert sentences(BEHIND, "+", to_mover=False) == (
        "@Mina would have **16** buttons after earning 6 on the way and collecting 3. "
        "@Mina would be 1 space ahead, so @Tom would be next."
    )
    assert sentences(BEHIND, "28N@A1", to_mover=False).endswith(
        "@Mina would still be 2 spaces behind and so move again, "
        "choosing from **4** short bar, **5** twig and **6** plus."
    )
    winning = match_at(Player(50, 7, 2, full_but("A1")), Player(53, 4))
    assert sentences(winning, "+", to_mover=False).endswith("The game would end, and @Mina would win 10 to −158.")


def test_a_bonus_is_told_where_the_place_is_known() -> None:
    corner = [x + y for y in "1234567" for x in "ABCDEFG" if x + y not in ("A1", "B1", "A2")]
    sewn = match_at(Player(10, 7, 0, quilt(*(f"*{square}" for square in corner))), Player(20, 4))
    patch = next(str(move) for move in sewn.position.legal_moves if str(move) in ("3N@A1", "3E@A1", "3S@A1", "3W@A1"))
    assert " You would take the 7×7 bonus, worth 7 points. " in sentences(sewn, patch)


def test_a_line_names_each_player_who_would_be_next_after_what_leads_there() -> None:
    match = match_at(Player(10, 3, 3), Player(15, 4))
    told = said(next_lines(WORDS, match, to_mover=True))
    assert told.replace(NBSP, " ") == (
        "**2** → 3 buttons · **3** → 7 buttons – still you | **Advance** → 12 buttons – then @Tom"
    )
    assert f" **3**{NBSP}→{NBSP}7{NBSP}buttons{NBSP}– still you{NBSP}| **Advance**" in told, (
        "a line breaks between players, or between ways"
    )
    assert said(next_lines(WORDS, match, to_mover=False)).replace(NBSP, " ") == (
        "**2** → 3 buttons · **3** → 7 buttons – still @Mina"
    )


def test_a_panel_says_what_its_patch_costs() -> None:
    match = match_at(Player(10, 7), Player(15, 4))
    told = {patch.id: patch for patch in match.position.offers}
    lines = {id: line_after(SHOWN, match, patch, _step(match, patch)).replace(NBSP, " ") for id, patch in told.items()}
    assert lines[6].startswith("**<:slow_L:1> −4** → 5<:button:1> · ")
    assert lines[28].startswith("**<:sword:1>** → 8<:button:1> · "), "it is free"
    assert "**slow L −4** → " in line_after(WORDS, match, told[6], _step(match, told[6])).replace(NBSP, " ")


def _step(match: Match, patch: Patch) -> Step:
    step = match.position.preview(patch)
    assert step
    return step


def test_a_line_tells_of_leather_and_of_the_end_and_leaves_out_patches_that_fit_nowhere() -> None:
    leather = match_at(Player(19, 7), Player(19, 4))
    assert said(next_lines(SHOWN, leather, to_mover=True)).endswith(f"→{NBSP}8<:button:1>{NBSP}– leather patch")
    ending = match_at(Player(50, 7), Player(53, 4))
    assert "– then the game ends" in next_lines(WORDS, ending, to_mover=True)
    full = match_at(Player(10, 7, 0, full_but("A1")), Player(15, 4))
    assert next_lines(WORDS, full, to_mover=False) == ""


@pytest.mark.slow
def test_lines_and_header_of_a_board_fit_a_phone() -> None:
    headers: list[int] = []
    offers: list[int] = []
    lines: dict[int, list[int]] = defaultdict(list)
    for match in (match for seed in range(4) for match in matches(seed) if not match.outcome):
        timed = replace(match, pace=3, deadline=now() + DAY)
        for page in (board_page(SAY, timed), home_page(SAY, timed)):
            headers += map(len, _as_wide(page.above[0]).splitlines())
            if "→" in page.below[-1]:
                offers.append(_lines(page.below[-1].split("\n")[-1]))
            spare = _lines(SAY("line.last")) * (SAY("line.last") in page.below[-1])  # on the last board of a quilt
            lines[len(news_of(match))].append(sum(map(_lines, (*page.above, *page.below))) - spare)
    assert max(headers) <= 2 * 34
    assert max(offers) <= 3
    assert sum(count > 2 for count in offers) < len(offers) / 7
    assert len(offers) > 200
    assert max(lines[1]) <= 7  # header, what happened, offers
    assert max(lines[3]) <= 8


def _lines(text: str) -> int:
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
        for lines in (next_lines, offer_sentences):
            for to_mover in (False, True):
                assert (line in lines(SAY, match, to_mover=to_mover)) == is_last
        seen += is_last
    assert seen


def finished(match: Match, winner: int) -> Match:
    return replace(match, outcome=Outcome("finished", winner, 1))


def test_it_says_who_has_what_and_what_lies_ahead() -> None:
    match = match_at(Player(24, 7, 3, quilt("8N@A1", "8N@C1", "8N@E1")), Player(27, 1, 4))
    assert said(score_lines(WORDS, match)) == (
        "🔵 @Mina is on space 24 of 53, 3 spaces behind, and has 7 buttons, an income of 3 and 69 empty squares. "
        "37 more squares would fill a 7×7.\n"
        "🟧 @Tom is on space 27 of 53, 3 spaces ahead, and has 1 button, an income of 4 and 81 empty squares. "
        "49 more squares would fill a 7×7."
    )
    heard = score_lines(WORDS.in_words, match)
    assert heard.count("would fill a 7×7. Next income: space 29.\n") == 2
    assert heard.endswith("\nLeather left: spaces 32, 44 and 50.")


def test_points_are_told_only_when_the_end_is_near() -> None:
    assert "That makes" not in score_lines(WORDS, match_at(Player(35, 7), Player(50, 1)))
    near = said(score_lines(WORDS.in_words, match_at(Player(36, 7, 0, full_but("A1")), Player(50, 1)))).splitlines()
    assert near[0].endswith("Score now: 5 points.")
    assert near[1].endswith("Score now: −161 points.")
    assert near[2] == "No leather patch is left."
    assert "Leather left: space 50." in score_lines(WORDS.in_words, match_at(Player(36, 7), Player(49, 1)))


def test_of_the_automa_it_says_where_it_takes_the_bonus() -> None:
    match = match_at(Player(0, 5), Player(2, 3), automa=Automa("fellow", "normal", patches=(3, 6)))
    assert said(score_lines(WORDS, match)).splitlines()[1] == (
        "🟧 The Automa (Fellow, normal deck) is on space 2 of 53, 2 spaces ahead, and has 3 buttons and 2 patches. "
        "It takes the 7×7 bonus when it lands on or passes space 41."
    )


def test_more_begins_like_the_board_counts_the_moves_and_names_each_players_opponent() -> None:
    match = replace(match_at(Player(24, 7, 3), Player(27, 1, 4)), pace=3, deadline=now() + DAY)
    assert "Game 5 against <@1>" in more_page(WORDS, match, TOM).above[0]
    (board, *_), (more, *_) = board_page(SHOWN, match).above, more_page(SHOWN, match, MINA).above
    assert said(board) == (f"**<:round_blue_token:1> @Mina to move** · Game 5 against @Tom · ⏳ <t:{match.deadline}:R>")
    assert more == f"{board} · move 2"


def test_scores_begin_with_the_points_say_what_they_are_for_and_who_wins_a_tie() -> None:
    end = finished(match_at(Player(53, 31, 9, full_but("A1", "B1")), Player(53, 10)), 1)
    assert said(final_scores(WORDS, end)) == (
        "🔵 @Mina has 27 points: 31 from buttons, −4 for empty squares.\n"
        "🟧 @Tom has −152 points: 10 from buttons, −162 for empty squares."
    )
    solo = match_at(Player(53, 31, 9, full_but()), Player(53, 12), automa=Automa("fellow", "normal", patches=(3, 6)))
    assert said(final_scores(WORDS, finished(solo, 1))).splitlines()[1] == (
        "🟧 The Automa has 13 points: 12 from buttons, 1 for patches."
    )
    assert (
        final_scores(WORDS.in_words, finished(solo, 1)).splitlines()[1].startswith("The Automa (Fellow, normal deck)")
    )
    end = finished(match_at(Player(53, 9, 0, full_but("A1")), Player(53, 9, 0, full_but("B1"))), 2)
    assert said(final_scores(WORDS, end)).splitlines()[2] == ("In a tie, the first to finish wins: 🟧 @Tom.")
    (below,) = board_page(SHOWN, end).below
    assert said(below) == "-# In a tie, the first to finish wins: <:square_amber_token:1> @Tom.", (
        "the picture has the sums"
    )
