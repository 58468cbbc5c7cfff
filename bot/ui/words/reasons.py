"""Why one move is better than another, as one sentence: what was counted on the table (see `engine.reasons`)."""

from bot.matches.match import Match
from bot.ui.kit.texts import Say, listed
from bot.ui.words.names import in_points, patch_object, patch_subject, player_name, signed
from engine.verdicts import Reason
from game import PATCHES, Move, Patch, Placement, other
from game.squares import square_name

_OF_THE_BETTER, _OF_THE_OTHER = ("income", "cheap"), ("dear",)
"""What speaks of the patch that the better move takes, and of that of the other one."""

_AGAINST_THE_OTHER = (*_OF_THE_OTHER, "gives", "saves", "broke", "shut", "holes", "room")
"""What is told, once it has happened, of the move that was played."""


def is_of_played(reason: Reason | None) -> bool:
    """Tell whether a reason speaks, after the game, of the move that was played and not of the better one."""
    return reason is not None and reason.kind in _AGAINST_THE_OTHER


def because(say: Say, match: Match, seat: int, played: Move, better: Move, reason: Reason | None, way: str) -> str:
    """Say why ``better`` was better for a seat than ``played``; nothing without a reason.

    ``way`` is ``was``, or ``is`` where nothing has been played yet; with ``.you`` it speaks to the one who moves, with
    ``.to_other`` to the other one.
    """
    if reason is None:
        return ""
    kind, numbers = reason.kind, reason.numbers
    values: dict[str, object] = {"user": player_name(say, match, seat), "other": player_name(say, match, other(seat))}
    values |= _counted(say, kind, numbers)
    if kind in _OF_THE_BETTER + _OF_THE_OTHER:
        move = better if kind in _OF_THE_BETTER else played
        assert isinstance(move, Placement)
        values |= _patch(say, move.patch)
    if kind == "income" and numbers[1] == 1:
        kind = "last_income"
    return say(_name(kind, way), **values)


def _name(kind: str, way: str) -> str:
    """The name of the text: few of them speak to anybody, and only some are of what was or of what may be."""
    tense, _, whom = way.partition(".")
    if kind in ("income", "last_income", "cheap", "dear"):
        return f"because.{kind}"
    is_told_so = (kind == "turn" and whom == "you") or (kind == "gives" and whom == "to_other")
    return f"because.{whom}.{tense}.{kind}" if is_told_so else f"because.{tense}.{kind}"


def _patch(say: Say, patch: Patch) -> dict[str, object]:
    return {"subject": patch_subject(say, patch), "object": patch_object(say, patch)}


def _counted(say: Say, kind: str, numbers: tuple[int, ...]) -> dict[str, object]:
    match kind, numbers:
        case "income", (income, times, total):
            many = total if times == 1 else times
            return {"income": income, "buttons": say("count.buttons", count=total), "count": many}
        case "dear" | "cheap", (brings, time, usual):
            return {"brings": in_points(say, brings), "time": say("count.time", count=time), "usual": signed(usual)}
        case "gives", (patch, brings, time):
            return {**_patch(say, PATCHES[patch]), "count": brings, "time": say("count.time", count=time)}
        case "saves", (patch, cost, buttons):
            return {**_patch(say, PATCHES[patch]), "cost": say("count.buttons", count=cost), "count": buttons}
        case "broke", (buttons, cost):
            return {"cost": say("count.buttons", count=cost), "count": buttons}
        case "last", (patch, brings):
            return {**_patch(say, PATCHES[patch]), "count": brings}
        case "near", (spared, left):
            return {"count": spared, "left": left}
        case "leather", (space,):
            return {"space": space}
        case "shut", (more, _):
            return {"count": more}
        case "holes" | "room", squares:
            named = listed(say, [square_name(square) for square in squares])
            return {"count": len(squares), "squares": named}
    return {}
