"""Why something cannot be done, and what can be done instead."""

from bot.matches import refusals
from bot.matches.match import Refusal
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Page, Select
from bot.ui.kit.texts import Say, enumerated, mention, when
from bot.ui.words.names import player_name
from bot.ui.words.options import level_options, rival_options
from game import other

LONELY = ("bot", "yourself")
"""Refusals to people who have chosen nobody to play with: they may want to play alone."""


def refusal_page(say: Say, refusal: Refusal) -> Page:
    """The sentence, and for those who found nobody to play with rivals and the Automa, to choose from."""
    text = refusal_text(say, refusal)
    if refusal.reason not in LONELY:
        return Page((text,))
    here = CustomId(0, 0, "refusal")
    rivals = Select(say("select.rival"), here.press("rival"), rival_options(say))
    levels = Select(say("select.automa"), here.press("automa"), level_options(say))
    return Page((text,), rows=(rivals, levels))


def refusal_text(say: Say, refusal: Refusal) -> str:
    """The sentence for a refusal. In a game ``user`` is the player to move, until ``time``, and ``other`` waits."""
    name = f"refusal.{refusal.reason}"
    match refusal:
        case refusals.Illegal(cause=cause):
            return say(name, why=say(f"rule.{cause.reason}", count=cause.values.get("cost"), **cause.values))
        case refusals.NotYours(challenge=challenge):
            return say(name, challenger=mention(challenge.challenger), challenged=mention(challenge.challenged))
        case refusals.TooManyGames(player=player) | refusals.TakesNoChallenges(player=player):
            return say(name, user=mention(player), **refusal.values)
        case refusals.LacksPermissions(missing=missing):
            return say(name, permissions=permission_names(say, missing))
        case refusals.NudgedAlready(match=game, until=until) if game:
            return say(name, user=player_name(say, game, game.position.turn), time=when(until))
    if game := refusal.match:
        turn = game.position.turn
        user, waiting = (player_name(say, game, seat) for seat in (turn, other(turn)))
        return say(name, user=user, other=waiting, time=when(game.deadline or 0), **refusal.values)
    return say(name, **refusal.values)


def permission_names(say: Say, missing: list[str]) -> str:
    """Permissions as Discord's settings call them."""
    return enumerated(say, (say(f"permission.{name}") for name in missing))
