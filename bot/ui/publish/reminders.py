"""Reminders, and other calls to players who are waited for (decision 0008)."""

import logging

from bot.clock import now
from bot.matches.clock import is_evening, is_late
from bot.matches.match import Match
from bot.matches.play import Matches
from bot.matches.postings import Postings
from bot.matches.preferences import Preferences
from bot.matches.timers import Timers
from bot.store.timers import TimerRow
from bot.ui.kit.failure import UNREACHED
from bot.ui.kit.texts import mention, sentences, when
from bot.ui.publish.boards import Boards
from bot.ui.publish.publisher import Publisher
from bot.ui.words.notifications import duration, full_time

LOG = logging.getLogger(__name__)

LEASE = 30 * 60
"""Seconds after which a claimed reminder is retried."""


class Reminders:
    """Calls players because time passes, or because their opponent asks for it."""

    def __init__(
        self,
        matches: Matches,
        timers: Timers,
        postings: Postings,
        preferences: Preferences,
        boards: Boards,
        publisher: Publisher,
    ) -> None:
        self._matches = matches
        self._postings = postings
        self._timers = timers
        self._preferences = preferences
        self._boards = boards
        self._publisher = publisher

    async def remind(self, timer: TimerRow) -> None:
        """Remind the player to move, or tell the opponent that the time is up (``expire``)."""
        match = await self._matches.load(timer.subject)
        if match.mover is None:
            await self._timers.done(timer)
            return
        if self._publisher.channels.is_refusing(match.channel_id):
            return
        user = match.mover if timer.kind == "remind" else match.opponent(match.mover)
        player = await self._preferences.of(user)
        quiet = 0 if is_evening(match) else await self._preferences.quiet_until(player, match.guild_id, now())
        if quiet:
            await self._timers.postpone(timer, quiet)
            return
        if timer.kind == "remind" and (player.notify == "nothing" or (match.away or 0) > now()):
            await self._timers.done(timer)
            return
        claimed = await self._timers.claim(timer, now() + LEASE)
        if claimed is None:
            return
        if match.deadline is not None and is_late(match, now()) == (timer.kind == "expire"):
            await self._post(match, user, timer.kind, match.deadline)
        await self._timers.done(claimed)

    async def _post(self, match: Match, user: int, kind: str, deadline: int) -> None:
        say, name = self._publisher.speak(match.language), kind
        if kind == "expire" and not match.moves:
            name = "expire_unplayed"
        words, line = (
            say(f"call.{name}", time=time, game=match.id, user=mention(user), other=mention(match.opponent(user)))
            for time in (say("call.in", time=duration(say, deadline - now())), when(deadline))
        )
        if kind == "expire":
            line = ""  # that the time is up is on the board anyway
        elif await self._preferences.teach_plans(user):
            line = sentences(say, line, say("call.remind.plan"))
        await self._boards.call(match, words, user, f"{kind} {deadline}", line)

    async def nudge(self, match: Match, user: int) -> None:
        """Call the player to move, as the opponent ``user`` has asked; `Timers.nudge` has already noted it."""
        assert match.mover is not None
        say = self._publisher.speak(match.language)
        words = say("call.nudge", user=mention(match.mover), other=mention(user), game=match.id)
        try:
            await self._boards.call(match, words, match.mover, f"nudge {match.nudged_at}", words)
        except UNREACHED:
            await self._timers.forget_nudge(match.id)
            raise

    async def tell_of_time(self, match: Match, user: int) -> None:
        """Tell the player to move that the opponent ``user`` has given them more time, unless it is quiet for them."""
        assert match.mover is not None
        player = await self._preferences.of(match.mover)
        if player.notify == "nothing":
            return
        quiet = 0 if is_evening(match) else await self._preferences.quiet_until(player, match.guild_id, now())
        if quiet:
            await self._postings.owe_call(match, quiet)
            return
        say = self._publisher.speak(match.language)
        time = full_time(say, match)
        words = say("call.moretime", user=mention(match.mover), other=mention(user), game=match.id, time=time)
        await self._boards.call(match, words, match.mover, f"moretime {match.deadline}", words)
