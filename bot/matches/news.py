"""What is new in a match to its viewer, and what its Automa shows: its cards, and how it would have stood."""

from dataclasses import replace
from itertools import takewhile

from bot.matches.match import Match, Ply
from game import Placement, Position, Record, Reveal
from game.automa import CARDS, LEVELS, Card
from game.facts import CardRevealed


def news_of(match: Match) -> tuple[Ply, ...]:
    """Tell what is new to both players: all since the one to move last made a move, but for what answered it at once;
    or, if nobody has made one after that, all of their turn so far. A solo game adds the person's last move to the
    answers of the Automa or of a rival.
    """
    if not match.plies:
        return ()
    begin = last_by_hand(match, match.position.turn) + 1
    begin += sum(1 for _ in takewhile(lambda ply: ply.how, match.plies[begin:]))  # they were told when they made it
    if match.outcome or match.mover is None or begin == len(match.plies):
        last = len(match.plies) - len(match.taken_back)
        run = takewhile(lambda ply: ply.seat == match.plies[last].seat, reversed(match.plies[: last + 1]))
        begin = last - sum(1 for _ in run) + 1
    if match.user_at(match.plies[begin].seat) is None:
        begin = max(last_by_hand(match, 1), 0)
    return match.plies[begin:]


def last_by_hand(match: Match, seat: int) -> int:
    """The index of the last ply that a seat made by hand; -1 if there is none."""
    made = (index for index in range(len(match.plies) - 1, -1, -1) if match.plies[index].seat == seat)
    return next((index for index in made if match.plies[index].how is None), -1)


def newly_sewn(match: Match) -> tuple[tuple[Placement, ...], int]:
    """Find what pictures outline: what was sewn last in the `news_of` a match, and by which seat (0 for none)."""
    sewn = [(ply.move, ply.seat) for ply in news_of(match) if isinstance(ply.move, Placement)]
    seat = sewn[-1][1] if sewn else 0
    return tuple(placement for placement, whose in sewn if whose == seat), seat


def turns_of(match: Match, seat: int | None) -> tuple[int, ...]:
    """Count how many plies there were after the first one of each turn of a seat; none of a spectator's (None)."""
    seats = [0, *(ply.seat for ply in match.plies)]
    return tuple(count for count in range(1, len(seats)) if seats[count - 1] != seats[count] == seat)


def next_card(match: Match) -> Card | None:
    """The card that the Automa will reveal next. Only the tactical deck shows anything of it: its budget."""
    if match.outcome or not match.cards:
        return None
    return CARDS[match.cards[sum(isinstance(ply.move, Reveal) for ply in match.plies)]]


def next_budget(match: Match) -> int | None:
    """The budget that everybody may see on the back of the next card; None in the normal deck."""
    card = next_card(match)
    return card.budget if match.automa and card and match.automa.deck == "tactical" else None


def last_card(match: Match) -> int:
    """The number of the card revealed last, or 0."""
    for ply in reversed(match.plies):
        for fact in ply.step.facts:
            if isinstance(fact, CardRevealed):
                return fact.choice.card.number
    return 0


def against_all_levels(match: Match) -> list[tuple[str, Position]]:
    """The end of the same game with the Automa at each level, weakest first: the same moves, different points."""
    assert match.automa is not None
    ends: list[tuple[str, Position]] = []
    for level in LEVELS:
        setup = replace(match.setup, automa=replace(match.automa, level=level))
        *_, last = Record(setup, match.record.moves).steps()
        ends.append((level, last.position))
    return ends
