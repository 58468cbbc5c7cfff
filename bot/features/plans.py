"""Plans: somebody who waits says what they will do when it becomes their move."""

from bot.features.dispatch import Click, Reply, on
from bot.features.turn import PANEL, panel_page_of, placement_of, pressed
from bot.matches.match import Match, Refusal
from bot.matches.plan import Plan, can_be_planned, options_of, within_reach
from bot.matches.plans import check_plan
from bot.ui.kit.custom_id import BadId
from bot.ui.pages.ghost import Panel, open_panel
from bot.ui.pages.plans import ANY, option_of, plan_page, plan_panel
from game import ADVANCE, LEATHER, PATCHES, Move, Patch


@on("plan")
async def show(click: Click) -> Reply:
    """The user's plan in a game."""
    return await _shown(click, click.custom_id.subject)


@on("home", page="plan")
async def back(click: Click) -> Reply:
    """Back from a panel."""
    return await _shown(click, click.custom_id.subject, _number(click))


@on("planif", page="plan")
async def depend(click: Click) -> Reply:
    """Let the next entry depend on what the opponent does."""
    match, _ = await _waiting(click)
    chosen = click.choice((ANY, *(str(number) for number in range(1, len(options_of(match.position)) + 1))))
    return await _shown(click, match.id, 0 if chosen == ANY else int(chosen))


@on("1", "2", "3", "4", "5", "6", "leather", page="plan")
async def choose(click: Click) -> Reply:
    """A patch was chosen; in its panel, one of the numbered placements."""
    if click.custom_id.shown:
        return await move_ghost(click)
    match, seat = await _waiting(click)
    position = match.position
    panel = open_panel(position.player(seat).quilt, _patch(click, match), bonus=not position.bonus)
    if panel is None:
        raise Refusal("plan_impossible", match)
    return Reply(plan_panel(click.say, match, click.user, panel, _number(click)))


@on(*PANEL, page="plan")
async def move_ghost(click: Click) -> Reply:
    """Move the ghost, or turn to another page of its panel."""
    match, seat = await _waiting(click)
    ghost = placement_of(click)
    if not can_be_planned(match.position, seat, ghost):
        raise Refusal("plan_impossible", match)
    panel = Panel(ghost, panel_page_of(click), not match.position.bonus)
    panel = pressed(click, match.position.player(seat).quilt, panel)
    return Reply(plan_panel(click.say, match, click.user, panel, _number(click)))


@on("planit", "planadvance", "planwait", page="plan")
async def add(click: Click) -> Reply:
    """Plan the placement in the picture, exactly the one in the button's own id; to advance; or to be waited for."""
    id = click.custom_id
    moves: dict[str, Move | None] = {"planadvance": ADVANCE, "planwait": None}
    move = moves[id.control] if id.control in moves else placement_of(click)
    match, _ = await _waiting(click)
    number = _number(click)  # it stays, as some of Discord's programs go on showing what was chosen in a select
    added = await click.app.plans.add(id.subject, id.revision, click.user, move, option_of(match, number))
    return _changed(click, added, "plan.added", number)


@on("planchange", page="plan")
async def change(click: Click) -> Reply:
    """Show what can be taken out."""
    match, plan = await click.app.plans.of(click.custom_id.subject, click.user)
    return Reply(plan_page(click.say, match, click.user, plan, is_changing=True))


@on("unplan", page="plan")
async def remove(click: Click) -> Reply:
    """Take an entry out."""
    id, _ = click.custom_id, await _waiting(click)
    found = await click.app.plans.remove(id.subject, id.revision, click.user, click.value)
    return _changed(click, found, "plan.removed")


@on("planstill", page="plan")
async def keep(click: Click) -> Reply:
    """Have a plan carried out although it would wait."""
    id = click.custom_id
    return _changed(click, await click.app.plans.keep(id.subject, id.revision, click.user), "plan.kept")


@on("plandrop", page="plan")
async def withdraw(click: Click) -> Reply:
    """Drop the plan."""
    return _changed(click, await click.app.plans.withdraw(click.custom_id.subject, click.user), "plan.withdrawn")


async def _shown(click: Click, match_id: int, number: int = 0) -> Reply:
    match, plan = await click.app.plans.of(match_id, click.user)
    return Reply(plan_page(click.say, match, click.user, plan, number), about=match_id)


def _changed(click: Click, found: tuple[Match, Plan], note: str, number: int = 0) -> Reply:
    match, plan = found
    return Reply(plan_page(click.say, match, click.user, plan, number, click.say(note)))


async def _waiting(click: Click) -> tuple[Match, int]:
    match = await click.app.matches.load(click.custom_id.subject)
    return match, check_plan(match, click.user, click.custom_id.revision)


def _patch(click: Click, match: Match) -> Patch:
    """The patch of a button: its number is that of its place in the ring. Raises Refusal ``plan_impossible``."""
    if click.custom_id.control == "leather":
        return LEATHER
    position, number = match.position, int(click.custom_id.control)
    reach = within_reach(position, option_of(match, _number(click)))
    if number > len(position.ring) or position.ring[number - 1] not in reach:
        raise Refusal("plan_impossible", match)
    return PATCHES[position.ring[number - 1]]


def _number(click: Click) -> int:
    """The number of the opponent's option on which the next entry depends; 0 for none. Raises BadId."""
    _, number, *_ = [*click.custom_id.page.split("."), "0"]
    if number not in ("0", "1", "2", "3", "4"):
        raise BadId(str(click.custom_id))
    return int(number)
