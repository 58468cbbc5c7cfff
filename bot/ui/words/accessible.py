"""What lies on the table, and what each patch looks like, in whole sentences for those who listen (decision 0023)."""

from collections.abc import Callable
from functools import lru_cache
from itertools import groupby

from bot.ui.kit.texts import Say, enumerated, listed, sentences, speaker
from bot.ui.words.names import lying_on_offer, patch_name, patch_subject, signed, stretch
from game import PATCHES, Automa, Patch, Placement, Position, Quilt, other
from game.automa import BONUS_SPACES
from game.patches import Orientation
from game.position import OFFERS
from game.squares import COLUMNS, ROWS, SIZE, bits, square_at, square_name


def player_sentences(say: Say, position: Position, seat: int, name: str) -> str:
    """Say where the token of a seat stands, what its player has, and how far they are from the bonus."""
    return sentences(say, player_sentence(say, position, seat, name), seven_by_seven(say, position, seat))


def player_sentence(say: Say, position: Position, seat: int, name: str) -> str:
    """Say where the token of a seat stands, and what its player has."""
    player, (distance, count) = position.player(seat), _distance(position, seat)
    buttons, empty = say("count.buttons", count=player.buttons), say("count.empty", count=player.quilt.empty)
    values = {"name": name, "space": player.space, "income": player.income, "buttons": buttons, "empty": empty}
    return say(f"aloud.player{distance}", count=count, **values)


def automa_sentences(say: Say, position: Position, automa: Automa, name: str, card: int = 0) -> str:
    """Say where the Automa's token stands, what it has, and where it takes the bonus; ``card`` is the last, or 0."""
    player, (distance, count) = position.player(2), _distance(position, 2)
    buttons, patches = say("count.buttons", count=player.buttons), say("count.patches", count=len(automa.patches))
    values = {"name": name, "space": player.space, "buttons": buttons, "patches": patches}
    has = say(f"aloud.automa{distance}", count=count, **values)
    bonus = say("aloud.bonus") if position.bonus == 2 else ""
    if not position.bonus and not position.over:
        bonus = say("aloud.automa_bonus", space=BONUS_SPACES[automa.level])
    return sentences(say, has, bonus, say("aloud.card", card=card) if card else "")


def points(say: Say, position: Position, seat: int, name: str) -> str:
    """The points of a seat at the end, and how they add up."""
    score = position.score(seat)
    bonus = "bonus" if position.automa and seat == 2 else "first"  # the Automa covers no squares for it
    amounts = {"buttons": score.buttons, "empty": score.empty, bonus: score.bonus, "patches": score.patches}
    parts = [say(f"aloud.points.{kind}", points=signed(amount)) for kind, amount in amounts.items() if amount]
    return say("aloud.points", name=name, count=score.total, total=signed(score.total), parts=enumerated(say, parts))


def _distance(position: Position, seat: int) -> tuple[str, int]:
    """Say how a token stands to the other, as texts are called, and by how many spaces; nothing at the end."""
    ahead = position.player(seat).space - position.player(other(seat)).space
    if position.over:
        return "", 0
    return ".level" if ahead == 0 else ".ahead" if ahead > 0 else ".behind", abs(ahead)


def seven_by_seven(say: Say, position: Position, seat: int) -> str:
    """Tell whether a seat has the bonus, or how many squares it lacks; nothing if that does not matter any more."""
    if position.bonus == seat:
        return say("aloud.bonus")
    if position.bonus or position.over:
        return ""
    return say("aloud.lacks", count=position.player(seat).quilt.missing_for_seven_by_seven)


def offers(say: Say, position: Position) -> str:
    """The patches on offer, with shape and price."""
    return _sentences(say, position, 0)


def brief_offers(say: Say, position: Position) -> str:
    """The same without shapes."""
    return sentences(say, *(brief_sentence(say, *each) for each in enumerate(position.ring_patches[:OFFERS], 1)))


def following(say: Say, position: Position) -> str:
    """The three patches after those on offer, likewise: a move that is made now lets the next one choose from them."""
    return _sentences(say, position, OFFERS)


def following_names(say: Say, position: Position, most: int = len(PATCHES)) -> str:
    """Only the names of all that follow, in order, or of the ``most`` that come first."""
    names = [patch_name(say, patch) for patch in position.ring_patches[OFFERS : OFFERS + most]]
    return say("aloud.following", patches=listed(say, names)) if names else ""


def patch_sentence(say: Say, number: int, patch: Patch) -> str:
    """A patch of the ring: its number, its name, its shape as it lies on offer, its price, and its income."""
    return _patch(say, "aloud.patch.income" if patch.income else "aloud.patch", number, patch)


def brief_sentence(say: Say, number: int, patch: Patch) -> str:
    """The same without its shape and its income."""
    return _patch(say, "aloud.patch_brief", number, patch)


def _sentences(say: Say, position: Position, first: int) -> str:
    patches = position.ring_patches[first : first + OFFERS]
    return sentences(say, *(patch_sentence(say, number, patch) for number, patch in enumerate(patches, first + 1)))


def _patch(say: Say, name: str, number: int, patch: Patch) -> str:
    return _heard(say.language, name, number, patch.id) if say.text_only else _told(say, name, number, patch)


@lru_cache(maxsize=1024)  # every picture of a table tells six patches, and each takes some fifteen texts
def _heard(language: str, name: str, number: int, patch: int) -> str:
    return _told(speaker(language).in_words, name, number, PATCHES[patch])


def _told(say: Say, name: str, number: int, patch: Patch) -> str:
    cost, time = say("count.buttons", count=patch.cost), say("count.time", count=patch.time)
    called = {"patch": patch_name(say, patch), "subject": patch_subject(say, patch)}
    told = {"shape": shape(say, lying_on_offer(patch)), "cost": cost, "time": time, "income": patch.income}
    return say(name, number=number, **called, **told)


def free_squares(say: Say, quilt: Quilt, side: int = SIZE) -> str:
    """Say what is free on a quilt of ``side`` by ``side`` squares, row by row; rows that are wholly free together."""
    return _free(say.language, quilt.free, bool(quilt.sewn), side)


@lru_cache(maxsize=256)  # the alt text of each page of a turn tells two quilts, and at most one of them changes
def _free(language: str, free: int, is_begun: bool, side: int) -> str:
    say = speaker(language).in_words
    if not free:
        return say("aloud.full")
    if not is_begun:
        return say("aloud.all_free")
    rows = [[column for column in range(side) if free >> square_at(column, row) & 1] for row in range(side)]
    told: list[str] = []
    row = 0
    while row < side:
        last = row
        while last < side and len(rows[last]) == side:
            last += 1
        if last > row:
            name = "aloud.free_row" if last == row + 1 else "aloud.free_rows"
            told.append(say(name, first=ROWS[row], last=ROWS[last - 1]))
        elif rows[row]:
            columns = listed(say, _named(say, rows[row], COLUMNS.__getitem__))
            told.append(say("aloud.free", row=ROWS[row], columns=columns))
        row = max(last, row + 1)
    return sentences(say, say("aloud.free_title"), *told)


def ring_lines(say: Say, position: Position) -> str:
    """All patches of the ring in order, a line for each, with shape and price."""
    lines = [_patch(say, "aloud.patch_line", number, patch) for number, patch in enumerate(position.ring_patches, 1)]
    return "\n".join(lines) or say("line.none")


def shape(say: Say, lying: Orientation) -> str:
    """Say what a patch that lies so looks like: its size, then row by row from the top which squares belong to it.

    It can be rebuilt from that: a row is whole, on the left, on the right or in the middle, or begins in a column that
    is counted from the left edge of the patch.
    """
    size = len(lying.cells)
    if lying.height == 1:
        return say("shape.row", count=size)
    if lying.width == 1:
        return say("shape.column", count=size)
    if size == lying.width * lying.height:
        return say("shape.block", width=lying.width, height=lying.height)
    return say("shape.rows", count=size, width=lying.width, height=lying.height, rows=_rows(say, lying))


def lying_so(say: Say, lying: Orientation) -> str:
    """The same for somebody who knows the patch: only its rows. At most 100 characters."""
    return shape(say, lying) if len(lying.cells) == lying.width * lying.height else _rows(say, lying)


def _rows(say: Say, lying: Orientation) -> str:
    told: list[str] = []
    for row, alike in groupby(_row(say, lying, row) for row in range(lying.height)):
        count = len(list(alike))
        name = "shape.twice" if count == 2 else "shape.times"
        told.append(row if count == 1 else say(name, count=count, row=row))
    return enumerated(say, told)


def _row(say: Say, lying: Orientation, row: int) -> str:
    (first, last), *others = _runs(sorted(column for column, its_row in lying.cells if its_row == row))
    if others:  # both at the edges and equally long: no patch has other gaps
        return say("shape.run.sides", count=last - first + 1)
    count, before, after = last - first + 1, first, lying.width - 1 - last
    if count == lying.width:
        return say("shape.run.all", count=count)
    if before == after:
        return say("shape.run.middle", count=count)
    if before and after:
        return say("shape.run.from", count=count, column=first + 1)
    return say("shape.run.right" if before else "shape.run.left", count=count)


def covered_squares(say: Say, placement: Placement) -> str:
    """The squares that a placement covers, row by row, such as ``C4, C5 to E5 and D6``."""
    return listed(say, _named(say, bits(placement.mask), square_name))


def _named(say: Say, numbers: list[int], name: Callable[[int], str]) -> list[str]:
    """Names of squares or columns; three neighbours or more are told by the first and the last."""
    names: list[str] = []
    for first, last in _runs(numbers):
        names += [stretch(say, name(first), name(last))] if last > first + 1 else map(name, range(first, last + 1))
    return names


def _runs(numbers: list[int]) -> list[tuple[int, int]]:
    """Neighbours joined: the first and the last of each run; a run ends where a row of the quilt does."""
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1 and number % SIZE:
            runs[-1] = runs[-1][0], number
        else:
            runs.append((number, number))
    return runs
