"""Reminders, and other calls to players who are waited for (decision 0008)."""

from dataclasses import dataclass
from functools import partial

from bot.clock import now
from bot.matches.clock import is_late
from bot.matches.match import Match
from bot.matches.play import Matches
from bot.matches.preferences import Preferences, quiet_until
from bot.matches.timers import Timers
from bot.store.timers import TimerRow
from bot.ui.kit.failure import UNREACHED
from bot.ui.kit.texts import mention, sentences, when
from bot.ui.publish.boards import Boards
from bot.ui.publish.delivery import CALL_AFTER
from bot.ui.publish.publisher import Publisher
from bot.ui.publish.recent_activity import RecentActivity
from bot.ui.words.notifications import duration, full_time

LEASE = 30 * 60
"""Seconds after which a claimed reminder is retried."""

LATE_LEASE = 30
"""The same of a late call: soon, while Discord still knows the nonce of a board that may be there."""


@dataclass(frozen=True, slots=True)
class Reminders:
    """Calls players because time passes, or because their opponent asks for it."""

    matches: Matches
    timers: Timers
    preferences: Preferences
    boards: Boards
    publisher: Publisher
    activity: RecentActivity

    async def remind(self, timer: TimerRow) -> None:
        """Remind the player to move, or tell the opponent that the time is up (``expire``)."""
        match = await self.matches.load(timer.subject)
        if match.mover is None:
            await self.timers.done(timer)
            return
        if self.publisher.channels.is_refusing(match.channel_id):
            return
        user = match.mover if timer.kind == "remind" else match.opponent(match.mover)
        player = await self.preferences.of(user)
        if quiet := quiet_until(player, now()):
            await self.timers.postpone(timer, quiet)
            return
        if timer.kind == "remind" and (player.notify == "nothing" or (match.away or 0) > now()):
            await self.timers.done(timer)
            return
        claimed = await self.timers.claim(timer, now() + LEASE)
        if claimed is None:
            return
        if match.deadline is not None and is_late(match, now()) == (timer.kind == "expire"):
            await self._post(match, user, timer.kind, match.deadline)
        await self.timers.done(claimed)

    async def _post(self, match: Match, user: int, kind: str, deadline: int) -> None:
        say = self.publisher.speak(match.language)
        words, line = (
            say(f"call.{kind}", time=time, game=match.id, user=mention(user), other=mention(match.opponent(user)))
            for time in (say("call.in", time=duration(say, deadline - now())), when(deadline))
        )
        if kind == "expire":
            line = ""  # that the time is up is on the board anyway
        elif await self.preferences.teach_plans(user):
            line = sentences(say, line, say("call.remind.plan"))
        await self.boards.call(match, words, user, f"{kind} {deadline}", line)

    async def call_late(self, timer: TimerRow) -> None:
        """Call the player to move, who was at the table when their turn came, if they have done nothing since."""
        match = await self.matches.load(timer.subject)
        user = match.mover
        if user is None or (await self.preferences.of(user)).notify == "nothing":
            await self.timers.done(timer)
            return
        acted_at = self.activity.acted_at(match.id, user)
        if acted_at > (match.acted_at or 0) and acted_at + CALL_AFTER > now():  # they know, and think
            await self.timers.postpone(timer, int(acted_at) + CALL_AFTER)
        else:
            await self.boards.call_to_move(match.id, partial(self.timers.claim, timer, now() + LATE_LEASE))

    async def nudge(self, match: Match, user: int) -> None:
        """Call the player to move, as the opponent ``user`` has asked; `Timers.nudge` has already noted it."""
        assert match.mover is not None
        say = self.publisher.speak(match.language)
        words = say("call.nudge", user=mention(match.mover), other=mention(user), game=match.id)
        try:
            await self.boards.call(match, words, match.mover, f"nudge {match.nudged_at}", words)
        except UNREACHED:
            await self.timers.forget_nudge(match.id)
            raise

    async def tell_of_time(self, match: Match, user: int) -> None:
        """Tell the player to move that the opponent ``user`` has given them more time, unless it is quiet for them."""
        assert match.mover is not None
        player = await self.preferences.of(match.mover)
        if quiet_until(player, now()) or player.notify == "nothing":
            return
        say = self.publisher.speak(match.language)
        time = full_time(say, match)
        words = say("call.moretime", user=mention(match.mover), other=mention(user), game=match.id, time=time)
        await self.boards.call(match, words, match.mover, f"moretime {match.deadline}", words)
