"""The sentence that helps at the end of a game that somebody has played alone."""

from bot.matches.lookback import look_back
from bot.matches.match import Match
from bot.ui.kit.texts import Say
from bot.ui.words.names import in_points, player_name


def lookback_sentence(say: Say, match: Match) -> str:
    """Say where most of the points went, and what to try next."""
    found = look_back(match)
    counts = {
        "shut": (found.shut, 2 * found.shut),
        "income": (found.income, 0),
        "loose": (found.empty, 2 * found.empty),
        "tile": (found.missing, 0),
        "choosing": (found.income, 0),
        "good": (found.income, 0),
    }
    count, points = counts[found.lesson]
    user = player_name(say, match, 1)
    return say(f"lookback.{found.lesson}", user=user, count=count, points=in_points(say, points), spaces=found.spaces)
