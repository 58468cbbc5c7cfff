"""Private pages to look at a match: where both stand, either quilt enlarged, all patches."""

from collections.abc import Sequence
from dataclasses import replace

import render
from bot.clock import now
from bot.matches import clock, news, reviews, seats
from bot.matches.match import Match
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import IN_A_ROW, Button, Image, Page, Row, Select, button
from bot.ui.kit.pictures import drawing
from bot.ui.kit.texts import Say
from bot.ui.pages import board
from bot.ui.words import alt, cards, names, recap
from bot.ui.words.options import level_options, rival_options
from bot.ui.words.score_lines import score_lines
from game import other

_STEPS = {-1: "down", 0: "same", 1: "up"}
"""How far a rematch against a rival may go on the scale of levels."""

IN_WORDS = 3
"""Buttons side by side in words, where that which takes a move back names it."""


def more_page(say: Say, match: Match, user: int) -> Page:
    """Show where both players stand, and ways to see more. ``user`` is the viewer."""
    here = CustomId(match.id, match.revision, "more")
    controls = (*rows(say, match, here, user), *play_again(say, match, here, user))
    head = board.header(say, match, match.seat_of(user))
    top = head if match.outcome else say("more.top", header=head, move=len(match.plies) + 1)
    texts = (top, score_lines(say, match), cards.cards_text(say, match), *_limits(say, match))
    return Page(tuple(filter(None, texts)), rows=controls)


def quilt_page(say: Say, match: Match, seat: int, user: int) -> Page:
    """One quilt, enlarged, with what is new on it outlined."""
    new, new_seat = news.newly_sewn(match)
    sewn = match.position.player(seat).quilt
    quilt = drawing(render.draw_quilt, sewn, seat=seat, new=new if new_seat == seat else (), beside=match.position)
    here = CustomId(match.id, match.revision, f"quilt{seat}")
    picture = Image(quilt, alt.quilt_alt(say, match.position, seat, beside=match.position))
    return Page(
        (names.named(say, match, seat),), picture, rows=rows(say, match, here, user), accent=names.TOKEN_COLOURS[seat]
    )


def ring_page(say: Say, match: Match, user: int) -> Page:
    """All patches of the ring with their prices, in order."""
    picture = Image(drawing(render.draw_ring, match.position), alt.ring_alt(say, match.position))
    here = CustomId(match.id, match.revision, "ring")
    texts = (board.header(say, match, match.seat_of(user)), *_limits(say, match))
    return Page(texts, picture, rows=rows(say, match, here, user))


def _limits(say: Say, match: Match) -> list[str]:
    """Say what cannot be where the bot can only answer."""
    return [say("conversation.limits")] if match.is_answered and not match.outcome else []


def rows(
    say: Say, match: Match, here: CustomId, user: int, leafing: tuple[Button, ...] = ()
) -> tuple[tuple[Button, ...], ...]:
    """The ways to see more of a match, in words ``leafing`` first of all, and what may be done with it."""
    if here.kind == "patches":
        return ((*leafing, *_text_only(say, here)),)
    seat = match.seat_of(user)
    acts = [button(say, here, "replay")] * bool(match.plies)
    if match.outcome:
        acts += [button(say, here, "review")] * reviews.can_be_reviewed(match)
        if match.place == "private":
            acts += [button(say, here, "final", "home")] * (not say.text_only)
            acts += [button(say, here, "share")] * match.is_solo
    elif seat:
        acts += (_act(say, match, here, name) for name in _acts(match, user, text_only=here.kind == "text"))
    if say.text_only:
        first, *others = _in_rows([*_text_only(say, here), *acts], IN_WORDS)
        return (*leafing, *first), *others
    back = [button(say, here, "back", "home", "forward")] * (seat is not None and user == match.mover)
    labels = {seat: "my_quilt", other(seat): "their_quilt"} if seat else {1: "round_quilt", 2: "square_quilt"}
    looks = {f"quilt{which}": labels[which] for which in ((1,) if match.automa else labels)} | {"ring": "ring"}
    views = (Button(say(f"button.{name}"), here.press(look), here.page != look) for look, name in looks.items())
    overview = [button(say, here, "overview", "more")] * (here.page != "more")
    return _in_rows([*back, *views, button(say, here, "text"), *acts, *overview])


def _text_only(say: Say, here: CustomId) -> tuple[Button, ...]:
    pages = [button(say, here, name) for name in ("text", "patches") if name != here.kind]
    return (*pages, button(say, here, "pictures"))


def _in_rows(acts: Sequence[Button], most: int = IN_A_ROW) -> tuple[tuple[Button, ...], ...]:
    return tuple(tuple(acts[start : start + most]) for start in range(0, len(acts), most))


def _acts(match: Match, user: int, *, text_only: bool) -> list[str]:
    """List what else a player may do in a running match; a ``text_only`` page has the ways to take a turn itself."""
    acts: list[str] = []
    if user == match.mover:
        acts += ["hint"] * (match.has_hints and not text_only)
        acts += ["undo"] * bool(match.undoable)
        acts += ["takeback"] * bool(match.given_back(match.position.turn))
    elif not match.is_solo:
        acts += ["plan"]
        acts += ["claimpage"] * clock.is_late(match, now())
        acts += ["nudge"] * (match.paused is None and clock.may_nudge_at(match) <= now())
        acts += ["takeback"] * (match.returnable is not None)
    if match.deadline is not None:
        acts.append("pause")
    if match.paused is not None:
        acts.append("resume")
    if match.place != "private" or match.is_answered:
        acts.append("board")
    return [*acts, "resignpage"]


def _act(say: Say, match: Match, here: CustomId, control: str) -> Button:
    ply = match.undoable if control == "undo" else None
    label = recap.undo_label(say, ply) if ply and say.text_only else say(f"button.{'undo_last' if ply else control}")
    return Button(label, here.press(control))


def play_again(say: Say, match: Match, here: CustomId, user: int) -> tuple[Row, ...]:
    """The ways on for somebody who has played a game alone: what suggests itself, and all levels."""
    if not match.outcome or not match.is_solo or not match.seat_of(user):
        return ()
    # None is chosen: Discord would show its name in place of the words that say what this is for.
    if match.rival is None:
        return (Select(say("select.rematch"), here.press("rematch"), level_options(say)),)
    place = seats.LEVELS.index(match.rival.level)
    steps = {seats.LEVELS[place + step]: name for step, name in _STEPS.items() if 0 <= place + step < len(seats.LEVELS)}
    options = [
        replace(option, description=say(f"rematch.{steps[option.value]}")) for option in rival_options(say, steps)
    ]
    return (board.next_game(say, match, here),), Select(say("select.again"), here.press("rematch"), tuple(options))
