"""What the results of each player come to, period by period: kept until one of them changes (decision 0086)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from sqlalchemy import Connection, Table, delete, exists, literal, select, tuple_, update

from bot.store.duties import Duties, exported
from bot.store.locks import lock_ids
from bot.store.parameters import AFTER, GAME, MOST, SEEN, USER
from bot.store.query import do, many, parameter
from bot.store.rows import Dialect, Insert, InsertNew, columns
from bot.store.tables import results, summaries

PERIOD = 90 * 24 * 60 * 60
"""Seconds in a period. Another number would need a migration."""


@dataclass(frozen=True, slots=True)
class SummaryRow:
    """What the results of a player come to that ended in a period; ``text`` is empty as long as nobody has looked."""

    player: int
    period: int
    text: str = ""
    changes: int = 0


NUMBER: int = parameter("of_period")
TOLD: str = parameter("told")

_OWN = summaries.c.player == USER
_PERIOD = results.c.ended_at // PERIOD

_kept = many(SummaryRow, USER)(select(*columns(summaries, SummaryRow)).where(_OWN))
_periods = many(int, USER)(select(_PERIOD).where(results.c.player == USER).distinct())


def summaries_of(connection: Connection, user: int) -> list[SummaryRow]:
    """Find what each period comes to in which a user has results."""
    kept = {row.period: row for row in _kept(connection, user)}
    return [kept.get(period) or SummaryRow(user, period) for period in _periods(connection, user)]


_add = InsertNew[SummaryRow](summaries)
_save = do(USER, NUMBER, SEEN, TOLD)(
    update(summaries).where(_OWN, summaries.c.period == NUMBER, summaries.c.changes == SEEN).values(text=TOLD)
)


def save_summaries(connection: Connection, rows: Iterable[SummaryRow]) -> None:
    """Keep what some periods come to, but where something has changed since they were read."""
    for row in rows:
        if row.changes:
            _save(connection, row.player, row.period, row.changes, row.text)
            continue
        lock_ids(connection, row.player)
        if row.period in _periods(connection, row.player):  # else they were forgotten meanwhile
            _add(connection, replace(row, changes=1))


_FOUND = select(results.c.player, _PERIOD, literal(""), literal(1)).where(
    results.c.game_id == GAME, results.c.player > 0
)


class _Doubt(Insert[dict[str, int]]):
    """Empties the summaries of the periods in which a game has results, or makes empty ones."""

    def _made(self, insert: Dialect, table: Table) -> Dialect:
        into = insert.from_select([each.name for each in table.columns], _FOUND)
        changed = {"text": "", "changes": table.c.changes + 1}
        return into.on_conflict_do_update(index_elements=[*table.primary_key], set_=changed)


_doubt = _Doubt(summaries)


def doubt(connection: Connection, game_id: int) -> None:
    """Have the periods summed up anew in which a game has results: these change, or who may know of them."""
    _doubt(connection, {"game_": game_id})


_OTHER = results.alias("other")
_OF_GAME = select(results.c.player, _PERIOD).where(results.c.game_id == GAME)
_HAS_OTHERS = exists().where(
    _OTHER.c.player == summaries.c.player,
    _OTHER.c.ended_at >= summaries.c.period * PERIOD,
    _OTHER.c.ended_at < (summaries.c.period + 1) * PERIOD,
    _OTHER.c.game_id != GAME,
)
_drop_empty = do(GAME)(
    delete(summaries).where(tuple_(summaries.c.player, summaries.c.period).in_(_OF_GAME), ~_HAS_OTHERS)
)
"""Keep nothing of periods in which a game is all that its players have played."""

drop_summaries = do(USER)(delete(summaries).where(_OWN))
"""Have all that a user's results come to summed up anew."""

players_with_results = many(int, AFTER, MOST)(
    select(results.c.player).where(results.c.player > AFTER).distinct().order_by(results.c.player).limit(MOST)
)
"""So many of those who have results, in order, after an id."""

DUTIES = Duties(
    (summaries,),
    export={"summaries": exported(select(summaries).where(_OWN).order_by(summaries.c.period))},
    forget=[drop_summaries],
    drop_game=[doubt, _drop_empty],
)
