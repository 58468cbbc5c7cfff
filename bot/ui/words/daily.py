"""What daily quilts say: the patch of now, what came of all, and who has sewn one."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from bot.matches.daily import Sewing
from bot.matches.walls import Hung, Wall
from bot.store.daily import Sewn
from bot.ui.kit.texts import Say, listed, sentences, when
from bot.ui.words.accessible import free_squares, shape
from bot.ui.words.alt import ghost_sentence, place_sentence
from bot.ui.words.names import patch_name, patch_subject, user_name
from daily import PATCHES_A_DAY, SIDE, SQUARES, Attempt
from game import Patch, Placement

SHOWN = 24
"""How many people a wall names, and how many quilts it shows."""


def heading(say: Say, sewing: Sewing) -> str:
    """Say which daily quilt it is and how far it is sewn; before the first patch, what is to be done."""
    attempt = sewing.attempt
    if not attempt.laid:
        return say("daily.begin", number=sewing.number, par=sewing.par)
    values = {"patch": len(attempt.laid) + 1, "last": PATCHES_A_DAY, "covered": attempt.covered}
    return say("daily.heading", number=sewing.number, par=sewing.par, squares=SQUARES, **values)


def left_out(say: Say, attempt: Attempt) -> str:
    """That patches before the one of now were left out because they fitted nowhere; nothing if none was."""
    forced = list[str]()
    for place in reversed(range(len(attempt.laid))):
        if not attempt.is_forced(place):
            break
        forced.insert(0, patch_subject(say, attempt.puzzle.patches[place]))
    return say("daily.forced", count=len(forced), patches=listed(say, forced)) if forced else ""


def ends_note(say: Say, attempt: Attempt, ghost: Placement) -> str:
    """That no patch fits any more once this one is sewn: then nothing can be taken back. Nothing if that is plain."""
    return say("daily.ends") if attempt.following and attempt.place(ghost).is_finished else ""


def patch_line(say: Say, attempt: Attempt) -> str:
    """The patch of now, and those after it; in words, with the shape of each."""
    assert attempt.patch
    number = len(attempt.laid) + 1
    if say.text_only:
        shapes = [_shaped(say, at, patch) for at, patch in enumerate((attempt.patch, *attempt.following), number)]
        return sentences(say, *shapes)
    now = say("daily.patch", number=number, patch=patch_name(say, attempt.patch))
    return sentences(say, now, _following(say, attempt))


def _following(say: Say, attempt: Attempt) -> str:
    names = [patch_subject(say, patch) for patch in attempt.following]
    return say("daily.following", count=len(names), patches=listed(say, names)) if names else say("daily.last")


def _shaped(say: Say, number: int, patch: Patch) -> str:
    return say("daily.shape", number=number, subject=patch_subject(say, patch), shape=shape(say, patch.orientations[0]))


def result_line(say: Say, sewing: Sewing) -> str:
    """One plain line to share. Another scheme than the first one says which it is: its quilts are others."""
    values = {"number": sewing.number, "covered": sewing.attempt.covered, "squares": SQUARES, "par": sewing.par}
    if sewing.attempt.puzzle.scheme == 1:
        return say("daily.line", **values)
    return say("daily.line.scheme", scheme=sewing.attempt.puzzle.scheme, **values)


def outcome(say: Say, sewing: Sewing) -> str:
    """Say what came of a quilt that is finished."""
    covered, over = sewing.attempt.covered, sewing.attempt.covered - sewing.par
    how = "full" if covered == SQUARES else "above" if over > 0 else "at" if over == 0 else "below"
    return say(f"daily.outcome.{how}", count=over, covered=covered, squares=SQUARES, par=sewing.par)


def counted(say: Say, sewn: Sewn) -> str:
    """Say how many daily quilts somebody has sewn. Nothing is ever reset."""
    if sewn.altogether == 1:
        return say("daily.first")
    told = [say("daily.sewn", count=sewn.altogether, month=say("daily.month", count=sewn.lately))]
    if sewn.at_par:
        told.append(say("daily.at_par", count=sewn.at_par))
    if sewn.full:
        told.append(say("daily.full", count=sewn.full))
    return sentences(say, *told)


def goes_up(say: Say, ends_at: int | None) -> str:
    """Say when everybody's quilts are shown; nothing if one's own is not among them."""
    return say("daily.goes_up", time=when(ends_at)) if ends_at else ""


def daily_alt(say: Say, attempt: Attempt, ghost: Placement, numbered: Sequence[Placement]) -> str:
    """Say what the picture shows of a quilt that is being sewn."""
    say = say.in_words
    places = (place_sentence(say, number, place) for number, place in enumerate(numbered, 1))
    return sentences(say, ghost_sentence(say, ghost), *places, quilt_sentence(say, attempt), _following(say, attempt))


def quilt_sentence(say: Say, attempt: Attempt) -> str:
    """Say how much of a quilt is covered, and which squares are free."""
    covered = say("daily.covered", count=attempt.covered, squares=SQUARES)
    return sentences(say, covered, free_squares(say, attempt.quilt, SIDE))


def wall_alt(say: Say, quilts: Sequence[Hung]) -> str:
    """Say what the picture of a wall shows."""
    say = say.in_words
    return say("daily.wall.alt", count=len(quilts), covered=listed(say, [str(one.attempt.covered) for one in quilts]))


def who_has_sewn(say: Say, wall: Wall) -> str:
    """Say who has finished a daily quilt whose day goes on, without numbers: in the order in which they were done."""
    done = sorted(wall.quilts, key=lambda one: (one.at, one.user))  # the order of the wall would tell who is ahead
    users = named(say, [one.user for one in done])
    return say("daily.open", number=wall.row.number, count=len(done), users=users)


def named(say: Say, users: Sequence[int]) -> str:
    """The first of some people by name, and how many more there are."""
    more = [say("daily.more_people", count=len(users) - SHOWN)] if len(users) > SHOWN else []
    return listed(say, [*(user_name(say, user) for user in users[:SHOWN]), *more])


def wall_lines(say: Say, wall: Wall) -> Iterator[str]:
    """Say who has covered how many squares, in the order of the picture."""
    for covered, some in groupby(wall.quilts[:SHOWN], key=lambda one: one.attempt.covered):
        users = listed(say, [user_name(say, one.user) for one in some])
        name = "daily.wall.full" if covered == SQUARES else "daily.wall.line"
        yield say(name, count=covered, covered=covered, users=users)
    if len(wall.quilts) > SHOWN:
        yield say("daily.more_quilts", count=len(wall.quilts) - SHOWN)
    at_par = sum(one.attempt.covered >= wall.par for one in wall.quilts)
    yield say("daily.wall.par", count=at_par, par=wall.par) if at_par else say("daily.wall.no_par", par=wall.par)
