"""What reviews say: how the chances went, and what each moment was about, in a sentence."""

from __future__ import annotations

from bot.matches.match import Match
from bot.ui.kit.texts import Say, listed, sentences
from bot.ui.words.names import area, named, patch_icon, patch_object, player_name, token
from engine.verdicts import WHOLE, Moment, Review, Why
from game import LEATHER, Move, Placement, other
from game.squares import square_name

TOLD = 8
"""How many points of the curve its alt text tells, besides the last."""

_SENTENCES: dict[Why, str] = {"choice": "choice", "holes": "holes_left", "room": "room", "best": "praise"}


def percent(share: int) -> int:
    """Chances in percent: 0 and 100 are only for those who have lost and won."""
    return round(share * 100 / WHOLE) if share in (0, WHOLE) else min(max(round(share * 100 / WHOLE), 1), 99)


def moment_line(say: Say, match: Match, number: int, moment: Moment) -> str:
    """One line about a moment in a list: its number, the move, whose it was, and what it is called."""
    return say(
        "review.line.best" if moment.grade == "best" else "review.line",
        number=number,
        move=moment.ply,
        user=named(say, match, match.plies[moment.ply - 1].seat),
        grade=say(f"review.{moment.grade}"),
        **_chances(moment),
    )


def moment_sentence(say: Say, match: Match, moment: Moment, user: int | None = None) -> str:
    """What was played, what would have been better, and what it cost. ``user`` is the reader: "your chances"."""
    ply = match.plies[moment.ply - 1]
    is_reader = user is not None and match.user_at(ply.seat) == user
    values: dict[str, object] = {"user": player_name(say, match, ply.seat), **_chances(moment)}
    values |= {"did": _deed(say, "did", ply.move), "better": _deed(say, "would", moment.better)}
    if isinstance(ply.move, Placement) and isinstance(moment.better, Placement):
        values |= {"object": patch_object(say, ply.move.patch), "square": area(say, ply.move)}
        values["other"] = area(say, moment.better)
    if moment.squares:
        squares = listed(say, [square_name(square) for square in moment.squares])
        values["holes"] = say("review.holes", count=len(moment.squares), squares=squares)
    name = _SENTENCES[moment.why]
    return say(f"review.you.{name}" if is_reader else f"review.{name}", **values)


def sides_line(say: Say, match: Match, top: int) -> str:
    """Whose cloth is above the middle of the curve, and whose below."""
    return say("review.sides", one=named(say, match, top), two=named(say, match, other(top)))


def curve_alt(say: Say, match: Match, review: Review, top: int) -> str:
    """The curve in sentences: the chances of the seat on top, some moves apart, and where each pin is."""
    say = say.in_words
    count = len(review.shares) - 1
    step = max(-(-count // TOLD), 1)
    points = [
        say("alt.curve.point", share=_share_of(review, number, top), move=number + 1)
        for number in range(0, count, step)
    ]
    points.append(say("alt.curve.end", share=_share_of(review, count, top)))
    parts = [say("alt.curve", count=count, token=token(say, top), points=listed(say, points))]
    parts += (
        say(
            "alt.curve.pin_best" if moment.grade == "best" else "alt.curve.pin",
            number=number,
            move=moment.ply,
            token=token(say, match.plies[moment.ply - 1].seat),
            grade=say(f"review.{moment.grade}"),
            **_chances(moment),
        )
        for number, moment in enumerate(review.moments, 1)
    )
    return sentences(say, *parts)


def _share_of(review: Review, number: int, seat: int) -> int:
    share = review.shares[number]
    return percent(share if seat == 1 else WHOLE - share)


def _chances(moment: Moment) -> dict[str, int]:
    return {"before": percent(moment.before), "after": percent(moment.after)}


def _deed(say: Say, way: str, move: Move) -> str:
    """Advancing, buying a patch or sewing leather: ``did`` begins a sentence, ``would`` stands in one."""
    if not isinstance(move, Placement):
        return say(f"review.{way}.advance")
    if move.patch is LEATHER:
        return say(f"review.{way}.leather")
    sign, name = patch_icon(say, move.patch), patch_object(say, move.patch)
    return say(f"review.{way}.buy", object=f"{name} {sign}" if sign.id else name)
