"""Groups: who is in them, their games, and the message that shows how they stand."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from sqlalchemy import Connection, delete, exists, insert, select, update

from bot.store.duties import Duties, exported
from bot.store.parameters import AT, CHANNEL, GAMES, GUILD, INTERACTION, MESSAGE, MOST, NOW, SEEN, UNTIL, USER
from bot.store.query import affects, do, many, one_or_none, parameter
from bot.store.rows import Insert, columns
from bot.store.servers import LEFT, meet_server
from bot.store.shards import sweep
from bot.store.tables import BY_TIME, Place, Stage, groups, is_owed, members, owing, pairings

DAY = 24 * 60 * 60

FEWEST_MEMBERS, MOST_MEMBERS = 3, 6
"""How many people a group may have."""


@dataclass(frozen=True, slots=True)
class GroupRow:
    """A group, and its message."""

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
    changes: int = 0

    @property
    def begun_at(self) -> int:
        """When it began, if it has."""
        return self.until - self.days * DAY


@dataclass(frozen=True, slots=True)
class MemberRow:
    """Somebody in a group, under a ``number`` from 0."""

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


GROUP: int = parameter("group")
NUMBER: int = parameter("number")
SIZE: int = parameter("size")
SPANS: str = parameter("spans")
STAGE: Stage = parameter("stage")

_ROWS = select(*columns(groups, GroupRow))
_ADD = insert(groups).returning(*columns(groups, GroupRow))
_THE_GROUP = _ROWS.where(groups.c.id == GROUP)
_THE_MEMBER = (members.c.group_id == GROUP, members.c.user_id == USER)
_HERE = groups.c.guild_id.not_in(LEFT)
_CHANGE = update(groups).where(groups.c.id == GROUP)
_CHANGE_MEMBER = update(members).where(*_THE_MEMBER)


def add_group(connection: Connection, **asked: int | str | None) -> GroupRow:
    """Store a group: the fields of `GroupRow` up to ``until``, but its id."""
    meet_server(connection, int(asked["guild_id"] or 0))
    return GroupRow(*connection.execute(_ADD, {**asked, "owed": True}).one())


find_group = one_or_none(GroupRow, GROUP)(_THE_GROUP)
lock_group = one_or_none(GroupRow, GROUP)(_THE_GROUP.with_for_update())
"""A group by its number, or None, locked to be changed."""

find_group_made = one_or_none(GroupRow, INTERACTION)(_ROWS.where(groups.c.made_by == INTERACTION))
find_opened = one_or_none(GroupRow, USER)(_ROWS.where(groups.c.opener == USER, groups.c.stage == "open").limit(1))

group_in = one_or_none(GroupRow, CHANNEL, USER)(
    _ROWS.join(members, members.c.group_id == groups.c.id)
    .where(
        groups.c.channel_id == CHANNEL,
        groups.c.stage.in_(("open", "going")),
        members.c.user_id == USER,
        members.c.left_at.is_(None),
    )
    .order_by(groups.c.id.desc())
    .limit(1)
)
"""The newest group in a channel that a user is in, if it is open or goes on."""

groups_over = many(GroupRow, GUILD, GROUP, MOST)(
    _ROWS.where(groups.c.guild_id == GUILD, groups.c.stage == "over", groups.c.id != GROUP)
    .order_by(groups.c.id.desc())
    .limit(MOST)
)
"""The groups of a server that ended last, all but one, so many at most."""

_set = do(GROUP, STAGE, UNTIL, SIZE)(_CHANGE.values(stage=STAGE, until=UNTIL, size=SIZE, **owing(groups)))


def set_stage(connection: Connection, group: GroupRow) -> GroupRow:
    """Store at which stage a group is, until when, and of how many people. Its message is owed."""
    _set(connection, group.id, group.stage, group.until, group.size)
    return _owed(group)


def _owed(group: GroupRow) -> GroupRow:
    return replace(group, owed=True, changes=group.changes + 1)


note_group_message = do(GROUP, MESSAGE, SEEN)(_CHANGE.values(message_id=MESSAGE, owed=groups.c.changes != SEEN))
"""Note the message of a group, which shows it with so many changes: it still owes what has changed since."""

_owe = do(GROUP)(_CHANGE.values(owing(groups)))


def owe_group(connection: Connection, group: GroupRow) -> GroupRow:
    """Have a group shown anew."""
    _owe(connection, group.id)
    return _owed(group)


remove_group = do(GROUP)(delete(groups).where(groups.c.id == GROUP))
"""Drop a group; its games stay."""

groups_due = sweep(int, NOW)(select(groups.c.id).where(BY_TIME, groups.c.until <= NOW, _HERE), groups.c.guild_id)

groups_owed = sweep(GroupRow)(_ROWS.where(is_owed(groups), _HERE).order_by(groups.c.id), groups.c.guild_id)
"""The groups whose message is to be posted, shown anew or deleted."""

find_members = many(MemberRow, GROUP)(
    select(*columns(members, MemberRow)).where(members.c.group_id == GROUP).order_by(members.c.number)
)

add_member = Insert[MemberRow](members)

drop_member = affects(GROUP, USER)(delete(members).where(*_THE_MEMBER))
number_member = do(GROUP, USER, NUMBER)(_CHANGE_MEMBER.values(number=NUMBER))
note_left = do(GROUP, USER, AT)(_CHANGE_MEMBER.values(left_at=AT))
note_vacations = do(GROUP, USER, SPANS)(_CHANGE_MEMBER.values(vacations=SPANS))
add_pairing = Insert[PairingRow](pairings)

find_pairings = many(PairingRow, GROUP)(
    select(*columns(pairings, PairingRow)).where(pairings.c.group_id == GROUP).order_by(pairings.c.game_id)
)

groups_of_games = many(int, GAMES)(select(pairings.c.group_id).where(pairings.c.game_id.in_(GAMES)).distinct())


def owe_groups_of(connection: Connection, game_ids: Iterable[int]) -> None:
    """Have the groups of some games shown anew."""
    for group_id in sorted(groups_of_games(connection, [*game_ids])):  # as locks are taken
        _owe(connection, group_id)


_IS_OF_GROUP = groups.c.id == members.c.group_id
_owe_of = do(USER)(
    update(groups)
    .where(groups.c.id.in_(select(groups.c.id).join(members, _IS_OF_GROUP).where(members.c.user_id == USER)))
    .values(owing(groups))
)
_leave_open = do(USER)(
    delete(members).where(members.c.user_id == USER, exists().where(_IS_OF_GROUP, groups.c.stage == "open"))
)
_leave_going = do(USER, AT)(
    update(members)
    .where(members.c.user_id == USER, members.c.left_at.is_(None))
    .where(exists().where(_IS_OF_GROUP, groups.c.stage == "going"))
    .values(left_at=AT)
)


def leave_groups(connection: Connection, user: int, at: int) -> None:
    """Take a user out of the groups that are open, and note that they have left those that go on."""
    _owe_of(connection, user)
    _leave_open(connection, user)
    _leave_going(connection, user, at)


_open_with = many(int, USER)(
    select(groups.c.id).join(members, _IS_OF_GROUP).where(members.c.user_id == USER, groups.c.stage == "open")
)


def leave_open_with(connection: Connection, user: int, other: int) -> None:
    """Take a user out of the groups that are open and that another one is in."""
    for group_id in sorted(_open_with(connection, other)):  # as locks are taken
        if drop_member(connection, group_id, user):
            _owe(connection, group_id)


_WITH_MEMBER = select(groups, members.c.number, members.c.left_at, members.c.vacations).join(members, _IS_OF_GROUP)
_NOBODY = -(MOST_MEMBERS * members.c.group_id + members.c.number)

DUTIES = Duties(
    (groups, members, pairings),
    export={
        "groups": exported(_WITH_MEMBER.where(members.c.user_id == USER).order_by(groups.c.id)),
        "opened": exported(select(groups).where(groups.c.opener == USER).order_by(groups.c.id)),
    },
    forget=[
        do(USER)(update(groups).where(groups.c.opener == USER).values(opener=-groups.c.id)),
        do(USER)(update(members).where(members.c.user_id == USER).values(user_id=_NOBODY)),
    ],
    drop_server=[do(GUILD)(delete(groups).where(groups.c.guild_id == GUILD))],
    after_restore=[do()(update(groups).where(groups.c.stage.in_(("open", "going"))).values(owing(groups)))],
)
