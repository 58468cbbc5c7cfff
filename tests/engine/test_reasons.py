"""Reasons: each is counted on the table, and what is counted is true of the position, by the rules themselves."""

from collections.abc import Iterator
from random import Random

import pytest

from engine import reasons
from engine.following import pair_of, why
from engine.reasons import CHECKED, ENOUGH, KINDS, LEAST, SOON, Pair
from engine.verdicts import AGAIN, AT_ONCE, BROUGHT, LATER, LEFT, NO_ROOM, PASSED, REASONS, SHORT, Reason, parse_reasons
from game import ADVANCE, LEATHER, PATCHES, Move, Patch, Placement, Position, Setup, other, parse_move, parse_position
from game.facts import Income, LeatherWon
from game.placements import PLACEMENTS
from game.position import from_pawn
from game.squares import INCOME, SIZE, bits
from tests.game.building import seat, shuffled_ring, table


def pairs(games: int) -> Iterator[Pair]:
    """Any two moves in the positions of games in which patches are taken at random, with what follows by `first`."""
    for seed in range(games):
        chance = Random(seed)
        position = Setup("classic", from_pawn(shuffled_ring(chance))).start
        while not position.over:
            moves = list(position.legal_moves)
            takes = [move for move in moves if move != ADVANCE] or moves
            played, better = chance.choice(takes), chance.choice(moves)
            if played != better:
                yield pair_of(position, played, better, first)
            position = position.play(chance.choice(takes if chance.random() < 0.9 else moves)).position


def brings(position: Position, seat: int, patch: Patch) -> int:
    """What a patch adds to the points of a seat, by its squares and by passing all incomes that are left."""
    player = position.player(seat)
    return 2 * patch.size - patch.cost + patch.income * sum(space > player.space for space in INCOME)


def facts(pair: Pair, move: object) -> tuple[object, ...]:
    return pair.position.play(move).facts  # type: ignore[arg-type]


def is_beside(one: int, two: int) -> bool:
    return sum(abs(a - b) for a, b in zip(divmod(one, SIZE), divmod(two, SIZE), strict=True)) == 1


def shut(position: Position, seat: int) -> set[int]:
    """The squares of areas of one or two squares that hang together."""
    left, found = set(bits(position.player(seat).quilt.free)), set[int]()
    while left:
        area, edge = set[int](), {min(left)}
        while edge:
            area |= edge
            edge = {at for at in left - area if any(is_beside(at, other) for other in edge)}
        left -= area
        found |= area if len(area) < 3 else set()
    return found


def is_true(pair: Pair, found: Reason) -> bool:
    """Whether what a reason says holds, counted in another way."""
    position, seat = pair.position, pair.seat
    left, spared = (position.play(move).position for move in (pair.played, pair.better))
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
        case "prize", (id, worth, theirs, whose, how):
            return is_missed(pair, PATCHES[id], worth, bool(theirs), whose, how)
        case "edge", (longer, shorter):
            return (longer, shorter) == tuple(sides(each, seat) for each in (left, spared)) and longer > shorter
        case "near", (fewer, more):
            missing = [each.player(seat).quilt.missing_for_seven_by_seven for each in (spared, left)]
            return missing == [fewer, more] and fewer < more and not position.bonus
        case "leather", (space,):
            won = [
                {fact.space for fact in facts(pair, move) if isinstance(fact, LeatherWon)}
                for move in (pair.better, pair.played)
            ]
            return space in won[0] and not won[1]
        case "holes", squares:
            told = shut(left, seat) - shut(spared, seat)
            whole = {at for at in shut(left, seat) if at in told or any(is_beside(at, one) for one in told)}
            return set(squares) == whole and len(shut(left, seat)) > len(shut(spared, seat))
    return False


def is_missed(pair: Pair, patch: Patch, worth: int, is_theirs: bool, whose: int, how: int) -> bool:
    """Whether a patch is the opponent's, or the player's only after the better move, and how that comes."""
    position, seat = pair.position, pair.seat
    one, two = ([*happened(position, move)] for move in (pair.played, pair.better))
    takers = [{id: (number, before) for number, (id, before) in enumerate(line) if id >= 0} for line in (one, two)]
    taken, had = (taker.get(patch.id) for taker in takers)
    taker = had or taken
    assert taker
    assert worth == brings(taker[1], taker[1].turn, patch)
    assert (taken is not None, had is not None) == (is_theirs, whose in (LATER, AT_ONCE, AGAIN))
    assert taken is None or taken[1].turn == other(seat)
    assert had is None or (had[1].turn == seat and (had[0] == 0) == (whose == AT_ONCE))
    assert any(each and 0 < each[0] <= SOON for each in (taken, had))
    told = {patch.id, *(move.patch.id for move in (pair.played, pair.better) if isinstance(move, Placement))}
    less, more = (
        sum(brings(at, at.turn, PATCHES[id]) * (1 if at.turn == seat else -1) for id, at in line if id in told)
        for line in (one, two)
    )
    assert less < more, "what the player has instead is worth less"
    left, spared = (position.play(move).position for move in (pair.played, pair.better))
    nexts = [[at.player(seat).buttons for _, at in line[1:] if at.turn == seat] for line in (one, two)]
    own, then = (known or [at.player(seat).buttons] for known, at in zip(nexts, (left, spared), strict=True))
    buttons = had[1].player(seat).buttons if had else then[0]
    was_again = len(one) > 1 and one[1][1].turn == seat
    has_turns = had is not None and had[0] > 0 and all(at.turn == seat for _, at in two[: had[0] + 1])
    assert (whose == AGAIN) == (has_turns and not was_again)
    for line, last, who in ((one, taken, seat), (two, had, other(seat))):
        sooner = [at for _, at in line[1 : last[0]] if at.turn == who] if last else []
        assert not any(can_take(at, patch) for at in sooner), "nobody asks why it was not taken sooner"
    assert pair.better != ADVANCE or not can_take(position, patch)
    room = [any(True for _ in places(each, seat, patch)) for each in (left, spared)]
    reach = [patch in each.offers for each in (position, left, spared)]
    assert how == NO_ROOM or (reach[1] if is_theirs else any(reach)), "it can be seen that somebody can take it"
    match how:
        case _ if how == SHORT:
            return own[0] < patch.cost <= max(buttons, then[0])
        case _ if how == NO_ROOM:
            return room == [False, True]
        case _ if how == BROUGHT:
            return reach == [False, True, False]
        case _ if how == PASSED:
            return reach == [True, False, True]
    return how == LEFT and (is_theirs or whose == AGAIN)


def can_take(position: Position, patch: Patch) -> bool:
    """Whether the one to move can buy a patch."""
    is_paid = patch in position.offers and patch.cost <= position.player(position.turn).buttons
    return is_paid and any(True for _ in places(position, position.turn, patch))


def happened(position: Position, move: Move) -> Iterator[tuple[int, Position]]:
    """A move and those that `first` finds after it, without leather: which patch each takes, in which position."""
    told = 0
    while told <= CHECKED:
        if not position.leather:
            told += 1
            yield move.patch.id if isinstance(move, Placement) else -1, position
        position = position.play(move).position
        if position.over:
            return
        move = first(position)


def sides(position: Position, seat: int) -> int:
    """The sides of free squares along which no other free square lies."""
    free = set(bits(position.player(seat).quilt.free))
    return sum(4 - sum(is_beside(at, other) for other in free) for at in free)


def places(position: Position, seat: int, patch: Patch) -> Iterator[Placement]:
    """Where a patch can be sewn, by trying every place on the quilt."""
    free = set(bits(position.player(seat).quilt.free))
    return (place for place in PLACEMENTS if place.patch is patch and set(bits(place.mask)) <= free)


@pytest.mark.slow
def test_whatever_is_said_of_two_moves_is_true_of_the_position() -> None:
    seen, hows = dict[str, int](), set[int]()
    for pair in pairs(24):
        for kind in KINDS:
            if (weighed := kind(pair)) and (weighed[0] >= LEAST or kind is reasons.edge):
                assert is_true(pair, weighed[1]), (weighed, str(pair.position), str(pair.played), str(pair.better))
                assert parse_reasons(str(weighed[1])) == (weighed[1],)
                seen[weighed[1].kind] = seen.get(weighed[1].kind, 0) + 1
                hows |= {weighed[1].numbers[4]} if weighed[1].kind == "prize" else set()
    assert set(seen) == set(REASONS)
    assert hows == {LEFT, SHORT, NO_ROOM, BROUGHT, PASSED}


@pytest.mark.slow
def test_no_patch_is_called_missed_that_the_player_took_later() -> None:
    told = 0
    for pair in pairs(6):
        if found := reasons.prize(pair):
            had = Pair(pair.position, pair.played, pair.better, pair.lines, {found[1].numbers[0]: 1})
            again = reasons.prize(had)
            assert again is None or found[1].numbers[0] != again[1].numbers[0]
            told += 1
    assert told


@pytest.mark.slow
def test_the_strongest_reason_is_given_if_it_explains_enough() -> None:
    """Of any two moves, as if the better one were worth twelve points more."""
    seen = set[tuple[bool, bool]]()
    for pair in pairs(12):
        found = reasons.reason(pair, 12.0)
        weights = {each[1]: each[0] for kind in KINDS if (each := kind(pair)) and each[0] >= LEAST}
        counted = {each: points for each, points in weights.items() if each.kind != "edge"}
        if (most := max(counted.values(), default=0.0)) >= ENOUGH * 12.0:
            assert found is not None
            assert weights[found] == most
        else:
            told = {"cheap"} if pair.played == ADVANCE else set()
            told |= {each.kind for each, points in weights.items() if each.kind == "edge" and points >= ENOUGH * 12.0}
            known = [each for each in weights if each.kind in told]
            assert (found in known) if known else found is None
        seen.add((found is None, most >= ENOUGH * 12.0))
    assert seen == {(False, True), (False, False), (True, False)}


NEARLY_FULL = (
    "revised token=1 leather=0 bonus=0 ring=20,1,18,14,22,31,10,5,29 1=50/8/2N@A1,3W@A8,4N@F9,6e@H1,8N@A6,11N@C1,"
    "12E@E5,15S@G7,17S@B8,26S@E2,30N@C2,32E@G4,*H1,*H2,*C3,*G3,*I4 2=51/31/0E@A7,7N@C8,9N@C3,13n@C1,16N@G1,19N@G4,"
    "21N@F8,23E@A1,24S@A6,25n@A4,27n@E2,28N@C5"
)


def test_a_7x7_that_only_the_better_place_leads_to_is_told() -> None:
    pair = Pair(parse_position(NEARLY_FULL), parse_move("1E@B2"), parse_move("1E@C5"))
    assert why(pair, 7.0) == (Reason("near", (5, 8)),)


def first(position: Position) -> Move:
    """The dearest patch that can be paid for, where it fits first; any other move if there is none."""
    takes = [move for move in position.legal_moves if isinstance(move, Placement)]
    return max(takes, key=lambda move: (move.patch.cost, -move.number), default=ADVANCE)


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
    assert is_true(pair, Reason("near", (0, 2)))
    assert reasons.reason(pair, 7.0) == Reason("near", (0, 2))
    assert reasons.reason(Pair(position, whole, elsewhere), 7.0) is None


def test_no_reason_is_given_for_much_more_than_it_explains() -> None:
    """A hole explains the loss of three points, not of twelve; a longer edge, the last resort, not of thirty."""
    position = position_of(ring=(15,))
    pair = Pair(position, parse_move("15N@D8"), parse_move("15N@A1"))
    assert reasons.reason(pair, 6.0) == Reason("holes", (8 * SIZE + 4,))
    assert reasons.reason(pair, 12.0) == Reason("edge", (44, 38))
    assert reasons.reason(pair, 30.0) is None
    assert reasons.reason(Pair(position, parse_move("15N@B2"), parse_move("15N@C3")), 3.0) is None
