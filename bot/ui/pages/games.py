"""Lists of games."""

import math
from collections.abc import Mapping, Sequence

from bot.store.games import GameRow
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Button, Option, Page, Row, Select, button
from bot.ui.kit.texts import Say, url_of
from bot.ui.pages.way_home import way_home
from bot.ui.words.labels import NameOf, player_label
from bot.ui.words.names import listed_game

LISTED = 15
"""Games in one list: a select holds 25 options, a message 4,000 characters."""

MOST_OPTIONS = 25
"""Options in a select: Discord takes no more."""

Boards = Mapping[int, int]
"""The message ids of live boards, by game."""

Moves = Mapping[int, int]
"""How many moves stand, by game."""


def most_urgent_first(rows: Sequence[GameRow], user: int) -> list[GameRow]:
    """A user's running games in the order of a list: where it is their move first, then by deadline."""
    return sorted(rows, key=lambda row: (row.mover != user, row.deadline or math.inf, row.id))


def games_page(say: Say, rows: Sequence[GameRow], boards: Boards, moves: Moves, user: int, name_of: NameOf) -> Page:
    """The running games of a user, as `most_urgent_first` orders them."""
    lines = [listed_game(say, row, user, moves.get(row.id, 0), boards.get(row.id)) for row in rows[:LISTED]]
    here = CustomId(0, 0, "games")
    following = next_button(say, here, [row for row in rows if row.mover == user])
    buttons = (*following, button(say, here, "settings"), way_home(say))
    controls: list[Row] = [buttons]
    controls.append(Select(say("select.mygame"), here.press("open"), _options(say, rows[:LISTED], user, name_of)))
    return Page((say("games.title"), listed(say, lines, len(rows))), rows=tuple(controls))


def no_games_page(say: Say, challenges: int, *, in_conversation: bool) -> Page:
    """That a user plays no game, but perhaps was asked for one."""
    none = "games.none.here" if in_conversation else "games.none"
    told = say("games.only_challenges" if challenges else none, count=challenges)
    return Page((told,), rows=((way_home(say),),))


def next_button(say: Say, here: CustomId, waiting: Sequence[GameRow]) -> tuple[Button, ...]:
    """The way to the most urgent of the games that wait for a user, if there are any."""
    if not waiting:
        return ()
    home = CustomId(waiting[0].id, waiting[0].revision, here.page, "home")
    return (Button(say("button.next", count=len(waiting)), home, style="forward"),)


def choose_page(say: Say, command: str, rows: Sequence[GameRow], user: int, name_of: NameOf) -> Page:
    """The question which game somebody means, for a control called ``command``."""
    options = _options(say, rows[:MOST_OPTIONS], user, name_of)
    select = Select(say("select.game"), CustomId(0, 0, "choose", command), options)
    return Page((say("choose.text"),), rows=(select, (way_home(say),)))


def _options(say: Say, rows: Sequence[GameRow], user: int, name_of: NameOf) -> tuple[Option, ...]:
    return tuple(Option(player_label(say, row, user, name_of), str(row.id)) for row in rows)


def listed(say: Say, lines: list[str], count: int) -> str:
    """The lines of a list, and how many of ``count`` games are not in it."""
    more = [say("games.more", count=count - LISTED)] if count > LISTED else []
    return "\n".join([*lines, *more])


def link_to_board(say: Say, row: GameRow, boards: Boards) -> str:
    """A game's number as a link to its board, or to its channel if no board stands there."""
    return say("games.link", game=row.id, url=url_of(row.guild_id, row.channel_id, boards.get(row.id)))
