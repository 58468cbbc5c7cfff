"""Reasons: each is counted on the table, and what is counted is true of the position, by the rules themselves."""

from collections.abc import Iterator, Sequence
from dataclasses import astuple
from random import Random

import pytest

from engine import reasons
from engine.following import LONGEST, pair_of, why
from engine.reasons import ALIKE, ENOUGH, KINDS, LEAST, Pair
from engine.search import think
from engine.verdicts import REASONS, Reason, lines_of, parse_reasons
from game import ADVANCE, LEATHER, PATCHES, Move, Patch, Placement, Position, Setup, other, parse_move, parse_position
from game.facts import BonusTaken, Income, LeatherWon
from game.placements import PLACEMENTS
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
                spared = position.play(better).position
                is_mine = not (spared.over or spared.leather) and spared.turn == position.turn
                next = chance.choice(list(spared.legal_moves)) if is_mine else None
                yield Pair(position, played, better, reply, next)
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
        case "again", (id, worth):
            can = spared.turn == seat != left.turn and spared.can_take(PATCHES[id])
            return can and brings(spared, seat, PATCHES[id]) == worth
        case "fits", (id, worth):
            room = [any(True for _ in places(each, seat, PATCHES[id])) for each in (left, spared)]
            return (
                room == [False, True]
                and brings(spared, seat, PATCHES[id]) == worth
                and PATCHES[id] in left.ring_patches
            )
        case "snug", (more, fewer):
            return fewer < more and [sides(each, seat) for each in (left, spared)] == [more, fewer]
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


def places(position: Position, seat: int, patch: Patch) -> Iterator[Placement]:
    """Where a patch can be sewn, by trying every place on the quilt."""
    free = set(bits(position.player(seat).quilt.free))
    return (place for place in PLACEMENTS if place.patch is patch and set(bits(place.mask)) <= free)


def sides(position: Position, seat: int) -> int:
    """The sides of free squares on which no other free square lies."""
    free = bits(position.player(seat).quilt.free)
    return sum(4 - sum(is_beside(square, other) for other in free) for square in free)


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
                assert parse_reasons(str(weighed[1])) == (weighed[1],)
                seen[weighed[1].kind] = seen.get(weighed[1].kind, 0) + 1
    assert set(seen) >= set(REASONS) - {"tile", "last", "turn", "follows", "fits", "seven", "ends", "rich"}


@pytest.mark.slow
def test_two_reasons_are_given_together_only_if_neither_is_enough_and_they_count_different_things() -> None:
    """Of any two moves, as if the better one were worth twelve points more."""
    seen = set[int]()
    for pair in pairs(12):
        found = reasons.reasons(pair, 12.0)
        weights = {each[1].kind: each[0] for kind in KINDS if (each := kind(pair))}
        seen.add(len(found))
        assert sum(weights[each.kind] for each in found) >= ENOUGH * 12.0 or not found
        if len(found) == 2:
            assert max(weights.values()) < ENOUGH * 12.0
            assert not any({each.kind for each in found} <= alike for alike in ALIKE)
    assert seen == {0, 1, 2}


@pytest.mark.slow
def test_what_follows_two_moves_is_told_as_it_happens() -> None:
    """The lines are played again with the moves that were found best, and read off the table."""
    told = list[Reason]()
    for pair in pairs(12):
        found = why(pair_of(pair.position, pair.played, pair.better, first), 99.0, first)
        if found and found[0].kind == "follows":
            lines = [[*happened(after, pair.seat)] for after in pair.after]
            assert [list(map(astuple, line)) for line in lines_of(found[0])] == lines
            first_moves = [gained(pair.position, move) for move in (pair.played, pair.better)]
            for left, spared in ((0, 0), first_moves):
                assert left + worth(lines[0]) < spared + worth(lines[1]), "no better line looks worse"
            assert parse_reasons(str(found[0])) == found
            told += found
    assert len(told) > 30
    assert {move.forced for each in told for line in lines_of(each) for move in line} == {0, 1, 2}


def gained(position: Position, move: Move) -> int:
    """What a move brings by the patch that it takes, or by advancing."""
    after = position.play(move).position.player(position.turn)
    before = position.player(position.turn)
    if not isinstance(move, Placement):
        return after.space - before.space
    return reasons.bargain(move.patch, before)


def worth(line: Sequence[tuple[int, ...]]) -> int:
    """What a line brings the one who chose, by the numbers that it tells."""
    return sum((count + paid) * (1 if mine else -1) for mine, _, count, _, paid, _ in line)


@pytest.mark.slow
def test_where_nothing_better_follows_both_moves_are_played_on_and_what_differs_at_the_end_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("engine.following.FAR", 99)  # however far it is from the cost
    seen = set[str]()
    for pair in pairs(40):
        found = why(pair_of(pair.position, pair.played, pair.better, first), 99.0, first)
        if not found or found[0].kind not in ("seven", "ends", "rich"):
            continue
        (left, spared), seats = (at_the_end(after) for after in pair.after), (pair.seat, other(pair.seat))
        assert margin(left, pair.seat) < margin(spared, pair.seat)
        for reason in found:
            *numbers, side = reason.numbers
            one, two = (counted(end, seats[side])[reason.kind] for end in (left, spared))
            assert ([one, two] == numbers) or reason.kind == "seven"
            assert (one < two) == ((reason.kind == "ends") == bool(side)), "it speaks for the better move"
            seen.add(f"{reason.kind} {side}")
    assert seen >= {"ends 0", "ends 1", "rich 0"}


NEARLY_FULL = (
    "revised token=1 leather=0 bonus=0 ring=20,1,18,14,22,31,10,5,29 1=50/8/2N@A1,3W@A8,4N@F9,6e@H1,8N@A6,11N@C1,"
    "12E@E5,15S@G7,17S@B8,26S@E2,30N@C2,32E@G4,*H1,*H2,*C3,*G3,*I4 2=51/31/0E@A7,7N@C8,9N@C3,13n@C1,16N@G1,19N@G4,"
    "21N@F8,23E@A1,24S@A6,25n@A4,27n@E2,28N@C5"
)


def test_a_7x7_that_only_the_better_place_leads_to_is_told() -> None:
    pair = Pair(parse_position(NEARLY_FULL), parse_move("1E@B2"), parse_move("1E@C5"))
    said = {cost: why(pair, cost, lambda position: think(position, 20).move) for cost in (7.0, 14.0, 15.0)}
    assert said[7.0] == said[14.0] == (Reason("seven", (0,)),)
    assert said[15.0] == (), "what is told does not come to half of that"


def at_the_end(position: Position) -> Position:
    while not position.over:
        position = position.play(first(position)).position
    return position


def counted(end: Position, seat: int) -> dict[str, int]:
    """What a seat has at the end, counted on the table."""
    quilt = end.player(seat).quilt
    empty = SIZE * SIZE - sum(place.mask.bit_count() for place in quilt.patches)
    return {"ends": empty, "rich": end.player(seat).buttons, "seven": 7 * (end.bonus == seat)}


def margin(end: Position, seat: int) -> int:
    points = [2 * -each["ends"] + each["rich"] + each["seven"] for each in (counted(end, 1), counted(end, 2))]
    return points[seat - 1] - points[2 - seat]


def first(position: Position) -> Move:
    """The dearest patch that can be paid for, where it fits first; any other move if there is none."""
    takes = [move for move in position.legal_moves if isinstance(move, Placement)]
    return max(takes, key=lambda move: (move.patch.cost, -move.number), default=ADVANCE)


def happened(position: Position, seat: int) -> Iterator[tuple[int, ...]]:
    """The moves up to the first one of a seat, as a table shows them before and after each."""
    many = 0
    while not position.over and many < LONGEST:
        move, turn = first(position), position.turn
        before, is_leather = position.player(turn), bool(position.leather)
        step = position.play(move)
        after = step.position.player(turn)
        if not is_leather:
            many += 1
            crossed = sum(before.space < space <= after.space for space in INCOME)
            income = sum(each.patch.income for each in after.quilt.patches)
            patch = move.patch if isinstance(move, Placement) else None
            payable = [each for each in position.offers if each.cost <= before.buttons]
            forced = 1 if not payable else 0 if any(any(places(position, turn, each)) for each in payable) else 2
            count = brings(position, turn, patch) if patch else after.space - before.space
            yield int(turn == seat), patch.id if patch else -1, count, before.buttons, crossed * income, forced
            if turn == seat:
                return
        position = step.position


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
    assert reasons.reasons(pair, 7.0) == (Reason("tile"),)
    assert reasons.reasons(Pair(position, whole, elsewhere), 7.0) == ()


def test_time_for_another_patch_is_a_reason_at_the_very_end() -> None:
    """Two spaces before the end, a patch that takes five leaves no time; one that takes one does, for the big cross."""
    position = table(seat(51, 23), seat(52, 25), (11, 16, 31))
    pair = Pair(position, parse_move("16N@A1"), parse_move("11N@A1"))
    (found,) = reasons.reasons(pair, 12.0)
    assert found == Reason("last", (31, 14))
    assert is_true(pair, found)


def test_no_reason_is_given_for_much_more_than_it_explains() -> None:
    """A hole explains the loss of three points, not of thirty; and without anything to count there is none."""
    position = position_of(ring=(15,))
    pair = Pair(position, parse_move("15N@D8"), parse_move("15N@A1"))
    assert reasons.reasons(pair, 3.0) == (Reason("holes", (8 * SIZE + 4,)),)
    assert reasons.reasons(pair, 30.0) == ()
    assert reasons.reasons(Pair(position, parse_move("15N@B2"), parse_move("15N@C3")), 3.0) == ()
