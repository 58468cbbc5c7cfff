"""Reading positions as text: the one line that ``str(position)`` writes, such as
``classic token=1 leather=0 bonus=0 ring=… 1=space/buttons/patches 2=…``, with ``automa=…`` in a solo game.
"""

import re

from game.automa import BONUS_SPACES, DECKS, FIRST_DECK, Automa
from game.errors import BadText, IllegalMove
from game.patches import LEATHER, PATCHES
from game.placements import parse_placement
from game.position import Player, Position, other
from game.quilt import EMPTY_QUILT
from game.squares import LEATHER_SPACES

_NUMBERS = r"(?:[0-9]{1,2}(?:,[0-9]{1,2})*)?"
_POSITION = re.compile(
    rf"(?P<track>{'|'.join(LEATHER_SPACES)}) token=(?P<token>[12]) leather=(?P<leather>[012]) bonus=(?P<bonus>[012])"
    rf" ring=(?P<ring>{_NUMBERS}) 1=(?P<one>[^ ]+) 2=(?P<two>[^ ]+)(?: automa=(?P<automa>[^ ]+))?"
)
_PLAYER = re.compile(r"(?P<space>[0-9]|[1-4][0-9]|5[0-3])/(?P<buttons>0|[1-9][0-9]{0,5})/(?P<quilt>[^/]*)")
_AUTOMA = re.compile(
    rf"(?P<level>{'|'.join(BONUS_SPACES)})/(?P<deck>{'|'.join(DECKS)})/(?P<shuffle>first|later)"
    rf"/(?P<drawn>{_NUMBERS})/(?P<patches>{_NUMBERS})"
)


def parse_position(text: str) -> Position:
    """Read the text of a position. Raises BadText when it is malformed or contradicts itself."""
    match = _POSITION.fullmatch(text)
    if match is None:
        raise BadText("bad_position", text=text, why="it is not spelled as one")
    try:
        players = (_parse_player(match["one"]), _parse_player(match["two"]))
    except IllegalMove as error:
        raise BadText("bad_position", text=text, why=error) from error
    token, leather, bonus = (int(match[name]) for name in ("token", "leather", "bonus"))
    automa = _parse_automa(match["automa"], text) if match["automa"] else None
    position = Position(match["track"], _parse_numbers(match["ring"]), players, token, leather, bonus, automa)
    if why := _contradiction(position):
        raise BadText("bad_position", text=text, why=why)
    return position


def _parse_numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(","))) if text else ()


def _parse_player(text: str) -> Player:
    match = _PLAYER.fullmatch(text)
    if match is None:
        raise BadText("bad_position", text=text, why="a seat is space/buttons/patches")
    quilt, income = EMPTY_QUILT, 0
    for name in filter(None, match["quilt"].split(",")):
        placement = parse_placement(name)
        quilt.check_room(placement)
        quilt, income = quilt.sew(placement), income + placement.patch.income
    return Player(int(match["space"]), int(match["buttons"]), income, quilt)


def _parse_automa(text: str, whole: str) -> Automa:
    match = _AUTOMA.fullmatch(text)
    if match is None:
        raise BadText("bad_position", text=whole, why="the Automa is level/deck/first or later/cards/patches")
    drawn, deck, first_deck = _parse_numbers(match["drawn"]), DECKS[match["deck"]], match["shuffle"] == "first"
    limit = FIRST_DECK if first_deck else len(deck)  # with the last card the deck is shuffled, and none is drawn
    if len(drawn) >= limit or len({*drawn} & {*deck}) < len(drawn):
        raise BadText("bad_position", text=whole, why="these cards cannot all have been drawn")
    return Automa(match["level"], match["deck"], _parse_numbers(match["patches"]), drawn, first_deck)


def _contradiction(position: Position) -> str:
    """Find what in a position cannot be true at once, or nothing."""
    one, two = position.players
    sewn = [placement.patch for placement in (*one.quilt.patches, *two.quilt.patches)]
    patches = [*position.ring, *(patch.id for patch in sewn if patch is not LEATHER)]
    if position.automa:
        patches += position.automa.patches
    if sorted(patches) != list(range(len(PATCHES))):
        return "each patch must be in the ring or on a quilt, once"
    if position.player(position.token).space > position.player(other(position.token)).space:
        return "the token ahead is not the next to move"
    if position.leather and not _may_owe_leather(position):
        return "that seat cannot have a leather patch to sew"
    if position.automa and (position.leather == 2 or two.quilt.sewn):
        return "the Automa has no quilt"
    return ""


def _may_owe_leather(position: Position) -> bool:
    """Tell whether the seat with a leather patch to sew is ahead, so that its token crossed it, and has room for it."""
    one, two = position.players
    ahead = position.leather != position.token and one.space != two.space
    return ahead and bool(position.player(position.leather).quilt.free)
