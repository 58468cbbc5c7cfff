"""Why one move is better than another, in sentences: what was counted on the table (see `engine.reasons`)."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from bot.matches.match import Match
from bot.ui.kit.texts import Say, enumerated, listed, sentences
from bot.ui.words.names import in_points, patch_object, patch_subject, pictured, player_name, signed
from engine.verdicts import AGAIN, AT_ONCE, BROUGHT, LATER, NO_ROOM, PASSED, SHORT, Reasons
from game import LEATHER, PATCHES, Move, Patch, Placement, other
from game.squares import INCOME, LAST, crossed, square_name
from game.tidy import shut_squares

PART = 0.8
"""Of how much of a loss an income must fall short for the rest to be worth a word."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What is given reasons for: in a match as it stood, ``better`` is better for a seat than ``played``, by about so
    many points.

    If it ``is_named``, the patch that makes most of the difference bears a 2 in the picture.

    ``way`` is ``was``, or ``is`` where nothing has been played yet; with ``.you`` it speaks to the one who moves, with
    ``.to_other`` to the other one.
    """

    match: Match
    seat: int
    played: Move
    better: Move
    way: str
    points: int = 0
    is_named: bool = False

    @property
    def tense(self) -> str:
        """``was`` or ``is``."""
        return self.way.partition(".")[0]

    def beside(self, patch: Patch) -> list[Patch]:
        """The patch of the ring with which one is compared: the one played (that one with the better one); none if both
        moves take the same.
        """
        moves = (self.played, self.better)
        one, two = (move.patch if isinstance(move, Placement) and move.patch is not LEATHER else None for move in moves)
        return [each for each in (one, two) if each and each is not patch][:1] if one and one is not two else []

    def worth_of(self, patch: Patch) -> int:
        """Say what a patch brings the player: two points a square and its income until the end, less its price."""
        space = self.match.position.player(self.seat).space
        return 2 * patch.size + patch.income * len(crossed(INCOME, space, LAST)) - patch.cost

    def is_shut(self, square: int) -> bool:
        """Tell whether a free square is shut in before both moves."""
        return bool(shut_squares(self.match.position.player(self.seat).quilt.free) >> square & 1)

    def named(self, kind: str, *speaking: str) -> str:
        """The name of a text that may speak to the one who moves (``you``) or to the other one (``to_other``)."""
        whom = self.way.partition(".")[2]
        return f"because.{f'{whom}.' if whom in speaking else ''}{self.tense}.{kind}"


def because(say: Say, choice: Choice, reasons: Reasons) -> str:
    """Say why one move is better than another; nothing without a reason."""
    parts = against(say, choice, reasons), in_favour(say, choice, reasons)
    return sentences(say, *chain(*(parts if choice.tense == "was" else parts[::-1])))


def against(say: Say, choice: Choice, reasons: Reasons) -> Iterator[str]:
    """Say what speaks against the move that was played: before the better one is named, or it would be said of that."""
    for reason in reasons:
        match reason.kind, reason.numbers:
            case "dear", numbers if isinstance(choice.played, Placement):
                yield from _bargain(say, choice, choice.played.patch, *numbers)
            case "prize", numbers:
                yield from _missed(say, choice, *numbers)
            case "holes", squares if opened := [square for square in squares if not choice.is_shut(square)]:
                yield say(f"because.{choice.tense}.holes", count=len(opened), squares=_squares(say, opened))
            case "edge", (left, spared):
                yield say(f"because.{choice.tense}.edge", count=left, less=spared)


def in_favour(say: Say, choice: Choice, reasons: Reasons) -> Iterator[str]:
    """Say what speaks for the better move."""
    for reason in reasons:
        match reason.kind, reason.numbers:
            case "income", numbers:
                yield from _income(say, choice, *numbers)
            case "cheap", numbers if isinstance(choice.better, Placement):
                yield from _bargain(say, choice, choice.better.patch, *numbers)
            case "prize", numbers:
                yield from _won(say, choice, *numbers)
            case "near", (spared, left):
                yield say("because.near" if spared else "because.tile", count=spared, left=left)
            case "leather", (space,):
                yield say("because.leather", space=space)
            case "holes", squares if all(map(choice.is_shut, squares)):
                yield say("because.fills", squares=_squares(say, squares))


def _squares(say: Say, squares: Iterable[int]) -> str:
    return listed(say, map(square_name, squares))


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


def _bargain(say: Say, choice: Choice, patch: Patch, brings: int, time: int, usual: int) -> Iterator[str]:
    """Say what a patch brings, and what others do in its time."""
    yield _worth(say, choice, patch, brings)
    yield say("because.usual", time=say("count.time", count=time), usual=in_points(say, usual))


def _worth(say: Say, choice: Choice, patch: Patch, brings: int, *, is_marked: bool = False) -> str:
    """Say what a patch brings until the end, two points a square and all its income, less its price, and for how much
    time; and beside it the one with which it is compared.
    """
    incomes = (brings - 2 * patch.size + patch.cost) // max(patch.income, 1)
    sums = {"squares": f"{patch.size}×2", "income": f"{incomes}×{patch.income}" if incomes else ""}
    parts = _parts(say, sums | {"price": signed(-patch.cost) if patch.cost else ""})
    name, time = patch_subject(say, patch), say("count.time", count=patch.time)
    subject = pictured(say, patch, _marked(say, choice, name) if is_marked else name)
    others = [
        say("because.other", subject=patch_subject(say, each), brings=signed(choice.worth_of(each)), time=each.time)
        for each in choice.beside(patch)
    ]
    values = {"subject": subject, "brings": in_points(say, brings), "parts": parts, "time": time}
    return say(f"because.worth{'_beside' if others else ''}", others=enumerated(say, others), **values)


def _parts(say: Say, sums: Mapping[str, str]) -> str:
    """Say what something adds up from, such as ``squares 6×2, price −7``."""
    return enumerated(say, (say(f"because.part.{name}", points=points) for name, points in sums.items() if points))


def _missed(say: Say, choice: Choice, id: int, brings: int, theirs: int, whose: int, how: int) -> Iterator[str]:
    """Say how a patch is missed, or that it is the opponent's."""
    user, rival = (player_name(say, choice.match, seat) for seat in (choice.seat, other(choice.seat)))
    patch, is_second = PATCHES[id], _is_won_first(choice, whose)
    names = {"object": patch_object(say, patch), "subject": patch_subject(say, patch)}
    if not is_second:
        names = {name: _marked(say, choice, text) for name, text in names.items()}
    if how in (NO_ROOM, PASSED):
        kind = choice.named("full" if how == NO_ROOM else "passed")
    elif how == SHORT and theirs and not whose and choice.tense == "was":
        kind = choice.named("lost", "you", "to_other")
    elif how == SHORT:
        kind = choice.named("short", "you")
    else:
        kind = choice.named("brought" if how == BROUGHT else "left", "to_other") if theirs else ""
    if kind:
        yield say(kind, user=user, other=rival, **names)
    if not is_second:
        yield _worth(say, choice, patch, brings, is_marked=not kind)


def _marked(say: Say, choice: Choice, patch: str) -> str:
    """Name a patch, with its number if it bears one in the picture."""
    return say("review.marked", what=patch, number=2) if choice.is_named else patch


def _won(say: Say, choice: Choice, id: int, brings: int, theirs: int, whose: int, how: int) -> Iterator[str]:
    """Say that a patch is the player's after the better move, or that there are buttons for it, and what that makes."""
    patch, player = PATCHES[id], choice.match.position.player(choice.seat)
    user, rival = (player_name(say, choice.match, seat) for seat in (choice.seat, other(choice.seat)))
    kind = {LATER: "yours", AGAIN: "again", AT_ONCE: "", 0: ""}[whose]
    if player.buttons < patch.cost and (whose == LATER or (how == SHORT and not whose)):
        kind = "enough"
    if kind:
        name = patch_object(say, patch)
        object = _marked(say, choice, name) if _is_won_first(choice, whose) else name
        yield say(choice.named(kind, "you"), object=object, user=user)
    if whose in (LATER, AT_ONCE) and theirs and choice.tense == "was":
        yield say(choice.named("swing", "you", "to_other"), points=in_points(say, brings), user=user, other=rival)
    if _is_won_first(choice, whose):
        yield _worth(say, choice, patch, brings)


def _is_won_first(choice: Choice, whose: int) -> bool:
    """Tell whether a patch is named as the player's before it is named as missed."""
    return choice.tense == "is" and whose in (LATER, AGAIN)
