"""The replay of a game: each of its moments to step through, and an animation of them all with its record."""

import render
from bot.matches.match import Match
from bot.matches.news import last_card, next_budget
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import LONGEST_ALT, Button, Download, Image, Page, Row, button
from bot.ui.kit.pictures import animation, drawing
from bot.ui.kit.texts import Say, notes, sentences
from bot.ui.pages.board import ending_line, headline
from bot.ui.words import labels, recap
from bot.ui.words.alt import poster_alt, table_alt
from game import Placement


def moment_page(say: Say, match: Match, user: int, shown: int) -> Page:
    """The table after so many moves, 0 to all, the last of them in words, and ways to the others."""
    count, seat = len(match.plies), match.seat_of(user)
    if not count:
        return Page((_title(say, match), headline(say, match) if match.outcome else say("replay.unmoved")))
    here = CustomId(match.id, match.revision, f"replay.{shown}")
    steps = step_buttons(say, here, shown, count)
    if seat:
        has_turns = any(ply.seat == seat for ply in match.plies)
        steps = (*steps, Button(say("button.mine"), here.press("mine"), has_turns))
    others = tuple(button(say, here, name) for name in ("animation", "share", "more"))
    return _moment(say, match, shown, user, (steps, others))


def step_buttons(say: Say, here: CustomId, shown: int, count: int) -> tuple[Button, ...]:
    """The ways from one of some pages, 0 to ``count``, to the others."""
    ways = {"first": shown > 0, "previous": shown > 0, "following": shown < count, "last": shown < count}
    return tuple(
        Button(say(f"button.{name}"), here.press(name), enabled, "forward" if name == "following" else "plain")
        for name, enabled in ways.items()
    )


def shared_moment_page(say: Say, match: Match, shown: int) -> Page:
    """The same for everybody, to be looked at."""
    return _moment(say, match, shown, None, _way_in(say, match, CustomId(match.id, match.revision, f"replay.{shown}")))


def animation_page(say: Say, match: Match, shown: int, *, public: bool = False) -> Page:
    """The game so far, stitch by stitch, with its record; it leads back to the moment that was ``shown``."""
    position, count = match.position, len(match.plies)
    ended, label = match.outcome is not None, labels.poster_label(match)
    alt = say("alt.replay", count=count)
    room = LONGEST_ALT - len(alt) - 1
    last = poster_alt(say, position, match.winner or 0, label) if ended else table_alt(say, position, room=room)
    moves = animation(render.draw_replay, match.record, ended=ended, winner=match.winner, label=label)
    picture = Image(moves, sentences(say, alt, last), f"game-{match.id}.gif")
    record = Download(f"game-{match.id}.txt", f"{match.record}\n".encode())
    here = CustomId(match.id, match.revision, f"animation.{shown}")
    rows: tuple[Row, ...] = _way_in(say, match, here)
    if not public:
        rows = ((button(say, here, "steps", "replay"), button(say, here, "share")),)
    title = notes(say, _title(say, match), say("count.moves", count=count))
    return Page((title,), picture, (headline(say, match), say("replay.record")), rows, file=record)


def _moment(say: Say, match: Match, shown: int, user: int | None, rows: tuple[Row, ...]) -> Page:
    past, count = match.at(shown), len(match.plies)
    sewn = [ply for ply in past.plies[-1:] if isinstance(ply.move, Placement)]
    looks = {"new": tuple(ply.move for ply in sewn), "new_seat": sewn[0].seat if sewn else 0}
    left = match.seat_of(user) if user is not None else None
    looks |= {"left": left or 1, "card": last_card(past), "next_budget": next_budget(past)}
    picture = Image(drawing(render.draw_table, past.position, **looks), table_alt(say, past.position, last_card(past)))
    moment = say("replay.move" if shown else "replay.start", number=shown, last=count)
    done = (recap.ply_line(say, match, ply, user) for ply in past.plies[-1:])
    lines = [notes(say, _title(say, match), moment, *done)]
    if match.outcome and shown == count:
        lines.append(ending_line(say, match))
    return Page((), picture, ("\n".join(lines),), rows)


def _title(say: Say, match: Match) -> str:
    return say("replay.title", game=match.id)


def _way_in(say: Say, match: Match, here: CustomId) -> tuple[Row, ...]:
    """A button for others to step through the game; nobody but its player may see a private one."""
    return () if match.place == "private" else ((button(say, here, "steps", "replay"),),)
