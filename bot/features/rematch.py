"""Playing again: against the Automa or a rival at once, at the same level or another; a person has to accept."""

from functools import partial

from bot.features.challenges import about, posed
from bot.features.dispatch import Click, Page, check_playable, match_of, on, refused
from bot.features.shared.first_board import first_board
from bot.features.solo import begun
from bot.matches.challenge import NewChallenge
from bot.matches.match import Match, Refusal
from bot.matches.refusals import ChallengeWaiting
from bot.matches.seats import LEVELS, level_beside
from bot.ui.kit.reply import Reply, take_away
from bot.ui.kit.texts import mention
from game.automa import LEVELS as AUTOMA_LEVELS


@on("rematch")
async def rematch(click: Click) -> Reply:
    """Play again."""
    match = await match_of(click)
    if not match.is_solo:
        return await _ask(click, match)
    level = click.choice(LEVELS if match.rival else AUTOMA_LEVELS) if click.values else None
    return await begun(click, await click.app.solo.rematch(match.id, click.user, level))


@on("easier", "harder")
async def rematch_beside(click: Click) -> Reply:
    """Play again, against the rival one level below or above."""
    match = await match_of(click)
    if match.rival is None:
        raise Refusal("stale", match)
    level = level_beside(match.rival.level, -1 if click.custom_id.control == "easier" else 1)
    return await begun(click, await click.app.solo.rematch(match.id, click.user, level))


async def _ask(click: Click, match: Match) -> Reply:
    """Challenge the opponent again, swapping who starts; or accept, if they asked first."""
    app, seat = click.app, match.seat_of(click.user)
    if seat is None or match.outcome is None:
        raise Refusal("not_playing" if match.outcome else "stale", match)
    if match.is_forsaken:
        raise Refusal("forsaken", match)
    await check_playable(click, match, new_thread=match.place == "thread")
    opponent, has_started = match.opponent(click.user), match.setup.first == seat
    try:
        made = await app.challenges.make(
            NewChallenge(
                guild_id=match.guild_id,
                channel_id=match.home_id,
                challenger=click.user,
                challenged=opponent,
                track=match.setup.track,
                first=2 if has_started else 1,
                pace=match.pace,
                language=match.language,
                rematch_of=match.id,
                place=match.place,
                made_by=click.interaction.id,
            )
        )
    except ChallengeWaiting as refusal:
        return await _meet(click, match, refusal)
    starter = mention(opponent if has_started else click.user)
    return await posed(click, made, click.say("rematch.asked", user=mention(opponent), starter=starter))


async def _meet(click: Click, match: Match, refusal: ChallengeWaiting) -> Reply:
    """A challenge is already waiting: accept it if it is this rematch; if it is another game, show it first."""
    waiting = refusal.challenge
    if waiting is None or waiting.challenged != click.user:
        raise refusal
    if waiting.rematch_of != match.id:
        return refused(click, refusal)
    accepted, begun_match = await click.app.challenges.accept(waiting.id, click.user)
    take_away(click.app, accepted.challenger, about(accepted))
    page = Page((click.say("rematch.begun", game=begun_match.id),))
    return Reply(page, background=partial(first_board, click, begun_match, page))
