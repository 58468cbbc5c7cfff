"""Reviews: how a game went and where it turned, for its players and for those who watched."""

import asyncio
import re
from dataclasses import replace
from types import SimpleNamespace
from unittest.mock import AsyncMock

import pytest

import render
from bot.matches.match import Match, Ply
from bot.matches.reviews import FEWEST_MOVES, Told, taught
from bot.matches.seats import Rival
from bot.store.everything import drop_game
from bot.store.reviews import find_review
from bot.thinking.worker import PROGRAM
from bot.ui.kit.pictures import drawing
from bot.ui.kit.texts import speaker
from bot.ui.pages.reviews import chances, moment_sentences, percent, progress_page, review_page, unmade_page
from bot.ui.words.names import patch_subject, player_name
from bot.ui.words.reasons import Choice, because
from engine.reasons import bargain
from engine.verdicts import (
    BROUGHT,
    LATER,
    LEFT,
    NO_ROOM,
    PASSED,
    SHORT,
    Lost,
    Moment,
    Reason,
    Review,
    parse_reasons,
    parse_review,
)
from game import ADVANCE, PATCHES, Move, Placement, Position, Step, other
from game.placements import PLACEMENTS
from tests.game.building import seat, table
from tests.ui.every_page import MISSED, invented_review, matches
from tests.ui.faults import held
from tests.ui.pictures import sketch
from tests.ui.playing import forged, keep_review, meanwhile, more, moved, play_on, resigned
from tests.ui.test_rival import played_to_the_end
from tests.ui.world import World, alt, offered, picture, text

SAY = speaker("en")
FORGED = [("review.x", "following"), ("review", "following"), ("replay.x", "following"), ("animation.", "share")]


async def reviewed(world: World) -> tuple[Match, Review]:
    """A game that was played out, with a review that was made already."""
    await world.accepted_game(first="me")
    match = await play_on(world)
    review = invented_review(match)
    await keep_review(world, match, review)
    return match, review


def made_up() -> tuple[Match, Review]:
    """The same of a game that is in no world."""
    match = next(match for match in matches(1) if match.outcome)
    return match, invented_review(match)


async def long_enough(world: World) -> Match:
    """A game just long enough for a review, which nobody has made yet."""
    await world.accepted_game()
    await play_on(world, plies=FEWEST_MOVES)
    return await resigned(world, world.tom)


async def test_the_board_of_a_finished_game_leads_to_its_curve(world: World) -> None:
    match, review = await reviewed(world)
    page = await world.press(world.eve, world.board(), "review")
    pins = tuple(moment.ply for moment in review.moments)
    assert await picture(page) == sketch(drawing(render.draw_curve, chances(review), pins=pins, top=1))
    assert f"over {len(match.plies)} moves" in alt(page)
    assert f"Mark 1, at move {pins[0]} of the" in alt(page)
    assert "**1** " in text(page)
    assert {"first", "previous", "last"}.isdisjoint(offered(page))
    page = await world.press(world.mina, world.board(), "review")
    assert "You gave away about 43 points: 31 by what you chose, 12 by where you sewed it." in text(page)
    assert "gave away next to nothing" not in text(page), "a player is told of their own losses"
    assert "Moves 3 and 5 were costly, too." in text(page)
    assert "You gave away next to nothing." in text(await world.press(world.tom, world.board(), "review"))
    left = await world.send(progress_page(SAY, match, 1, 2).view())  # a bar that a restart has left
    assert "Above the middle" in text(await world.press(world.mina, left, "review"))
    for kind, control in FORGED:
        message = await forged(world, kind, control, revision=match.revision)
        assert "from an older version of me" in text(await world.press(world.eve, message, control)), kind


def named_by(moment: Moment, before: Position, worse: Move) -> int | None:
    """The patch, by its number, that a reason is about, if neither move takes it and its card is large enough."""
    taken = [str(move).partition("@")[0][:-1] for move in (moment.better, worse)]
    told = [each.numbers[0] for each in moment.reasons if each.kind == "prize" and str(each.numbers[0]) not in taken]
    return next((id for id in told if id in before.ring[:9]), None)


async def test_one_leafs_through_all_moments_and_back(world: World) -> None:
    """Each with the quilt before the move, the better one as it would lie, 1 where the other lies, and a sentence."""
    match, review = await reviewed(world)
    page = await world.press(world.eve, world.board(), "review")
    for number, moment in enumerate(review.moments, 1):
        page = await world.press(world.eve, page, "following")
        assert f"**{number}/{len(review.moments)}** · move {moment.ply}" in text(page)
        assert moment_sentences(SAY, match, review, moment) in text(page)
        before, played = match.at(moment.ply - 1).position, match.plies[moment.ply - 1].move
        worse, best = (played, moment.better) if moment.why != "best" else (moment.better, played)
        ghost = best if isinstance(best, Placement) else None
        places = (worse,) if isinstance(worse, Placement) else ()
        named = named_by(moment, before, worse)
        marked = {"ghost": ghost, "candidates": places, "beside": before, "is_marked": True, "named": named}
        shown = drawing(render.draw_quilt, before.player(before.turn).quilt, seat=before.turn, **marked)
        assert ("Place 1" in alt(page)) == bool(places)
        assert await picture(page) == sketch(shown)
    assert "following" not in offered(page)
    page = await world.press(world.eve, page, "previous")
    assert f"**{len(review.moments) - 1}/" in text(page)
    for _ in range(len(review.moments) - 1):
        page = await world.press(world.eve, page, "previous")
    assert "Above the middle" in text(page)


async def test_whoever_made_the_move_is_spoken_to_and_sees_their_own_side_on_top(world: World) -> None:
    match, review = await reviewed(world)
    seat = match.plies[review.moments[0].ply - 1].seat
    mover, other = world.person(match.user_at(seat)), world.person(match.user_at(3 - seat))
    pages, pins = [], tuple(moment.ply for moment in review.moments)
    for who, top in ((mover, seat), (other, 3 - seat)):
        page = await world.press(who, world.board(), "review")
        assert f"Above the middle, {SAY(f'sign.token.{top}')} <@{who.id}>" in text(page)
        assert await picture(page) == sketch(drawing(render.draw_curve, chances(review), pins=pins, top=top))
        pages.append(text(await world.press(who, page, "following")))
    assert "cost you about 12 points. Buying the short bar was better." in pages[0]
    assert f"cost <@{mover.id}> about 12 points" in pages[1]
    assert "Your chances fell from 61% to 50%" in pages[0]
    assert f"<@{mover.id}>'s chances fell from 61% to 50%" in pages[1]


@pytest.mark.parametrize(
    ("lost", "sentence"), [(30, "I found no move that cost anybody much."), (90, "many small losses did")]
)
def test_where_nothing_is_told_it_is_said_why(lost: int, sentence: str) -> None:
    match, review = made_up()
    flat = tuple(500 for _ in review.shares)
    bare = replace(review, shares=flat, moments=(), besides=(), lost=(Lost(lost, 0, lost, 20), Lost(0, 0, 0, 20)))
    page = review_page(SAY, match, bare, 0, match.people[0])
    assert sentence in "\n".join(page.below)
    praised = replace(bare, moments=tuple(moment for moment in review.moments if moment.why == "best"))
    assert len(praised.moments) == 1
    assert sentence in "\n".join(review_page(SAY, match, praised, 0, match.people[0]).below), "praise is no loss"
    page = review_page(SAY, match, replace(bare, moments=review.moments[:1]), 0, match.people[0])
    below = "\n".join(page.below)
    assert "The rest was lost little by little." not in below, "one moment was all of it"
    assert "No other move cost anybody much." in below
    much = replace(bare, moments=review.moments[:1], lost=(Lost(400, 0, 400, 20), Lost(0, 0, 0, 20)))
    assert "The rest was lost little by little." in "\n".join(review_page(SAY, match, much, 0, match.people[0]).below)


def test_a_jump_of_the_curve_that_no_mark_explains_is_owned_up_to() -> None:
    """It was not lost little by little then; and no move is named that was no mistake as far as anybody can tell."""
    match, review = made_up()
    much = (Lost(400, 0, 400, 20), Lost(0, 0, 0, 20))
    plies, marked = len(match.plies), review.moments[0].ply
    unsure = "Where the curve jumps without a mark, I am not sure what went wrong."

    def below(jump: int, *besides: int) -> str:
        shares = tuple(900 if ply < jump else 100 for ply in range(plies + 1))
        jumpy = replace(review, shares=shares, lost=much, moments=review.moments[:1], besides=besides)
        return "\n".join(review_page(SAY, match, jumpy, 0, match.people[0]).below)

    assert "The rest was lost little by little." in below(marked)
    assert unsure not in below(marked)
    assert unsure in below(marked + 1)
    assert "little by little" not in below(marked + 1)
    assert unsure not in below(marked + 1, marked + 1)


def test_what_speaks_against_a_move_is_said_before_the_better_one_is_named() -> None:
    """Or else *Advancing would have been better. It left no buttons* would be said of advancing."""
    match, review = made_up()
    told = [moment_sentences(SAY, match, review, moment) for moment in review.moments]
    assert "points. It left B2 shut in: hardly any patch fits there, and an empty square costs 2 points. A1" in (
        told[1].replace("\u2060", "")
    )
    assert re.search(r"was better\. There are 6 incomes to come\. At each, the \w[\w ]* pays 3, the \w", told[3])
    assert re.search(
        r"price −7\) for 4 spaces, the [\w ]* \d+ for \d\. Buying [\w ]* was better\."
        r" Soon <@\d+> could have paid for the [\w ]*\. That is",
        told[5],
    )
    assert "too few buttons for the hat (**2**). In all, " in told[5]


@pytest.mark.parametrize(
    ("how", "theirs", "against"),
    [
        (SHORT, 1, "It left you too few buttons for the hat{mark}."),
        (SHORT, 0, "It left you too few buttons for the hat{mark}."),
        (LEFT, 1, "{other} could soon take the hat{mark}."),
        (BROUGHT, 1, "That put the hat{mark} within reach of {other}."),
        (PASSED, 0, "It moved the pawn past the hat{mark}."),
        (NO_ROOM, 0, "It left no room for the hat{mark}."),
    ],
)
def test_of_a_patch_that_is_missed_it_is_told_how_who_gets_it_and_what_it_brings(
    how: int, theirs: int, against: str
) -> None:
    match, review = made_up()
    moment = replace(review.moments[0], reasons=(Reason("prize", (22, 23, theirs, LATER, how)),))
    seat = match.plies[moment.ply - 1].seat
    mine, theirs_name = match.user_at(seat), player_name(SAY, match, other(seat))
    told = moment_sentences(SAY, match, review, moment, mine)
    before, move = match.at(moment.ply - 1).position, match.plies[moment.ply - 1].move
    assert isinstance(move, Placement)
    played = f"{patch_subject(SAY, move.patch)} {bargain(move.patch, before.player(seat))} for {move.patch.time}"
    worth = f"In all, the hat brings 23 points (squares 6×2, income 9×2, price −7) for 4 spaces, {played}."
    mark = " (**2**)" if named_by(moment, before, move) is not None else ""
    missed = against.format(other=theirs_name, mark=mark)
    assert f"points. {missed} {worth} Buying" in told
    is_dear = before.player(seat).buttons < PATCHES[22].cost
    then = "Soon you could have paid for the hat." if is_dear else "Later you could have taken the hat."
    swing = f" That is 23 points for you, not for {theirs_name}." if theirs else ""
    assert f"was better. {then}{swing}" in told
    assert ("That is" in told) == bool(theirs)
    assert told.count(worth) == 1
    others = moment_sentences(SAY, match, review, moment, match.user_at(other(seat)))
    assert ("You could soon take" in others or "within your reach." in others) == (how in (LEFT, BROUGHT))
    assert (f"{player_name(SAY, match, seat)}, not for you." in others) == bool(theirs)


def test_of_a_patch_that_is_never_had_it_is_told_at_once_who_takes_it() -> None:
    match, review = made_up()
    moment = replace(review.moments[0], reasons=(Reason("prize", (22, 23, 1, 0, SHORT)),))
    seat = match.plies[moment.ply - 1].seat
    mover, rival = (match.user_at(each) for each in (seat, other(seat)))
    told = [moment_sentences(SAY, match, review, moment, user) for user in (mover, rival, None)]
    assert re.search(rf"It left you too few buttons for the hat[^,]*, so <@{rival}> could soon take it\.", told[0])
    assert re.search(rf"It left <@{mover}> too few buttons for the hat[^,]*, so you could soon take it\.", told[1])
    assert re.search(rf"It left <@{mover}> too few buttons for the hat[^,]*, so <@{rival}> could", told[2])
    assert all("not for" not in each for each in told)


def test_squares_that_were_shut_in_before_are_filled_by_the_better_move_and_not_left_by_the_other() -> None:
    match, _ = made_up()
    position = table(seat(diagram=".#....... ###......"), seat())
    choice = Choice(replace(match, plies=(Ply(1, 2, ADVANCE, Step(position, ())),)), 1, ADVANCE, ADVANCE, "was")
    told = [because(SAY, choice, (Reason("holes", squares),)) for squares in ((0,), (40,), (0, 40))]
    assert told[0] == "That fills A1, where hardly any patch fits; each empty square costs 2 points."
    assert told[1] == told[2]
    assert told[1].startswith("It left E5 shut in: ")


def test_a_hint_says_first_what_it_leads_to_and_then_what_would_be_otherwise() -> None:
    match, _ = made_up()
    choice = Choice(match.at(0), 1, ADVANCE, ADVANCE, "is.you")
    rival = player_name(SAY, match, 2)
    told = {reason: because(SAY, choice, parse_reasons(reason)) for reason in (MISSED, "prize:7,6,1,0,0")}
    assert told[MISSED].startswith(
        "Then you can soon pay for the hat. In all, the hat brings 23 points (squares 6×2, income"
    )
    assert told[MISSED].endswith("Otherwise you have too few buttons left for the hat.")
    assert told["prize:7,6,1,0,0"] == (
        f"Otherwise {rival} can soon take the small T. In all, the small T brings 6 points (squares 4×2, price −2)"
        " for 2 spaces."
    )


def test_chances_hold_of_whoever_plays_like_these_two() -> None:
    """The more is given away at each move, the less a lead is worth. In a short game nobody knows."""
    strong, weak, short = (
        Review((500,), (Lost(0, 0, lost, moves), Lost(0, 0, lost, moves)))
        for lost, moves in ((100, 20), (600, 20), (60, 5))
    )
    assert [strong.honest(share) for share in (0, 500, 1000)] == [1, 500, 999]
    assert [review.honest(950) for review in (strong, weak, short)] == [983, 778, None]


async def test_what_is_shown_leads_others_in_and_a_phone_has_room_for_the_buttons_in_one_row(world: World) -> None:
    await reviewed(world)
    page = await world.press(
        world.mina, await world.press(world.mina, await more(world, world.mina), "review"), "following"
    )
    shared = await world.press(world.mina, page, "share")
    assert not shared.flags.ephemeral
    assert f"<@{world.mina.id}> wants to show you this" in text(shared)
    assert "your chances" not in text(shared)
    assert offered(shared) == ["review"]
    own = await world.press(world.eve, shared, "review")
    assert "Above the middle" in text(own)
    page = await world.press(world.mina, page, "following")
    assert offered(page) == ["previous", "following", "try", "share"]


async def test_a_private_game_against_a_rival_is_reviewed_and_shared_without_a_way_into_it(world: World) -> None:
    begun = await world.slash(world.mina, "rival", level="bobbin", where="private")
    assert "Bobbin" in text(begun)
    match = await played_to_the_end(world)
    review = invented_review(match)
    await keep_review(world, match, review)
    page = await world.press(world.mina, await world.slash(world.mina, "replay"), "more")
    page = await world.press(world.mina, page, "review")
    assert f"Above the middle, {SAY('sign.token.1')} <@{world.mina.id}>" in text(page)
    assert "; below, " in text(page)
    assert "Bobbin" in text(page)
    for moment in review.moments:
        page = await world.press(world.mina, page, "following")
        whose = "you" if match.user_at(match.plies[moment.ply - 1].seat) else "Bobbin"
        assert f"cost {whose} about" in text(page) or f"more to {whose} than" in text(page)
    shared = await world.press(world.mina, page, "share")
    assert not shared.flags.ephemeral
    assert offered(shared) == []


@pytest.mark.night
@pytest.mark.parametrize("engine", [PROGRAM], ids=["engine"])
async def test_a_review_is_made_by_the_engine_and_kept(world: World) -> None:
    """Whoever asks sees how far it is, and then the curve; whoever asks later sees it at once."""
    match = await long_enough(world)
    page = await world.press(world.mina, world.board(), "review")
    row = await world.app.database.read(find_review, match.id)
    assert row
    review = parse_review(row.text)
    assert len(review.shares) == len(match.plies) + 1
    assert "Above the middle" in text(world.now_shown(world.mina, page))
    assert "Above the middle" in text(await world.press(world.eve, world.board(), "review"))
    told = [str(sent.json) for sent in world.env.http_requests]
    assert any("I am about to go through every move again" in each for each in told)
    assert any("I am going through every move again: ▰" in each for each in told)


async def test_what_was_done_before_the_answer_went_out_is_shown_after_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await long_enough(world)
    may_end = asyncio.Event()

    async def made(_: str, __: int, told: Told, ___: int) -> str:
        told(7, 10)
        await may_end.wait()
        return str(Review((500,) * (FEWEST_MOVES + 1)))

    monkeypatch.setattr(world.app.thinking, "review", made)
    pressing = asyncio.create_task(world.press(world.mina, world.board(), "review"))
    await meanwhile(world)
    (page,) = world.private(world.mina)
    assert "I am going through every move again: ▰▰▰▰▰▰▰▱▱▱" in text(page)
    may_end.set()
    assert "Above the middle" in text(world.now_shown(world.mina, await pressing))


async def test_one_that_cannot_be_made_ends_with_a_sentence_and_can_be_asked_for_again(world: World) -> None:
    """Such as by a bot that ends."""
    match = await long_enough(world)
    with held(world.app.thinking, "review"):
        begun = [world.app.reviews.begin(replace(match, id=game), world.mina.id) for game in (2, 3)]
        refused = await world.press(world.mina, world.board(), "review")
        for making in begun:
            making.task.cancel()
        await asyncio.gather(*(making.task for making in begun), return_exceptions=True)
    assert "You already have 2 reviews under way. Please ask again when one of them is done." in text(refused)
    await world.app.thinking.close()
    page = await world.press(world.mina, world.board(), "review")
    shown = world.now_shown(world.mina, page)
    assert "could not finish this review" in text(shown)
    assert offered(shown) == ["review"]


async def test_whoever_has_asked_again_is_not_shown_it_twice(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await long_enough(world)
    made = AsyncMock(return_value=str(Review((500,) * (FEWEST_MOVES + 1))))
    monkeypatch.setattr(world.app.thinking, "review", made)
    newer = SimpleNamespace(id=1)
    monkeypatch.setattr(world.app.private, "find", lambda user, about: newer)
    page = await world.press(world.mina, world.board(), "review")
    assert "every move again" in text(world.now_shown(world.mina, page))
    assert world.private(world.mina)[-1].id == page.id
    assert await world.app.reviews.find(match)


async def test_whoever_waits_is_told_that_the_game_is_forgotten(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await long_enough(world)

    async def made(*_: object) -> str:
        await world.app.database.write(drop_game, 1)
        return str(Review((500,) * (FEWEST_MOVES + 1)))

    monkeypatch.setattr(world.app.thinking, "review", made)
    page = await world.press(world.mina, world.board(), "review")
    assert "I do not know this game any more." in text(world.now_shown(world.mina, page))


@pytest.mark.cheapest
async def test_running_games_those_of_a_few_moves_and_solo_games_are_not_reviewed(world: World) -> None:
    """Not even by a button that has stayed where it was."""
    await world.accepted_game()
    match = await moved(world, "+")
    old = await world.send(unmade_page(SAY, match).view())
    assert "review" not in offered(await more(world, world.mina))
    assert "would not be fair" in text(await world.press(world.mina, old, "review"))
    await resigned(world, world.tom)
    assert "review" not in offered(world.board())
    assert f"ended after fewer than {FEWEST_MOVES} moves" in text(await world.press(world.mina, old, "review"))
    await world.slash(world.mina, "automa", where="here")
    solo = await play_on(world, game=2)
    old = await world.send(unmade_page(SAY, solo).view())
    assert "the Automa has none" in text(await world.press(world.mina, old, "review"))


def test_chances_are_called_certain_only_at_the_end() -> None:
    assert [percent(share) for share in (0, 1, 4, 6, 500, 994, 999, 1000)] == [0, 1, 1, 1, 50, 99, 99, 100]


def test_against_a_rival_only_its_error_is_asked_about() -> None:
    """*Did you see it?* is a question to the one person who plays; between two people nobody is asked."""
    match = next(match for match in matches(1, Rival("pompom")) if match.outcome)
    review = invented_review(match)
    assert (taught(match), taught(made_up()[0])) == (1, 0)
    seats = set[int]()
    for moment in review.moments:
        told = moment_sentences(SAY, match, review, moment, match.user_at(1))
        seats.add(seat := match.plies[moment.ply - 1].seat)
        assert ("Pompom erred here; did you see it?" in told) == (seat == 2 and moment.why != "best")
    assert seats == {1, 2}
    between = made_up()
    assert not any("erred here" in moment_sentences(SAY, *between, moment) for moment in between[1].moments)


def test_the_edge_of_two_places_is_told() -> None:
    match, review = made_up()

    def told(reasons: str) -> str:
        return moment_sentences(SAY, match, review, replace(review.moments[0], reasons=parse_reasons(reasons)))

    assert "It left the free area an edge of 48 sides, the better place 41: patches fit better" in told("edge:48,41")


def test_wherever_the_picture_marks_what_was_played_that_is_said() -> None:
    """Where advancing was better, too: else the outline, which is all that there is, is taken for the advice."""
    match, review = made_up()
    sewed = [each for each in review.moments if each.why != "best"]
    sewed += [replace(each, better=ADVANCE, why="choice", reasons=()) for each in sewed]
    ply = next(number for number, ply in enumerate(match.plies, 1) if ply.move == ADVANCE)
    advanced = replace(sewed[-1], ply=ply, better=next(iter(match.at(ply - 1).position.legal_moves)))
    for moment in (*sewed, advanced):
        told = moment_sentences(SAY, match, review, moment)
        assert ("(**1**)" in told) == (moment != advanced)


def test_a_mistake_is_named_by_the_points_beside_its_name() -> None:
    """Four points are no *mistake* beside the *inaccuracy* of five, however much the chances fell."""
    match, review = made_up()
    large, small = (replace(review.moments[0], before=900, after=100, points=points) for points in (80, 40))
    pages = [review_page(SAY, match, replace(review, moments=(each,)), 1, 1) for each in (large, small)]
    assert [page.above[-1].rpartition(": ")[2] for page in pages] == ["a blunder", "an inaccuracy"]


async def test_a_review_with_reasons_of_an_older_release_is_made_anew_and_practised_meanwhile(world: World) -> None:
    """What 0.3.0 told is not told any more; its positions stay."""
    match, review = await reviewed(world)
    assert await world.app.reviews.find(match)
    old = replace(review, moments=(replace(review.moments[0], reasons=(Reason("broke", (0, 3)),)),))
    await keep_review(world, match, old)
    assert await world.app.reviews.find(match) is None
    assert parse_review(str(old)) == old
    told = moment_sentences(SAY, match, old, old.moments[0])
    assert "was better." in told


def test_where_few_points_turned_a_game_it_says_so() -> None:
    match, review = made_up()
    costly, cheap = replace(review.moments[0], before=900, after=100), replace(review.moments[0], before=500, after=450)
    told = [moment_sentences(SAY, match, review, replace(each, points=20)) for each in (costly, cheap)]
    assert ["The game was that close: 2 points turned it." in each for each in told] == [True, False]
    assert "that close" not in moment_sentences(SAY, match, review, replace(costly, points=90))


def test_an_income_that_explains_a_part_says_which_and_one_that_is_only_more_says_so() -> None:
    """Of the sledge and the swan, for instance, only what one pays more than the other counts."""
    match, _ = made_up()
    paying = [next(each for each in PLACEMENTS if each.patch.income == income) for income in (2, 1)]
    choice = Choice(match, 1, ADVANCE, paying[0], "was", 20)
    told = because(SAY, choice, parse_reasons("income:2,6,12"))
    assert told.endswith("12 buttons by the end. That is about 12 of the 20 lost points.")
    more = because(SAY, replace(choice, played=paying[1], points=6), parse_reasons("income:2,6,12"))
    assert "pays 2, " in more
    assert more.endswith("only 1: 6 buttons more by the end.")
