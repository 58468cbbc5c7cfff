"""Replaying a game: step by step, or as an animation (decision 0029)."""

from collections.abc import Callable
from functools import partial

from bot.features.dispatch import Click, Page, Reply, Request, match_of, on
from bot.matches.match import Match, Refusal
from bot.matches.news import turns_of
from bot.ui.kit.interaction import public_speaker, server_of
from bot.ui.kit.permissions import can_see
from bot.ui.kit.texts import Say, mention
from bot.ui.pages.games import MOST_OPTIONS, choose_page, most_urgent_first
from bot.ui.pages.replay import animation_page, moment_page, shared_moment_page


async def ask(request: Request) -> Reply:
    """Ask which of the user's games here is to be shown."""
    running, ended = await request.app.matches.all_of(request.user, server_of(request.interaction), MOST_OPTIONS)
    rows = [*ended, *most_urgent_first(running, request.user)][:MOST_OPTIONS]
    if not rows:
        raise Refusal("no_replay_here")
    return Reply(choose_page(request.say, "replay", rows, request.user, request.app.names.of))


@on("replay", page="choose", concerns_game=False)
async def game_chosen(click: Click) -> Reply:
    """The user has chosen which game to see."""
    return await show(click, click.number)


async def show(request: Request, number: int) -> Reply:
    """Show a game step by step."""
    match = await request.app.matches.load(number)
    check_seen(request, match)
    return Reply(moment_page(request.say, match, request.user, _opening(match)), about=match.id)


@on("replay")
@on("first", "previous", "following", "last", "mine", page="replay")
async def step(click: Click) -> Reply:
    """A moment of the game on the message: the one that it shows, or one before or after that."""
    match, shown = await _shown(click)
    return Reply(moment_page(click.say, match, click.user, _step(match, shown, click)))


@on("animation", page="replay")
async def animate(click: Click) -> Reply:
    """All moments of it, one after the other."""
    match, shown = await _shown(click)
    if not match.plies:  # all that the message showed was taken back
        return Reply(moment_page(click.say, match, click.user, shown))
    return Reply(animation_page(click.say, match, shown))


@on("share", page="replay")
async def share_moment(click: Click) -> Reply:
    """The moment that is shown, for everybody in the channel."""
    return await _shared(click, shared_moment_page)


@on("share", page="animation")
async def share_animation(click: Click) -> Reply:
    """The animation, for everybody in the channel."""
    return await _shared(click, partial(animation_page, public=True))


async def _shared(click: Click, page_of: Callable[[Say, Match, int], Page]) -> Reply:
    match, shown = await _shown(click, share=True)
    if not match.plies:
        return Reply(moment_page(click.say, match, click.user, shown))
    say = public_speaker(click.interaction, match.language)
    page = page_of(say, match, shown)
    return Reply(page.noted(say("replay.shared", user=mention(click.user))), public=True)


def _opening(match: Match) -> int:
    return 0 if match.outcome else len(match.plies)


async def _shown(click: Click, *, share: bool = False) -> tuple[Match, int]:
    """The match, and how many of its moves have been made in what the message shows; fewer if some were taken back."""
    match = await match_of(click)
    check_seen(click, match, share=share)
    is_replay = click.custom_id.kind in ("replay", "animation")
    return match, min(click.custom_id.number, len(match.plies)) if is_replay else _opening(match)


def _step(match: Match, shown: int, click: Click) -> int:
    count, turns = len(match.plies), turns_of(match, match.seat_of(click.user))
    mine = next((turn for turn in turns if turn > shown), turns[0] if turns else shown)
    steps = {"first": 0, "previous": max(shown - 1, 0), "following": min(shown + 1, count), "last": count, "mine": mine}
    return steps.get(click.custom_id.control, shown)


def check_seen(request: Request, match: Match, *, share: bool = False) -> None:
    """Raise Refusal ``no_game`` unless the user has played the match, or may see where it is played. Nobody can share
    it on another server, or in another conversation unless it was played alone; in a server where the bot is no member
    (``only_servers``); nor while it is half of a duel that goes on (``duel_goes_on``).
    """
    interaction, server = request.interaction, server_of(request.interaction)
    if share and match.is_secret and match.seat_of(request.user):
        raise Refusal("duel_goes_on")
    if share and interaction.guild_id and not server:
        raise Refusal("only_servers")
    is_here = server == match.guild_id and bool(server or match.is_solo or interaction.channel_id == match.home_id)
    is_around = match.is_private and not match.is_hidden_from(request.user, interaction.channel_id)
    if (is_around or match.seat_of(request.user) is not None) and (is_here or not share):
        return
    if match.is_private or not can_see(interaction, match.guild_id, match.home_id):
        raise Refusal("no_game")
