"""What a change of a match leads to in public; and the sweep, which finds what was left undone (decision 0053)."""

from collections.abc import Sequence
from functools import partial
from operator import attrgetter

from bot.matches.postings import Postings
from bot.store.changes import Change
from bot.ui.publish.boards import Boards
from bot.ui.publish.publisher import Publisher

AT_ONCE = 3
"""How many channels are swept at once: clicks come first. Calls and challenges go on beside them, one at a time."""


class Sweep:
    """Shows what is owed, in each channel one match after the other: so one that refuses is asked once."""

    def __init__(self, postings: Postings, boards: Boards, publisher: Publisher) -> None:
        self._postings = postings
        self._boards = boards
        self._publisher = publisher

    def follow(self, changes: Sequence[Change]) -> None:
        """Bring the boards of changed games up to date, once the people behind it are answered; many by a sweep."""
        games = [change.game.id for change in changes if not _goes_on(change)]
        if len(games) > AT_ONCE:
            self._publisher.tasks.once_answered(self.begin)
            return
        for game in games:
            self._publisher.tasks.once_answered(partial(self._boards.refresh, game))

    def begin(self) -> None:
        """Sweep in the background. If the last sweep still goes on, once more after it."""
        self._publisher.tasks.coalesce("sweep", self._run)

    async def _run(self) -> None:
        if uncertain := self._publisher.messages.uncertain():
            await self._postings.owe(uncertain)
            self._publisher.messages.settle(uncertain)
        owed = [game for game in await self._postings.owed() if not self._boards.is_resting(game.game_id)]
        owed.sort(key=attrgetter("game_id"))
        await self._publisher.in_channels(owed, lambda game: self._boards.try_to_show(game.game_id), AT_ONCE)


def _goes_on(change: Change) -> bool:
    """Tell whether a rival has moved and has the next move too: the board is shown after that."""
    game, event = change.game, change.event
    return bool(game.rival and event and event.seat == game.to_move == 2)
