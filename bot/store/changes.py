"""Changes of games: they begin, and get an event, another clock or another place.

Each is noted with the unit that makes it, and told once that is committed (decision 0053).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Executable, bindparam, insert, update

from bot.store.games import Cache, GameRow, LogRow
from bot.store.rows import columns, values
from bot.store.servers import meet_server
from bot.store.tables import Duel, Place, games, log

ROW = columns(games, GameRow)
"""What a statement returns that changes games: `execute` notes it."""

_KEY = "changes"
_ADD = insert(games).returning(*ROW)
_ADD_EVENT = insert(log)
_CHANGE = update(games).where(games.c.id == bindparam("game")).returning(*ROW)  # sets whatever columns are given


@dataclass(frozen=True, slots=True)
class Change:
    """A game as a unit has left it, and the last event that the unit has added to its log, if any."""

    game: GameRow
    event: LogRow | None = None

    def has_ended(self) -> bool:
        """Tell whether the game is over."""
        return self.game.ending is not None

    def is_of_rival(self) -> bool:
        """Tell whether a rival plays."""
        return self.game.rival is not None

    def has_begun_or_ended(self) -> bool:
        """Tell whether the game is over, or has only just begun."""
        return self.has_ended() or not self.game.revision


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game that begins, by the columns of `games`. ``player2`` is None if the Automa or a rival sits there."""

    guild_id: int
    channel_id: int
    player1: int
    player2: int | None
    setup: str
    language: str
    created_at: int
    cards: str | None = None
    rematch_of: int | None = None
    pace: int | None = None
    place: Place = "here"
    begun_by: int | None = None
    rival: str | None = None
    duel: Duel | None = None


def collect_changes(connection: Connection) -> dict[int, Change]:
    """Collect the changes of games, by their ids, that are made on a connection from now on."""
    changes: dict[int, Change] = {}
    connection.info[_KEY] = changes
    return changes


def execute(
    connection: Connection, statement: Executable, parameters: Mapping[str, Any], event: LogRow | None = None
) -> list[GameRow]:
    """Execute a statement that changes games and returns their `ROW`. Each is noted, with a new ``event`` if given."""
    changes: dict[int, Change] = connection.info.get(_KEY, {})
    changed = [GameRow(*row) for row in connection.execute(statement, parameters)]
    for game in changed:
        before = changes.get(game.id)
        changes[game.id] = Change(game, event or (before.event if before else None))
    return changed


def add_game(connection: Connection, game: NewGame, cache: Cache) -> int:
    """Store a new game, with an empty log, and what is kept beside that. Returns its id.

    Raises IntegrityError for a second rematch of one game, or a second game that one interaction has ``begun_by``.
    """
    meet_server(connection, game.guild_id)
    return execute(connection, _ADD, {"revision": 0, **values(game), **values(cache)})[0].id


def append(connection: Connection, game_id: int, event: LogRow, cache: Cache) -> None:
    """Add an event to a game's log. Raises IntegrityError when its number is taken: somebody else was faster."""
    connection.execute(_ADD_EVENT, {"game_id": game_id, **values(event)})
    _change(connection, game_id, {"revision": event.number, **values(cache)}, event)


def write_cache(connection: Connection, game_id: int, revision: int, cache: Cache) -> None:
    """Write what is kept beside the log of a game."""
    _change(connection, game_id, {"revision": revision, **values(cache)})


def set_clock(connection: Connection, game_id: int, deadline: int | None, paused: int | None, away: int | None) -> None:
    """Set the clock of a running game."""
    _change(connection, game_id, {"deadline": deadline, "paused": paused, "away": away})


def move_game(
    connection: Connection, game_id: int, channel_id: int, place: Place = "here", parent_id: int | None = None
) -> None:
    """Move a game to another channel, or into its own thread, opened in the channel ``parent_id``."""
    _change(connection, game_id, {"channel_id": channel_id, "place": place, "parent_id": parent_id})


def _change(connection: Connection, game_id: int, to: dict[str, Any], event: LogRow | None = None) -> None:
    execute(connection, _CHANGE, {"game": game_id, **to}, event)
