"""Matches that are remembered between two looks: never other than a replay of the log, never more than a few."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from random import Random

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from bot.matches.clock import DAY
from bot.matches.log import load_match
from bot.matches.match import Match
from bot.store.backend.database import on_behalf_of
from game import ADVANCE
from tests.matches.building import FIRST, HELD, SECOND, THIRD, mover_of, new_match, new_solo_match, random_move
from tests.matches.club import Club
from tests.store.building import CHANNEL, MINA, TOM


async def replayed(club: Club, match: Match) -> Match:
    """A match as its whole log tells it."""
    return await club.read(load_match, match.id)


async def test_a_match_that_has_not_changed_is_not_replayed(club: Club) -> None:
    made = await club.begun(HELD)
    assert await club.load(made.id) is made
    found, _ = await club.matches.with_messages(made.id)
    assert found is made
    assert await replayed(club, made) is not made
    assert await replayed(club, made) == made


async def test_of_one_that_has_changed_only_the_rest_is_replayed(club: Club, elsewhere: Club) -> None:
    before = await club.begun(HELD)
    await elsewhere.play(before.id, 2, TOM, ADVANCE)
    after = await club.load(before.id)
    assert len(after.plies) == 3
    assert all(old is new for old, new in zip(before.plies, after.plies, strict=False))


Change = Callable[[Club, Match], Awaitable[Match]]

CHANGES: dict[str, Change] = {
    "a move": lambda others, match: others.play(match.id, 2, TOM, ADVANCE),
    "an undo": lambda others, match: others.undone(match),
    "a resignation": lambda others, match: others.matches.resign(match.id, 2, MINA),
    "a claim": lambda others, match: others.matches.claim(match.id, 2, MINA, left=True),
    "an agreement": lambda others, match: others.matches.agree_to_cancel(match.id, 2, MINA, 2),
    "a moderator": lambda others, match: others.matches.close(match.id, "moderator"),
    "another channel": lambda others, match: others.matches.move_to(match.id, CHANNEL + 1),
    "a pause": lambda others, match: others.timers.pause(match.id, TOM, 2, "pause2"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
async def test_what_another_program_changes_is_seen_at_once(club: Club, elsewhere: Club, change: Change) -> None:
    match = await club.played(await club.paced(), HELD)
    changed = await change(elsewhere, match)
    assert changed != match
    assert await club.load(match.id) == changed
    found, _ = await club.matches.with_messages(match.id)
    assert found == changed == await replayed(club, match)


async def test_a_vacation_that_is_told_elsewhere_is_seen_though_it_is_no_event(club: Club, elsewhere: Club) -> None:
    match = await club.load((await club.paced()).id)
    await elsewhere.timers.vacation(MINA, club.now + 9 * DAY)
    seen = await club.load(match.id)
    assert seen.clock != match.clock
    assert seen == await replayed(club, match)


async def test_who_knows_an_old_state_is_stale_and_then_plays_on(club: Club, elsewhere: Club) -> None:
    known = await club.begun("21N@A1")
    now = await elsewhere.played(known, "29N@A1 3N@A5")
    refusal = await club.refused(club.play(known.id, 1, TOM, ADVANCE), "stale")
    assert refusal.match == now
    assert await club.play(known.id, 3, TOM, ADVANCE) == await replayed(club, known)


@pytest.mark.slow
@pytest.mark.parametrize("begun", [new_match(), new_solo_match(), new_solo_match(deck="tactical")])
async def test_two_programs_that_take_turns_see_the_same(club: Club, elsewhere: Club, begun: Match) -> None:
    both, rng = (club, elsewhere), Random(4)
    match = await club.stored(begun)
    while not match.outcome and match.revision < 60:
        ours, theirs = rng.sample(both, 2)
        if match.undoable and rng.random() < 0.3:
            match = await ours.undone(match)
        else:
            match = await ours.play(match.id, match.revision, mover_of(match), random_move(rng, match))
        if rng.random() < 0.7:
            assert await theirs.load(match.id) == match
    assert [await one.load(match.id) for one in both] == [match, match]
    assert await replayed(club, match) == match


@pytest.mark.slow
async def test_whoever_looks_while_others_play_sees_a_state_that_was(club: Club) -> None:
    match = await club.stored()
    states, rng = [match], Random(5)

    async def play() -> None:
        while states[-1].revision < 30:
            now = states[-1]
            states.append(await club.play(now.id, now.revision, mover_of(now), random_move(rng, now)))

    async def look() -> None:
        seen = -1
        while seen < 30:
            found = await club.load(match.id)
            assert found.revision >= seen, "nobody sees an older state than before"
            seen = found.revision

    await asyncio.gather(play(), *(look() for _ in range(4)))
    assert await club.load(match.id) == states[-1] == await replayed(club, match)


async def test_what_a_caller_who_gave_up_has_changed_is_seen(club: Club) -> None:
    match = await club.begun("21N@A1")
    on_behalf_of.set(TOM)
    caller = asyncio.create_task(club.play(match.id, 1, TOM, SECOND))
    await asyncio.sleep(0)
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    after = await club.load(match.id)
    assert after.revision == 2, "the move is made all the same"
    assert after == await replayed(club, match)


ABORT = {
    "sqlite": "SELECT RAISE(ABORT, 'fault');",
    "postgresql": "RAISE EXCEPTION 'fault' USING ERRCODE = 'check_violation';",
}
"""What fails as a violated constraint does."""


def spoil(connection: Connection, when: str) -> None:
    """Let a statement of a change fail, or its commit."""
    if when != "commit":
        _trigger(connection, f"BEFORE {when}", ABORT[connection.dialect.name])
        return
    connection.exec_driver_sql("CREATE TABLE debts (game BIGINT REFERENCES games DEFERRABLE INITIALLY DEFERRED)")
    _trigger(connection, "AFTER INSERT ON log", "INSERT INTO debts VALUES (77);")


def _trigger(connection: Connection, when: str, act: str) -> None:
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(f"CREATE TRIGGER fault {when} BEGIN {act} END")
        return
    body = f"$$ BEGIN {act} RETURN NEW; END $$ LANGUAGE plpgsql"
    connection.exec_driver_sql(f"CREATE OR REPLACE FUNCTION fail() RETURNS trigger AS {body}")
    event, _, condition = when.partition(" WHEN ")
    each = f"FOR EACH ROW WHEN ({condition})" if condition else "FOR EACH ROW"
    connection.exec_driver_sql(f"CREATE TRIGGER fault {event} {each} EXECUTE FUNCTION fail()")


def mend(connection: Connection) -> None:
    """Let it succeed again, and leave the tables as they were."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("DROP TRIGGER IF EXISTS fault")
    else:
        connection.exec_driver_sql("DROP FUNCTION IF EXISTS fail() CASCADE")
    connection.exec_driver_sql("DROP TABLE IF EXISTS debts")


@pytest.fixture
async def mended(club: Club) -> AsyncIterator[None]:
    """Mends afterwards what a test has spoiled, however it ends: other tests have the tables next."""
    yield
    await club.write(mend)


@pytest.mark.usefixtures("mended")
@pytest.mark.parametrize(
    ("begun", "when"),
    [
        (new_match(), "INSERT ON log"),
        (new_match(), "UPDATE ON games"),
        (new_match(), "INSERT ON timers"),
        (new_match(), "commit"),
        (new_solo_match(), "INSERT ON log WHEN NEW.number = 2"),  # the move is written, the Automa's reply is not
        (new_solo_match(), "commit"),
    ],
)
async def test_a_change_that_was_rolled_back_is_not_remembered(
    club: Club, elsewhere: Club, begun: Match, when: str
) -> None:
    match = await club.load((await club.stored(begun)).id)
    await club.write(spoil, when)
    refusal = await club.refused(club.play(match.id, 0, MINA, ADVANCE), "stale")
    assert refusal.match == match
    for found in (await club.load(match.id), (await club.matches.with_messages(match.id))[0]):
        assert found == match
    await club.write(mend)
    after = await elsewhere.play(match.id, 0, MINA, FIRST)  # another move in the place of that one
    assert await club.load(match.id) == after
    assert await club.played(after, "+") == await replayed(club, match)


@pytest.mark.usefixtures("mended")
async def test_a_close_that_was_rolled_back_is_not_remembered(club: Club) -> None:
    match = await club.load((await club.stored()).id)
    await club.write(spoil, "INSERT ON log")
    with pytest.raises(IntegrityError, match="fault"):
        await club.matches.close(match.id, "moderator")
    assert await club.load(match.id) == match
    await club.write(mend)
    assert (await club.matches.close(match.id, "moderator")).outcome


async def test_a_refused_change_is_not_remembered(club: Club) -> None:
    match = await club.begun("21N@A1")
    await club.refused(club.play(match.id, 1, TOM, FIRST), "illegal")
    await club.refused(club.matches.undo(match.id, 1, TOM), "nothing_to_undo")
    assert await club.load(match.id) is match


async def test_only_so_many_are_remembered_the_last_ones_seen(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.matches.play.KNOWN", 3)
    seen = [await club.load((await club.stored()).id) for _ in range(6)]
    for match in (seen[3], seen[0]):
        await club.load(match.id)  # 3 is known and seen again, 0 comes in the place of 4
    seen[0] = await club.load(seen[0].id)
    known = [number for number in (5, 3, 0, 1, 2, 4) if await club.load(seen[number].id) is seen[number]]
    assert known == [5, 3, 0]


async def test_long_ones_take_the_room_of_several(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.matches.play.KNOWN", 5)
    one, two = [await club.load((await club.stored()).id) for _ in range(2)]
    three = await club.begun(HELD)
    assert await club.load(one.id) is one
    three = await club.played(three, str(THIRD))
    three = await club.undone(three)
    again = await club.load(two.id)
    assert again is not two, "which was idle longest when the third grew"
    assert all([await club.load(match.id) is match for match in (again, one, three)]), "there is room again"
