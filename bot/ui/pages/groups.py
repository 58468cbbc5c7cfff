"""A group as a page: who is in it while it is open, and then how all stand, as a cross table and in words."""

from __future__ import annotations

from collections.abc import Sequence

import render
from bot.matches.group_course import CrossTable
from bot.matches.round_robin import Standing
from bot.store.groups import GroupRow
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Image, Page, button
from bot.ui.kit.pictures import drawing
from bot.ui.kit.texts import Say
from bot.ui.words.groups import (
    counts_text,
    end_line,
    group_alt,
    here_line,
    leave_text,
    open_text,
    standing_lines,
    title,
)


def group_page(say: Say, cross_table: CrossTable) -> Page:
    """A group as it is now."""
    return _open_page(say, cross_table) if cross_table.group.stage == "open" else _cross_table_page(say, cross_table)


def _open_page(say: Say, cross_table: CrossTable) -> Page:
    """An open group, with all that counts in it."""
    here = _here(cross_table.group)
    ways = button(say, here, "groupjoin", style="yes"), button(say, here, "groupleave")
    above = (
        title(say, cross_table.group),
        open_text(say, cross_table.group),
        here_line(say, cross_table),
        counts_text(say),
    )
    return Page(above, rows=((*ways, button(say, here, "groupoff", style="danger")),))


def _cross_table_page(say: Say, cross_table: CrossTable) -> Page:
    group, here = cross_table.group, _here(cross_table.group)
    cells = tuple(_drawn(row, cross_table.rows) for row in cross_table.rows)
    wins = tuple(None if row.place is None else row.wins for row in cross_table.rows)
    picture = Image(drawing(render.draw_cross_table, cells, wins), group_alt(say, cross_table))
    way = "groupmeet" if group.stage == "over" else "groupleave"
    rows = ((button(say, here, way), button(say, here, "groupcounts")),)
    below = ("\n".join(standing_lines(say, cross_table)), say("group.legend"))
    return Page((title(say, group), end_line(say, cross_table)), picture, below, rows)


def counts_page(say: Say) -> Page:
    """Show what counts in a group."""
    return Page((counts_text(say),))


def leave_page(say: Say, group: GroupRow, running: int) -> Page:
    """The question before leaving a group in which somebody still plays so many games."""
    leave = button(say, _here(group), "groupquit", style="danger")
    return Page((leave_text(say, running),), rows=((leave,),))


def _drawn(row: Standing, rows: Sequence[Standing]) -> tuple[tuple[str, bool] | None, ...]:
    """The games of a row of the cross table, in the order of the rows."""
    cells = (row.cells.get(other.member.number) for other in rows)
    return tuple((cell.how, cell.why == "time") if cell else None for cell in cells)


def _here(group: GroupRow) -> CustomId:
    return CustomId(group.id, 0, "group")
