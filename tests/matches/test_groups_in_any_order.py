"""A group in any order of joining, leaving, playing and blocking, beside a list of who is in it."""

import random
from collections import Counter
from itertools import combinations, permutations

from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule
from sqlalchemy import Connection

from bot.matches.blocks import Blocks
from bot.matches.challenge import CALL_SECONDS
from bot.matches.group_course import CrossTable, NewGroup
from bot.matches.groups import OPEN_SECONDS, Groups
from bot.matches.round_robin import MOST_AT_ONCE
from bot.store.games import GameRow, count_public, find_games
from bot.store.groups import DAY, FEWEST_MEMBERS, GroupRow, MemberRow, find_group, find_members, find_pairings
from game import ADVANCE
from tests.matches.building import mover_of, new_match, stored
from tests.matches.machines import LENGTHS, Machine, Place, run
from tests.store.building import CHANNEL, GUILD

MOST_GAMES = 5
USERS = st.integers(0, 5)
STRANGER = 7


def look(connection: Connection, number: int) -> tuple[GroupRow | None, list[MemberRow], list[GameRow]]:
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
        self.gets: dict[int, int] = {}  # by their numbers, the games that the other one has given up
        self.opened_at: dict[int, int] = {}

    @initialize(size=st.sampled_from([3, 4, 5, 6, 6]), joined=st.sampled_from([0, 1, 2, 4, 5]))
    def begin(self, size: int, joined: int) -> None:
        self.open(0, size)
        for user in range(1, min(joined + 1, size)):
            self.join(user)

    def running(self, user: int) -> int:
        return self.do(self.database.read(count_public, user))

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
            "opened_lately": now < self.opened_at.get(who, -CALL_SECONDS) + CALL_SECONDS,
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
        """Join, after all have tried to who may not."""
        for who in self.people:
            if (reason := self.why_not_join(who)) and who != self.people[user]:
                self.ask(self.groups.join(self.number, who), reason)
        who = self.people[user]
        if self.ask(self.groups.join(self.number, who), self.why_not_join(who)):
            self.members.append(who)
            if len(self.members) == self.size:
                self.has_begun()

    def why_not_join(self, who: int) -> str | None:
        all_of_them = [*self.members, who]
        reasons = {
            "group_begun": self.stage == "open" and self.until <= self.clock.now,
            "in_group": who in self.members,
            "group_full_up": not self.has_room(who, self.size),
            "own_block_group": any((who, other) in self.blocked for other in self.members),
            "no_place_in_group": any((one, two) in self.blocked for one in all_of_them for two in all_of_them)
            or not all(self.has_room(other, self.size) for other in self.members),
        }
        return self.why_not() or next((each for each, holds in reasons.items() if holds), None)

    def has_begun(self) -> None:
        self.stage, self.size, self.until = "going", len(self.members), self.clock.now + 28 * DAY

    @rule(user=USERS)
    def leave(self, user: int) -> None:
        """Leave, after all have tried to who are not in it, and before one tries to again."""
        there = {*self.members} - self.left
        for who in (*({*self.people} - there), self.people[user], self.people[user]):
            is_in = who in self.members and who not in self.left
            reason = self.why_not() if self.stage in ("off", "over") else None if is_in else "not_in_group"
            if self.ask(self.groups.leave(self.number, who), reason):
                if self.stage == "open":
                    self.members.remove(who)
                else:
                    self.left.add(who)

    @precondition(lambda self: self.stage == "open" or self.is_late)
    @rule(user=USERS, moderates=st.booleans(), size=st.integers(3, 6), early=st.integers(0, 1))
    def call_off(self, user: int, moderates: bool, size: int, early: int) -> None:
        """Call the group off, whereupon its opener opens another one: at once, if it was them, else as soon as they may
        or a second too early.
        """
        who = self.people[user]
        reason = self.why_not() or (None if moderates or who == self.opener else "group_not_yours")
        if self.ask(self.groups.call_off(self.number, who, moderates=moderates), reason):
            self.stage = "off"
            if who == self.opener:
                del self.opened_at[who]
            else:
                self.clock.now = max(self.clock.now, self.opened_at[self.opener] + CALL_SECONDS - early)
            self.open(self.people.index(self.opener), size)

    @precondition(lambda self: self.stage == "open")
    @rule(user=USERS, other=USERS, joins=st.booleans())
    def block(self, user: int, other: int, joins: bool) -> None:
        """Block somebody, whereupon one of them tries to join."""
        who, whom = self.people[user], self.people[other]
        self.ask(self.blocks.block(who, whom), "block_yourself" if who == whom else None)
        if who != whom:
            self.blocked.add((who, whom))
            if {who, whom} <= {*self.members}:
                self.members.remove(who)
            self.join(user if joins else other)

    @precondition(lambda self: self.blocked)
    @rule()
    def unblock(self) -> None:
        who, whom = min(self.blocked)
        self.do(self.blocks.unblock(who, whom))
        self.blocked.remove((who, whom))

    @precondition(lambda self: self.stage == "open")
    @rule(number=st.integers(0, 5), count=st.integers(1, 4), other=USERS, joins=st.booleans())
    def play_elsewhere(self, number: int, count: int, other: int, joins: bool) -> None:
        """A member begins some games outside the group, whereupon somebody tries to join, or its time is up."""
        who = [*self.members, *self.people][number]
        for _ in range(count):
            self.do(stored(self.database, new_match(users=(who, STRANGER))))
        if joins:
            self.join(other)
        else:
            self.wait_until_time_is_up(0, other)

    @precondition(lambda self: self.stage in ("going", "over"))
    @rule(count=st.sampled_from([1, 1, 2, 3, 6, 15]), seed=st.integers(0, 99), settles=st.booleans())
    def end_games(self, count: int, seed: int, settles: bool) -> None:
        """End some of the games that run; most are given up, and a few are closed by a moderator."""
        _, _, games = self.do(self.database.read_latest(look, self.number))
        rng, matches = random.Random(seed), self.place.matches
        running = [row.id for row in games if row.ending is None]
        for number in rng.sample(running, min(count, len(running))):
            match = self.do(matches.load(number))
            if rng.random() < 0.2:
                self.do(matches.close(number, "moderator"))
                continue
            if not match.plies and rng.random() < 0.7:
                match = self.do(matches.play(number, 0, mover_of(match), ADVANCE))
            loser = rng.choice(match.people)
            self.do(matches.resign(number, match.revision, loser))
            self.gets[number] = match.opponent(loser)
        if settles:
            self.settle()

    @rule(seconds=st.sampled_from([60, CALL_SECONDS, DAY]))
    def wait(self, seconds: int) -> None:
        self.clock.now += seconds

    @precondition(lambda self: self.stage == "open" or (self.stage == "going" and self.is_late))
    @rule(early=st.integers(0, 1), user=USERS)
    def wait_until_time_is_up(self, early: int, user: int) -> None:
        """Or until a second before it is, when somebody tries to join."""
        self.clock.now = max(self.clock.now, self.until - early)
        self.join(user)
        self.settle()

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
            self.check_held_back(there)
        assert table.group.stage == self.stage

    def check_held_back(self, there: set[int]) -> None:
        """Nobody waits for a game who has room for it, nor does the other."""
        _, _, games = self.do(self.database.read_latest(look, self.number))
        met = {frozenset(row.users) for row in games}
        playing = Counter(who for row in games if row.ending is None for who in row.users)
        waiting = [pair for pair in combinations(there, 2) if frozenset(pair) not in met]
        assert self.stage == "over" or all(max(playing[one], playing[two]) == MOST_AT_ONCE for one, two in waiting)

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
        assert self.stage not in ("going", "over") or all(
            sum(who in row.users for row in games) >= min(self.size - 1, MOST_AT_ONCE) for who in self.members
        )
        assert not any(who in row.users for row in playing for who in self.left)
        if self.stage == "going":
            self.check_table(self.do(self.groups.cross_table(self.number)), games)
        self.check_games(*(row.id for row in games))

    def check_table(self, table: CrossTable, games: list[GameRow]) -> None:
        """Among those who are still there, each has the cells that the games tell, in the order of their wins."""
        played = {frozenset(game.users): game for game in games}
        there = [row for row in table.rows if row.member.user_id not in self.left]
        for row, other in permutations(there, 2):
            game = played.get(frozenset((row.member.user_id, other.member.user_id)))
            winner = self.gets.get(game.id) if game else None
            how = "running" if not game or not game.ending else "void" if winner is None else "lost"
            assert row.cells[other.member.number].how == ("won" if winner == row.member.user_id else how)
        assert [row.wins for row in there] == sorted((row.wins for row in there), reverse=True) or self.left


@LENGTHS
def test_a_group_goes_by_who_is_in_it_in_any_order_of_events(url: str, examples: int, steps: int) -> None:
    run(url, Group, examples, steps)
