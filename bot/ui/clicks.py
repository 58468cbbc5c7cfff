"""From a click to its answer: read the game, do what was asked, compose a page, answer once, then tell the writer."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord

from bot.sessions.challenges import Challenges
from bot.sessions.games import Games
from bot.sessions.preferences import Preferences
from bot.sessions.refusals import Refusal
from bot.sessions.session import Session
from bot.sessions.solo import Solo
from bot.ui.address import Address
from bot.ui.alt import table_alt
from bot.ui.answers import Answer, check_permissions, permission_names, refusal_text, send
from bot.ui.board import home_page
from bot.ui.challenge import answered_page
from bot.ui.click import Click
from bot.ui.deeds import DEEDS, Deeds
from bot.ui.page import Button, Page, Picture
from bot.ui.panel import Panel, open_panel, panel_page, press
from bot.ui.permissions import missing_permissions
from bot.ui.pictures import Pictures
from bot.ui.questions import QUESTIONS
from bot.ui.replay import replay_page
from bot.ui.sentences import follows, happened, mention
from bot.ui.textboard import text_page
from bot.ui.texts import Say, speaker
from bot.ui.views import more_page, quilt_page, resign_page, ring_page
from bot.ui.writer import Writer
from game import ADVANCE, LEATHER, Move

LOOKS = ("more", "quilt1", "quilt2", "ring", "text", "replay", "home")
"""Controls that only show something, whatever has happened in the game since."""

_TRACKED = ("board", *(f"{kind}{seat}" for kind in QUESTIONS for seat in (1, 2)))
"""Pages of public messages that the store keeps track of."""


class Clicks:
    """Answers clicks. Public messages are answered with a new private one, private ones in place."""

    def __init__(
        self,
        games: Games,
        challenges: Challenges,
        solo: Solo,
        preferences: Preferences,
        deeds: Deeds,
        pictures: Pictures,
        writer: Writer,
    ) -> None:
        self._games = games
        self._challenges = challenges
        self._solo = solo
        self._preferences = preferences
        self._deeds = deeds
        self._pictures = pictures
        self._writer = writer

    async def answer(self, interaction: discord.Interaction[Any], address: Address, values: list[str]) -> None:
        """Answer a click, exactly once. Whatever goes wrong on the way, a change that was made is shown."""
        pictures = await self.pictures_for(interaction)
        click = Click(interaction, address, values, speaker(str(interaction.locale)), pictures)
        answer = Answer(Page(), changed=0 if address.page in ("challenge", "choose") else address.subject)
        try:
            answer = await self._decide(click)
            await send(interaction, answer)
        finally:
            self._writer.follow_up(interaction, answer)
            message = interaction.message
            if message and not message.flags.ephemeral and address.page in _TRACKED:
                self._writer.soon(lambda: self._writer.remove_orphan(message, address))

    async def pictures_for(self, interaction: discord.Interaction[Any]) -> Pictures:
        """Pictures in the theme of whoever clicked or used a command."""
        return self._pictures.in_theme(await self._preferences.theme(interaction.guild_id, interaction.user.id))

    async def _decide(self, click: Click) -> Answer:
        """Do what a click asks for, and compose its answer."""
        act = self._on_challenge if click.address.page == "challenge" else self._on_game
        try:
            answer = await act(click)
        except Refusal as refusal:
            answer = await self._refused(click, refusal)
        if answer.changed and (missing := await self._cannot_show(click, answer.changed)):
            note = click.say("note.cannot_post", permissions=permission_names(click.say, missing))
            answer = replace(answer, page=answer.page.noted(note))
        return answer

    async def _cannot_show(self, click: Click, game_id: int) -> list[str]:
        """The permissions without which the board of a game cannot be posted, if its channel is the one clicked in."""
        missing = missing_permissions(click.interaction)
        session = await self._games.load(game_id) if missing else None
        return missing if session and session.channel_id == click.interaction.channel_id else []

    async def _refused(self, click: Click, refusal: Refusal) -> Answer:
        """The answer to what cannot be done: the reason, and the game as it stands."""
        session, note = refusal.session, refusal_text(click.say, refusal)
        if session is None:
            message = click.interaction.message
            gone = refusal.reason == "challenge_gone" and click.address.page == "challenge"
            if gone and message and not message.flags.ephemeral:
                return Answer(Page((note,)), then=lambda: self._writer.take_down(message.channel.id, message.id))
            return Answer(Page((note,)))
        if refusal.reason == "stale" and _is_repeated(click.address, session, click.user):
            return await self._played(click, session)
        return Answer((await self._current(click, session)).noted(note), changed=session.id)

    async def _current(self, click: Click, session: Session) -> Page:
        """The game as it stands, for whoever looks: a turn to take, or the standing."""
        if click.user == session.mover:
            return await home_page(click.say, session, click.pictures)
        return more_page(click.say, session, click.user)

    # --- challenges

    async def _on_challenge(self, click: Click) -> Answer:
        address = click.address
        if address.control == "accept":
            return await self._accept(click)
        challenge = await self._challenges.decline(address.subject, click.user)
        answer = "declined" if click.user == challenge.challenged else "withdrawn"
        page = answered_page(speaker(challenge.language), challenge, answer)
        message, shown = click.interaction.message, challenge.message_id
        if shown is None or (message and message.id == shown):
            return Answer(page, in_place=True)
        return Answer(page, then=lambda: self._writer.take_down(challenge.channel_id, shown))

    async def _accept(self, click: Click) -> Answer:
        check_permissions(click.interaction)
        challenge, session = await self._challenges.accept(click.address.subject, click.user)
        page = answered_page(speaker(session.language), challenge, "accepted")
        return Answer(page, in_place=True, changed=session.id)

    # --- games

    async def _on_game(self, click: Click) -> Answer:
        address = click.address
        if address.page == "choose":
            return await self._chosen(click)
        session = await self._games.load(address.subject)
        if address.control in LOOKS:
            return Answer(await self._look(click, session))
        if address.page[:-1] in QUESTIONS:
            return await self._deeds.on_question(click, session)
        if address.control == "rematch":
            return await self._rematch(click, session)
        if address.control == "endgame":
            return await self._deeds.moderate(click, session)
        if address.control in DEEDS:
            return await self._deeds.on_deed(click, session)
        return await self._take_turn(click, session)

    async def _chosen(self, click: Click) -> Answer:
        """A game was chosen from several after a command."""
        session = await self._games.load(int(click.values[0]))
        return await self.on_command(click.address.control, session, click.interaction, click.say)

    async def on_command(
        self, command: str, session: Session, interaction: discord.Interaction[Any], say: Say
    ) -> Answer:
        """What ``/… board``, ``/… replay`` and ``/… resign`` do with the game they are about."""
        if command == "replay":
            return Answer(await replay_page(say, session, await self.pictures_for(interaction)))
        if command == "resign":
            if session.ending:
                raise Refusal("ended", session)
            return Answer(resign_page(say, session, interaction.user.id))
        text = await self._board_again(session, interaction, say)
        return Answer(Page((text,)), then=lambda: self._writer.repost(session.id))

    async def _board_again(self, session: Session, interaction: discord.Interaction[Any], say: Say) -> str:
        """Where the board is posted again: in the game's channel, or here if that is gone."""
        here = interaction.channel_id
        if here == session.channel_id:
            check_permissions(interaction)
        elif here and interaction.guild_id == session.guild_id and await self._writer.is_gone(session.channel_id):
            check_permissions(interaction)
            await self._games.move_to(session.id, here)
            return say("command.board.moved", game=session.id)
        return say("command.board.done", game=session.id, channel=f"<#{session.channel_id}>")

    async def _rematch(self, click: Click, session: Session) -> Answer:
        """Play again: against the Automa at once, at the level chosen or the same; a person has to accept."""
        if not session.setup.automa:
            return await self._deeds.challenge_again(click, session)
        level = click.values[0] if click.values else None
        session = await self._solo.rematch(click.address.subject, click.user, level)
        return await self.begun(session, click.say, click.pictures)

    async def begun(self, session: Session, say: Say, pictures: Pictures) -> Answer:
        """The answer to starting a solo game: its first turn, in private, while the board is posted."""
        page = await home_page(say, session, pictures)
        return Answer(page.noted(say("solo.begun", game=session.id)), changed=session.id)

    async def _look(self, click: Click, session: Session) -> Page:
        say, user = click.say, click.user
        match click.address.control:
            case "quilt1" | "quilt2" as which:
                return await quilt_page(say, session, int(which[-1]), user, click.pictures)
            case "ring":
                return await ring_page(say, session, user, click.pictures)
            case "text":
                return text_page(say, session, user)
            case "replay":
                return await replay_page(say, session, click.pictures)
            case "home":
                return await self._current(click, session)
        return more_page(say, session, user)

    async def _take_turn(self, click: Click, session: Session) -> Answer:
        """Everything that only the player to move may do, on the state that they have seen."""
        address, say = click.address, click.say
        if _is_repeated(address, session, click.user):
            return await self._played(click, session)
        if refused := self._not_now(click, session):
            return Answer((await self._current(click, session)).noted(refused), changed=session.id)
        match address.control:
            case "undo":
                return await self._undone(click)
            case "advance":
                return Answer(await self._advance_page(click, session))
            case "goahead":
                return await self._go(click, ADVANCE)
            case "sew" if address.shown:
                return await self._go(click, address.shown)
        panel = self._panel(session, click)
        if panel is None:
            return Answer(await self._current(click, session))
        return Answer(await panel_page(say, session, panel, click.pictures))

    def _not_now(self, click: Click, session: Session) -> str:
        """Why this click cannot be the move of the player to move, or nothing."""
        say, address = click.say, click.address
        if session.ending:
            return say("note.ended")
        if not session.seat_of(click.user):
            return say("note.watching", user=mention(session.mover))
        if address.revision != session.revision:
            return say("note.stale")
        if click.user != session.mover:
            return say("note.not_your_move", user=mention(session.mover))
        return ""

    def _panel(self, session: Session, click: Click) -> Panel | None:
        address, position = click.address, session.position
        quilt = position.player(position.turn).quilt
        if address.shown is None:
            patch = LEATHER if address.control == "leather" else position.offers[int(address.control) - 1]
            if patch is not LEATHER and (refusal := position.refusal(patch)):
                raise Refusal("illegal", session, cause=refusal)
            return open_panel(quilt, patch)
        if address.shown not in position.legal_moves:
            return None
        return press(quilt, Panel(address.shown, address.page), address.control, click.values)

    async def _go(self, click: Click, move: Move) -> Answer:
        address = click.address
        return await self._played(click, await self._games.play(address.subject, address.revision, click.user, move))

    async def _advance_page(self, click: Click, session: Session) -> Page:
        say, position = click.say, session.position
        step = position.play(ADVANCE)
        spaces = position.advance_target - position.player(position.turn).space
        text = say("panel.advance", count=spaces, follows=follows(say, session, step, to_mover=True))
        picture = Picture(await click.pictures.table(step.position), table_alt(say, step.position))
        address = Address(session.id, session.revision, "advance")
        buttons = (
            Button(say("button.back"), address.press("home")),
            Button(say("button.advance", count=spaces), address.press("goahead"), main=True),
        )
        return Page((), picture, (text,), (buttons,), position.turn)

    async def _played(self, click: Click, session: Session) -> Answer:
        """After a move: what happened, and what the player can do now."""
        say = click.say
        position = session.position
        note = happened(say, session)
        if session.ending:
            page = more_page(say, session, click.user).noted(note)
        elif click.user != session.mover:
            note += "\n" + say("note.turn_over", user=mention(session.mover))
            seat = session.seat_of(click.user)
            page = (await quilt_page(say, session, seat, click.user, click.pictures)).noted(note)
        elif position.leather:
            # not its panel at once: a second tap on "Sew here" would sew the leather too
            page = (await home_page(say, session, click.pictures)).noted(f"{note}\n{say('note.leather_first')}")
        else:
            page = (await home_page(say, session, click.pictures)).noted(note + "\n" + say("note.move_again"))
        return Answer(page, changed=session.id)

    async def _undone(self, click: Click) -> Answer:
        session = await self._games.undo(click.address.subject, click.address.revision, click.user)
        page = (await self._current(click, session)).noted(happened(click.say, session))
        return Answer(page, changed=session.id)


def _is_repeated(address: Address, session: Session, user: int) -> bool:
    """Whether a click asks for the very move that its user has just made (and the Automa answered): a double tap."""
    replies = 0
    while replies < len(session.plies) and session.users[session.plies[-1 - replies].seat - 1] == 0:
        replies += 1
    if session.last_kind != "move" or address.revision != session.revision - 1 - replies:
        return False
    last = session.plies[-1 - replies]
    asked = {"sew": address.shown, "goahead": ADVANCE}.get(address.control)
    return asked == last.move and session.users[last.seat - 1] == user
