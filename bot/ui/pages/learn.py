"""The lesson: seven pages with pictures, some with a toy table. What was pressed on one is in the ids of its page.

Why: decision 0027.
"""

from dataclasses import dataclass, replace

import render
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Button, Image, Page, People, Row, button
from bot.ui.kit.pictures import drawing
from bot.ui.kit.texts import Say
from bot.ui.pages.ghost import Panel
from bot.ui.pages.ghost import press as move
from bot.ui.pages.panel import ARROWS, moved_notes
from bot.ui.words.lesson_tables import ADVANCING, END, GHOST, PLACED, PLACING, QUILT, SEVEN, TOYS, YOU, Toy
from bot.ui.words.lessons import (
    count_alt,
    goal_alt,
    leather_alt,
    sewn_text,
    toy_alt,
    toy_quilt_alt,
    turn_alt,
    turn_text,
)
from bot.ui.words.names import patch_icon, token
from game import Placement
from game.steering import ways_on
from game.tidy import tidiest

PAGES = 7

SEWN = "sewn"
"""What was pressed on the page on which a patch is placed, once it lies there."""


@dataclass(frozen=True, slots=True)
class Step:
    """A page of the lesson, from 1; what was pressed on its toy table, or nothing; where the patch to place lies, and
    whether an arrow had to move it aside.
    """

    number: int = 1
    choice: str = ""
    ghost: Placement = GHOST
    went_aside: bool = False


START = Step()
_SPOTS = tidiest(QUILT, GHOST.patch)
"""Everywhere where the patch may lie."""


def press(here: CustomId, control: str) -> Step:
    """Find where a control leads to from a page of the lesson; from one that nobody knows, it leads to the start."""
    step = _read(here)
    match control:
        case "next":
            return Step(min(step.number + 1, PAGES))
        case "back":
            return Step(max(step.number - 1, 1))
        case "again":
            return Step(step.number)
    if step.number == PLACING:
        return _placed(step, control)
    return replace(step, choice=control) if control in _choices(step.number) else step


def learn_page(say: Say, step: Step = START) -> Page:
    """One page of the lesson."""
    number, choice = step.number, step.choice
    shown = str(step.ghost) if number == PLACING else ""
    here = CustomId(0, 0, ".".join(filter(None, ("learn", str(number), choice))), shown=shown)
    title = say("learn.title", title=say(f"learn.{number}.title"), number=number, last=PAGES)
    toy = TOYS.get(number)
    if toy and choice:
        text = turn_text(say, toy.turn(choice))
    elif choice == SEWN:
        text = sewn_text(say, step.ghost)
    else:
        text = say(f"learn.{number}", token=token(say, YOU), other=token(say, 3 - YOU))
        text = "\n".join((*moved_notes(say, Panel(step.ghost, went_aside=step.went_aside)), text))
    if number == PLACING:
        rows = _placing_rows(say, here, step)
    else:
        rows = [*(_toy_rows(say, here, toy, choice) if toy else ()), *_ways(say, here, number)]
    return Page((f"{title}\n{text}",), _picture(say, step), rows=tuple(rows))


def _read(here: CustomId) -> Step:
    """Read the step that an id names."""
    _, number, choice, *_ = (*here.page.split("."), "", "")
    if number not in map(str, range(1, PAGES + 1)):
        return START
    ghost = next((one for one in _SPOTS if str(one) == here.shown), GHOST)
    return Step(int(number), choice if choice in _choices(int(number)) else "", ghost)


def _choices(number: int) -> tuple[str, ...]:
    """List what can have been pressed on a page."""
    return TOYS[number].choices if number in TOYS else (SEWN,) * (number == PLACING)


def _placed(step: Step, control: str) -> Step:
    """The step of the placing page, after one more press."""
    if control == "sew":
        return replace(step, choice=SEWN)
    if step.choice:
        return step
    panel = move(QUILT, Panel(step.ghost), control)
    return replace(step, ghost=panel.ghost, went_aside=panel.went_aside)


def _placing_rows(say: Say, here: CustomId, step: Step) -> list[Row]:
    """List what moves the patch about, and sews it on; after that, to put it back; and the way on and back, for which
    there would be no room in a row of its own.
    """
    onward = _onward(say, here, PLACING)
    if step.choice:
        return [(button(say, here, "again"),), onward]
    ways = ways_on(QUILT.fits, step.ghost)
    arrows = (Button(sign, here.press(way), way in ways) for way, sign in ARROWS.items())
    sewing = (button(say, here, "flip"), button(say, here, "sew", style="yes"))
    return [(*arrows, button(say, here, "turn")), (*sewing, *onward)]


def _picture(say: Say, step: Step) -> Image:
    number, choice = step.number, step.choice
    if number == PLACING:
        return _placing_picture(say, step)
    if number == 1:
        return Image(drawing(render.draw_goal, END), goal_alt(say), "lesson.png")
    if number == 6:
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


def _placing_picture(say: Say, step: Step) -> Image:
    after = PLACED.play(step.ghost).position
    if step.choice:
        sewn = after.player(YOU).quilt
        drawn = drawing(render.draw_quilt, sewn, seat=YOU, new=(step.ghost,), beside=after)
        return Image(drawn, toy_quilt_alt(say, sewn), "lesson.png")
    drawn = drawing(render.draw_quilt, QUILT, seat=YOU, ghost=step.ghost, beside=after)
    return Image(drawn, toy_quilt_alt(say, QUILT, step.ghost), "lesson.png")


def _toy_rows(say: Say, here: CustomId, toy: Toy, choice: str) -> list[Row]:
    """List what may be tried on a toy table; after that, to put everything back."""
    if choice:
        return [(button(say, here, "again"),)]
    position = toy.position
    return [
        tuple(
            Button(say("button.advance", count=position.advance_spaces), here.press(name), emoji=say.emoji["button"])
            if name == ADVANCING
            else Button(name, here.press(name), emoji=patch_icon(say, position.offers[int(name) - 1]))
            for name in toy.choices
        )
    ]


def _ways(say: Say, here: CustomId, number: int) -> list[Row]:
    """On and back; from the last page into a game, from the first one to the help."""
    if number == PAGES:
        friend = People(say("select.friend"), here.press("friend"))
        ways = (button(say, here, "back"), button(say, here, "help"))
        first = (button(say, here, "pompom", style="forward"), button(say, here, "intern"))
        return [first, friend, ways]
    return [_onward(say, here, number)]


def _onward(say: Say, here: CustomId, number: int) -> tuple[Button, ...]:
    return button(say, here, "back" if number > 1 else "help"), button(say, here, "onward", "next", "forward")
