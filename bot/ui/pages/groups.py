"""A group as a page: who is in it while it is open, and then how all stand, as a cross table and in words."""

from collections.abc import Mapping, Sequence

import render
from bot.matches.group_course import CrossTable
from bot.matches.round_robin import Cell, Standing
from bot.store.groups import GroupRow
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Button, Image, Page, button
from bot.ui.kit.pictures import drawing
from bot.ui.kit.texts import Say, enumerated, listed, notes, sentences, when
from bot.ui.pages.challenges import pace_sentence
from bot.ui.words.names import user_name
from bot.ui.words.options import USUAL_TRACK, length_text


def group_page(say: Say, cross_table: CrossTable, user: int = 0, names: Mapping[int, str] | None = None) -> Page:
    """A group as it is now, for everybody; or in private for a user who is in it. Its picture shows ``names`` as
    `legible` gives them, by user.
    """
    if cross_table.group.stage == "open":
        return _open_page(say, cross_table, user)
    return _cross_table_page(say, cross_table, names or {})


def _open_page(say: Say, cross_table: CrossTable, user: int) -> Page:
    group, here = cross_table.group, _here(cross_table.group)
    asks = sentences(
        say,
        say("group.open", length=length_text(say, group.days)),
        pace_sentence(say, group.pace),
        say("challenge.track", track=say(f"track.{group.track}")) if group.track != USUAL_TRACK else "",
        say("group.thread") if group.place == "thread" else "",
        say("group.begins", time=when(group.until)),
    )
    names = {member.user_id: user_name(say, member.user_id) for member in cross_table.members}
    for absent, until in cross_table.away.items():
        names[absent] = say("group.away", user=names[absent], date=when(until, "D"))
    users = enumerated(say, names.values())
    there = say("group.here", here=len(names), size=group.size, users=users) if names else say("group.empty")
    ways = _ways_out(say, cross_table, user) if user else (button(say, here, "groupjoin", style="yes"),)
    above = say("group.title.open", size=group.size), asks, there
    return Page(above, rows=((*ways, button(say, here, "groupcounts")),))


def open_group_page(say: Say, text: str, cross_table: CrossTable, user: int, *, moderates: bool = False) -> Page:
    """Tell somebody about a group, with the ways out of it that they have while it is open."""
    ways = _ways_out(say, cross_table, user, moderates)
    return Page((text,), rows=(ways,) if ways else ())


def _ways_out(say: Say, cross_table: CrossTable, user: int, moderates: bool = False) -> tuple[Button, ...]:
    group, here = cross_table.group, _here(cross_table.group)
    leave = (button(say, here, "groupleave"),) if cross_table.has(user) else ()
    off = (button(say, here, "groupoff", style="danger"),) if moderates or group.opener == user else ()
    return (*leave, *off) if group.stage == "open" else ()


def _cross_table_page(say: Say, cross_table: CrossTable, names: Mapping[int, str]) -> Page:
    group, here = cross_table.group, _here(cross_table.group)
    drawn = tuple(_drawn(row, cross_table.rows, names.get(row.member.user_id, "")) for row in cross_table.rows)
    alts = (_row_alt(say.in_words, number, row, cross_table.rows) for number, row in enumerate(cross_table.rows, 1))
    picture = Image(drawing(render.draw_cross_table, drawn), sentences(say, say.in_words("alt.group"), *alts))
    way = "groupmeet" if group.stage == "over" else "groupleave"
    rows = ((button(say, here, way), button(say, here, "groupcounts")),)
    lines = (_line(say, number, row, cross_table) for number, row in enumerate(cross_table.rows, 1))
    above = notes(say, say("group.title", size=group.size), _end_line(say, cross_table))
    return Page((above,), picture, ("\n".join(f"-# {line}" for line in lines),), rows)


def leave_page(say: Say, group: GroupRow, running: int) -> Page:
    """The question before leaving a group in which somebody still plays so many games."""
    question = say("group.leave", count=running) if running else say("group.leave.none")
    return Page((question,), rows=((button(say, _here(group), "groupquit", style="danger"),),))


def _drawn(row: Standing, rows: Sequence[Standing], name: str) -> render.Contestant:
    """A row of the cross table."""
    cells = (row.cells.get(other.member.number) for other in rows)
    games = tuple(render.Game(cell.how, cell.lead, cell.why == "time") if cell else None for cell in cells)
    wins, leads = None if row.place is None else row.wins, row.place == 1 and row.wins > 0
    return render.Contestant(name, row.member.number, wins, leads, games)


def _here(group: GroupRow) -> CustomId:
    return CustomId(group.id, 0, "group")


def _end_line(say: Say, cross_table: CrossTable) -> str:
    if cross_table.group.stage != "over":
        return say("group.until", time=when(cross_table.group.until))
    users = [user_name(say, user) for user in cross_table.winners]
    if len(users) == 1:
        return say("group.won", user=users[0])
    return say("group.shared", users=listed(say, users)) if users else say("group.nobody")


def _line(say: Say, number: int, row: Standing, cross_table: CrossTable) -> str:
    standing = say("group.void")
    if row.place is not None:
        is_level = any(other.wins == row.wins for other in cross_table.rows if other is not row)
        margin = say("group.ahead" if row.margin > 0 else "group.behind", points=abs(row.margin)) if row.margin else ""
        standing = notes(
            say,
            say("group.wins", count=row.wins),
            say("group.running", count=row.running) if row.running else "",
            margin if is_level and not row.running else "",
            say("group.left") if row.member.left_at is not None else "",
        )
    return say("group.line", number=number, user=user_name(say, row.member.user_id), standing=standing)


def _game_alt(say: Say, number: int, cell: Cell) -> str:
    if cell.lead:
        return say("alt.group.by_points", number=number, points=abs(cell.lead))
    return say("alt.group.by_time" if cell.why == "time" else "alt.group.number", number=number)


def _row_alt(say: Say, number: int, row: Standing, rows: Sequence[Standing]) -> str:
    told = [say("alt.group.wins", count=row.wins) if row.place is not None else say("alt.group.void")]
    for how in ("won", "lost", "running"):
        numbers = [
            _game_alt(say, place, cell)
            for place, other in enumerate(rows, 1)
            if other is not row and (cell := row.cells[other.member.number]).how == how
        ]
        if numbers:
            told.append(say(f"alt.group.{how}", numbers=listed(say, numbers)))
    return say("alt.group.row", number=number, told=enumerated(say, told))
