"""Hints in matches: each is thought of once, however often somebody asks, and nobody's keep those of others away."""

import asyncio

import pytest

from bot.matches.hints import MOST_OF_ONE, MOST_WAITING, Hints, check_hint
from bot.matches.match import Match, Refusal
from tests.matches.building import new_match, new_solo_match, told, told_replies
from tests.matches.club import Club
from tests.store.building import MINA, TOM


class Thinker:
    """Thinks of a hint as soon as it may."""

    def __init__(self) -> None:
        self.thoughts = 0
        self.may = asyncio.Event()

    async def think(self) -> str:
        self.thoughts += 1
        await self.may.wait()
        return "advance"


async def begun(hints: Hints[str], thinker: Thinker, matches: list[Match], user: int) -> list[asyncio.Task[str]]:
    """A user asks for a hint in each of these matches."""
    asked = [asyncio.create_task(hints.find(match, user, thinker.think)) for match in matches]
    await asyncio.sleep(0)
    return asked


async def refused(hints: Hints[str], thinker: Thinker, match: Match, user: int) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        async with asyncio.timeout(60):
            await hints.find(match, user, thinker.think)
    return refusal.value


async def given(club: Club, match: Match) -> int:
    return (await club.row(match)).hints


def test_whoever_is_to_move_alone_may_have_one_for_the_turn_that_they_see() -> None:
    match = told_replies(told(new_solo_match(), "move", "+"))
    check_hint(match, MINA, match.revision)
    for other, user, revision, reason in (
        (match, TOM, match.revision, "not_playing"),
        (match, MINA, 0, "stale"),
        (new_match(), MINA, 0, "no_hints"),
    ):
        with pytest.raises(Refusal, match=reason):
            check_hint(other, user, revision)


async def test_a_hint_is_thought_of_and_counted_once_however_many_presses_there_are(club: Club) -> None:
    match, thinker, hints = await club.stored(new_solo_match()), Thinker(), Hints[str](club.database)
    asked = await begun(hints, thinker, [match] * 200, MINA)
    thinker.may.set()
    assert {await each for each in asked} == {"advance"}
    assert await hints.find(match, MINA, thinker.think) == "advance"
    assert thinker.thoughts == 1
    assert await given(club, match) == 1


async def test_it_is_thought_of_to_its_end_although_nobody_waits_any_more(club: Club) -> None:
    match, thinker, hints = await club.stored(new_solo_match()), Thinker(), Hints[str](club.database)
    (gone,) = await begun(hints, thinker, [match], MINA)
    await asyncio.sleep(0)
    gone.cancel()
    await asyncio.wait([gone])
    (again,) = await begun(hints, thinker, [match], MINA)
    thinker.may.set()
    assert await again == "advance"
    assert thinker.thoughts == 1


async def test_one_that_could_not_be_had_is_not_counted_and_can_be_asked_for_again(club: Club) -> None:
    match, thinker, hints = await club.stored(new_solo_match()), Thinker(), Hints[str](club.database)

    async def fail() -> str:
        raise LookupError("no idea")

    with pytest.raises(LookupError, match="no idea"):
        await hints.find(match, MINA, fail)
    assert await given(club, match) == 0
    thinker.may.set()
    assert await hints.find(match, MINA, thinker.think) == "advance"


async def test_nobody_has_more_than_three_on_the_way_and_others_are_not_kept_waiting(club: Club) -> None:
    thinker, hints = Thinker(), Hints[str](club.database)
    matches = [await club.stored(new_solo_match()) for _ in range(MOST_OF_ONE + 2)]
    asked = await begun(hints, thinker, matches[:MOST_OF_ONE], MINA)
    refusal = await refused(hints, thinker, matches[-2], MINA)
    assert (refusal.reason, refusal.values) == ("hints_of_one", {"count": MOST_OF_ONE})
    asked += await begun(hints, thinker, matches[-1:], TOM)
    thinker.may.set()
    await asyncio.gather(*asked)
    assert await hints.find(matches[-2], MINA, thinker.think) == "advance"


async def test_only_so_many_are_on_the_way(club: Club) -> None:
    thinker, hints = Thinker(), Hints[str](club.database)
    matches = [await club.stored(new_solo_match()) for _ in range(MOST_WAITING + 1)]
    asked = [
        each
        for number, match in enumerate(matches[:-1])
        for each in await begun(hints, thinker, [match], MINA + number)
    ]
    assert (await refused(hints, thinker, matches[-1], MINA - 1)).reason == "hints_busy"
    thinker.may.set()
    await asyncio.gather(*asked)
    assert await hints.find(matches[-1], MINA - 1, thinker.think) == "advance"
