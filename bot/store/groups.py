"""Groups: who is in them, their games, and the message that shows how they stand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from sqlalchemy import BindParameter, ColumnElement, Connection, bindparam, delete, exists, insert, select, update

from bot.store.rows import columns
from bot.store.servers import LEFT, meet_server
from bot.store.shards import EVERY, ShardedQuery, Shards, is_theirs
from bot.store.tables import BY_TIME, OWED_A_CROSS_TABLE, Place, Stage, blocks, groups, members, pairings

DAY = 24 * 60 * 60

FEWEST_MEMBERS, MOST_MEMBERS = 3, 6
"""How many people a group may have."""


@dataclass(frozen=True, slots=True)
class GroupRow:
    """A group that the user ``opener`` has opened for ``size`` people and so many ``days``; ``track``, ``pace``,
    ``place`` and ``language`` are those of its games, ``made_by`` the interaction that asked for it.

    ``until`` is when it is no longer open; from its beginning on, when it ends. Its message, None until it is posted,
    is ``owed`` if something else should stand there.
    """

    id: int
    guild_id: int
    channel_id: int
    opener: int
    size: int
    days: int
    track: str
    pace: int | None
    place: Place
    language: str
    made_by: int | None
    stage: Stage
    until: int
    message_id: int | None = None
    owed: bool = True

    @property
    def begun_at(self) -> int:
        """When it began, if it has."""
        return self.until - self.days * DAY


@dataclass(frozen=True, slots=True)
class MemberRow:
    """Somebody in a group, under a ``number`` from 0. ``left_at`` is when they left it while it went on, ``vacations``
    are those that lay within it, once it is over (before, None).
    """

    group_id: int
    user_id: int
    number: int
    left_at: int | None = None
    vacations: str | None = None


@dataclass(frozen=True, slots=True)
class PairingRow:
    """A game of a group between the numbers ``one``, who moves first, and ``two``."""

    game_id: int
    group_id: int
    one: int
    two: int

    @property
    def numbers(self) -> tuple[int, int]:
        """The numbers of the two, by seat."""
        return self.one, self.two


def _is_of(stage: Stage) -> ColumnElement[bool]:
    """Tell whether somebody is in a group that is at a stage."""
    return exists().where(groups.c.id == members.c.group_id, groups.c.stage == stage)


_GROUP: BindParameter[int] = bindparam("group")
_THE_GROUP = groups.c.id == _GROUP
_USER: BindParameter[int] = bindparam("user")
_ROWS = select(*columns(groups, GroupRow))
_MEMBERS = select(*columns(members, MemberRow))
_ADD = insert(groups).returning(*columns(groups, GroupRow))
_FIND = _ROWS.where(_THE_GROUP)
_FIND_AND_LOCK = _FIND.with_for_update()
_FIND_MADE = _ROWS.where(groups.c.made_by == bindparam("interaction"))
_OPENED_BY = _ROWS.where(groups.c.opener == _USER, groups.c.stage == "open")
_IN_CHANNEL = (
    _ROWS.join(members, members.c.group_id == groups.c.id)
    .where(
        groups.c.channel_id == bindparam("channel"),
        groups.c.stage.in_(("open", "going")),
        members.c.user_id == _USER,
        members.c.left_at.is_(None),
    )
    .order_by(groups.c.id.desc())
    .limit(1)
)
_LAST_OVER = (
    _ROWS.where(groups.c.guild_id == bindparam("guild"), groups.c.stage == "over", groups.c.id != _GROUP)
    .order_by(groups.c.id.desc())
    .limit(bindparam("most"))
)
_SET = update(groups).where(_THE_GROUP)  # whatever columns are given
_NOTE = _SET.values(message_id=bindparam("message"), owed=bindparam("is_owed"))
_OWE = update(groups).where(_THE_GROUP).values(owed=True)
_OWE_SHOWN = update(groups).where(groups.c.stage.in_(("open", "going"))).values(owed=True)
_REMOVE = delete(groups).where(_THE_GROUP)
_REMOVE_OF_SERVER = delete(groups).where(groups.c.guild_id == bindparam("guild"))
_NOW: BindParameter[int] = bindparam("now")
_DUE = select(groups.c.id).where(BY_TIME, groups.c.until <= _NOW, groups.c.guild_id.not_in(LEFT))
_OWED = _ROWS.where(OWED_A_CROSS_TABLE, groups.c.guild_id.not_in(LEFT)).order_by(groups.c.id)
_THEIRS = is_theirs(groups.c.guild_id)
_SWEEP_DUE = ShardedQuery(_DUE, _DUE.where(_THEIRS))
_SWEEP_OWED = ShardedQuery(_OWED, _OWED.where(_THEIRS))
_JOIN = insert(members)
_LEAVE = delete(members).where(members.c.group_id == _GROUP, members.c.user_id == _USER)
_FIND_MEMBERS = _MEMBERS.where(members.c.group_id == _GROUP).order_by(members.c.number)
_THE_MEMBER = (members.c.group_id == _GROUP, members.c.user_id == _USER)
_NUMBER = update(members).where(*_THE_MEMBER).values(number=bindparam("to"))
_LEFT_AT = update(members).where(*_THE_MEMBER).values(left_at=bindparam("at"))
_VACATIONS = update(members).where(*_THE_MEMBER).values(vacations=bindparam("spans"))
_PAIR = insert(pairings)
_FIND_PAIRINGS = (
    select(*columns(pairings, PairingRow)).where(pairings.c.group_id == _GROUP).order_by(pairings.c.game_id)
)
_OF_GAMES = select(pairings.c.group_id).where(pairings.c.game_id.in_(bindparam("games", expanding=True))).distinct()
_AMONG: BindParameter[int] = bindparam("users", expanding=True)
_BLOCKS = (
    select(blocks.c.user_id, blocks.c.blocked_id)
    .where(blocks.c.user_id.in_(_AMONG), blocks.c.blocked_id.in_(_AMONG))
    .order_by(blocks.c.user_id, blocks.c.blocked_id)
)
_GOING_OF = select(groups.c.id).join(members, members.c.group_id == groups.c.id).where(members.c.user_id == _USER)
_OWE_OF = update(groups).where(groups.c.id.in_(_GOING_OF)).values(owed=True)
_LEAVE_OPEN = delete(members).where(members.c.user_id == _USER, _is_of("open"))
_OPEN_WITH = (
    select(groups.c.id)
    .join(members, members.c.group_id == groups.c.id)
    .where(members.c.user_id == bindparam("other"), groups.c.stage == "open")
)
_LEAVE_GOING = (
    update(members)
    .where(members.c.user_id == _USER, members.c.left_at.is_(None), _is_of("going"))
    .values(left_at=bindparam("at"))
)


def add_group(connection: Connection, **asked: int | str | None) -> GroupRow:
    """Store a group: the fields of `GroupRow` up to ``until``, but its id."""
    meet_server(connection, int(asked["guild_id"] or 0))
    return GroupRow(*connection.execute(_ADD, {**asked, "owed": True}).one())


def find_group(connection: Connection, group_id: int, *, lock: bool = False) -> GroupRow | None:
    """A group by its number, or None; ``lock`` it to change it."""
    row = connection.execute(_FIND_AND_LOCK if lock else _FIND, {"group": group_id}).one_or_none()
    return GroupRow(*row) if row else None


def find_group_made(connection: Connection, interaction: int) -> GroupRow | None:
    """The group that an interaction has asked for, or None."""
    row = connection.execute(_FIND_MADE, {"interaction": interaction}).one_or_none()
    return GroupRow(*row) if row else None


def find_opened(connection: Connection, user: int) -> GroupRow | None:
    """The group of a user's that is open, or None."""
    row = connection.execute(_OPENED_BY, {"user": user}).first()
    return GroupRow(*row) if row else None


def group_in(connection: Connection, channel_id: int, user: int) -> GroupRow | None:
    """The newest group in a channel that a user is in, if it is open or goes on."""
    row = connection.execute(_IN_CHANNEL, {"channel": channel_id, "user": user}).one_or_none()
    return GroupRow(*row) if row else None


def groups_over(connection: Connection, guild_id: int, but: int, most: int) -> list[GroupRow]:
    """The groups of a server that ended last, all but one, so many at most."""
    return [GroupRow(*row) for row in connection.execute(_LAST_OVER, {"guild": guild_id, "group": but, "most": most})]


def set_stage(connection: Connection, group: GroupRow) -> GroupRow:
    """Store at which stage a group is, until when, and of how many people. Its message is owed."""
    connection.execute(
        _SET, {"group": group.id, "stage": group.stage, "until": group.until, "size": group.size, "owed": True}
    )
    return replace(group, owed=True)


def note_group_message(connection: Connection, group_id: int, message_id: int, *, owed: bool) -> None:
    """Note the message of a group, and whether it still owes something."""
    connection.execute(_NOTE, {"group": group_id, "message": message_id, "is_owed": owed})


def owe_groups_of(connection: Connection, game_ids: Iterable[int]) -> None:
    """Have the groups of some games shown anew."""
    for group_id in sorted(connection.execute(_OF_GAMES, {"games": [*game_ids]}).scalars()):  # as locks are taken
        owe_group(connection, group_id)


def owe_group(connection: Connection, group_id: int) -> None:
    """Have a group shown anew."""
    connection.execute(_OWE, {"group": group_id})


def owe_groups(connection: Connection) -> None:
    """Have all groups shown anew that are open or go on: what stands in the channels may be newer, or gone."""
    connection.execute(_OWE_SHOWN)


def remove_group(connection: Connection, group_id: int) -> None:
    """Drop a group; its games stay."""
    connection.execute(_REMOVE, {"group": group_id})


def remove_groups_of(connection: Connection, guild_id: int) -> None:
    """Drop all groups of a server."""
    connection.execute(_REMOVE_OF_SERVER, {"guild": guild_id})


def groups_due(connection: Connection, now: int, shards: Shards = EVERY) -> list[int]:
    """The numbers of groups whose time is up."""
    return list(_SWEEP_DUE(connection, shards, now=now).scalars())


def groups_owed(connection: Connection, shards: Shards = EVERY) -> list[GroupRow]:
    """The groups whose message is to be posted, shown anew or deleted."""
    return [GroupRow(*row) for row in _SWEEP_OWED(connection, shards)]


def find_members(connection: Connection, group_id: int) -> list[MemberRow]:
    """Find who is in a group, in the order of their numbers."""
    return [MemberRow(*row) for row in connection.execute(_FIND_MEMBERS, {"group": group_id})]


def add_member(connection: Connection, group_id: int, user: int, number: int) -> None:
    """Add somebody to a group. Raises IntegrityError if they are in it."""
    connection.execute(_JOIN, {"group_id": group_id, "user_id": user, "number": number})


def drop_member(connection: Connection, group_id: int, user: int) -> bool:
    """Take somebody out of a group. False if they are not in it."""
    return connection.execute(_LEAVE, {"group": group_id, "user": user}).rowcount == 1


def number_member(connection: Connection, group_id: int, user: int, number: int) -> None:
    """Give somebody in a group another number."""
    connection.execute(_NUMBER, {"group": group_id, "user": user, "to": number})


def note_left(connection: Connection, group_id: int, user: int, at: int) -> None:
    """Note when somebody left a group that went on."""
    connection.execute(_LEFT_AT, {"group": group_id, "user": user, "at": at})


def note_vacations(connection: Connection, group_id: int, user: int, spans: str) -> None:
    """Note the vacations of somebody that lay within a group."""
    connection.execute(_VACATIONS, {"group": group_id, "user": user, "spans": spans})


def add_pairing(connection: Connection, pairing: PairingRow) -> None:
    """Store a game of a group."""
    connection.execute(
        _PAIR,
        {"game_id": pairing.game_id, "group_id": pairing.group_id, "one": pairing.one, "two": pairing.two},
    )


def find_pairings(connection: Connection, group_id: int) -> list[PairingRow]:
    """The games of a group, in the order in which they began."""
    return [PairingRow(*row) for row in connection.execute(_FIND_PAIRINGS, {"group": group_id})]


def blocks_among(connection: Connection, users: list[int]) -> list[tuple[int, int]]:
    """Find who of some users has blocked whom of them."""
    return [(user, other) for user, other in connection.execute(_BLOCKS, {"users": users})]


def leave_groups(connection: Connection, user: int, at: int) -> None:
    """Take a user out of the groups that are open, and note that they have left those that go on."""
    connection.execute(_OWE_OF, {"user": user})
    connection.execute(_LEAVE_OPEN, {"user": user})
    connection.execute(_LEAVE_GOING, {"user": user, "at": at})


def leave_open_with(connection: Connection, user: int, other: int) -> None:
    """Take a user out of the groups that are open and that another one is in."""
    for group_id in sorted(connection.execute(_OPEN_WITH, {"other": other}).scalars()):  # as locks are taken
        if drop_member(connection, group_id, user):
            owe_group(connection, group_id)
