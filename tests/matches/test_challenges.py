"""Challenges: to make, accept, decline and forget them; who may, until when, and what comes of it."""

import asyncio
import random
from collections.abc import Sequence
from typing import Any

import pytest
from sqlalchemy import Connection

from bot.matches.challenge import CALL_SECONDS, CHALLENGE_SECONDS, MOST_WAITING, Made
from bot.matches.challenges import Challenges
from bot.matches.clock import DAY
from bot.matches.match import Match, Refusal
from bot.matches.refusals import ChallengeWaiting, NotYours, TakesNoChallenges, TooManyGames
from bot.store.challenges import ChallengeRow, find_challenge, find_challenge_between
from bot.store.messages import MessageRow, doomed_messages
from game import parse_record
from tests.matches.building import asking, new_match
from tests.matches.club import Club
from tests.store.building import CHANNEL, EVE, GUILD, MINA, TOM


async def make(challenges: Challenges, *players: int, **more: Any) -> Made:
    """Make a challenge, of Mina's to Tom unless others are named."""
    return await challenges.make(asking(*players, **more))


async def made(club: Club, *players: int, **more: Any) -> ChallengeRow:
    return (await make(club.challenges, *players, **more)).challenge


async def accepted(club: Club, *, by: Challenges | None = None, **more: Any) -> Match:
    """The game of a challenge that Mina has made, and Tom has accepted."""
    challenges = by or club.challenges
    return (await challenges.accept((await make(challenges, **more)).challenge.id, TOM))[1]


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


async def test_a_challenge_waits_for_a_day(club: Club) -> None:
    challenge = await made(club, track="revised", first=2)
    assert challenge == ChallengeRow(1, GUILD, CHANNEL, None, MINA, TOM, "revised", 2, "en", 1_000 + DAY)
    assert CHALLENGE_SECONDS == DAY
    assert await club.read(find_challenge, 1) == challenge
    usual = await made(club, MINA, EVE)
    assert (usual.track, usual.first, usual.language) == ("classic", 0, "en")
    await club.refused(made(club, MINA, MINA), "yourself")


async def test_one_that_waits_in_the_channel_is_answered_first_whoever_made_it(club: Club) -> None:
    first = await made(club)
    for pair in ((MINA, TOM), (TOM, MINA)):
        refusal = await club.refused(made(club, *pair), "challenge_waiting")
        assert isinstance(refusal, ChallengeWaiting)
        assert refusal.challenge == first
    assert (await made(club, channel_id=CHANNEL + 1)).id == 2
    assert (await made(club, EVE, TOM)).id == 3


async def test_one_who_is_slower_at_the_insertion_is_shown_the_one_that_waits(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a database where another process may insert between our reading and our writing."""
    first = await made(club)
    answers: list[None] = [None]

    def late(connection: Connection, channel_id: int, players: tuple[int, int]) -> ChallengeRow | None:
        return answers.pop() if answers else find_challenge_between(connection, channel_id, players)

    monkeypatch.setattr("bot.store.challenges.find_challenge_between", late)
    refusal = await club.refused(made(club), "challenge_waiting")
    assert isinstance(refusal, ChallengeWaiting)
    assert refusal.challenge == first


async def test_five_challenges_of_one_person_may_wait(club: Club) -> None:
    waiting = [await made(club, MINA, other) for other in range(1, MOST_WAITING + 1)]
    refusal = await club.refused(made(club, channel_id=CHANNEL + 1), "too_many_challenges")
    assert refusal.values == {"count": 5}
    await made(club, TOM, MINA)  # those of others do not count
    await club.challenges.decline(waiting[0].id, MINA)
    await made(club, MINA, EVE)
    club.now += CHALLENGE_SECONDS  # nor do those that have run out
    await made(club, MINA, 7)


async def test_nobody_is_called_again_by_the_same_person_within_ten_minutes(club: Club) -> None:
    """However the first one was answered, and wherever the next one is made."""
    first = await make(club.challenges)
    assert first.ping == TOM
    club.now += CALL_SECONDS - 1
    for who, channel in ((TOM, CHANNEL), (MINA, CHANNEL), (TOM, CHANNEL + 1)):
        await club.challenges.decline(first.challenge.id, who)
        first = await make(club.challenges, channel_id=channel)
        assert first.ping is None  # which is no call, and delays none
    club.now += 1
    assert (await make(club.challenges, channel_id=CHANNEL + 2)).ping == TOM


async def test_calls_of_others_and_back_are_their_own(club: Club) -> None:
    await club.challenges.decline((await made(club)).id, TOM)
    for pair in ((TOM, MINA), (EVE, TOM), (MINA, EVE)):
        assert (await make(club.challenges, *pair)).ping == pair[1]


async def test_one_that_could_not_be_posted_has_called_nobody_and_one_made_again_is_new(club: Club) -> None:
    lost = await make(club.challenges, made_by=77)
    await club.challenges.forget(lost)
    assert await club.read(find_challenge, lost.challenge.id) is None
    again = await make(club.challenges, made_by=77)
    assert (again.before, again.ping) == (False, TOM)
    silent = await make(club.challenges, channel_id=CHANNEL + 1)
    await club.challenges.forget(silent)
    assert (await make(club.challenges, channel_id=CHANNEL + 2)).ping is None, "the call before still holds"


async def test_old_calls_are_forgotten(club: Club) -> None:
    await make(club.challenges)
    club.now += CALL_SECONDS
    await make(club.challenges, EVE, TOM)
    assert await club.rows("calls") == [(EVE, TOM, club.now)]
    for left in (1, 0):
        club.now += CALL_SECONDS - 1 if left else 1
        await club.challenges.forget_calls()
        assert len(await club.rows("calls")) == left


async def test_nobody_is_told_a_block_from_a_closed_door(club: Club) -> None:
    await club.blocks.block(TOM, MINA)
    blocked = await club.refused(made(club), "no_challenges")
    await club.preferences.change(EVE, challenges="nobody")
    closed = await club.refused(made(club, MINA, EVE), "no_challenges")
    assert isinstance(blocked, TakesNoChallenges)
    assert isinstance(closed, TakesNoChallenges)
    assert (blocked.player, closed.player) == (TOM, EVE)
    assert vars(blocked).keys() == vars(closed).keys()


async def test_a_block_holds_in_one_direction_until_it_is_taken_back(club: Club) -> None:
    for _ in range(2):
        await club.blocks.block(TOM, MINA)
    assert [await club.blocks.blocked_by(user) for user in (TOM, MINA)] == [[MINA], []]
    await club.challenges.decline((await made(club, TOM, MINA)).id, MINA)
    await club.blocks.unblock(TOM, MINA)
    assert await club.blocks.blocked_by(TOM) == []
    await made(club)
    await club.refused(club.blocks.block(MINA, MINA), "block_yourself")


async def test_a_block_ends_the_challenges_that_wait(club: Club) -> None:
    ended = [await made(club), await made(club, channel_id=CHANNEL + 1)]
    others = [await made(club, TOM, MINA, channel_id=CHANNEL + 2), await made(club, EVE, TOM)]
    await club.blocks.block(TOM, MINA)
    assert [challenge.id for challenge in await club.challenges.expired()] == [challenge.id for challenge in ended]
    await club.refused(club.challenges.accept(ended[0].id, TOM), "challenge_gone")
    assert [await club.read(find_challenge, challenge.id) for challenge in others] == others


async def test_accepting_starts_the_game(club: Club) -> None:
    challenge = await made(club)
    await club.challenges.note_message(challenge.id, 555)
    club.now = 2_000
    answered, match = await club.challenges.accept(challenge.id, TOM)
    assert answered.message_id == 555
    assert match == await club.load(match.id)
    assert (match.guild_id, match.channel_id, match.users) == (GUILD, CHANNEL, (MINA, TOM))
    assert (match.created_at, match.language, match.revision) == (2_000, "en", 0)
    assert await club.read(find_challenge, challenge.id) is None
    doomed = MessageRow(555, match.id, CHANNEL, "challenge", 0, match.to_move, "doomed")
    assert await club.read(doomed_messages, match.id) == [doomed]
    never_shown = await accepted(club)
    assert await club.read(doomed_messages, never_shown.id) == []


async def test_only_the_challenged_accepts_and_nobody_else_takes_it_away(club: Club) -> None:
    challenge = await made(club)
    answers = club.challenges.accept(challenge.id, EVE), club.challenges.decline(challenge.id, EVE)
    for answer in answers:
        refusal = await club.refused(answer, "not_yours")
        assert isinstance(refusal, NotYours)
        assert refusal.challenge == challenge
    own = await club.refused(club.challenges.accept(challenge.id, MINA), "own_challenge")
    assert isinstance(own, ChallengeWaiting)
    assert own.challenge == challenge


@pytest.mark.parametrize(("seat", "mover"), [(1, MINA), (2, TOM)])
async def test_the_chosen_seat_starts_or_else_lots_decide(club: Club, seat: int, mover: int) -> None:
    lots = Challenges(club.database, club.clock, max_games=3, rng=Fixed(seat))
    for match in (await accepted(club, first=seat), await accepted(club, by=lots)):
        assert (match.setup.first, match.mover) == (seat, mover)


async def test_ring_and_first_seat_are_drawn_once_and_stored(club: Club) -> None:
    match = await accepted(club, track="revised")
    row = await club.row(match)
    assert parse_record(row.setup).setup == match.setup
    ring = " ".join(map(str, match.setup.ring))
    assert row.setup == f'[Track "revised"]\n[Ring "{ring}"]\n[First "{match.setup.first}"]'
    again = await club.restarted().load(match.id)
    assert again == match
    assert again.position.track == "revised"


async def test_the_ring_is_shuffled_and_starts_behind_patch_0(club: Club) -> None:
    challenges = Challenges(club.database, club.clock, max_games=99)  # by the system's own randomness
    rings = {(await accepted(club, by=challenges)).setup.ring for _ in range(4)}
    assert len(rings) == 4
    assert all(sorted(ring) == [*range(33)] and ring[-1] == 0 for ring in rings)
    seeded = [Challenges(club.database, club.clock, max_games=99, rng=random.Random(9)) for _ in range(2)]
    one, two = [await accepted(club, by=each) for each in seeded]
    assert one.setup == two.setup


async def test_an_answered_challenge_is_gone(club: Club) -> None:
    accepted, declined, forgotten = await made(club), await made(club, MINA, EVE), await made(club, EVE, TOM)
    await club.challenges.accept(accepted.id, TOM)
    await club.challenges.decline(declined.id, EVE)
    for _ in range(2):
        await club.challenges.remove(forgotten.id)
    for number in (accepted.id, declined.id, forgotten.id, 77):
        await club.refused(club.challenges.accept(number, TOM), "challenge_gone")
        await club.refused(club.challenges.decline(number, TOM), "challenge_gone")


async def test_it_can_be_answered_for_a_day_and_then_makes_room_for_the_next(club: Club) -> None:
    one, two, three = await made(club), await made(club, MINA, EVE), await made(club, channel_id=CHANNEL + 1)
    club.now += DAY - 1
    assert await club.challenges.expired() == []
    await club.challenges.accept(one.id, TOM)
    await club.challenges.decline(two.id, EVE)
    club.now += 1
    await club.refused(club.challenges.accept(three.id, TOM), "challenge_gone")
    await club.refused(club.challenges.decline(three.id, MINA), "challenge_gone")
    assert await club.challenges.expired() == [three]
    new = await made(club, TOM, MINA, channel_id=CHANNEL + 1)
    assert (new.id, new.expires_at) == (three.id + 1, club.now + DAY)
    assert await club.read(find_challenge, three.id) is None
    assert await club.challenges.expired() == []


async def play_three(club: Club, user: int) -> list[Match]:
    """Three running games of a user, in both seats."""
    users = ((user, EVE), (EVE, user), (user, EVE))
    return [await club.stored(new_match(users=pair)) for pair in users]


@pytest.mark.parametrize(
    ("busy", "to_make", "to_accept"),
    [(MINA, "too_many_games", "too_many_games_theirs"), (TOM, "too_many_games_theirs", "too_many_games")],
)
async def test_neither_may_have_too_many_games(club: Club, busy: int, to_make: str, to_accept: str) -> None:
    challenge = await made(club)
    running = await play_three(club, busy)
    asks = ((made(club, channel_id=CHANNEL + 1), to_make), (club.challenges.accept(challenge.id, TOM), to_accept))
    for ask, reason in asks:
        refusal = await club.refused(ask, reason)
        assert isinstance(refusal, TooManyGames)
        assert (refusal.player, refusal.values) == (busy, {"count": 3})
    await club.matches.resign(running[1].id, 0, EVE)  # and the challenge still waits
    await club.challenges.accept(challenge.id, TOM)


async def test_many_challenges_accepted_at_once_keep_to_the_limit(club: Club) -> None:
    waiting = [await made(club, MINA, TOM + number) for number in range(MOST_WAITING)]
    answers = (club.challenges.accept(challenge.id, challenge.challenged) for challenge in waiting)
    results = await asyncio.gather(*answers, return_exceptions=True)
    reasons = [result.reason for result in results if isinstance(result, Refusal)]
    assert reasons == ["too_many_games_theirs"] * (MOST_WAITING - 3)
    assert len(await club.matches.running_of(MINA)) == 3


async def test_of_many_made_at_once_one_waits(club: Club) -> None:
    pairs = [(MINA, TOM), (TOM, MINA)] * 5
    results = await asyncio.gather(*(made(club, *pair) for pair in pairs), return_exceptions=True)
    (waiting,) = (result for result in results if isinstance(result, ChallengeRow))
    reasons = [result.reason for result in results if isinstance(result, Refusal)]
    assert reasons == ["challenge_waiting"] * 9
    assert await club.read(find_challenge_between, CHANNEL, (MINA, TOM)) == waiting


async def test_of_answers_that_race_in_two_programs_one_wins(club: Club, elsewhere: Club) -> None:
    one, two = (Challenges(each.database, club.clock, max_games=99) for each in (club, elsewhere))
    for turn in range(6):
        challenge = (await make(one, channel_id=CHANNEL + turn)).challenge
        answers = [
            one.accept(challenge.id, TOM),
            one.decline(challenge.id, TOM),
            two.decline(challenge.id, MINA),
            two.accept(challenge.id, TOM),
        ]
        rotated = answers[turn % 4 :] + answers[: turn % 4]
        results = await asyncio.gather(*rotated, return_exceptions=True)
        reasons = [result.reason for result in results if isinstance(result, Refusal)]
        assert reasons == ["challenge_gone"] * 3
        (won,) = [result for result in results if not isinstance(result, BaseException)]
        assert sum(row[2] == challenge.channel_id for row in await club.rows("games")) == isinstance(won, tuple)


async def test_an_interaction_that_reaches_two_processes_at_once_makes_one_challenge(
    club: Club, elsewhere: Club
) -> None:
    both = club.challenges, elsewhere.challenges
    for number in range(MOST_WAITING):
        channel = CHANNEL + number
        one, two = await asyncio.gather(*(make(each, channel_id=channel, made_by=number + 1) for each in both))
        assert one.challenge == two.challenge
        assert one.before != two.before
    with pytest.raises(ChallengeWaiting):
        await make(club.challenges, made_by=78)
