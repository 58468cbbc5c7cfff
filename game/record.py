"""Game records: the set-up and the moves of a game as text."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from game.automa import DECKS, LEVELS, Automa
from game.errors import BadRecord, BadText, GameError, shown
from game.patches import PATCHES
from game.placements import Move, parse_move
from game.position import Position, Step, from_pawn, start
from game.squares import LEATHER_SPACES


@dataclass(frozen=True, slots=True)
class Setup:
    """How a game starts: the leather layout, the ring clockwise from the pawn (patch 0 is last), the first seat,
    and the Automa in a solo game.
    """

    track: str
    ring: tuple[int, ...]
    first: int = 1
    automa: Automa | None = None

    @property
    def start(self) -> Position:
        """The position before the first move."""
        return start(self.track, self.ring, self.first, self.automa)

    def __str__(self) -> str:
        ring = " ".join(map(str, self.ring))
        automa = f'\n[Automa "{self.automa}"]' if self.automa else ""
        return f'[Track "{self.track}"]\n[Ring "{ring}"]\n[First "{self.first}"]{automa}'


@dataclass(frozen=True, slots=True)
class Record:
    """A set-up and the moves made from it; ``headers`` are any others, kept and ignored."""

    setup: Setup
    moves: tuple[Move, ...] = ()
    headers: tuple[tuple[str, str], ...] = ()

    def steps(self) -> Iterator[Step]:
        """Play the moves, one step at a time. Raises BadRecord, which names the ply, if a move is illegal."""
        position = self.setup.start
        for ply, move in enumerate(self.moves, 1):
            try:
                step = position.play(move)
            except GameError as error:
                raise BadRecord(f"ply {ply}, {move}", error) from error
            position = step.position
            yield step

    def __str__(self) -> str:
        headers = "".join(f'\n[{name} "{value}"]' for name, value in self.headers)
        return f"{self.setup}{headers}\n{' '.join(map(str, self.moves))}".rstrip("\n")


_HEADER = re.compile(r'\[([A-Za-z0-9_]+) "([^"]*)"\]')
_NUMBERS = re.compile(r"\s*(?:(?:0|[1-9][0-9]?)\s+)*(?:0|[1-9][0-9]?)\s*")
_KNOWN = ("Track", "Ring", "First", "Automa")


def parse_record(text: str) -> Record:
    """Read one record. Raises BadRecord, which names the header or the ply; does not check that moves are legal."""
    headers: dict[str, str] = {}
    others: list[tuple[str, str]] = []
    moves: list[Move] = []
    for line in text.replace("\r\n", "\n").split("\n"):
        line = line.strip()
        if line.startswith("[") and not moves:
            name, value = _parse_header(line)
            if name not in _KNOWN:
                others.append((name, value))
            elif name in headers:
                raise BadRecord(f"header {name}", BadText("twice"))
            else:
                headers[name] = value
            continue
        for token in line.split():
            try:
                moves.append(parse_move(token))
            except BadText as error:
                raise BadRecord(f"ply {len(moves) + 1}, {shown(token)}", error) from error
    return Record(_parse_setup(headers), tuple(moves), tuple(others))


def parse_records(text: str) -> Iterator[Record]:
    """Read records separated by empty lines. Raises BadRecord, which names the record by its number, from 1."""
    blocks = re.split(r"\n(?:[ \t]*\n)+", text.replace("\r\n", "\n").strip())
    for number, block in enumerate(filter(None, blocks), 1):
        try:
            yield parse_record(block)
        except BadRecord as error:
            raise BadRecord(f"record {number}, {error.where}", error) from error


def _parse_header(line: str) -> tuple[str, str]:
    match = _HEADER.fullmatch(line)
    if match is None:
        raise BadRecord("header", BadText("bad_header", text=line))
    return match[1], match[2]


def _parse_setup(headers: dict[str, str]) -> Setup:
    track = headers.get("Track", "classic")
    if track not in LEATHER_SPACES:
        raise BadRecord("header Track", BadText("bad_track", text=track, choices=", ".join(LEATHER_SPACES)))
    first = headers.get("First", "1")
    if first not in ("1", "2"):
        raise BadRecord("header First", BadText("bad_first", text=first))
    automa = _parse_automa(headers["Automa"]) if "Automa" in headers else None
    if automa and first == "2":
        raise BadRecord("header First", BadText("automa_first"))
    return Setup(track, _parse_ring(headers), int(first), automa)


def _parse_automa(text: str) -> Automa:
    level, _, deck = text.partition(" ")
    if level not in LEVELS or deck not in DECKS:
        values = {"levels": ", ".join(LEVELS), "decks": ", ".join(DECKS)}
        raise BadRecord("header Automa", BadText("bad_automa", text=text, **values))
    return Automa(level, deck)


def _parse_ring(headers: dict[str, str]) -> tuple[int, ...]:
    if "Ring" not in headers:
        raise BadRecord("header Ring", BadText("no_ring"))
    ring = [int(id) for id in headers["Ring"].split()] if _NUMBERS.fullmatch(headers["Ring"]) else []
    if sorted(ring) != list(range(len(PATCHES))):
        raise BadRecord("header Ring", BadText("bad_ring"))
    return from_pawn(ring)
