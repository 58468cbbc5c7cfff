"""The board: the public message of a match, and the private version for the player to move."""

from collections.abc import Sequence

import render
from bot.clock import now
from bot.matches import clock, lookback, reviews, seats
from bot.matches.match import Match
from bot.matches.news import against_all_levels, last_by_hand, last_card, newly_sewn, next_budget
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import IN_A_ROW, Button, Image, Page, button
from bot.ui.kit.pictures import drawing
from bot.ui.kit.texts import Say, mention, notes, sentences, when
from bot.ui.words import cards, notifications, preview, recap, score_lines
from bot.ui.words.alt import poster_alt, table_alt
from bot.ui.words.labels import NO_CREDITS, Credits, poster_label, praise
from bot.ui.words.names import (
    TOKEN_COLOURS,
    against,
    game_line,
    in_points,
    level_of,
    named,
    named_subject,
    patch_icon,
    player_name,
    rival_name,
    signed,
    titled,
)
from game import other
from game.position import OFFERS

CLEARLY = 20
"""By how many points more than these a rival has won who was too hard."""


def board_page(say: Say, match: Match, credits: Credits = NO_CREDITS) -> Page:
    """The public board, in the game's language, with ``credits`` to its players."""
    here = CustomId(match.id, match.revision, "board")
    picture = table_picture(say, match, names=credits.names)
    words = notifications.board_notification(say, match)
    if match.outcome:
        is_finished = match.outcome.termination == "finished"
        told = _remarks(say, match, credits.best) if is_finished else (recap.happened(say, match),)
        below = tuple(filter(None, told))
        colour = TOKEN_COLOURS[match.winner] if match.winner else None
        controls = ["rematch", "more", *["replay"] * bool(match.plies), *["review"] * reviews.can_be_reviewed(match)]
        controls += ["share"] * (match.place == "private" and match.is_solo and not match.is_secret)
        is_last = match.is_forsaken or match.outcome.why == "moderator"
        if is_last or match.is_solo:
            controls.remove("rematch")  # *More* has all levels still
        first = () if is_last or not match.is_solo else (next_game(say, match, here),)
        rows = ((*first, *(button(say, here, control) for control in controls)),)
        return Page((header(say, match, score=credits.score),), picture, below, rows, colour, notification=words)
    news = sentences(say, recap.happened(say, match), *_next_budget(say, match))
    below = (news, *_offers(say, match, to_mover=False))
    takes = () if match.awaits_rival else turn_row(say, match, here)
    rows = ((*takes, button(say, here, "more")),)
    head = header(say, match, score=credits.score)
    return Page((head,), picture, below, rows, TOKEN_COLOURS[match.position.turn], notification=words)


def home_page(say: Say, match: Match, *, is_named: bool = False, beside_board: bool = False, note: str = "") -> Page:
    """The private board, from which the player to move takes a turn, with a ``note`` in place of its clock.

    ``is_named`` leaves out the line that names the game. ``beside_board`` that line is all, because the public board in
    the same channel shows the rest. Otherwise who plays alone is told nothing above the picture, the note only if
    nothing is new, and against a rival which game it is with the first news.

    There is one row of buttons, with the ways to take a turn and to undo a move first; if it has no place for them all,
    two, and below a picture the page tells in small print what follows from each, and no more (decision 0095).
    """
    here, seat = CustomId(match.id, match.revision, "home"), match.position.turn
    first = (
        f"-# {notes(say, against(say, match, seat), note)}" if note else game_line(say, match, match.person_at(seat))
    )
    is_full = is_crowded(match)
    takes, hint = turn_row(say, match, here), ask_hint(say, match, here)
    others = (*[button(say, here, "undo_last", "undo")] * bool(match.undoable), button(say, here, "more"))
    rows = (takes, (*others, *hint)) if is_full else ((*fitting((*takes, *others)), *hint)[:IN_A_ROW],)
    if beside_board:
        return Page(() if is_named else (first,), rows=rows, accent=TOKEN_COLOURS[seat])
    above = () if is_named or match.is_solo or is_full else (first,)
    is_brief = match.is_solo or bool(note) or not match.plies  # the first turn has its buttons, and perhaps a tip
    is_first = match.is_solo and not is_named and last_by_hand(match, seat) < 0
    game = against(say, match, seat) if is_first else ""
    news = recap.happened(say, match, match.person_at(seat), is_brief=is_brief, opponent=game)
    if match.is_solo and not is_full:
        news = news or note or first * is_first
    offers = _offers(say, match, to_mover=True)
    if is_full:
        offers = tuple("-# " + told.replace("\n", "\n-# ") for told in offers)
    picture = table_picture(say, match, left=seat)
    return Page(above, picture, tuple(filter(None, (news, *offers))), rows, TOKEN_COLOURS[seat])


def table_picture(say: Say, match: Match, *, left: int = 1, names: tuple[str, str] = ("", "")) -> Image | None:
    """The picture of the whole table with the quilt of the seat ``left`` on the left, or, at the end, of the quilts,
    with the ``names`` of their players below them.

    None for a game that has ended before the first move.
    """
    position = match.position
    if match.outcome:
        if not match.plies:
            return None
        winner, label = match.winner or 0, poster_label(match)
        is_short = position.over and not any(names)
        values = {"winner": winner, "label": label, "names": names, "is_short": is_short}
        poster = drawing(render.draw_poster, position, ended=True, **values)
        return Image(poster, poster_alt(say, position, winner, label, match.hints, names))
    (new, seat), card, budget = newly_sewn(match), last_card(match), next_budget(match)
    looks = {"new": new, "new_seat": seat, "left": left, "card": card, "next_budget": budget}
    alt = sentences(say, table_alt(say, position, card=card), *_next_budget(say.in_words, match))
    return Image(drawing(render.draw_table, position, **looks), alt)


def headline(say: Say, match: Match) -> str:
    """Whose move it is and whether it is a leather patch, or how the game ended."""
    if match.outcome:
        return ending_line(say, match)
    seat = match.position.turn
    name = "board.leather" if match.position.leather else "board.turn"
    if match.awaits_rival:
        name = "board.thinking"
    return say(name, user=named(say, match, seat))


def header(say: Say, match: Match, seat: int | None = None, score: tuple[int, int] | None = None) -> str:
    """The headline, the game, who plays it, and the clock, in a line; once it has ended, who played it below. Of a game
    played alone to its end, the picture says that, and the line of which level the other was.

    ``seat`` is the reader's, if they play: it says against whom. Everybody else reads it as the player to move does.
    ``score`` is how many games the two have won against each other, by seat, if that is to be told.
    """
    hints = say("board.hints", count=match.hints) if match.hints else ""
    if match.outcome and match.outcome.termination == "finished" and match.is_solo:
        return notes(say, ending_line(say, match), level_of(say, match), hints)
    if match.outcome:
        one, two = (titled(say, match, seat) for seat in (1, 2))
        players = say("board.players", one=one, two=two, game=match.id, count=len(match.plies))
        stand = say("board.between", first=score[0], second=score[1]) if score and sum(score) > 1 else ""
        return f"{ending_line(say, match)}\n{notes(say, players, hints, stand)}"
    reader = seat or (1 if match.is_solo else match.position.turn)
    stand = say("board.score", mine=score[reader - 1], theirs=score[2 - reader]) if score else ""
    return notes(say, headline(say, match), against(say, match, reader), stand, clock_line(say, match))


def ending_line(say: Say, match: Match) -> str:
    """Say who has won, or that nobody has."""
    outcome = match.outcome
    assert outcome is not None
    if outcome.winner is None:
        name = f"closed.{outcome.why}" if outcome.termination == "closed" else outcome.why or "cancelled"
        return say(f"end.{name}")
    seat = outcome.winner
    user, loser = named_subject(say, match, seat), player_name(say, match, other(seat))
    if outcome.termination != "finished":
        return say(f"end.{outcome.why or outcome.termination}", user=user, other=loser)
    points, others = (signed(match.position.score(which).total) for which in (seat, other(seat)))
    return say("end.won", user=user, points=points, others=others)


def clock_line(say: Say, match: Match) -> str:
    """Say how the clock of a running match stands, or nothing for one without a clock."""
    if match.paused is not None:
        one, two = (player_name(say, match, seat) for seat in (1, 2))
        return say("clock.paused", one=one, two=two)
    if match.deadline is None or match.mover is None:
        return ""
    time = when(match.deadline)
    if clock.is_late(match, now()):
        name = "clock.late" if match.moves else "clock.late_unplayed"
        return say(name, time=time, late=mention(match.mover), user=mention(match.opponent(match.mover)))
    if match.away is not None and match.away > now():
        return say("clock.vacation", user=mention(match.mover), date=when(match.away - 1, "D"), time=time)
    return say("games.due", time=time)


def _remarks(say: Say, match: Match, best: frozenset[int]) -> tuple[str, ...]:
    """Say of a game that was played out what its picture does not: who wins a tie, how the Automa's levels fare, and
    what there is to praise; of one played alone, also what may be learnt from it.
    """
    levels = [cards.levels_text(say, against_all_levels(match))] if match.automa else []
    small = [f"-# {line}" for line in (score_lines.tie_line(say, match), *levels) if line]
    look = lookback_sentence(say, match) if match.is_solo else ""
    return ("\n".join(filter(None, (*small, praise(say, match, best), look))),)


def lookback_sentence(say: Say, match: Match) -> str:
    """Say what can be learnt from a game that somebody has played alone, and what to try next if that is sure."""
    found = lookback.look_back(match)
    count = {"shut": found.shut, "buttons": found.fewer, "income": found.income}[found.lesson]
    user = player_name(say, match, 1)
    return say(f"lookback.{found.lesson}", user=user, count=count, points=in_points(say, 2 * count))


def _next_budget(say: Say, match: Match) -> list[str]:
    budget = next_budget(match)
    return [] if budget is None else [say("automa.next_budget", budget=budget)]


def _offers(say: Say, match: Match, *, to_mover: bool) -> tuple[str, ...]:
    """Say what follows from each way to take a turn."""
    told = "" if match.position.leather else preview.next_lines(say, match, to_mover=to_mover)
    return (told,) if told else ()


def is_crowded(match: Match) -> bool:
    """Tell whether a row has no place for all ways: right after an own move, if all three patches can be taken."""
    position, is_right_after = match.position, match.plies[-1:] == (match.undoable,)
    return is_right_after and not position.leather and sum(map(position.can_take, position.offers)) == OFFERS


def turn_row(say: Say, match: Match, here: CustomId) -> tuple[Button, ...]:
    """The ways to take a turn."""
    position = match.position
    if position.leather:
        label = say("button.leather")
        return (Button(label, here.press("leather"), style="forward", emoji=say.emoji["leather"]),)
    takes = (
        Button(str(number), here.press(str(number)), position.can_take(patch), emoji=patch_icon(say, patch))
        for number, patch in enumerate(position.offers, 1)
    )
    advance = Button(
        say("button.advance", count=position.advance_spaces), here.press("advance"), emoji=say.emoji["button"]
    )
    return (*takes, advance)


def fitting(ways: Sequence[Button]) -> tuple[Button, ...]:
    """Choose the buttons for one row: if they are too many, all that cannot be pressed give way, then the last."""
    return tuple(way for way in ways if way.enabled or len(ways) <= IN_A_ROW)[:IN_A_ROW]


def ask_hint(say: Say, match: Match, here: CustomId) -> tuple[Button, ...]:
    """The way to a hint, where there are any: there are none against other people."""
    return (button(say, here, "hint"),) if match.has_hints else ()


def next_game(say: Say, match: Match, here: CustomId) -> Button:
    """The next game after one played alone: against the rival above or, after a clear loss, below, or the same."""
    step = 0
    if match.rival and match.position.over:
        mine, theirs = (match.position.score(seat).total for seat in (1, 2))
        if match.winner == 1 and match.rival.level != seats.LEVELS[-1]:
            step = 1
        elif theirs - mine > CLEARLY and match.rival.level != seats.LEVELS[0]:
            step = -1
    if match.rival is None or not step:
        return button(say, here, "rematch", style="forward")
    name, level = "harder" if step > 0 else "easier", seats.level_beside(match.rival.level, step)
    return Button(say(f"button.{name}", rival=rival_name(say, level)), here.press(name), style="forward")
