"""Groups: three to six people, everybody against everybody at the same time (decision 0068).

They follow their games and never decide one: how all stand is worked out from the games whenever it is shown.
"""

from collections.abc import Callable
from dataclasses import asdict, replace
from typing import TypeVar

from sqlalchemy import Connection

from bot.matches.group_course import Course, CrossTable, NewGroup, cross_table_of
from bot.matches.match import Refusal
from bot.matches.play import resign_within
from bot.matches.refusals import TakesNoChallenges
from bot.matches.round_robin import MOST_AT_ONCE
from bot.matches.services import GameStarter
from bot.store import groups as store
from bot.store.backend.database import reads, reads_latest, writes
from bot.store.blocks import blocks_among
from bot.store.games import find_games
from bot.store.groups import DAY, GroupRow, MemberRow, find_members
from bot.store.locks import lock_games, lock_ids
from bot.store.players import is_nobody

OPEN_SECONDS = 3 * DAY
"""How long a group waits for people; then it begins with those who are there, if they are enough."""

LENGTHS = (14, 28, 42)
"""How many days a group may last."""

RECENT = 10
"""Among so many groups that ended last the winner of another one is looked for."""

T = TypeVar("T")


class _Joined(Exception):
    """Somebody has joined a group between two steps of a unit, which is to be done again."""


class Groups(GameStarter):
    """The groups in a database, in the servers of some shards.

    Raises Refusal: ``no_group`` (it was called off, or never was), ``group_begun``, ``group_over``, ``in_group``,
    ``not_in_group``, ``group_full_up`` (who asks has too many games), ``own_block_group``, ``no_place_in_group``
    (nobody is told why), ``group_not_yours``.
    """

    # --- opening one, joining and leaving

    @writes
    def open(self, connection: Connection, asked: NewGroup) -> GroupRow:
        """Open a group, once for each interaction that asks for it; its opener is in it. Raises Refusal
        ``group_waiting`` (theirs is open already), ``opened_lately``.
        """
        lock_ids(connection, asked.opener)
        if asked.made_by and (made := store.find_group_made(connection, asked.made_by)):
            return made
        now, user = self._now(), asked.opener
        if waiting := store.find_opened(connection, user):
            raise Refusal("group_waiting", channel=waiting.channel_id)
        self._check_room(self._course(connection), user, asked.size)
        self._note_opened(connection, user)
        group = store.add_group(connection, **asdict(asked), stage="open", until=now + OPEN_SECONDS)
        store.add_member(connection, MemberRow(group.id, user, 0))
        return group

    async def join(self, group_id: int, user: int) -> CrossTable:
        """Take a seat in an open group. With the last one it begins."""
        return await self._in_turn(group_id, [user], lambda connection: self._join(connection, group_id, user))

    @writes
    def leave(self, connection: Connection, group_id: int, user: int) -> CrossTable:
        """Leave a group. If it goes on, that gives up all games in it that the user still plays."""
        lock_ids(connection, user)
        game_ids = [pairing.game_id for pairing in store.find_pairings(connection, group_id)]
        lock_games(connection, game_ids)
        group = self._find(connection, group_id, "open", "going")
        member = next((one for one in find_members(connection, group_id) if one.user_id == user), None)
        if member is None or member.left_at is not None:
            raise Refusal("not_in_group")
        if group.stage == "open":
            store.drop_member(connection, group_id, user)
        else:
            for row in find_games(connection, game_ids):
                if row.ending is None and user in row.users:
                    resign_within(connection, row.id, user, self._now())
            store.note_left(connection, group_id, user, self._now())
        return cross_table_of(connection, store.owe_group(connection, group), self._now())

    @writes
    def call_off(self, connection: Connection, group_id: int, user: int, *, moderates: bool = False) -> GroupRow:
        """Call an open group off: its opener may, and somebody who ``moderates`` its channel."""
        lock_ids(connection, user)
        group = self._find(connection, group_id, "open")
        if group.opener != user and not moderates:
            raise Refusal("group_not_yours")
        if group.opener == user:
            self._note_closed(connection, user, group.until - OPEN_SECONDS)
        return store.set_stage(connection, replace(group, stage="off"))

    # --- looking at them

    @reads_latest
    def cross_table(self, connection: Connection, group_id: int) -> CrossTable:
        """A group and how all stand in it."""
        return self._load(connection, group_id)

    @reads_latest
    def of(self, connection: Connection, channel_id: int, user: int) -> CrossTable | None:
        """The newest group in a channel that a user is in, if it is open or goes on."""
        group = store.group_in(connection, channel_id, user)
        return cross_table_of(connection, group, self._now()) if group else None

    @reads
    def opponent_for(self, connection: Connection, group_id: int, user: int) -> int:
        """The winner of the server's newest other group. Raises Refusal ``group_not_won``, ``no_other_winner``."""
        mine = self._load(connection, group_id)
        if user not in mine.winners:
            raise Refusal("group_not_won")
        for group in store.groups_over(connection, mine.group.guild_id, group_id, RECENT):
            others = cross_table_of(connection, group, self._now()).winners
            if len(others) == 1 and others[0] != user and not is_nobody(others[0]):
                return others[0]
        raise Refusal("no_other_winner")

    # --- what is due and owed

    async def due(self) -> list[int]:
        """The groups whose time is up."""
        return await self._database.read(store.groups_due, self._now(), shards=self._shards)

    async def owed(self) -> list[GroupRow]:
        """The groups whose message is to be posted, shown anew or deleted."""
        return await self._database.read(store.groups_owed, shards=self._shards)

    async def settle(self, group_id: int) -> CrossTable:
        """Do with a group what follows from its games and from the time, and return it as it stands then."""

        def work(connection: Connection) -> CrossTable:
            group = store.find_group(connection, group_id)
            if group is None:
                raise Refusal("no_group")
            return cross_table_of(connection, self._course(connection).go_on(group), self._now())

        return await self._in_turn(group_id, [], work)

    async def note_message(self, seen: GroupRow, message_id: int) -> None:
        """Note the message of a group, which shows what was ``seen``: it still owes what has changed since."""
        await self._database.write(store.note_group_message, seen.id, message_id, seen.changes)

    async def remove(self, group_id: int) -> None:
        """Drop a group that does not come about, once its message is gone."""
        await self._database.write(store.remove_group, group_id)

    # --- within a unit

    async def _in_turn(self, group_id: int, users: list[int], work: Callable[[Connection], T]) -> T:
        """Run a unit that may begin games, with everybody in the group locked before it: nobody is forgotten meanwhile.
        It begins anew if somebody joins in between.
        """

        def locked(connection: Connection) -> T:
            known = {*users, *(member.user_id for member in find_members(connection, group_id))}
            lock_ids(connection, *known)
            store.lock_group(connection, group_id)
            if not {member.user_id for member in find_members(connection, group_id)} <= known:
                raise _Joined
            return work(connection)

        while True:
            try:
                return await self._database.write(locked)
            except _Joined:
                continue

    def _find(self, connection: Connection, group_id: int, *stages: str) -> GroupRow:
        group = store.lock_group(connection, group_id)
        if group is None or group.stage == "off":
            raise Refusal("no_group")
        if group.stage not in stages:
            raise Refusal("group_over" if group.stage == "over" else "group_begun")
        return group

    def _load(self, connection: Connection, group_id: int) -> CrossTable:
        group = store.find_group(connection, group_id)
        if group is None or group.stage == "off":
            raise Refusal("no_group")
        return cross_table_of(connection, group, self._now())

    def _course(self, connection: Connection) -> Course:
        return Course(connection, self._now(), self._rng, self._max_games)

    def _check_room(self, course: Course, user: int, size: int) -> None:
        if not course.has_room(user, size):
            raise Refusal("group_full_up", count=min(size - 1, MOST_AT_ONCE), most=self._max_games)

    def _join(self, connection: Connection, group_id: int, user: int) -> CrossTable:
        group, course = self._find(connection, group_id, "open"), self._course(connection)
        if group.until <= self._now():
            raise Refusal("group_begun")
        members = find_members(connection, group_id)
        users = [member.user_id for member in members]
        if user in users:
            raise Refusal("in_group")
        self._check_room(course, user, group.size)
        self._check_place(connection, group, [*users, user])
        number = max((member.number for member in members), default=-1) + 1
        store.add_member(connection, MemberRow(group_id, user, number))
        group = store.owe_group(connection, group)
        if len(users) + 1 == group.size:
            group = course.begin(group)
        return cross_table_of(connection, group, self._now())

    def _check_place(self, connection: Connection, group: GroupRow, users: list[int]) -> None:
        """Raise Refusal unless the last of some users has a place among the others. Nobody is told who has blocked
        them: if another has too many games by now, the answer is the same.
        """
        *others, user = users
        blocked = blocks_among(connection, users)
        if own := next((other for who, other in blocked if who == user), None):
            raise TakesNoChallenges(own, "own_block_group")
        if blocked or not all(self._course(connection).has_room(other, group.size) for other in others):
            raise Refusal("no_place_in_group")
