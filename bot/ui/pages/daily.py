"""The daily quilt: the panel in which it is sewn, what came of it, and the wall of a server (decision 0069)."""

from collections.abc import Iterable

import render
from bot.matches.daily import After, Sewing
from bot.matches.walls import Wall
from bot.store.daily import Sewn
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Button, Image, Page, Row, button
from bot.ui.kit.pictures import drawing
from bot.ui.kit.texts import Say, sentences, when
from bot.ui.pages.ghost import Panel, candidates, open_panel
from bot.ui.pages.panel import other_places_select, panel_rows, place_notes, places_told
from bot.ui.words.daily import (
    SHOWN,
    counted,
    daily_alt,
    ends_note,
    goes_up,
    heading,
    left_out,
    outcome,
    patch_line,
    quilt_sentence,
    result_line,
    wall_alt,
    wall_lines,
    who_has_sewn,
)
from bot.ui.words.names import patch_name

PAGE, SEWN, WALL = "sewing", "sewn", "wall"
"""What the pages are called in ids: of a quilt that is being sewn, one that is finished, and public ones."""


def daily_page(say: Say, sewing: Sewing, panel: Panel | None = None) -> Page:
    """The panel for the patch of now; by default with the patch at its tidiest place."""
    attempt = sewing.attempt
    assert attempt.patch
    panel = panel or open_panel(attempt.quilt, attempt.patch)
    assert panel, "a patch that fits nowhere is left out"
    quilt, numbered = attempt.quilt, candidates(attempt.quilt, panel)
    here = CustomId(sewing.number, sewing.revision, f"{PAGE}.{panel.page}", shown=str(panel.ghost))
    leave = button(say, here, "leave")
    rows = [*panel_rows(say, quilt, panel, here, leave=leave)]
    above, below = (heading(say, sewing),), _texts(say, sewing, panel)
    if say.text_only:
        rows += other_places_select(say, quilt, panel, here)
        told, last = (*below, *places_told(say, panel, numbered)), (quilt_sentence(say, attempt),)
        return Page(above, None, told, _rows(say, sewing, here, rows), last=last)
    shown = drawing(
        render.draw_daily,
        quilt,
        ghost=panel.ghost,
        candidates=numbered,
        square=panel.square,
        following=tuple(patch.id for patch in attempt.following),
    )
    picture = Image(shown, daily_alt(say, attempt, panel.ghost, numbered))
    return Page(above, picture, below, _rows(say, sewing, here, rows))


def _rows(say: Say, sewing: Sewing, here: CustomId, rows: Iterable[Row]) -> tuple[Row, ...]:
    """The rows of the panel, and below them the way back to the patch before."""
    before = sewing.attempt.undoable
    undo = (Button(say("daily.undo", patch=patch_name(say, before)), here.press("undo")),) if before else ()
    return tuple(filter(None, (*rows, undo)))


def _texts(say: Say, sewing: Sewing, panel: Panel) -> tuple[str, ...]:
    if panel.kind in ("column", "row"):
        return (say(f"panel.{panel.kind}", column=panel.place),)
    attempt = sewing.attempt
    notes = (left_out(say, attempt), *place_notes(say, attempt.quilt, panel), ends_note(say, attempt, panel.ghost))
    return ("\n".join(filter(None, (*notes, patch_line(say, attempt)))),)


def sewn_page(say: Say, sewing: Sewing, sewn: Sewn, after: After) -> Page:
    """Show what came of a quilt, and what leads on from there."""
    here = CustomId(sewing.number, sewing.revision, SEWN)
    what = sentences(say, left_out(say, sewing.attempt), outcome(say, sewing))
    below = (what, sentences(say, counted(say, sewn), goes_up(say, after.goes_up)), f"`{result_line(say, sewing)}`")
    wall = (button(say, here, "lastwall"),) if after.has_wall else ()
    first = (button(say, here, "showdaily", style="forward"), *wall, button(say, here, "dailygame"))
    others = tuple(
        Button(say(f"daily.other.{ago}"), CustomId(number, 0, SEWN, "otherday")) for number, ago in after.open_days
    )
    rows = tuple(filter(None, (first, others)))
    title = (say("daily.title", number=sewing.number),)
    if say.text_only:
        return Page(title, None, below, rows, last=(quilt_sentence(say, sewing.attempt),))
    return Page(title, _own(say, sewing), below, rows)


def shown_page(say: Say, sewing: Sewing) -> Page:
    """Somebody's own quilt for everybody, hidden as a spoiler, and one plain line."""
    return Page((result_line(say, sewing),), _own(say, sewing, spoiler=True))


def _own(say: Say, sewing: Sewing, *, spoiler: bool = False) -> Image:
    drawn = drawing(render.draw_wall, (sewing.attempt.quilt,))
    return Image(drawn, quilt_sentence(say.in_words, sewing.attempt), spoiler=spoiler)


def open_page(say: Say, wall: Wall) -> Page:
    """The public message of a day that goes on: who has sewn, without numbers."""
    here = CustomId(wall.row.number, 0, WALL)
    before = () if wall.is_first else (button(say, here, "wallbefore"),)
    ways = (button(say, here, "sewdaily", style="forward"), *before)
    text = who_has_sewn(say, wall)
    return Page((text, say("daily.open.what", time=when(wall.row.ends_at))), rows=(ways,))


def wall_page(say: Say, wall: Wall) -> Page:
    """All quilts of a day that is over, beside them in words whose they are, most covered first."""
    here = CustomId(wall.row.number, 0, WALL)
    before = () if wall.is_first else ("wallbefore",)
    ways = tuple(button(say, here, name) for name in ("owndaily", *before, "dailygame"))
    title = say("daily.wall", number=wall.row.number, count=len(wall.quilts))
    hung = wall.quilts[:SHOWN]
    picture = Image(drawing(render.draw_wall, tuple(one.attempt.quilt for one in hung)), wall_alt(say, hung))
    lines = "\n".join(wall_lines(say, wall))
    if say.text_only:
        return Page((title,), None, (lines,), (ways,))
    return Page((title,), picture, (lines,), (ways,))
