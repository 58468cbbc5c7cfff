"""The public message of a duel: that it goes on, and then both games beside each other, and where they parted."""

import render
from bot.clock import now
from bot.matches import duels, reviews
from bot.matches.match import Match, Ply
from bot.store.duels import DuelRow
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Button, Image, Page, button
from bot.ui.kit.pictures import drawing
from bot.ui.kit.texts import Say, notes, sentences, when
from bot.ui.words import accessible, alt, notifications, recap
from bot.ui.words.names import area, patch_object, rival_name, signed, user_name, with_token
from game import Placement

SIDES = ("left", "right")
"""Where the quilts of the two lie."""

Halves = tuple[Match, Match]
"""The games of the two."""


def begun_page(say: Say, duel: DuelRow) -> Page:
    """That a duel goes on: nothing is told of the games, not even whether one has ended. It calls who asked for it."""
    here, rival = CustomId(duel.id, 0, "duel"), rival_name(say, duel.level)
    buttons = (button(say, here, "duelplay", style="forward"), button(say, here, "rules"))
    one, two = (user_name(say, user) for user in duel.users)
    left = notifications.duration(say, max(duel.ends_at - now(), 0))
    call = say("call.duel.begun", rival=rival, user=one, other=two, time=left)
    above = (say("duel.title", **_people(say, duel)), say("duel.begun", rival=rival, time=when(duel.ends_at)))
    return Page(above, rows=(buttons,), notification=call)


def ended_page(say: Say, duel: DuelRow, halves: Halves, called: int) -> Page:
    """Both games: points, quilts, where they parted, and the ways to their reviews. It calls the user ``called``."""
    one, two = (duels.placed(half.position, seat) for seat, half in enumerate(halves, 1))
    picture = Image(
        drawing(render.draw_duel, one, two, winner=duels.winner_of(*halves)), _duel_alt(say.in_words, halves)
    )
    went = f"-# {notes(say, *(_half_line(say, duel, halves, seat) for seat in (1, 2)))}"
    lines, ways = (went, parted_line(say, duel, halves)), (*_ways(say, halves, "review"), *_ways(say, halves, "replay"))
    rows, above = (ways,) if ways else (), (_result_line(say, duel, halves),)
    mine, theirs = (half.position.score(1).total for half in (halves if called == duel.one else halves[::-1]))
    how = "tied" if mine == theirs else "won" if mine > theirs else "lost"
    values = {"user": user_name(say, called), "other": user_name(say, duel.two if called == duel.one else duel.one)}
    call = say(f"call.duel.{how}", points=signed(mine), others=signed(theirs), count=mine, **values)
    return Page(above, picture, ("\n".join(lines),), rows, notification=call)


def _ways(say: Say, halves: Halves, control: str) -> tuple[Button, ...]:
    return tuple(
        button(say, CustomId(half.id, half.revision, "duel"), f"{control}.{side}", control)
        for side, half in zip(SIDES, halves, strict=True)
        if (reviews.can_be_reviewed(half) if control == "review" else half.plies)
    )


def _result_line(say: Say, duel: DuelRow, halves: Halves) -> str:
    winner = duels.winner_of(*halves)
    mine, theirs = (half.position.score(1).total for half in halves)
    if not winner:
        return say("duel.tied", points=signed(mine), count=mine)
    more, less = (mine, theirs) if winner == 1 else (theirs, mine)
    values = {"points": signed(more), "others": signed(less)}
    return say("duel.won", user=with_token(say, winner, user_name(say, duel.users[winner - 1])), **values)


def _half_line(say: Say, duel: DuelRow, halves: Halves, seat: int) -> str:
    """Say how the game of one of the two went."""
    match = halves[seat - 1]
    outcome = match.outcome
    how = "stopped"
    if outcome and outcome.termination == "finished":
        how = "beat" if outcome.winner == 1 else "lost"
    elif outcome and outcome.termination != "closed":
        how = "gave_up"
    points, others = (signed(match.position.score(each).total) for each in (1, 2))
    user = with_token(say, seat, user_name(say, duel.users[seat - 1]))
    return say(f"duel.{how}", user=user, rival=rival_name(say, duel.level), points=points, others=others)


def parted_line(say: Say, duel: DuelRow, halves: Halves) -> str:
    """Say where the games of the two were different for the first time."""
    common = duels.parted_at(*halves)
    if common is None:
        return say("duel.same")
    if any(len(half.plies) == common for half in halves):
        return say("duel.stopped_first", count=common)
    plies = [half.plies[common] for half in halves]
    (mine, theirs), values = (ply.move for ply in plies), {"move": str(common + 1), **_people(say, duel)}
    is_persons = plies[0].seat == 1
    if is_persons and isinstance(mine, Placement) and isinstance(theirs, Placement) and mine.patch == theirs.patch:
        return say("duel.parted.place", object=patch_object(say, mine.patch), **values)
    people = [values["one"], values["two"]]
    if is_persons:
        done = [recap.summarise_moves(say, [ply], name) for ply, name in zip(plies, people, strict=True)]
        return sentences(say, say("duel.parted", **values), *done[0], *done[1])
    return sentences(
        say,
        say("duel.parted.rival", **values),
        *(_rivals_move(say, ply, rival_name(say, duel.level), name) for ply, name in zip(plies, people, strict=True)),
    )


def _rivals_move(say: Say, ply: Ply, rival: str, user: str) -> str:
    if isinstance(ply.move, Placement):
        where = {"object": patch_object(say, ply.move.patch), "square": area(say, ply.move)}
        return say("duel.rival.sewed", rival=rival, user=user, **where)
    return say("duel.rival.advanced", rival=rival, user=user, count=recap.advanced(ply))


def _duel_alt(say: Say, halves: Halves) -> str:
    told = [say("alt.duel")]
    for seat, half in enumerate(halves, 1):
        position = duels.placed(half.position, seat)
        told.append(accessible.points(say, position, seat, say("alt.the_token", token=say(f"token.{seat}"))))
        told.append(alt.quilt_sentence(say, position.player(seat).quilt, seat))
    return sentences(say, *told)


def _people(say: Say, duel: DuelRow) -> dict[str, str]:
    one, two = (with_token(say, seat, user_name(say, user)) for seat, user in enumerate(duel.users, 1))
    return {"one": one, "two": two}
