"""Taking a turn: choose a patch, place it, sew it, or advance; take a move back; and what a rival answers."""

import contextlib
from functools import partial

from bot.features.dispatch import Click, Page, Request, match_of, on
from bot.features.shared.ended import tell_the_other
from bot.features.turn_pages import current_turn, is_beside_board, told
from bot.matches.extras import Extra
from bot.matches.match import Match, Refusal
from bot.matches.refusals import Illegal
from bot.ui.kit.custom_id import BadId
from bot.ui.kit.failure import UNREACHED
from bot.ui.kit.reply import Reply, show_later
from bot.ui.pages.games import most_urgent_first
from bot.ui.pages.ghost import Panel, open_panel, other_places, press
from bot.ui.pages.panel import panel_page
from bot.ui.pages.turn import advance_page, beside_turn, current_page, late_page, played_page, with_extras
from game import ADVANCE, LEATHER, BadText, Move, Placement, Quilt
from game.patches import LETTERS
from game.placements import parse_placement
from game.squares import COLUMNS, ROWS

PANEL = (
    *("left", "right", "up", "down", "turn", "flip", "square", "list", "spots"),
    *("look", "column", "row", "place"),
    *(f"k{key}" for key in COLUMNS + ROWS),
)
"""Controls of the placement panel, besides its numbers."""

_SELECTS = {"look": LETTERS, "column": COLUMNS, "row": ROWS}
"""Those that are selects, and all that they can offer."""


@on("1", "2", "3", "4", "leather")
async def choose(click: Click) -> Reply:
    """One of the three patches (or the leather) was chosen; in the panel, one of the numbered placements."""
    if click.custom_id.shown:
        return await move_ghost(click)
    match = await _to_move(click)
    position, control = match.position, click.custom_id.control
    patch = LEATHER if control == "leather" else position.offers[int(control) - 1]
    if patch is not LEATHER and (refusal := position.refusal(patch)):
        raise Illegal(match, refusal)
    quilt = position.player(position.turn).quilt
    return await _panel(click, match, open_panel(quilt, patch, bonus=not position.bonus))


@on(*PANEL, "earlier", "later")  # these two in messages of version 0.1.0
async def move_ghost(click: Click) -> Reply:
    """Move the ghost, or turn to another page of its panel."""
    match, ghost = await _to_move(click), placement_of(click)
    position = match.position
    if ghost not in position.legal_moves:
        return await _panel(click, match, None)
    panel = Panel(ghost, click.custom_id.page, not position.bonus)
    return await _panel(click, match, pressed(click, position.player(position.turn).quilt, panel))


@on("sew")
async def sew(click: Click) -> Reply:
    """Sew the placement in the picture: exactly the one in the button's own id."""
    return await _play(click, placement_of(click))


@on("advance")
async def ask_to_advance(click: Click) -> Reply:
    """Show what advancing leads to."""
    match = await _to_move(click)
    return Reply(await told(click, match, advance_page(click.say, match), "stop"))


@on("goahead")
async def advance(click: Click) -> Reply:
    """Advance."""
    return await _play(click, ADVANCE)


@on("undo")
async def undo(click: Click) -> Reply:
    """Take back your last move while it is still your turn."""
    match = await click.app.matches.undo(click.custom_id.subject, click.custom_id.revision, click.user)
    return Reply(await current_turn(click, match))


@on("home")
async def home(click: Click) -> Reply:
    """The table as it stands now, whatever has happened since."""
    return Reply(await current_turn(click, await match_of(click)))


@on("home", page="advance")
@on("home", page="hint")
@on("home", page="spots")
@on("home", page="turned")
async def back(click: Click) -> Reply:
    """Back to what there was to choose from; the table is not shown a second time where its board stands."""
    match = await match_of(click)
    beside = match.channel_id == click.interaction.channel_id and await click.app.matches.has_board(match.id)
    return Reply(await current_turn(click, match, beside_board=beside))


def placement_of(click: Click) -> Placement:
    """The placement that the message shows. Raises BadId if it shows none."""
    try:
        return parse_placement(click.custom_id.shown)
    except BadText as error:
        raise BadId(str(click.custom_id)) from error


def panel_page_of(click: Click) -> str:
    """The page of a panel whose message has a number of its own: what stands after that."""
    return click.custom_id.page.split(".", 2)[2] if click.custom_id.page.count(".") > 1 else "spots"


def pressed(click: Click, quilt: Quilt, panel: Panel) -> Panel:
    """Work out what a panel shows after a click on a control of it. Raises BadId for a choice it does not offer."""
    control, chosen = click.custom_id.control, ""
    if control in _SELECTS:
        chosen = click.choice(_SELECTS[control])
    elif control == "place":
        chosen = click.choice(map(str, other_places(quilt, panel)))
    return press(quilt, panel, control, chosen)


async def _to_move(click: Click) -> Match:
    match = await match_of(click)
    match.check_move(click.user, click.custom_id.revision)
    return match


async def _play(click: Click, move: Move) -> Reply:
    """Make a move. A double tap is no mistake: both taps are told that the move is made."""
    try:
        match = await click.app.matches.play(click.custom_id.subject, click.custom_id.revision, click.user, move)
    except Refusal as refusal:
        if refusal.match is None or not refusal.match.has_just_made(click.user, click.custom_id.revision, move):
            raise
        match = refusal.match
        return await click.app.conversations.told(click, match, await _made(click, match))  # if a crash kept it back
    return await _made(click, match)


async def _made(click: Click, match: Match) -> Reply:
    if match.awaits_rival:
        match = await click.app.rival_moves.awaited(match)
    page = await _played(click, match, *beside_turn(click.say))
    if match.outcome:
        return Reply(page, background=partial(tell_the_other, click, match))
    return Reply(page, background=partial(after_rival, click, match) if match.awaits_rival else None)


async def _played(request: Request, match: Match, *wanted: Extra) -> Page:
    found = await request.app.extras.match(match, request.user, "others", "best", *wanted)
    others = most_urgent_first(found.others, request.user) if found.others else ()
    beside_board = match.mover == request.user and await is_beside_board(request, match)
    page = played_page(request.say, match, request.user, others, found.best, beside_board=beside_board)
    return with_extras(request.say, page, match, found)


async def _panel(click: Click, match: Match, panel: Panel | None) -> Reply:
    if panel is None:  # the patch fits nowhere, or the ghost no longer does
        return Reply(await current_turn(click, match))
    return Reply(await told(click, match, panel_page(click.say, match, panel), "stop"))


async def after_rival(request: Request, match: Match) -> Page | None:
    """The player's next turn, in place of a page that said that a rival is thinking; or that it takes longer. None if
    there is nothing to wait for, or if the player has turned to another page meanwhile.
    """
    if not match.awaits_rival or match.seat_of(request.user) is None:
        return None
    match = await request.app.rival_moves.made(match.id)
    if match.awaits_rival:
        request.app.rival_moves.once_made(match.id, partial(_show, request, match.id))
    return await _now(request, match) if _waits(request, match.id) else None


@on("home", page="late")
async def look_again(click: Click) -> Reply:
    """Tell whether a rival who takes longer has moved by now; the page goes on waiting if not."""
    match = await match_of(click)
    if match.awaits_rival and match.seat_of(click.user) is None:
        return Reply(current_page(click.say, match, click.user))
    page = await _now(click, match, *beside_turn(click.say))
    return Reply(page, background=partial(after_rival, click, match))


async def _show(request: Request, match_id: int) -> None:
    match = await request.app.matches.load(match_id)
    if not match.awaits_rival and _waits(request, match_id):
        with contextlib.suppress(*UNREACHED):
            await show_later(request.app, request.interaction, await _now(request, match))


def _waits(request: Request, match_id: int) -> bool:
    return request.app.private.still_shows(request.interaction, match_id)


async def _now(request: Request, match: Match, *wanted: Extra) -> Page:
    if match.awaits_rival:
        return late_page(request.say, match, request.user)
    if all(ply.seat == 2 for ply in match.plies):  # it moved first
        return await told(request, match, current_page(request.say, match, request.user), *wanted)
    return await _played(request, match, *wanted)
