"""Games in words: a position in sentences and letters, for screen readers and plain text (decision 0056)."""

from collections.abc import Sequence

from bot.matches.match import Match
from bot.matches.news import against_all_levels
from bot.ui.kit.page import Page, Row
from bot.ui.kit.texts import Say, entries
from bot.ui.pages import board, views
from bot.ui.pages.pagination import ROOM, leaf_id, leaves, ways
from bot.ui.words import accessible, cards, names, preview, recap
from bot.ui.words.score_lines import score_lines
from game import LEATHER, Placement
from game.squares import COLUMNS, ROWS, SIZE, bits, square_at

EMPTY, LEATHERN = "o", "#"
"""A free square is a letter, too: screen readers skip dots."""

MUCH = 1200
"""How many bytes are more than one reads, or hears, at once: a Japanese character is wide, and has three."""

LETTERS = "abcdefghijklmnpqrstuvwxyz"
"""One for each patch of a quilt, in the order of their numbers; no quilt holds more."""


def text_page(say: Say, match: Match, user: int, leaf: int = 0, room: int = ROOM) -> Page:
    """The whole position without a picture: what is new, and for the player to move, the ways to take a turn; below
    these, what is free on their quilt, and how both stand.

    If that is much, how both stand is a leaf of its own. ``leaf`` is the one to show; in a language that takes more
    than ``room`` characters for one, there are more of them.
    """
    say, position = say.in_words, match.position
    title = _title(say, match, user)
    room -= len(title)
    first = [*filter(None, (recap.happened(say, match, user), _offers(say, match, user)))]
    own = match.seat_of(user)
    quilts = {seat: _quilt(say, match, seat) for seat in ((1,) if match.automa else (1, 2))}
    near = [quilts.pop(own)] if own in quilts else []
    game = names.game_line(say, match, user) if own and not match.outcome else ""
    last = [game, score_lines(say, match)]
    last += [*quilts.values(), cards.cards_text(say, match)]
    if match.automa and match.outcome and match.outcome.termination == "finished":
        last.append(cards.levels_text(say, against_all_levels(match)))
    next_three = "" if match.outcome else accessible.following(say, position)
    if sum(map(len, (*near, *last, next_three))) > room:
        next_three = accessible.following_names(say, position)
    parts = [(*first, *near, next_three, *last)]
    if len("".join(parts[0]).encode()) > MUCH:
        parts = [(*first, *near), (next_three, *last)]
    told = [texts for part in parts for texts in leaves(part, room)]
    leaf = min(leaf, len(told) - 1)
    here = leaf_id(match.id, match.revision, "text", leaf)
    controls: tuple[Row, ...] = views.rows(say, match, here, user, ways(say, here, leaf, len(told)))
    if user == match.mover:
        controls = ((*board.turn_row(say, match, here), *board.ask_hint(say, match, here)), *controls)
    controls = (*controls, *views.play_again(say, match, here, user))
    above = len(first) if leaf == 0 else len(told[leaf])
    return Page((title,), below=told[leaf][:above], rows=controls, last=told[leaf][above:])


def patches_page(say: Say, match: Match, user: int, leaf: int = 0, room: int = ROOM) -> Page:
    """All patches of the ring in words, and both quilts as letters. ``leaf`` and ``room`` are as for `text_page`."""
    say = say.in_words
    title = say("text.ring", count=len(match.position.ring))
    quilts = [_letters(say, match, seat) for seat in ((1,) if match.automa else (1, 2))]
    told = leaves([accessible.ring_lines(say, match.position), *quilts], room - len(title))
    leaf = min(leaf, len(told) - 1)
    here = leaf_id(match.id, match.revision, "patches", leaf)
    return Page((title, *told[leaf]), rows=views.rows(say, match, here, user, ways(say, here, leaf, len(told))))


def _title(say: Say, match: Match, user: int) -> str:
    if match.outcome:
        return board.headline(say, match)
    has_leather = bool(match.position.leather)
    if user == match.mover:
        return say("text.your_leather" if has_leather else "text.your_turn")
    name = "text.leather" if has_leather else "text.turn"
    if match.awaits_rival:
        name = "text.thinking"
    return say(name, user=names.player_name(say, match, match.position.turn))


def _offers(say: Say, match: Match, user: int) -> str:
    if match.outcome:
        return ""
    if match.position.leather:
        return accessible.brief_offers(say, match.position)
    return preview.brief_offers(say, match, to_mover=user == match.mover)


def _quilt(say: Say, match: Match, seat: int) -> str:
    title = say("text.quilt", player=names.named(say, match, seat))
    return f"{title}\n{accessible.free_squares(say, match.position.player(seat).quilt)}"


def _letters(say: Say, match: Match, seat: int) -> str:
    patches = match.position.player(seat).quilt.patches
    legend = [
        say("text.patch", letter=name, patch=names.patch_name(say, placement.patch), square=names.area(say, placement))
        for placement, name in zip(patches, _names(patches), strict=True)
        if placement.patch is not LEATHER
    ]
    if len(legend) < len(patches):
        legend.append(say("text.leather_patches", letter=LEATHERN))
    title = say("text.quilt", player=names.named(say, match, seat))
    return "\n".join(filter(None, (f"{title}\n```\n{letters(patches)}\n```", entries(say, legend))))


def letters(patches: Sequence[Placement]) -> str:
    """A quilt as ten lines of letters: `EMPTY` for a free square, `LEATHERN` for leather, a letter for each patch."""
    squares = [EMPTY] * (SIZE * SIZE)
    for placement, name in zip(patches, _names(patches), strict=True):
        for square in bits(placement.mask):
            squares[square] = name
    lines = [" ".join((" ", *COLUMNS))]
    for row, digit in enumerate(ROWS):
        lines.append(" ".join((digit, *(squares[square_at(column, row)] for column in range(SIZE)))))
    return "\n".join(lines)


def _names(patches: Sequence[Placement]) -> list[str]:
    letter = iter(LETTERS)
    return [LEATHERN if placement.patch is LEATHER else next(letter) for placement in patches]
