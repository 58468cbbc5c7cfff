"""Results of games, seats instead of users, outdated boards in a column, and timers for more than games."""

import logging

import sqlalchemy as sa
from alembic import op

from game import Position, parse_move, parse_record  # old databases need them: rename them here, too

revision = "0004"
down_revision = "0003"

LOG = logging.getLogger(__name__)

LAST_EVENT = "FROM log WHERE game_id = games.id ORDER BY number DESC LIMIT 1"
ENDINGS = ("resign", "cancel", "claim", "close")


def upgrade() -> None:
    """Add the new columns, fill them from the old ones and from the logs, and drop the old ones."""
    _messages()
    _games()
    _timers()


def _messages() -> None:
    op.add_column("messages", sa.Column("to_move", sa.Integer))
    op.add_column("messages", sa.Column("outdated", sa.Boolean))
    op.execute(
        "UPDATE messages SET outdated = revision < 0,"
        " revision = CASE WHEN revision < 0 THEN -1 - revision ELSE revision END,"
        " to_move = (SELECT CASE messages.mover WHEN 0 THEN NULL WHEN player1 THEN 1 WHEN player2 THEN 2 END"
        " FROM games WHERE games.id = messages.game_id)"
    )
    op.execute("UPDATE messages SET role = 'cancel' || substr(role, 6) WHERE role IN ('offer1', 'offer2')")
    with op.batch_alter_table("messages") as table:
        table.alter_column("outdated", existing_type=sa.Boolean, nullable=False)
        table.drop_column("mover")


def _games() -> None:
    connection = op.get_bind()
    op.add_column("games", sa.Column("to_move", sa.Integer))
    op.add_column("games", sa.Column("ended_at", sa.BigInteger))
    for name in ("winner", "points1", "points2"):
        op.add_column("games", sa.Column(name, sa.Integer))
    op.execute("UPDATE games SET to_move = CASE mover WHEN player1 THEN 1 WHEN player2 THEN 2 END WHERE ending IS NULL")
    op.execute(
        f"UPDATE games SET ended_at = (SELECT at {LAST_EVENT}),"  # noqa: S608
        f" winner = (SELECT CASE kind WHEN 'resign' THEN 3 - seat WHEN 'claim' THEN seat END {LAST_EVENT})"
        " WHERE ending IS NOT NULL"
    )
    query = sa.text("SELECT id, setup, revision FROM games WHERE ending IS NOT NULL")
    for game_id, setup, number in connection.execute(query).all():
        _count_points(connection, game_id, setup, number)
    is_sqlite = connection.dialect.name == "sqlite"
    counted = connection.scalar(sa.text("SELECT seq FROM sqlite_sequence WHERE name = 'games'")) if is_sqlite else None
    with op.batch_alter_table("games", table_kwargs={"sqlite_autoincrement": True}) as table:
        table.alter_column("player2", existing_type=sa.BigInteger, nullable=True)
        table.drop_column("position")
        table.drop_column("mover")
    if counted is not None:  # the new table counts on from its highest id, which may be lower than the old counter
        connection.execute(sa.text("DELETE FROM sqlite_sequence WHERE name = 'games'"))
        connection.execute(sa.text("INSERT INTO sqlite_sequence (name, seq) VALUES ('games', :seq)"), {"seq": counted})
    op.execute("UPDATE games SET player2 = NULL WHERE player2 = 0")


def _count_points(connection: sa.Connection, game_id: int, setup: str, number: int) -> None:
    """Write the points of an ended game, and who has won by them, if its log can be replayed."""
    query = sa.text("SELECT kind, text FROM log WHERE game_id = :game ORDER BY number")
    events = [(str(kind), str(text)) for kind, text in connection.execute(query, {"game": game_id})]
    try:
        last = _last_position(setup, events, number)
    except Exception as error:  # one broken log must not stop the migration
        LOG.warning("game %s has no points: its log cannot be replayed (%s: %s)", game_id, type(error).__name__, error)
        return
    connection.execute(
        sa.text("UPDATE games SET points1 = :one, points2 = :two, winner = coalesce(winner, :winner) WHERE id = :game"),
        {"one": last.score(1).total, "two": last.score(2).total, "winner": last.winner, "game": game_id},
    )


def _last_position(setup: str, events: list[tuple[str, str]], number: int) -> Position:
    """The position that a log of ``number`` events leads to. Moves undone or given back are not in it."""
    if len(events) != number:
        raise ValueError(f"it has {len(events)} events, not {number}")
    positions = [parse_record(setup).setup.start]
    for kind, text in events:
        if kind == "move":
            positions.append(positions[-1].play(parse_move(text)).position)
        elif kind in ("undo", "takeback"):
            positions.pop()
        elif kind not in ENDINGS:
            raise ValueError(f"it holds an event of an unknown kind: {kind}")
    return positions[-1]


def _timers() -> None:
    rows = op.get_bind().execute(sa.text("SELECT kind, game_id AS subject, due FROM timers")).mappings().all()
    op.drop_table("timers")
    timers = op.create_table(
        "timers",
        sa.Column("kind", sa.String(8), primary_key=True),
        sa.Column("subject", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("due", sa.BigInteger, nullable=False),
    )
    op.create_index("timers_due", "timers", ["due"])
    op.bulk_insert(timers, [dict(row) for row in rows])
