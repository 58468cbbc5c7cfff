"""Nobody has won a game that was given up or claimed before both had moved; and an index is named as others are."""

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"

DOUBTFUL = """
    SELECT id, player2 IS NULL FROM games WHERE ending IN ('resigned', 'claimed') AND (
        (SELECT count(*) FROM log WHERE game_id = id AND kind = 'move' AND seat = 1 AND coalesce(how, '') <> 'forced')
        <= (SELECT count(*) FROM log WHERE game_id = id AND kind IN ('undo', 'takeback'))
        OR player2 IS NOT NULL AND
        (SELECT count(*) FROM log WHERE game_id = id AND kind = 'move' AND seat = 2 AND coalesce(how, '') <> 'forced')
        <= (SELECT count(*) FROM log WHERE game_id = id AND kind IN ('undo', 'takeback'))
    )
"""
"""Ended games in which somebody has perhaps made no move that stands."""


def upgrade() -> None:
    """Let nobody have won such games. Their results are found out anew."""
    connection = op.get_bind()
    doubtful = connection.execute(sa.text(DOUBTFUL)).all()
    found = [game for game, is_alone in doubtful if _is_unplayed(connection, game, is_alone)]
    for game in found:
        values = {"game": game}
        connection.execute(sa.text("DELETE FROM results WHERE game_id = :game"), values)
        connection.execute(
            sa.text("UPDATE games SET ending = 'cancelled', winner = NULL, counted = false WHERE id = :game"), values
        )
    is_owed = sa.text("changes != fitted")
    op.drop_index("ladders_outdated", "ladders", if_exists=True)
    op.create_index("ladders_owed", "ladders", ["guild_id"], sqlite_where=is_owed, postgresql_where=is_owed)


def _is_unplayed(connection: sa.Connection, game: int, is_alone: bool) -> bool:
    """Tell whether a person in a game has chosen none of the moves that stand."""
    log = sa.text("SELECT kind, seat, how FROM log WHERE game_id = :game ORDER BY number")
    plies: list[tuple[int, str | None]] = []
    for kind, seat, how in connection.execute(log, {"game": game}):
        if kind == "move":
            plies.append((seat, how))
        elif kind in ("undo", "takeback"):
            plies.pop()
    chosen = {seat for seat, how in plies if how != "forced"}
    return not chosen >= ({1} if is_alone else {1, 2})
