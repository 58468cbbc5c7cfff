"""What is wrong with a move or a text. Each error carries a reason and its values, so that callers can translate it."""

SENTENCES = {
    # a move that breaks a rule
    "game_over": "the game is over",
    "leather_first": "seat {seat} has a leather patch to sew first",
    "no_leather": "there is no leather patch to sew now",
    "not_offered": "patch {patch} is not one of the next three ({offers})",
    "cannot_pay": "patch {patch} costs {cost} buttons and seat {seat} has {buttons}",
    "does_not_fit": "it covers a square that is taken already ({square})",
    "card_first": "it is the Automa's turn: a card must be revealed",
    "no_card": "it is not the Automa's turn",
    "other_deck": "card {card} is not in the {deck} deck",
    "drawn_already": "card {card} was already drawn since the last shuffle",
    # a text that cannot be read
    "bad_move": "'{text}' is not a move",
    "off_quilt": "'{text}' lies outside the quilt",
    "bad_header": "'{text}' is not a header such as [Track \"classic\"]",
    "twice": "it is given twice",
    "no_ring": "there is no Ring",
    "bad_ring": "it must name the 33 patches 0 to 32 once each, separated by spaces",
    "bad_track": "'{text}' is not one of {choices}",
    "bad_first": "'{text}' is not 1 or 2",
    "bad_automa": "'{text}' is not a level and a deck, such as 'fellow normal' (levels: {levels}; decks: {decks})",
    "automa_first": "the human takes the first turn against the Automa",
    "bad_position": "'{text}' is not a position: {why}",
}
"""An English sentence (without capital and full stop) for every reason, with placeholders for its values."""


SHOWN = 60
"""How many characters of a text that cannot be read are repeated."""


def shown(text: str) -> str:
    """A text as a message repeats it: cut short, and with no character in it that a terminal would obey."""
    return repr(text[:SHOWN])[1:-1] + ("…" if len(text) > SHOWN else "")


class GameError(ValueError):
    """What was asked for cannot be done. ``reason`` is a key of `SENTENCES`, ``values`` fill its placeholders."""

    def __init__(self, reason: str, **values: object) -> None:
        super().__init__(SENTENCES[reason].format(**values))
        self.reason = reason
        self.values = values


class IllegalMove(GameError):
    """A move that the rules forbid in this position."""


class BadText(GameError):
    """A text that is not a move, a position or a record. Its value ``text`` is as `shown`."""

    def __init__(self, reason: str, *, text: str = "", **values: object) -> None:
        super().__init__(reason, text=shown(text), **values)


class BadRecord(GameError):
    """A record that breaks the format or the rules; ``where`` names the header, or the ply and its move."""

    def __init__(self, where: str, cause: GameError) -> None:
        super().__init__(cause.reason, **cause.values)
        self.where = where

    def __str__(self) -> str:
        return f"{self.where}: {super().__str__()}"
