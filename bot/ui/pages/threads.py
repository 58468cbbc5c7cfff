"""What the thread of a match is called, and the message under which it hangs."""

import re
from collections.abc import Sequence

from bot.matches.match import Match
from bot.ui.kit.members import visible_name
from bot.ui.kit.page import Page
from bot.ui.kit.texts import Say
from bot.ui.words.names import player_name

LONGEST = 100
"""Characters in the name of a thread."""

_MARKDOWN = re.compile(r"[\\*_~`|<>\[\]()#@:]+|\s+")
"""What could become bold, a link or a mention where Discord shows a thread's name in a message."""


def anchor_page(say: Say, match: Match) -> Page:
    """Say who plays in the thread below."""
    one, two = (player_name(say, match, seat) for seat in (1, 2))
    return Page((say("thread.anchor", game=match.id, one=one, two=two),))


def refused_page(say: Say, match: Match) -> Page:
    """That no thread could be opened, and the game is played in the channel."""
    return Page((say("thread.refused", game=match.id),))


def thread_name(say: Say, match: Match, names: Sequence[str | None]) -> str:
    """The name of a thread, after its players: ``Mina – Tom · game 12``. ``names`` of None are of somebody unknown."""
    people = [visible_name(_MARKDOWN.sub(" ", name or "")) or say("thread.somebody") for name in names]
    one, two = people if len(people) == 2 else (people[0], player_name(say, match, 2))
    room = LONGEST - len(say("thread.name", one="", two="", game=match.id))
    one = _cut(one, max(room // 2, room - len(two)))
    return say("thread.name", one=one, two=_cut(two, room - len(one)), game=match.id)


def _cut(name: str, length: int) -> str:
    return name if len(name) <= length else name[: length - 1] + "…"
