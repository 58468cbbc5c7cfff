"""Practice: three positions at a time, each counted once, and seen by nobody else."""

import pytest

from bot.features import solving
from bot.matches.clock import DAY
from bot.matches.practice import Exercise
from bot.store.practice import PracticeRow, find_practice
from tests.ui.playing import forged
from tests.ui.test_exercises import tried
from tests.ui.world import World, text


async def practised(world: World) -> list[PracticeRow]:
    return await world.app.database.read(find_practice, world.mina.id)


async def test_ones_own_mistakes_come_one_after_the_other(world: World) -> None:
    match, told = await tried(world)
    mistakes = [moment for moment in told if moment.why != "best"]
    page = await world.slash(world.mina, "practice")
    for place, moment in enumerate(mistakes, 1):
        assert f"**Practice** · {place} of 3 · What would you do now?" in text(page)
        page = await world.press(world.mina, page, "reveal")
        assert f"**Practice** · {place} of 3 · game {match.id}, before move {moment.ply}" in text(page)
        assert (" was better." if moment.why == "place" else "The best that I know is ") in text(page)
        assert "This position comes back in 2 days." in text(page)
        page = await world.press(world.mina, page, "following")
    assert [(row.game_id, row.tried, row.solved) for row in await practised(world)] == [(match.id, 1, 0)] * len(
        mistakes
    )


async def test_a_move_that_was_found_is_counted_and_the_position_comes_back(world: World) -> None:
    _, told = await tried(world)
    first = next(moment for moment in told if moment.why != "best")
    for solved, days in ((1, 2), (2, 0)):
        await world.slash(world.mina, "practice")
        answer = await forged(world, f"due.{first.ply}.spots", "pickit", revision=solved - 1, shown=str(first.better))
        answer = await world.press(world.mina, answer, "pickit")
        assert f"before move {first.ply}" in text(answer)
        assert "**Yes**, I would do just that." in text(answer)
        assert (f"comes back in {days} days." if days else "solved this position twice") in text(answer)
        assert (await practised(world))[0].solved == solved
        await world.env.advance_time(3 * DAY)


async def test_after_three_there_is_a_pause_and_more_for_those_who_like(world: World) -> None:
    page = await world.slash(world.mina, "practice")
    for _ in range(2):
        page = await world.press(world.mina, await world.press(world.mina, page, "reveal"), "following")
    page = await world.press(world.mina, page, "reveal")
    assert "That makes 3 today, which is enough." in text(page)
    assert "Three more" in str([item.to_dict() for item in page.components])
    pause = await world.slash(world.mina, "practice")
    assert "You have practised 3 positions today, which is enough." in text(pause)
    more = await world.press(world.mina, pause, "following")
    assert "1 of 3" in text(more)
    await world.env.advance_time(DAY)
    assert "1 of 3" in text(await world.slash(world.mina, "practice"))


@pytest.mark.cheapest
async def test_a_position_of_others_says_whose_move_it_was_and_who_finds_it(world: World) -> None:
    page = await world.slash(world.eve, "practice")
    assert "1 of 3 · What would you do in " in text(page)
    answer = await world.press(world.eve, page, "reveal")
    assert "1 of 3 · Pompom and all stronger rivals find the move." in text(answer)
    assert "rival" in text(answer)
    assert await practised(world) == []


async def test_an_answer_overtaken_by_another_window_is_refused(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was still being weighed when the other one came."""
    monkeypatch.setattr(solving, "QUICK_SECONDS", 0.0)
    await tried(world)
    note = world.app.practice.note

    async def overtaken(exercise: Exercise, *, is_solved: bool) -> Exercise:
        await note(exercise, is_solved=not is_solved)
        return await note(exercise, is_solved=is_solved)

    monkeypatch.setattr(world.app.practice, "note", overtaken)
    page = await world.slash(world.mina, "practice")
    answer = await world.press(world.mina, page, "advance")
    assert "You have answered this one already." in text(world.now_shown(world.mina, answer))


FORGED = [
    ("due.0", 0, "This position is gone"),
    ("due.9999", 0, "This position is gone"),
    ("due.1", 99, "This position is gone"),
    ("due", 0, "This button is from an older version"),
    ("due.x", 0, "This button is from an older version"),
]


async def test_forged_buttons_get_one_sentence(world: World) -> None:
    for page, game, sentence in FORGED:
        message = await forged(world, page, "again", subject=game)
        told = text(await world.press(world.mina, message, "again"))
        assert told.startswith(sentence), (page, game)
        assert "\n" not in told
