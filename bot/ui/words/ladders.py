"""How people stand on a ladder, in words: between which rivals they play, or in figures."""

from __future__ import annotations

from bot.clock import now
from bot.matches.ladder import LadderPage, Stake
from bot.matches.standings import ENOUGH_GAMES, ENOUGH_PEOPLE, RESTS, RIVALS, begin_of
from bot.store.ladder_rows import StandingRow, UnratedRow
from bot.ui.kit.texts import Say, entries, mention, when
from bot.ui.words.names import in_points, rival_name

Strong = StandingRow | Stake
"""Whoever has a strength, and how far off that may be."""


def season_line(say: Say, season: int) -> str:
    """From when to when a season lasts, in small print."""
    return say("ladder.season", first=when(begin_of(season), "D"), last=when(begin_of(season + 1) - 1, "D"))


def season_name(say: Say, season: int) -> str:
    """Say what a season is called on a select."""
    return say("ladder.season.option", year=season // 4, quarter=season % 4 + 1)


def standing_line(say: Say, row: StandingRow, user: str, *, in_figures: bool, is_over: bool = False) -> str:
    """Somebody who has a place, in a list; in small print if they rest, but not in a season that ``is_over``."""
    strength = strength_words(say, row, in_figures=in_figures)
    if is_over or row.last_at > now() - RESTS:
        return say("ladder.line", place=row.place, user=user, strength=strength)
    return say("ladder.line.rests", place=row.place, user=user, strength=strength, time=when(row.last_at))


def own_line(say: Say, page: LadderPage, *, in_figures: bool) -> str:
    """Say how the reader stands, or what they lack to have a place."""
    row = page.own
    if row is None:
        return say("ladder.own.none") if page.is_now else ""
    strength = strength_words(say, row, in_figures=in_figures)
    if row.place:
        return say("ladder.own", place=row.place, strength=strength)
    if not page.is_now:
        return ""
    games = max(ENOUGH_GAMES - row.games, 0)
    if games:
        return say("ladder.own.games", strength=strength, count=games)
    return say("ladder.own.people", strength=strength, count=ENOUGH_PEOPLE)


def strength_words(say: Say, row: Strong, *, in_figures: bool) -> str:
    """Say how strong somebody is: the rivals between whom they play, or in figures."""
    if in_figures:
        return say("ladder.figures", strength=row.strength, deviation=row.deviation)
    below = [level for level, at in RIVALS.items() if at <= row.strength - row.deviation]
    above = [level for level, at in RIVALS.items() if at >= row.strength + row.deviation]
    if not below:
        return say("ladder.below", rival=rival_name(say, above[0]))
    if not above:
        return say("ladder.above", rival=rival_name(say, below[-1]))
    return say("ladder.between", one=rival_name(say, below[-1]), two=rival_name(say, above[0]))


def unrated_line(say: Say, rows: list[UnratedRow]) -> str:
    """Say which games were taken out lately, with the notes on them, in small print."""
    names = ("ladder.unrated.note" if row.note else "ladder.unrated.game" for row in rows)
    told = [say(name, game=row.game_id, note=row.note) for name, row in zip(names, rows, strict=True)]
    return say("ladder.unrated", games=entries(say, told)) if told else ""


def stake_line(say: Say, stake: Stake) -> str:
    """Say what somebody would gain by winning, and lose by losing."""
    strength = strength_words(say, stake, in_figures=False)
    values = {"strength": strength, "points": in_points(say, stake.strength), "gain": stake.gain, "loss": stake.loss}
    return say("ladder.stake.line", user=mention(stake.player), **values)
