"""Advice on a player's first turns: one line that fits what is on the table."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import groupby

from bot.matches.match import Match
from bot.ui.kit.texts import Say
from bot.ui.words.names import player_name
from game import Position, other
from game.position import Player
from game.squares import INCOME, next_mark

LEATHER_NEAR, INCOME_NEAR = 6, 3
"""How many spaces ahead something may lie to be worth a word."""


@dataclass(frozen=True, slots=True)
class _Moment:
    position: Position
    is_again: bool

    @property
    def me(self) -> Player:
        return self.position.player(self.position.turn)

    @property
    def lead(self) -> int:
        """How many spaces the other token is ahead."""
        return self.position.player(other(self.position.turn)).space - self.me.space

    @property
    def can_pay(self) -> bool:
        return any(patch.cost <= self.me.buttons for patch in self.position.offers)

    @property
    def to_leather(self) -> int:
        return (next_mark(self.position.leather_left, self.me.space) or 99) - self.me.space

    @property
    def to_income(self) -> int:
        return (next_mark(INCOME, self.me.space) or 99) - self.me.space


_TIPS: dict[str, Callable[[_Moment], bool]] = {
    "leather": lambda moment: bool(moment.position.leather),
    "again": lambda moment: moment.is_again and moment.lead > 0,
    "level": lambda moment: moment.is_again and moment.lead == 0,
    "poor": lambda moment: not moment.can_pay,
    "leather_near": lambda moment: moment.to_leather <= LEATHER_NEAR,
    "income_near": lambda moment: moment.to_income <= INCOME_NEAR and moment.me.income > 0,
    "income": lambda moment: moment.can_pay,
    "automa": lambda moment: moment.position.automa is not None and bool(moment.position.automa.patches),
    "neat": lambda moment: moment.can_pay,
    "quick": lambda moment: moment.can_pay,
    "seven": lambda moment: not moment.position.bonus,
    "empty": lambda _: True,
    "walk": lambda _: True,
}
"""When each tip fits, the most urgent first. The very first turn has one of its own: what a patch costs,
and how to read the line of what each choice leads to.
"""


def advice(say: Say, match: Match, turn: int) -> str:
    """The line for the player to move, in one of their first few turns ever, from 1. No tip comes twice in a game."""
    return say("advice.line", tip=_tip_now(say, match, turn))


def _tip_now(say: Say, match: Match, turn: int) -> str:
    told: set[str] = set()
    turns = list(_turns(match))
    for number, moments in enumerate(turns, turn + 1 - len(turns)):
        is_first = number == 1 and not say.text_only  # in words nothing stands behind an arrow
        tips = [_tip(moment, told, is_first=is_first) for moment in moments]
        told.update(tips)
    tip, moment = tips[-1], moments[-1]
    counts = {"leather_near": moment.to_leather, "income_near": moment.to_income}
    values = {"count": counts[tip]} if tip in counts else _first_choice(moment) if tip == "price" else {}
    opponent = player_name(say, match, other(moment.position.turn))
    return say(f"advice.{tip}", other=opponent, income=moment.me.income, **values)


def _first_choice(moment: _Moment) -> dict[str, int]:
    """The number of the first patch that can be taken, and the buttons that its taker would have."""
    position = moment.position
    number, patch = next(each for each in enumerate(position.offers, 1) if position.can_take(each[1]))
    step = position.preview(patch)
    assert step is not None
    return {"number": number, "left": step.position.player(position.turn).buttons}


def _turns(match: Match) -> Iterator[list[_Moment]]:
    """The turns of the player to move, each as the positions in which they had to move, up to now."""
    positions = [match.setup.start, *(ply.step.position for ply in match.plies)]
    for seat, turn in groupby(positions, lambda position: position.turn):
        if seat == match.to_move:
            yield [_Moment(position, number > 0) for number, position in enumerate(turn)]


def _tip(moment: _Moment, told: set[str], *, is_first: bool) -> str:
    """The first tip that fits, is new to the game, and is not for another turn; the last one fits always."""
    if is_first and not moment.is_again and moment.can_pay:
        return "price"
    *_, last = _TIPS
    return next((name for name, fits in _TIPS.items() if fits(moment) and name not in told), last)
