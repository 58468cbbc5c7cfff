"""How people come to what has no command of its own, as they would: by what the pages offer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
import simcord

from bot.ui.kit.custom_id import ids_in
from bot.ui.pages.start import MORE
from bot.ui.pages.terms import OFFERED

if TYPE_CHECKING:
    from tests.ui.world import World

WAYS = {*MORE, "open", "board", "resign"} - {"automa", "settings"}
"""What can be reached."""


async def reach(
    world: World, channel: simcord.ChannelHandle, who: simcord.MemberActor, what: str, **options: Any
) -> discord.Message:
    """Come to something from a command in a channel, and choose these ``options`` there; returns the last answer."""
    match what, options:
        case "profile", {"player": player}:
            return await world.point_at(who, player, "Quilter")
        case (("board" | "resign"), _):
            return await _in_a_game(world, channel, who, what, **options)
        case "replay", _:
            return await _replay(world, channel, who, **options)
        case "open", _:
            page = await world.press(who, await world.slash_in(channel, who, "play"), "friend")
            return await _opened(world, who, await world.press(who, page, "seat"), "seat", options)
    page = await world.choose(who, await world.slash_in(channel, who, "help"), "more", what)
    return await (_opened(world, who, page, what, options) if what in OFFERED else _as_it_is(page, options))


async def _as_it_is(page: discord.Message, options: dict[str, Any]) -> discord.Message:
    assert not options
    return page


async def _in_a_game(
    world: World, channel: simcord.ChannelHandle, who: simcord.MemberActor, act: str, game: int | None = None
) -> discord.Message:
    if game is None:
        (game,) = [row.id for row in await world.app.matches.running_of(who.id, channel_id=channel.id)]
    page = await world.slash_in(channel, who, "games", game=game)
    control = "resignpage" if act == "resign" else act
    if _has(page, "more"):
        page = await world.press(who, page, "more")
    return await world.press(who, page, control) if _has(page, control) else page


async def _replay(
    world: World,
    channel: simcord.ChannelHandle,
    who: simcord.MemberActor,
    game: int | None = None,
    share: bool = False,
) -> discord.Message:
    number = game or await world.app.matches.newest_of(who.id, channel.guild.id, channel.id)
    _, ended = await world.app.matches.all_of(who.id, channel.guild.id, 25)
    rows = [*await world.app.matches.running_of(who.id), *ended]
    if number is not None and number not in [row.id for row in rows if row.guild_id == channel.guild.id]:
        page = await world.slash_in(channel, who, "games", game=number)
    else:
        page = await world.choose(who, await world.slash_in(channel, who, "help"), "more", "replay")
        if number is not None:
            page = await world.choose(who, page, "replay", str(number))
    if not share:
        return page
    page = await world.press(who, page, "animation")
    return await world.press(who, page, "share")


async def _opened(
    world: World, who: simcord.MemberActor, page: discord.Message, kind: str, options: dict[str, Any]
) -> discord.Message:
    if kind == "group" and not options and _has(page, "mygroup"):
        return await world.press(who, page, "mygroup")
    friend = options.pop("friend", None)
    for name, value in options.items():
        page = await world.choose(who, page, name, str(OFFERED[kind][name].index(value) + 1))
    if friend:
        return await world.pick(who, page, "with", friend)
    return await world.press(who, page, "opennow")


def _has(page: discord.Message, control: str) -> bool:
    return any(each.control == control for each in ids_in(page.components))
