"""What a server has chosen."""

from bot.matches.clock import USUAL_PACE
from bot.store.servers import ServerRow
from bot.ui.kit.page import Page
from bot.ui.kit.texts import Say
from bot.ui.words.options import USUAL_TRACK, name_of_language, pace_text


def server_page(say: Say, server: ServerRow) -> Page:
    """Show what new games in a server begin with, line by line."""
    pace = USUAL_PACE if server.pace is None else server.pace
    lines = (
        say("servers.title"),
        say("servers.channel", channel=f"<#{server.channel_id}>") if server.channel_id else say("servers.any_channel"),
        say(f"servers.where.{server.place or 'here'}"),
        say("servers.pace", pace=pace_text(say, pace or None)),
        say("servers.leather", leather=say(f"choice.leather.{server.track or USUAL_TRACK}")),
        say("servers.theme", theme=say(f"choice.theme.{server.theme or 'daylight'}")),
        say("servers.language", language=name_of_language(server.language))
        if server.language
        else say("servers.any_language"),
    )
    daily = say("servers.daily", channel=f"<#{server.daily_id}>") if server.daily_id else say("servers.no_daily")
    return Page(("\n".join(lines), "\n".join((daily, say("servers.zone", zone=server.timezone or "UTC")))))
