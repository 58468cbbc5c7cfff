"""What a player has chosen."""

from __future__ import annotations

from bot.now import now
from bot.store.players import PlayerRow
from bot.ui.kit.page import Page
from bot.ui.kit.texts import Say
from bot.ui.words.sentences import when


def preferences_page(say: Say, player: PlayerRow) -> Page:
    """All choices of a player, line by line."""
    is_away = player.vacation_until > now()
    lines = (
        say("settings.title"),
        say("settings.theme", theme=say(f"choice.theme.{player.theme or 'default'}")),
        say("settings.notify", how=say(f"choice.notify.{player.notify}")),
        _quiet(say, player),
        say("settings.vacation", date=when(player.vacation_until - 1, "D")) if is_away else say("settings.no_vacation"),
    )
    return Page(("\n".join(lines),))


def _quiet(say: Say, player: PlayerRow) -> str:
    if player.quiet_from is None or player.quiet_to is None:
        return say("settings.no_quiet")
    start, end = (f"{at // 60}:{at % 60:02}" for at in (player.quiet_from, player.quiet_to))
    return say("settings.quiet", zone=player.timezone, start=start, end=end)
