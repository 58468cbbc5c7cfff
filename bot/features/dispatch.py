"""Where clicks and commands arrive, find their handler, and refusals become pages."""

from collections.abc import Awaitable, Callable, Coroutine, Mapping
from dataclasses import replace
from functools import partial, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from discord import app_commands
from discord.app_commands import Command

from bot import logs
from bot.app import App
from bot.features.turn_pages import current_turn
from bot.matches.match import Match, Refusal
from bot.matches.refusals import ChallengeWaiting, LacksPermissions
from bot.store.backend.database import on_behalf_of
from bot.ui.kit import router as kit
from bot.ui.kit.custom_id import BadId, CustomId
from bot.ui.kit.failure import apologise
from bot.ui.kit.interaction import Interaction as Interaction
from bot.ui.kit.interaction import public_speaker, server_of, speaker_to
from bot.ui.kit.page import Page as Page
from bot.ui.kit.permissions import missing_permissions, obstacle
from bot.ui.kit.reply import Reply as Reply
from bot.ui.kit.reply import respond
from bot.ui.kit.texts import Say
from bot.ui.pages import challenges, offers, refusals
from bot.ui.pages.way_home import way_home
from bot.ui.publish.delivery import newest_board, shows
from bot.ui.publish.messages import is_call
from bot.ui.words.options import described

Request = kit.Request[App]
Click = kit.Click[App]

router: kit.Router[App] = kit.Router()
"""The handlers of all controls. Each feature registers its own."""

H = TypeVar("H", bound=kit.Handler[App])
P = ParamSpec("P")


def on(*controls: str, page: str = "", concerns_game: bool = True) -> Callable[[H], H]:
    """Register a handler as `Router.on` does, and leave it as it is: one of any request can be a command's, too."""

    def register(handler: H) -> H:
        router.on(*controls, page=page, concerns_game=concerns_game)(handler)
        return handler

    return register


_STANDING = ("board", *offers.ROLES)
"""Pages of public messages that stand in a channel as long as they are true."""

_GONE = (("challenge", "challenge_gone"), ("challenge", "seat_gone"), ("group", "no_group"))
"""What shows that the message that was clicked is of no use any more: its page, and the reason of the refusal."""


async def clicked(interaction: Interaction, spelled: Mapping[str, str], values: list[Any]) -> None:
    """Answer a click on the control whose id is ``spelled`` like this, exactly once. Never raises."""
    try:
        custom_id = CustomId.parse(spelled)
        route = router.find(custom_id)
    except BadId:
        route = None
    if route is None:
        await apologise(interaction, "failure.old_button")
        return
    app = _arrived(interaction)
    click = Click(app, interaction, speaker_to(interaction), custom_id, values)
    concerns = custom_id.subject if route.concerns_game else 0
    if concerns:
        logs.bind(game=concerns, revision=custom_id.revision)
        app.activity.note(concerns, interaction.user.id)
    message = interaction.message
    if message and (message.flags.ephemeral or custom_id.page not in _STANDING):
        message = None
    server = server_of(interaction)
    tokens = app.tokens if message and (app.tokens.are_wanted or not server) else None
    work = _handled_click(click, route.handler, concerns)
    await respond(app, interaction, work, f"click {custom_id}", concerns, tokens)
    if message and not server:
        app.tasks.soon(lambda: app.conversations.saw(custom_id, message))
    elif message:
        app.tasks.soon(lambda: app.boards.settle_orphan(message.channel.id, message.id, custom_id))
        if is_call(message):
            app.tasks.coalesce(("dress", message.id), lambda: app.boards.dress(custom_id.subject, message.id))


def command(name: str) -> Callable[[Callable[Concatenate[Request, P], Awaitable[Reply]]], Command[Any, P, None]]:
    """Make a command of a function of a request and of options, which returns the reply."""

    def make(work: Callable[Concatenate[Request, P], Awaitable[Reply]]) -> Command[Any, P, None]:
        return app_commands.command(name=name, description=described(name))(replying(work))

    return make


def replying(
    work: Callable[Concatenate[Request, P], Awaitable[Reply]],
) -> Callable[Concatenate[Interaction, P], Coroutine[Any, Any, None]]:
    """Make what Discord calls for a command: it replies, exactly once, with what ``work`` makes of a request and
    its options. Never raises.
    """

    @wraps(work)
    async def called(interaction: Interaction, /, *options: P.args, **named: P.kwargs) -> None:
        app = _arrived(interaction)
        name = interaction.command.qualified_name if interaction.command else "?"
        request = Request(app, interaction, speaker_to(interaction))
        handled = _handled_command(request, lambda request: work(request, *options, **named))
        await respond(app, interaction, handled, f"command {name}")

    return called


def _arrived(interaction: Interaction) -> App:
    """The app, once it is noted who has come: units of work run on their behalf."""
    app: App = interaction.client.app
    on_behalf_of.set(interaction.user.id)
    guild = interaction.guild
    logs.bind(interaction=interaction.id, shard=guild.shard_id if guild else None)
    app.names.note(interaction.user)
    return app


async def speaker_for(app: App, interaction: Interaction) -> Say:
    """A `Say` as the user of a command or control wants to be spoken to: in their language, perhaps in words alone."""
    display = await app.preferences.display(interaction.guild_id, interaction.user.id)
    say = public_speaker(interaction, display.language) if display.language else speaker_to(interaction)
    return say.in_words if display.words else say


async def match_of(click: Click) -> Match:
    """The match that a click is about, as it stands now. Raises Refusal ``no_game``, of others' private ones too."""
    match = await click.app.matches.load(click.custom_id.subject)
    if match.is_hidden_from(click.user, click.interaction.channel_id):
        raise Refusal("no_game")
    return match


async def check_playable(request: Request, match: Match, *, new_thread: bool = False) -> None:
    """Raise Refusal unless the bot may say something where a match was begun: `check_permissions`, or ``elsewhere``."""
    if not match.is_answered:
        await check_permissions(request.interaction, match.home_id, new_thread=new_thread)
    elif request.interaction.channel_id != match.channel_id:
        raise Refusal("elsewhere", match)


async def check_permissions(
    interaction: Interaction, channel_id: int | None = None, *, new_thread: bool = False
) -> None:
    """Raise Refusal unless the bot may do here what a game needs, with a ``new_thread`` of its own if asked. For a game
    in another channel this cannot be checked.
    """
    if channel_id not in (None, interaction.channel_id):
        return
    if reason := await obstacle(interaction):
        raise Refusal(reason, link=interaction.client.invite)
    if missing := missing_permissions(interaction, new_thread=new_thread):
        raise LacksPermissions(missing)


def refused(request: Request, refusal: Refusal) -> Reply:
    """A refusal as a page; a challenge that is already waiting is shown with it, so that it can be answered."""
    if isinstance(refusal, ChallengeWaiting) and refusal.challenge:
        note = refusals.refusal_text(request.say, refusal)
        return Reply(challenges.waiting_page(request.say, refusal.challenge, request.user).noted(note))
    return Reply(refusals.refusal_page(request.say, refusal))


async def _handled_command(request: Request, handler: Callable[[Request], Awaitable[Reply]]) -> Reply:
    request = replace(request, say=await speaker_for(request.app, request.interaction))
    try:
        _check_options(request.interaction)
        return await handler(request)
    except BadId:
        return Reply(Page((request.say("failure.old_command"),)))
    except Refusal as refusal:
        return refused(request, refusal)


def _check_options(interaction: Interaction) -> None:
    """Raise BadId if an option of a command has a value that it does not offer. (Discord lets nobody send one.)"""
    command = interaction.command
    if not isinstance(command, Command):
        return
    for option in command.parameters:
        value = getattr(interaction.namespace, option.display_name, None)
        if option.choices and value is not None and value not in [choice.value for choice in option.choices]:
            raise BadId(f"{command.qualified_name} {option.name}: {value}")


async def _handled_click(click: Click, handler: kit.Handler[App], concerns: int) -> Reply:
    click = replace(click, say=await speaker_for(click.app, click.interaction))
    click.app.conversations.listen()
    try:
        reply = await click.app.conversations.answered(click, concerns, await handler(click))
    except BadId:
        return Reply(Page((click.say("failure.old_button"),)))
    except Refusal as refusal:
        match = refusal.match
        if match and match.is_hidden_from(click.user, click.interaction.channel_id):
            return Reply(refusals.refusal_page(click.say, Refusal("no_game")))
        if match:
            reply = Reply(await current_turn(click, match, refusals.refusal_text(click.say, refusal)))
            app = click.app  # the board that was clicked may be behind
            app.tasks.once_answered(partial(app.boards.refresh, match.id))
        else:
            reply = _refused_click(click, refusal)
    if concerns and (missing := await _cannot_show(click)):
        note = click.say("note.cannot_post", permissions=refusals.permission_names(click.say, missing))
        return replace(reply, page=reply.page.noted(note))
    return reply


def _refused_click(click: Click, refusal: Refusal) -> Reply:
    """The sentence for a refused click, which takes the place of a private page and leads home; if its challenge or
    group is gone, the public message is deleted afterwards.
    """
    reply = refused(click, refusal)
    message = click.interaction.message
    if message and message.flags.ephemeral:
        return replace(reply, page=replace(reply.page, rows=(*reply.page.rows, (way_home(click.say),))))
    is_gone = (click.custom_id.page, refusal.reason) in _GONE
    if not is_gone or message is None:
        return reply
    if not server_of(click.interaction):
        return replace(reply, in_place=True)
    return replace(reply, background=partial(click.app.messages.take_down, message.channel.id, message.id))


async def _cannot_show(click: Click) -> list[str]:
    """The permissions missing to post the board of a game, if the click was in its channel and the board is behind."""
    missing = missing_permissions(click.interaction)
    if not missing or not server_of(click.interaction):
        return []
    try:
        match, messages = await click.app.matches.with_messages(click.custom_id.subject)
    except Refusal:  # there is no such game
        return []
    is_here = match.place != "private" and match.channel_id == click.interaction.channel_id
    return missing if is_here and not shows(newest_board(messages), match) else []
