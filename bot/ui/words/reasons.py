"""Why one move is better than another, in sentences: what was counted on the table (see `engine.reasons`)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import compress, groupby
from operator import not_

from bot.matches.match import Match
from bot.ui.kit.texts import Say, listed, sentences
from bot.ui.words.names import in_points, patch_object, patch_subject, player_name, signed, subject
from engine.verdicts import Follows, Reason, Reasons, lines_of
from game import LEATHER, PATCHES, Move, Patch, Placement, other
from game.squares import square_name

_ENDS = ("seven", "ends", "rich")
"""What both moves come to at the end of the game."""

_OF_THE_BETTER, _OF_THE_OTHER = ("income", "cheap"), ("dear",)
"""What speaks of the patch that the better move takes, and of that of the other one."""

_AGAINST_THE_OTHER = (*_OF_THE_OTHER, "gives", "saves", "broke", "shut", "holes", "room", "fits")
"""What is told, once it has happened, of the move that was played."""

_TIMELESS = ("income", "income_more", "last_income", "cheap", "dear", "snug", *_ENDS)
"""What is said in the same way of what was and of what may be."""

PART = 0.8
"""Of how much of a loss an income must fall short for the rest to be worth a word."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What is given reasons for: ``better`` is better for a seat than ``played``, by about so many points.

    ``way`` is ``was``, or ``is`` where nothing has been played yet; with ``.you`` it speaks to the one who moves, with
    ``.to_other`` to the other one.
    """

    match: Match
    seat: int
    played: Move
    better: Move
    way: str
    points: int = 0


def parted(reasons: Reasons, way: str) -> tuple[Reasons, Reasons]:
    """Part reasons into those that speak of what was played, and those to be told once the better move is named."""
    is_against = [way.startswith("was") and reason.kind in _AGAINST_THE_OTHER for reason in reasons]
    return tuple(compress(reasons, is_against)), tuple(compress(reasons, map(not_, is_against)))


def because(say: Say, choice: Choice, reasons: Reasons) -> str:
    """Say why one move is better than another; nothing without a reason."""
    told = (_followed(say, choice, each) if each.kind == "follows" else _counted(say, choice, each) for each in reasons)
    played_on = say("because.played_on") if any(each.kind in _ENDS for each in reasons) else ""
    return sentences(say, played_on, *told)


def _counted(say: Say, choice: Choice, reason: Reason) -> str:
    kind, match, seat = reason.kind, choice.match, choice.seat
    values: dict[str, object] = {"user": player_name(say, match, seat), "other": player_name(say, match, other(seat))}
    values |= _values(say, kind, reason.numbers)
    if kind in _OF_THE_BETTER + _OF_THE_OTHER:
        move = choice.better if kind in _OF_THE_BETTER else choice.played
        assert isinstance(move, Placement)
        values |= _patch(say, move.patch)
    if kind == "income":
        return _income(say, choice, reason.numbers, values)
    if kind in _ENDS and reason.numbers[-1]:
        return say(f"because.{kind}_other", **values)
    return say(_name(kind, choice.way), **values)


def _income(say: Say, choice: Choice, numbers: tuple[int, ...], values: dict[str, object]) -> str:
    """Say what an income pays more, and what that is of the loss."""
    _, times, total = numbers
    rival = choice.played.patch if isinstance(choice.played, Placement) else None
    less = rival.income if rival else 0
    more = total - less * times
    if rival and rival is not LEATHER:
        worse = {"other_patch": patch_subject(say, rival), "less": less, "buttons": say("count.buttons", count=more)}
        values |= {"count": times, **worse}
        told = say("because.income_more" if less else "because.income_none", **values)
    else:
        told = say("because.last_income" if times == 1 else "because.income", **values)
    is_part = choice.way.startswith("was") and more < PART * choice.points
    return sentences(say, told, say("because.part", count=more, all=choice.points) if is_part else "")


def _followed(say: Say, choice: Choice, reason: Reason) -> str:
    """Tell the lines after both moves. Incomes that somebody is paid either way make no difference."""
    labels = ("played", "better") if choice.way.startswith("was") else ("otherwise", "this_way")
    one, two = lines_of(reason)
    differs = [abs(_paid(one, mine) - _paid(two, mine)) for mine in (0, 1)]
    payee = differs.index(max(differs)) if any(differs) else None
    told = (
        (say(f"follows.{label}"), *_line(say, choice, line, payee))
        for label, line in zip(labels, (one, two), strict=True)
    )
    return "\n".join(sentences(say, *each) for each in told)


def _paid(line: Sequence[Follows], mine: int) -> int:
    return sum(move.paid for move in line if move.mine == mine)


def _line(say: Say, choice: Choice, line: Sequence[Follows], payee: int | None) -> Iterator[str]:
    """Tell one line, with the incomes of one of the two: the one for whom they differ most."""
    for (mine, _), moves in groupby(line, key=lambda move: (move.mine, move.patch >= 0)):
        several = list(moves)
        yield _deed(say, choice, several, is_again=bool(line[0].mine))
        if (paid := _paid(several, mine)) and mine == payee:
            yield _said(say, choice, "paid", mine, count=paid)


def _deed(say: Say, choice: Choice, moves: Sequence[Follows], *, is_again: bool) -> str:
    first = moves[0]
    if first.patch < 0:
        deed, count = (("advances", first.count), ("poor", first.buttons), ("full", 0))[first.forced]
        return _said(say, choice, deed, first.mine, count=count)
    points = sum(each.count for each in moves)
    patches = listed(say, (patch_object(say, PATCHES[each.patch]) for each in moves))
    what = say("follows.patch", object=patches, count=abs(points), points=signed(points))
    is_still = isinstance(choice.played, Placement) and first.mine and choice.played.patch.id == first.patch
    deed = "again_takes" if is_again else "still_takes" if is_still else "takes"
    return _said(say, choice, deed, first.mine, what=what)


def _said(say: Say, choice: Choice, deed: str, mine: int, **values: object) -> str:
    seat = choice.seat if mine else other(choice.seat)
    you = "you." if choice.way.endswith(".you" if mine else ".to_other") else ""
    return say(f"follows.{you}{deed}", user=subject(say, choice.match, seat), **values)


def _name(kind: str, way: str) -> str:
    """The name of the text: few of them speak to anybody, and only some are of what was or of what may be."""
    tense, _, whom = way.partition(".")
    if kind in _TIMELESS:
        return f"because.{kind}"
    is_told_so = (kind in ("turn", "again") and whom == "you") or (kind == "gives" and whom == "to_other")
    return f"because.{whom}.{tense}.{kind}" if is_told_so else f"because.{tense}.{kind}"


def _patch(say: Say, patch: Patch) -> dict[str, object]:
    return {"subject": patch_subject(say, patch), "object": patch_object(say, patch)}


def _values(say: Say, kind: str, numbers: tuple[int, ...]) -> dict[str, object]:
    match kind, numbers:
        case "income", (income, times, total):
            many = total if times == 1 else times
            return {"income": income, "buttons": say("count.buttons", count=total), "count": many}
        case "dear" | "cheap", (brings, time, usual):
            return {"brings": in_points(say, brings), "time": say("count.time", count=time), "usual": signed(usual)}
        case "gives", (patch, brings, time):
            return {**_patch(say, PATCHES[patch]), "count": brings, "time": say("count.time", count=time)}
        case "saves", (patch, cost, buttons):
            return {**_patch(say, PATCHES[patch]), "cost": say("count.buttons", count=cost), "count": buttons}
        case "broke", (buttons, cost):
            return {"cost": say("count.buttons", count=cost), "count": buttons}
        case "last" | "again" | "fits", (patch, brings):
            return {**_patch(say, PATCHES[patch]), "count": brings}
        case "near", (spared, left):
            return {"count": spared, "left": left}
        case "leather", (space,):
            return {"space": space}
        case "snug", (left, spared):
            return {"left": left, "count": spared}
        case "ends" | "rich", (left, spared, _):
            return {"left": left, "count": spared}
        case "shut", (more, _):
            return {"count": more}
        case "holes" | "room", squares:
            named = listed(say, [square_name(square) for square in squares])
            return {"count": len(squares), "squares": named}
    return {}
