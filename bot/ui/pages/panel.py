"""The placement panel: where a patch goes, before it is sewn. Only its own clicks write it (decision 0025)."""

from collections.abc import Iterable, Sequence

import render
from bot.matches.match import Match
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import IN_A_ROW, Button, Image, Option, Page, Row, Select, button
from bot.ui.kit.pictures import drawing
from bot.ui.kit.texts import Say, enumerated, sentences
from bot.ui.pages.ghost import Panel, candidates, open_panel, other_places
from bot.ui.words.accessible import covered_squares, lying_so
from bot.ui.words.alt import ghost_sentence, place_sentence, quilt_alt, quilt_sentence
from bot.ui.words.names import TOKEN_COLOURS, area, patch_icon, patch_name
from bot.ui.words.preview import have_and_next, line_after
from bot.ui.words.recap import undo_label
from game import LEATHER, Placement, Quilt, Step, steering
from game.squares import COLUMNS, ROWS, SIZE, square_at
from game.steering import Direction, placements_of, ways_on
from game.tidy import newly_shut_in

ARROWS: dict[Direction, str] = {"left": "←", "up": "↑", "down": "↓", "right": "→"}


def panel_page(say: Say, match: Match, panel: Panel) -> Page:
    """The message of a panel, for the player to move; in words, it tells the numbered places and lists others."""
    position, seat, quilt = match.position, match.position.turn, _quilt(match)
    step, numbered = position.play(panel.ghost), candidates(quilt, panel)
    here = CustomId(match.id, match.revision, panel.page, shown=str(panel.ghost))
    below = tuple(_texts(say, match, panel, step))
    rows = [*panel_rows(say, quilt, panel, here), *_beside(say, match, panel, here)]
    if say.text_only:
        rows += other_places_select(say, quilt, panel, here)
        told = (*below, *places_told(say, panel, numbered))
        free = quilt_sentence(say, quilt, seat)
        return Page((), None, told, tuple(filter(None, rows)), TOKEN_COLOURS[seat], last=(free,))
    ghost, after = (None, position) if panel.page == "pick" else (panel.ghost, step.position)
    shown = drawing(
        render.draw_quilt, quilt, seat=seat, ghost=ghost, candidates=numbered, square=panel.square, beside=after
    )
    picture = Image(shown, quilt_alt(say, position, seat, ghost, numbered, after))
    return Page((), picture, below, tuple(filter(None, rows)), TOKEN_COLOURS[seat])


def places_told(say: Say, panel: Panel, numbered: tuple[Placement, ...]) -> Iterable[str]:
    """The numbered places in words, and which of them is chosen."""
    yield from (place_sentence(say, number, place) for number, place in enumerate(numbered, 1))
    if numbered and panel.kind != "pick":
        chosen = numbered.index(panel.ghost) + 1 if panel.ghost in numbered else 0
        yield say("panel.chosen", number=chosen) if chosen else ghost_sentence(say, panel.ghost)


def other_places_select(say: Say, quilt: Quilt, panel: Panel, here: CustomId) -> Iterable[Select]:
    """The list of places without a number, on pages that number some."""
    places = other_places(quilt, panel) if panel.kind in ("spots", "pick") else ()
    options = tuple(_place(say, place, chosen=place == panel.ghost) for place in places)
    if options:
        yield Select(say("select.place"), here.press("place"), options)


def _place(say: Say, place: Placement, *, chosen: bool) -> Option:
    lying = say(f"orientation.{place.orientation.letter}")
    label = area(say, place) if len(place.patch.orientations) == 1 else enumerated(say, [area(say, place), lying])
    return Option(label, str(place), covered_squares(say, place), chosen=chosen)


def leather_page(say: Say, match: Match) -> Page:
    """The places for leather that was just won. It cannot be sewn yet: a second tap on "Sew here" would do it."""
    panel = open_panel(_quilt(match), LEATHER, "pick", bonus=not match.position.bonus)
    assert panel, "there is room for a leather patch that was kept"
    return panel_page(say, match, panel)


def _quilt(match: Match) -> Quilt:
    return match.position.player(match.position.turn).quilt


def _texts(say: Say, match: Match, panel: Panel, step: Step) -> Iterable[str]:
    ghost = panel.ghost
    match panel.kind:
        case "column" | "row":
            yield say(f"panel.{panel.kind}", column=panel.place)
            return
        case "pick":
            yield say("panel.pick")
            return
    lines = place_notes(say, _quilt(match), panel)
    if not say.text_only and panel.kind != "list":
        yield sentences(say, *lines, line_after(say, match, ghost.patch, step))
        return
    have, following = have_and_next(say, match, step, to_mover=True, offers=panel.kind == "list")
    name = "panel.list" if panel.kind == "list" else "panel.patch"
    if ghost.patch is LEATHER:
        name = "panel.leather"
    elif panel.kind == "list" and len(ghost.patch.orientations) > 1:
        name = "panel.list.lying"
    number = match.position.number_of(ghost.patch) if ghost.patch is not LEATHER else 0
    lies = {"squares": covered_squares(say, ghost), "orientation": say(f"orientation.{ghost.orientation.letter}")}
    told = say(name, number=number, patch=patch_name(say, ghost.patch), have=have, following=following, **lies)
    yield "\n".join((*lines, told))


def place_notes(say: Say, quilt: Quilt, panel: Panel) -> Iterable[str]:
    """A line, if need be, on what is not seen at once: where the last press led besides, and what is shut in there."""
    told = [*moved_notes(say, panel)]
    if (count := newly_shut_in(quilt, panel.ghost)) > 0:
        told.append(say("panel.shut", count=count))
    if told:
        yield sentences(say, *told)


def moved_notes(say: Say, panel: Panel) -> Iterable[str]:
    """Say what the last press did to a patch besides what it said."""
    if panel.went_aside:
        yield say("panel.aside", area=area(say, panel.ghost))
    if panel.was_turned:
        lying = say(f"orientation.{panel.ghost.orientation.letter}")
        yield say("panel.turned", square=panel.place, orientation=lying)
    elif panel.kind == "cover" and not panel.covers:
        yield say("panel.uncovered", square=panel.place)


def _beside(say: Say, match: Match, panel: Panel, here: CustomId) -> Iterable[Row]:
    if panel.kind == "pick":
        undo = [Button(undo_label(say, ply), here.press("undo"))] if (ply := match.undoable) else []
        square = [button(say, here, "square")] * (not say.text_only)
        yield *undo, *square, *[button(say, here, "hint")] * match.has_hints


def panel_rows(
    say: Say, quilt: Quilt, panel: Panel, here: CustomId, confirm: str = "sew", leave: Sequence[Button] = ()
) -> Iterable[Row]:
    """The controls of a panel; ``confirm`` takes what it shows, and ``leave``, by default *Back*, leads out of it."""
    sew, square = button(say, here, confirm, style="yes"), button(say, here, "square")
    leave, spots = leave or (button(say, here, "back", "home"),), button(say, here, "back", "spots")
    count = len(candidates(quilt, panel))
    numbers = tuple(Button(str(number), here.press(str(number))) for number in range(1, count + 1))
    match panel.kind:
        case "column" | "row":
            yield from _keypad(quilt, panel, here)
            yield spots, button(say, here, "list")
        case "list":
            yield from _selects(say, quilt, panel.ghost, here)
            yield spots, sew
        case "spots" if say.text_only:
            yield numbers
            yield *leave, button(say, here, "list"), sew
        case "pick":
            yield numbers
        case _:
            turn = [button(say, here, "turn")] * steering.can_rotate(quilt.fits, panel.ghost)
            flip = [button(say, here, "flip")] * steering.can_flip(quilt.fits, panel.ghost)
            arrows, first = _arrows(quilt, panel.ghost, here), (*numbers, *flip)
            is_room = not arrows and len(first) < IN_A_ROW
            yield from ((*first, *turn),) if is_room else (first, (*arrows, *turn))
            yield *((spots,) if panel.kind == "cover" else leave), square, sew


def _arrows(quilt: Quilt, ghost: Placement, here: CustomId) -> tuple[Button, ...]:
    """Four arrows, so that each keeps its place; none for leather, which the keypads bring anywhere faster."""
    if ghost.patch is LEATHER or not (ways := ways_on(quilt.fits, ghost)):
        return ()
    return tuple(Button(sign, here.press(way), way in ways) for way, sign in ARROWS.items())


def _keypad(quilt: Quilt, panel: Panel, here: CustomId) -> Iterable[tuple[Button, ...]]:
    """A key for each column that the patch can cover, or each row of one: three in a row, or four to save a row."""
    board = steering.reachable_squares(quilt.fits, panel.ghost.patch)
    if panel.place:
        column = COLUMNS.index(panel.place)
        keys = [ROWS[row] for row in range(SIZE) if board >> square_at(column, row) & 1]
    else:
        keys = [COLUMNS[x] for x in range(SIZE) if any(board >> square_at(x, row) & 1 for row in range(SIZE))]
    wide = 4 if len(keys) in (4, 7, 8) else 3
    for start in range(0, len(keys), wide):
        yield tuple(Button(key, here.press(f"k{key}")) for key in keys[start : start + wide])


def _selects(say: Say, quilt: Quilt, ghost: Placement, here: CustomId) -> Iterable[Select]:
    placements = placements_of(quilt.fits, ghost.patch, ghost.orientation)
    columns = sorted({placement.column for placement in placements})
    rows = sorted({placement.row for placement in placements if placement.column == ghost.column})
    orientations = tuple(
        Option(
            say(f"orientation.{orientation.letter}"),
            orientation.letter,
            lying_so(say, orientation),
            chosen=orientation is ghost.orientation,
            emoji=patch_icon(say, ghost.patch, orientation),
        )
        for orientation in steering.orientations_that_fit(quilt.fits, ghost.patch)
    )
    if len(ghost.patch.orientations) > 1:
        yield Select(say("select.orientation"), here.press("look"), orientations)
    for kind, names, fitting, chosen in (("column", COLUMNS, columns, ghost.column), ("row", ROWS, rows, ghost.row)):
        options = (Option(say(f"option.{kind}", name=names[at]), names[at], chosen=at == chosen) for at in fitting)
        yield Select(say(f"select.{kind}"), here.press(kind), tuple(options))
