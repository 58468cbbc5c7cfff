"""The daily quilt: the panel in which it is sewn, what came of it, and the wall of a server (decision 0069)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

import render
from bot.matches.daily import After, Sewing
from bot.matches.walls import Wall
from bot.store.daily import Sewn
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Button, Image, Page, Row, button
from bot.ui.kit.pictures import drawing
from bot.ui.kit.texts import Say, listed, sentences, when
from bot.ui.pages.ghost import Panel, candidates, open_panel
from bot.ui.pages.panel import other_places_select, panel_rows, place_notes, places_told
from bot.ui.pages.way_home import way_home
from bot.ui.words.accessible import free_squares, shape
from bot.ui.words.alt import ghost_sentence, place_sentence
from bot.ui.words.names import patch_name, patch_subject, user_name
from daily import PATCHES_A_DAY, SIDE, SQUARES, Attempt
from game import Placement
from render.daily import MOST

PAGE, SEWN, WALL = "sewing", "sewn", "wall"
"""What the pages are called in ids: of a quilt that is being sewn, one that is finished, and public ones."""

SHOWN = 24
"""How many people a wall names."""


def daily_page(say: Say, sewing: Sewing, panel: Panel | None = None) -> Page:
    """The panel for the patch of now; by default with the patch at its tidiest place."""
    attempt, quilt = sewing.attempt, sewing.attempt.quilt
    assert attempt.patch
    panel = panel or open_panel(quilt, attempt.patch)
    assert panel, "a patch that fits nowhere is left out"
    numbered = candidates(quilt, panel)
    here = CustomId(sewing.number, sewing.revision, f"{PAGE}.{panel.page}", shown=str(panel.ghost))
    other = button(say, here, "undo_last", "undo") if attempt.undoable else way_home(say)
    leave = button(say, here, "leave"), other
    rows = [*panel_rows(say, quilt, panel, here, leave=leave)]
    if say.text_only:
        rows += other_places_select(say, quilt, panel, here)
    above, below = (_heading(say, sewing),), _texts(say, attempt, panel)
    controls: tuple[Row, ...] = tuple(filter(None, rows))
    if say.text_only:
        told = (*below, *places_told(say, panel, numbered))
        return Page(above, None, told, controls, last=(_quilt_sentence(say, attempt),))
    shown = drawing(
        render.draw_daily,
        quilt,
        ghost=panel.ghost,
        candidates=numbered,
        square=panel.square,
        following=tuple(patch.id for patch in attempt.following),
    )
    return Page(above, Image(shown, _daily_alt(say.in_words, attempt, panel.ghost, numbered)), below, controls)


def _heading(say: Say, sewing: Sewing) -> str:
    attempt = sewing.attempt
    if not attempt.laid:
        return say("daily.begin", number=sewing.number, par=sewing.par)
    values = {"patch": len(attempt.laid) + 1, "last": PATCHES_A_DAY, "covered": attempt.covered}
    return say("daily.heading", number=sewing.number, par=sewing.par, squares=SQUARES, **values)


def _texts(say: Say, attempt: Attempt, panel: Panel) -> tuple[str, ...]:
    if panel.kind in ("column", "row"):
        return (say(f"panel.{panel.kind}", column=panel.place),)
    # Once no patch fits any more, nothing can be taken back.
    ends = attempt.following and attempt.place(panel.ghost).is_finished
    notes = (_left_out(say, attempt), *place_notes(say, attempt.quilt, panel), say("daily.ends") if ends else "")
    return ("\n".join(filter(None, (*notes, _patch_line(say, attempt)))),)


def _left_out(say: Say, attempt: Attempt) -> str:
    forced = list[str]()
    for place in reversed(range(len(attempt.laid))):
        if not attempt.is_forced(place):
            break
        forced.insert(0, patch_subject(say, attempt.puzzle.patches[place]))
    return say("daily.forced", count=len(forced), patches=listed(say, forced)) if forced else ""


def _patch_line(say: Say, attempt: Attempt) -> str:
    assert attempt.patch
    number = len(attempt.laid) + 1
    if not say.text_only:
        now = say("daily.patch", number=number, patch=patch_name(say, attempt.patch))
        return now if attempt.following else sentences(say, now, say("daily.last"))  # the picture shows the next ones
    patches = enumerate((attempt.patch, *attempt.following), number)
    shapes = ((at, patch_subject(say, patch), shape(say, patch.orientations[0])) for at, patch in patches)
    return sentences(say, *(say("daily.shape", number=at, subject=name, shape=told) for at, name, told in shapes))


def _following(say: Say, attempt: Attempt) -> str:
    names = [patch_subject(say, patch) for patch in attempt.following]
    return say("daily.following", count=len(names), patches=listed(say, names)) if names else say("daily.last")


def _daily_alt(say: Say, attempt: Attempt, ghost: Placement, numbered: Sequence[Placement]) -> str:
    places = (place_sentence(say, number, place) for number, place in enumerate(numbered, 1))
    return sentences(say, ghost_sentence(say, ghost), *places, _quilt_sentence(say, attempt), _following(say, attempt))


def _quilt_sentence(say: Say, attempt: Attempt) -> str:
    covered = say("daily.covered", count=attempt.covered, squares=SQUARES)
    return sentences(say, covered, free_squares(say, attempt.quilt, SIDE))


def sewn_page(say: Say, sewing: Sewing, sewn: Sewn, after: After) -> Page:
    """Show what came of a quilt, and what leads on from there."""
    here = CustomId(sewing.number, sewing.revision, SEWN)
    what = sentences(say, _left_out(say, sewing.attempt), _outcome(say, sewing))
    goes_up = say("daily.goes_up", time=when(after.goes_up)) if after.goes_up else ""
    below = (what, sentences(say, *_counted(say, sewn), goes_up), f"`{result_line(say, sewing)}`")
    wall = (button(say, here, "lastwall"),) if after.has_wall else ()
    first = (button(say, here, "showdaily", style="forward"), *wall, button(say, here, "dailygame"), way_home(say))
    others = tuple(
        Button(say(f"daily.other.{ago}"), CustomId(number, 0, SEWN, "otherday")) for number, ago in after.open_days
    )
    rows = tuple(filter(None, (first, others)))
    title = (say("daily.title", number=sewing.number),)
    if say.text_only:
        return Page(title, None, below, rows, last=(_quilt_sentence(say, sewing.attempt),))
    return Page(title, _own(say, sewing), below, rows)


def _outcome(say: Say, sewing: Sewing) -> str:
    covered, over = sewing.attempt.covered, sewing.attempt.covered - sewing.par
    reached = "late" if sewing.is_late else "above" if over > 0 else "at"
    how = "full" if covered == SQUARES else reached if over >= 0 else "below"
    return say(f"daily.outcome.{how}", count=over, covered=covered, squares=SQUARES, par=sewing.par)


def _counted(say: Say, sewn: Sewn) -> Iterator[str]:
    if sewn.altogether == 1:
        yield say("daily.first")
        return
    yield say("daily.sewn", count=sewn.altogether)
    if sewn.lately < sewn.altogether:
        yield say("daily.month", count=sewn.lately)
    if sewn.at_par:
        yield say("daily.at_par", count=sewn.at_par)
    if sewn.full:
        yield say("daily.full", count=sewn.full)


def shown_page(say: Say, sewing: Sewing) -> Page:
    """Somebody's own quilt for everybody, hidden as a spoiler, and so from the alt text; and one plain line."""
    alt = say.in_words("daily.alt.hidden", number=sewing.number)
    return Page((result_line(say, sewing),), replace(_own(say, sewing), alt=alt, spoiler=True))


def result_line(say: Say, sewing: Sewing) -> str:
    """One plain line to share. Another scheme than the first one says which it is: its quilts are others."""
    values = {"number": sewing.number, "covered": sewing.attempt.covered, "squares": SQUARES, "par": sewing.par}
    if sewing.attempt.puzzle.scheme == 1:
        return say("daily.line", **values)
    return say("daily.line.scheme", scheme=sewing.attempt.puzzle.scheme, **values)


def _own(say: Say, sewing: Sewing) -> Image:
    covered = sewing.attempt.covered
    looks = {"tags": (str(covered),), "best": int(covered >= sewing.par), "title": f"#{sewing.number}"}
    drawn = drawing(render.draw_wall, (sewing.attempt.quilt,), **looks)
    return Image(drawn, _quilt_sentence(say.in_words, sewing.attempt))


def open_page(say: Say, wall: Wall) -> Page:
    """The public message of a day that goes on: who has sewn, without numbers."""
    here = CustomId(wall.row.number, 0, WALL)
    before = () if wall.is_first else (button(say, here, "wallbefore"),)
    ways = (button(say, here, "sewdaily", style="forward"), *before)
    done = sorted(wall.quilts, key=lambda one: (one.at, one.user))  # the order of the wall would tell who is ahead
    users = named(say, [one.user for one in done])
    who = say("daily.open", number=wall.row.number, count=len(done), users=users)
    return Page((who, say("daily.open.what", time=when(wall.row.ends_at))), rows=(ways,))


def named(say: Say, users: Sequence[int]) -> str:
    """The first of some people by name, and how many more there are."""
    more = [say("daily.more_people", count=len(users) - SHOWN)] if len(users) > SHOWN else []
    return listed(say, [*(user_name(say, user) for user in users[:SHOWN]), *more])


def wall_page(say: Say, wall: Wall, user: int = 0) -> Page:
    """The best quilts of a day that is over, a viewer's own marked, and in words whose all are, most covered first."""
    here = CustomId(wall.row.number, 0, WALL)
    before = () if wall.is_first else ("wallbefore",)
    ways = tuple(button(say, here, name) for name in ("owndaily", *before, "dailygame"))
    title = say("daily.wall", number=wall.row.number, count=len(wall.quilts))
    hung = wall.quilts[:MOST]
    covered = [one.attempt.covered for one in hung]
    drawn = drawing(
        render.draw_wall,
        tuple(one.attempt.quilt for one in hung),
        tags=tuple(map(str, covered)),
        best=covered.count(covered[0]) if covered else 0,
        own=next((place for place, one in enumerate(hung) if one.user == user), None),
        title=f"#{wall.row.number}",
    )
    picture = None if say.text_only else Image(drawn, wall_alt(say, covered))
    return Page((title,), picture, ("\n".join(_wall_lines(say, wall)),), (ways,))


def wall_alt(say: Say, covered: Sequence[int]) -> str:
    """Say how many squares are covered on each quilt of a wall."""
    return say.in_words("daily.wall.alt", count=len(covered), covered=listed(say.in_words, map(str, covered)))


def _wall_lines(say: Say, wall: Wall) -> Iterator[str]:
    for covered, some in groupby(wall.quilts[:SHOWN], key=lambda one: one.attempt.covered):
        users = listed(say, [user_name(say, one.user) for one in some])
        name = "daily.wall.full" if covered == SQUARES else "daily.wall.line"
        yield say(name, count=covered, covered=covered, users=users)
    if len(wall.quilts) > SHOWN:
        yield say("daily.more_quilts", count=len(wall.quilts) - SHOWN)
    at_par = sum(one.attempt.covered >= wall.par for one in wall.quilts)
    yield say("daily.wall.par", count=at_par, par=wall.par) if at_par else say("daily.wall.no_par", par=wall.par)
