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
    menus,
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
    start,
    sundays,
    turn,
    views,
)
from bot.ui.kit.brand import ROOT
from bot.ui.words.options import described

BUTTONS_ONLY = (
    *(about, board, clock, duels, exercises, groups, hints, ladders, offers, open_seats, plans, practice, preferences),
    *(privacy, profiles, rematch, replay, resign, reviews, sundays, turn, views),
)
"""Features without commands."""

OF_ADMIN = (servers,)
"""Features whose commands belong to `ADMIN`, beside those of `admin`."""

Command = app_commands.Command[Any, ..., Any] | app_commands.Group | app_commands.ContextMenu


def commands() -> list[Command]:
    """All commands: `HOME`, those below `ROOT`, moderators' below `ADMIN`, and those of menus."""
    root = app_commands.Group(
        name=ROOT,
        description=described("root"),
        allowed_contexts=app_commands.AppCommandContext(guild=True),
        allowed_installs=app_commands.AppInstallationType(guild=True),
    )
    listed: list[app_commands.Command[Any, ..., Any]] = [
        start.slash,
        challenges.challenge,
        rival.slash,
        daily.slash,
        learn.slash,
        games.slash,
        solo.automa,
        help.slash,
    ]
    for command in listed:
        root.add_command(command)
    return [start.home, root, admin.admin, challenges.menu, profiles.menu, menus.words, menus.review]
