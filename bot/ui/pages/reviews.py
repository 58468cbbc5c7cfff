"""The review of a game: the curve of the chances, and the moments that mattered, to leaf through."""

from collections.abc import Iterator

import render
from bot.matches.match import Match
from bot.matches.reviews import taught
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Image, Page, Row, button
from bot.ui.kit.pictures import drawing
from bot.ui.kit.texts import Say, listed, notes, sentences
from bot.ui.pages.replay import step_buttons
from bot.ui.words.alt import quilt_alt
from bot.ui.words.names import area, named, patch_object, pictured, player_name, subject, token
from bot.ui.words.reasons import Choice, against, because, in_favour
from engine.verdicts import GRADES, MOST, POINT, WHOLE, Grade, Moment, Review, graded
from game import ADVANCE, LEATHER, Move, Placement, Position, other

BAR = 10
"""Cells of the bar that shows how far a review has come."""

JUMP = GRADES["blunder"][0]
"""By how much the chances must change at a move, of `WHOLE`, for that to need a word."""

TOLD = 8
"""How many points of the curve its alt text tells, besides the last."""

FEW = 3
"""With fewer moments, what else was lost is said."""

NARROW = 3 * POINT
"""By how little a game is turned if that needs a word, in tenths of a point."""

MUCH = 5 * POINT
"""How much both must have given away for that to be worth a sentence, in tenths of a point."""


NAMED = 9
"""How many patches of the ring are large in the picture of a moment."""

SUMS = {"income", "dear", "cheap", "prize"}
"""Reasons that tell a sum: of the chances, the curve tells enough then."""


def review_page(say: Say, match: Match, review: Review, number: int, user: int) -> Page:
    """The curve (0), or one of the moments, from 1: the table before the move, and what a better one was."""
    here, count = _here(match, number), len(review.moments)
    row = [button(say, here, "share")]
    if count:  # in one row, on a phone, too: four at most
        ways = ("previous", "following") if number else ("following",)
        steps = (each for each in step_buttons(say, here, number, count) if each.custom_id.control in ways)
        row = [*steps, button(say, here, "try"), *row]
    if not number:
        row.append(button(say, here, "more"))
    return _page(say, match, review, number, user, (tuple(row),))


def shared_review_page(say: Say, match: Match, review: Review, number: int) -> Page:
    """The same for everybody; nobody but its player may see more of a private game."""
    here = _here(match, number)
    rows: tuple[Row, ...] = () if match.place == "private" else ((button(say, here, "through", "review"),),)
    return _page(say, match, review, number, None, rows)


def progress_page(say: Say, match: Match, done: int, of: int) -> Page:
    """Show how far a review has come, of 0 while it waits. Its button leads on if the bot has been started anew."""
    rows: tuple[Row, ...] = ((button(say, _here(match, 0), "refresh", "review"),),)
    if not of:
        return Page((_title(say, match), say("review.waiting")), rows=rows)
    filled = BAR * done // of
    bar = "▰" * filled + "▱" * (BAR - filled)
    return Page((_title(say, match), say("review.progress", bar=bar, share=100 * done // of)), rows=rows)


def unmade_page(say: Say, match: Match) -> Page:
    """That a review could not be made."""
    again: tuple[Row, ...] = ((button(say, _here(match, 0), "again", "review"),),)
    return Page((_title(say, match), say("review.unmade")), rows=again)


def _page(say: Say, match: Match, review: Review, number: int, user: int | None, rows: tuple[Row, ...]) -> Page:
    # First comes the reader's own side, if they have played.
    top = (match.seat_of(user) if user is not None else None) or 1
    if number:
        moment = review.moments[number - 1]
        grade, name = say(f"review.{_grade(moment)}"), player_name(say, match, match.plies[moment.ply - 1].seat)
        head = say("review.moment", number=number, last=len(review.moments), move=moment.ply, user=name, grade=grade)
        told = moment_sentences(say, match, review, moment, user)
        above = (head,) if user is not None else (_title(say, match), head)
        return Page(above, _picture(say, match, moment), (told,), rows)
    pins = tuple(moment.ply for moment in review.moments)
    curve = drawing(render.draw_curve, chances(review), pins=pins, top=top)
    picture = Image(curve, _curve_alt(say.in_words, match, review, top), "curve.png")
    told = say("review.sides", one=named(say, match, top), two=named(say, match, other(top)))
    summary = sentences(say, told, *_summary(say, match, review, user))
    return Page(
        (_title(say, match),), picture, ("\n".join(filter(None, (summary, _moments(say, match, review)))),), rows
    )


def _picture(say: Say, match: Match, moment: Moment) -> Image:
    """The quilt before a move: the better one as it would lie, and 1 where what was played (or is next best) lies."""
    position, played, better = match.at(moment.ply - 1).position, match.plies[moment.ply - 1].move, moment.better
    if moment.why == "best":
        played, better = better, played
    seat, quilt = position.turn, position.player(position.turn).quilt
    ghost = better if isinstance(better, Placement) else None
    worse = (played,) if isinstance(played, Placement) else ()
    marked = {
        "ghost": ghost,
        "candidates": worse,
        "beside": position,
        "is_marked": True,
        "named": _named(match, moment),
    }
    drawn = drawing(render.draw_quilt, quilt, seat=seat, **marked)
    return Image(drawn, quilt_alt(say, position, seat, ghost, worse, beside=position))


def _named(match: Match, moment: Moment) -> int | None:
    """The patch, by its number, that a reason names and neither move takes, if it is large enough to bear a 2."""
    position, moves = match.at(moment.ply - 1).position, (match.plies[moment.ply - 1].move, moment.better)
    taken = {move.patch.id for move in moves if isinstance(move, Placement)}
    named = {reason.numbers[0] for reason in moment.reasons if reason.kind == "prize"} - taken
    return next((id for id in position.ring[:NAMED] if id in named), None)


def _here(match: Match, number: int) -> CustomId:
    return CustomId(match.id, match.revision, f"review.{number}")


def _title(say: Say, match: Match) -> str:
    return say("review.title", game=match.id)


def percent(share: int) -> int:
    """Chances in percent: 0 and 100 are only for those who have lost and won."""
    return round(share * 100 / WHOLE) if share in (0, WHOLE) else min(max(round(share * 100 / WHOLE), 1), 99)


def chances(review: Review) -> tuple[int, ...]:
    """The chances of seat 1 as they are between two who play like these, or between strong players."""
    *before, end = review.shares
    honest = [review.honest(share) for share in before]
    return (*(share if one is None else one for one, share in zip(honest, before, strict=True)), end)


def _moments(say: Say, match: Match, review: Review) -> str:
    """The moments: the number of each pin, whose it is, and its points; in words, a line for each."""
    told: list[str] = []
    for number, moment in enumerate(review.moments, 1):
        seat, count = match.plies[moment.ply - 1].seat, _cost(moment)
        if say.text_only:
            values = {"number": number, "move": moment.ply, "user": named(say, match, seat)}
            told.append(say(f"review.line.{_grade(moment)}", count=count, **values))
        else:
            signs = "+" if moment.why == "best" else "\N{MINUS SIGN}"
            told.append(f"**{number}** {token(say, seat)} {signs}{count}")
    return "\n".join(told) if say.text_only else notes(say, *told)


def _summary(say: Say, match: Match, review: Review, user: int | None) -> Iterator[str]:
    own = match.seat_of(user) if user is not None else None
    for seat in (own,) if own else (1, 2):
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
        costly = [moment.points for moment in review.moments if moment.why != "best"]
        if sum(each.choosing + each.placing for each in review.lost) - sum(costly) >= MUCH:
            yield say("review.small" if costly else "review.only_small")
        else:
            yield say("review.nothing_else" if costly else "review.none")


def _is_unsure(review: Review) -> bool:
    """Tell whether the curve jumps at a move that is not named, as the search has seen it only once it was made."""
    named = {ply for moment in review.moments for ply in (moment.ply, *moment.again)} | set(review.besides)
    shares = chances(review)
    jumps = (ply for ply in range(1, len(shares)) if abs(shares[ply] - shares[ply - 1]) >= JUMP)
    return any(ply not in named for ply in jumps)


def moment_sentences(say: Say, match: Match, review: Review, moment: Moment, user: int | None = None) -> str:
    """Say what was played, what it cost, what would have been better, and why. ``user`` is the reader: "you"."""
    ply = match.plies[moment.ply - 1]
    is_reader = user is not None and match.user_at(ply.seat) == user
    is_others = user is not None and match.user_at(other(ply.seat)) == user
    is_best, speaker = moment.why == "best", "review.you" if is_reader else "review"
    cost, better = _what(say, match, moment, speaker)
    worse, best = (moment.better, ply.move) if is_best else (ply.move, moment.better)
    whom = ".you" if is_reader else ".to_other" if is_others and not is_best else ""
    before = match.at(moment.ply - 1)
    choice = Choice(
        before,
        ply.seat,
        worse,
        best,
        f"{'is' if is_best else 'was'}{whom}",
        _cost(moment),
        _named(match, moment) is not None,
    )
    is_rivals = not is_best and taught(match) == other(ply.seat)
    return sentences(
        say,
        say("review.spotted", user=subject(say, match, ply.seat)) if is_rivals else "",
        cost,
        because(say, choice, moment.reasons) if is_best else sentences(say, *against(say, choice, moment.reasons)),
        better,
        *(() if is_best else in_favour(say, choice, moment.reasons)),
        _went(say, match, review, moment, speaker) if not SUMS & {each.kind for each in moment.reasons} else "",
        _narrowly(say, moment),
        say("review.again", count=len(moment.again), moves=listed(say, map(str, moment.again))) if moment.again else "",
    )


def _what(say: Say, match: Match, moment: Moment, speaker: str) -> tuple[str, str]:
    move, better = match.plies[moment.ply - 1].move, moment.better
    values = {"user": player_name(say, match, match.plies[moment.ply - 1].seat), "count": _cost(moment)}
    if moment.why == "place":
        assert isinstance(move, Placement)
        assert isinstance(better, Placement)
        object = pictured(say, move.patch, patch_object(say, move.patch))
        told = say(
            f"{speaker}.place", object=object, square=say("review.marked", what=area(say, move), number=1), **values
        )
        return told, say("review.better.place", other=area(say, better))
    kind, patch = about(say, move)
    other_kind, other_patch = about(say, better)
    if patch and moment.why != "best":
        patch = {"object": say("review.marked", what=patch["object"], number=1)}
    one, two = ("worth", "next") if moment.why == "best" else ("cost", "better")
    paid = _paid(match.at(moment.ply - 1).position) if better == ADVANCE else 0
    told = say(f"review.{two}.{other_kind}", buttons=say("count.buttons", count=paid), **other_patch)
    return say(f"{speaker}.{one}.{kind}", **patch, **values), told


def _paid(position: Position) -> int:
    """Say how many buttons advancing brings the player, with an income that is passed."""
    seat = position.turn
    return position.play(ADVANCE).position.player(seat).buttons - position.player(seat).buttons


def _went(say: Say, match: Match, review: Review, moment: Moment, speaker: str) -> str:
    """Say from where to where the chances went, and of whom that holds; nothing if nobody knows, or hardly any way."""
    before, after = review.honest(moment.before), review.honest(moment.after)
    if before is None or after is None or percent(before) - percent(after) < FEW:
        return ""
    user = player_name(say, match, match.plies[moment.ply - 1].seat)
    name = "would_have_gone" if moment.why == "best" else "went"
    return say(f"{speaker}.{name}", user=user, before=percent(before), after=percent(after))


def _narrowly(say: Say, moment: Moment) -> str:
    """Say that a game hung on few points, where these turned it: the chances fell far for little."""
    is_narrow = moment.cost >= GRADES["blunder"][0] and moment.points <= NARROW and moment.why != "best"
    return say("review.narrow", count=_cost(moment)) if is_narrow else ""


def _curve_alt(say: Say, match: Match, review: Review, top: int) -> str:
    shares = [share if top == 1 else WHOLE - share for share in chances(review)]
    count = len(shares) - 1
    step = max(-(-count // TOLD), 1)
    told = [(number, percent(shares[number])) for number in [*range(0, count, step), count]]
    points = [say("alt.curve.point", share=share, move=number + 1) for number, share in told[:-1]]
    points.append(say("alt.curve.end", share=told[-1][1]))
    parts = [say("alt.curve", count=count, token=token(say, top), points=listed(say, points))]
    for number, moment in enumerate(review.moments[:MOST], 1):
        values = {"token": token(say, match.plies[moment.ply - 1].seat), "grade": say(f"review.{_grade(moment)}")}
        parts.append(say("alt.curve.pin", number=number, move=moment.ply, **values))
    return sentences(say, *parts)


def _grade(moment: Moment) -> Grade:
    """Name a mistake by its points, which are told beside it, and not by the chances."""
    return "best" if moment.why == "best" else graded(0, moment.points) or "inaccuracy"


def _cost(moment: Moment) -> int:
    """Say what a moment cost in whole points: one at least, as it did cost something."""
    return max(whole_points(moment.points), 1)


def whole_points(tenths: int) -> int:
    """Round tenths of a point to whole ones: half a point is one."""
    return (tenths + POINT // 2) // POINT


def about(say: Say, move: Move) -> tuple[str, dict[str, str]]:
    """Choose among sentences about advancing, buying and sewing: the end of the right one's name, and its patch."""
    if not isinstance(move, Placement):
        return "advance", {}
    if move.patch is LEATHER:
        return "leather", {}
    return "buy", {"object": pictured(say, move.patch, patch_object(say, move.patch))}
