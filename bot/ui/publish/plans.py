"""A player who waits is told that they could plan, if they want to be told (decision 0060)."""

from collections.abc import Callable

from bot.clock import now
from bot.matches.plans import Plans
from bot.matches.preferences import Preferences
from bot.matches.timers import Timers
from bot.store.timers import TimerRow
from bot.ui.kit.texts import Say, mention, url_of
from bot.ui.publish.direct import DirectMessages
from bot.ui.publish.messages import nonce_of

LEASE = 30
"""Seconds after which a message that may not have been sent is tried again: soon, while Discord knows its nonce."""


class Invitations:
    """Tells players in private that they could plan, once a turn of the other one, who need not know of plans."""

    def __init__(
        self,
        plans: Plans,
        timers: Timers,
        preferences: Preferences,
        direct: DirectMessages,
        speak: Callable[[str], Say],
    ) -> None:
        self._plans = plans
        self._timers = timers
        self._preferences = preferences
        self._direct = direct
        self._speak = speak

    async def send(self, timer: TimerRow) -> None:
        """Tell the player who waits in a match, when it is not quiet for them."""
        invited = await self._plans.invited(timer.subject, now())
        if invited is None or not self._direct.may_send(invited[1].user_id):
            await self._timers.done(timer)
            return
        match, player = invited
        if quiet := await self._preferences.quiet_until(player, match.guild_id, now()):
            await self._timers.postpone(timer, quiet)
            return
        claimed = await self._timers.claim(timer, now() + LEASE)
        if claimed is None:
            return
        say, user = self._speak(match.language), mention(match.person_at(match.position.turn))
        link = url_of(match.guild_id, match.channel_id)
        text = say("direct.text", words=say("direct.plan", user=user, game=match.id), link=link)
        # The event before the turn that goes on tells it from others.
        begin = max((ply.number for ply in match.plies if ply.seat != match.position.turn), default=0)
        nonce = nonce_of(match.id, begin, "plan")
        if await self._direct.send(player.user_id, text, nonce, silent=player.next == "silent"):
            await self._timers.done(claimed)
