"""A quilt that nobody has begun bears the mark of its seat, until its first patch."""

from dataclasses import replace

import render
from game.placements import parse_placement
from game.position import start
from render import table
from render.monogram import SIZE
from render.theme import Theme
from tests.render.seen import box, differ
from tests.render.themes import every_theme

START = start("classic", range(33))


@every_theme
def test_an_empty_quilt_shows_whose_it_is_even_without_colour(theme: Theme) -> None:
    one, two = START.players
    begun = replace(START, players=(replace(one, quilt=one.quilt.sew(parse_placement("24N@A1"))), two))
    middle = (table.CELL * 9 - SIZE) // 2
    marks = [
        render.draw_table(position, theme=theme)
        .crop(box((table.QUILTS[seat][0] + middle, table.QUILTS[seat][1] + middle), SIZE, SIZE))
        .convert("L")
        for position in (START, begun)
        for seat in (1, 2)
    ]
    assert differ(marks[0], marks[1]) > 5
    assert differ(marks[0], marks[2]) > 5
    assert differ(marks[1], marks[3]) == 0
