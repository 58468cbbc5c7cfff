"""The program in C that learns the model of the Automa, and plays against it just like `engine.automa`."""

from pathlib import Path

from engine.native import build
from game.automa import CARDS, DECKS

HERE = Path(__file__).parent


def compiled() -> Path:
    """The program. Raises NoCompiler."""
    return build.program(HERE / "main.c", {"cards.h": _cards()})


def _cards() -> str:
    letters = {"no_overtake": "n", "largest": "l", "most_buttons": "b", "farthest_from_neutral": "f"}
    decks = []
    for numbers in DECKS.values():
        cards = [CARDS[number] for number in numbers]
        rows = [
            f'{{{card.budget}, "{"".join(letters[name] for name in card.filters)}", {card.income}}}' for card in cards
        ]
        decks.append("{" + ", ".join(rows) + "}")
    card = "typedef struct { int budget; const char *filters; int income; } Card;"
    return f"{card}\nstatic const Card CARDS[2][12] = {{{', '.join(decks)}}};\n"
