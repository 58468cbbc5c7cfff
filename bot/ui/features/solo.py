"""Playing alone against the Automa."""

from __future__ import annotations

from discord import app_commands

from bot.matches.match import Match
from bot.matches.refusals import Refusal
from bot.ui.desk import Request, check_permissions, reply_to
from bot.ui.kit.interaction import Interaction
from bot.ui.kit.reply import Reply
from bot.ui.pages.board import home_page
from bot.ui.words.options import choices, described, level_choices
from game.automa import DECKS
from game.timeboard import LEATHER_SPACES


@app_commands.command(description=described("automa"))
@app_commands.describe(
    level=described("automa.level"), deck=described("automa.deck"), leather=described("challenge.leather")
)
@app_commands.choices(level=level_choices(), deck=choices("deck", DECKS), leather=choices("leather", LEATHER_SPACES))
async def automa(
    interaction: Interaction, level: str = "fellow", deck: str = "normal", leather: str = "classic"
) -> None:
    """Start a solo game; the answer is its first turn, in private."""

    async def start(request: Request) -> Reply:
        if interaction.guild_id is None or interaction.channel_id is None:
            raise Refusal("only_servers")
        check_permissions(interaction)
        match = await request.app.solo.start(
            guild_id=interaction.guild_id,
            channel_id=interaction.channel_id,
            user=request.user,
            level=level,
            deck=deck,
            track=leather,
        )
        return begun(request, match)

    await reply_to(interaction, start)


def begun(request: Request, match: Match) -> Reply:
    """The reply to starting a solo game: its first turn, in private, while the board is posted."""
    page = home_page(request.say, match).noted(request.say("solo.begun", game=match.id))
    return Reply(page, changed=match.id)
