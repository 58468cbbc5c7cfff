"""Reviews: what is searched again, what is told of it, and that a review is the same however it came about."""

from collections.abc import Callable
from functools import cache
from random import Random

import pytest

from engine import verdicts
from engine.evaluations import Evaluation, Seen, parse_look
from engine.review import BRILLIANT, IN_PYTHON, _Reviewing, review
from engine.search import think
from engine.thoughts import Cancelled
from engine.verdicts import GRADES, POINT, WHOLE, Grade, Moment, Reason, Reasons, Review, graded
from game import ADVANCE, Move, Placement, Position, Record, Setup, parse_move
from game.position import from_pawn
from game.squares import square_at
from tests.game.building import shuffled_ring

BUDGETS = (60, 180, 240)
"""Iterations for every decision, for the suspicious ones, and for what is told: few, to be quick."""


@cache
def careless(seed: int, most: int = 1000) -> Record:
    """A game of two who think little, and make every fourth move without thinking; at most so many moves of it."""
    rng = Random(seed)
    setup = Setup("classic", from_pawn(shuffled_ring(rng)))
    position, moves = setup.start, list[Move]()
    while not position.over and len(moves) < most:
        thought = think(position, 20)
        move = rng.choice(thought.lines).move if rng.random() < 0.25 else thought.move
        moves.append(move)
        position = position.play(move).position
    return Record(setup, tuple(moves))


@cache
def reviewed(seed: int) -> Review:
    return review(careless(seed), budgets=BUDGETS)


def taken(move: Move) -> int:
    return move.patch.id if isinstance(move, Placement) else -1


def positions_of(record: Record) -> list[Position]:
    return [record.setup.start, *(step.position for step in record.steps())]


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.night)])
def test_there_is_a_share_for_each_position_and_what_is_told_was_costly_beside_something_better(seed: int) -> None:
    """In order, and never more than one can take in; the curve falls by as much where a mistake was made."""
    record, told = careless(seed), reviewed(seed)
    positions = positions_of(record)
    assert len(told.shares) == len(positions)
    assert all(0 <= share <= WHOLE for share in told.shares)
    assert told.shares[-1] == (WHOLE if positions[-1].winner == 1 else 0)
    assert 0 < len(told.moments) <= verdicts.MOST
    assert [moment.ply for moment in told.moments] == sorted({moment.ply for moment in told.moments})
    for moment in told.moments:
        before, played = positions[moment.ply - 1], record.moves[moment.ply - 1]
        assert moment.better in before.legal_moves
        assert (taken(moment.better) == taken(played)) == (moment.why == "place")
        assert moment.better != played
        if moment.why != "best":
            assert graded(moment.cost, moment.points) == moment.grade
            fall = told.shares[moment.ply - 1] - told.shares[moment.ply]
            assert moment.cost == (fall if before.turn == 1 else -fall)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, pytest.param(3, marks=pytest.mark.night)])
def test_a_move_without_a_choice_is_no_mistake_and_no_master_stroke(seed: int) -> None:
    """Nobody need say that it was forced: its record shows that nothing else could be done."""
    record, told = careless(seed), reviewed(seed)
    forced = {ply for ply, position in enumerate(positions_of(record)[:-1], 1) if len(position.legal_moves) == 1}
    assert forced
    named = {*told.besides}.union(*({moment.ply, *moment.again} for moment in told.moments))
    assert not forced & named


@pytest.mark.slow
def test_a_review_is_the_same_warm_or_cold_and_however_often_it_was_interrupted() -> None:
    record, whole = careless(1), reviewed(1)
    assert review(record, budgets=BUDGETS) == whole
    known: list[Evaluation] = []
    for patience in (3, 10, 15):
        begun = len(known)
        with pytest.raises(Cancelled):
            review(
                record,
                known,
                lambda _, __, look: known.append(look) if look not in known else None,
                lambda begun=begun, patience=patience: len(known) >= begun + patience,  # type: ignore[misc]
                BUDGETS,
            )
    told_again = [parse_look(str(look)) for look in known]
    assert told_again == known
    assert review(record, told_again, budgets=BUDGETS) == whole


def test_a_game_without_a_move_has_one_share() -> None:
    assert len(review(Record(careless(1, 3).setup), budgets=BUDGETS).shares) == 1


# --- what is made of the looks


def opening(*patches: int, moves: str) -> Record:
    """The first moves of a game whose ring begins with some patches."""
    ring = (*patches, *(patch for patch in range(1, 33) if patch not in patches), 0)
    return Record(Setup("classic", ring), tuple(map(parse_move, moves.split())))


RECORD = opening(21, 29, 3, moves="21N@A1 29N@A1 3N@A5")
"""Seat 1 takes patch 21; then seat 2 takes 29 and 3, and has not caught up yet."""


LEVEL = ((590, 590), (580, 580), (590, 590))
"""The shares of the player to move after the first move, the second and the third."""


def looks(*shares: tuple[int, int], best: str = "+", instead: str = "", points: int = 0) -> list[Evaluation]:
    """A brief and a long look at each position, with the shares of the player to move.

    ``best`` is the best first move, by so many tenths of ``points``, ``instead`` the best one with another patch, with
    its share. All else is worth nothing.
    """
    made: list[Evaluation] = []
    for count, (brief, long) in enumerate(shares):
        move, worth, others = (parse_move(best), points, instead) if count == 0 else (ADVANCE, 0, "")
        other = Seen(parse_move(others.split()[0]), int(others.split()[1]), 0) if others else None
        made += (
            Evaluation(count, iterations, Seen(move, share, worth), None, other, iterations)
            for iterations, share in zip(IN_PYTHON, (brief, long, long), strict=True)
        )
    return made


ANY = (Reason("leather", (26,)),)


def told(
    known: list[Evaluation],
    record: Record = RECORD,
    after_better: tuple[int, int] = (WHOLE, 1_000),
    seat: int = 0,
    reasons: Reasons | None = ANY,
) -> Review:
    """The review that is made of some looks; nothing is searched. What would have been better is worth that, for those
    ``reasons``; None is for those that are found.
    """

    def searched() -> bool:
        raise AssertionError("a position was searched that had been looked at already")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_Reviewing, "_after", lambda *_: after_better)
        if reasons is not None:
            patch.setattr("engine.review.why", lambda *_: reasons)
        patch.setattr(_Reviewing, "_best", lambda _, position: next(iter(position.legal_moves)))
        return review(record, known, cancelled=searched, budgets=IN_PYTHON, seat=seat)


def test_a_better_move_that_keeps_less_than_half_when_it_is_searched_itself_is_not_told() -> None:
    of_chances = looks((600, 620), *LEVEL)
    assert [len(told(of_chances, after_better=(share, 0)).moments) for share in (515, 514)] == [1, 0]
    of_points = looks((999, 999), (1, 1), (1, 1), (999, 999), points=60)
    assert [len(told(of_points, after_better=(999, points)).moments) for points in (30, 29)] == [1, 0]


def test_of_a_seat_its_own_moments_are_told_and_the_worst_one_of_the_other() -> None:
    """Seat 1 has made the first move, and seat 2 the two after it."""
    first, second, third = (Moment(ply, 900, 500, 90 - ply, "choice", ADVANCE) for ply in (1, 2, 3))
    for seat, expected in ((0, [third, second, first]), (1, [third, first]), (2, [third, second, first])):
        reviewing = _Reviewing(RECORD, (), lambda *_: None, IN_PYTHON, think, seat)
        assert reviewing._concerning([third, second, first]) == expected
    assert reviewing._concerning([first, third], others=0) == [third]


@pytest.mark.parametrize("reasons", [(Reason("leather", (26,)),), ()])
def test_without_a_reason_only_the_costliest_are_told_and_the_others_named(
    reasons: Reasons, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody learns from a mistake that nobody can explain, but what was better is shown of some."""
    known = looks(*((share, share) for share in (900, 900, 300, 300)), points=90)
    for fewest, named in ((2, []), (1, [2]), (0, [1, 2])):
        monkeypatch.setattr("engine.review.FEWEST", fewest)
        found = told(known, reasons=reasons)
        assert [*found.besides] == ([] if reasons else named)
        assert [moment.ply for moment in found.moments] == [ply for ply in (1, 2) if ply not in found.besides]


@pytest.mark.slow
def test_it_is_searched_where_it_leads_to() -> None:
    """Of a review with real searches: what is told keeps half by the very search that was made for it."""
    record, whole = careless(1), reviewed(1)
    positions = positions_of(record)
    reviewing = _Reviewing(record, (), lambda *_: None, BUDGETS, think)
    assert reviewing.result() == whole
    costly = [moment for moment in whole.moments if moment.why != "best"]
    assert costly
    for moment in costly:
        after, seat = positions[moment.ply - 1].play(moment.better).position, positions[moment.ply - 1].turn
        share, _ = reviewing._after(after, seat)
        assert share > (whole.shares[moment.ply] if seat == 1 else WHOLE - whole.shares[moment.ply])


def test_a_move_that_cost_a_lot_is_told_with_what_was_better() -> None:
    found = told(looks((600, 620), *LEVEL))
    (moment,) = found.moments
    assert (moment.ply, moment.before, moment.after, moment.why, moment.better) == (1, 620, 410, "choice", ADVANCE)
    assert found.shares == (620, 410, 420, 410)
    assert moment.grade == "mistake"


def test_what_halves_when_one_looks_longer_is_dropped_and_what_costs_little_is_not_told() -> None:
    assert told(looks((700, 480), (600, 590), (580, 580), (590, 590))).moments == ()
    assert told(looks((480, 480), *LEVEL)).moments == ()
    assert told(looks((500, 505), *LEVEL)).moments == ()


def test_what_a_brief_look_did_not_see_is_told_once_two_longer_ones_agree() -> None:
    (moment,) = told(looks((440, 720), *LEVEL)).moments
    assert (moment.before, moment.after) == (720, 410)


def test_what_costs_points_is_told_where_the_curve_lies_flat() -> None:
    flat = (999, 999), (1, 1), (1, 1), (999, 999)
    (moment,) = told(looks(*flat, points=60)).moments
    assert (moment.cost, moment.points, moment.grade) == (0, 60, "mistake")
    assert told(looks(*flat, points=29)).moments == ()


@pytest.mark.parametrize(("grade", "before"), [("inaccuracy", None), ("mistake", "inaccuracy"), ("blunder", "mistake")])
def test_the_grades(grade: Grade, before: Grade | None) -> None:
    """By what a move cost of the chances, or in points: the worse of the two counts."""
    share, points = GRADES[grade]
    assert graded(share, 0) == graded(0, points) == graded(share, points) == grade
    assert graded(share - 1, points - 1) == before


def test_the_one_who_moves_twice_is_not_confused_with_the_other() -> None:
    """Seat 2 makes the second move and the third: what the second cost it shows without turning the share round."""
    found = told(looks((500, 500), (500, 500), (200, 200), (210, 210)))
    assert [(moment.ply, moment.cost) for moment in found.moments] == [(2, 300)]
    assert found.shares == (500, 500, 800, 790)


def test_the_same_patch_in_a_better_place_is_told_as_a_place() -> None:
    (moment,) = told(looks((700, 720), *LEVEL, best="21N@F1")).moments
    assert (moment.why, moment.better) == ("place", parse_move("21N@F1"))


def test_a_placement_that_left_a_hole_is_told_with_its_square() -> None:
    """A U upside down at the lower edge closes its own middle; at the upper edge it would not have."""
    record = opening(15, 29, 3, moves="15N@D8 29N@A1 3N@A5")
    (moment,) = told(looks((600, 620), *LEVEL, best="15N@A1"), record, reasons=None).moments
    assert moment.reasons == (Reason("holes", (square_at(4, 8),)),)


def test_the_best_move_of_the_game_is_one_without_which_much_would_be_lost() -> None:
    shares = (600, 600), (400, 400), (400, 400), (410, 410)
    found = told(looks(*shares, best="21N@A1", instead=f"+ {600 - BRILLIANT}"), reasons=None)
    assert found.moments == (Moment(1, 600, 600 - BRILLIANT, 0, "best", ADVANCE, (Reason("income", (1, 9, 9)),)),)
    assert told(looks(*shares, best="21N@A1", instead=f"+ {601 - BRILLIANT}")).moments == ()


def test_both_overlooking_the_same_patch_is_one_moment_that_names_the_other() -> None:
    """Seat 1 and then seat 2, twice, might all have advanced; what only turns the game by a few points is one cliff."""
    known = looks((900, 900), (900, 900), (300, 300), (900, 900))
    (moment,) = told(known).moments
    assert (moment.ply, moment.again) == (1, (2,))
    far = [*looks((900, 900), points=90), *known[3:]]
    assert len(told(far).moments) == 2


def test_what_costs_points_but_no_chances_is_not_told_if_the_chances_rise() -> None:
    """Then the two contradict each other."""
    assert told(looks((900, 900), (70, 70), (70, 70), (930, 930), points=90)).moments == ()
    assert told(looks((900, 900), (95, 95), (95, 95), (905, 905), points=90)).moments != ()


def test_who_plays_well_is_told_no_small_things_and_only_mistakes_that_every_look_sees(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    inaccuracy, doubted, mistake = (looks(each, *LEVEL) for each in ((530, 530), (540, 620), (620, 620)))
    assert all(told(known).moments for known in (inaccuracy, doubted, mistake))
    monkeypatch.setattr("engine.review.KNOWN", 2)  # so many moves are enough to say how well somebody plays
    assert [len(told(known).moments) for known in (inaccuracy, doubted, mistake)] == [0, 0, 1]


def test_a_blunder_that_a_longer_look_sees_is_told_however_little_a_brief_one_made_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What costs 30 % is told even of somebody who plays well; less is not."""
    overlooked, less = (looks((430, each), *LEVEL) for each in (720, 700))
    monkeypatch.setattr("engine.review.KNOWN", 2)
    assert [moment.grade for moment in told(overlooked).moments] == ["blunder"]
    assert told(less).moments == ()


def test_the_longest_looks_are_at_what_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the worst move first, and at the position after it, until there are as many moments as may be told."""
    known = [*looks((900, 900), points=90), *looks((900, 900), (900, 900), (300, 300), (900, 900))[3:]]
    seen: list[Evaluation] = []
    for most, looked_at in ((1, [0, 1]), (2, [0, 1, 1, 2])):
        monkeypatch.setattr("engine.review.MOST", most)
        seen.clear()
        monkeypatch.setattr(_Reviewing, "_after", lambda *_: (WHOLE, 1_000))
        monkeypatch.setattr("engine.review.why", lambda *_: ANY)
        review(RECORD, known, lambda _, __, look: seen.append(look), budgets=IN_PYTHON)
        assert sorted(look.count for look in seen if look.iterations == IN_PYTHON[-1]) == looked_at


def test_what_is_too_much_to_tell_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the worst is told in full."""
    monkeypatch.setattr("engine.review.MOST", 1)
    found = told([*looks((900, 900), points=90), *looks((900, 900), (900, 900), (300, 300), (900, 900))[3:]])
    assert [moment.ply for moment in found.moments] + list(found.besides) == [1, 2]


def test_what_both_gave_away_adds_up_to_how_the_game_ended() -> None:
    """The one who gave away more has lost by about so much: what moves cost is what lies between two judgements."""
    record, found = careless(1), reviewed(1)
    one, two = found.lost
    *positions, last = positions_of(record)
    level = two.all - one.all - (last.score(1).total - last.score(2).total) * POINT
    assert abs(level) < 8 * POINT, "at the beginning nobody is far ahead"
    movers = [position.turn for position in positions]
    assert [lost.moves for lost in found.lost] == [movers.count(seat) for seat in (1, 2)]
    assert all(lost.choosing > 0 and lost.placing > 0 for lost in found.lost)


# --- faults


# --- texts


def test_a_review_is_read_as_it_was_written() -> None:
    moments = (
        Moment(3, 620, 410, 35, "choice", ADVANCE, (Reason("near", (0, 2)), Reason("prize", (9, 7, 1, 1, 3))), (4, 6)),
        Moment(9, 600, 300, -2, "place", parse_move("21N@A1"), (Reason("holes", (0, 40, 80)),)),
        Moment(12, 900, 100, 80, "best", parse_move("*D5")),
    )
    whole = Review((500, 0, 1000), (verdicts.Lost(310, 120, 445, 20), verdicts.Lost(0, 0, -3, 21)), moments, (1, 2))
    assert verdicts.parse_review(str(whole)) == whole
    assert verdicts.parse_review(str(Review((500,)))) == Review((500,))
    assert not whole.is_outdated


def test_a_review_with_reasons_that_are_not_told_any_more_is_read_and_known_for_outdated() -> None:
    """Releases before this one told of them; the search tells of none of these."""
    for old in ("turn:2", "broke:0,3", "follows:1,0,-1,2,23,9,2,0"):
        line = f"moment 3 620 410 35 choice + income:1,2,2+{old} -"
        review = verdicts.parse_review(f"{TWO_LOST}\nbesides -\n{line}")
        assert review.is_outdated
        assert str(review.moments[0]) == line
        with pytest.raises(ValueError, match="is no reason"):
            verdicts.parse_reasons(old)


TWO_LOST = "shares 5\nlost 1 2 3 4\nlost 1 2 3 4"

NONSENSE: dict[Callable[[str], object], list[str]] = {
    verdicts.parse_review: [
        *("", "shares", "shares x", "shares 5", "moment 1 2 3 4 choice + - -", TWO_LOST),
        "shares 5\nlost 1 2 3 4\nlost 1 2 3\nbesides -",
        f"{TWO_LOST}\nbesides -\nmoment 1 2 3 4 why + - -",
        f"{TWO_LOST}\nbesides -\nmoment 1 2 3 choice + -",
    ],
    verdicts.parse_reasons: ["", "because", "income", "income:1,2", "leather:", "holes:x,y", "holes:+", "holes:+-"],
    parse_look: [
        *("", "look", "look 1 2 - 3 4 - 0 0 - 0 0 9"),
        *("look 1 2 + x 3 - 0 0 - 0 0 9", "moment 1 2 3 4 choice + - -"),
    ],
    verdicts.parse_weighed: ["", "worse 1 2", "worse a 2 -", "better 1 2 -", "worse 1 2 whim:3"],
}


@pytest.mark.parametrize(("parse", "text"), [(parse, text) for parse in NONSENSE for text in NONSENSE[parse]])
def test_nonsense_is_not_read(parse: Callable[[str], object], text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse(text)
