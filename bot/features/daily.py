"""``/… daily``: the daily quilt, sewn in private; one's own picture for all; and what leads on from walls."""

from functools import partial

from discord import app_commands

from bot.clock import now
from bot.features import rival, solo, turn
from bot.features.dispatch import Click, Page, Reply, Request, command, on
from bot.features.preferences import NONE, minutes_of
from bot.features.shared.starting import language_here, start_alone
from bot.matches.daily import Change, Sewing
from bot.matches.days import next_reminder
from bot.matches.match import Refusal
from bot.matches.seats import Rival
from bot.ui.kit.interaction import language_of_community, public_speaker, server_of
from bot.ui.kit.texts import mention, when
from bot.ui.pages.daily import PAGE, SEWN, WALL, daily_page, sewn_page, shown_page, wall_page
from bot.ui.pages.ghost import Panel
from bot.ui.pages.refusals import refusal_text
from bot.ui.words.options import choices, described
from bot.zones import shown_zone
from daily import Attempt
from game import Placement

DAYS = {"today": 0, "yesterday": 1, "before": 2}
"""How many days ago, by what is asked for."""

_PANEL = tuple(each for each in turn.PANEL if each not in ("kH", "kI", "k8", "k9"))
"""Controls of the panel, without the keys for squares that a daily quilt does not have."""

here = partial(on, page=PAGE, concerns_game=False)


@command("daily")
@app_commands.describe(day=described("daily.day"), remind=described("daily.remind"))
@app_commands.choices(day=choices("day", DAYS))
async def slash(request: Request, day: str = "today", remind: str | None = None) -> Reply:
    """Show the daily quilt, as far as the user has sewn it."""
    if remind is not None:
        return await _remind(request, remind)
    today = await request.app.dailies.today(request.user, _server(request))
    return await _as_it_is(request, await _found(request, today - DAYS[day]))


async def todays(request: Request) -> Reply:
    """Show today's quilt, as far as the user has sewn it."""
    today = await request.app.dailies.today(request.user, _server(request))
    return await _as_it_is(request, await _found(request, today))


@here("1", "2", "3", "4", *_PANEL)
async def move_ghost(click: Click) -> Reply:
    """Move the ghost, or turn to another page of its panel."""
    ghost = turn.placement_of(click)
    sewing = await click.app.dailies.seen(click.user, click.custom_id.subject, _server(click))
    is_now = sewing.revision == click.custom_id.revision and ghost.patch is sewing.attempt.patch
    if not is_now or not sewing.attempt.quilt.fits >> ghost.number & 1:
        return await _as_it_is(click, sewing, Refusal("daily_stale"))
    panel = Panel(ghost, click.custom_id.page.partition(".")[2] or "spots")
    return _reply(sewing, daily_page(click.say, sewing, turn.pressed(click, sewing.attempt.quilt, panel)))


@here("sew")
async def sew(click: Click) -> Reply:
    """Sew the placement in the picture: exactly the one in the button's own id."""
    ghost = turn.placement_of(click)
    return await _changed(click, lambda attempt: attempt.place(ghost), ghost)


@here("leave", "undo")
async def leave_or_undo(click: Click) -> Reply:
    """Leave the present patch out, or take back the last one that was placed, or left out by choice."""
    return await _changed(click, Attempt.skip if click.custom_id.control == "leave" else Attempt.undo)


@on("sewdaily", "owndaily", page=WALL, concerns_game=False)
@on("otherday", page=SEWN, concerns_game=False)
async def open_daily(click: Click) -> Reply:
    """One's own daily quilt of a day, sewn or not."""
    return await _as_it_is(click, await _found(click, click.custom_id.subject))


@on("lastwall", page=SEWN, concerns_game=False)
@on("wallbefore", page=WALL, concerns_game=False)
async def wall_before(click: Click) -> Reply:
    """The last wall of the server: in the message of a day, the one before it."""
    number = click.custom_id.subject + (click.custom_id.kind == SEWN)
    wall = await click.app.walls.before(_server(click), number)
    return Reply(wall_page(click.say, wall, click.user), about=("wall", wall.row.guild_id))


@on("showdaily", page=SEWN, concerns_game=False)
async def show(click: Click) -> Reply:
    """Show one's own quilt to everybody in the channel, hidden as a spoiler."""
    if click.interaction.guild_id and not _server(click):
        raise Refusal("only_servers")
    sewing = await _found(click, click.custom_id.subject)
    if not sewing.attempt.is_finished:
        raise Refusal("daily_unfinished")
    say = public_speaker(click.interaction, await language_here(click))
    return Reply(shown_page(say, sewing).noted(say("replay.shared", user=mention(click.user))), public=True)


@on("dailygame", page=SEWN, concerns_game=False)
@on("dailygame", page=WALL, concerns_game=False)
async def play_as_game(click: Click) -> Reply:
    """Begin a private game against a rival in which the patches come in the order of a day."""
    ring = click.app.dailies.ring_of(click.custom_id.subject)
    level = (await click.app.rivals.record_of(click.user)).level
    return await solo.begin(click, await start_alone(click), Rival(level), rival.FIRST["random"], ring)


async def _remind(request: Request, time: str) -> Reply:
    preferences = request.app.preferences
    if time.strip().lower() in NONE:
        await preferences.change(request.user, daily_at=None, daily_due=None)
        return Reply(Page((request.say("daily.remind.off"),)))
    minutes, zone = minutes_of(time), await preferences.zone_of(request.user, _server(request))
    due = next_reminder(minutes, zone, now())
    await preferences.change(request.user, daily_at=minutes, daily_due=due)
    request.app.direct.try_again(request.user)
    told = request.say(
        "daily.remind.on", clock=f"{minutes // 60}:{minutes % 60:02}", zone=shown_zone(zone.key), time=when(due)
    )
    return Reply(Page((told,)))


async def _found(request: Request, number: int) -> Sewing:
    return await request.app.dailies.open(request.user, number, _server(request))


async def _changed(click: Click, change: Change, placed: Placement | None = None) -> Reply:
    """Change the quilt, and show it. A double tap is no mistake: it is shown what the first one has done."""
    app, id = click.app, click.custom_id
    guild_id = _server(click)
    language = language_of_community(click.interaction) or click.say.language
    try:
        sewing = await app.dailies.change(
            click.user, id.subject, id.revision, change, guild_id=guild_id, language=language
        )
    except Refusal as refusal:
        if refusal.reason not in ("daily_stale", "daily_done", "daily_impossible"):
            raise
        sewing = await _found(click, id.subject)
        is_double = sewing.revision == id.revision + 1 and placed is not None and placed in sewing.attempt.laid
        return await _as_it_is(click, sewing, None if is_double else refusal)
    if sewing.attempt.is_finished:
        app.tasks.once_answered(app.daily_posts.begin)
    return await _as_it_is(click, sewing)


async def _as_it_is(request: Request, sewing: Sewing, refusal: Refusal | None = None) -> Reply:
    note = refusal_text(request.say, refusal) if refusal else ""
    if not sewing.attempt.is_finished:
        return _reply(sewing, daily_page(request.say, sewing).noted(note))
    dailies = request.app.dailies
    sewn = await dailies.sewn(request.user, _server(request))
    after = await dailies.after(sewing, request.user, _server(request))
    return _reply(sewing, sewn_page(request.say, sewing, sewn, after).noted(note))


def _reply(sewing: Sewing, page: Page) -> Reply:
    return Reply(page, about=("daily", sewing.number))


def _server(request: Request) -> int:
    return server_of(request.interaction)
