"""What players, patches and places are called in texts, and what patches cost."""

from __future__ import annotations

from bot.matches.match import Match
from bot.matches.seats import LEVELS, Person, Rival, is_nobody
from bot.store.games import GameRow
from bot.ui.kit.markup import mention
from bot.ui.kit.texts import Say
from bot.ui.words.emoji import token
from bot.ui.words.shapes import stretch
from game import Automa, Patch, Placement
from game.squares import square_at, square_name
from render import DAYLIGHT

TOKEN_COLOURS = {1: int(DAYLIGHT.blue[1:], 16), 2: int(DAYLIGHT.amber[1:], 16)}
"""The colours of the tokens by seat, as 0xRRGGBB: those of the bars beside messages."""

WORD_JOINER = "\u2060"
"""Has no width, and keeps a line from breaking where it stands, as it otherwise may after a dash."""


def player_name(say: Say, match: Match, seat: int) -> str:
    """How a text names a player: a person as Discord mentions them, the Automa, or a rival."""
    sitter = match.seats[seat - 1]
    if isinstance(sitter, Person):
        return user_name(say, sitter.user)
    return rival_name(say, sitter.level) if isinstance(sitter, Rival) else say("automa.name")


def second_name(say: Say, row: GameRow) -> str:
    """The same of whoever sits at the second seat of a game."""
    return user_name(say, row.player2) if row.player2 is not None else soloist(say, row)


def soloist(say: Say, row: GameRow) -> str:
    """What the Automa or a rival is called, whichever plays a solo game."""
    return rival_name(say, row.rival) if row.rival else say("automa.name")


def rival_name(say: Say, level: str) -> str:
    """What the rival of a level is called."""
    return say(f"rival.{level}")


def user_name(say: Say, user: int) -> str:
    """A user as Discord mentions them, and *somebody* for nobody's number."""
    return say("user.forgotten") if is_nobody(user) else mention(user)


def subject(say: Say, match: Match, seat: int) -> str:
    """How a sentence that begins with a player names them."""
    return say("automa.subject") if isinstance(match.seats[seat - 1], Automa) else player_name(say, match, seat)


def named(say: Say, match: Match, seat: int) -> str:
    """A player with their token."""
    return _with_token(say, seat, player_name(say, match, seat))


def titled(say: Say, match: Match, seat: int) -> str:
    """A player with their token, the Automa with its level and deck, too, and a rival with its level."""
    sitter = match.seats[seat - 1]
    if isinstance(sitter, Rival):
        number = LEVELS.index(sitter.level) + 1
        return _with_token(say, seat, say("rival.titled", rival=rival_name(say, sitter.level), number=number))
    if match.automa is None or seat == 1:
        return named(say, match, seat)
    level, deck = say(f"level.{match.automa.level}"), say(f"deck.{match.automa.deck}")
    return _with_token(say, seat, say("automa.level_and_deck", level=level, deck=deck))


def _with_token(say: Say, seat: int, user: str) -> str:
    return say("player.heard" if say.is_heard else "player.named", token=token(say, seat), user=user)


def patch_name(say: Say, patch: Patch) -> str:
    """What a patch is called, by its shape, where its name stands alone."""
    return say(f"patch.{patch.id}")


def patch_object(say: Say, patch: Patch) -> str:
    """A patch in a sentence in which it is sewn, bought or taken."""
    return say(f"patch.{patch.id}.object")


def patch_subject(say: Say, patch: Patch) -> str:
    """A patch in a sentence in which it is or does something."""
    return say(f"patch.{patch.id}.subject")


def area(say: Say, placement: Placement) -> str:
    """Where a placement lies, from corner to corner, such as ``A5–E9``: it need not cover the corners."""
    lying = placement.orientation
    first, last = placement.square, square_at(placement.column + lying.width - 1, placement.row + lying.height - 1)
    if say.is_heard or first == last:
        return stretch(say, first, last)
    return f"{square_name(first)}–{WORD_JOINER}{square_name(last)}"


def price(say: Say, patch: Patch) -> tuple[str, str]:
    """What a patch costs, in buttons and in time."""
    return say("count.buttons", count=patch.cost), say("count.time", count=patch.time)


def signed(number: int) -> str:
    """A number with a real minus sign."""
    return str(number).replace("-", "−")
