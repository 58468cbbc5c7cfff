"""A group in any order of joining, leaving, playing and blocking, beside a list of who is in it."""

import random
from itertools import combinations, permutations

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule
from sqlalchemy import Connection

from bot.matches.blocks import Blocks
from bot.matches.group_course import CrossTable, NewGroup
from bot.matches.groups import OPEN_AGAIN, OPEN_SECONDS, Groups
from bot.matches.round_robin import MOST_AT_ONCE
from bot.store.games import GameRow, count_running, find_games
from bot.store.groups import DAY, FEWEST_MEMBERS, GroupRow, MemberRow, find_group, find_members, find_pairings
from game import ADVANCE
from tests.matches.building import mover_of
from tests.matches.machines import LENGTHS, Machine, Place, run
from tests.store.building import CHANNEL, GUILD

MOST_GAMES = 5
USERS = st.integers(0, 5)


def look(connection: Connection, number: int) -> tuple[GroupRow | None, list[MemberRow], list[GameRow]]:
    """A group, its members and its games."""
    pairings = find_pairings(connection, number)
    games = find_games(connection, [pairing.game_id for pairing in pairings])
    return find_group(connection, number), find_members(connection, number), sorted(games, key=lambda row: row.id)


class Group(Machine):
    """Six people, and one group of theirs after the other."""

    def __init__(self, place: Place) -> None:
        super().__init__(place)
        self.groups = Groups(self.database, self.clock, max_games=MOST_GAMES, rng=random.Random(1))
        self.blocks = Blocks(self.database, self.clock)
        self.people = self.users(6)
        self.number, self.size, self.stage, self.until, self.opener = 0, 0, "off", 0, 0
        self.members: list[int] = []
        self.left: set[int] = set()
        self.blocked: set[tuple[int, int]] = set()
        self.opened_at: dict[int, int] = {}

    @initialize(size=st.integers(3, 5), joined=st.integers(0, 4))
    def begin(self, size: int, joined: int) -> None:
        self.open(0, size)
        for user in range(1, joined + 1):
            self.join(user)

    def running(self, user: int) -> int:
        """How many games somebody plays."""
        return self.do(self.database.read(count_running, user))

    def has_room(self, user: int, size: int) -> bool:
        return self.running(user) + min(size - 1, MOST_AT_ONCE) <= MOST_GAMES

    @precondition(lambda self: self.stage != "going")
    @rule(user=USERS, size=st.integers(3, 6))
    def open(self, user: int, size: int) -> None:
        who, now = self.people[user], self.clock.now
        if self.stage == "open" and who != self.opener:
            return
        reasons = {
            "group_waiting": self.stage == "open",
            "group_full_up": not self.has_room(who, size),
            "group_lately": now < self.opened_at.get(who, -OPEN_AGAIN) + OPEN_AGAIN,
        }
        asked = NewGroup(guild_id=GUILD, channel_id=CHANNEL, opener=who, size=size, pace=3)
        if group := self.ask(self.groups.open(asked), next((each for each, holds in reasons.items() if holds), None)):
            self.number, self.size, self.stage, self.until = group.id, size, "open", now + OPEN_SECONDS
            self.opener, self.members, self.left, self.opened_at[who] = who, [who], set(), now

    def why_not(self) -> str | None:
        """Why nobody may join the group, or call it off."""
        return {"off": "no_group", "over": "group_over", "going": "group_begun"}.get(self.stage)

    @rule(user=USERS)
    def join(self, user: int) -> None:
        who = self.people[user]
        all_of_them = [*self.members, who]
        reasons = {
            "group_begun": self.stage == "open" and self.until <= self.clock.now,
            "in_group": who in self.members,
            "group_full_up": not self.has_room(who, self.size),
            "own_block_group": any((who, other) in self.blocked for other in self.members),
            "no_place_in_group": any((one, two) in self.blocked for one in all_of_them for two in all_of_them)
            or not all(self.has_room(other, self.size) for other in self.members),
        }
        reason = self.why_not() or next((each for each, holds in reasons.items() if holds), None)
        if self.ask(self.groups.join(self.number, who), reason):
            self.members.append(who)
            if len(self.members) == self.size:
                self.has_begun()

    def has_begun(self) -> None:
        self.stage, self.size, self.until = "going", len(self.members), self.clock.now + 28 * DAY

    @rule(user=USERS)
    def leave(self, user: int) -> None:
        who = self.people[user]
        reason = self.why_not() if self.stage in ("off", "over") else None
        is_in = who in self.members and who not in self.left
        if self.ask(self.groups.leave(self.number, who), reason or (None if is_in else "not_in_group")):
            if self.stage == "open":
                self.members.remove(who)
            else:
                self.left.add(who)

    @precondition(lambda self: self.is_late)
    @rule(user=USERS, moderates=st.booleans())
    def call_off(self, user: int, moderates: bool) -> None:
        who = self.people[user]
        reason = self.why_not() or (None if moderates or who == self.opener else "group_not_yours")
        if self.ask(self.groups.call_off(self.number, who, moderates=moderates), reason):
            self.stage = "off"

    @rule(user=USERS, other=USERS, takes_back=st.booleans())
    def block(self, user: int, other: int, takes_back: bool) -> None:
        who, whom = self.people[user], self.people[other]
        if takes_back:
            self.do(self.blocks.unblock(who, whom))
            self.blocked.discard((who, whom))
            return
        self.ask(self.blocks.block(who, whom), "block_yourself" if who == whom else None)
        if who != whom:
            self.blocked.add((who, whom))
            if self.stage == "open" and {who, whom} <= {*self.members}:
                self.members.remove(who)

    @precondition(lambda self: self.stage in ("going", "over"))
    @rule(number=st.integers(0, 9), how=st.sampled_from(["resign", "resign", "close"]))
    def end_a_game(self, number: int, how: str) -> None:
        _, _, games = self.do(self.database.read_latest(look, self.number))
        running = [row for row in games if row.ending is None]
        if not running:
            return
        match = self.do(self.place.matches.load(running[number % len(running)].id))
        if how == "close":
            self.do(self.place.matches.close(match.id, "moderator"))
            return
        if not match.plies:
            match = self.do(self.place.matches.play(match.id, 0, mover_of(match), ADVANCE))
        self.do(self.place.matches.resign(match.id, match.revision, match.people[number % 2]))

    @rule(seconds=st.sampled_from([OPEN_AGAIN, DAY, OPEN_SECONDS, 10 * DAY]))
    def wait(self, seconds: int) -> None:
        self.clock.now += seconds

    @rule()
    def settle(self) -> None:
        """What follows from the time and from its games happens, and no more."""
        is_up, (_, _, games) = self.until <= self.clock.now, self.do(self.database.read_latest(look, self.number))
        rooms = {who: self.has_room(who, len(self.members)) for who in self.members}
        is_due = self.do(self.groups.due())
        table = self.do(self.groups.settle(self.number))
        assert (self.number in is_due) == (is_up and self.stage in ("open", "going"))
        if self.stage == "open" and is_up:
            self.members = [who for who in self.members if rooms[who]]
            if len(self.members) >= FEWEST_MEMBERS and not self.blocked & {*permutations(self.members, 2)}:
                self.has_begun()
            else:
                self.stage = "off"
        elif self.stage == "going":
            there = {*self.members} - self.left
            met = {frozenset(row.users): row.ending for row in games}
            is_over = all(met.get(frozenset(pair)) for pair in combinations(there, 2))
            self.stage = "over" if is_up or is_over else "going"
        assert table.group.stage == self.stage

    # --- what holds

    @invariant()
    def it_is_as_its_people_and_games_say(self) -> None:
        group, members, games = self.do(self.database.read_latest(look, self.number))
        assert group
        assert (group.stage, group.size, group.until) == (self.stage, self.size, self.until)
        assert {each.user_id for each in members} == {*self.members}
        assert {each.user_id for each in members if each.left_at is not None} == self.left
        pairs = [frozenset(row.users) for row in games]
        assert len(pairs) == len({*pairs})
        assert self.stage in ("going", "over") or not games
        playing = [row for row in games if row.ending is None]
        assert all(sum(who in row.users for row in playing) <= MOST_AT_ONCE for who in self.members)
        assert not any(who in row.users for row in playing for who in self.left)
        if self.stage == "going":
            self.check_table(self.do(self.groups.cross_table(self.number)), games)
        self.check_games(*(row.id for row in games))

    def check_table(self, table: CrossTable, games: list[GameRow]) -> None:
        """Among those who are still there, each has the wins and the games that run which the games tell."""
        if self.left:
            return
        for row in table.rows:
            mine = [game for game in games if row.member.user_id in game.users]
            won = [game for game in mine if game.winner and game.users[game.winner - 1] == row.member.user_id]
            over = [game for game in mine if game.ending]
            assert (row.wins, row.running) == (len(won), len(self.members) - 1 - len(over))
        assert [row.wins for row in table.rows] == sorted((row.wins for row in table.rows), reverse=True)


@pytest.mark.slow
@LENGTHS
def test_a_group_goes_by_who_is_in_it_in_any_order_of_events(url: str, examples: int, steps: int) -> None:
    run(url, Group, examples, steps)
