"""``python -m bot doctor``: check that everything stored is sound, and report what is not (decision 0010)."""

import asyncio
from collections.abc import Iterator

from bot.clock import now
from bot.config import Config
from bot.matches.audit import Audit, Examined
from bot.matches.ladders import Ladders
from bot.matches.rival_strengths import AmongPeople, among_people
from bot.matches.standings import RIVALS
from bot.operator.auditing import examine as examine_all
from bot.operator.auditing import in_a_sentence
from bot.operator.preflight import check_channels
from bot.operator.progress import Progress
from bot.operator.run import REFUSALS, final, shortly
from bot.store.backend.database import Database
from bot.store.backend.opening import open_existing
from bot.store.games import count_games

COMPARED = 40_000
"""How many games are used to compare rivals with people."""

NAMED = 10
"""How many of the games whose last event is not shown yet are named."""


def examine(config: Config, token: str | None, *, repair: bool = False, sample: int = 0) -> tuple[list[str], bool]:
    """Examine the database and, with a token, the channels of running games. A ``sample`` of n looks at n games.

    Returns the report, line by line, and whether all is sound. Raises StoreError.
    """
    return asyncio.run(_examine(config, token, repair=repair, sample=sample))


async def _examine(config: Config, token: str | None, *, repair: bool, sample: int) -> tuple[list[str], bool]:
    url = config.database_url
    database = await open_existing(url, to_write=repair)
    try:
        progress = Progress("games replayed", before="Looking through the database")
        mended: list[str] = []
        if repair:
            with in_a_sentence(url, repair=True):
                mended = await Audit(database, now).repair_file()
        examined = await examine_all(database, url, repair=repair, sample=sample, told=progress)
        progress.end()
        unchecked = await _check_channels(config, database, token, sample, examined)
        games, _, _ = await database.read(count_games)
        rivals = among_people(await Ladders(database, now).games(COMPARED))
    finally:
        await database.close()
    mended += [f"Games mended: {examined.mended}."] * repair
    return [*mended, *_report(examined, games, unchecked), *_among_people(rivals)], not examined.found and not (
        token and unchecked
    )


def _report(examined: Examined, games: int, unchecked: str) -> Iterator[str]:
    for finding in examined.findings:
        where = f"game {finding.game_id}" if finding.game_id else "the database"
        yield f"{where}: {finding.sentence}" + (" (--repair mends it)" if finding.repairable else "")
    if examined.found > len(examined.findings):
        yield f"… and {examined.found - len(examined.findings)} more."
    if under_way := _under_way(examined):
        yield f"No findings, because the bot sees to it by itself: {under_way}."
    if unchecked:
        yield f"Channels and permissions were not checked. {unchecked}"
    sample = f" (a sample of {games}, drawn evenly)" if examined.games < games else ""
    yield f"Games replayed: {examined.games}{sample}, findings: {examined.found}."


def _under_way(examined: Examined) -> str:
    """Say what is yet to be shown, deleted or counted, as a part of a sentence."""
    named = ", ".join(map(str, examined.not_shown[:NAMED])) + ", …" * (len(examined.not_shown) > NAMED)
    shown = f"games whose last event is not shown yet: {len(examined.not_shown)} ({named})" if named else ""
    doomed = f"messages that are to be deleted and still stand: {examined.doomed}" if examined.doomed else ""
    uncounted = f"games whose results are not kept yet: {examined.uncounted}" if examined.uncounted else ""
    return "; ".join(filter(None, (shown, doomed, uncounted)))


def _among_people(rivals: list[AmongPeople]) -> Iterator[str]:
    if rivals:
        yield "Rivals among the people on the ladders, in Elo (where ladders have them in brackets):"
    for each in rivals:
        found, off = round(each.strength.value), round(each.strength.deviation)
        beaten = f"people have won {each.won} of {each.games}"
        yield f"  {each.level}: {found:,} ± {off} ({RIVALS[each.level]:,.0f}); {beaten}."


async def _check_channels(
    config: Config, database: Database, token: str | None, sample: int, examined: Examined
) -> str:
    """Add what is wrong with the channels of running games; a sentence if Discord cannot be asked."""
    if not token:
        return "DISCORD_TOKEN is not set."
    progress = Progress("channels looked at")
    try:
        examined.note(*await check_channels(database, token, config.discord_requests, sample, told=progress))
    except REFUSALS as error:
        return final(error, is_first=True) or f"Discord does not answer now ({shortly(error)}): try again later."
    progress.end()
    return ""
