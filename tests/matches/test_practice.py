"""Practice: which position comes next, when it comes back, and that each answer counts once."""

import asyncio

import pytest

from bot.matches.clock import DAY, HOUR
from bot.matches.collection import read_collection
from bot.matches.match import Match, Refusal
from bot.matches.practice import A_ROUND, AWAY, RECENTLY, Exercise, Practice
from bot.matches.reviews import FEWEST_MOVES
from bot.matches.seats import Rival
from bot.store.backend.database import Database
from bot.store.everything import count_orphans, delete_orphans
from bot.store.practice import KEPT, PracticeRow, save_practice
from bot.store.reviews import ReviewRow, save_review
from bot.zones import UNSET
from engine.verdicts import Moment, Review
from game import ADVANCE
from tests.matches.building import FIRST, RING, Hands, copied
from tests.matches.club import Club
from tests.store.building import EVE, MINA, TOM

KEEP = read_collection(
    f"""# From nowhere.
game classic 1 pin bobbin {" ".join(map(str, RING))}
21N@A1 29N@A1
pompom moment 1 620 410 35 choice + - -
thimble moment 2 620 410 35 choice + turn:2 -
game revised 2 pompom pompom {" ".join(map(str, RING))}
21N@A1
needle moment 1 620 410 35 place 21N@A2 - -
"""
)


@pytest.fixture
def practice(database: Database, clock: Hands) -> Practice:
    """With three positions that come with the bot."""
    return Practice(database, clock, lambda: KEEP)


async def reviewed(club: Club, *plies: int, why: str = "choice") -> Match:
    """A match that Mina has given up, with a review of some of its moves; Mina makes the odd ones."""
    match = await club.given_up(FEWEST_MOVES)
    assert [match.user_at(ply.seat) for ply in match.plies][:3] == [MINA, TOM, MINA]
    await save(club, match, *plies, why=why)
    return match


async def save(club: Club, match: Match, *plies: int, why: str = "choice", back: int = 0) -> None:
    """Store a review, of an earlier revision if it says how many events went ``back``."""
    text = str(Review((500,) * (FEWEST_MOVES + 1), moments=moments(*plies, why=why)))
    await club.write(save_review, ReviewRow(match.id, match.revision - back, text))


def moments(*plies: int, why: str = "choice") -> tuple[Moment, ...]:
    return tuple(Moment(ply, 600, 300, 70, why, FIRST) for ply in plies)  # type: ignore[arg-type]


async def done(practice: Practice, user: int = MINA, *, is_solved: bool = False, level: str = "pin") -> Exercise:
    """The next position, once it is answered."""
    return await practice.note(await practice.following(user, level), is_solved=is_solved)


async def test_first_come_ones_own_mistakes_those_of_the_newest_game_first(club: Club, practice: Practice) -> None:
    old, new = await reviewed(club, 1, 2, 3), await reviewed(club, 5)
    keys = [(await done(practice)).key for _ in range(3)]
    assert keys == [(new.id, 5), (old.id, 1), (old.id, 3)]
    assert (await practice.following(MINA, "pin")).key[0] == KEPT
    assert (await practice.following(TOM, "pin")).key == (old.id, 2)


async def test_the_best_move_of_a_game_is_no_mistake(club: Club, practice: Practice) -> None:
    await reviewed(club, 1, why="best")
    assert (await practice.following(MINA, "pin")).key[0] == KEPT


@pytest.mark.parametrize(("hour", "zone", "later"), [(8, UNSET, 16), (23, UNSET, 12), (8, "Asia/Tokyo", 12)])
async def test_what_a_review_has_told_somebody_comes_from_the_day_after(
    club: Club, practice: Practice, hour: int, zone: str, later: int
) -> None:
    """Read in the morning, at night, and in a zone where the day ends sooner."""
    club.now = (club.now // DAY + 1) * DAY + hour * HOUR
    await club.preferences.change(MINA, timezone=zone)
    match = await reviewed(club, 1, 2, 3)
    review = Review((500,), moments=moments(1, 2, 3))
    await practice.read(match, review, MINA)
    assert (await practice.following(MINA, "pin")).key[0] == KEPT
    assert (await practice.following(TOM, "pin")).key == (match.id, 2), "who has not read it"
    club.now += later * HOUR - 1
    await practice.read(match, review, MINA)
    assert (await practice.following(MINA, "pin")).key[0] == KEPT
    club.now += 1
    exercise = await done(practice)
    assert (exercise.key, exercise.today, exercise.row.tried) == ((match.id, 1), 1, 1)


async def test_reading_a_review_again_puts_nothing_off(club: Club, practice: Practice) -> None:
    match = await reviewed(club, 1, 3)
    review = Review((500,), moments=moments(1, 3))
    await practice.read(match, review, MINA)
    club.now += 2 * DAY
    await done(practice)
    await practice.read(match, review, MINA)
    tried = {row[2]: row[3] for row in await club.rows("practice")}
    assert tried == {1: 1, 3: 0}
    assert (await practice.following(MINA, "pin")).key == (match.id, 3)


async def test_what_was_told_long_ago_is_not_remembered(club: Club, practice: Practice) -> None:
    for _ in range(3):
        await practice.read(await reviewed(club, 1, 3), Review((500,), moments=moments(1, 3)), MINA)
        assert len(await club.rows("practice")) == 2
        club.now += DAY


async def test_nothing_is_practised_of_a_game_that_has_gone_on_or_of_others(club: Club, practice: Practice) -> None:
    match = await reviewed(club, 1)
    assert (await practice.following(EVE, "pin")).key[0] == KEPT
    await club.refused(practice.find(EVE, (match.id, 1), 0), "practice_gone")
    running = await club.stored()
    running = await club.play(running.id, 0, MINA, ADVANCE)
    await save(club, running, 1)
    await save(club, match, 1, back=1)
    for game in (match, running):
        assert (await practice.following(MINA, "pin")).key[0] == KEPT
        await club.refused(practice.find(MINA, (game.id, 1), 0), "practice_gone")


@pytest.mark.parametrize(("level", "number"), [("pompom", 1), ("pin", 1), ("needle", 3), ("thimble", 2)])
async def test_then_come_others_for_ones_level_first(practice: Practice, level: str, number: int) -> None:
    exercise = await practice.following(MINA, level)
    assert exercise.key == (KEPT, number)
    assert exercise.level == KEEP[number - 1].level
    assert exercise.problem.match.mover == MINA


async def test_each_of_the_others_comes_once_and_then_there_is_none(club: Club, practice: Practice) -> None:
    assert len({(await done(practice)).key for _ in KEEP}) == len(KEEP)
    await club.refused(practice.following(MINA, "pin"), "practice_done")
    for number in (0, -1, len(KEEP) + 1, 400):
        await club.refused(practice.find(MINA, (KEPT, number), 0), "practice_gone")


def test_the_positions_that_are_kept_are_those_of_games_between_rivals() -> None:
    assert [kept.level for kept in KEEP] == ["pompom", "thimble", "needle"]
    assert KEEP[0].game is KEEP[1].game
    assert KEEP[2].game.setup.track == "revised"
    assert KEEP[2].game.levels == ("pompom", "pompom")


async def test_somebody_sits_in_the_place_of_the_rival_who_was_to_move(practice: Practice) -> None:
    problem = (await practice.following(MINA, "thimble")).problem
    assert problem.moment.ply == 2
    assert problem.match.seats[problem.seat - 1].user == MINA  # type: ignore[union-attr]
    assert problem.match.seats[2 - problem.seat] == Rival("pin")
    assert not problem.is_own


async def test_a_position_comes_back_after_2_7_and_21_days_until_it_was_solved_twice(
    club: Club, practice: Practice
) -> None:
    match = await reviewed(club, 1)
    for days, is_solved in ((2, False), (7, True), (21, False), (21, False)):
        exercise = await done(practice, is_solved=is_solved)
        assert exercise.key == (match.id, 1)
        assert exercise.row.due == club.now + days * DAY
        club.now += days * DAY - 1
        assert (await practice.following(MINA, "pin")).key[0] == KEPT
        club.now += 1
    exercise = await done(practice, is_solved=True)
    assert (exercise.row.tried, exercise.row.solved, exercise.row.due) == (5, 2, None)
    club.now += 1000 * DAY
    assert (await practice.following(MINA, "pin")).key[0] == KEPT


async def test_what_waits_longest_comes_first_and_before_anything_new(club: Club, practice: Practice) -> None:
    match = await reviewed(club, 1, 3)
    await done(practice)
    club.now += 60
    await done(practice)
    await reviewed(club, 5)
    club.now += AWAY[0]
    assert [(await done(practice)).key for _ in range(2)] == [(match.id, 1), (match.id, 3)]


async def test_those_of_today_are_counted(practice: Practice, club: Club) -> None:
    assert await practice.today(MINA) == 0
    assert [(await done(practice)).today for _ in KEEP] == [1, 2, 3]
    assert await practice.today(MINA) == A_ROUND
    club.now += RECENTLY
    assert await practice.today(MINA) == 0
    assert await practice.today(TOM) == 0


async def test_an_answer_counts_once_in_whatever_window_it_is_given(club: Club, practice: Practice) -> None:
    one, two = [await practice.following(MINA, "pin") for _ in range(2)]
    assert one == two
    answers = await asyncio.gather(
        practice.note(one, is_solved=True), practice.note(two, is_solved=False), return_exceptions=True
    )
    (refusal,) = [answer for answer in answers if isinstance(answer, Refusal)]
    assert refusal.reason == "practice_answered"
    assert len(await club.rows("practice")) == 1
    await club.refused(practice.find(MINA, one.key, one.row.tried), "practice_answered")
    assert (await practice.find(MINA, one.key, 1)).row.tried == 1


async def test_a_position_that_is_gone_is_passed_over_and_forgotten(club: Club, practice: Practice) -> None:
    match = await reviewed(club, 1)
    exercise = await done(practice)
    await save(club, match, 3)
    club.now += 100 * DAY
    await club.refused(practice.find(MINA, exercise.key, 1), "practice_gone")
    assert (await practice.following(MINA, "pin")).key == (match.id, 3)
    assert await club.rows("practice") == []


async def test_a_review_that_cannot_be_read_is_passed_over(club: Club, practice: Practice) -> None:
    match = await reviewed(club, 1)
    await club.write(save_review, ReviewRow(match.id, match.revision, "shares 500 1000"))
    assert (await practice.following(MINA, "pin")).key[0] == KEPT


async def test_rows_of_games_that_are_not_there_are_strays_but_not_those_of_kept_positions(club: Club) -> None:
    for game_id in (KEPT, 7):
        await club.write(save_practice, PracticeRow(MINA, game_id, 1, 1, 0, 5, 9))
    assert await club.read(count_orphans) == {"practice": 1}
    assert await club.write(delete_orphans) == {"practice": 1}
    assert [row[1] for row in await club.rows("practice")] == [KEPT]


async def test_whoever_is_forgotten_has_practised_nothing_and_others_go_on(club: Club, practice: Practice) -> None:
    for user in (MINA, TOM):
        await done(practice, user)
    assert copied(await club.privacy.export(MINA))["practice"]
    await club.privacy.forget(MINA)
    assert [row[0] for row in await club.rows("practice")] == [TOM]
