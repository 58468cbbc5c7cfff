"""People at many tables, and the bots of several processes that serve them."""

import contextlib
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bot.store.backend.upgrading import bring_up_to_date
from tests.wire.checks import double_calls
from tests.wire.process import Bot
from tests.wire.runs import Figures
from tests.wire.standin import StandIn
from tests.wire.world import Interaction, until

SWEEP = 0.5
"""The seconds between two sweeps here: so few that two processes would often meet in one."""


@dataclass
class Outcome:
    """What a run came to: its figures in one line, and what should be otherwise."""

    line: str
    wrong: list[str] = field(default_factory=list)

    def must(self, holds: bool, otherwise: str) -> None:
        """Note what is wrong unless something holds."""
        if not holds:
            self.wrong.append(otherwise)


async def answers(discord: StandIn, count: int) -> None:
    """Wait until so many more clicks have been answered, be the machine as slow as it likes."""
    enough = _answered(discord) + count
    await until(lambda: _answered(discord) >= enough)


def _answered(discord: StandIn) -> int:
    return sum(one.accepted > 0 for one in discord.interactions.values())


@contextlib.asynccontextmanager
async def bots(
    discord: StandIn, folder: Path, url: str, *settings: Mapping[str, str], sketches: bool = True
) -> AsyncIterator[list[Bot]]:
    """Bots of the same database, one for each of some settings, that are not started yet; none is left running."""
    await bring_up_to_date(url)
    made = [
        Bot(discord.url, folder, SWEEP, database_url=url, settings=each, sketches=sketches, cold="LD_PRELOAD" in each)
        for each in settings
    ]
    try:
        yield made
    finally:
        for bot in made:
            if bot.running:
                await bot.kill()


def give_up(pressed: Sequence[Interaction]) -> int:
    """Let nobody expect an answer any more to what was pressed while nobody was there. Returns how often that was."""
    unanswered = [one for one in pressed if not one.accepted and not one.cut]
    for one in unanswered:
        one.cut = True
        one.over.set()
    return len(unanswered)


def judged(outcome: Outcome, figures: Figures, discord: StandIn, bot: Bot) -> Outcome:
    """What must hold in every run: each click is answered once, nothing is lost, all is shown, nobody is called twice,
    no ERROR is logged.
    """
    outcome.must(not figures.unanswered, f"{figures.unanswered} unanswered")
    outcome.must(not figures.doubles, f"{figures.doubles} answered twice")
    outcome.wrong += [*figures.lost, *figures.not_shown, *double_calls(discord), *discord.wrong, *bot.errors()]
    return outcome
