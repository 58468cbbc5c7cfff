"""``python -m bot``: run the bot on Discord, or look after its database."""

import gc
import os
import sys

if not __package__:  # a panel starts this very file, and Python looks for modules beside it
    sys.path[0] = os.path.dirname(sys.path[0])  # noqa: PTH120 (pathlib would look for `operator` there)

gc.disable()  # what is imported lives for ever: looking for garbage meanwhile took a seventh of a start

import argparse
import asyncio
import contextlib
import io
import logging
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import discord

from bot import logs
from bot.config import BadSetting, Config, advice, given_url, has_token, read_config, read_token
from bot.connection.heartbeats import note_in_time
from bot.footprint import keep_small
from bot.operator import envfile
from bot.operator.forget import forget
from bot.operator.run import CannotRun, in_one_line, serve
from bot.operator.status import status
from bot.store.backend.backup import back_up
from bot.store.backend.errors import StoreError
from bot.store.backend.restore import restore
from bot.store.backend.upgrading import bring_up_to_date
from render import keep_stamps_in

gc.freeze()  # scanning all that again would stall the loop for 50 ms
gc.enable()

LOG = logging.getLogger("bot")

ENV = Path(".env")
NO_BACKUP = Path()


def main() -> int:
    """Do what the command line says. Returns the exit status: 1, after one sentence, when something is wrong."""
    if sys.argv[1:2] == ["probe"]:
        return _refuse("The probe is a tool of the repository now: run 'make probe CHANNEL=…' in a clone of it.")
    os.umask(0o077)  # who plays with whom is nobody else's business on this machine
    try:
        envfile.load(ENV)
        arguments = _parser().parse_args()
        config = read_config(os.environ)
        return _ACTS[arguments.command](config, arguments)
    except (BadSetting, StoreError, CannotRun) as error:
        return _refuse(str(error))


class _Parser(argparse.ArgumentParser):
    """Reports a usage error in one sentence, like every error here."""

    def error(self, message: str) -> NoReturn:
        """Called by argparse."""
        raise BadSetting(f"Use {_WAYS}: {message}.")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m bot", description="Without a command: run the bot on Discord.")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    doctor = commands.add_parser("doctor", help="replay all games from their logs and report what is wrong")
    doctor.add_argument("--repair", action="store_true", help="rewrite what disagrees with the logs")
    games = _number("a number of games, such as 1000", below=10**9)
    doctor.add_argument("--sample", type=games, default=0, metavar="N", help="replay only so many, drawn evenly")
    asks = "say instead whether the bot is hosted well, and whether BACKUP can be restored"
    doctor.add_argument("--deploy", nargs="?", type=Path, const=NO_BACKUP, metavar="BACKUP", help=asks)
    commands.add_parser("status", help="who holds what, how much is left to do, and how the processes are")
    backup = commands.add_parser("backup", help="copy the database, even while the bot runs")
    backup.add_argument("file", type=Path, metavar="FILE", help="a file that does not exist yet")
    restore = commands.add_parser("restore", help="put a backup in the place of the database; the bot must not run")
    restore.add_argument("file", type=Path, metavar="FILE", help="a copy that backup has made")
    commands.add_parser("migrate", help="bring the database up to date, as a start of the bot does too")
    copy = commands.add_parser("copy", help="copy everything to another database; the bot should not run")
    copy.add_argument("source", metavar="FROM", help="the DATABASE_URL of what is copied, or @ and a file with it")
    copy.add_argument("target", metavar="TO", help="that of an empty database, made with migrate")
    forget = commands.add_parser("forget", help="take a user out of all data, as the button Forget me does")
    user = _number("the id of a user, such as 80351110224678912", below=2**63)
    forget.add_argument("user", type=user, metavar="USER_ID", help="the number that Discord gives to a user")
    return parser


def _number(what: str, *, below: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and 0 < int(text) < below):
            raise argparse.ArgumentTypeError(f"{text!r} is not {what}")
        return int(text)

    return read


def _report(*lines: str, sound: bool = True) -> int:
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal may know ASCII alone
    print("\n".join(lines))
    return 0 if sound else 1


def _restore(config: Config, arguments: argparse.Namespace) -> int:
    restored = restore(config.database_url, arguments.file)
    aside = [f"What was there before is now {file}." for file in restored.aside]
    return _report(f"Games restored from {arguments.file}: {restored.games}.", *aside)


# What only these two need would be 7 MB of a bot that runs for months: they import it themselves.


def _doctor(config: Config, arguments: argparse.Namespace) -> int:
    from bot.operator.doctor import examine

    if arguments.deploy:
        return _deploy(config, arguments.deploy)
    token = read_token(os.environ) if has_token(os.environ) else None
    lines, sound = examine(config, token, repair=arguments.repair, sample=arguments.sample)
    return _report(*lines, sound=sound)


def _deploy(config: Config, backup: Path) -> int:
    from bot.operator.deployment import look_around

    answers = look_around(config, os.environ, ENV, None if backup is NO_BACKUP else backup)
    lines = [f"{number:2} {each.word:3} {each.sentence}" for number, each in enumerate(answers, 1)]
    return _report(*lines, sound=all(each.word != "no" for each in answers))


def _copy(_: Config, arguments: argparse.Namespace) -> int:
    from bot.operator.copy import copy_database

    lines, same = copy_database(given_url("FROM", arguments.source), given_url("TO", arguments.target))
    return _report(*lines, sound=same)


def _run(config: Config, _: argparse.Namespace) -> int:
    token = read_token(os.environ)
    logs.set_up(config.log_level, config.log_format, in_one_line)
    if envfile.is_exposed(ENV):
        LOG.warning("every user of this machine can read %s, and the secrets in it: chmod 600 %s", ENV, ENV)
    for sentence in advice(os.environ):
        LOG.info("%s", sentence)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # we never use voice
    note_in_time()
    keep_small()
    keep_stamps_in(config.cache)
    try:
        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(serve(config, token))
    except (BadSetting, StoreError, CannotRun) as error:
        if config.log_format != "json":
            raise
        LOG.critical("%s", error)  # its last line is JSON like every other
        return 1
    return 0


_ACTS: dict[str | None, Callable[[Config, argparse.Namespace], int]] = {
    None: _run,
    "doctor": _doctor,
    "status": lambda config, _: _report(*asyncio.run(status(config))),
    "backup": lambda config, its: _report(f"Games copied to {its.file}: {back_up(config.database_url, its.file)}."),
    "restore": _restore,
    "migrate": lambda config, _: _report(asyncio.run(bring_up_to_date(config.database_url))),
    "copy": _copy,
    "forget": lambda config, its: _report(asyncio.run(forget(config, its.user))),
}
"""What each command does; None for no command."""

_WAYS = (
    "'python -m bot', or after it 'status', 'doctor [--repair] [--sample N]', 'doctor --deploy [BACKUP]', "
    "'backup FILE', 'restore FILE', 'migrate', 'copy FROM TO' or 'forget USER_ID'"
)


def _refuse(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
