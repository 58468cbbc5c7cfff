"""Games against rivals: their moves are thought of elsewhere, and shown with the move that they answer or after it."""

import json
import random
from dataclasses import replace
from pathlib import Path

import discord
import pytest

from bot.matches.match import Match
from bot.thinking.waiting import AT_ONCE, SHORTLY, SOON
from bot.thinking.worker import Question
from bot.ui.kit.brand import ROOT
from bot.ui.kit.texts import speaker
from bot.ui.pages.turn import late_page
from bot.ui.publish import rival_moves
from bot.ui.publish.channels import QUICK
from game import ADVANCE, LEATHER, Move, Placement, Position
from game.tidy import tidiest
from tests.thinking.building import standin
from tests.ui.playing import asked, by_hand, given_up, later, mover, play_on, take_turn, termination
from tests.ui.world import World, chosen, controls, offered, text


@pytest.fixture
def mended(tmp_path: Path) -> Path:
    """What the engine has as its fault, it does until this file is there."""
    return tmp_path / "mended"


@pytest.fixture
def engine(fault: str, mended: Path) -> tuple[str, ...]:
    when, _, what = fault.rpartition(":")
    return standin("0", *([f"{when or 'until'}:{mended}:{what}"] if fault else []))


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every rival takes longer than an answer waits."""
    monkeypatch.setattr(rival_moves, "ANSWER_SECONDS", 0.0)


@pytest.fixture(autouse=True)
async def a_bot_whose_engine_is_dead_leaves_it_to_the_sweep(
    world: World, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if fault == "dies":
        monkeypatch.setattr("bot.app.QUICK", ())
        await world.restart()


dies = pytest.mark.parametrize("fault", ["dies"])


def mend(file: Path) -> None:
    """Let the engine do what it should from now on."""
    file.touch()


async def turn_over(world: World, message: discord.Message, *, game: int = 1, seed: int = 1) -> discord.Message:
    """Moves of mina's until her rival has been to move. Returns the answer to the last one."""
    rng = random.Random(seed)
    while True:
        before = await world.match(game)
        message = await take_turn(world, rng, message, game=game)
        after = await world.match(game)
        if after.outcome or after.awaits_rival or after.revision > before.revision + 1:
            return message


async def played_to_the_end(world: World, game: int = 1, seed: int = 3, *, well: bool = False) -> Match:
    """A game against a rival, played on below the ui; ``well``: with the largest patches, close together."""
    rng = random.Random(seed)
    while not (match := await world.match(game)).outcome:
        assert not match.awaits_rival
        with world.env.time_context():
            move = _good_move(match.position) if well else rng.choice(match.position.legal_moves)
            await world.app.matches.play(game, match.revision, mover(match), move)
            await world.app.rival_moves.made(game)
    await world.show(game)
    return match


def _good_move(position: Position) -> Move:
    quilt, legal = position.player(position.turn).quilt, position.legal_moves
    patches = [LEATHER] if position.leather else list(position.offers)
    places = [place for patch in patches for place in tidiest(quilt, patch)[:1] if place in legal]
    worth = {
        place: 2 * place.patch.size + 4 * place.patch.income - place.patch.cost - place.patch.time for place in places
    }
    return max(places, key=worth.__getitem__, default=ADVANCE)


def sent(world: World, since: int) -> list[str]:
    """What was sent since so many requests: each request with its body."""
    requests = world.env.http_requests[since:]
    return [f"{each.method} {each.path} {json.dumps(each.json, ensure_ascii=False)}" for each in requests]


def boards_sent(world: World, since: int) -> list[str]:
    """The boards among them, posted or edited."""
    return [each for each in sent(world, since) if "/channels/" in each and ":board:" in each]


def seats(match: Match) -> list[int]:
    return [ply.seat for ply in match.plies]


async def test_one_answer_and_one_board_show_both_moves(world: World) -> None:
    await by_hand(world)
    first = await world.slash(world.mina, "rival", where="here", level="bobbin")
    assert "Game 1 against Bobbin, level 5 of 7: you begin." in text(first)
    assert "against Bobbin" in text(world.board())
    since = len(world.env.http_requests)
    page = await turn_over(world, first)
    match = await world.match()
    assert match.mover == world.mina.id
    assert seats(match)[-1] == 2
    assert "**Your turn.**" in text(page).partition("\n")[0]
    assert "Bobbin: " in text(world.board())
    assert f"\n{world.mina.mention}: " in text(world.board())
    own = [ply for ply in match.plies if ply.seat == 1]
    assert len(boards_sent(world, since)) == len(own), "one for each of her moves, and none for the rival's"
    assert "thinking" not in str(sent(world, since))
    assert world.calls() == []


async def test_what_a_rival_begins_with_is_told_in_words_on_the_page_or_on_the_board_beside_it(world: World) -> None:
    page = await world.slash(world.mina, "rival", level="pin", first="rival", where="private")
    assert text(page).startswith("Game 1 against Pin: "), "which game it is, what Pin did, and nothing above it"
    assert seats(await world.match())[0] == 2
    page = await world.slash(world.mina, "rival", level="pin", first="rival", where="here")
    assert "Game 2 against Pin, level 3 of 7. Play here" in text(page)
    assert {"advance", "more"} <= set(offered(page))
    told = [line for line in text(world.board()).splitlines() if line.startswith("Pin: ")]
    assert told
    assert told[0] not in text(page)
    assert f"<@{world.mina.id}> to move" in text(world.board())


async def test_the_way_back_to_a_game_that_a_rival_began_takes_the_place_of_a_tip(world: World) -> None:
    page = await world.slash(world.mina, "rival", level="pin", first="rival")
    assert ("Tip:" in text(page), "leads back here" in text(page)) == (True, False), "the first tip says how to read it"
    await world.slash(world.mina, "settings", tips="off")
    page = await world.slash(world.mina, "rival", level="pin", first="rival")
    assert text(page).startswith("-# Game 2 against Pin, level 3 of 7. ")
    assert ("Tip:" in text(page), "leads back here" in text(page)) == (False, True)


@pytest.mark.usefixtures("slow")
async def test_a_rival_who_takes_long_is_thinking_until_the_same_messages_show_the_move(world: World) -> None:
    page = await world.slash(world.mina, "rival", where="here", level="thimble")
    board, match = world.board(), await world.match()
    while seats(match)[-1:] != [2]:
        since = len(world.env.http_requests)
        page = await take_turn(world, random.Random(1), page)
        match = await world.match()
    answers = [each for each in sent(world, since) if "/channels/" not in each and "is thinking…" in each]
    assert len(answers) == 1
    first, *_, last = boards_sent(world, since)
    assert "Loom is thinking…" in first
    assert "advance" not in first
    assert "to move" in last
    assert not [each for each in boards_sent(world, since) if each.startswith("POST")]
    assert world.board().id == board.id
    assert "**Your turn.**" in text(page).partition("\n")[0]
    assert {"advance", "more"} <= set(offered(page))


async def test_a_rival_moves_on_as_long_as_it_is_its_turn_and_sews_its_leather(world: World) -> None:
    await world.slash(world.mina, "rival", where="here", level="needle")
    match = await played_to_the_end(world)
    runs = "".join(map(str, seats(match)))
    assert "22" in runs
    assert any(ply.seat == 2 and isinstance(ply.move, Placement) and not ply.move.patch.cost for ply in match.plies)
    assert termination(match) == "finished"
    board = text(world.board())
    assert board.count("level 6 of 7") == 1
    assert "Against each level" not in board


async def test_the_engine_is_always_asked_for_somebody(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """By that it is told whose turn it is."""
    asked, ask = list[tuple[int, int]](), world.app.thinking.ask

    async def noted(question: Question, person: int, urgency: int) -> None:
        asked.append((person, urgency))
        await ask(question, person, urgency)

    monkeypatch.setattr(world.app.thinking, "ask", noted)
    page = await world.slash(world.mina, "rival", level="pin", first="rival", where="here")
    await world.slash(world.tom, "rival", level="thimble", first="rival", where="here")
    await world.press(world.mina, await world.press(world.mina, page, "more"), "hint")
    mina, tom = world.mina.id, world.tom.id
    assert list(dict.fromkeys(asked)) == [(mina, AT_ONCE), (tom, SOON), (mina, SHORTLY)]


@dies
async def test_a_move_that_is_owed_is_made_after_a_restart_and_only_once(world: World, mended: Path) -> None:
    await by_hand(world)
    await world.slash(world.mina, "rival", where="here", level="pin")
    for message in (await turn_over(world, world.board()), world.board()):
        assert "Pin is thinking…" in text(message)
    owed = await world.match()
    await world.sweep()
    assert (await world.match()).revision == owed.revision
    mend(mended)
    await world.restarted()
    match = await world.match()
    assert match.plies[owed.revision :], "it was made"
    assert {ply.seat for ply in match.plies[owed.revision :]} == {2}
    assert match.mover == world.mina.id
    for _ in range(2):
        await world.sweep()
    assert (await world.match()).revision == match.revision
    assert f"<@{world.mina.id}> to move" in text(world.board())


@pytest.mark.parametrize("fault", ["once:dies"])
async def test_a_move_that_fails_is_tried_again_soon(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.thinking.queue.TRIES", 1)
    since = len(world.env.http_requests)
    await world.slash(world.mina, "rival", where="here", level="pin")
    await turn_over(world, world.board())
    assert "Pin is thinking…" in boards_sent(world, since)[-1]
    await world.env.advance_time(QUICK[0])
    assert (await world.match()).mover == world.mina.id
    assert f"<@{world.mina.id}> to move" in text(world.board())


@dies
@pytest.mark.parametrize("first", ["me", pytest.param("rival", marks=pytest.mark.night)])
async def test_whoever_waits_longer_is_told_so_and_can_look_again(world: World, mended: Path, first: str) -> None:
    page = await world.slash(world.mina, "rival", level="pin", where="private", first=first)
    page = page if first == "rival" else await turn_over(world, page)
    late = "Pin takes longer than usual. The move comes by itself."
    assert late in text(page)
    page = await world.press(world.mina, page, "home")
    assert late in text(page)
    owed = await world.match()
    mend(mended)
    await later(world, 61)
    shown = world.now_shown(world.mina, page)
    left = await world.send(replace(late_page(speaker("en"), owed, world.mina.id), picture=None).view())
    for now in (shown, await world.press(world.mina, left, "home")):
        assert late not in text(now)
        assert {"advance", "more"} <= set(offered(now))


@dies
async def test_all_that_can_be_looked_at_meanwhile_can_be_pressed(world: World) -> None:
    await world.slash(world.mina, "rival", where="here", level="pin")
    page = await turn_over(world, world.board())
    for control in ("more", "ring", "quilt1", "quilt2", "text", "patches", "text", "pictures", "replay", "more"):
        page = await world.press(world.mina, page, control)
        assert "advance" not in offered(page)
    assert "Pin is thinking" in text(page)
    assert "Pin is thinking" in text(await asked(world, world.mina, "text"))
    assert "watching" not in text(await world.press(world.eve, world.board(), "more"))


async def test_games_against_rivals_are_listed_and_suggested_by_name(world: World) -> None:
    await world.slash(world.mina, "rival", where="here", level="pin")
    await world.slash(world.mina, "rival", level="thimble", first="rival", where="here")
    listed = text(await world.slash(world.mina, "games"))
    assert "against Pin, move 1. **Your move.**" in listed
    assert "against Loom" in listed
    suggested = await world.mina.autocomplete(world.channel, f"{ROOT} games", "game", "")
    names = [choice["name"] for choice in suggested]
    assert names == ["1 · against Pin · your move", "2 · against Loom · your move"]
    assert "and Pin" in text(await world.moderate(world.keeper, "list"))


async def test_a_rematch_is_offered_one_level_up_and_down_and_the_other_one_starts(world: World) -> None:
    await world.slash(world.mina, "rival", where="here", level="button", leather="revised")
    await played_to_the_end(world)
    more = await world.press(world.mina, world.board(), "more")
    (levels,) = (item for item in controls(more) if item["custom_id"].startswith("s"))
    assert [(option["label"], option["description"]) for option in levels["options"]] == [
        ("Pin (fairly easy)", "One level down"),
        ("Thread (medium)", "The same again"),
        ("Bobbin (fairly hard)", "One level up"),
    ]
    assert chosen(more) == []
    begun = await world.choose(world.mina, more, "rematch", "bobbin")
    assert "Game 2 against Bobbin, level 5 of 7. " in text(begun)
    match = await world.match(2)
    assert match.setup.track == "revised"
    assert seats(match)[0] == 2
    again = await world.press(world.mina, world.boards()[0], "easier")  # one who has lost clearly is offered that first
    assert "Game 2 against Bobbin, level 5 of 7. " in text(again), "there is one rematch"


async def test_whoever_has_won_is_offered_one_level_up_first(world: World) -> None:
    await by_hand(world)
    await world.slash(world.mina, "rival", level="pompom", first="me")
    match = await played_to_the_end(world, well=True)
    assert match.winner == 1, [match.position.score(seat) for seat in (1, 2)]
    page = await world.slash(world.mina, "games", game=1)
    first = controls(page)[0]
    assert (first["label"], first["style"]) == ("Try Tassel, one level up", discord.ButtonStyle.primary.value)
    assert "Tassel" in text(await world.press(world.mina, page, "harder"))


@pytest.mark.parametrize(
    ("level", "offers"),
    [("pompom", ["pompom", "tassel"]), pytest.param("thimble", ["needle", "thimble"], marks=pytest.mark.night)],
)
async def test_beside_the_ends_of_the_scale_there_are_fewer(world: World, level: str, offers: list[str]) -> None:
    await world.slash(world.mina, "rival", level=level, first="rival", where="here")
    await given_up(world, world.mina)
    more = await world.press(world.mina, world.board(), "more")
    (levels,) = (item for item in controls(more) if item["custom_id"].startswith("s"))
    assert [option["value"] for option in levels["options"]] == offers
    assert ": you begin." in text(await world.press(world.mina, world.board(), "rematch"))
    assert str((await world.match(2)).rival) == str((await world.match()).rival)


async def lost(world: World, level: str, game: int) -> None:
    await world.slash(world.mina, "rival", level=level, first="rival", where="here")
    await play_on(world, 4, game=game)
    await given_up(world, world.mina, game=game)


@pytest.mark.night
async def test_three_games_tell_which_level_suits(world: World) -> None:
    await lost(world, "bobbin", 1)
    assert "mylevel" not in offered(await world.press(world.mina, world.board(), "more"))
    await lost(world, "bobbin", 2)
    await lost(world, "bobbin", 3)
    more = await world.press(world.mina, world.boards()[0], "more")
    answer = await world.press(world.mina, more, "mylevel")
    assert "**Thread** should suit you: you have won 0 of your last 3 games against rivals." in text(answer)
    begun = await world.choose(world.mina, answer, "rival", "pin")
    assert "Game 4 against Pin" in text(begun)
    assert "against Thread" in text(await world.slash(world.mina, "rival", where="here"))


@pytest.mark.cheapest
async def test_of_a_stranger_the_rival_is_an_easy_one(world: World) -> None:
    assert "against Pompom" in text(await world.slash(world.mina, "rival", where="here"))


@pytest.mark.usefixtures("slow")
async def test_a_rival_who_moves_first_and_takes_long_is_thinking_at_first(world: World) -> None:
    since = len(world.env.http_requests)
    page = await world.slash(world.mina, "rival", level="thimble", first="rival", where="here")
    assert [each for each in sent(world, since) if "Game 1 against Loom, level 7 of 7. " in each]
    assert [each for each in sent(world, since) if "is thinking…" in each]
    assert {"advance", "more"} <= set(offered(page))
    assert f"<@{world.mina.id}> to move" in text(world.board())
