"""Whose turn it is among those who wait: nobody waits for ever, nor for all the wishes of somebody else."""

import asyncio
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.thinking import waiting
from bot.thinking.waiting import AT_ONCE, LATER, SHORTLY, SOON, Job, Waiting
from bot.thinking.worker import Question
from tests.store.building import EVE, MINA, TOM

URGENCIES = (AT_ONCE, SHORTLY, SOON, LATER)
ROUND = {AT_ONCE: 2, SHORTLY: 51 * 2, SOON: 51 * 2 * 2, LATER: 51 * 2 * 11}
"""Of how many turns one is for an urgency, at worst: of those that more urgent ones leave, it leaves some itself."""


LOOP = asyncio.new_event_loop()
"""Where nothing runs: nobody waits for these jobs."""
LOOP.close()


def job(urgency: int, person: int) -> Job:
    return Job(urgency, person, Question(list, lambda _: True, 1.0), asyncio.Future(loop=LOOP))


def holding(*jobs: tuple[int, int]) -> Waiting:
    """So many jobs, each of some urgency and of some person."""
    found = Waiting()
    for urgency, person in jobs:
        found.add(job(urgency, person))
    return found


def taken(found: Waiting) -> Iterator[tuple[int, int]]:
    while one := found.take():
        yield one.urgency, one.person


def test_people_have_their_turns_one_after_the_other() -> None:
    found = holding(*[(SOON, MINA)] * 4, *[(SOON, TOM)] * 2, (SOON, EVE))
    assert [person for _, person in taken(found)] == [MINA, TOM, EVE, MINA, TOM, MINA, MINA]


def test_the_short_ones_come_first() -> None:
    found = holding((LATER, MINA), (SOON, MINA), (SHORTLY, TOM), (AT_ONCE, EVE))
    assert [urgency for urgency, _ in taken(found)] == [AT_ONCE, SHORTLY, SOON, LATER]


@pytest.mark.parametrize("urgency", [AT_ONCE, SHORTLY])
def test_beside_thirty_moves_of_the_strongest_a_hint_and_a_quick_move_wait_for_the_one_in_work(urgency: int) -> None:
    found = holding(*((SOON, person) for person in range(30)))
    found.take()
    found.add(job(urgency, MINA))
    assert next(taken(found)) == (urgency, MINA)


@pytest.mark.parametrize("urgency", [SHORTLY, SOON])
def test_two_hundred_hints_or_moves_of_one_person_delay_a_move_of_anothers_by_one_of_them(urgency: int) -> None:
    """Beside the one in work: a hint has two fifths of the iterations that a move of the strongest has."""
    found = holding(*[(urgency, MINA)] * 200)
    found.take()
    found.add(job(SOON, TOM))
    assert [*taken(found)].index((SOON, TOM)) == 1


@pytest.mark.slow
@given(
    urgency=st.sampled_from(URGENCIES),
    before=st.lists(st.tuples(st.sampled_from(URGENCIES), st.integers(1, 9)), max_size=40),
    stream=st.lists(st.lists(st.tuples(st.sampled_from(URGENCIES), st.integers(1, 9)), max_size=3), min_size=1),
)
def test_nobody_is_starved_whatever_else_comes(
    urgency: int, before: list[tuple[int, int]], stream: list[list[tuple[int, int]]]
) -> None:
    """A person's first question of an urgency waits for one of each of those who came before, and for so many more
    urgent ones for each of these.
    """
    found = holding(*before)
    ahead = len({person for one, person in before if one == urgency})
    mine = job(urgency, 0)
    found.add(mine)
    for turn in range((ahead + 1) * ROUND[urgency]):
        if found.take() is mine:
            return
        for one, person in stream[turn % len(stream)]:
            found.add(job(one, person))
    pytest.fail("it is still waiting")


def test_of_what_takes_long_nobody_has_two_things_in_work() -> None:
    found = holding((SOON, MINA), (SHORTLY, MINA), (LATER, MINA))
    assert not found.is_urgent({MINA})
    one = found.take({MINA})
    assert one
    assert one.urgency == LATER
    assert found.take({MINA}) is None
    found.add(job(AT_ONCE, MINA))
    assert found.is_urgent({MINA})
    assert found.take({MINA}) is not None


def test_whoever_is_busy_loses_no_turn() -> None:
    found = holding((SOON, MINA), (SOON, TOM), (SOON, EVE))
    one = found.take({MINA})
    assert one
    assert one.person == TOM
    assert [person for _, person in taken(found)] == [MINA, EVE]


def test_what_may_be_answered_later_can_be_left_out() -> None:
    found = holding((LATER, MINA))
    assert found.take(later=False) is None
    assert found.take() is not None


def test_what_was_begun_goes_on_before_the_others() -> None:
    found = holding((LATER, MINA), (LATER, MINA), (LATER, TOM))
    begun = found.take()
    assert begun
    found.put_back(begun)
    assert found.take() is begun
    assert [person for _, person in taken(found)] == [TOM, MINA]


def test_what_nobody_waits_for_is_dropped() -> None:
    found = holding((SOON, TOM))
    dropped, other = job(SOON, MINA), job(SOON, MINA)
    found.add(dropped)
    found.drop(dropped)
    found.drop(other)
    assert len(found) == 1
    assert [*taken(found)] == [(SOON, TOM)]


def test_only_so_many_may_wait_but_everybody_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "MOST_WAITING", 3)
    found = holding(*[(SOON, MINA)] * 3)
    assert not found.has_room(SOON, MINA)
    assert found.has_room(SOON, TOM)
    assert found.has_room(AT_ONCE, MINA)
    found.take()
    assert found.has_room(SOON, MINA)
