"""What reviews say: how the chances went, what both gave away, and what each moment was about."""

from collections.abc import Iterator

from bot.matches.match import Match
from bot.ui.kit.texts import Say, listed, sentences
from bot.ui.words.names import area, named, patch_icon, patch_object, player_name, subject, token
from bot.ui.words.reasons import because, is_of_played
from engine.verdicts import GRADES, MOST, POINT, WHOLE, Moment, Review
from game import LEATHER, Move, Placement, other

JUMP = GRADES["blunder"][0]
"""By how much the chances must change at a move, of `WHOLE`, for that to need a word."""

TOLD = 8
"""How many points of the curve its alt text tells, besides the last."""

FEW = 3
"""With fewer moments, what else was lost is said."""

MUCH = 5 * POINT
"""How much both must have given away for that to be worth a sentence, in tenths of a point."""


def percent(share: int) -> int:
    """Chances in percent: 0 and 100 are only for those who have lost and won."""
    return round(share * 100 / WHOLE) if share in (0, WHOLE) else min(max(round(share * 100 / WHOLE), 1), 99)


def chances(review: Review) -> tuple[int, ...]:
    """The chances of seat 1 as they are between two who play like these, or between strong players."""
    *before, end = review.shares
    honest = [review.honest(share) for share in before]
    return (*(share if one is None else one for one, share in zip(honest, before, strict=True)), end)


def moment_line(say: Say, match: Match, number: int, moment: Moment) -> str:
    """One line about a moment in a list: its number, the move, whose it was, what it is called, and what it cost."""
    seat = match.plies[moment.ply - 1].seat
    return say(
        f"review.line.{moment.grade}",
        number=number,
        move=moment.ply,
        user=named(say, match, seat) if say.text_only else token(say, seat),
        count=_cost(moment),
    )


def summary_lines(say: Say, match: Match, review: Review, user: int | None) -> Iterator[str]:
    """Say what both have given away, what else was costly, and why so little is told, if it is."""
    for seat in (1, 2):
        lost = review.lost[seat - 1]
        you = ".you" if user is not None and match.user_at(seat) == user else ""
        choosing, placing = whole_points(lost.choosing), whole_points(lost.placing)
        values = {"user": subject(say, match, seat), "choosing": choosing, "placing": placing}
        kind = "lost" if choosing + placing else "kept"
        yield say(f"review{you}.{kind}", count=choosing + placing, **values)
    if review.besides:
        yield say("review.besides", count=len(review.besides), moves=listed(say, map(str, review.besides)))
    if _is_unsure(review):
        yield say("review.unsure")
    elif len(review.moments) < FEW:
        yield _why_so_few(say, review)


def _is_unsure(review: Review) -> bool:
    """Tell whether the curve jumps at a move that is not named, as the search has seen it only once it was made."""
    named = {ply for moment in review.moments for ply in (moment.ply, *moment.again)} | set(review.besides)
    shares = chances(review)
    jumps = (ply for ply in range(1, len(shares)) if abs(shares[ply] - shares[ply - 1]) >= JUMP)
    return any(ply not in named for ply in jumps)


def _why_so_few(say: Say, review: Review) -> str:
    """Say that the rest was small losses, or that there was nothing."""
    costly = [moment.points for moment in review.moments if moment.why != "best"]
    rest = sum(each.choosing + each.placing for each in review.lost) - sum(costly)
    if rest >= MUCH:
        return say("review.small" if costly else "review.only_small")
    return say("review.nothing_else" if costly else "review.none")


def moment_sentences(say: Say, match: Match, review: Review, moment: Moment, user: int | None = None) -> str:
    """Say what was played, what it cost, what would have been better, and why. ``user`` is the reader: "you".

    What speaks against the move that was played comes before the better one is named: else it would be said of that.
    """
    ply = match.plies[moment.ply - 1]
    is_reader = user is not None and match.user_at(ply.seat) == user
    is_others = user is not None and match.user_at(other(ply.seat)) == user
    way = "was.you" if is_reader else "was.to_other" if is_others else "was"
    cost, better = _what(say, match, moment, "review.you" if is_reader else "review")
    why = because(say, match, ply.seat, ply.move, moment.better, moment.reason, way)
    return sentences(
        say,
        cost,
        *((why, better) if is_of_played(moment.reason) else (better, why)),
        _went(say, match, review, moment, "review.you" if is_reader else "review"),
        say("review.again", count=len(moment.again), moves=listed(say, map(str, moment.again))) if moment.again else "",
    )


def _what(say: Say, match: Match, moment: Moment, speaker: str) -> tuple[str, str]:
    """Say what was played, and what it cost in points; and what would have been better."""
    move, better = match.plies[moment.ply - 1].move, moment.better
    values = {"user": player_name(say, match, match.plies[moment.ply - 1].seat), "count": _cost(moment)}
    if moment.why == "place":
        assert isinstance(move, Placement)
        assert isinstance(better, Placement)
        told = say(f"{speaker}.place", object=patch_object(say, move.patch), square=area(say, move), **values)
        return told, say("review.better.place", other=area(say, better))
    kind, patch = about(say, move)
    other_kind, other_patch = about(say, better)
    one, two = ("worth", "next") if moment.why == "best" else ("cost", "better")
    return say(f"{speaker}.{one}.{kind}", **patch, **values), say(f"review.{two}.{other_kind}", **other_patch)


def _went(say: Say, match: Match, review: Review, moment: Moment, speaker: str) -> str:
    """Say from where to where the chances went, and of whom that holds; nothing if nobody knows, or hardly any way."""
    before, after = review.honest(moment.before), review.honest(moment.after)
    if before is None or after is None or percent(before) - percent(after) < FEW:
        return ""
    user = player_name(say, match, match.plies[moment.ply - 1].seat)
    name = "would_have_gone" if moment.why == "best" else "went"
    return say(f"{speaker}.{name}", user=user, before=percent(before), after=percent(after))


def sides_line(say: Say, match: Match, review: Review, top: int) -> str:
    """Say whose cloth is above the middle of the curve, and whose below."""
    name = "review.sides" if review.slope is None else "review.sides_between"
    return say(name, one=named(say, match, top), two=named(say, match, other(top)))


def curve_alt(say: Say, match: Match, review: Review, top: int) -> str:
    """The curve in sentences: the chances of the seat on top, some moves apart, and where each mark is."""
    say = say.in_words
    shares = chances(review)
    count = len(shares) - 1
    step = max(-(-count // TOLD), 1)
    told = [(number, _share_of(shares[number], top)) for number in [*range(0, count, step), count]]
    points = [say("alt.curve.point", share=share, move=number + 1) for number, share in told[:-1]]
    points.append(say("alt.curve.end", share=told[-1][1]))
    parts = [say("alt.curve", count=count, token=token(say, top), points=listed(say, points))]
    parts += (
        say(
            "alt.curve.pin",
            number=number,
            move=moment.ply,
            token=token(say, match.plies[moment.ply - 1].seat),
            grade=say(f"review.{moment.grade}"),
        )
        for number, moment in enumerate(review.moments[:MOST], 1)
    )
    return sentences(say, *parts)


def _share_of(share: int, seat: int) -> int:
    return percent(share if seat == 1 else WHOLE - share)


def _cost(moment: Moment) -> int:
    """Say what a moment cost in whole points: one at least, as it did cost something."""
    return max(whole_points(moment.points), 1)


def whole_points(tenths: int) -> int:
    """Round tenths of a point to whole ones: half a point is one."""
    return (tenths + POINT // 2) // POINT


def about(say: Say, move: Move) -> tuple[str, dict[str, str]]:
    """Choose among sentences about advancing, buying a patch and sewing leather: the end of the name of the right one,
    and the patch that it names.
    """
    if not isinstance(move, Placement):
        return "advance", {}
    if move.patch is LEATHER:
        return "leather", {}
    sign, name = patch_icon(say, move.patch), patch_object(say, move.patch)
    return "buy", {"object": f"{name} {sign}" if sign.id else name}
