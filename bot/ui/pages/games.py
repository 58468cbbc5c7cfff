"""Lists of games."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from bot.store.games import GameRow
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.markup import url_of, when
from bot.ui.kit.page import Button, Option, Page, Row, Select
from bot.ui.kit.texts import Say
from bot.ui.words.labels import NameOf, opponent_name
from bot.ui.words.names import user_name

LISTED = 20
"""Games in one list: a select holds 25 options, a message 4,000 characters."""

Boards = Mapping[int, int]
"""The message ids of live boards, by game."""


def most_urgent_first(rows: Sequence[GameRow], user: int) -> list[GameRow]:
    """A user's running games in the order of a list: where it is their move first, then by deadline."""
    return sorted(rows, key=lambda row: (row.mover != user, row.deadline or math.inf, row.id))


def games_page(say: Say, rows: Sequence[GameRow], boards: Boards, user: int, name_of: NameOf) -> Page:
    """The running games of a user, as `most_urgent_first` orders them."""
    lines = [
        say(
            "games.line",
            game=row.id,
            user=user_name(say, row.player2 if row.player1 == user else row.player1),
            whose=say("games.yours" if row.mover == user else "games.theirs"),
            due=f" · {when(row.deadline)}" if row.deadline else "",
            link=link_to_board(say, row, boards),
        )
        for row in rows[:LISTED]
    ]
    following = Button(say("button.next"), CustomId(rows[0].id, rows[0].revision, "games", "home"))
    controls: tuple[Row, ...] = ((following,),) if rows[0].mover == user else ()
    if private := [row for row in rows[:LISTED] if row.place == "private"]:
        select = Select(say("select.private"), CustomId(0, 0, "games", "open"), _options(say, private, user, name_of))
        controls = (*controls, select)
    return Page((say("games.title"), listed(say, lines, len(rows))), rows=controls)


def choose_page(say: Say, command: str, rows: Sequence[GameRow], user: int, name_of: NameOf) -> Page:
    """The question of which game a command is about."""
    options = _options(say, rows[:LISTED], user, name_of)
    select = Select(say("select.game"), CustomId(0, 0, "choose", command), options)
    return Page((say("choose.text"),), rows=(select,))


def _options(say: Say, rows: Sequence[GameRow], user: int, name_of: NameOf) -> tuple[Option, ...]:
    return tuple(_option(say, row, user, opponent_name(say, row, user, name_of)) for row in rows)


def _option(say: Say, row: GameRow, user: int, name: str | None) -> Option:
    label = say("option.game.against", game=row.id, name=name) if name else say("option.game", game=row.id)
    return Option(label, str(row.id), say("option.game.yours" if row.mover == user else "option.game.theirs"))


def listed(say: Say, lines: list[str], count: int) -> str:
    """The lines of a list, and how many of ``count`` games are not in it."""
    more = [say("games.more", count=count - LISTED)] if count > LISTED else []
    return "\n".join([*lines, *more])


def link_to_board(say: Say, row: GameRow, boards: Boards) -> str:
    """A link to the board of a game, or to its channel if no board stands there. A private game has neither."""
    if row.place == "private":
        return say("games.private")
    return say("games.link", url=url_of(row.guild_id, row.channel_id, boards.get(row.id)))
