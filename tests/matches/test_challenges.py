"""Challenges: to make, accept, decline and forget them; who may, until when, and what comes of it."""

import asyncio
import random
from collections.abc import Sequence
from pathlib import Path

import pytest
from sqlalchemy import Connection

from bot.matches.blocks import Blocks
from bot.matches.challenge import CALL_SECONDS, CHALLENGE_SECONDS, MOST_WAITING, Made, NewChallenge
from bot.matches.challenges import Challenges
from bot.matches.match import Match, Refusal
from bot.matches.play import Matches
from bot.matches.refusals import ChallengeWaiting, NotYours, TakesNoChallenges, TooManyGames
from bot.store.backend.database import Database
from bot.store.challenges import ChallengeRow, find_challenge, find_challenge_between
from bot.store.games import find_game
from bot.store.messages import MessageRow, doomed_messages
from bot.store.players import PlayerRow, save_player
from game import parse_record
from tests.matches.building import Hands, new_match, refused, stored
from tests.store.building import CHANNEL, EVE, GUILD, MINA, TOM, opened, rows

DAY = 24 * 60 * 60


async def made(
    challenges: Challenges, players: tuple[int, int] = (MINA, TOM), *, channel: int = CHANNEL, first: int = 0
) -> ChallengeRow:
    """A challenge that waits."""
    return (await make(challenges, players, channel=channel, first=first)).challenge


async def make(
    challenges: Challenges,
    players: tuple[int, int] = (MINA, TOM),
    *,
    channel: int = CHANNEL,
    first: int = 0,
    by: int | None = None,
) -> Made:
    """Make a challenge."""
    challenger, challenged = players
    return await challenges.make(
        NewChallenge(
            guild_id=GUILD, channel_id=channel, challenger=challenger, challenged=challenged, first=first, made_by=by
        )
    )


class Fixed(random.Random):
    """Lots that are known: the ring is not shuffled, and the seat is the one given."""

    def __init__(self, seat: int) -> None:
        super().__init__()
        self._seat = seat

    def shuffle(self, x: object) -> None:
        pass

    def choice(self, seq: Sequence[int]) -> int:  # type: ignore[override]
        assert self._seat in seq
        return self._seat


# --- to make one


async def test_a_challenge_waits_for_a_day(challenges: Challenges, database: Database) -> None:
    made = await challenges.make(
        NewChallenge(
            guild_id=GUILD, channel_id=CHANNEL, challenger=MINA, challenged=TOM, track="revised", first=2, language="en"
        )
    )
    assert made.challenge == ChallengeRow(1, GUILD, CHANNEL, None, MINA, TOM, "revised", 2, "en", 1_000 + DAY)
    assert CHALLENGE_SECONDS == DAY
    assert await database.read(find_challenge, 1) == made.challenge


async def test_by_itself_it_is_the_classic_layout_and_lots_are_drawn(challenges: Challenges) -> None:
    challenge = await made(challenges)
    assert (challenge.track, challenge.first, challenge.language) == ("classic", 0, "en")


async def test_nobody_challenges_themselves(challenges: Challenges, database: Database) -> None:
    await refused(database, made(challenges, (MINA, MINA)), "yourself")


@pytest.mark.parametrize("players", [(MINA, TOM), (TOM, MINA)])
async def test_one_that_waits_is_answered_first_whoever_made_it(
    challenges: Challenges, database: Database, players: tuple[int, int]
) -> None:
    first = await made(challenges)
    refusal = await refused(database, made(challenges, players), "challenge_waiting")
    assert isinstance(refusal, ChallengeWaiting)
    assert refusal.challenge == first


async def test_others_and_other_channels_may_wait_beside_it(challenges: Challenges) -> None:
    await made(challenges)
    assert (await made(challenges, channel=CHANNEL + 1)).id == 2
    assert (await made(challenges, (EVE, TOM))).id == 3


async def test_one_who_is_slower_at_the_insertion_is_shown_the_one_that_waits(
    challenges: Challenges, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a database where another process may insert between our reading and our writing."""
    first = await made(challenges)
    answers: list[None] = [None]

    def late(connection: Connection, channel_id: int, players: tuple[int, int]) -> ChallengeRow | None:
        return answers.pop() if answers else find_challenge_between(connection, channel_id, players)

    monkeypatch.setattr("bot.store.challenges.find_challenge_between", late)
    refusal = await refused(database, made(challenges), "challenge_waiting")
    assert isinstance(refusal, ChallengeWaiting)
    assert refusal.challenge == first


async def test_of_many_made_at_once_one_waits(challenges: Challenges, database: Database) -> None:
    pairs = [(MINA, TOM), (TOM, MINA)] * 5
    results = await asyncio.gather(*(made(challenges, pair) for pair in pairs), return_exceptions=True)
    (waiting,) = (result for result in results if isinstance(result, ChallengeRow))
    reasons = [result.reason for result in results if isinstance(result, Refusal)]
    assert reasons == ["challenge_waiting"] * 9
    assert await database.read(find_challenge_between, CHANNEL, (MINA, TOM)) == waiting


# --- how many, and how often somebody is called


async def test_five_challenges_of_one_person_may_wait(challenges: Challenges, database: Database, clock: Hands) -> None:
    waiting = [await made(challenges, (MINA, other)) for other in range(1, MOST_WAITING + 1)]
    refusal = await refused(database, made(challenges, (MINA, TOM), channel=CHANNEL + 1), "too_many_challenges")
    assert refusal.values == {"count": 5}
    await made(challenges, (TOM, MINA))  # those of others do not count
    await challenges.decline(waiting[0].id, MINA)
    await made(challenges, (MINA, EVE))
    clock.now += CHALLENGE_SECONDS  # nor do those that have run out
    await made(challenges, (MINA, 7))


async def test_nobody_is_called_again_by_the_same_person_within_ten_minutes(
    challenges: Challenges, clock: Hands
) -> None:
    """However the first one was answered, and wherever the next one is made."""
    first = await make(challenges)
    assert first.ping == TOM
    clock.now += CALL_SECONDS - 1
    for who, channel in ((TOM, CHANNEL), (MINA, CHANNEL), (TOM, CHANNEL + 1)):
        await challenges.decline(first.challenge.id, who)
        first = await make(challenges, channel=channel)
        assert first.ping is None


async def test_after_ten_minutes_they_are_called_again(challenges: Challenges, clock: Hands) -> None:
    await make(challenges)
    clock.now += CALL_SECONDS - 1
    assert (await make(challenges, channel=CHANNEL + 1)).ping is None  # which is no call, and delays none
    clock.now += 1
    assert (await make(challenges, channel=CHANNEL + 2)).ping == TOM


async def test_calls_of_others_and_back_are_their_own(challenges: Challenges) -> None:
    await challenges.decline((await made(challenges)).id, TOM)
    assert (await make(challenges, (TOM, MINA))).ping == MINA
    assert (await make(challenges, (EVE, TOM))).ping == TOM
    assert (await make(challenges, (MINA, EVE))).ping == EVE


async def test_one_that_could_not_be_posted_has_called_nobody(challenges: Challenges, database: Database) -> None:
    lost = await make(challenges)
    await challenges.forget(lost)
    assert await database.read(find_challenge, lost.challenge.id) is None
    assert (await make(challenges)).ping == TOM


async def test_a_silent_one_that_could_not_be_posted_does_not_undo_the_call_before(challenges: Challenges) -> None:
    await make(challenges)
    await challenges.forget(await make(challenges, channel=CHANNEL + 1))
    assert (await make(challenges, channel=CHANNEL + 2)).ping is None


async def test_old_calls_are_forgotten(challenges: Challenges, database: Database, clock: Hands) -> None:
    await make(challenges)
    clock.now += CALL_SECONDS
    await make(challenges, (EVE, TOM))
    assert (await database.read(rows, "calls"))["calls"] == [(EVE, TOM, clock.now)]
    clock.now += CALL_SECONDS - 1
    await challenges.forget_calls()
    assert len((await database.read(rows, "calls"))["calls"]) == 1
    clock.now += 1
    await challenges.forget_calls()
    assert (await database.read(rows, "calls"))["calls"] == []


# --- who wants none


async def test_nobody_is_told_a_block_from_a_closed_door(
    challenges: Challenges, blocks: Blocks, database: Database
) -> None:
    await blocks.block(TOM, MINA)
    blocked = await refused(database, made(challenges), "no_challenges")
    await database.write(save_player, PlayerRow(EVE, challenges="nobody"))
    closed = await refused(database, made(challenges, (MINA, EVE)), "no_challenges")
    assert isinstance(blocked, TakesNoChallenges)
    assert isinstance(closed, TakesNoChallenges)
    assert (blocked.player, closed.player) == (TOM, EVE)
    assert vars(blocked).keys() == vars(closed).keys()


async def test_a_block_holds_in_one_direction_until_it_is_taken_back(
    challenges: Challenges, blocks: Blocks, database: Database
) -> None:
    await blocks.block(TOM, MINA)
    await blocks.block(TOM, MINA)
    assert await blocks.blocked_by(TOM) == [MINA]
    assert await blocks.blocked_by(MINA) == []
    await challenges.decline((await made(challenges, (TOM, MINA))).id, MINA)
    await made(challenges, (EVE, TOM))
    await blocks.unblock(TOM, MINA)
    assert await blocks.blocked_by(TOM) == []
    await made(challenges)


async def test_a_block_ends_the_challenges_that_wait(
    challenges: Challenges, blocks: Blocks, database: Database
) -> None:
    ended = [await made(challenges), await made(challenges, channel=CHANNEL + 1)]
    others = [await made(challenges, (TOM, MINA), channel=CHANNEL + 2), await made(challenges, (EVE, TOM))]
    await blocks.block(TOM, MINA)
    assert [challenge.id for challenge in await challenges.expired()] == [challenge.id for challenge in ended]
    await refused(database, challenges.accept(ended[0].id, TOM), "challenge_gone")
    for challenge in others:
        assert await database.read(find_challenge, challenge.id) == challenge


async def test_nobody_blocks_themselves(blocks: Blocks, database: Database) -> None:
    await refused(database, blocks.block(MINA, MINA), "block_yourself")


# --- to accept it


async def test_accepting_starts_the_game(
    challenges: Challenges, matches: Matches, database: Database, clock: Hands
) -> None:
    challenge = await made(challenges)
    clock.now = 2_000
    answered, match = await challenges.accept(challenge.id, TOM)
    assert answered == challenge
    assert match == await matches.load(match.id)
    assert (match.guild_id, match.channel_id, match.users) == (GUILD, CHANNEL, (MINA, TOM))
    assert (match.created_at, match.language, match.revision) == (2_000, "en", 0)
    assert await database.read(find_challenge, challenge.id) is None


@pytest.mark.parametrize("user", [MINA, EVE])
async def test_only_the_challenged_accepts(challenges: Challenges, database: Database, user: int) -> None:
    challenge = await made(challenges)
    refusal = await refused(database, challenges.accept(challenge.id, user), "not_yours")
    assert isinstance(refusal, NotYours)
    assert refusal.challenge == challenge


@pytest.mark.parametrize(("first", "mover"), [(1, MINA), (2, TOM)])
async def test_the_chosen_seat_starts(challenges: Challenges, first: int, mover: int) -> None:
    _, match = await challenges.accept((await made(challenges, first=first)).id, TOM)
    assert (match.setup.first, match.mover) == (first, mover)


@pytest.mark.parametrize(("seat", "mover"), [(1, MINA), (2, TOM)])
async def test_else_lots_decide(database: Database, clock: Hands, seat: int, mover: int) -> None:
    challenges = Challenges(database, clock, max_games=1, rng=Fixed(seat))
    _, match = await challenges.accept((await made(challenges)).id, TOM)
    assert (match.setup.first, match.mover) == (seat, mover)


@pytest.mark.parametrize("track", ["classic", "revised"])
async def test_the_layout_is_the_chosen_one(challenges: Challenges, track: str) -> None:
    made = await challenges.make(
        NewChallenge(guild_id=GUILD, channel_id=CHANNEL, challenger=MINA, challenged=TOM, track=track)
    )
    _, match = await challenges.accept(made.challenge.id, TOM)
    assert match.position.track == track


async def test_the_ring_is_shuffled_and_starts_behind_patch_0(database: Database, clock: Hands) -> None:
    challenges = Challenges(database, clock, max_games=99)  # by the system's own randomness
    rings = set()
    for _ in range(4):
        _, match = await challenges.accept((await made(challenges)).id, TOM)
        rings.add(match.setup.ring)
        assert sorted(match.setup.ring) == list(range(33))
        assert match.setup.ring[-1] == 0
    assert len(rings) == 4


async def test_the_same_seed_draws_the_same_game(database: Database, clock: Hands) -> None:
    setups = []
    for channel in (1, 2):
        challenges = Challenges(database, clock, max_games=2, rng=random.Random(9))
        setups.append((await challenges.accept((await made(challenges, channel=channel)).id, TOM))[1].setup)
    assert setups[0] == setups[1]


async def test_ring_and_first_seat_are_stored_and_never_drawn_again(
    challenges: Challenges, matches: Matches, database: Database
) -> None:
    _, match = await challenges.accept((await made(challenges)).id, TOM)
    row = await database.read(find_game, match.id)
    assert row is not None
    assert parse_record(row.setup).setup == match.setup
    ring = " ".join(map(str, match.setup.ring))
    assert row.setup == f'[Track "classic"]\n[Ring "{ring}"]\n[First "{match.setup.first}"]'
    for _ in range(3):
        assert await matches.load(match.id) == match


async def test_the_message_of_an_accepted_challenge_is_doomed(challenges: Challenges, database: Database) -> None:
    challenge = await made(challenges)
    await challenges.note_message(challenge.id, 555)
    answered, match = await challenges.accept(challenge.id, TOM)
    assert answered.message_id == 555
    assert await database.read(doomed_messages, match.id) == [
        MessageRow(555, match.id, CHANNEL, "challenge", 0, match.to_move, "doomed")
    ]


async def test_one_that_was_never_shown_dooms_nothing(challenges: Challenges, database: Database) -> None:
    _, match = await challenges.accept((await made(challenges)).id, TOM)
    assert await database.read(doomed_messages, match.id) == []


# --- to decline or withdraw it


@pytest.mark.parametrize("user", [MINA, TOM])
async def test_both_may_take_it_away(challenges: Challenges, database: Database, user: int) -> None:
    challenge = await made(challenges)
    assert await challenges.decline(challenge.id, user) == challenge
    assert await database.read(find_challenge, challenge.id) is None
    assert (await made(challenges)).id == challenge.id + 1


async def test_nobody_else_takes_it_away(challenges: Challenges, database: Database) -> None:
    challenge = await made(challenges)
    refusal = await refused(database, challenges.decline(challenge.id, EVE), "not_yours")
    assert isinstance(refusal, NotYours)
    assert refusal.challenge == challenge


@pytest.mark.slow
async def test_an_answered_challenge_is_gone(challenges: Challenges, database: Database) -> None:
    accepted, declined = await made(challenges), await made(challenges, (MINA, EVE))
    await challenges.accept(accepted.id, TOM)
    await challenges.decline(declined.id, EVE)
    for challenge_id, user in ((accepted.id, TOM), (declined.id, EVE), (77, TOM)):
        await refused(database, challenges.accept(challenge_id, user), "challenge_gone")
        await refused(database, challenges.decline(challenge_id, user), "challenge_gone")


async def test_a_challenge_can_be_forgotten(challenges: Challenges, database: Database) -> None:
    challenge = await made(challenges)
    await challenges.remove(challenge.id)
    await challenges.remove(challenge.id)
    assert await database.read(find_challenge, challenge.id) is None


# --- its time


async def test_it_can_be_answered_until_the_last_second(challenges: Challenges, clock: Hands) -> None:
    one, two = await made(challenges), await made(challenges, (MINA, EVE))
    clock.now += DAY - 1
    assert await challenges.expired() == []
    await challenges.accept(one.id, TOM)
    await challenges.decline(two.id, EVE)


async def test_after_a_day_it_is_gone(challenges: Challenges, database: Database, clock: Hands) -> None:
    challenge = await made(challenges)
    clock.now += DAY
    await refused(database, challenges.accept(challenge.id, TOM), "challenge_gone")
    await refused(database, challenges.decline(challenge.id, MINA), "challenge_gone")
    assert await challenges.expired() == [challenge]
    await challenges.remove(challenge.id)
    assert await challenges.expired() == []


async def test_an_expired_one_makes_room_for_the_next(challenges: Challenges, database: Database, clock: Hands) -> None:
    old = await made(challenges)
    clock.now += DAY
    new = await made(challenges, (TOM, MINA))
    assert (new.id, new.expires_at) == (old.id + 1, clock.now + DAY)
    assert await database.read(find_challenge, old.id) is None


# --- the limit of games: three


async def play_three(database: Database, user: int) -> list[Match]:
    """Three running games of a user, in other channels and servers too, in both seats."""
    users = ((user, EVE), (EVE, user), (user, EVE))
    return [await stored(database, new_match(users=pair)) for pair in users]


async def test_one_with_too_many_games_challenges_nobody(challenges: Challenges, database: Database) -> None:
    await play_three(database, MINA)
    refusal = await refused(database, made(challenges), "too_many_games")
    assert isinstance(refusal, TooManyGames)
    assert (refusal.player, refusal.values) == (MINA, {"count": 3})


async def test_nobody_challenges_one_with_too_many_games(challenges: Challenges, database: Database) -> None:
    await play_three(database, TOM)
    refusal = await refused(database, made(challenges), "too_many_games_theirs")
    assert isinstance(refusal, TooManyGames)
    assert (refusal.player, refusal.values) == (TOM, {"count": 3})


@pytest.mark.parametrize(("busy", "reason"), [(TOM, "too_many_games"), (MINA, "too_many_games_theirs")])
async def test_the_limit_holds_when_accepting(
    challenges: Challenges, matches: Matches, database: Database, busy: int, reason: str
) -> None:
    challenge = await made(challenges)
    running = await play_three(database, busy)
    refusal = await refused(database, challenges.accept(challenge.id, TOM), reason)
    assert isinstance(refusal, TooManyGames)
    assert (refusal.player, refusal.values) == (busy, {"count": 3})
    await matches.resign(running[1].id, 0, EVE)  # and the challenge still waits
    await challenges.accept(challenge.id, TOM)


async def test_many_challenges_accepted_at_once_keep_to_the_limit(challenges: Challenges, matches: Matches) -> None:
    waiting = [await made(challenges, (MINA, TOM + number)) for number in range(MOST_WAITING)]
    answers = (challenges.accept(challenge.id, challenge.challenged) for challenge in waiting)
    results = await asyncio.gather(*answers, return_exceptions=True)
    reasons = [result.reason for result in results if isinstance(result, Refusal)]
    assert reasons == ["too_many_games_theirs"] * (MOST_WAITING - 3)
    assert len(await matches.running_of(MINA)) == 3


# --- races


async def test_of_answers_that_race_one_wins(database: Database, clock: Hands) -> None:
    challenges = Challenges(database, clock, max_games=99)
    for turn in range(6):
        challenge = await made(challenges, channel=CHANNEL + turn)
        answers = [
            challenges.accept(challenge.id, TOM),
            challenges.decline(challenge.id, TOM),
            challenges.decline(challenge.id, MINA),
            challenges.accept(challenge.id, TOM),
        ]
        rotated = answers[turn % 4 :] + answers[: turn % 4]
        results = await asyncio.gather(*rotated, return_exceptions=True)
        reasons = [result.reason for result in results if isinstance(result, Refusal)]
        assert reasons == ["challenge_gone"] * 3
        won = [result for result in results if not isinstance(result, BaseException)]
        assert len(won) == 1
        stored_games = (await database.read(rows, "games"))["games"]
        assert sum(row[2] == challenge.channel_id for row in stored_games) == isinstance(won[0], tuple)


async def test_two_programs_that_accept_start_one_game(path: Path, clock: Hands) -> None:
    async with opened(path) as one, opened(path) as two:
        both = [Challenges(database, clock, max_games=99) for database in (one, two)]
        for turn in range(5):
            challenge = await made(both[0])
            answers = (challenges.accept(challenge.id, TOM) for challenges in both)
            results = await asyncio.gather(*answers, return_exceptions=True)
            assert [result.reason for result in results if isinstance(result, Refusal)] == ["challenge_gone"]
            assert len((await one.read(rows, "games"))["games"]) == turn + 1


async def test_an_interaction_that_arrives_twice_makes_one_challenge(challenges: Challenges) -> None:
    first = await make(challenges, by=77)
    again = await make(challenges, by=77)
    assert (first.before, again.before) == (False, True)
    assert again.challenge == first.challenge
    with pytest.raises(ChallengeWaiting):
        await make(challenges, by=78)


async def test_an_interaction_that_reaches_two_processes_at_once_makes_one_challenge(
    challenges: Challenges, clock: Hands, url: str
) -> None:
    async with opened(url) as other:
        both = challenges, Challenges(other, clock, max_games=3)
        for number in range(MOST_WAITING):
            channel = CHANNEL + number
            one, two = await asyncio.gather(*(make(each, channel=channel, by=number + 1) for each in both))
            assert one.challenge == two.challenge
            assert one.before != two.before


async def test_what_is_made_again_after_it_could_not_be_posted_is_new(challenges: Challenges) -> None:
    await challenges.forget(await make(challenges, by=77))
    assert not (await make(challenges, by=77)).before
