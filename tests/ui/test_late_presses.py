"""Whatever a page of a game has offered is answered once, and without an error, however the game has gone on since."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle, islice

import pytest
import simcord

from bot.matches.match import Match
from bot.matches.seats import Person
from bot.ui.kit.page import Button, Page, Row, Select
from tests.ui.every_page import BIG, every_control, pages
from tests.ui.playing import moved, play_on
from tests.ui.world import World, controls


def offered_by(match: Match) -> Iterator[Row]:
    """Each control that a page of a game offers, in a row of its own."""
    seen: set[tuple[str, str]] = set()
    for page in pages(replace(match, seats=(Person(BIG), Person(BIG + 1)))):
        for control in every_control(page):
            is_usable = isinstance(control, Select) or (isinstance(control, Button) and control.enabled)
            kind = control.custom_id.page.partition(".")[0], control.custom_id.control
            if is_usable and kind not in seen:
                seen.add(kind)
                yield (control,) if isinstance(control, Button) else control


BACK, ON, ENDED = "its only move was taken back", "it was played on", "it has ended"
BY_EACH = [pytest.param(since, 3, marks=pytest.mark.night) for since in (BACK, ON, ENDED)]


@pytest.mark.slow
@pytest.mark.parametrize(("since", "people"), [pytest.param(ON, 1, marks=pytest.mark.cheapest), *BY_EACH])
async def test_whatever_a_game_has_offered_is_answered_later(world: World, since: str, people: int) -> None:
    """By each of the players and somebody else, or by so many of them in turn."""
    await world.accepted_game(first="me", pace=3)
    match = await moved(world, "+")
    rows = list(offered_by(match))
    assert len(rows) > 80
    if since == BACK:
        await world.app.matches.give_back(match.id, match.revision, world.tom.id)
    else:
        await play_on(world, plies=4 if since == ON else 1000)
    everybody = cycle((world.mina, world.tom, world.eve))
    for row in rows:
        for who in islice(everybody, people):
            await use(world, who, row)


async def use(world: World, who: simcord.MemberActor, row: Row) -> None:
    """Press a button, or choose the first option of a select, on a message that still has it."""
    message = await world.send(Page(rows=(row,)).view())
    (item,) = controls(message)
    custom_id = item["custom_id"]
    if "options" in item:
        result = await who.select(message, [item["options"][0]["value"]], custom_id=custom_id)
    else:
        result = await who.click(message, custom_id=custom_id)
    assert result.acknowledged, custom_id
    assert not result.followups, custom_id
    await world.app.tasks.idle()
    for posted in world.channel.history():
        await world.delete(posted)
