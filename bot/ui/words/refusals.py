"""Why something cannot be done, as a sentence."""

from bot.matches.match import Refusal
from bot.matches.refusals import Illegal, LacksPermissions, NotYours, NudgedAlready, TakesNoChallenges, TooManyGames
from bot.ui.kit.texts import Say, enumerated, mention, when
from bot.ui.words.names import player_name
from game import other


def refusal_text(say: Say, refusal: Refusal) -> str:
    """The sentence for a refusal. In a game ``user`` is the player to move, until ``time``, and ``other`` waits."""
    name = f"refusal.{refusal.reason}"
    match refusal:
        case Illegal(cause=cause):
            return say(name, why=say(f"rule.{cause.reason}", count=cause.values.get("cost"), **cause.values))
        case NotYours(challenge=challenge):
            return say(name, challenger=mention(challenge.challenger), challenged=mention(challenge.challenged))
        case TooManyGames(player=player) | TakesNoChallenges(player=player):
            return say(name, user=mention(player), **refusal.values)
        case LacksPermissions(missing=missing):
            return say(name, permissions=permission_names(say, missing))
        case NudgedAlready(match=game, until=until) if game:
            return say(name, user=player_name(say, game, game.position.turn), time=when(until))
    if game := refusal.match:
        turn = game.position.turn
        user, waiting = (player_name(say, game, seat) for seat in (turn, other(turn)))
        return say(name, user=user, other=waiting, time=when(game.deadline or 0), **refusal.values)
    return say(name, **refusal.values)


def permission_names(say: Say, missing: list[str]) -> str:
    """Permissions as Discord's settings call them."""
    return enumerated(say, (say(f"permission.{name}") for name in missing))
