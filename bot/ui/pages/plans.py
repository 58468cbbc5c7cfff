"""Private pages of a plan: what it says so far, and the panel that shows where a patch would go."""

from collections.abc import Callable, Iterable

import render
from bot.matches.match import Match
from bot.matches.plan import MOST_ENTRIES, Entry, Option, Plan, as_if_to_move, options_of, within_reach
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Button, Image, Page, Row, Select, button
from bot.ui.kit.page import Option as Choice
from bot.ui.kit.pictures import drawing
from bot.ui.kit.texts import BESIDE, NBSP, Say, enumerated, notes, sentences
from bot.ui.pages.ghost import Panel, candidates
from bot.ui.pages.panel import other_places_select, panel_rows, place_notes, places_told
from bot.ui.words.accessible import covered_squares, following, offers
from bot.ui.words.alt import quilt_alt, quilt_sentence
from bot.ui.words.names import TOKEN_COLOURS, area, patch_icon, patch_name, patch_object, player_name
from bot.ui.words.preview import offer_sentences
from game import ADVANCE, LEATHER, PATCHES, Patch, Placement, other
from game.placements import OF_PATCH
from game.squares import LEATHER_SPACES, crossed

PAGE = "plan"
ANY = "any"
"""The choice of a condition that always holds."""

IN_A_ROW = 5
"""As many buttons as Discord puts beside each other."""


def plan_page(
    say: Say, match: Match, user: int, plan: Plan, number: int = 0, note: str = "", *, is_changing: bool = False
) -> Page:
    """A plan so far, and what can be added to it; or, once it is full or somebody ``is_changing`` it, taken out. There
    are at most two rows of buttons: the last ones, *Back* first of all, are left out.

    ``number`` is that of the opponent's option on which the next entry depends, from 1; 0 for none. The ``note``
    says what has just been done.
    """
    seat = _seat(match, user)
    position, here = match.position, CustomId(match.id, match.revision, f"{PAGE}.{number}")
    user_there = player_name(say, match, other(seat))
    has = say("plan.has", count=position.player(seat).buttons)
    title = notes(say, say("plan.title", game=match.id, user=user_there), has)
    above: tuple[str, ...] = (sentences(say, note, title),)
    waits, lines = plan.waits(match, seat) if plan.entries else None, _plan_lines(say, match, seat, plan)
    if plan.entries and not say.text_only:  # in one paragraph: there may be three rows of controls
        above, lines = (), sentences(say, note, say("plan.after", user=user_there, plan=lines))
    below = [lines, *([say(f"plan.waits.{waits}")] if waits else [])]
    picture = None
    if say.text_only:
        told = offers(say, position) if position.leather else offer_sentences(say, match, to_mover=False)
        below += [told, following(say, position)]
    else:
        beside, first = as_if_to_move(position, seat), _first_to_sew(match, seat, plan)
        quilt = position.player(seat).quilt
        drawn = drawing(render.draw_quilt, quilt, seat=seat, ghost=first, beside=beside, is_numbered=True)
        picture = Image(drawn, quilt_alt(say, position, seat, first, beside=beside))
    is_full = len(plan.entries) >= MOST_ENTRIES
    rows: tuple[Row, ...]
    if is_full or (is_changing and plan.entries):
        rows = (Select(say(f"select.unplan{'.full' * is_full}"), here.press("unplan"), tuple(_entries(say, plan))),)
        ways = [button(say, here, "back", "more" if is_full else "home"), button(say, here, "plandrop")]
    else:
        rows = tuple(_conditions(say, match, here, number))
        change = button(say, here, "plandrop" if len(plan.entries) == 1 else "planchange")
        ways = [
            *_takes(say, match, seat, here, number),
            *[change] * bool(plan.entries),
            button(say, here, "back", "more"),
        ]
    ways = [*[button(say, here, "planstill", style="yes")] * bool(waits), *ways]
    rows = (*rows, *filter(None, (tuple(ways[:IN_A_ROW]), tuple(ways[IN_A_ROW : 2 * IN_A_ROW]))))
    return Page(above, picture, tuple(filter(None, below)), rows, TOKEN_COLOURS[seat])


def plan_panel(say: Say, match: Match, user: int, panel: Panel, number: int = 0) -> Page:
    """Show where a patch would be sewn once it is the player's move."""
    seat, position = _seat(match, user), match.position
    quilt, ghost = position.player(seat).quilt, panel.ghost
    numbered = candidates(quilt, panel)
    here = CustomId(match.id, match.revision, f"{PAGE}.{number}.{panel.page}", shown=str(ghost))
    text = _text(say, match, seat, panel, number)
    rows: tuple[Row, ...] = tuple(panel_rows(say, quilt, panel, here, "planit"))
    if say.text_only:
        told = (text, *places_told(say, panel, numbered))
        rows = (*rows, *other_places_select(say, quilt, panel, here))
        free = quilt_sentence(say, quilt, seat)
        return Page((), None, told, tuple(filter(None, rows)), TOKEN_COLOURS[seat], last=(free,))
    beside = as_if_to_move(position, seat)
    shown = drawing(
        render.draw_quilt, quilt, seat=seat, ghost=ghost, candidates=numbered, square=panel.square, beside=beside
    )
    picture = Image(shown, quilt_alt(say, position, seat, ghost, numbered, beside))
    return Page((), picture, (text,), tuple(filter(None, rows)), TOKEN_COLOURS[seat])


def option_of(match: Match, number: int) -> Option:
    """The opponent's option with a number on these pages; none for 0, and for numbers that no page has."""
    options = options_of(match.position)
    return options[number - 1] if 0 < number <= len(options) else ""


def _first_to_sew(match: Match, seat: int, plan: Plan) -> Placement | None:
    """The first placement of a plan for which there is still room."""
    fits = match.position.player(seat).quilt.fits
    moves = (entry.move for entry in plan.entries)
    return next((move for move in moves if isinstance(move, Placement) and fits >> move.number & 1), None)


def _seat(match: Match, user: int) -> int:
    seat = match.seat_of(user)
    assert seat is not None, "only players plan"
    return seat


def _text(say: Say, match: Match, seat: int, panel: Panel, number: int) -> str:
    if panel.kind in ("column", "row"):
        return say(f"panel.{panel.kind}", column=panel.place)
    ghost, position = panel.ghost, match.position
    squares = covered_squares(say, ghost) if say.text_only else area(say, ghost)
    only = _only_if(say, match, seat, option_of(match, number))
    if ghost.patch is LEATHER:
        return sentences(say, say("plan.panel.leather", squares=squares), only)
    step = as_if_to_move(position, seat, position.number_of(ghost.patch) - 1).play(ghost)
    told = sentences(
        say,
        say("plan.panel", object=patch_object(say, ghost.patch), squares=squares, count=ghost.patch.time),
        say("plan.panel.buttons", count=step.position.player(seat).buttons),
        say("plan.panel.sewn"),
        only,
    )
    return "\n".join((*place_notes(say, position.player(seat).quilt, panel), told))


def _plan_lines(say: Say, match: Match, seat: int, plan: Plan) -> str:
    if not plan.entries:
        return say("plan.none", user=player_name(say, match, other(seat)))
    entries = (notes(say, _what(say, entry), _when(say, entry.when, _pictured)) for entry in plan.entries)
    told = (say("plan.line", number=number, entry=entry) for number, entry in enumerate(entries, 1))
    return ("\n" if say.text_only else BESIDE).join(told)


def _only_if(say: Say, match: Match, seat: int, when: Option) -> str:
    if not when:
        return ""
    user = player_name(say, match, other(seat))
    if when == "+":
        return say("plan.only.advance", user=user)
    return say("plan.only.patch", user=user, object=patch_object(say, PATCHES[int(when)]))


def _what(say: Say, entry: Entry) -> str:
    match entry.move:
        case None:
            return say("plan.wait")
        case Placement(patch=patch) as placement if patch is not LEATHER:
            icon, square = patch_icon(say, patch, placement.orientation), area(say, placement)
            return (
                f"{icon}{NBSP}{square}"
                if icon.id
                else say("plan.patch", object=patch_object(say, patch), square=square)
            )
        case Placement() as placement:
            return say("plan.leather", square=area(say, placement))
        case _:
            return say("plan.advance")


def _when(say: Say, when: Option, named: Callable[[Say, Patch], str]) -> str:
    if not when:
        return ""
    if when == "+":
        return say("plan.if.advance")
    return say("plan.if.takes", object=named(say, PATCHES[int(when)]))


def _pictured(say: Say, patch: Patch) -> str:
    icon = patch_icon(say, patch)
    return f"{icon}" if icon.id else patch_object(say, patch)


def _takes(say: Say, match: Match, seat: int, here: CustomId, number: int) -> Iterable[Button]:
    position, player = match.position, match.position.player(seat)
    for patch in (PATCHES[each] for each in within_reach(position, option_of(match, number))):
        shown = str(position.number_of(patch))
        fits = patch.cost <= player.buttons and bool(OF_PATCH[patch.id].of(player.quilt.fits))
        yield Button(shown, here.press(shown), fits, emoji=patch_icon(say, patch))
    yield button(say, here, "planadvance")
    if _may_cross_leather(match, seat):
        yield button(say, here, "planleather", "leather")
    if number:  # without a condition, nothing further says the same
        yield button(say, here, "planwait")


def _conditions(say: Say, match: Match, here: CustomId, number: int) -> Iterable[Row]:
    if options := options_of(match.position):
        choices = [Choice(say("plan.always"), ANY, chosen=number == 0)]
        for place, option in enumerate(options, 1):
            label, leads = _option(say, match, option)
            icon = None if option == "+" else patch_icon(say, PATCHES[int(option)])
            choices.append(Choice(label, str(place), leads, chosen=number == place, emoji=icon))
        yield Select(say("select.planif"), here.press("planif"), tuple(choices))


def _may_cross_leather(match: Match, seat: int) -> bool:
    """Tell whether one move of a seat could win a leather patch that it has room for."""
    player = match.position.player(seat)
    reach = max((PATCHES[each].time for each in within_reach(match.position)), default=0)
    spaces = crossed(LEATHER_SPACES[match.position.track], player.space, player.space + reach)
    return bool(player.quilt.free) and bool({*spaces} & {*match.position.leather_left})


def _option(say: Say, match: Match, option: Option) -> tuple[str, str]:
    position, theirs = match.position, match.position.turn
    if option == "+":
        label, step = say("plan.next.advance"), position.play(ADVANCE)
    else:
        patch = PATCHES[int(option)]
        preview = position.preview(patch)
        assert preview is not None, "what can be taken fits somewhere"
        label, step = say("plan.next.patch", object=patch_object(say, patch)), preview
    whose = "theirs" if step.position.turn == theirs else "yours"
    return label, say(f"plan.leads.{whose}", count=step.position.player(theirs).buttons)


def _entries(say: Say, plan: Plan) -> Iterable[Choice]:
    """The entries of a plan in a select: what they sew has its picture beside the words, where none can be."""
    for number, entry in enumerate(plan.entries, 1):
        icon = None
        told = say("button.planwait" if entry.move is None else "button.planadvance")
        if isinstance(entry.move, Placement):
            icon = patch_icon(say, entry.move.patch, entry.move.orientation)
            told = say("plan.label.patch", patch=patch_name(say, entry.move.patch), square=area(say, entry.move))
        words = enumerated(say, filter(None, [told, _when(say, entry.when, patch_object)]))
        yield Choice(say("plan.label", number=number, entry=words), str(entry), emoji=icon)
