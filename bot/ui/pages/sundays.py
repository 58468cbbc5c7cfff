"""Sunday quilts: who has played, and the wall (decision 0069)."""

import render
from bot.matches.sundays import LEVEL, SundayWall
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Button, Image, Page, button
from bot.ui.kit.pictures import drawing
from bot.ui.kit.texts import Say, when
from bot.ui.words.daily import SHOWN
from bot.ui.words.names import rival_name
from bot.ui.words.sundays import wall_alt, wall_lines, who_has_played
from game.squares import SIZE

PAGE = "sunday"


def open_sunday_page(say: Say, wall: SundayWall) -> Page:
    """The public message of a week that goes on: who has played, without points."""
    here = CustomId(wall.row.number, 0, PAGE)
    what = say("sunday.open.what", rival=rival_name(say, LEVEL), time=when(wall.row.ends_at))
    ways = (button(say, here, "playsunday", style="forward"), *_back(say, wall))
    return Page((who_has_played(say, wall), what), rows=(ways,))


def sunday_wall_page(say: Say, wall: SundayWall) -> Page:
    """All quilts of a week that is over, beside them in words by how many points each was ahead."""
    quilts = tuple(match.position.player(1).quilt for match in wall.matches[:SHOWN])
    picture = Image(drawing(render.draw_wall, quilts, side=SIZE), wall_alt(say, wall))
    title = say("sunday.wall", number=wall.row.number, count=len(wall.matches), rival=rival_name(say, LEVEL))
    ways = _back(say, wall)
    lines = "\n".join(wall_lines(say, wall))
    return Page((title,), None if say.text_only else picture, (lines,), (ways,) if ways else ())


def _back(say: Say, wall: SundayWall) -> tuple[Button, ...]:
    """The way to the wall before, if there is one."""
    return () if wall.is_first else (button(say, CustomId(wall.row.number, 0, PAGE), "wallbefore"),)
