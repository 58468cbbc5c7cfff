"""Reasons: each is counted on the table, and what is counted is true of the position, by the rules themselves."""

from collections.abc import Iterator
from random import Random

import pytest

from engine import reasons
from engine.reasons import KINDS, LEAST, Pair, reason
from engine.verdicts import REASONS, Reason, parse_reason
from game import ADVANCE, LEATHER, PATCHES, Patch, Placement, Position, Setup, other, parse_move
from game.facts import BonusTaken, Income, LeatherWon
from game.position import from_pawn
from game.squares import INCOME, LAST, SIZE, bits
from tests.game.building import seat, shuffled_ring, table


def pairs(games: int) -> Iterator[Pair]:
    """Any two moves in the positions of games in which patches are taken at random, with any reply to the first."""
    for seed in range(games):
        chance = Random(seed)
        position = Setup("classic", from_pawn(shuffled_ring(chance))).start
        while not position.over:
            moves = list(position.legal_moves)
            takes = [move for move in moves if move != ADVANCE] or moves
            played, better = chance.choice(takes), chance.choice(moves)
            after = position.play(played).position
            reply = chance.choice(list(after.legal_moves)) if not after.over and after.turn != position.turn else None
            if played != better:
                yield Pair(position, played, better, reply)
            position = position.play(chance.choice(takes if chance.random() < 0.9 else moves)).position


def brings(position: Position, seat: int, patch: Patch) -> int:
    """What a patch adds to the points of a seat, by its squares and by passing all incomes that are left."""
    player = position.player(seat)
    return 2 * patch.size - patch.cost + patch.income * sum(space > player.space for space in INCOME)


def facts(pair: Pair, move: object) -> tuple[object, ...]:
    return pair.position.play(move).facts  # type: ignore[arg-type]


def is_beside(one: int, two: int) -> bool:
    return sum(abs(a - b) for a, b in zip(divmod(one, SIZE), divmod(two, SIZE), strict=True)) == 1


def areas(free: int) -> Iterator[int]:
    """The areas of squares that hang together."""
    left = set(bits(free))
    while left:
        area, edge = set[int](), {min(left)}
        while edge:
            area |= edge
            edge = {at for at in left - area if any(is_beside(at, other) for other in edge)}
        left -= area
        yield len(area)


def shut(position: Position, seat: int) -> int:
    return sum(size for size in areas(position.player(seat).quilt.free) if size < 3)


def is_true(pair: Pair, found: Reason) -> bool:
    """Whether what a reason says holds, counted in another way."""
    position, seat = pair.position, pair.seat
    left, spared = (position.play(move).position for move in (pair.played, pair.better))
    mine = left.player(seat)
    match found.kind, found.numbers:
        case "income", (income, times, total):
            assert isinstance(pair.better, Placement)
            to_come = sum(space > position.player(seat).space for space in INCOME)
            return (income, times, total) == (pair.better.patch.income, to_come, income * times)
        case "dear" | "cheap", (worth, time, usual):
            move = pair.played if found.kind == "dear" else pair.better
            assert isinstance(move, Placement)
            ring = position.ring_patches
            mean = sum(brings(position, seat, patch) for patch in ring) / sum(patch.time for patch in ring)
            known = (brings(position, seat, move.patch), move.patch.time, round(mean * move.patch.time))
            return known == (worth, time, usual) and (worth < usual) == (found.kind == "dear")
        case "gives", (id, worth, time):
            patch = PATCHES[id]
            could = spared.turn == other(seat) and not spared.over and spared.can_take(patch)
            is_known = (brings(left, other(seat), patch), patch.time) == (worth, time)
            return left.turn == other(seat) and left.can_take(patch) and not could and is_known
        case "saves", (id, cost, buttons):
            return PATCHES[id] in left.offers and mine.buttons == buttons < cost <= spared.player(seat).buttons
        case "broke", (buttons, cost):
            could = any(patch.cost <= spared.player(seat).buttons for patch in spared.offers)
            return could and mine.buttons == buttons < cost == min(patch.cost for patch in left.offers)
        case "last", (id, worth):
            is_known = brings(spared, seat, PATCHES[id]) == worth and spared.can_take(PATCHES[id])
            return mine.space == LAST and spared.turn == seat and is_known
        case "turn", (behind,):
            ahead = spared.player(other(seat)).space - spared.player(seat).space
            return spared.turn == seat != left.turn and behind == ahead
        case "tile", ():
            return BonusTaken(seat) in facts(pair, pair.better) and BonusTaken(seat) not in facts(pair, pair.played)
        case "near", (fewer, more):
            missing = [each.player(seat).quilt.missing_for_seven_by_seven for each in (spared, left)]
            return missing == [fewer, more] and fewer < more and not position.bonus
        case "leather", (space,):
            won = [
                {fact.space for fact in facts(pair, move) if isinstance(fact, LeatherWon)}
                for move in (pair.better, pair.played)
            ]
            return space in won[0] and not won[1]
        case "shut", (more, altogether):
            return (shut(left, seat) - shut(spared, seat), shut(left, seat)) == (more, altogether)
        case "holes" | "room", squares:
            alone = {at for at in bits(left.player(seat).quilt.free) if lonely(left, seat, at)}
            return set(squares) <= alone and not any(lonely(spared, seat, at) for at in squares)
    return False


def lonely(position: Position, seat: int, square: int) -> bool:
    free = bits(position.player(seat).quilt.free)
    return square in free and not any(is_beside(square, other) for other in free)


@pytest.mark.slow
def test_whatever_is_said_of_two_moves_is_true_of_the_position() -> None:
    seen: dict[str, int] = {}
    for pair in pairs(24):
        for kind in KINDS:
            if (weighed := kind(pair)) and weighed[0] >= LEAST:
                assert is_true(pair, weighed[1]), (weighed, str(pair.position), str(pair.played), str(pair.better))
                assert parse_reason(str(weighed[1])) == weighed[1]
                seen[weighed[1].kind] = seen.get(weighed[1].kind, 0) + 1
    assert set(seen) >= set(REASONS) - {"tile", "last"}


def test_what_two_points_a_square_and_income_bring_is_what_the_score_says_at_the_end() -> None:
    """A patch is sewn, and nothing else happens until the end: the difference to not having it is what it brings."""
    start = Setup("classic", (17, *(id for id in range(1, 33) if id != 17), 0)).start
    buttons = [ended(start, move) for move in (parse_move("17N@A1"), ADVANCE)]
    assert buttons[0] - buttons[1] == reasons.bargain(PATCHES[17], start.player(1))


def ended(position: Position, move: object) -> int:
    """The points of seat 1, without what it earns by advancing and without leather, if it makes a move and no other."""
    step = position.play(move)  # type: ignore[arg-type]
    earned = sum(fact.buttons for fact in step.facts if isinstance(fact, Income))
    while not step.position.over:
        step = step.position.play(ADVANCE if not step.position.leather else next(iter(step.position.legal_moves)))
        earned += sum(fact.buttons for fact in step.facts if isinstance(fact, Income) and fact.seat == 1)
    patches = [placed.patch for placed in step.position.player(1).quilt.patches if placed.patch is not LEATHER]
    return earned + sum(2 * patch.size - patch.cost for patch in patches)


def position_of(*moves: str, ring: tuple[int, ...] = ()) -> Position:
    """After some moves, with a ring that begins with some patches."""
    position = Setup("classic", (*ring, *(id for id in range(1, 33) if id not in ring), 0)).start
    for move in moves:
        position = position.play(parse_move(move)).position
    return position


def test_completing_the_seven_by_seven_is_a_reason_that_explains_seven_points() -> None:
    """Seven rows of seven, but for two squares that the bar of two fills as it lies at G6."""
    covered = "#######.. " * 5 + "######... " * 2
    position = table(seat(20, 9, covered), seat(25, 5), (0, 1, 2))
    whole, elsewhere = (place for place in (parse_move("0E@G6"), parse_move("0E@H1")))
    pair = Pair(position, elsewhere, whole)
    assert is_true(pair, Reason("tile"))
    assert reason(pair, 7.0) == Reason("tile")
    assert reason(Pair(position, whole, elsewhere), 7.0) is None


def test_time_for_another_patch_is_a_reason_at_the_very_end() -> None:
    """Two spaces before the end, a patch that takes five leaves no time; one that takes one does, for the big cross."""
    position = table(seat(51, 23), seat(52, 25), (11, 16, 31))
    pair = Pair(position, parse_move("16N@A1"), parse_move("11N@A1"))
    found = reason(pair, 12.0)
    assert found == Reason("last", (31, 14))
    assert is_true(pair, found)


def test_no_reason_is_given_for_much_more_than_it_explains() -> None:
    """A hole explains the loss of three points, not of ten; and without anything to count there is none."""
    position = position_of(ring=(15,))
    pair = Pair(position, parse_move("15N@D8"), parse_move("15N@A1"))
    assert reason(pair, 3.0) == Reason("holes", (8 * SIZE + 4,))
    assert reason(pair, 10.0) is None
    assert reason(Pair(position, parse_move("15N@B2"), parse_move("15N@C3")), 3.0) is None
