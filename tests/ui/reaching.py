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

WAYS = {*MORE, "open", "board", "resign"} - {"automa"}
"""What can be reached."""

CHOSEN = ("channel", "where", "pace", "leather", "theme", "language", "daily")
"""What is chosen for a server, beside a ``list``."""

_YOU = {"theme": "theme", "tips": "advice", "show": "show", "forced": "forced", "profile": "profile"}
_YOU |= {"language": "language", "challenges": "challenges", "unblock": "unblock"}
_USUAL = {"where": "here", "pace": "3", "leather": "classic", "theme": "daylight", "language": "usual"}


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
        case "settings", _:
            return await _settings(world, channel, who, **options)
        case "sunday", _:
            page = await world.choose(who, await world.slash_in(channel, who, "help"), "more", what)
            return await world.press(who, page, "playsunday") if _has(page, "playsunday") else page
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
    assert channel.guild
    here = channel.guild.id
    number = game or await world.app.matches.newest_of(who.id, here, channel.id)
    _, ended = await world.app.matches.all_of(who.id, here, 25)
    rows = [*await world.app.matches.running_of(who.id), *ended]
    if number is not None and number not in [row.id for row in rows if row.guild_id == here]:
        page = await world.slash_in(channel, who, "games", game=number)
        for control in ("more", "replay"):  # one's own game, from another server
            page = await world.press(who, page, control) if _has(page, control) else page
    else:
        page = await world.choose(who, await world.slash_in(channel, who, "help"), "more", "replay")
        if number is not None:
            page = await world.choose(who, page, "replay", str(number))
    if not share or not _has(page, "animation"):
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


async def _settings(
    world: World, channel: simcord.ChannelHandle, who: simcord.MemberActor, **options: Any
) -> discord.Message:
    page = await world.choose(who, await world.slash_in(channel, who, "help"), "more", "settings")
    for name in [each for each in _YOU if each in options]:
        value = options.pop(name)
        page = await world.choose(who, page, _YOU[name], str(value.id) if name == "unblock" else value)
    if "block" in options:
        page = await world.pick(who, page, "block", options.pop("block"))
    if not options:
        return page
    page = await world.press(who, page, "when")
    for name in [each for each in ("notify", "next") if each in options]:
        page = await world.choose(who, page, name, options.pop(name))
    typed = {}
    if "quiet_from" in options or "quiet_to" in options:
        start, end = options.pop("quiet_from", ""), options.pop("quiet_to", "")
        typed[0] = "" if start.lower() == "off" else f"{start}–{end}"
    typed |= {number: options.pop(name) for number, name in ((1, "timezone"), (2, "vacation")) if name in options}
    assert not options
    return await world.fill(who, page, "times", typed) if typed else page


async def moderate(
    world: World, channel: simcord.ChannelHandle, who: simcord.MemberActor, what: str, /, **options: Any
) -> discord.Message:
    """Choose something for a server; returns the page of what it has chosen."""
    page = await world.moderate_in(options.get("channel", channel), who, "settings")
    acts = [("onlyhere" if what == "channel" else "dailyhere")] if "channel" in options else []
    acts += [name for key, name in (("anywhere", "anywhere"), ("nowhere", "nodaily")) if options.get(key)]
    for control in acts:
        page = await world.press(who, page, control) if _has(page, control) else page
    if "timezone" in options:
        page = await world.fill(who, page, "zone", {0: options["timezone"]})
    if what in options and what != "channel" and _has(page, what):
        value = options[what]
        page = await world.choose(who, page, what, _USUAL[what] if value in ("usual", -1) else str(value))
    return page


def _has(page: discord.Message, control: str) -> bool:
    return any(each.control == control for each in ids_in(page.components))
