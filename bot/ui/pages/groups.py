"""A group as a page: who is in it while it is open, and then how all stand, as a cross table and in words."""

from collections.abc import Iterator, Sequence

import render
from bot.matches.group_course import CrossTable
from bot.matches.round_robin import Standing
from bot.store.groups import GroupRow
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Image, Page, button
from bot.ui.kit.pictures import drawing
from bot.ui.kit.texts import Say, enumerated, listed, notes, sentences, when
from bot.ui.pages.challenges import pace_sentence
from bot.ui.words.names import user_name
from bot.ui.words.options import USUAL_TRACK, length_text


def group_page(say: Say, cross_table: CrossTable) -> Page:
    """A group as it is now."""
    return _open_page(say, cross_table) if cross_table.group.stage == "open" else _cross_table_page(say, cross_table)


def _open_page(say: Say, cross_table: CrossTable) -> Page:
    """An open group, with all that counts in it."""
    here = _here(cross_table.group)
    ways = button(say, here, "groupjoin", style="yes"), button(say, here, "groupleave")
    above = (
        _title(say, cross_table.group),
        _open_text(say, cross_table.group),
        _here_line(say, cross_table),
        _counts_text(say),
    )
    return Page(above, rows=((*ways, button(say, here, "groupoff", style="danger")),))


def _cross_table_page(say: Say, cross_table: CrossTable) -> Page:
    group, here = cross_table.group, _here(cross_table.group)
    cells = tuple(_drawn(row, cross_table.rows) for row in cross_table.rows)
    wins = tuple(None if row.place is None else row.wins for row in cross_table.rows)
    picture = Image(drawing(render.draw_cross_table, cells, wins), _group_alt(say, cross_table))
    way = "groupmeet" if group.stage == "over" else "groupleave"
    rows = ((button(say, here, way), button(say, here, "groupcounts")),)
    below = ("\n".join(_standing_lines(say, cross_table)), say("group.legend"))
    return Page((_title(say, group), _end_line(say, cross_table)), picture, below, rows)


def counts_page(say: Say) -> Page:
    """Show what counts in a group."""
    return Page((_counts_text(say),))


def leave_page(say: Say, group: GroupRow, running: int) -> Page:
    """The question before leaving a group in which somebody still plays so many games."""
    leave = button(say, _here(group), "groupquit", style="danger")
    return Page((_leave_text(say, running),), rows=((leave,),))


def _drawn(row: Standing, rows: Sequence[Standing]) -> tuple[tuple[str, bool] | None, ...]:
    """The games of a row of the cross table, in the order of the rows."""
    cells = (row.cells.get(other.member.number) for other in rows)
    return tuple((cell.how, cell.why == "time") if cell else None for cell in cells)


def _here(group: GroupRow) -> CustomId:
    return CustomId(group.id, 0, "group")


def _title(say: Say, group: GroupRow) -> str:
    """The headline."""
    return say("group.title.open" if group.stage == "open" else "group.title", size=group.size)


def _open_text(say: Say, group: GroupRow) -> str:
    """Say what an open group asks for, and when it begins."""
    length = length_text(say, group.days)
    asks = say("group.open", length=length)
    track = say("challenge.track", track=say(f"track.{group.track}")) if group.track != USUAL_TRACK else ""
    thread = say("group.thread") if group.place == "thread" else ""
    return sentences(
        say, asks, pace_sentence(say, group.pace), track, thread, say("group.begins", time=when(group.until))
    )


def _here_line(say: Say, cross_table: CrossTable) -> str:
    """Say who is in an open group, and who of them is on vacation."""
    users = [_with_vacation(say, member.user_id, cross_table.away) for member in cross_table.members]
    if not users:
        return say("group.empty")
    return say("group.here", here=len(users), size=cross_table.group.size, users=enumerated(say, users))


def _with_vacation(say: Say, user: int, away: dict[int, int]) -> str:
    name = user_name(say, user)
    return say("group.away", user=name, date=when(away[user], "D")) if user in away else name


def _counts_text(say: Say) -> str:
    """Say what counts in a group."""
    return say("group.counts")


def _end_line(say: Say, cross_table: CrossTable) -> str:
    """Until when a group lasts, or who has won it."""
    if cross_table.group.stage != "over":
        return say("group.until", time=when(cross_table.group.until))
    users = [user_name(say, user) for user in cross_table.winners]
    if len(users) == 1:
        return say("group.won", user=users[0])
    return say("group.shared", users=listed(say, users)) if users else say("group.nobody")


def _standing_lines(say: Say, cross_table: CrossTable) -> Iterator[str]:
    """Say how each in a group stands, in the order of the cross table."""
    for number, row in enumerate(cross_table.rows, 1):
        user = user_name(say, row.member.user_id)
        yield say("group.line", number=number, user=user, standing=_standing(say, row, cross_table))


def _standing(say: Say, row: Standing, cross_table: CrossTable) -> str:
    if row.place is None:
        return say("group.void")
    is_level = any(other.wins == row.wins for other in cross_table.rows if other is not row)
    return notes(
        say,
        say("group.wins", count=row.wins),
        say("group.running", count=row.running) if row.running else "",
        _margin(say, row.margin) if is_level and not row.running else "",
        say("group.left") if row.member.left_at is not None else "",
    )


def _margin(say: Say, points: int) -> str:
    return say("group.ahead" if points > 0 else "group.behind", points=abs(points)) if points else ""


def _leave_text(say: Say, running: int) -> str:
    """The question before leaving a group in which so many games still run."""
    return say("group.leave", count=running) if running else say("group.leave.none")


def _group_alt(say: Say, cross_table: CrossTable) -> str:
    """The whole cross table, row by row."""
    say = say.in_words
    return sentences(
        say, say("alt.group"), *(_row_alt(say, number, cross_table) for number in range(len(cross_table.rows)))
    )


def _row_alt(say: Say, number: int, cross_table: CrossTable) -> str:
    row = cross_table.rows[number]
    told = [say("alt.group.wins", count=row.wins)] if row.place is not None else [say("alt.group.void")]
    for how in ("won", "lost", "running"):
        numbers = [
            say("alt.group.by_time" if cell.why == "time" else "alt.group.number", number=place)
            for place, other in enumerate(cross_table.rows, 1)
            if other is not row and (cell := row.cells[other.member.number]).how == how
        ]
        if numbers:
            told.append(say(f"alt.group.{how}", numbers=listed(say, numbers)))
    return say("alt.group.row", number=number + 1, told=enumerated(say, told))
