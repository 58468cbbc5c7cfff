"""What nobody needs any more is not kept: of what was on its way, nothing is left once it is out of time."""

from bot.matches.clock import DAY
from game import ADVANCE
from tests.matches.building import PACE, SECOND, asking
from tests.matches.club import Club
from tests.store.building import CHANNEL, EVE, MINA, TOM

PASSING = ("plans", "timers", "challenges", "calls")
"""Plans; reminders, calls and invitations to plan; challenges and open seats; and who has called whom."""


async def test_of_what_was_on_its_way_nothing_is_left(club: Club) -> None:
    await club.preferences.change(MINA, next="direct")
    match = await club.paced(PACE)
    await club.plans.add(match.id, 0, TOM, SECOND)
    match = await club.played(match, "21N@A1")
    assert match.mover == TOM
    await club.challenges.make(asking(MINA, EVE))
    await club.challenges.open(asking(EVE, 0, channel_id=CHANNEL + 1))
    await club.plans.add(match.id, match.revision, MINA, ADVANCE)
    assert [table for table in PASSING if not await club.rows(table)] == []
    await club.matches.resign(match.id, match.revision, MINA)
    club.now += 3 * DAY
    await club.challenges.forget_calls()
    for challenge in await club.challenges.expired():
        await club.challenges.remove(challenge.id)
    assert [table for table in PASSING if await club.rows(table)] == []
