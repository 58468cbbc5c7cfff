"""Which servers are a process's own: Discord gives each server, by its id, to one of so many shards (decision 0031)."""

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import BigInteger, Column, ColumnElement, Connection, Executable, Select, bindparam, literal_column

from bot.store.query import Query, Read, T, Ts, U

_BELOW_THE_TIME = 22
"""How many bits of an id stand below the time at which it was given."""


@dataclass(frozen=True, slots=True)
class Shards:
    """Some of ``count`` shards, by number, in order; all servers are of ``Shards()``."""

    ids: tuple[int, ...] = ()
    count: int = 0

    def __contains__(self, guild_id: int) -> bool:
        """Tell whether a server is theirs."""
        return not self.ids or (guild_id >> _BELOW_THE_TIME) % self.count in self.ids

    def overlaps(self, others: "Shards") -> bool:
        """Tell whether a server may be of both. Of shards that are counted otherwise nobody can tell."""
        if self.ids and others.ids and self.count == others.count:
            return not set(self.ids).isdisjoint(others.ids)
        return True

    @property
    def share(self) -> float:
        """Which part of all shards they are, from 0 to 1."""
        return len(self.ids) / self.count if self.ids else 1.0

    def __str__(self) -> str:
        """As in ``0-3 of 8``, or ``all``."""
        return f"{','.join(_ranges(self.ids))} of {self.count}" if self.ids else "all"


EVERY = Shards()
"""One process has all servers."""


class Sweep(Query[*Ts, T]):
    """A query that finds things to do: in all servers, or, by another statement, in those of some shards."""

    def __init__(self, of_all: Executable, of_some: Executable, read: Read[T], *parameters: *Ts) -> None:
        super().__init__(of_all, read, *parameters)
        self._of_some = of_some

    def __call__(self, connection: Connection, *arguments: *Ts, shards: Shards = EVERY) -> T:
        """Execute the statement for these shards."""
        if not shards.ids:
            return super().__call__(connection, *arguments)
        bound = {**self._bound(*arguments), "shards": shards.ids, "shard_count": shards.count}
        return self._read(connection.execute(self._of_some, bound))

    def then(self, finish: Callable[[T], U]) -> "Sweep[*Ts, U]":
        """The same query, returning what a function makes of its result."""
        return Sweep(self._statement, self._of_some, lambda result: finish(self._read(result)), *self._parameters)


def sweep(
    row: Callable[..., T], *parameters: *Ts
) -> Callable[[Executable, Column[int] | Executable], Sweep[*Ts, list[T]]]:
    """A query that finds any number of rows: in some shards, by the column of their server, or by another statement."""

    def made(of_all: Executable, of_some: Column[int] | Executable) -> Sweep[*Ts, list[T]]:
        if isinstance(of_some, Column):
            assert isinstance(of_all, Select)
            of_some = of_all.where(is_theirs(of_some))
        return Sweep(of_all, of_some, lambda result: [row(*each) for each in result], *parameters)

    return made


def is_theirs(guild_id: Column[int]) -> ColumnElement[bool]:
    """Tell whether a server is of these shards. (Bound, the 22 would be a BIGINT, by which PostgreSQL cannot shift.)"""
    time = guild_id.bitwise_rshift(literal_column(str(_BELOW_THE_TIME)))
    return (time % bindparam("shard_count", type_=BigInteger)).in_(bindparam("shards", expanding=True))


def _ranges(ids: tuple[int, ...]) -> list[str]:
    """As in ``0-3``, ``6``."""
    found: list[list[int]] = []
    for each in ids:
        if found and each == found[-1][-1] + 1:
            found[-1].append(each)
        else:
            found.append([each])
    return [f"{run[0]}-{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in found]
