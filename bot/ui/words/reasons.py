"""Why one move is better than another, in sentences: what was counted on the table (see `engine.reasons`)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from bot.matches.match import Match
from bot.ui.kit.texts import Say, enumerated, listed, sentences
from bot.ui.words.names import in_points, patch_object, patch_subject, pictured, player_name, signed
from engine.verdicts import BROUGHT, LATER, NO_ROOM, PASSED, Reasons
from game import LEATHER, PATCHES, Move, Patch, Placement, other
from game.squares import INCOME, LAST, crossed, square_name

PART = 0.8
"""Of how much of a loss an income must fall short for the rest to be worth a word."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What is given reasons for: in a match as it stood, ``better`` is better for a seat than ``played``, by about so
    many points.

    ``way`` is ``was``, or ``is`` where nothing has been played yet; with ``.you`` it speaks to the one who moves, with
    ``.to_other`` to the other one.
    """

    match: Match
    seat: int
    played: Move
    better: Move
    way: str
    points: int = 0

    @property
    def tense(self) -> str:
        """``was`` or ``is``."""
        return self.way.partition(".")[0]

    def taken_instead(self, patch: Patch) -> Patch | None:
        """The patch of the ring that is taken in the place of another one; None if none is, or both moves take it."""
        one, two = (move.patch if isinstance(move, Placement) else None for move in (self.played, self.better))
        return None if one in (None, LEATHER, patch, two) else one

    def worth_of(self, patch: Patch) -> int:
        """Say what a patch brings the player: two points a square and its income until the end, less its price."""
        space = self.match.position.player(self.seat).space
        return 2 * patch.size + patch.income * len(crossed(INCOME, space, LAST)) - patch.cost

    def named(self, kind: str) -> str:
        """The name of a text that speaks of the one who moves."""
        return f"because.{'you.' if self.way.endswith('.you') else ''}{self.tense}.{kind}"


def because(say: Say, choice: Choice, reasons: Reasons) -> str:
    """Say why one move is better than another; nothing without a reason."""
    parts = against(say, choice, reasons), in_favour(say, choice, reasons)
    return sentences(say, *chain(*(parts if choice.tense == "was" else parts[::-1])))


def against(say: Say, choice: Choice, reasons: Reasons) -> Iterator[str]:
    """Say what speaks against the move that was played: before the better one is named, or it would be said of that."""
    for reason in reasons:
        match reason.kind, reason.numbers:
            case "dear", numbers if isinstance(choice.played, Placement):
                yield from _bargain(say, choice.played.patch, *numbers)
            case "prize", numbers:
                yield from _missed(say, choice, *numbers)
            case "holes", squares:
                named = listed(say, [square_name(square) for square in squares])
                yield say(f"because.{choice.tense}.holes", count=len(squares), squares=named)


def in_favour(say: Say, choice: Choice, reasons: Reasons) -> Iterator[str]:
    """Say what speaks for the better move."""
    for reason in reasons:
        match reason.kind, reason.numbers:
            case "income", numbers:
                yield from _income(say, choice, *numbers)
            case "cheap", numbers if isinstance(choice.better, Placement):
                yield from _bargain(say, choice.better.patch, *numbers)
            case "prize", numbers:
                yield from _won(say, choice, *numbers)
            case "near", (spared, left):
                yield say("because.near" if spared else "because.tile", count=spared, left=left)
            case "leather", (space,):
                yield say("because.leather", space=space)
            case "end", parts:
                named = zip(("squares", "buttons", "seven"), parts, strict=True)
                sums = {name: signed(points, plus=True) if points else "" for name, points in named}
                yield say("because.end", points=in_points(say, sum(parts)), parts=_parts(say, sums))


def _income(say: Say, choice: Choice, income: int, times: int, total: int) -> Iterator[str]:
    """Say what an income pays more, and what that is of the loss."""
    assert isinstance(choice.better, Placement)
    rival = choice.played.patch if isinstance(choice.played, Placement) else None
    less = rival.income if rival else 0
    more = total - less * times
    values: dict[str, object] = {"subject": patch_subject(say, choice.better.patch), "income": income, "count": times}
    values |= {"buttons": say("count.buttons", count=more)}
    if rival and rival is not LEATHER:
        other_patch = patch_subject(say, rival)
        yield say(
            "because.income_more" if less else "because.income_none", other_patch=other_patch, less=less, **values
        )
    elif times == 1:
        yield say("because.last_income", **values | {"count": total})
    else:
        yield say("because.income", **values)
    if choice.tense == "was" and more < PART * choice.points:
        yield say("because.part", count=more, all=choice.points)


def _bargain(say: Say, patch: Patch, brings: int, time: int, usual: int) -> Iterator[str]:
    """Say what a patch brings, and what others do in its time."""
    yield _worth(say, patch, brings)
    yield say("because.usual", time=say("count.time", count=time), usual=in_points(say, usual))


def _worth(say: Say, patch: Patch, brings: int, instead: Choice | None = None) -> str:
    """Say what a patch brings until the end: two points a square, and all its income, less its price. ``instead``:
    beside what was taken in its place.
    """
    incomes = (brings - 2 * patch.size + patch.cost) // max(patch.income, 1)
    sums = {"squares": f"{patch.size}×2", "income": f"{incomes}×{patch.income}" if incomes else ""}
    parts = _parts(say, sums | {"price": signed(-patch.cost) if patch.cost else ""})
    subject = pictured(say, patch, patch_subject(say, patch))
    values: dict[str, object] = {"subject": subject, "brings": in_points(say, brings), "parts": parts}
    taken = instead.taken_instead(patch) if instead else None
    if instead and taken and (less := instead.worth_of(taken)) < brings:  # or time and the opponent count for more
        return say("because.worth_than", other_patch=patch_subject(say, taken), less=signed(less), **values)
    return say("because.worth", **values)


def _parts(say: Say, sums: Mapping[str, str]) -> str:
    """Say what something adds up from, such as ``squares 6×2, price −7``."""
    return enumerated(say, (say(f"because.part.{name}", points=points) for name, points in sums.items() if points))


def _missed(say: Say, choice: Choice, id: int, brings: int, theirs: int, whose: int, how: int) -> Iterator[str]:
    """Say how a patch is missed, or that it is the opponent's."""
    if told := _how(say, choice, PATCHES[id], theirs, how):
        yield told
        if not _is_won_first(choice, whose):
            yield _worth(say, PATCHES[id], brings, choice)


def _won(say: Say, choice: Choice, id: int, brings: int, theirs: int, whose: int, how: int) -> Iterator[str]:
    """Say that a patch is the player's after the better move."""
    if whose == LATER:
        object, user = patch_object(say, PATCHES[id]), player_name(say, choice.match, choice.seat)
        yield say(choice.named("yours"), object=object, user=user)
        if _is_won_first(choice, whose) or not _how(say, choice, PATCHES[id], theirs, how):
            yield _worth(say, PATCHES[id], brings, choice)


def _how(say: Say, choice: Choice, patch: Patch, theirs: int, how: int) -> str:
    """Say how a patch is missed; nothing if there is nothing to say of that."""
    user, rival = (player_name(say, choice.match, seat) for seat in (choice.seat, other(choice.seat)))
    values = {"object": patch_object(say, patch), "subject": patch_subject(say, patch), "user": user, "other": rival}
    if how >= 0:
        return say(choice.named("short"), cost=say("count.buttons", count=patch.cost), count=how, **values)
    if how in (NO_ROOM, PASSED):
        return say(f"because.{choice.tense}.{'full' if how == NO_ROOM else 'passed'}", **values)
    whom = "to_other." if choice.way.endswith(".to_other") else ""
    return say(f"because.{whom}{choice.tense}.{'brought' if how == BROUGHT else 'left'}", **values) if theirs else ""


def _is_won_first(choice: Choice, whose: int) -> bool:
    """Tell whether a patch is named as the player's before it is named as missed."""
    return choice.tense == "is" and whose == LATER
