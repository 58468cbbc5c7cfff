"""Matches that are played on, with clicks or below them, to come quickly to where a test begins."""

import random
from contextlib import nullcontext

import discord
import simcord
from discord import ui

from bot.matches.match import Match
from bot.store.games import game_ids
from bot.store.reviews import ReviewRow, save_review
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Button, Page
from engine.verdicts import Review
from game import ADVANCE, LEATHER, Automa, Move, Position, parse_move
from game.tidy import tidiest
from tests.ui.world import World, controls, offered, text

PANEL_STEPS = ("left", "right", "up", "down", "turn", "flip", "1", "2", "3", "4")


async def play_on(world: World, plies: int = 1000, *, game: int = 1, seed: int = 1) -> Match:
    """Play a game on by so many plies, those of rivals too, or to its end; then the board is brought up to date."""
    rng = random.Random(seed)
    match = await world.match(game)
    unheard = nullcontext() if match.rival else world.unheard()  # a rival moves because it hears of the move before
    with unheard, world.env.time_context():
        for _ in range(plies):
            if match.outcome:
                break
            if match.awaits_rival:
                match = await world.app.rival_moves.made(game)
                continue
            match = await world.app.matches.play(game, match.revision, mover(match), _move(match.position, rng))
    await world.sweep()
    return match


async def by_hand(world: World) -> None:
    """Let everybody make forced moves by hand, so that each move of a script is theirs."""
    for who in (world.mina, world.tom):
        await world.app.preferences.change(who.id, forced=False)


async def moved(world: World, *moves: str) -> Match:
    """Make moves as whoever is to move, below the ui, and bring the board up to date."""
    match = await world.match()
    with world.env.time_context():
        for move in moves:
            match = await world.app.matches.play(match.id, match.revision, mover(match), parse_move(move))
    await world.show()
    return match


async def advanced(world: World, who: simcord.MemberActor, page: discord.Message | None = None) -> discord.Message:
    """Let somebody advance by hand, from the board or a private page; returns the answer."""
    return await world.press(who, await world.press(who, page or world.board(), "advance"), "goahead")


async def given_up(world: World, who: simcord.MemberActor, **options: int) -> discord.Message:
    """Let somebody give up by hand; returns the answer."""
    return await world.press(who, await world.slash(who, "resign", **options), "resign")


async def forged(
    world: World, page: str, control: str, *, subject: int = 1, revision: int = 0, shown: str = ""
) -> discord.Message:
    """A message with a button that nobody was shown."""
    here = CustomId(subject, revision, page, control, shown)
    return await world.send(Page(rows=((Button("!", here),),)).view())


def with_buttons(*custom_ids: str) -> ui.LayoutView:
    """A row of buttons with these ids, as an older version could have shown them."""
    row: ui.ActionRow[ui.LayoutView] = ui.ActionRow(*(ui.Button(label=each, custom_id=each) for each in custom_ids))
    view = ui.LayoutView(timeout=None).add_item(row)
    view.stop()
    return view


async def keep_review(world: World, match: Match, review: Review) -> None:
    """Let a game have a review that was made already."""
    await world.app.database.write(save_review, ReviewRow(match.id, match.revision, str(review)))


def farthest(position: Position) -> str:
    """The move that takes whoever is to move farthest."""
    return str(
        max(position.legal_moves, key=lambda move: position.play(move).position.players[position.turn - 1].space)
    )


def move_that_leads_to(seat: int, position: Position) -> str:
    """A move after which a seat is to move."""
    return str(next(move for move in position.legal_moves if position.play(move).position.turn == seat))


def way_to(seat: int, position: Position) -> str:
    """The number of a patch after which it is the turn of a seat."""
    for number, patch in enumerate(position.offers, 1):
        step = position.preview(patch) if position.can_take(patch) else None
        if step and step.position.turn == seat and not step.position.leather:
            return str(number)
    raise AssertionError("there is none")


async def resigned(world: World, who: simcord.MemberActor) -> Match:
    """Let somebody give the first game up once both have moved, below the ui, and bring the board up to date."""
    match = await world.match()
    with world.env.time_context():
        while len({ply.seat for ply in match.plies}) < len(match.people):
            match = await world.app.matches.play(match.id, match.revision, mover(match), ADVANCE)
        match = await world.app.matches.resign(match.id, match.revision, who.id)
    await world.show()
    return match


async def handed_over(world: World) -> tuple[simcord.MemberActor, simcord.MemberActor]:
    """Play until the turn has passed; returns who moved last and who moves now."""
    match = await world.match()
    while not match.returnable:
        match = await play_on(world, plies=1, seed=match.revision)
    return world.person(match.person_at(match.returnable.seat)), world.person(match.mover)


def mover(match: Match) -> int:
    """The user to move in a match that runs."""
    assert match.mover is not None
    return match.mover


def termination(match: Match) -> str | None:
    """How a match has ended; None while it runs."""
    return match.outcome.termination if match.outcome else None


async def solo_games(world: World, count: int) -> None:
    """Solo games of mina's, begun below the ui; their boards are not posted yet."""
    with world.unheard():
        for _ in range(count):
            await world.app.solo.start(
                guild_id=world.guild.id,
                channel_id=world.channel.id,
                user=world.mina.id,
                opponent=Automa("fellow", "normal"),
                track="classic",
            )


def posted(world: World, words: str) -> list[discord.Message]:
    """The public messages that hold some words."""
    return [message for message in world.channel.history() if words in text(message)]


def the_post(world: World, words: str) -> discord.Message:
    """The one public message that holds some words."""
    (message,) = posted(world, words)
    return message


async def later(world: World, seconds: float) -> None:
    """Let time pass, and the bot do what is due."""
    await world.env.advance_time(seconds)
    await world.sweep()


async def meanwhile(world: World) -> None:
    """Let so much go on in the database that whatever nothing holds up has gone on, too."""
    for _ in range(100):
        await world.app.database.read(game_ids)


def waiting(world: World, match: Match) -> simcord.MemberActor:
    """The player who waits."""
    return world.person(match.opponent(mover(match)))


async def more(world: World, who: simcord.MemberActor) -> discord.Message:
    """What More shows somebody."""
    return await world.press(who, world.board(), "more")


async def asked(world: World, who: simcord.MemberActor, *controls: str) -> discord.Message:
    """What some controls come to, pressed one after the other under More on the board."""
    page = await more(world, who)
    for control in controls:
        page = await world.press(who, page, control)
    await world.app.tasks.idle()
    return page


async def take_turn(world: World, rng: random.Random, message: discord.Message, *, game: int = 1) -> discord.Message:
    """One move of whoever is to move, from a board or a private page that offers it. Returns the answer."""
    match = await world.match(game)
    who = world.person(match.mover)
    choices = [control for control in offered(message) if control in ("1", "2", "3", "advance", "leather")]
    page = await world.press(who, message, rng.choice(choices))
    if "goahead" in offered(page):
        return await world.press(who, page, "goahead")
    for _ in range(rng.randrange(4)):
        page = await wander(world, rng, who, page)
    return await world.press(who, page, "sew")


async def wander(world: World, rng: random.Random, who: simcord.MemberActor, page: discord.Message) -> discord.Message:
    """Move the ghost about: an arrow, a number, the list, or a square that must be covered."""
    way = rng.choice([*PANEL_STEPS, "list", "square"])
    if way not in offered(page):
        return page
    page = await world.press(who, page, way)
    if way == "list":
        control = rng.choice([name for name in ("look", "column", "row") if name in offered(page)])
        select = next(item for item in controls(page) if item["custom_id"].endswith(":" + control))
        page = await world.choose(who, page, control, rng.choice(select["options"])["value"])
        return await world.press(who, page, "spots") if rng.random() < 0.5 else page
    if way == "square":
        for _ in ("column", "row"):
            page = await world.press(who, page, rng.choice([key for key in offered(page) if key.startswith("k")]))
    return page


def _move(position: Position, rng: random.Random) -> Move:
    quilt = position.player(position.turn).quilt
    patches = [LEATHER] if position.leather else list(position.offers)
    tidy = [place for patch in patches for place in tidiest(quilt, patch)[:1] if place in position.legal_moves]
    return rng.choice(tidy) if tidy and (position.leather or rng.random() < 0.85) else ADVANCE
