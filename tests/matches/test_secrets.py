"""What is told of all games says nothing of those that are a secret, in sums, too (decision 0085)."""

from collections.abc import Awaitable, Callable

import pytest

from bot.matches.clock import DAY
from bot.matches.match import Match, Refusal
from bot.matches.play import Matches
from bot.matches.profiles import Profiles
from bot.matches.results import Results, best_seats
from bot.matches.reviews import check_reviewed
from bot.matches.rivals import Rivals
from bot.matches.seats import Rival
from bot.matches.solo import Solo
from bot.store.games import count_private, count_public, has_finished
from game import ADVANCE, Automa
from tests.matches.building import asking, mover_of, new_match
from tests.matches.club import Club
from tests.store.building import CHANNEL, EVE, GUILD, MINA, TOM

Secret = Callable[[Club], Awaitable[object]]


async def given_up(club: Club, match: Match) -> None:
    match = await club.play(match.id, match.revision, mover_of(match), ADVANCE)
    await club.matches.resign(match.id, match.revision, MINA)


async def half_given_up(club: Club) -> None:
    await given_up(club, await club.load((await club.duels.find(1)).game1))


async def half_played_out(club: Club) -> None:
    await club.played_on(await club.load((await club.duels.find(1)).game1))


async def begun_alone(club: Club) -> None:
    await club.played_on(await club.alone(Automa("fellow", "normal"), place="private"), 20)


async def won_alone(club: Club) -> None:
    """The game of faults.md: 35 points, with the 7x7, and no empty square, against a strong rival."""
    match = await club.played_on(await club.alone(Rival("bobbin"), place="private"))
    await club.results.keep([match.id])
    await club.spoil(f"UPDATE games SET points1 = 35, winner = 1 WHERE id = {match.id}")  # noqa: S608
    told = "points = 35, won = true, seven = true, empty = 0"
    await club.spoil(f"UPDATE results SET {told} WHERE game_id = {match.id}")  # noqa: S608


async def sunday_begun(club: Club) -> None:
    _, match = await club.sundays.open(MINA, GUILD, CHANNEL, "en")
    await club.played_on(match, 4)


async def sunday_played_out(club: Club) -> None:
    _, match = await club.sundays.open(MINA, GUILD, CHANNEL, "en")
    await club.played_on(match)


async def sunday_over_in_no_server(club: Club) -> None:
    _, match = await club.sundays.open(MINA, 0, CHANNEL, "en")
    await club.played_on(match)
    club.now += 8 * DAY
    for due in [*await club.sundays.due(), *await club.sundays.due()]:
        await club.sundays.settle(due)
    assert (await club.load(match.id)).duel == "over"


async def sums(club: Club, *public: Match) -> list[object]:
    """What others are told of mina, by services that remember nothing."""
    await club.results.keep(await club.results.owed(99))
    base = club.database
    results = Results(base)
    return [
        await Matches(base, club.clock).count_running(in_public=True),
        await club.read(count_public, MINA),
        await Profiles(base, club.clock).of(MINA, TOM),
        await Rivals(base).record_of(MINA, private_too=False),
        [await results.bests(match) for match in public],
        await club.read(has_finished, MINA, False),
    ]


@pytest.mark.parametrize("is_new", [True, False])
@pytest.mark.parametrize(
    "secret",
    [
        begun_alone,
        won_alone,
        half_given_up,
        half_played_out,
        sunday_begun,
        sunday_played_out,
        sunday_over_in_no_server,
    ],
    ids=lambda secret: secret.__name__,
)
async def test_no_sum_tells_of_a_secret(club: Club, secret: Secret, is_new: bool) -> None:
    public = [] if is_new else [await club.recorded(number) for number in (1, 3, 0)]
    public.append(await club.recorded(2) if not is_new else await club.begun("+ +"))
    made = await club.challenges.make(asking(MINA, TOM, rival="pin"))
    await club.challenges.accept(made.challenge.id, TOM)
    club.now += 2 * DAY
    before = await sums(club, *public)
    await secret(club)
    assert await sums(club, *public) == before


async def test_the_limit_of_games_does_not_tell_when_half_of_a_duel_ends(club: Club) -> None:
    for game in (1, 2):
        await club.stored(new_match(users=(MINA, 30 + game)))
    made = await club.challenges.make(asking(MINA, TOM, rival="pin"))
    await club.challenges.accept(made.challenge.id, TOM)
    for end in (begun_alone, half_given_up):
        await club.refused(club.challenges.make(asking(EVE, MINA)), "too_many_games_theirs")
        await end(club)
    await club.refused(club.challenges.make(asking(EVE, MINA)), "too_many_games_theirs")
    await given_up_by_tom(club)
    assert await club.duels.settle(1)
    assert await club.challenges.make(asking(EVE, MINA))


async def given_up_by_tom(club: Club) -> None:
    match = await club.load((await club.duels.find(1)).game2)
    match = await club.play(match.id, match.revision, TOM, ADVANCE)
    await club.matches.resign(match.id, match.revision, TOM)


async def test_private_games_have_a_limit_of_their_own(club: Club) -> None:
    """So nobody who is refused, or is not, learns how many somebody plays in private."""
    for _ in range(3):
        await club.alone(Rival("pin"), place="private", max_games=3)
    await club.refused(club.alone(Rival("pin"), place="private", max_games=3), "too_many_private_games")
    await club.refused(club.alone(Rival("pin"), place="private", max_games=3), "too_many_private_games")
    assert (await club.read(count_public, MINA), await club.read(count_private, MINA)) == (0, 3)
    assert await club.challenges.make(asking(EVE, MINA))
    assert await club.alone(Rival("pin"), place="here", max_games=3)
    assert (await club.read(count_public, MINA), await club.read(count_private, MINA)) == (1, 3)


async def test_presence_counts_both_halves_of_a_duel_until_it_is_over(club: Club) -> None:
    async def shown() -> int:
        return await Matches(club.database, club.clock).count_running(in_public=True)

    await club.stored()
    made = await club.challenges.make(asking(MINA, EVE, rival="pin"))
    await club.challenges.accept(made.challenge.id, EVE)
    counts = [await shown()]
    for secret in (begun_alone, half_given_up, sunday_begun):
        await secret(club)
        counts.append(await shown())
    club.now += 3 * DAY
    assert await club.duels.settle(1)
    assert [*counts, await shown()] == [3, 3, 3, 3, 1]


async def test_ones_own_private_games_count_for_oneself_alone(club: Club) -> None:
    """On a page that only they see, the best game is the best of all; what they are offered suits them."""
    for number in (1, 2, 3):
        await club.recorded(number)
    for _ in range(3):
        await won_alone(club)
    assert await club.read(has_finished, MINA, True)
    best = await club.recorded(0)
    assert await club.read(best_seats, best, MINA) == frozenset()
    assert await club.read(best_seats, best) == {1}
    rivals = Rivals(club.database)
    own, public = await rivals.record_of(MINA), await rivals.record_of(MINA, private_too=False)
    assert (own.games, public.games, public.level) == (3, 0, "pompom")


async def test_a_game_that_was_shared_counts_for_all(club: Club) -> None:
    match = await club.alone(Rival("pin"), place="private")
    match = await club.played_on(match)
    await club.results.keep([match.id])
    profiles = Profiles(club.database, club.clock)
    seen, own = await profiles.of(MINA, TOM), await profiles.of(MINA, MINA)
    assert seen
    assert not seen.games
    await Solo(club.database, club.clock, max_games=3).share(match.id, MINA, GUILD, CHANNEL)
    assert await profiles.of(MINA, TOM) == own


async def test_reviews_of_sunday_quilts_wait_for_the_end_of_the_week(club: Club) -> None:
    """Whoever has themselves forgotten, or has a second account, plays the same ring again: without what was better."""
    row, match = await club.sundays.open(MINA, GUILD, CHANNEL, "en")
    match = await club.played_on(match)
    with pytest.raises(Refusal, match="review_sunday"):
        check_reviewed(match)
    await club.privacy.forget(MINA)
    _, again = await club.sundays.open(MINA, GUILD, CHANNEL, "en")
    assert again.id != match.id
    assert again.setup == match.setup
    club.now = row.ends_at
    for due in await club.sundays.due():
        await club.sundays.settle(due)
    check_reviewed(await club.load(match.id))


async def test_a_sunday_quilt_that_is_late_stays_private_and_tells_nothing(club: Club) -> None:
    row, match = await club.sundays.open(MINA, GUILD, CHANNEL, "en")
    club.now = row.ends_at
    for due in await club.sundays.due():
        await club.sundays.settle(due)
    assert (await club.load(match.id)).is_hidden_from(TOM)
    await club.played_on(await club.load(match.id))
    await club.results.keep([match.id])
    assert (await club.load(match.id)).is_hidden_from(TOM)
    told = await Profiles(club.database, club.clock).of(MINA, TOM)
    assert told
    assert not told.games
    assert await club.findings() == []


async def test_a_ladder_begins_with_the_first_game_between_people(club: Club) -> None:
    """And not with what somebody has played alone, seasons before."""
    match = await club.played_on(await club.alone(Rival("pin"), place="private"))
    await club.results.keep([match.id])
    club.now += 400 * DAY
    page = await club.ladders.page(GUILD, TOM)
    assert page.first == page.now


async def test_no_wall_changes_when_somebody_is_forgotten_who_does_not_hang_there(club: Club) -> None:
    await club.preferences.change_server(GUILD, daily_id=CHANNEL)
    club.now = 20_800 * DAY
    today = await club.dailies.today(TOM, GUILD)
    for _ in range(10):
        sewing = await club.dailies.open(TOM, today, GUILD)
        await club.dailies.change(TOM, today, sewing.revision, lambda attempt: attempt.skip(), guild_id=GUILD)
    await club.dailies.change(MINA, today, 0, lambda attempt: attempt.skip(), guild_id=GUILD)
    await sunday_begun(club)
    await club.played_on((await club.sundays.open(EVE, GUILD, CHANNEL, "en"))[1])
    for due in await club.sundays.due():
        await club.sundays.settle(due)
    both = await club.walls.owed()
    for row in both:
        await club.walls.note_message(row, 77)
    assert [row.is_sunday for row in both] == [True, False]
    await club.privacy.forget(MINA)
    assert await club.walls.owed() == []
    await club.privacy.forget(TOM)
    assert len(await club.walls.owed()) == 1


async def test_no_wall_changes_when_somebody_is_forgotten_whose_sunday_quilt_came_too_late(club: Club) -> None:
    async def settled() -> int:
        for due in await club.sundays.due():
            await club.sundays.settle(due)
        owed = await club.walls.owed()
        for each in owed:
            await club.walls.note_message(each, 77)
        return len(owed)

    await club.preferences.change_server(GUILD, daily_id=CHANNEL)
    row, late = await club.sundays.open(MINA, GUILD, CHANNEL, "en")
    await club.played_on((await club.sundays.open(EVE, GUILD, CHANNEL, "en"))[1])
    assert await settled() == 1
    club.now = row.ends_at
    await club.played_on(late)
    assert await settled() == 0
    await club.privacy.forget(MINA)
    assert await settled() == 0
    await club.privacy.forget(EVE)
    assert await settled() == 1


async def test_no_wall_changes_when_somebody_is_forgotten_whose_daily_quilt_came_too_late(club: Club) -> None:
    async def sewn(user: int) -> None:
        for revision in range(10):
            await club.dailies.change(user, today, revision, lambda attempt: attempt.skip(), guild_id=GUILD)
        for row in await club.walls.owed():
            await club.walls.note_message(row, 77)

    await club.preferences.change_server(GUILD, daily_id=CHANNEL)
    club.now = 20_800 * DAY
    today = await club.dailies.today(TOM, GUILD)
    await sewn(TOM)
    club.now += DAY
    await sewn(MINA)
    await club.privacy.forget(MINA)
    assert await club.walls.owed() == []
    await club.privacy.forget(TOM)
    assert len(await club.walls.owed()) == 1
