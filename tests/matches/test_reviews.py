"""Reviews of matches: of which there can be one, and that each is made once and kept."""

import asyncio

import pytest

from bot.matches.match import Match, Refusal
from bot.matches.reviews import FEWEST_MOVES, MOST_OF_ONE, MOST_WAITING, Reviews, Told, check_reviewed
from bot.store.everything import drop_game
from bot.store.reviews import ReviewRow, save_review
from engine.verdicts import Review
from tests.matches.building import new_match, new_solo_match
from tests.matches.club import Club
from tests.store.building import EVE, MINA, TOM


class Teacher:
    """Reviews as soon as it may, and says that the chances were even."""

    def __init__(self, answer: str | None = str(Review((500, 500)))) -> None:
        self.answer = answer
        self.records: list[str] = []
        self.may = asyncio.Event()

    async def review(self, record: str, person: int, told: Told, seat: int) -> str | None:
        self.records.append(record)
        told(1, 4)
        await self.may.wait()
        return self.answer


async def ended(club: Club) -> Match:
    return await club.given_up(FEWEST_MOVES)


async def test_a_match_between_two_quilts_can_be_reviewed_once_it_is_over(club: Club) -> None:
    check_reviewed(await ended(club))
    solo = await club.begun("+", new_solo_match())
    solo = await club.matches.resign(solo.id, solo.revision, MINA)
    for match, reason in (
        (new_match(), "review_running"),
        (new_solo_match(), "review_running"),
        (await club.given_up(FEWEST_MOVES - 1), "review_short"),
        (solo, "review_automa"),
    ):
        with pytest.raises(Refusal, match=reason):
            check_reviewed(match)


async def test_a_review_is_made_once_however_many_ask_and_is_kept(club: Club) -> None:
    match, teacher = await ended(club), Teacher()
    reviews = Reviews(club.database, teacher)
    assert await reviews.find(match) is None
    first, second = reviews.begin(match, MINA), reviews.begin(match, MINA)
    assert first is second
    await asyncio.sleep(0)
    assert (first.done, first.of) == (1, 4)
    teacher.may.set()
    assert await first.task == Review((500, 500))
    assert teacher.records == [str(match.record)]
    assert await Reviews(club.database, teacher).find(match) == Review((500, 500))


async def test_one_that_failed_can_be_asked_for_again(club: Club) -> None:
    match, teacher = await ended(club), Teacher()
    reviews = Reviews(club.database, teacher)
    teacher.may.set()
    failed = reviews.begin(match, MINA)
    failed.task.cancel()
    await asyncio.wait([failed.task])
    await asyncio.sleep(0)
    again = reviews.begin(match, MINA)
    assert again is not failed
    assert await again.task == Review((500, 500))


async def test_one_that_cannot_be_made_is_not_kept(club: Club) -> None:
    match, teacher = await ended(club), Teacher(None)
    teacher.may.set()
    reviews = Reviews(club.database, teacher)
    assert await reviews.begin(match, MINA).task is None
    assert await reviews.find(match) is None


async def test_one_of_a_game_that_is_gone_meanwhile_is_none(club: Club) -> None:
    match, teacher = await ended(club), Teacher()
    making = Reviews(club.database, teacher).begin(match, MINA)
    await asyncio.sleep(0)
    await club.spoil("DELETE FROM timers")
    await club.write(drop_game, match.id)
    teacher.may.set()
    assert await making.task is None


async def test_a_review_of_another_revision_and_one_that_cannot_be_read_are_worth_nothing(club: Club) -> None:
    match = await ended(club)
    reviews = Reviews(club.database, Teacher())
    for revision, text, worth in (
        (match.revision, str(Review((500,))), True),
        (match.revision - 1, str(Review((500,))), False),
        (match.revision, "shares 500\nmoment 1 500 400 choice + -", False),  # of an older release
        (match.revision, "nonsense", False),
    ):
        await club.write(save_review, ReviewRow(match.id, revision, text))
        assert (await reviews.find(match) is not None) == worth


async def test_whoever_waits_hears_of_it_step_by_step(club: Club) -> None:
    match, teacher = await ended(club), Teacher()
    making = Reviews(club.database, teacher).begin(match, MINA)
    seen: list[tuple[int, int]] = []

    async def watch(step: int) -> None:
        while await making.passes(step):
            step = making.step
            seen.append((making.done, making.of))

    watching = asyncio.create_task(watch(making.step))
    for done in (10, 19, 20, 99):
        await asyncio.sleep(0)
        making.note(done, 100)
        await asyncio.sleep(0.01)
    teacher.may.set()
    await watching
    assert seen == [(1, 4), (10, 100), (20, 100), (99, 100)], "the first came before anybody waited"


@pytest.mark.slow
async def test_only_so_many_are_made_at_a_time(club: Club) -> None:
    teacher = Teacher()
    reviews = Reviews(club.database, teacher)
    matches = [await ended(club) for _ in range(MOST_WAITING + 1)]
    makings = [reviews.begin(match, MINA + number // MOST_OF_ONE) for number, match in enumerate(matches[:-1])]
    with pytest.raises(Refusal, match="reviews_busy"):
        reviews.begin(matches[-1], MINA - 1)
    assert reviews.begin(matches[0], EVE) is makings[0]
    teacher.may.set()
    await asyncio.gather(*(making.task for making in makings))
    await reviews.begin(matches[-1], TOM).task


async def test_nobody_has_more_than_two_made_at_a_time_and_others_are_not_kept_waiting(club: Club) -> None:
    """Whoever joins a review that was begun for somebody else has none of their own under way."""
    teacher = Teacher()
    reviews = Reviews(club.database, teacher)
    first, second, third, fourth = [await ended(club) for _ in range(4)]
    joined = reviews.begin(first, TOM)
    assert reviews.begin(first, MINA) is joined
    begun = [reviews.begin(match, MINA) for match in (second, third)]
    with pytest.raises(Refusal, match="reviews_of_one") as refusal:
        reviews.begin(fourth, MINA)
    assert refusal.value.values == {"count": MOST_OF_ONE}
    assert reviews.begin(third, MINA) is begun[1]
    begun.append(reviews.begin(fourth, TOM))
    teacher.may.set()
    await asyncio.gather(joined.task, *(making.task for making in begun))
    await reviews.begin(fourth, MINA).task
