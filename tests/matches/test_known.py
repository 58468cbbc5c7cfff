"""Matches that are remembered between two looks: never other than a replay of the log, never more than a few."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from random import Random

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from bot.matches.clock import DAY
from bot.matches.log import load_match
from bot.matches.match import Match, Refusal
from bot.matches.play import Matches
from bot.matches.timers import Timers
from bot.store.backend.database import Database, on_behalf_of
from game import ADVANCE
from tests.matches.building import (
    FIRST,
    HELD,
    SECOND,
    THIRD,
    Hands,
    mover_of,
    new_match,
    new_solo_match,
    paced,
    played,
    random_move,
    refused,
    stored,
)
from tests.store.building import CHANNEL, MINA, TOM, opened


@pytest.fixture
async def elsewhere(url: str, database: Database) -> AsyncIterator[Database]:
    """The same database, opened by another program."""
    async with opened(url) as other:
        yield other


async def replayed(database: Database, match: Match) -> Match:
    """A match as its whole log tells it."""
    return await database.read(load_match, match.id)


# --- what is remembered


async def test_a_match_that_has_not_changed_is_not_replayed(database: Database, matches: Matches) -> None:
    made = await played(matches, await stored(database), HELD)
    assert await matches.load(made.id) is made
    found, _ = await matches.with_messages(made.id)
    assert found is made
    assert await replayed(database, made) is not made
    assert await replayed(database, made) == made


async def test_of_one_that_has_changed_only_the_rest_is_replayed(
    database: Database, matches: Matches, elsewhere: Database, clock: Hands
) -> None:
    before = await played(matches, await stored(database), HELD)
    await Matches(elsewhere, clock).play(before.id, 2, TOM, ADVANCE)
    after = await matches.load(before.id)
    assert len(after.plies) == 3
    assert all(old is new for old, new in zip(before.plies, after.plies, strict=False))


# --- what others change is seen

Change = Callable[[Matches, Match], Awaitable[Match]]

CHANGES: dict[str, Change] = {
    "a move": lambda others, match: others.play(match.id, 2, TOM, ADVANCE),
    "an undo": lambda others, match: others.undo(match.id, 2, TOM),
    "a resignation": lambda others, match: others.resign(match.id, 2, MINA),
    "a claim": lambda others, match: others.claim(match.id, 2, MINA, left=True),
    "an agreement": lambda others, match: others.agree_to_cancel(match.id, 2, MINA, 2),
    "a moderator": lambda others, match: others.close(match.id, "moderator"),
    "another channel": lambda others, match: others.move_to(match.id, CHANNEL + 1),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
async def test_what_another_program_changes_is_seen_at_once(
    database: Database, matches: Matches, elsewhere: Database, clock: Hands, change: Change
) -> None:
    match = await played(matches, await paced(database), HELD)
    changed = await change(Matches(elsewhere, clock), match)
    assert changed != match
    assert await matches.load(match.id) == changed
    found, _ = await matches.with_messages(match.id)
    assert found == changed == await replayed(database, match)


async def test_a_move_that_was_given_back_elsewhere_is_gone(
    database: Database, matches: Matches, elsewhere: Database, clock: Hands
) -> None:
    match = await played(matches, await stored(database), "21N@A1")
    given = await Matches(elsewhere, clock).give_back(match.id, 1, TOM)
    assert await matches.load(match.id) == given
    assert given.plies == ()
    after = await matches.play(match.id, 2, MINA, ADVANCE)
    assert after == await replayed(database, match)


async def test_a_clock_that_is_changed_elsewhere_is_seen_though_it_is_no_event(
    database: Database, matches: Matches, elsewhere: Database, clock: Hands
) -> None:
    match = await matches.load((await paced(database)).id)
    others = Timers(elsewhere, clock)
    changes: list[Callable[[], Awaitable[object]]] = [
        lambda: others.vacation(MINA, clock.now + 9 * DAY),
        lambda: others.pause(match.id, TOM, 0, "pause2"),
        lambda: others.resume(match.id, TOM),
        lambda: others.vacation(MINA, 0),
    ]
    clocks = [match.clock]
    for change in changes:
        await change()
        seen = await matches.load(match.id)
        assert seen == await replayed(database, match)
        clocks.append(seen.clock)
    running, away, paused, *back = clocks
    assert len({running, away, paused}) == 3
    assert back == [away, running]


async def test_who_knows_an_old_state_is_stale_and_then_plays_on(
    database: Database, matches: Matches, elsewhere: Database, clock: Hands
) -> None:
    known = await played(matches, await stored(database), "21N@A1")
    now = await played(Matches(elsewhere, clock), known, "29N@A1 3N@A5")
    refusal = await refused(database, matches.play(known.id, 1, TOM, ADVANCE), "stale")
    assert refusal.match == now
    after = await matches.play(known.id, 3, TOM, ADVANCE)
    assert after == await replayed(database, known)


@pytest.mark.slow
@pytest.mark.parametrize("begun", [new_match(), new_solo_match(), new_solo_match(deck="tactical")])
async def test_two_programs_that_take_turns_see_the_same(
    database: Database, matches: Matches, elsewhere: Database, clock: Hands, begun: Match
) -> None:
    both, rng = (matches, Matches(elsewhere, clock)), Random(4)
    match = await stored(database, begun)
    while not match.outcome and match.revision < 60:
        ours, theirs = rng.sample(both, 2)
        if match.undoable and rng.random() < 0.3:
            match = await ours.undo(match.id, match.revision, mover_of(match))
        else:
            match = await ours.play(match.id, match.revision, mover_of(match), random_move(rng, match))
        if rng.random() < 0.7:
            assert await theirs.load(match.id) == match
    assert [await one.load(match.id) for one in both] == [match, match]
    assert await replayed(database, match) == match


@pytest.mark.slow
async def test_whoever_looks_while_others_play_sees_a_state_that_was(database: Database, matches: Matches) -> None:
    match = await stored(database)
    states, rng = [match], Random(5)

    async def play() -> None:
        while states[-1].revision < 30:
            now = states[-1]
            states.append(await matches.play(now.id, now.revision, mover_of(now), random_move(rng, now)))

    async def look() -> None:
        seen = -1
        while seen < 30:
            found = await matches.load(match.id)
            assert found.revision >= seen, "nobody sees an older state than before"
            seen = found.revision

    await asyncio.gather(play(), *(look() for _ in range(4)))
    assert await matches.load(match.id) == states[-1] == await replayed(database, match)


async def test_what_a_caller_who_gave_up_has_changed_is_seen(database: Database, matches: Matches) -> None:
    match = await played(matches, await stored(database), "21N@A1")
    on_behalf_of.set(TOM)
    caller = asyncio.create_task(matches.play(match.id, 1, TOM, SECOND))
    await asyncio.sleep(0)
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    after = await matches.load(match.id)
    assert after.revision == 2
    assert after == await replayed(database, match)


# --- what was rolled back is not


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
async def mended(database: Database) -> AsyncIterator[None]:
    """Mends afterwards what a test has spoiled, however it ends: other tests have the tables next."""
    yield
    await database.write(mend)


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
    database: Database, matches: Matches, elsewhere: Database, clock: Hands, begun: Match, when: str
) -> None:
    match = await matches.load((await stored(database, begun)).id)
    await database.write(spoil, when)
    refusal = await refused(database, matches.play(match.id, 0, MINA, ADVANCE), "stale")
    assert refusal.match == match
    for found in (await matches.load(match.id), (await matches.with_messages(match.id))[0]):
        assert found == match
    await database.write(mend)
    after = await Matches(elsewhere, clock).play(match.id, 0, MINA, FIRST)  # another move in the place of that one
    assert await matches.load(match.id) == after
    again = await played(matches, after, "+")
    assert again == await replayed(database, match)


@pytest.mark.usefixtures("mended")
async def test_a_close_that_was_rolled_back_is_not_remembered(database: Database, matches: Matches) -> None:
    match = await matches.load((await stored(database)).id)
    await database.write(spoil, "INSERT ON log")
    with pytest.raises(IntegrityError, match="fault"):
        await matches.close(match.id, "moderator")
    assert await matches.load(match.id) == match
    await database.write(mend)
    assert (await matches.close(match.id, "moderator")).outcome


async def test_a_refused_change_is_not_remembered(database: Database, matches: Matches) -> None:
    match = await played(matches, await stored(database), "21N@A1")
    await refused(database, matches.play(match.id, 1, TOM, FIRST), "illegal")
    await refused(database, matches.undo(match.id, 1, TOM), "nothing_to_undo")
    with pytest.raises(Refusal):
        await matches.load(match.id + 1)
    assert await matches.load(match.id) is match


# --- not more than a few


async def test_only_so_many_are_remembered_the_last_ones_seen(
    database: Database, matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.matches.play.KNOWN", 3)
    seen = [await matches.load((await stored(database)).id) for _ in range(6)]
    for match in (seen[3], seen[0]):
        await matches.load(match.id)  # 3 is known and seen again, 0 comes in the place of 4
    seen[0] = await matches.load(seen[0].id)
    known = [number for number in (5, 3, 0, 1, 2, 4) if await matches.load(seen[number].id) is seen[number]]
    assert known == [5, 3, 0]


async def test_long_ones_take_the_room_of_several(
    database: Database, matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.matches.play.KNOWN", 5)
    one, two = [await matches.load((await stored(database)).id) for _ in range(2)]
    three = await played(matches, await stored(database), HELD)
    assert await matches.load(one.id) is one
    three = await played(matches, three, str(THIRD))
    three = await matches.undo(three.id, three.revision, mover_of(three))
    again = await matches.load(two.id)
    assert again is not two, "which was idle longest when the third grew"
    assert all([await matches.load(match.id) is match for match in (again, one, three)]), "there is room again"


async def test_one_that_is_forgotten_is_read_from_its_log(
    database: Database, matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.matches.play.KNOWN", 1)
    one, two = await stored(database), await stored(database)
    for move in HELD.split():
        one, two = await played(matches, one, move), await played(matches, two, move)
    assert [await matches.load(match.id) for match in (one, two)] == [one, two]
