"""Sunday quilts: what is to be done, who has played, and the wall (decision 0069)."""

from collections.abc import Iterator

import render
from bot.matches.match import Match
from bot.matches.sundays import LEVEL, SundayWall
from bot.store.sundays import SundayRow
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Button, Image, Page, button
from bot.ui.kit.pictures import drawing
from bot.ui.kit.texts import Say, when
from bot.ui.pages.daily import SHOWN, named, wall_alt
from bot.ui.pages.way_home import way_home
from bot.ui.words.names import rival_name, signed, user_name
from game.squares import SIZE
from render.daily import MOST

PAGE = "sunday"

GIVEN_UP = "–"
"""The tag of a quilt whose game was given up."""


def ask_page(say: Say) -> Page:
    """Say what a Sunday quilt is, before anybody begins it."""
    begin = button(say, CustomId(0, 0, PAGE), "beginsunday", "playsunday", style="forward")
    return Page((say("sunday.ask", rival=rival_name(say, LEVEL)),), rows=((begin, way_home(say)),))


def beginning(say: Say, row: SundayRow) -> str:
    """Say what a Sunday quilt is, and until when it can be played."""
    return say("sunday.begin", number=row.number, rival=rival_name(say, LEVEL), time=when(row.ends_at))


def open_sunday_page(say: Say, wall: SundayWall) -> Page:
    """The public message of a week that goes on: who has played, in the order in which they were done."""
    done = sorted(wall.matches, key=lambda match: (match.ended_at or 0, match.id))
    users = named(say, [match.person_at(1) for match in done])
    who = say("sunday.open", number=wall.row.number, count=len(done), users=users)
    what = say("sunday.open.what", rival=rival_name(say, LEVEL), time=when(wall.row.ends_at))
    here = CustomId(wall.row.number, 0, PAGE)
    return Page((who, what), rows=((button(say, here, "playsunday", style="forward"), *_back(say, wall)),))


def sunday_wall_page(say: Say, wall: SundayWall, user: int = 0) -> Page:
    """The best quilts of a week that is over, a viewer's own marked, and in words by how many points each was ahead."""
    hung = wall.matches[:MOST]
    quilts = tuple(match.position.player(1).quilt for match in hung)
    tags = tuple(map(_tag, hung))
    drawn = drawing(
        render.draw_wall,
        quilts,
        side=SIZE,
        tags=tags,
        best=0 if tags[:1] == (GIVEN_UP,) else tags.count(tags[0]),
        own=next((place for place, match in enumerate(hung) if match.person_at(1) == user), None),
        title=f"#{wall.row.number}",
    )
    alt = wall_alt(say, [SIZE * SIZE - quilt.empty for quilt in quilts])
    picture = None if say.text_only else Image(drawn, alt)
    title = say("sunday.wall", number=wall.row.number, count=len(wall.matches), rival=rival_name(say, LEVEL))
    ways = _back(say, wall)
    return Page((title,), picture, ("\n".join(_wall_lines(say, wall)),), (ways,) if ways else ())


def _tag(match: Match) -> str:
    """By how many points a game was won, or lost."""
    if match.outcome and match.outcome.termination == "resigned":
        return GIVEN_UP
    mine, theirs = (match.position.score(seat).total for seat in (1, 2))
    return ("+" if mine > theirs else "") + signed(mine - theirs)


def _back(say: Say, wall: SundayWall) -> tuple[Button, ...]:
    return () if wall.is_first else (button(say, CustomId(wall.row.number, 0, PAGE), "wallbefore"),)


def _wall_lines(say: Say, wall: SundayWall) -> Iterator[str]:
    for match in wall.matches[:SHOWN]:
        mine, theirs = (match.position.score(seat).total for seat in (1, 2))
        values = {"user": user_name(say, match.person_at(1)), "points": signed(mine), "others": signed(theirs)}
        how = "ahead" if mine > theirs else "behind" if mine < theirs else "level"
        if match.outcome and match.outcome.termination == "resigned":
            how = "resigned"
        yield say(f"sunday.wall.{how}", count=abs(mine - theirs), **values)
    if len(wall.matches) > SHOWN:
        yield say("daily.more_quilts", count=len(wall.matches) - SHOWN)
