"""What players do about a game besides its moves: ask each other, claim, nudge, pause, resign, play again."""

from __future__ import annotations

import discord

from bot.sessions.challenges import Challenges
from bot.sessions.clocks import more_time, pause, resume
from bot.sessions.clockwork import Clockwork
from bot.sessions.games import Games
from bot.sessions.refusals import Refusal
from bot.sessions.session import Session
from bot.store.challenges import ChallengeRow
from bot.ui.admin import check_moderator
from bot.ui.answers import Answer, check_permissions, refused_page
from bot.ui.click import Click
from bot.ui.page import Page
from bot.ui.questions import QUESTIONS, Questions, question_page
from bot.ui.sentences import mention
from bot.ui.texts import speaker
from bot.ui.timekeeper import Timekeeper
from bot.ui.views import claim_page, more_page, resign_page
from bot.ui.writer import Writer

UNKNOWN_MEMBER, UNKNOWN_USER = 10007, 10013
"""Discord's codes for somebody who is not in a server."""

DEEDS = (
    *("resignpage", "resign", "gone", "claimpage", "claim", "moretime", "resume", "nudge"),
    *QUESTIONS,
)
"""Controls of deeds."""


class Deeds:
    """Answers the clicks that concern a game but are no move of it."""

    def __init__(
        self,
        games: Games,
        challenges: Challenges,
        clockwork: Clockwork,
        questions: Questions,
        writer: Writer,
        timekeeper: Timekeeper,
    ) -> None:
        self._games = games
        self._clockwork = clockwork
        self._challenges = challenges
        self._questions = questions
        self._writer = writer
        self._timekeeper = timekeeper

    async def on_question(self, click: Click, session: Session) -> Answer:
        """A public question was answered: by the other player, or by the one who asked."""
        kind, asked_by, say = click.address.page[:-1], int(click.address.page[-1]), click.say
        seat = session.seat_of(click.user)
        if not seat:
            raise Refusal("not_playing", session)
        role, game_id, revision = click.address.page, session.id, click.address.revision
        if click.address.control == "refuse":
            page = Page((speaker(session.language)(f"question.refused.{kind}", user=mention(click.user)),))
            await self._questions.refuse(session, role, revision)
            return Answer(page, in_place=True, then=lambda: self._questions.show_refused(session, role, page))
        if seat == asked_by:
            raise Refusal("own_offer", session)
        if await self._questions.asked(session, kind, asked_by) != "live":
            raise Refusal("stale", session)
        if kind == "offer":
            session = await self._games.agree_to_cancel(game_id, revision, click.user, asked_by)
        elif kind == "takeback":
            session = await self._games.give_back(game_id, revision, click.user)
        else:
            session = await self._clockwork.wind(game_id, click.user, pause, (revision, role))
        page = Page((say(f"question.agreed.{kind}", game=game_id),))
        return Answer(page, changed=game_id)

    async def on_deed(self, click: Click, session: Session) -> Answer:
        """Whatever a player may do about a running game that is no move of it."""
        say, user, seat = click.say, click.user, session.seat_of(click.user)
        if not seat:
            raise Refusal("not_playing", session)
        if session.ending:
            raise Refusal("ended", session)
        match click.address.control:
            case "resignpage":
                return Answer(resign_page(say, session, user))
            case "claimpage":
                return Answer(claim_page(say, session, user))
            case "nudge":
                return await self._nudge(click)
            case "moretime" | "resume" as act:
                return await self._rewound(click, session, act)
            case "resign" | "claim" | "gone" as act:
                return await self._ended(click, session, act)
            case kind:
                return await self._ask(click, session, kind)

    async def _nudge(self, click: Click) -> Answer:
        """The player who waits calls the one to move."""
        say, user = click.say, click.user
        session = await self._clockwork.nudge(click.address.subject, user)
        page = more_page(say, session, user).noted(say("nudge.done", user=mention(session.mover)))
        return Answer(page, then=lambda: self._timekeeper.nudge(session, user))

    async def _rewound(self, click: Click, session: Session, act: str) -> Answer:
        """The clock was changed by one player alone."""
        change = more_time if act == "moretime" else resume
        session = await self._clockwork.wind(session.id, click.user, change)
        page = more_page(click.say, session, click.user).noted(click.say(f"done.{act}"))
        return Answer(page, changed=session.id)

    async def _ended(self, click: Click, session: Session, act: str) -> Answer:
        """The game was given up, or won because the other player is late or has left."""
        say, user, revision = click.say, click.user, click.address.revision
        other = session.users[2 - session.seat_of(user)]
        if act == "gone" and await _is_member(click.interaction.client, session.guild_id, other):
            return Answer(resign_page(say, session, user).noted(say("gone.still_here", user=mention(other))))
        if act == "resign":
            session = await self._games.resign(session.id, revision, user)
        else:
            session = await self._games.claim(session.id, revision, user, left=act == "gone")
        return Answer(more_page(say, session, user).noted(say(f"done.{act}")), changed=session.id)

    async def _ask(self, click: Click, session: Session, kind: str) -> Answer:
        """Ask the other player in public, or show what they have asked."""
        say, seat = click.say, session.seat_of(click.user)
        if kind == "takeback" and (session.returnable is None or session.returnable.seat != seat):
            raise Refusal("stale", session)
        if kind == "pause" and session.deadline is None:
            raise Refusal("no_clock", session)
        check_permissions(click.interaction, session.channel_id)
        if await self._questions.asked(session, kind, 3 - seat) == "live":
            return Answer(question_page(say, session, kind, 3 - seat))
        other = mention(session.users[2 - seat])
        page = Page((say(f"question.asked.{kind}", user=other),))
        if await self._questions.asked(session, kind, seat) == "refused":
            page = more_page(say, session, click.user)  # an answer holds until the next move
            return Answer(page.noted(say("question.refused")))
        return Answer(page, then=lambda: self._questions.ask(session, kind, seat, click.interaction.id))

    async def challenge_again(self, click: Click, session: Session) -> Answer:
        """Challenge the other player again, who then starts if they did not; or accept, if they asked first."""
        seat = session.seat_of(click.user)
        if not seat or not session.ending:
            raise Refusal("not_playing" if session.ending else "stale", session)
        check_permissions(click.interaction, session.channel_id)
        other = session.users[2 - seat]
        try:
            challenge, expired = await self._challenges.make(
                guild_id=session.guild_id,
                channel_id=session.channel_id,
                challenger=click.user,
                challenged=other,
                track=session.setup.track,
                first=2 if session.setup.first == seat else 1,
                pace=session.pace,
                language=session.language,
                rematch_of=session.id,
            )
        except Refusal as refusal:
            waiting = refusal.values.get("challenge")
            if not isinstance(waiting, ChallengeRow) or waiting.challenged != click.user:
                raise
            if waiting.rematch_of != session.id:  # another game than this one again: to be looked at first
                return Answer(refused_page(click.say, refusal))
            _, begun = await self._challenges.accept(waiting.id, click.user)
            return Answer(Page((click.say("rematch.begun", game=begun.id),)), changed=begun.id)
        starter = mention(other if session.setup.first == seat else click.user)
        text = click.say("rematch.asked", user=mention(other), starter=starter)
        return Answer(Page((text,)), then=lambda: self._questions.challenge(challenge, expired))

    async def moderate(self, click: Click, session: Session) -> Answer:
        """A moderator closes the game without a winner."""
        check_moderator(click.interaction, session.guild_id, session.channel_id)
        await self._clockwork.close(session.id, "moderator")
        return Answer(Page((click.say("admin.ended", game=session.id),)), changed=session.id)


async def _is_member(client: discord.Client, guild_id: int, user: int) -> bool:
    """Whether somebody is still a member of a server. Where the bot itself is no member, everybody may be."""
    guild = client.get_guild(guild_id)
    if guild is None:
        return True
    try:
        await guild.fetch_member(user)
    except discord.NotFound as error:
        return error.code not in (UNKNOWN_MEMBER, UNKNOWN_USER)
    return True
