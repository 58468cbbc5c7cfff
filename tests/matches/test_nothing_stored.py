"""A database that can be read and takes nothing new: what pages find out by the way is shown all the same."""

import pytest

from bot.matches.profiles import Profiles
from tests.matches.club import Club
from tests.matches.test_ladders import BEGUN, league, met
from tests.store.building import GUILD, MINA, TOM
from tests.store.limits import no_longer_files

pytestmark = pytest.mark.sqlite

__all__ = ["league"]


async def test_a_profile_and_a_ladder_are_shown_and_kept_later(league: Club) -> None:
    await met(league, MINA, TOM, BEGUN)
    profiles = Profiles(league.database, league.clock)

    async def seen() -> tuple[int, list[int]]:
        profile, page = await profiles.of(MINA, MINA, GUILD), await league.ladders.page(GUILD, MINA)
        assert profile
        return profile.people.games, [row.player for row in page.rows]

    with no_longer_files():
        shown = await seen()
        assert await league.ladders.owed(9) == [GUILD]
    assert await seen() == shown
    assert await league.ladders.owed(9) == []
