"""Everybody against everybody: who begins where, who used less time, and how all stand. Pure (decision 0068)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from bot.matches.clock import Vacations
from bot.matches.log import match_from
from bot.store.games import GameRow, LogRow
from bot.store.groups import GroupRow, MemberRow, PairingRow

MOST_AT_ONCE = 4
"""How many games of a group somebody plays at once."""

FORGIVEN = 1 / 4
"""The share of a group's time that vacations may take: whatever lies beyond it counts as time used."""

Pair = tuple[int, int]
"""Two numbers; the first of them moves first."""

How = Literal["won", "lost", "running", "void"]
"""What a game came to for somebody; it is ``void`` if nobody has won it, or if it counts for nobody."""

Why = Literal["ended", "left", "time"]
"""Why that is so: the game has ended, somebody has left the group, or one used less time or waited for the other."""


def rounds_of(count: int) -> list[list[Pair]]:
    """Berger's table: each meets each once, in rounds in which nobody plays twice, and all move first equally often."""
    odd = count - 1 + count % 2
    rounds = []
    for number in range(odd):
        pairs = [((number + step) % odd, (number - step) % odd) for step in range(1, odd // 2 + 1)]
        if count % 2 == 0:
            pairs.append((number, odd) if number % 2 else (odd, number))
        rounds.append(pairs)
    return rounds


def first_pairs(count: int) -> list[Pair]:
    """The games that begin with a group of so many people."""
    return [pair for pairs in rounds_of(count)[: _rounds_at_once(count)] for pair in pairs]


def next_pairs(count: int, running: Mapping[int, int], begun: Iterable[Pair]) -> list[Pair]:
    """The games that were held back and may begin now, if people have so many ``running``, by their numbers."""
    known = {frozenset(pair) for pair in begun}
    later = (pair for pairs in rounds_of(count)[_rounds_at_once(count) :] for pair in pairs)
    new = (pair for pair in later if frozenset(pair) not in known)
    return [pair for pair in new if all(running.get(number, 0) < MOST_AT_ONCE for number in pair)]


def _rounds_at_once(count: int) -> int:
    """In so many rounds nobody has more than `MOST_AT_ONCE` games: where their number is odd, each sits out one."""
    return MOST_AT_ONCE + count % 2


# --- time


def within(vacations: Vacations, begun: int, until: int) -> Vacations:
    """The part of some vacations that is no time used between two moments: `FORGIVEN` of it at most, the first ones."""
    found, left = [], round((until - begun) * FORGIVEN)
    for first, last in vacations:
        first, last = max(first, begun), min(last, until)
        if first < last and left:
            last = min(last, first + left)
            left -= last - first
            found.append((first, last))
    return tuple(found)


def time_used(row: GameRow, events: Sequence[LogRow], until: int, away: tuple[Vacations, Vacations]) -> Pair:
    """Count the seconds both have taken for their moves up to a moment, without the vacations ``away``, by seat."""
    used = [0, 0]
    for seat, first, last in _turns(row, events, until):
        rest = sum(max(0, min(last, end) - max(first, begin)) for begin, end in away[seat - 1])
        used[seat - 1] += last - first - rest
    return used[0], used[1]


def _turns(row: GameRow, events: Sequence[LogRow], until: int) -> Iterator[tuple[int, int, int]]:
    """Whose turn it was from when to when, up to a moment. Raises what a log raises that cannot be replayed."""
    match, since = match_from(row, ()), row.created_at
    for event in events:
        if event.at > until:
            break
        yield match.position.turn, since, event.at
        match, since = match.after(event), event.at
    if not match.outcome:
        yield match.position.turn, since, until


# --- how all stand


@dataclass(frozen=True, slots=True)
class Cell:
    """A game as somebody's row of the table shows it, and by how many points they were ahead if it was played out."""

    how: How
    why: Why = "ended"
    lead: int | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """How somebody in a group stands: their place from 1 (None: no game of theirs counts), how many games they have won
    and still play, by how many points they were ahead in those played out, and all by the number of the other.
    """

    member: MemberRow
    place: int | None
    wins: int
    running: int
    margin: int
    cells: dict[int, Cell]


@dataclass(frozen=True, slots=True)
class Played:
    """A game of a group, and the seat that used less time or waited, 0 for neither, where that decides it."""

    pairing: PairingRow
    game: GameRow
    favoured: int = 0


def has_ended_in(group: GroupRow, game: GameRow) -> bool:
    """Tell whether a game ended before its group did."""
    return game.ended_at is not None and game.ended_at <= group.until


def is_decided(group: GroupRow, members: Sequence[MemberRow], pairing: PairingRow, game: GameRow) -> bool:
    """Tell whether a game of a group needs no look at its log: somebody has won it before the group ended, or it waits
    for that, or somebody left.
    """
    if has_ended_in(group, game):
        return game.winner is not None
    return group.stage != "over" or any(members[number].left_at for number in pairing.numbers)


def standings(group: GroupRow, members: Sequence[MemberRow], games: Sequence[Played]) -> list[Standing]:
    """Tell how all stand in a group, in order: its members by their numbers, and its games."""
    gone = {member.number for member in members if _counts_for_nobody(member, members, games)}
    cells = {member.number: _cells(group, member, members, games, gone) for member in members}
    rows = []
    for member in members:
        mine = cells[member.number]
        wins, running = _count(mine, "won"), _count(mine, "running")
        margin = sum(cell.lead or 0 for cell in mine.values())
        rows.append(Standing(member, None, wins, running, margin, mine))
    return _placed(rows, gone)


def _cells(
    group: GroupRow, member: MemberRow, members: Sequence[MemberRow], games: Sequence[Played], gone: set[int]
) -> dict[int, Cell]:
    """All games of a member, by the number of the other; those that have not begun may still go on."""
    found = {}
    for other in members:
        if other is member:
            continue
        has_left = member.left_at is not None or other.left_at is not None
        found[other.number] = Cell("running" if group.stage == "going" and not has_left else "void")
    for played in games:
        numbers = played.pairing.numbers
        if member.number in numbers:
            one, two = numbers
            how, winner, why = _result(group, members, played)
            mine: How = "lost" if how == "won" and winner != member.number else how
            lead = None
            if played.game.ending == "finished" and how == "won" and why == "ended":
                lead = ((played.game.points1 or 0) - (played.game.points2 or 0)) * (1 if one == member.number else -1)
            found[two if one == member.number else one] = Cell(mine, why, lead)
    return {number: Cell("void") if gone & {number, member.number} else cell for number, cell in found.items()}


def _result(group: GroupRow, members: Sequence[MemberRow], played: Played) -> tuple[How, int, Why]:
    """Tell what a game came to, the number of who gets it (0 for nobody), and why."""
    game, numbers = played.game, played.pairing.numbers
    left = [(at, number) for number in numbers if (at := members[number].left_at) is not None]
    until = min([group.until, *(at for at, _ in left)])
    is_called_off = game.winner is None and bool(left) and game.ended_at == until  # by them, unplayed
    if game.ended_at is not None and game.ended_at <= until and not is_called_off:
        if game.winner:
            return "won", numbers[game.winner - 1], "ended"
        return ("won", numbers[played.favoured - 1], "time") if played.favoured else ("void", 0, "ended")
    if left:
        return "won", next(number for number in numbers if number != min(left)[1]), "left"
    if group.stage != "over":
        return "running", 0, "ended"
    return ("won", numbers[played.favoured - 1], "time") if played.favoured else ("void", 0, "time")


def _counts_for_nobody(member: MemberRow, members: Sequence[MemberRow], games: Sequence[Played]) -> bool:
    if member.left_at is None:
        return False
    won = [played for played in games if member.number in played.pairing.numbers]
    won = [played for played in won if played.game.winner or played.favoured]
    ended = [each for each in won if each.game.ended_at is not None and each.game.ended_at < member.left_at]
    return 2 * len(ended) < len(members) - 1


def _count(cells: Mapping[int, Cell], how: How) -> int:
    return sum(cell.how == how for cell in cells.values())


def _placed(rows: list[Standing], gone: set[int]) -> list[Standing]:
    """Put those whose games count in order: by wins, by those among each other, by points. Those who have left come
    behind all who stayed; those whose games do not count come last.
    """

    def key(row: Standing) -> tuple[bool, int, int, int]:
        level = {other.member.number for other in rows if other.wins == row.wins}
        among = {number: cell for number, cell in row.cells.items() if number in level}
        return row.member.left_at is None, row.wins, _count(among, "won"), row.margin

    in_order = sorted((row for row in rows if row.member.number not in gone), key=key, reverse=True)
    keys = [key(row) for row in in_order]
    placed = [replace(row, place=keys.index(key(row)) + 1) for row in in_order]
    return placed + [row for row in rows if row.member.number in gone]


def winners(rows: Sequence[Standing]) -> list[int]:
    """The users who are first and have stayed: several, if nothing tells them apart; nobody, if no game was won."""
    return [row.member.user_id for row in rows if row.place == 1 and row.wins and row.member.left_at is None]
