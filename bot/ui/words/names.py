"""What games, players, patches and places are called in texts, which emoji stand for them, and what patches cost."""

import re

import render
from bot.clock import now
from bot.matches.clock import is_late
from bot.matches.match import Match
from bot.matches.seats import LEVELS, Person, Rival
from bot.store.games import GameRow
from bot.store.plans import bit_of
from bot.store.players import is_nobody
from bot.store.tables import SECRET
from bot.ui.kit.catalogues import SOURCE
from bot.ui.kit.pictures import Drawing, drawing
from bot.ui.kit.texts import Emoji, Say, mention, notes, sentences, speaker, url_of, when
from game import PATCHES, Automa, Patch, Placement, other
from game.patches import Orientation
from game.squares import square_at, square_name
from render import DAYLIGHT

TOKEN_COLOURS = {1: int(DAYLIGHT.blue[1:], 16), 2: int(DAYLIGHT.amber[1:], 16)}
"""The colours of the tokens by seat, as 0xRRGGBB: those of the bars beside messages."""

WORD_JOINER = "\u2060"
"""Has no width, and keeps a line from breaking where it stands, as it otherwise may after a dash."""


def player_name(say: Say, match: Match, seat: int) -> str:
    """Say how a text names a player: a person as Discord mentions them, the Automa, or a rival."""
    sitter = match.seats[seat - 1]
    if isinstance(sitter, Person):
        return user_name(say, sitter.user)
    return rival_name(say, sitter.level) if isinstance(sitter, Rival) else say("automa.name")


def second_name(say: Say, row: GameRow) -> str:
    """The same of who sits at the second seat of a game."""
    return user_name(say, row.player2) if row.player2 is not None else soloist(say, row)


def soloist(say: Say, row: GameRow) -> str:
    """Say what the Automa or a rival is called, whichever plays a solo game."""
    return rival_name(say, row.rival) if row.rival else say("automa.name")


def rival_name(say: Say, level: str) -> str:
    """Say what the rival of a level is called."""
    return say(f"rival.{level}")


def user_name(say: Say, user: int) -> str:
    """A user as Discord mentions them, and *somebody* for nobody's number."""
    return say("user.forgotten") if is_nobody(user) else mention(user)


def subject(say: Say, match: Match, seat: int) -> str:
    """Say how a sentence that begins with a player names them."""
    return say("automa.subject") if isinstance(match.seats[seat - 1], Automa) else player_name(say, match, seat)


def named(say: Say, match: Match, seat: int) -> str:
    """A player with their token."""
    return with_token(say, seat, player_name(say, match, seat))


def named_subject(say: Say, match: Match, seat: int) -> str:
    """The same at the beginning of a sentence."""
    return with_token(say, seat, subject(say, match, seat))


def titled(say: Say, match: Match, seat: int) -> str:
    """A player with their token, the Automa and a rival with their level, too."""
    if isinstance(match.seats[seat - 1], Person):
        return named(say, match, seat)
    return with_token(say, seat, say("player.titled", user=subject(say, match, seat), level=level_of(say, match)))


def level_of(say: Say, match: Match) -> str:
    """Say how strong the rival of a match is, or the Automa, and with which deck; nothing if people play it."""
    if match.rival:
        return say("rival.level", number=LEVELS.index(match.rival.level) + 1, last=len(LEVELS))
    if match.automa is None:
        return ""
    return say("automa.level", level=say(f"level.{match.automa.level}"), deck=say(f"deck.{match.automa.deck}"))


def with_token(say: Say, seat: int, user: str) -> str:
    """A name with the token of a seat."""
    return say("player.heard" if say.text_only else "player.named", token=token(say, seat), user=user)


def patch_name(say: Say, patch: Patch) -> str:
    """Say what a patch is called, by its shape, where its name stands alone."""
    return say(f"patch.{patch.id}")


def patch_object(say: Say, patch: Patch) -> str:
    """A patch in a sentence in which it is sewn, bought or taken."""
    return say(f"patch.{patch.id}.object")


def patch_subject(say: Say, patch: Patch) -> str:
    """A patch in a sentence in which it is or does something."""
    return say(f"patch.{patch.id}.subject")


def stretch(say: Say, first: str, last: str) -> str:
    """From one square or column to another, such as ``C5 to E5``; only the one if they are the same."""
    return first if first == last else say("shape.stretch", first=first, last=last)


def area(say: Say, placement: Placement) -> str:
    """Say where a placement lies, from corner to corner, such as ``A5–E9``: it need not cover the corners."""
    lying = placement.orientation
    first, last = placement.square, square_at(placement.column + lying.width - 1, placement.row + lying.height - 1)
    if say.text_only or first == last:
        return stretch(say, square_name(first), square_name(last))
    return f"{square_name(first)}–{WORD_JOINER}{square_name(last)}"


def signed(number: int, *, plus: bool = False) -> str:
    """Write a number with a real minus sign, and with a plus, too, if that is wanted."""
    return f"{number:{'+' if plus else ''}}".replace("-", "−")


def in_points(say: Say, number: int) -> str:
    """Say how many points something is, for a sentence that counts something else: ``3 points``."""
    return say("count.points", count=abs(number), points=signed(number))


def _icon_name(patch: Patch, orientation: Orientation) -> str:
    """The name of a patch's emoji that lies so, such as ``quick_L_turned_right``: the same in all languages."""
    say = speaker(SOURCE)
    words = say(f"emoji.{orientation.letter}", patch=say(f"patch.{patch.id}"))
    return re.sub(r"\W+", "_", words)


ORIENTATION_ICONS = {
    (patch.id, lying.letter): _icon_name(patch, lying) for patch in PATCHES for lying in patch.orientations
}
"""The names of the emoji of all patches but leather, in each of their orientations."""

EMOJI: dict[str, Drawing] = {
    **{name: drawing(render.draw_sign, name) for name in render.SIGNS},
    **{name: drawing(render.draw_patch_icon, patch, letter) for (patch, letter), name in ORIENTATION_ICONS.items()},
}
"""All our emoji, by name."""


def patch_icon(say: Say, patch: Patch, orientation: Orientation | None = None) -> Emoji:
    """The emoji of a patch that lies so, or as it lies on offer."""
    lying = orientation or lying_on_offer(patch)
    return say.emoji[ORIENTATION_ICONS.get((patch.id, lying.letter), "leather")]


def pictured(say: Say, patch: Patch, words: str) -> str:
    """Name a patch, with its picture before its name where there are pictures."""
    return f"{icon} {words}" if (icon := f"{patch_icon(say, patch)}") else words


def lying_on_offer(patch: Patch) -> Orientation:
    """Say how a patch lies in pictures of the ring."""
    return render.lying(patch.id)


def token(say: Say, seat: int) -> str:
    """The token of a seat: a round blue one, or a square amber one."""
    return say(f"token.{seat}" if say.text_only else f"sign.token.{seat}")


def game_line(say: Say, match: Match, user: int) -> str:
    """The small first line of a player's private page: the game, against whom, and how long there is to move."""
    seat = match.seat_of(user)
    assert seat, "a spectator plays against nobody"
    return f"-# {notes(say, against(say, match, seat), _clock(say, match))}"


def against(say: Say, match: Match, seat: int) -> str:
    """Say which game it is, and against whom a seat plays it."""
    name = "games.against_automa" if match.automa else "games.against"
    return say(name, game=match.id, user=player_name(say, match, other(seat)))


def _clock(say: Say, match: Match) -> str:
    if match.paused is not None:
        return say("games.paused")
    if match.deadline is None:
        return ""
    if match.away is not None and match.away > now():
        return say("games.vacation")
    return say("games.late" if is_late(match, now()) else "games.due", time=when(match.deadline))


def listed_game(say: Say, row: GameRow, user: int, moves: int, board: int | None) -> str:
    """A running game in a list of its player: against whom, how far it is, who must move, and until when.

    Its number leads to its ``board``, or to its channel; a private game has neither, and may be one of a duel, or a
    Sunday quilt.
    """
    url = url_of(row.guild_id, row.channel_id, board)
    kind = "link" if row.place != "private" else row.duel if row.duel in SECRET else "private"
    game = say(f"games.{kind}", game=row.id, url=url)
    opponent = second_name(say, row) if row.player1 == user else user_name(say, row.player1)
    line = say("games.line", game=game, user=opponent, move=moves + 1)
    state = say(f"games.{'yours' if row.mover == user else 'theirs'}{_time(row)}", time=when(row.deadline or 0))
    is_planned = bool(row.plans & bit_of(1 if row.player1 == user else 2))
    return sentences(say, line, state, say("games.planned") if is_planned else "")


def _time(row: GameRow) -> str:
    """Say what the clock does to a running game: the end of the name of a text."""
    if row.paused is not None:
        return ".paused"
    if row.deadline is None:
        return ""
    if row.away is not None and row.away > now():
        return ".vacation"
    return ".late" if row.deadline <= now() else ".due"
