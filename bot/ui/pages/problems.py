"""Problems: a position to choose a move in, the panel that places a patch there, and how good the choice was.

``here`` is the id of the page that a problem stands on, and ``title`` says which one it is. Nothing is sewn on any of
these: what is chosen is only weighed.
"""

from __future__ import annotations

from dataclasses import replace

import render
from bot.matches.problems import Judged, Problem
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import LONGEST_ALT, Button, Image, Page, Row
from bot.ui.kit.pictures import drawing
from bot.ui.kit.texts import Say
from bot.ui.pages.board import table_picture, turn_row
from bot.ui.pages.ghost import Panel
from bot.ui.pages.panel import other_places_select, panel_page, panel_rows
from bot.ui.words.alt import quilt_alt, quilt_sentence, table_alt
from bot.ui.words.names import TOKEN_COLOURS
from bot.ui.words.outlook import next_lines, offer_sentences
from bot.ui.words.problems import played, question, solution, verdict
from bot.ui.words.score_lines import score_lines
from bot.ui.words.spoken import following_names, offers
from game import Placement

CONFIRM = "pickit"
"""The control of a panel that chooses what it shows."""


def problem_page(say: Say, problem: Problem, here: CustomId, title: str, ways: tuple[Button, ...]) -> Page:
    """A position, what is asked, and all that can be chosen: in pictures, or in words."""
    match, position = problem.match, problem.match.position
    rows: tuple[Row, ...] = (turn_row(say, match, here), ways)
    above = (f"{title}\n{question(say, problem)}",)
    if not say.is_heard:
        leads = () if position.leather else (next_lines(say, match, to_mover=True),)
        return Page(above, table_picture(say, match, left=problem.seat), leads, rows, TOKEN_COLOURS[problem.seat])
    choice = offers(say, position) if position.leather else offer_sentences(say, match, to_mover=True)
    below = (choice, following_names(say, position))
    quilts = (quilt_sentence(say, position.player(seat).quilt, seat) for seat in (1, 2))
    last = (score_lines(say, match), *quilts)
    return Page(above, None, below, rows, TOKEN_COLOURS[problem.seat], last=last)


def problem_panel(say: Say, problem: Problem, panel: Panel, here: CustomId, title: str) -> Page:
    """The panel in which a patch is placed."""
    match, quilt = problem.match, problem.match.position.player(problem.seat).quilt
    here = replace(here, page=f"{here.page}.{panel.page}", shown=str(panel.ghost))
    rows = tuple(panel_rows(say, quilt, panel, here, CONFIRM))
    if say.is_heard:
        rows = (*rows, *other_places_select(say, quilt, panel, here))
    return replace(panel_page(say, match, panel), above=(title,), rows=tuple(filter(None, rows)))


def answer_page(say: Say, problem: Problem, judged: Judged | None, title: str, ways: tuple[Button, ...]) -> Page:
    """Show how good it is what was chosen, or (None) what the best move is; and what was played, once that is found."""
    told = [verdict(say, judged) if judged else solution(say, problem)]
    if judged is None or judged.is_solved:
        told.append(played(say, problem))
    return Page((title,), _picture(say, problem, judged), tuple(told), (ways,), TOKEN_COLOURS[problem.seat])


def weighing_page(say: Say, problem: Problem, title: str) -> Page:
    """That what was chosen is being weighed."""
    return Page((title, say("problem.weighing")), accent=TOKEN_COLOURS[problem.seat])


def unweighed_page(say: Say, problem: Problem, title: str, ways: tuple[Button, ...]) -> Page:
    """That what was chosen could not be weighed."""
    return Page((title, say("problem.unweighed")), rows=(ways,), accent=TOKEN_COLOURS[problem.seat])


def _picture(say: Say, problem: Problem, judged: Judged | None) -> Image:
    """Draw where the best move sews a patch, with 1 where else the user would; or the table after an advance."""
    position, seat, best = problem.match.position, problem.seat, problem.best
    after = position.play(best).position
    if not isinstance(best, Placement):
        preview = drawing(render.draw_table, after, left=seat, before=position)
        room = LONGEST_ALT - len(say("alt.preview", table=""))
        return Image(preview, say("alt.preview", table=table_alt(say, after, room=room)))
    chosen = judged.move if judged and not judged.is_best else None
    is_beside = isinstance(chosen, Placement) and chosen.patch is best.patch
    others = (chosen,) if is_beside and isinstance(chosen, Placement) else ()
    quilt = position.player(seat).quilt
    shown = drawing(render.draw_quilt, quilt, seat=seat, ghost=best, candidates=others, beside=after)
    return Image(shown, quilt_alt(say, position, seat, best, others, after))
