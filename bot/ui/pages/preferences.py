"""What a player has chosen."""

from __future__ import annotations

from collections.abc import Sequence

from bot.now import now
from bot.store.players import PlayerRow
from bot.ui.kit.markup import mention, when
from bot.ui.kit.page import Page
from bot.ui.kit.texts import Say

NAMED = 20
"""How many of the users whom a player has blocked are named."""


def preferences_page(say: Say, player: PlayerRow, blocked: Sequence[int]) -> Page:
    """All choices of a player, line by line; ``blocked`` are the users from whom they take no challenges."""
    is_away = player.vacation_until > now()
    lines = (
        say("settings.title"),
        say("settings.theme", theme=say(f"choice.theme.{player.theme or 'default'}")),
        say("settings.notify", how=say(f"choice.notify.{player.notify}")),
        _quiet(say, player),
        say("settings.vacation", date=when(player.vacation_until - 1, "D")) if is_away else say("settings.no_vacation"),
        say(f"settings.challenges.{player.challenges}"),
        say(f"settings.advice.{'on' if player.advice else 'off'}"),
        *_blocked(say, blocked),
    )
    return Page(("\n".join(lines),))


def _quiet(say: Say, player: PlayerRow) -> str:
    if player.quiet_from is None or player.quiet_to is None:
        return say("settings.no_quiet")
    start, end = (f"{at // 60}:{at % 60:02}" for at in (player.quiet_from, player.quiet_to))
    return say("settings.quiet", zone=player.timezone, start=start, end=end)


def _blocked(say: Say, blocked: Sequence[int]) -> list[str]:
    """The line that names those who are blocked, if there are any."""
    if not blocked:
        return []
    more = [say("settings.blocked.more", count=len(blocked) - NAMED)] if len(blocked) > NAMED else []
    return [say("settings.blocked", users=", ".join([*map(mention, blocked[:NAMED]), *more]))]
