"""The rules of the game: pure, synchronous, standard library only."""

from game.automa import Automa
from game.errors import BadRecord, BadText, GameError, IllegalMove
from game.notation import parse_position
from game.patches import LEATHER, PATCHES, Patch
from game.placements import ADVANCE, Advance, Move, Placement, Reveal, parse_move
from game.position import Player, Position, Score, Step, other
from game.quilt import Quilt
from game.record import Record, Setup, parse_record, parse_records

__all__ = [
    "ADVANCE",
    "LEATHER",
    "PATCHES",
    "Advance",
    "Automa",
    "BadRecord",
    "BadText",
    "GameError",
    "IllegalMove",
    "Move",
    "Patch",
    "Placement",
    "Player",
    "Position",
    "Quilt",
    "Record",
    "Reveal",
    "Score",
    "Setup",
    "Step",
    "other",
    "parse_move",
    "parse_position",
    "parse_record",
    "parse_records",
]
