"""Plans, as those who make them see them, and as nobody else does."""

import re
from typing import Any

import discord
import pytest
from sqlalchemy import Connection

from bot.matches.plan import Plan
from bot.store.plans import drop_plan, note_plans
from bot.ui.kit.brand import ROOT
from bot.ui.pages.plans import plan_page
from game import ADVANCE, Position, other
from tests.matches.building import not_new
from tests.ui.every_page import SAY, some_matches
from tests.ui.playing import advanced, forged, later, more, move_that_leads_to, moved, resigned
from tests.ui.world import World, alt, chosen, controls, ids, offered, text


async def tom_waits(world: World) -> discord.Message:
    """A game in which tom waits for mina; returns the page of his plan."""
    await world.accepted_game(first="me", pace=3)
    return await world.press(world.tom, await more(world, world.tom), "plan")


def number_of(page: discord.Message) -> str:
    """A patch that can be planned."""
    return next(control for control in offered(page) if control in "123456")


async def test_this_patch_here_whatever_happens_takes_three_taps_after_a_turn(world: World) -> None:
    await world.accepted_game(first="me")
    page = await world.press(world.mina, await advanced(world, world.mina), "plan")  # one
    panel = await world.press(world.mina, page, number_of(page))  # two
    assert "It is sewn if it can still be had." in text(panel)
    assert panel.attachments
    page = await world.press(world.mina, panel, "planit")  # three
    assert "Planned." in text(page)
    assert "**1** Sew the " in text(page)
    assert alt(page).startswith("Here the ")
    await world.app.tasks.idle()
    assert (await world.match()).has_plan(1)


@pytest.mark.cheapest
async def test_a_plan_is_carried_out_at_once_and_the_board_says_so(world: World) -> None:
    page = await tom_waits(world)
    page = await world.press(world.tom, page, "planadvance")
    called = len(world.calls())
    answer = await advanced(world, world.mina)
    match = await world.match()
    assert [ply.how for ply in match.plies][:2] == [None, "planned"]
    assert match.mover == world.mina.id
    tom = f"<@{world.tom.id}>: Advance +"
    assert tom in text(world.board())
    assert "as planned" in text(world.board())
    assert tom in text(answer)
    assert len(world.calls()) == called, "tom is not called for a turn that was made for him, nor mina at the table"


async def test_who_is_called_next_hears_what_their_plan_did(world: World) -> None:
    page = await tom_waits(world)
    await world.press(world.tom, page, "planadvance")
    await moved(world, "+")
    match = await world.match()
    assert match.mover == world.mina.id
    await moved(world, move_that_leads_to(2, match.position))
    people, said = world.calls()[-1]
    assert people == {world.tom.id}
    assert "You moved as you had planned. You advanced " in said


def seen_by(message: discord.Message) -> Any:
    """All that a message shows: texts, controls and their states, pictures."""
    return text(message), controls(message), ids(message), [each.filename for each in message.attachments]


async def test_nobody_else_can_tell_that_there_is_a_plan(world: World) -> None:
    page = await tom_waits(world)
    before = await world_of_mina(world)
    public, requests = seen_by(world.board()), len(world.env.http_requests)
    page = await world.press(world.tom, page, "planadvance")
    sent = [each.path for each in world.env.http_requests[requests:]]
    assert all("/callback" in path or "/webhooks/" in path for path in sent), "only tom is answered"
    await world.sweep()
    assert seen_by(world.board()) == public
    assert await world_of_mina(world) == before
    await world.press(world.tom, page, "plandrop")
    assert await world_of_mina(world) == before


async def world_of_mina(world: World) -> list[Any]:
    """Everything that mina can open about the game, byte for byte."""
    shown: list[Any] = []
    for in_words in (False, True):
        await world.app.preferences.change(world.mina.id, words=in_words)
        page = await more(world, world.mina)
        for control in ("quilt1", "quilt2", "ring", "patches", "replay"):
            page = await world.press(world.mina, page, control) if control in offered(page) else page
            shown.append((seen_by(page), [await each.read() for each in page.attachments]))
        panel = await world.press(world.mina, world.board(), "advance")
        shown.append((seen_by(panel), [await each.read() for each in panel.attachments]))
    await world.app.preferences.change(world.mina.id, words=False)
    suggested = await world.mina.autocomplete(world.channel, f"{ROOT} games", "game", "")
    return [*shown, seen_by(await world.slash(world.mina, "games")), suggested]


async def test_who_is_waited_for_although_they_had_planned_reads_why_and_nobody_else_does(world: World) -> None:
    await tom_waits(world)
    await world.app.plans.add(1, 0, world.tom.id, None)
    await moved(world, "+")
    why = "Your plan stopped here, as you had asked it to."
    for control in ("1", "advance", "more"):
        page = await world.press(world.tom, world.board(), control)
        assert text(page).count(why) == 1, control
    assert text(await world.press(world.tom, page, "text")).count(why) == 1
    assert "Your plan" not in text(world.board())
    before = await world_of_mina(world)
    await world.app.database.write(forgotten_plans)
    assert await world_of_mina(world) == before
    page = await world.press(world.tom, await world.press(world.tom, world.board(), "1"), "sew")
    assert "Your plan" not in text(page)


def forgotten_plans(connection: Connection) -> None:
    """Let there never have been a plan."""
    drop_plan(connection, 1, 2)
    note_plans(connection, 1, 0)


async def test_a_plan_that_stops_costs_no_request_by_which_it_could_be_told(world: World) -> None:
    await world.app.preferences.change(world.tom.id, call_gap=0)
    sent = []
    for game in (1, 2):
        there = world.guild.create_text_channel(f"channel-{game}")
        await world.begin(world.mina, world.tom, there, first="me")
        if game == 2:
            await world.app.plans.add(2, 0, world.tom.id, None)
        before = len(world.env.http_requests)
        await advanced(world, world.mina, world.boards(there)[0])
        requests = world.env.http_requests[before:]
        sent.append([(each.method, re.sub(r"\d{5,}.*", "", each.path)) for each in requests])
    assert sent[0] == sent[1]
    assert len(sent[0]) > 3


async def test_entries_can_depend_on_what_the_other_does_and_be_taken_out(world: World) -> None:
    page = await tom_waits(world)
    page = await world.choose(world.tom, page, "planif", "1")
    panel = await world.press(world.tom, page, number_of(page))
    (taken,) = re.findall(rf"Only if <@{world.mina.id}> takes (.*), and nothing more", text(panel))
    page = await world.press(world.tom, await world.press(world.tom, panel, "home"), "planadvance")
    assert "**1** Advance · if they take " in text(page)
    assert chosen(page) == [f"If they take {taken} …"], "what was chosen in a select stays there"
    page = await world.choose(world.tom, page, "planif", "2")
    page = await world.press(world.tom, page, "planwait")
    assert "**2** Wait for me · if they " in text(page)
    page = await world.choose(world.tom, page, "planif", "any")
    assert "planwait" not in offered(page), "without a condition, an end of the plan says the same"
    page = await world.press(world.tom, await world.press(world.tom, page, "planchange"), "home")
    assert "planadvance" in offered(page)
    changing = await world.press(world.tom, page, "planchange")
    assert offered(changing) == ["unplan", "home", "plandrop"]
    (listed,) = [each["options"] for each in controls(changing) if each["custom_id"].endswith(":unplan")]
    assert listed[0]["label"].startswith("1: Advance")
    page = await world.choose(world.tom, changing, "unplan", listed[0]["value"])
    assert "**1** Wait for me" in text(page)
    page = await world.press(world.tom, page, "plandrop")
    assert "The plan is dropped" in text(page)
    assert not (await world.match()).plans


async def test_five_entries_are_enough(world: World) -> None:
    page = await tom_waits(world)
    for number, control in (("1", "advance"), ("1", "wait"), ("2", "advance"), ("2", "wait"), ("any", "advance")):
        page = await world.choose(world.tom, page, "planif", number)
        page = await world.press(world.tom, page, f"plan{control}")
    assert "**5** Advance" in text(page)
    assert offered(page) == ["unplan", "more", "plandrop"]
    (full,) = [each for each in controls(page) if each["custom_id"].endswith(":unplan")]
    assert full["placeholder"] == "Full. Take an entry out…"
    page = await world.choose(world.tom, page, "unplan", full["options"][4]["value"])
    assert "planadvance" in offered(page)


def test_picture_and_buttons_of_a_plan_say_what_its_maker_can_pay_and_bear_the_same_numbers() -> None:
    """Not what the other can pay, whose turn it is, and who has more or fewer buttons."""
    for match in some_matches(1):
        position, seat = match.position, other(match.position.turn)
        purses = [position.player(each).buttons for each in (seat, position.turn)]
        if match.outcome or len({tuple(patch.cost > purse for patch in position.offers) for purse in purses}) == 1:
            continue
        page = plan_page(SAY, match, match.person_at(seat), Plan())
        assert page.above[0].endswith(f"has moved · {SAY('plan.has', count=purses[0])}")
        assert page.picture
        shown = dict(page.picture.drawing.options)
        beside = shown["beside"]
        assert isinstance(beside, Position)
        assert (beside.token, beside.leather, beside.ring) == (seat, 0, position.ring)
        assert shown["is_numbered"]
        takes = {each.label: each for row in page.rows if isinstance(row, tuple) for each in row}
        for number, patch in enumerate(beside.offers, 1):
            assert takes[str(number)].enabled == (patch.cost <= purses[0])
        return
    pytest.fail("no match in which one can pay for more than the other")


async def test_the_list_of_games_leads_to_plans_and_tells_which_there_are(world: World) -> None:
    await tom_waits(world)
    listed = await world.slash(world.tom, "games")
    assert "You have a plan." not in text(listed)
    page = await world.press(world.tom, await world.choose(world.tom, listed, "open", "1"), "plan")
    await world.press(world.tom, page, "planadvance")
    assert "You have a plan." in text(await world.slash(world.tom, "games"))
    assert "You have a plan." not in text(await world.slash(world.mina, "games"))


async def test_an_old_page_of_a_plan_is_refused_in_one_sentence(world: World) -> None:
    page = await tom_waits(world)
    panel = await world.press(world.tom, page, number_of(page))
    await moved(world, "+")
    refused = await world.press(world.tom, panel, "planit")
    assert "The game has moved on since then." in text(refused)
    assert not (await world.match()).plans
    old = await forged(world, "more", "plan", revision=1)
    assert "It is your move already" in text(await world.press(world.tom, old, "plan"))
    await resigned(world, world.tom)
    assert "This game has ended." in text(await world.press(world.mina, old, "plan"))


async def poor_mina(world: World) -> None:
    """A game in which mina cannot pay for anything once tom has advanced."""
    await not_new(world.app.database, world.mina.id, world.tom.id)
    await world.accepted_game(first="me", pace=3)
    await world.press(world.mina, await world.press(world.mina, world.board(), "1"), "sew")


async def test_who_has_no_choice_is_not_called_and_both_read_what_happened(world: World) -> None:
    await poor_mina(world)
    called = len(world.calls())
    page = await advanced(world, world.tom)
    await later(world, 600)
    match = await world.match()
    assert [ply.how for ply in match.plies] == [None, None, "forced"]
    assert match.mover == world.tom.id
    assert len(world.calls()) == called
    said = text(world.board())
    mina = f"<@{world.mina.id}>"
    assert f"{mina}: no choice → " in said
    assert "**Your turn.**" in text(page)
    assert f"{mina}: Advance +2 · no choice · +2 income → " in text(page)


async def test_who_is_called_next_hears_of_all_that_happened(world: World) -> None:
    await poor_mina(world)
    await moved(world, "+")
    await moved(world, move_that_leads_to(1, (await world.match()).position))
    people, said = world.calls()[-1]
    assert people == {world.mina.id}
    assert f"<@{world.mina.id}>, your move in game 1. <@{world.tom.id}> " in said
    assert "You had no choice before that. You advanced 2 spaces." in said, "nobody called her then"


async def test_a_replay_tells_which_moves_were_forced_and_which_were_planned(world: World) -> None:
    await poor_mina(world)
    await moved(world, "+")
    told = f"<@{world.mina.id}>: Advance +2 · no choice · +2 income → "
    match = await world.match()
    assert match.mover == world.tom.id
    await world.app.plans.add(match.id, match.revision, world.mina.id, ADVANCE)
    match = await moved(world, move_that_leads_to(1, match.position))
    page = await world.slash(world.tom, "replay")
    for ply in reversed(match.plies):
        assert (told in text(page)) == (ply.how == "forced")
        assert ("as planned" in text(page)) == (ply.how == "planned")
        page = await world.press(world.tom, page, "previous")
    assert [ply.how for ply in match.plies] == [None, None, "forced", None, "planned"]
