"""The lesson: six pages with pictures, some with a toy table. What was pressed on one is in the ids of its page."""

from __future__ import annotations

import render
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Button, Image, Page, People, Row, button
from bot.ui.kit.pictures import drawing
from bot.ui.kit.texts import Say
from bot.ui.words.emoji import look, token
from bot.ui.words.lessons import count_alt, goal_alt, leather_alt, toy_alt, turn_alt, turn_text
from bot.ui.words.toys import ADVANCING, END, SEVEN, TOYS, YOU, Toy

PAGES = 6

Place = tuple[int, str]
"""The number of a page, from 1, and what was pressed on its toy table, or nothing."""


def press(page: str, control: str) -> Place:
    """Where a control leads to from a page of the lesson, as ids name it; one that nobody knows leads to the start."""
    number, choice = _read(page)
    if control == "next":
        return min(number + 1, PAGES), ""
    if control == "back":
        return max(number - 1, 1), ""
    if control == "again":
        return number, ""
    return number, control if number in TOYS and control in TOYS[number].choices else choice


def learn_page(say: Say, place: Place = (1, "")) -> Page:
    """One page of the lesson."""
    number, choice = place
    here = CustomId(0, 0, ".".join(filter(None, ("learn", str(number), choice))))
    title = say("learn.title", title=say(f"learn.{number}.title"), number=number, last=PAGES)
    toy = TOYS.get(number)
    if toy and choice:
        text = turn_text(say, toy.turn(choice))
    else:
        text = say(f"learn.{number}", token=token(say, YOU), other=token(say, 3 - YOU))
    rows: list[Row] = _toy_rows(say, here, toy, choice) if toy else []
    return Page((f"{title}\n{text}",), _picture(say, number, choice), rows=(*rows, *_ways(say, here, number)))


def _read(page: str) -> Place:
    _, number, choice, *_ = (*page.split("."), "", "")
    if number not in map(str, range(1, PAGES + 1)):
        return 1, ""
    toy = TOYS.get(int(number))
    return int(number), choice if toy and choice in toy.choices else ""


def _picture(say: Say, number: int, choice: str) -> Image:
    if number == 1:
        return Image(drawing(render.draw_goal, END), goal_alt(say), "lesson.png")
    if number == 5:
        return Image(drawing(render.draw_leather, SEVEN), leather_alt(say), "lesson.png")
    if number == PAGES:
        return Image(drawing(render.draw_count, END), count_alt(say), "lesson.png")
    toy = TOYS[number]
    if choice:
        turn = toy.turn(choice)
        drawn = drawing(render.draw_turn, turn.after, before=turn.before, new=turn.new)
        return Image(drawn, turn_alt(say, turn), "lesson.png")
    draw = render.draw_choice if "1" in toy.choices else render.draw_turn
    return Image(drawing(draw, toy.position), toy_alt(say, toy), "lesson.png")


def _toy_rows(say: Say, here: CustomId, toy: Toy, choice: str) -> list[Row]:
    """What may be tried on a toy table; after that, to put everything back."""
    if choice:
        return [(button(say, here, "again"),)]
    position = toy.position
    spaces = position.advance_target - position.player(position.turn).space
    return [
        tuple(
            Button(say("button.advance", count=spaces), here.press(name), emoji=say.emoji["button"])
            if name == ADVANCING
            else Button(name, here.press(name), emoji=look(say, position.offers[int(name) - 1]))
            for name in toy.choices
        )
    ]


def _ways(say: Say, here: CustomId, number: int) -> list[Row]:
    """On and back; from the last page into a game, from the first one to the help."""
    if number == PAGES:
        friend = People(say("select.friend"), here.press("friend"))
        ways = (button(say, here, "back"), button(say, here, "help"))
        first = (button(say, here, "pin", style="forward"), button(say, here, "intern"))
        return [first, friend, ways]
    return [(button(say, here, "back" if number > 1 else "help"), button(say, here, "onward", "next", "forward"))]
