"""The animation of a game and its record: asked for on the pages of the replay, or shared by command."""

import io

import discord
import pytest
from PIL import Image, ImageSequence

from bot.ui.kit.pictures import Stopped
from game import parse_record
from tests.ui.pictures import drawn
from tests.ui.playing import more, moved, resigned
from tests.ui.world import World, offered, text


async def attached(message: discord.Message) -> dict[str, bytes]:
    """What a message carries, by the endings of the names."""
    return {file.filename.rpartition(".")[2]: await file.read() for file in message.attachments}


@drawn
async def test_the_board_of_a_finished_game_leads_to_its_animation(world: World) -> None:
    await world.accepted_game()
    await moved(world, "+", "+", "+")
    match = await resigned(world, world.tom)
    steps = await world.press(world.eve, world.board(), "replay")
    files = await attached(await world.press(world.eve, steps, "animation"))
    assert files["gif"][:6] == b"GIF89a"
    with Image.open(io.BytesIO(files["gif"])) as animation:
        assert len(list(ImageSequence.Iterator(animation))) > len(match.plies)
    record = parse_record(files["txt"].decode())
    assert record == match.record
    assert [step.position for step in record.steps()][-1] == match.position


async def test_pictures_have_names_of_their_own_by_what_they_show(world: World) -> None:
    """So nobody takes the old picture of a message for the new one."""
    await world.accepted_game()
    await moved(world, "+", "+", "+")
    shown = []
    page = await world.slash(world.mina, "replay")
    for control in ("previous", "previous", "following"):
        page = await world.press(world.mina, page, control)
        shown += [file.filename for file in page.attachments]
    assert shown[0] == shown[2] != shown[1]


@pytest.mark.cheapest
async def test_it_takes_the_place_of_the_moment_that_was_shown_and_leads_back_to_it(world: World) -> None:
    await world.accepted_game()
    await moved(world, "+", "+", "+")
    steps = await world.press(world.mina, await world.slash(world.mina, "replay"), "previous")
    assert "Move 2 of 3" in text(steps)
    animation = await world.press(world.mina, steps, "animation")
    assert animation.id == steps.id
    assert "3 moves" in text(animation)
    back = await world.press(world.mina, animation, "replay")
    assert back.id == steps.id
    assert "Move 2 of 3" in text(back)
    assert "gif" not in await attached(back)


async def test_it_stays_when_there_is_another_page_of_its_game(world: World) -> None:
    await world.accepted_game()
    await moved(world, "+")
    animation = await world.press(world.mina, await world.slash(world.mina, "replay"), "animation")
    await more(world, world.mina)
    assert animation.id in [page.id for page in world.channel.history(viewer=world.mina)]
    steps = await world.press(world.mina, animation, "replay")
    await more(world, world.mina)
    assert steps.id not in [page.id for page in world.channel.history(viewer=world.mina)]


async def test_a_resigned_game_has_an_animation(world: World) -> None:
    await world.accepted_game()
    await resigned(world, world.mina)
    answer = await world.slash(world.mina, "replay", share=True)
    assert "gif" in await attached(answer)


async def test_it_is_shared_from_its_page_as_by_command(world: World) -> None:
    await world.accepted_game()
    await moved(world, "+", "+")
    steps = await world.slash(world.mina, "replay")
    animation = await world.press(world.mina, steps, "animation")
    pressed = await world.press(world.mina, animation, "share")
    asked = await world.slash(world.mina, "replay", share=True)
    for shared in (pressed, asked):
        assert not shared.flags.ephemeral
        assert not world.pinged(shared)
        assert (await attached(shared)).keys() == {"gif", "txt"}
        assert offered(shared) == ["replay"]
    assert f"<@{world.mina.id}> wants to show you this" in text(pressed)
    assert "Move 2 of 2" in text(await world.press(world.eve, pressed, "replay"))


async def test_a_bot_that_stops_begins_none(world: World) -> None:
    await world.accepted_game()
    await moved(world, "+")
    world.app.animations.stop()
    assert "being restarted" in text(await world.slash(world.mina, "replay", share=True))


async def test_who_asks_too_often_is_told_so_privately_and_keeps_the_page(world: World) -> None:
    await world.accepted_game()
    await moved(world, "+")
    page = await world.slash(world.mina, "replay")
    async with world.app.animations.queued(world.mina.id):
        for answer in (
            await world.slash(world.mina, "replay", share=True),
            await world.press(world.mina, page, "animation"),
        ):
            assert answer.flags.ephemeral
            assert "busy drawing" in text(answer)
            assert answer.id != page.id


FAULTS = [(Stopped(), "being restarted"), (TimeoutError(), "within a minute")]


@pytest.mark.parametrize(("error", "words"), FAULTS, ids=["stopped", "late"])
async def test_one_that_is_not_drawn_ends_with_a_sentence(
    world: World, monkeypatch: pytest.MonkeyPatch, error: Exception, words: str
) -> None:
    async def fails(*_: object) -> bytes:
        raise error

    await world.accepted_game()
    await moved(world, "+")
    page = await world.slash(world.mina, "replay")
    monkeypatch.setattr(world.app.pictures, "animate", fails)
    assert words in text(await world.slash(world.mina, "replay", share=True))
    assert words in text(await world.hear(world.mina, page, "animation"))


@pytest.mark.logs_errors
async def test_one_that_fails_ends_with_a_sentence(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(*_: object) -> bytes:
        raise ZeroDivisionError

    await world.accepted_game()
    await moved(world, "+")
    monkeypatch.setattr(world.app.pictures, "animate", fails)
    assert "Something went wrong" in text(await world.slash(world.mina, "replay", share=True))
