"""``python -m game replay [--legal] FILE``: play records and print the results, one JSON line each."""

import argparse
import json
import os
import sys
from pathlib import Path

from game.errors import BadRecord
from game.position import Position
from game.record import Record, parse_records


def main(arguments: list[str] | None = None) -> int:
    """Run the command. Returns the exit status: 1 when a file or a record cannot be read or breaks a rule."""
    parser = argparse.ArgumentParser(prog="python -m game", description="The rules of the game, without Discord.")
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("replay", help="play game records and print one JSON line for each")
    command.add_argument("file", help="a file with game records, or - for standard input")
    command.add_argument("--legal", action="store_true", help="count the legal moves before every ply")
    options = parser.parse_args(arguments)
    try:
        data = sys.stdin.buffer.read() if options.file == "-" else Path(options.file).read_bytes()
        # invalid UTF-8 is reported where it stands, so that the records before it still count
        return _replay(data.decode("utf-8-sig", "surrogateescape"), options.legal)
    except BrokenPipeError:  # the reader has closed the pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        return _fail(f"{options.file}: {error.strerror}")


def _replay(text: str, legal: bool) -> int:
    try:
        for number, record in enumerate(parse_records(text), 1):
            try:
                print(json.dumps(_outcome(record, legal)), flush=True)
            except BadRecord as error:
                return _fail(f"record {number}, {error}")
    except BadRecord as error:
        return _fail(str(error))
    return 0


def _outcome(record: Record, legal: bool) -> dict[str, object]:
    position: Position = record.setup.start
    counts: list[int] = []
    for step in record.steps():
        if legal:
            counts.append(1 if position.awaits_card else len(position.legal_moves))
        position = step.position
    result: dict[str, object] = {
        "over": position.over,
        "score": [position.score(seat).total for seat in (1, 2)],
        "winner": position.winner,
        "bonus": position.bonus or None,
        "position": [player.space for player in position.players],
        "buttons": [player.buttons for player in position.players],
        "empty": [position.players[0].quilt.empty, None if position.automa else position.players[1].quilt.empty],
        "plies": len(record.moves),
    }
    return {**result, "legal": counts} if legal else result


def _fail(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
