"""What commands and buttons do, a file for each feature: this registers them with `dispatch` (decision 0013)."""

from typing import Any

from discord import app_commands

from bot.features import (
    about,
    admin,
    board,
    challenges,
    clock,
    daily,
    duels,
    exercises,
    games,
    groups,
    help,
    hints,
    ladders,
    learn,
    offers,
    open_seats,
    plans,
    practice,
    preferences,
    privacy,
    profiles,
    rematch,
    replay,
    resign,
    reviews,
    rival,
    servers,
    solo,
    sundays,
    turn,
    views,
)
from bot.ui.kit.brand import ROOT
from bot.ui.words.options import described

BUTTONS_ONLY = (about, clock, hints, views, offers, plans, rematch, reviews, exercises, turn)
"""Features without commands."""

OF_ADMIN = (servers,)
"""Features whose commands belong to ``/patchwork-admin``, beside those of `admin`."""

Command = app_commands.Group | app_commands.ContextMenu


def commands() -> list[Command]:
    """All commands, as Discord lists them: ``/patchwork …``, ``/patchwork-admin …`` for moderators, those of menus."""
    root = app_commands.Group(
        name=ROOT,
        description=described("root"),
        allowed_contexts=app_commands.AppCommandContext(guild=True),
        allowed_installs=app_commands.AppInstallationType(guild=True),
    )
    listed: list[app_commands.Command[Any, ..., Any] | app_commands.Group] = [
        open_seats.play,
        challenges.challenge,
        open_seats.open_command,
        duels.duel,
        groups.group,
        rival.slash,
        solo.automa,
        board.slash,
        games.games,
        profiles.profile,
        ladders.ladder,
        resign.slash,
        replay.slash,
        daily.slash,
        sundays.slash,
        practice.slash,
        learn.slash,
        help.slash,
        preferences.settings,
        privacy.slash,
    ]
    for command in listed:
        root.add_command(command)
    return [root, admin.admin, challenges.menu, profiles.menu]
