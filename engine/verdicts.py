"""What a review says of a game: how the chances went, what both sides gave away, and the moments that mattered.

Values and their text: a line ``shares`` with the chances of seat 1, a line ``lost`` for each seat, a line
``besides``, and one for each moment, such as ``moment 17 620 410 35 choice + income:3,6,18+turn:2 -``.
"""

from dataclasses import dataclass
from typing import Literal

from game import Move, parse_move

WHOLE = 1000  # the chances of a seat that has won
POINT = 10  # points are told in tenths

GRADES = {"inaccuracy": (100, 3 * POINT), "mistake": (200, 5 * POINT), "blunder": (300, 8 * POINT)}
"""What a move must have cost to be called so: of `WHOLE`, or in tenths of a point. One of the two is enough."""

MOST = 6  # how many moments are told at most

Why = Literal["choice", "place", "best"]
"""Why a moment is told: another patch (or advancing) would have been better; the same patch would have been better
elsewhere; or it was the best move of the game.
"""

Grade = Literal["inaccuracy", "mistake", "blunder", "best"]

WHYS: dict[str, Why] = {"choice": "choice", "place": "place", "best": "best"}

REASONS = {"income": 3, "dear": 3, "cheap": 3, "prize": 5, "near": 2, "leather": 1, "holes": None, "edge": 2}
"""The kinds of reasons that are told, and how many numbers each has; None is any number. Reviews of older
releases have others, too.
"""

LATER, AT_ONCE, AGAIN = 1, 2, 3
"""When the player has a prize after the better move: later, by that move, or as they move again; 0 is for never."""

LEFT, SHORT, NO_ROOM, BROUGHT, PASSED = range(5)
"""How the other move misses it: it is just left on offer, there are too few buttons or no room for it then, it comes
within the opponent's reach, or the pawn passes it.
"""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move is better than another one: a kind, and the numbers that were counted (see `engine.reasons`)."""

    kind: str
    numbers: tuple[int, ...] = ()

    def __str__(self) -> str:
        return f"{self.kind}:{','.join(map(str, self.numbers))}"


Reasons = tuple[Reason, ...]
"""Why a move is better: none or one; two in reviews of older releases."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A move that mattered: its number, from 1, and the chances of the player who made it, of `WHOLE`.

    ``before`` are those with the best move, ``after`` those after the move that was made; of the best move of the game,
    ``after`` are those with the next best one. ``points`` is what lies between the two, in tenths of a point.
    ``better`` is the best move, or that next best one. ``again`` are later moves at which the same was at stake.
    """

    ply: int
    before: int
    after: int
    points: int
    why: Why
    better: Move
    reasons: Reasons = ()
    again: tuple[int, ...] = ()

    @property
    def cost(self) -> int:
        """What the move cost, or would have cost, of `WHOLE`."""
        return self.before - self.after

    @property
    def grade(self) -> Grade:
        """The name of the mistake, by what it cost; a best move is no mistake."""
        return "best" if self.why == "best" else graded(self.cost, self.points) or "inaccuracy"

    def __str__(self) -> str:
        again = ",".join(map(str, self.again)) or "-"
        shares = f"{self.before} {self.after} {self.points}"
        return f"moment {self.ply} {shares} {self.why} {self.better} {reasons_text(self.reasons)} {again}"


def graded(cost: int, points: int) -> Grade | None:
    """Name a move that cost so much, of `WHOLE` and in tenths of a point; None if it is not worth a word."""
    grades: tuple[Grade, ...] = ("blunder", "mistake", "inaccuracy")
    return next((grade for grade in grades if cost >= GRADES[grade][0] or points >= GRADES[grade][1]), None)


@dataclass(frozen=True, slots=True)
class Lost:
    """What a seat gave away in a game, in tenths of a point: by what it chose, and by where it sewed.

    ``all`` is what its moves cost altogether, those included that were the best known; ``moves`` is how many they were.
    """

    choosing: int = 0
    placing: int = 0
    all: int = 0
    moves: int = 0

    def __str__(self) -> str:
        return f"lost {self.choosing} {self.placing} {self.all} {self.moves}"


@dataclass(frozen=True, slots=True)
class Review:
    """The chances of seat 1, of `WHOLE`, before each move and after the last one; what both seats gave away; and the
    moments, in order. ``besides`` are other moves that cost as much as a moment's.
    """

    shares: tuple[int, ...]
    lost: tuple[Lost, Lost] = (Lost(), Lost())
    moments: tuple[Moment, ...] = ()
    besides: tuple[int, ...] = ()

    def __str__(self) -> str:
        shares = "shares " + " ".join(map(str, self.shares))
        besides = "besides " + (",".join(map(str, self.besides)) or "-")
        return "\n".join((shares, *map(str, self.lost), besides, *map(str, self.moments)))

    @property
    def is_outdated(self) -> bool:
        """Whether it gives reasons of kinds that older releases told, so that it is to be made anew."""
        return any(each.kind not in REASONS for moment in self.moments for each in moment.reasons)

    @property
    def slope(self) -> float | None:
        """How sure chances are between two who play like these, as a factor of the log of their odds.

        None if the game is too short to tell. Fitted on 230 games of programs from beginners to strong ones (decision
        0059): the more is given away at each move, the less a lead is worth.
        """
        moves = sum(lost.moves for lost in self.lost)
        if moves < KNOWN:
            return None
        return 1 / (0.4 + 0.65 * max(sum(lost.all for lost in self.lost) / moves / POINT, 0.5))

    def honest(self, share: int) -> int | None:
        """Chances before the end, of `WHOLE`, as they are between two who play like these; None if nobody can tell.

        Nobody is certain then, however sure a strong player would be.
        """
        slope = self.slope
        if slope is None:
            return None
        sure = min(max(float(share), 0.5), WHOLE - 0.5)
        odds: float = (sure / (WHOLE - sure)) ** slope
        return min(max(round(WHOLE * odds / (1 + odds)), 1), WHOLE - 1)


KNOWN = 20  # after how many moves a game says how strong its players are


class OutdatedReview(ValueError):
    """A review of a release before points (decision 0059), which has to be made anew."""


def words_of(line: str, kind: str, count: int) -> list[str]:
    """Read the words of a line of a kind, after that. Raises ValueError if it is of another, or has not so many."""
    words = line.split()
    if words[:1] != [kind] or len(words) != 1 + count:
        raise ValueError(f"{line[:80]!r} is no line that says {kind}")
    return words[1:]


def parse_review(text: str) -> Review:
    """Read the text of a review. Raises ValueError if it is none."""
    first, *others = text.splitlines() or [""]
    word, *shares = first.split()
    if word != "shares" or not shares:
        raise ValueError(f"a review begins with its shares, not with {first[:40]!r}")
    if len(others) < 3 or not others[2].startswith("besides "):
        raise OutdatedReview("it does not tell what both have lost")
    one, two, besides, *moments = others
    lost = _parse_lost(one), _parse_lost(two)
    also = _numbers(words_of(besides, "besides", 1)[0])
    return Review(tuple(map(int, shares)), lost, tuple(map(parse_moment, moments)), also)


def _parse_lost(line: str) -> Lost:
    return Lost(*map(int, words_of(line, "lost", 4)))


def parse_moment(line: str) -> Moment:
    """Read the text of a moment. Raises ValueError if it is none."""
    ply, before, after, points, why, better, reasons, again = words_of(line, "moment", 8)
    if why not in WHYS:
        raise ValueError(f"{line[:80]!r} is told for no reason")
    numbers = int(ply), int(before), int(after), int(points)
    return Moment(*numbers, WHYS[why], parse_move(better), parse_reasons(reasons, is_kept=True), _numbers(again))


def reasons_text(reasons: Reasons) -> str:
    """Write reasons as text; ``-`` for none."""
    return "+".join(map(str, reasons)) or "-"


def parse_reasons(text: str, *, is_kept: bool = False) -> Reasons:
    """Read the text of reasons; one that ``is_kept`` may be of an older release. Raises ValueError if it is none."""
    return () if text == "-" else tuple(_parse_reason(each, is_kept) for each in text.split("+"))


def _parse_reason(text: str, is_kept: bool) -> Reason:
    kind, _, rest = text.partition(":")
    reason = Reason(kind, _numbers(rest or "-"))
    is_old = is_kept and kind.isalpha() and kind not in REASONS
    if not is_old and (kind not in REASONS or REASONS[kind] not in (None, len(reason.numbers))):
        raise ValueError(f"{text[:80]!r} is no reason")
    return reason


@dataclass(frozen=True, slots=True)
class Weighed:
    """By how much a move is worse than another one (negative: better): of the chances, of `WHOLE`, and in tenths of a
    point; and why, as far as that can be counted.
    """

    share: int
    points: int
    reasons: Reasons = ()

    def __str__(self) -> str:
        return f"worse {self.share} {self.points} {reasons_text(self.reasons)}"


def parse_weighed(text: str) -> Weighed:
    """Read the text of what was weighed. Raises ValueError if it is none."""
    share, points, why = words_of(text, "worse", 3)
    return Weighed(int(share), int(points), parse_reasons(why))


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(","))) if text != "-" else ()
