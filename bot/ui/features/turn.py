"""Taking a turn: choose a patch, place it, sew it, or advance; and take a move back."""

from __future__ import annotations

from functools import partial

from bot.matches.match import Match
from bot.matches.refusals import Illegal, Refusal
from bot.ui.desk import Click, match_of, on
from bot.ui.features.choosing import others_waiting
from bot.ui.features.replies import reply_of_rival
from bot.ui.kit.custom_id import BadId
from bot.ui.kit.reply import Reply
from bot.ui.pages.ghost import Panel, open_panel, press
from bot.ui.pages.panel import panel_page
from bot.ui.pages.turn import advance_page, current_page, played_page
from game import ADVANCE, LEATHER, BadText, Move, Placement, Quilt
from game.patches import LETTERS
from game.placements import parse_placement
from game.squares import COLUMNS, ROWS

_NUMBERS = ("1", "2", "3", "4")
_PANEL = (
    *("left", "right", "up", "down", "turn", "flip", "square", "list", "spots", "earlier", "later"),
    *("look", "column", "row"),
    *(f"k{key}" for key in COLUMNS + ROWS),
)
"""Controls of the placement panel, besides its numbers."""

_SELECTS = {"look": LETTERS, "column": COLUMNS, "row": ROWS}
"""Those that are selects, and all that they can offer."""


@on(*_NUMBERS, "leather")
async def choose(click: Click) -> Reply:
    """One of the three patches (or the leather) was chosen; in the panel, one of the numbered placements."""
    if click.custom_id.shown:
        return await move_ghost(click)
    match = await _to_move(click)
    position, control = match.position, click.custom_id.control
    patch = LEATHER if control == "leather" else position.offers[int(control) - 1]
    if patch is not LEATHER and (refusal := position.refusal(patch)):
        raise Illegal(match, refusal)
    return _panel(click, match, open_panel(_quilt(match), patch))


@on(*_PANEL)
async def move_ghost(click: Click) -> Reply:
    """Move the ghost, or turn to another page of its panel."""
    match = await _to_move(click)
    ghost, control = _placement(click), click.custom_id.control
    if ghost not in match.position.legal_moves:
        return _panel(click, match, None)
    chosen = click.choice(_SELECTS[control]) if control in _SELECTS else ""
    return _panel(click, match, press(_quilt(match), Panel(ghost, click.custom_id.page), control, chosen))


@on("sew")
async def sew(click: Click) -> Reply:
    """Sew the placement in the picture: exactly the one in the button's own id."""
    return await _play(click, _placement(click))


@on("advance")
async def ask_to_advance(click: Click) -> Reply:
    """Show what advancing leads to."""
    return Reply(advance_page(click.say, await _to_move(click)))


@on("goahead")
async def advance(click: Click) -> Reply:
    """Advance."""
    return await _play(click, ADVANCE)


@on("undo")
async def undo(click: Click) -> Reply:
    """Take back your last move while it is still your turn."""
    match = await click.app.matches.undo(click.custom_id.subject, click.custom_id.revision, click.user)
    return Reply(current_page(click.say, match, click.user), changed=match.id)


@on("home")
async def home(click: Click) -> Reply:
    """The table as it stands now, whatever has happened since."""
    match = await match_of(click)
    return Reply(current_page(click.say, match, click.user))


@on("home", page="advance")
@on("home", page="hint")
@on("home", page="spots")
@on("home", page="turned")
async def back(click: Click) -> Reply:
    """Back to what there was to choose from; the table is not shown a second time where its board stands."""
    match = await match_of(click)
    beside = match.channel_id == click.interaction.channel_id and await click.app.matches.has_board(match.id)
    return Reply(current_page(click.say, match, click.user, beside_board=beside))


def _placement(click: Click) -> Placement:
    """The placement that the message shows. Raises BadId if it shows none."""
    try:
        return parse_placement(click.custom_id.shown)
    except BadText as error:
        raise BadId(str(click.custom_id)) from error


async def _to_move(click: Click) -> Match:
    """The match, if the user is to move and has seen its newest state. Raises Refusal."""
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
    match = await click.app.replies.awaited(match)
    waiting = [] if match.mover == click.user else await others_waiting(click, match)
    page, later = played_page(click.say, match, click.user, waiting), partial(reply_of_rival, click, match)
    return Reply(page, changed=match.id, background=later)


def _panel(click: Click, match: Match, panel: Panel | None) -> Reply:
    if panel is None:  # the patch fits nowhere, or the ghost no longer does
        return Reply(current_page(click.say, match, click.user))
    return Reply(panel_page(click.say, match, panel))


def _quilt(match: Match) -> Quilt:
    return match.position.player(match.position.turn).quilt
