"""The ladder of a server, leaf by leaf; what counts on it; and what is at stake in a challenge."""

from __future__ import annotations

from collections.abc import Iterable

from bot.matches.ladder import LadderPage, Stake
from bot.matches.ladders import ON_A_PAGE
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Button, Option, Page, Row, Select, button
from bot.ui.kit.texts import Say, mention
from bot.ui.words.ladders import own_line, season_line, season_name, stake_line, standing_line, unrated_line

MOST_SEASONS = 25
"""How many seasons a select offers: Discord takes no more."""


def ladder_page(say: Say, page: LadderPage, user: int, number: int = 0, *, in_figures: bool = False) -> Page:
    """A leaf of a ladder, from 0, as somebody sees it: with names of rivals, or in figures."""
    here = CustomId(number, 0, f"{'figures' if in_figures else 'ladder'}.{0 if page.is_now else page.season}")
    title = f"{say('ladder.title')}\n{season_line(say, page.season)}"
    lines = [
        standing_line(
            say,
            row,
            say("ladder.hidden") if row.player in page.hiding and row.player != user else mention(row.player),
            in_figures=in_figures,
            is_over=not page.is_now,
        )
        for row in page.rows
    ]
    is_seen = any(row.player == user for row in page.rows)
    own = "" if is_seen else own_line(say, page, in_figures=in_figures)
    small = (unrated_line(say, [*page.unrated]), say("ladder.engines"))
    told = (title, "\n".join(lines) or say("ladder.none"), own, "\n".join(filter(None, small)))
    return Page(tuple(filter(None, told)), rows=_rows(say, page, here, number, is_seen=is_seen))


def rules_page(say: Say) -> Page:
    """Show what counts on a ladder."""
    return Page((say("ladder.rules"),), rows=((button(say, CustomId(0, 0, "ladder.0"), "ladder"),),))


def stake_page(say: Say, stakes: tuple[Stake, Stake] | None) -> Page:
    """Show what is at stake for both if a challenge is accepted; None if nothing is."""
    if stakes is None:
        return Page((say("ladder.stake.none"),))
    return Page(("\n".join((say("ladder.stake"), *(stake_line(say, stake) for stake in stakes))),))


def _rows(say: Say, page: LadderPage, here: CustomId, number: int, *, is_seen: bool) -> tuple[Row, ...]:
    rows: list[Row] = []
    if page.count > ON_A_PAGE:
        last = (page.count - 1) // ON_A_PAGE
        ways = [
            Button(say("button.previous"), here.press("previous"), number > 0),
            Button(say("button.following"), here.press("following"), number < last),
        ]
        if page.own and page.own.place and not is_seen:
            ways.append(button(say, here, "myplace"))
        rows.append(tuple(ways))
    toggle = button(say, here, "names" if here.kind == "figures" else "figures")
    rows.append((*([toggle] if page.rows or page.own else []), button(say, here, "counts")))
    if seasons := tuple(_seasons(say, page)):
        rows.append(Select(say("select.season"), here.press("season"), seasons))
    return tuple(rows)


def _seasons(say: Say, page: LadderPage) -> Iterable[Option]:
    """All seasons that there have been, the newest first; none if it is the first."""
    seasons = [*range(page.now, page.first - 1, -1)][:MOST_SEASONS]
    if len(seasons) < 2:
        return
    for season in seasons:
        value = 0 if season == page.now else season
        yield Option(season_name(say, season), str(value), chosen=season == page.season)
