"""What follows for a group from its games and from the time: it begins, goes on, and is over. Within a unit."""

import logging
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlalchemy import Connection

from bot.matches import round_robin
from bot.matches.log import shuffled_ring, store_new
from bot.matches.match import Match
from bot.matches.outcome import in_favour_of
from bot.matches.round_robin import MOST_AT_ONCE, Pair, Played, Standing, has_ended_in
from bot.matches.seats import Person
from bot.matches.timers import read_vacations, spelled_vacations
from bot.store import groups as store
from bot.store.blocks import blocks_among
from bot.store.games import GameRow, LogRow, count_public, find_games, read_log, read_logs
from bot.store.groups import DAY, FEWEST_MEMBERS, GroupRow, MemberRow, PairingRow, find_members, set_stage
from bot.store.players import find_player
from bot.store.tables import Place
from game import Setup

LOG = logging.getLogger(__name__)

Games = Sequence[tuple[PairingRow, GameRow]]
"""The games of a group, in the order in which they began."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewGroup:
    """What somebody asks for who opens a group: see `GroupRow`."""

    guild_id: int
    channel_id: int
    opener: int
    size: int = 4
    days: int = 28
    track: str = "classic"
    pace: int | None = None
    place: Place = "here"
    language: str = "en"
    made_by: int | None = None


@dataclass(frozen=True, slots=True)
class CrossTable:
    """A group, its members, and how they stand once it goes on. ``away``: who is on vacation now, and until when."""

    group: GroupRow
    members: Sequence[MemberRow]
    rows: Sequence[Standing]
    away: dict[int, int]

    @property
    def winners(self) -> list[int]:
        """The users who have won it, once it is over: several if nothing tells them apart, or nobody."""
        return round_robin.winners(self.rows) if self.group.stage == "over" else []

    def has(self, user: int) -> bool:
        """Tell whether a user is in it."""
        return any(member.user_id == user and member.left_at is None for member in self.members)


@dataclass(frozen=True, slots=True)
class Course:
    """Takes groups on within a unit, in which nobody has more than ``max_games``."""

    connection: Connection
    now: int
    rng: random.Random
    max_games: int

    def has_room(self, user: int, size: int) -> bool:
        """Tell whether somebody may have as many more games as a group of so many people begins with."""
        return count_public(self.connection, user) + min(size - 1, MOST_AT_ONCE) <= self.max_games

    def begin(self, group: GroupRow) -> GroupRow:
        """Draw the numbers, and begin the games that are not held back."""
        users = [member.user_id for member in find_members(self.connection, group.id)]
        self.rng.shuffle(users)
        for number, user in enumerate(users):
            store.number_member(self.connection, group.id, user, number)
        for pair in round_robin.first_pairs(len(users)):
            self._pair(group, users, pair)
        begun = replace(group, stage="going", size=len(users), until=self.now + group.days * DAY)
        return set_stage(self.connection, begun)

    def go_on(self, group: GroupRow) -> GroupRow:
        """Do with a group what is due. When its time is up, an open one begins with its members who may have so many
        games, or does not come about. In one that goes on, members who have left the server leave it; games that were
        held back begin; and it is over with the last game of those who are still in it, or with its time.
        """
        is_late = group.until <= self.now
        if group.stage == "open" and is_late:
            users = self._with_room(group)
            if len(users) >= FEWEST_MEMBERS and not blocks_among(self.connection, users):
                return self.begin(group)
            return set_stage(self.connection, replace(group, stage="off"))
        if group.stage == "going":
            members = find_members(self.connection, group.id)
            games = _games_of(self.connection, group)
            members = [self._seen_leaving(group, member, games) for member in members]
            if is_late or not (self._begin_later(group, members, games) or _is_going(members, games)):
                return self._end(group, members)
        return group

    def _with_room(self, group: GroupRow) -> list[int]:
        """The members of an open group; those who have too many games by now are taken out of it."""
        users = [member.user_id for member in find_members(self.connection, group.id)]
        there = [user for user in users if self.has_room(user, len(users))]
        for user in {*users} - {*there}:
            store.drop_member(self.connection, group.id, user)
        return there

    def _pair(self, group: GroupRow, users: Sequence[int], pair: Pair) -> None:
        one, two = (users[number] for number in pair)
        match = Match(
            id=0,
            guild_id=group.guild_id,
            channel_id=group.channel_id,
            seats=(Person(one), Person(two)),
            setup=Setup(group.track, shuffled_ring(self.rng), 1),
            language=group.language,
            created_at=self.now,
            pace=group.pace,
            place=group.place,
        )
        store.add_pairing(self.connection, PairingRow(store_new(self.connection, match).id, group.id, *pair))

    def _begin_later(self, group: GroupRow, members: Sequence[MemberRow], games: Games) -> bool:
        running = Counter(number for pairing, row in games for number in pairing.numbers if row.ending is None)
        pairs = round_robin.next_pairs(group.size, running, [pairing.numbers for pairing, _ in games])
        begun = [pair for pair in pairs if all(members[number].left_at is None for number in pair)]
        for pair in begun:
            self._pair(group, [member.user_id for member in members], pair)
        return bool(begun)

    def _seen_leaving(self, group: GroupRow, member: MemberRow, games: Games) -> MemberRow:
        """A member, who has left the group if somebody has claimed a game of it because they had left the server."""
        if member.left_at is not None:
            return member
        for pairing, game in games:
            ended = game.ended_at
            if member.number not in pairing.numbers or not ended or not has_ended_in(group, game):
                continue
            if game.ending in ("claimed", "cancelled") and self._was_gone(
                game, 1 + pairing.numbers.index(member.number)
            ):
                store.note_left(self.connection, group.id, member.user_id, ended)
                return replace(member, left_at=ended)
        return member

    def _was_gone(self, game: GameRow, seat: int) -> bool:
        last = read_log(self.connection, game.id)[-1]
        return last.kind == "claim" and last.text == "left" and last.seat != seat

    def _end(self, group: GroupRow, members: Sequence[MemberRow]) -> GroupRow:
        """End a group. From now on, nobody changes any more which vacations counted."""
        for member in members:
            taken = read_vacations(find_player(self.connection, member.user_id).vacations)
            spans = spelled_vacations(round_robin.within(taken, group.begun_at, group.until))
            store.note_vacations(self.connection, group.id, member.user_id, spans)
        return set_stage(self.connection, replace(group, stage="over"))


def cross_table_of(connection: Connection, group: GroupRow, now: int) -> CrossTable:
    """Work out from its games how all stand in a group."""
    members = find_members(connection, group.id)
    if group.stage == "open":
        away = {member.user_id: find_player(connection, member.user_id).vacation_until for member in members}
        return CrossTable(group, members, (), {user: until for user, until in away.items() if until > now})
    games = _games_of(connection, group)
    undecided = [row.id for pairing, row in games if not round_robin.is_decided(group, members, pairing, row)]
    logs = read_logs(connection, undecided) if undecided else {}

    def favoured(pairing: PairingRow, row: GameRow) -> int:
        return _favoured(group, members, pairing, row, logs.get(row.id, [])) if row.id in undecided else 0

    played = [Played(pairing, row, favoured(pairing, row)) for pairing, row in games]
    return CrossTable(group, members, round_robin.standings(group, members, played), {})


def _is_going(members: Sequence[MemberRow], games: Games) -> bool:
    """Tell whether a game goes on that is undecided: those that somebody left are decided."""
    return any(
        row.ending is None and all(members[number].left_at is None for number in pairing.numbers)
        for pairing, row in games
    )


def _games_of(connection: Connection, group: GroupRow) -> Games:
    pairings = store.find_pairings(connection, group.id)
    rows = {row.id: row for row in find_games(connection, [pairing.game_id for pairing in pairings])}
    return [(pairing, rows[pairing.game_id]) for pairing in pairings if pairing.game_id in rows]


def _favoured(
    group: GroupRow, members: Sequence[MemberRow], pairing: PairingRow, row: GameRow, events: Sequence[LogRow]
) -> int:
    """The seat to which a game goes that nobody has won: who waited for the other, or used less time; 0 for neither, or
    if its log is broken.
    """
    if has_ended_in(group, row):
        return in_favour_of(events[-1]) if events else 0
    one, two = (read_vacations(members[number].vacations or "") for number in pairing.numbers)
    try:
        used = round_robin.time_used(row, events, group.until, (one, two))
    except Exception:
        LOG.warning("game %s cannot be replayed, and counts for nobody in its group", row.id)
        return 0
    return 0 if used[0] == used[1] else 1 + (used[1] < used[0])
