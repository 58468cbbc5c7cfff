"""What happens because time passes: reminders, and the closing of matches. Timers are claimed in the store.

Why: decision 0008.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from functools import partial

from bot.clock import now
from bot.matches.clock import is_late
from bot.matches.match import Match
from bot.matches.play import Matches
from bot.matches.preferences import Preferences, quiet_until
from bot.matches.timers import Timers
from bot.store.timers import TimerRow
from bot.ui.kit.failure import UNREACHED, report
from bot.ui.kit.texts import Say, mention, sentences, when
from bot.ui.publish.boards import Boards
from bot.ui.publish.channels import Channels
from bot.ui.publish.delivery import CALL_AFTER
from bot.ui.publish.tables import Tables
from bot.ui.words.notifications import duration, full_time

LOG = logging.getLogger(__name__)

LEASE = 30 * 60
"""Seconds after which a claimed reminder is retried."""

SHORT_LEASE = 30
"""The same of a call that was put off: soon, while Discord still knows the nonce of a board that may be there."""


class Reminders:
    """Does what is due. Several processes may do so at once: each timer is handled by one of them.

    ``invite`` handles timers of the kind ``plan``. ``speak`` gives the words of a language.
    """

    def __init__(
        self,
        matches: Matches,
        timers: Timers,
        preferences: Preferences,
        channels: Channels,
        boards: Boards,
        tables: Tables,
        invite: Callable[[TimerRow], Awaitable[None]],
        speak: Callable[[str], Say],
    ) -> None:
        self._matches = matches
        self._timers = timers
        self._preferences = preferences
        self._channels = channels
        self._boards = boards
        self._tables = tables
        self._speak = speak
        self._acts = {
            "remind": self._call,
            "expire": self._call,
            "close": self._close,
            "call": self._call_to_move,
            "plan": invite,
        }

    async def sweep(self) -> None:
        """Remind the players whose clock asks for it, and close matches that are due."""
        guilds = await self._timers.due_in()
        for timer in await self._timers.due():
            if timer.subject in guilds and not self._channels.is_here(guilds[timer.subject]):
                continue
            if timer.kind not in self._acts:
                LOG.warning("a timer of another version of the bot is left alone: %s", timer)
                continue
            try:
                await self._acts[timer.kind](timer)
            except UNREACHED as error:
                LOG.warning("game %s: the call (%s) waits: %s", timer.subject, timer.kind, error)
            except Exception as error:
                report(LOG, error, "the timer %s of game %s failed and will be tried again", timer.kind, timer.subject)

    async def _close(self, timer: TimerRow) -> None:
        """Close a match in which nothing has happened for a long time."""
        await self._timers.close_idle(timer)

    async def _call_to_move(self, timer: TimerRow) -> None:
        """Call the player to move, who was at the table when their turn came, if they have done nothing since."""
        match = await self._matches.load(timer.subject)
        user = match.mover
        if user is None or (await self._preferences.of(user)).notify == "nothing":
            await self._timers.done(timer)
            return
        acted_at = self._tables.acted_at(match.id, user)
        if acted_at > (match.acted_at or 0) and acted_at + CALL_AFTER > now():  # they know, and think
            await self._timers.postpone(timer, int(acted_at) + CALL_AFTER)
        elif not self._channels.is_refusing(match.channel_id):
            await self._boards.call_to_move(match.id, partial(self._timers.claim, timer, now() + SHORT_LEASE))

    async def _call(self, timer: TimerRow) -> None:
        """Remind the player to move, or tell the opponent that the time is up (``expire``)."""
        match = await self._matches.load(timer.subject)
        if match.mover is None:
            await self._timers.done(timer)
            return
        if self._channels.is_refusing(match.channel_id):
            return
        user = match.mover if timer.kind == "remind" else match.opponent(match.mover)
        player = await self._preferences.of(user)
        if quiet := quiet_until(player, now()):
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
        say = self._speak(match.language)
        words, line = (
            say(f"call.{kind}", time=time, game=match.id, user=mention(user), other=mention(match.opponent(user)))
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
        say = self._speak(match.language)
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
        if quiet_until(player, now()) or player.notify == "nothing":
            return
        say = self._speak(match.language)
        time = full_time(say, match)
        words = say("call.moretime", user=mention(match.mover), other=mention(user), game=match.id, time=time)
        await self._boards.call(match, words, match.mover, f"moretime {match.deadline}", words)
