"""Alt texts: what the pictures show, in sentences, most important first. Discord takes 1,024 characters.

No mention becomes a name in them, so they call players by their tokens, and by name only where a poster does.
"""

from collections.abc import Iterator

from bot.ui.kit.texts import Say, entries, listed, sentences
from bot.ui.words import accessible
from bot.ui.words.accessible import covered_squares, free_squares, player_sentence, player_sentences, seven_by_seven
from bot.ui.words.names import patch_name, patch_subject
from game import Placement, Position, Quilt, other

ROOM = 940
"""How long the alt text of a table may be: some pages tell more before it."""

NAMED = (30, 25, 20, 15, 10, 5)
"""How many of the patches after the offers may be named: as many as there is room for."""


def table_alt(say: Say, position: Position, card: int = 0, room: int = ROOM) -> str:
    """The whole table; ``card`` is the number of the Automa's last card, or 0, and ``room`` the most characters.

    It tells the shapes of the patches on offer, and as many names of those that follow as there is room for. In a
    language that needs more words, it leaves out how far the players are from the bonus, or the shapes.
    """
    say = say.in_words
    seats = [player_sentences(say, position, seat, _the_token(say, seat)) for seat in (1, 2)]
    if position.automa:
        name = say("alt.automa", token=say("token.2"))
        seats[1] = accessible.automa_sentences(say, position, position.automa, name, card)
    if position.over:
        return sentences(say, say("alt.over"), *seats)
    first = say("alt.leather" if position.leather else "alt.turn", token=say(f"token.{position.turn}"))
    told = ""
    for way in _ways(say, position, seats):
        told = sentences(say, first, *way)
        if len(told) <= room:
            break
    return told


def _ways(say: Say, position: Position, seats: list[str]) -> Iterator[tuple[str, ...]]:
    """The ways to tell of the seats and of the ring, the longest first. The last one has what matters most first."""
    ring, shapes = say("alt.ring", count=len(position.ring)), accessible.offers(say, position)
    for most in NAMED:
        yield *seats, shapes, accessible.following_names(say, position, most), ring
    yield *seats, shapes, accessible.following_names(say, position, NAMED[-1])
    yield *seats, shapes
    brief = [player_sentence(say, position, seat, _the_token(say, seat)) for seat in (1, 2)]
    brief[1] = seats[1] if position.automa else brief[1]
    yield *brief, shapes
    prices = accessible.brief_offers(say, position)
    yield *seats, prices
    yield *brief, prices
    yield prices, *brief


def _the_token(say: Say, seat: int) -> str:
    return say("alt.the_token", token=say(f"token.{seat}"))


def poster_alt(
    say: Say,
    position: Position,
    winner: int,
    label: tuple[str, str] | None,
    hints: int = 0,
    names: tuple[str, str] = ("", ""),
) -> str:
    """The quilts of a game that has ended, the winner first; ``winner`` is 0 if nobody has won. The picture speaks no
    language: it says nothing of the ``hints``, and of its players only the ``names`` that it has, by seat.
    """
    say = say.in_words
    seats = (winner or 1, other(winner or 1))
    named = [seat for seat in seats if names[seat - 1]]
    players = listed(say, [say("alt.player", user=names[seat - 1], token=say(f"token.{seat}")) for seat in named])
    scores = [accessible.points(say, position, seat, _the_token(say, seat)) for seat in seats if position.over]
    quilts = ((seat, position.player(seat).quilt) for seat in ((1,) if position.automa else seats))
    return sentences(
        say,
        say("alt.poster", token=say(f"token.{winner}")) if winner else say("alt.poster_unwon"),
        *([say("alt.names", players=players)] if named else []),
        *scores,
        *([say("alt.label", game=label[0], date=label[1])] if label else []),
        *([say("alt.hints", count=hints)] if hints else []),
        *(quilt_sentence(say, quilt, seat) for seat, quilt in quilts),
    )


def quilt_alt(
    say: Say,
    position: Position,
    seat: int,
    ghost: Placement | None = None,
    candidates: tuple[Placement, ...] = (),
    beside: Position | None = None,
) -> str:
    """One quilt: the ghost and the numbered places first, then what is free, row by row, then what is ``beside`` it,
    with the names of as many of the patches that follow as there is room for.
    """
    say = say.in_words
    parts = [ghost_sentence(say, ghost)] if ghost else []
    parts += (place_sentence(say, number, place) for number, place in enumerate(candidates, 1))
    offers = listed(say, [patch_name(say, patch) for patch in beside.offers]) if beside and not beside.over else ""
    parts += [quilt_sentence(say, position.player(seat).quilt, seat), seven_by_seven(say, position, seat)]
    if not beside or not offers:
        return sentences(say, *parts)
    parts.append(say("alt.beside", patches=offers))
    ways = (sentences(say, *parts, accessible.following_names(say, beside, most)) for most in NAMED)
    return next((told for told in ways if len(told) <= ROOM), sentences(say, *parts))


def ghost_sentence(say: Say, ghost: Placement) -> str:
    """Say where a patch that is not sewn yet lies."""
    return say("alt.ghost", subject=patch_subject(say, ghost.patch), squares=covered_squares(say, ghost))


def place_sentence(say: Say, number: int, place: Placement) -> str:
    """One of the numbered places: how the patch lies there, and what it covers."""
    squares = covered_squares(say, place)
    if len(place.patch.orientations) == 1:
        return say("alt.place", number=number, squares=squares)
    turned = say(f"orientation.{place.orientation.letter}")
    return say("alt.place_turned", number=number, orientation=turned, squares=squares)


def quilt_sentence(say: Say, quilt: Quilt, seat: int) -> str:
    """Say how much of a seat's quilt is empty, and which squares are free."""
    empty = say("count.empty", count=quilt.empty)
    return say("alt.quilt", token=say(f"token.{seat}"), empty=empty, free=free_squares(say, quilt))


def ring_alt(say: Say, position: Position) -> str:
    """The whole ring, with prices in figures."""
    say = say.in_words
    patches: list[str] = []
    for number, patch in enumerate(position.ring_patches, 1):
        price = {"cost": patch.cost, "time": patch.time, "income": patch.income}
        patches.append(say("alt.ring_patch", number=number, patch=patch_name(say, patch), **price))
    return say("alt.ring_page", patches=entries(say, patches)) if patches else say("line.none")
