"""What Sunday quilts say: what is to be done, who has, and by how many points."""

from collections.abc import Iterator

from bot.matches.match import Match
from bot.matches.sundays import LEVEL, SundayWall
from bot.store.sundays import SundayRow
from bot.ui.kit.texts import Say, listed, when
from bot.ui.words.daily import SHOWN, named
from bot.ui.words.names import rival_name, signed, user_name
from game.squares import SIZE


def beginning(say: Say, row: SundayRow) -> str:
    """Say what a Sunday quilt is, and until when it can be played."""
    return say("sunday.begin", number=row.number, rival=rival_name(say, LEVEL), time=when(row.ends_at))


def who_has_played(say: Say, wall: SundayWall) -> str:
    """Say who has played a Sunday quilt whose week goes on, in the order in which they were done."""
    done = sorted(wall.matches, key=lambda match: (match.ended_at or 0, match.id))
    users = named(say, [match.person_at(1) for match in done])
    return say("sunday.open", number=wall.row.number, count=len(done), users=users)


def wall_lines(say: Say, wall: SundayWall) -> Iterator[str]:
    """By how many points each was ahead, in the order of the picture."""
    for match in wall.matches[:SHOWN]:
        mine, theirs = _points(match)
        values = {"user": user_name(say, match.person_at(1)), "points": signed(mine), "others": signed(theirs)}
        ahead = mine - theirs
        how = "ahead" if ahead > 0 else "behind" if ahead < 0 else "level"
        yield say(f"sunday.wall.{how}", count=abs(ahead), **values)
    if len(wall.matches) > SHOWN:
        yield say("daily.more_quilts", count=len(wall.matches) - SHOWN)


def wall_alt(say: Say, wall: SundayWall) -> str:
    """Say what the picture of a wall shows."""
    covered = [str(SIZE * SIZE - match.position.player(1).quilt.empty) for match in wall.matches[:SHOWN]]
    return say.in_words("daily.wall.alt", count=len(covered), covered=listed(say.in_words, covered))


def _points(match: Match) -> tuple[int, int]:
    one, two = (match.position.score(seat).total for seat in (1, 2))
    return one, two
