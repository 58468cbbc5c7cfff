"""The lesson: seven pages with pictures, some with a toy table. Their ids say what was pressed (decision 0027)."""

from dataclasses import dataclass, replace

import render
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Button, Image, Page, People, Row, button
from bot.ui.kit.pictures import drawing
from bot.ui.kit.texts import Say, sentences
from bot.ui.pages.ghost import Panel
from bot.ui.pages.ghost import press as move
from bot.ui.pages.panel import ARROWS, moved_notes
from bot.ui.pages.way_home import way_home
from bot.ui.words.accessible import offers
from bot.ui.words.alt import ghost_sentence, quilt_sentence
from bot.ui.words.lesson_tables import ADVANCING, END, GHOST, PLACED, PLACING, QUILT, SEVEN, TOYS, YOU, Toy, Turn
from bot.ui.words.names import patch_icon, patch_object, signed, token
from game import LEATHER, Placement, Position, other
from game.facts import Income
from game.squares import INCOME, next_mark
from game.steering import ways_on
from game.tidy import is_snug, newly_shut_in, tidiest

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
    _, name, choice, *_ = (*here.page.split("."), "", "")
    step = START
    if name in map(str, range(1, PAGES + 1)):
        ghost = next((one for one in _SPOTS if str(one) == here.shown), GHOST)
        step = Step(int(name), choice if choice in _choices(int(name)) else "", ghost)
    match control:
        case "next":
            return Step(min(step.number + 1, PAGES))
        case "back":
            return Step(max(step.number - 1, 1))
        case "again":
            return Step(step.number)
    if step.number != PLACING:
        return replace(step, choice=control) if control in _choices(step.number) else step
    if control == "sew":
        return replace(step, choice=SEWN)
    if step.choice:
        return step
    panel = move(QUILT, Panel(step.ghost), control)
    return replace(step, ghost=panel.ghost, went_aside=panel.went_aside)


def learn_page(say: Say, step: Step = START) -> Page:
    """One page of the lesson."""
    number, choice = step.number, step.choice
    shown = str(step.ghost) if number == PLACING else ""
    here = CustomId(0, 0, ".".join(filter(None, ("learn", str(number), choice))), shown=shown)
    title = say("learn.title", title=say(f"learn.{number}.title"), number=number, last=PAGES)
    toy = TOYS.get(number)
    if toy and choice:
        text = _turn_text(say, toy.turn(choice))
    elif choice == SEWN:
        holes, is_tidy = newly_shut_in(QUILT, step.ghost), is_snug(QUILT, step.ghost)
        text = say("learn.sewn" if is_tidy else "learn.sewn.open")
        text = say("learn.sewn.holes", count=holes) if holes > 0 else text
    else:
        text = say(f"learn.{number}", token=token(say, YOU), other=token(say, 3 - YOU))
        text = "\n".join((*moved_notes(say, Panel(step.ghost, went_aside=step.went_aside)), text))
    if number == PLACING:
        rows = _placing_rows(say, here, step)
    else:
        rows = [*(_toy_rows(say, here, toy, choice) if toy else ()), *_ways(say, here, number)]
    return Page((f"{title}\n{text}",), _picture(say, step), rows=tuple(rows))


def _choices(number: int) -> tuple[str, ...]:
    return TOYS[number].choices if number in TOYS else (SEWN,) * (number == PLACING)


def _placing_rows(say: Say, here: CustomId, step: Step) -> list[Row]:
    """List what moves the patch, sews it on or puts it back; with the ways on, for whose row there is no room."""
    onward = _onward(say, here, PLACING)
    if step.choice:
        return [(button(say, here, "again"),), onward]
    ways = ways_on(QUILT.fits, step.ghost)
    arrows = (Button(sign, here.press(way), way in ways) for way, sign in ARROWS.items())
    sewing = (button(say, here, "flip"), button(say, here, "sew", style="yes"))
    return [(*arrows, button(say, here, "turn")), (*sewing, *onward)]


def _picture(say: Say, step: Step) -> Image:
    say = say.in_words
    match step.number:
        case 1:
            shown, alt = drawing(render.draw_goal, END), _goal_alt(say)
        case 6:
            (leather,) = (one for one in SEVEN.player(1).quilt.patches if one.patch is LEATHER)
            shown, alt = drawing(render.draw_leather, SEVEN), say("learn.alt.leather", square=str(leather)[1:])
        case _ if step.number == PLACING:
            after = PLACED.play(step.ghost).position
            quilt, ghost = (after.player(YOU).quilt, None) if step.choice else (QUILT, step.ghost)
            looks = {"ghost": ghost} if ghost else {"new": (step.ghost,)}
            shown = drawing(render.draw_quilt, quilt, seat=YOU, **looks, beside=after)
            alt = sentences(say, ghost_sentence(say, ghost) if ghost else "", quilt_sentence(say, quilt, YOU))
        case _ if step.number == PAGES:
            score = END.score(1)
            values = {"buttons": score.buttons, "bonus": score.bonus, "total": score.total}
            shown = drawing(render.draw_count, END)
            alt = say("learn.alt.count", penalty=signed(score.empty), **values)
        case number if step.choice:
            turn = TOYS[number].turn(step.choice)
            shown = drawing(render.draw_turn, turn.after, before=turn.before, new=turn.new)
            alt = _turn_alt(say, turn)
        case number:
            draw = render.draw_choice if "1" in TOYS[number].choices else render.draw_turn
            shown, alt = drawing(draw, TOYS[number].position), _toy_alt(say, TOYS[number])
    return Image(shown, alt, "lesson.png")


def _toy_rows(say: Say, here: CustomId, toy: Toy, choice: str) -> list[Row]:
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
    if number == PAGES:
        friend = People(say("select.friend"), here.press("friend"))
        ways = (button(say, here, "back"), button(say, here, "help"))
        first = (button(say, here, "pompom", style="forward"), button(say, here, "intern"))
        return [(*first, *ways), friend]
    return [_onward(say, here, number)]


def _onward(say: Say, here: CustomId, number: int) -> tuple[Button, ...]:
    before = (button(say, here, "back"),) if number > 1 else (way_home(say), button(say, here, "help"))
    return *before, button(say, here, "onward", "next", "forward")


def _turn_text(say: Say, turn: Turn) -> str:
    seat = turn.before.turn
    was, has = turn.before.player(seat), turn.after.player(seat)
    spaces = has.space - was.space
    if turn.new:
        patch = turn.new[0].patch
        lines = [say("learn.bought", count=patch.cost, object=patch_object(say, patch))]
    else:
        lines = [say("learn.advanced", count=spaces)]
    paid = sum(fact.buttons for fact in turn.facts if isinstance(fact, Income))
    if paid:
        lines.append(say("learn.paid", count=paid))
    lines.append(say("learn.has", count=has.buttons))
    if turn.new:
        lines.append(say("learn.walked", count=spaces))
    mover = turn.after.turn
    next_one = "learn.again" if mover == seat else "learn.theirs"
    return sentences(say, *lines, say(next_one, token=token(say, other(seat))))


def _goal_alt(say: Say) -> str:
    quilts: list[str] = []
    for seat, player in enumerate(END.players, 1):
        buttons = say("count.buttons", count=player.buttons)
        empty = say("count.empty", count=player.quilt.empty)
        quilts.append(say("learn.alt.quilt", token=say(f"token.{seat}"), buttons=buttons, empty=empty))
    return say("learn.alt.goal", one=quilts[0], two=quilts[1])


def _toy_alt(say: Say, toy: Toy) -> str:
    position = toy.position
    player = position.player(position.turn)
    if "1" in toy.choices:
        first = say("learn.alt.offers", offers=offers(say, position))
    else:
        first = say("learn.alt.income", count=player.income)
    return sentences(
        say, first, say("learn.alt.has", buttons=say("count.buttons", count=player.buttons)), _tape(say, position)
    )


def _turn_alt(say: Say, turn: Turn) -> str:
    seat = turn.before.turn
    was, has = turn.before.player(seat), turn.after.player(seat)
    amounts = [-placement.patch.cost for placement in turn.new] or [has.space - was.space]
    amounts += [fact.buttons for fact in turn.facts if isinstance(fact, Income) and fact.buttons]
    steps = "".join(f" {'−' if amount < 0 else '+'} {abs(amount)}" for amount in amounts)
    sum_ = say("learn.alt.sum", sum=f"{was.buttons}{steps} = {has.buttons}")
    sewn = [say("learn.alt.sewn", object=patch_object(say, placement.patch)) for placement in turn.new]
    way = say("learn.alt.way", start=was.space, end=has.space)
    return sentences(say, *sewn, sum_, way, _tape(say, turn.after))


def _tape(say: Say, position: Position) -> str:
    one, two = (player.space for player in position.players)
    return say("learn.alt.tape", one=one, two=two, income=next_mark(INCOME, min(one, two)))
