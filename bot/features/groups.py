"""Groups: opened, joined, left and called off; and their winners, who may meet. Why: decision 0068."""

from contextlib import suppress

from bot.features.challenges import challenge_as_usual
from bot.features.dispatch import Click, Page, Reply, Request, check_permissions, on
from bot.features.shared.starting import with_language
from bot.features.shared.terms import start_on
from bot.matches.group_course import CrossTable, NewGroup
from bot.matches.match import Refusal
from bot.ui.kit.members import find_member, gone_from
from bot.ui.kit.permissions import moderates
from bot.ui.kit.texts import mention
from bot.ui.pages.groups import group_page, leave_page, open_group_page
from bot.ui.pages.terms import chosen_terms, page_of, terms_page

USUAL_SIZE, USUAL_DAYS = 4, 28
"""How many people a group is for, and how long it lasts, if nobody says otherwise."""


async def ask(request: Request) -> Reply:
    """Ask on which terms a group is opened, and show the way to one here in which the user is."""
    found = await request.app.groups.of(request.interaction.channel_id or 0, request.user)
    return Reply(terms_page(request.say, "group", {}, found.group.id if found else 0), about="group")


@on("mygroup", page=page_of("group"), concerns_game=False)
async def mine(click: Click) -> Reply:
    """Show the group here in which the user is."""
    found = await click.app.groups.of(click.interaction.channel_id or 0, click.user)
    if found is None:
        raise Refusal("no_group")
    names = await click.app.group_posts.names_in(found)
    return Reply(group_page(click.say, found, click.user, names), about=("group", found.group.id))


@on("opennow", page=page_of("group"), concerns_game=False)
async def open_group(click: Click) -> Reply:
    """Open a group."""
    terms = chosen_terms(click.custom_id)
    start = await start_on(click, terms)
    group = await click.app.groups.open(
        NewGroup(
            guild_id=start.guild_id,
            channel_id=start.channel_id,
            opener=click.user,
            size=int(terms["people"] or USUAL_SIZE),
            days=int(terms["length"] or USUAL_DAYS),
            track=start.track,
            pace=start.pace,
            place=start.place,
            language=start.language,
            made_by=click.interaction.id,
        )
    )
    cross_table = await click.app.groups.cross_table(group.id)
    click.app.tasks.once_answered(click.app.group_posts.begin)
    return await with_language(click, start, _told(click, click.say("group.opened"), cross_table))


def _told(request: Request, text: str, cross_table: CrossTable, *, moderates: bool = False) -> Reply:
    """Tell somebody about a group, with the ways out of it."""
    page = open_group_page(request.say, text, cross_table, request.user, moderates=moderates)
    return Reply(page, about=("group", cross_table.group.id))


def _done(request: Request, name: str) -> Reply:
    request.app.tasks.once_answered(request.app.group_posts.begin)
    return Reply(Page((request.say(name),)))


@on("groupjoin", page="group", concerns_game=False)
async def join(click: Click) -> Reply:
    """Take a seat; with the last one, the group begins, unless somebody in it is no longer in the server."""
    await check_permissions(click.interaction)
    groups = click.app.groups
    waiting = await groups.cross_table(click.custom_id.subject)
    if waiting.group.stage == "open" and waiting.has(click.user):
        return _told(click, click.say("refusal.in_group"), waiting)
    if len(waiting.members) == waiting.group.size - 1:
        for user in await gone_from(click.interaction.guild, [member.user_id for member in waiting.members]):
            with suppress(Refusal):  # they have left it, too
                await groups.leave(waiting.group.id, user)
    cross_table = await groups.join(waiting.group.id, click.user)
    if cross_table.group.stage == "going":
        return _done(click, "group.begun")
    click.app.tasks.once_answered(click.app.group_posts.begin)
    here = click.say("group.joined", here=len(cross_table.members), size=cross_table.group.size)
    return _told(click, here, cross_table)


@on("groupleave", page="group", concerns_game=False)
async def leave(click: Click) -> Reply:
    """Leave an open group; ask first if it goes on."""
    cross_table = await click.app.groups.cross_table(click.custom_id.subject)
    if cross_table.group.stage != "going":
        await click.app.groups.leave(cross_table.group.id, click.user)
        return _done(click, "group.left.open")
    if not cross_table.has(click.user):
        raise Refusal("not_in_group")
    mine = next(row for row in cross_table.rows if row.member.user_id == click.user)
    return Reply(leave_page(click.say, cross_table.group, mine.running))


@on("groupquit", page="group", concerns_game=False)
async def quit_group(click: Click) -> Reply:
    """Leave a group that goes on."""
    await click.app.groups.leave(click.custom_id.subject, click.user)
    return _done(click, "group.left.going")


@on("groupoff", page="group", concerns_game=False)
async def call_off(click: Click) -> Reply:
    """Call an open group off."""
    group = (await click.app.groups.cross_table(click.custom_id.subject)).group
    may = moderates(click.interaction, group.guild_id, group.channel_id)
    await click.app.groups.call_off(group.id, click.user, moderates=may)
    return _done(click, "group.called_off")


@on("groupcounts", page="group", concerns_game=False)
async def counts(click: Click) -> Reply:
    """Say what counts in a group, what its picture shows, and how somebody gets out of it, or a moderator ends it."""
    cross_table = await click.app.groups.cross_table(click.custom_id.subject)
    may = moderates(click.interaction, cross_table.group.guild_id, cross_table.group.channel_id)
    told = "\n".join((click.say("group.counts"), click.say("group.legend")))
    return _told(click, told, cross_table, moderates=may)


@on("groupmeet", page="group", concerns_game=False)
async def meet(click: Click) -> Reply:
    """The winner of a group challenges that of another one."""
    other = await click.app.groups.opponent_for(click.custom_id.subject, click.user)
    guild = click.interaction.guild
    member = await find_member(guild, other) if guild else None
    if member is None:
        raise Refusal("not_here", user=mention(other))
    return await challenge_as_usual(click, member)
