"""What people see of how somebody's games went: by the command, by the menu of people, and in words."""

import pytest

from bot.matches.match import Match
from bot.ui.kit.page import LONGEST_ALT
from bot.ui.kit.texts import NBSP, speaker
from tests.ui.playing import play_on, resigned
from tests.ui.world import World, alt, chosen, offered, text


async def one_game(world: World) -> Match:
    await world.accepted_game(first="me")
    return await play_on(world)


async def test_somebody_sees_how_their_own_games_went(world: World) -> None:
    match = await one_game(world)
    page = await world.point_at(world.mina, world.mina, "Quilter")
    won = match.winner == match.seat_of(world.mina.id)
    one, two = (match.position.score(match.seat_of(who.id) or 1).total for who in (world.mina, world.tom))
    empty = match.position.player(match.seat_of(world.mina.id) or 1).quilt.empty
    assert "### Your sampler" in text(page)
    assert ("Against people: 1 of 1 won" in text(page)) == won
    assert f"The best quilt so far covers {81 - empty} of 81 squares" in text(page)
    assert "Points: " not in text(page)
    assert "The best quilt brought" not in alt(page)
    assert "Days in a row" not in text(page), "one day is none"
    assert "Others can see this too" in text(page)
    assert offered(page) == ["hideprofile", "start"]
    assert [each.filename for each in page.attachments] == ["sampler.png"]
    told = f"won {one} to {two}".replace("-", "−")
    assert (f"The last games, the newest first: {told}." in alt(page)) == won
    assert len(alt(page)) <= LONGEST_ALT
    await world.slash(world.mina, "settings", show="words")
    heard = await world.slash(world.mina, "profile")
    assert not heard.attachments
    parts = ("The best quilt so far covers", "Sewn on", *["The last games, the newest first", "Against people"] * won)
    for part in parts:
        assert part in text(heard), "all that the picture shows"
        assert part in text(page) + alt(page)


async def test_a_first_loss_is_not_held_up_to_anybody(world: World) -> None:
    await one_game(world)
    match = await world.match()
    loser = world.person(match.user_at(3 - (match.winner or 1)))
    page = await world.slash(loser, "profile")
    assert "won" not in text(page) + alt(page)
    assert "lost" not in text(page) + alt(page)
    assert "The best quilt so far covers" in text(page)


def test_the_word_for_games_that_were_won_agrees_with_their_number() -> None:
    told = [speaker("fr")("profile.alone", count=won, games=3).replace(NBSP, " ") for won in (0, 1, 2)]
    assert told == ["En solo : 0 gagnée sur 3", "En solo : 1 gagnée sur 3", "En solo : 2 gagnées sur 3"]
    assert speaker("it")("profile.alone", count=1, games=3) == "In solitario: 1 vinta su 3"


async def test_from_the_third_game_on_points_are_told(world: World) -> None:
    for game in (1, 2, 3):
        await world.accepted_game(first="me")
        await play_on(world, game=game)
    page = await world.slash(world.mina, "profile")
    for part in ("Points: ", " in the best game, ", " on average"):
        assert part in text(page)
    assert "The best quilt brought" in alt(page)
    assert "so far" not in text(page)


async def test_somebody_else_sees_it_with_how_the_two_stand(world: World) -> None:
    await world.accepted_game(first="me")
    await resigned(world, world.tom)
    for page in (
        await world.slash(world.tom, "profile", player=world.mina),
        await world.point_at(world.tom, world.mina, "Quilter"),
    ):
        assert f"### The sampler of <@{world.mina.id}>" in text(page)
        assert f"**You and <@{world.mina.id}>: 0–1**" in text(page)
        assert "Against people: 1 of 1 won" in text(page)
        assert offered(page) == []
    assert "You and" not in text(await world.slash(world.eve, "profile", player=world.mina))
    assert f"**You and <@{world.tom.id}>: 1–0**" in text(await world.point_at(world.mina, world.tom, "Quilter"))


async def test_whoever_has_finished_no_game_is_told_how_to_begin(world: World) -> None:
    await world.accepted_game(first="me")
    mine = await world.slash(world.mina, "profile")
    assert "You have not finished a game yet" in text(mine)
    assert "rival" in text(mine)
    theirs = await world.slash(world.tom, "profile", player=world.mina)
    assert f"<@{world.mina.id}> has no games to show yet." in text(theirs)
    assert not mine.attachments


@pytest.mark.cheapest
async def test_a_bot_has_no_profile(world: World) -> None:
    bot = world.guild.add_member(world.env.create_user("robot", bot=True))
    page = await world.point_at(world.mina, bot, "Quilter")
    assert text(page) == "Bots sew no quilts of their own, so there is nothing to show. Please choose a person."


async def test_whoever_is_blocked_reads_the_same_as_where_it_is_hidden(world: World) -> None:
    await one_game(world)
    await world.slash(world.mina, "settings", block=world.tom)
    blocked = await world.slash(world.tom, "profile", player=world.mina)
    menu = await world.point_at(world.tom, world.mina, "Quilter")
    assert "sampler of" in text(await world.slash(world.eve, "profile", player=world.mina))
    await world.slash(world.mina, "settings", unblock=world.tom, profile="hidden")
    hidden = await world.slash(world.tom, "profile", player=world.mina)
    assert (
        text(blocked)
        == text(menu)
        == text(hidden)
        == f"<@{world.mina.id}> does not show how their games went. You can ask them, though."
    )
    assert [offered(page) for page in (blocked, hidden)] == [[], []]
    assert "### Your sampler" in text(await world.slash(world.mina, "profile"))


async def test_one_press_hides_it_from_others_and_another_shows_it_again(world: World) -> None:
    await one_game(world)
    await world.point_at(world.mina, world.mina, "Quilter")
    sent = len(world.env.http_requests)
    page = await world.point_at(world.mina, world.mina, "Quilter")
    methods = [each.method for each in world.env.http_requests[sent:]]
    assert methods.count("DELETE") == 1, "asked again, the page before goes"
    page = await world.press(world.mina, page, "hideprofile")
    assert "Nobody else sees this." in text(page)
    assert "Profile: only for you" in chosen(await world.slash(world.mina, "settings"))
    assert "does not show" in text(await world.slash(world.tom, "profile", player=world.mina))
    page = await world.press(world.mina, page, "showprofile")
    assert "Others can see this too" in text(page)
    assert "### The sampler of" in text(await world.slash(world.tom, "profile", player=world.mina))
