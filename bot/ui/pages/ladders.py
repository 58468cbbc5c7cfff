"""The ladder of a server, leaf by leaf: how people stand, in words or figures; what counts; what is at stake."""

from bot.clock import now
from bot.matches.ladders import ON_A_PAGE, LadderPage, Stake
from bot.matches.standings import ENOUGH_GAMES, ENOUGH_PEOPLE, INACTIVE_AFTER, RIVALS, begin_of
from bot.store.ladder_rows import StandingRow
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Button, Option, Page, Row, Select, button
from bot.ui.kit.texts import Say, entries, mention, when
from bot.ui.pages.way_home import way_home
from bot.ui.words.names import in_points, rival_name

MOST_SEASONS = 25
"""How many seasons a select offers: Discord takes no more."""


def ladder_page(say: Say, page: LadderPage, user: int, number: int = 0, *, in_figures: bool = False) -> Page:
    """A leaf of a ladder, from 0, as somebody sees it: with names of rivals, or in figures."""
    here = CustomId(number, 0, f"{'figures' if in_figures else 'ladder'}.{0 if page.is_now else page.season}")
    season = {"first": when(begin_of(page.season), "D"), "last": when(begin_of(page.season + 1) - 1, "D")}
    title = f"{say('ladder.title')}\n{say('ladder.season', **season)}"
    lines = [_standing_line(say, page, row, user, in_figures=in_figures) for row in page.rows]
    is_seen = any(row.player == user for row in page.rows)
    own = "" if is_seen else _own_line(say, page, in_figures=in_figures)
    unrated = [
        say("ladder.unrated.note" if row.note else "ladder.unrated.game", game=row.game_id, note=row.note)
        for row in page.unrated
    ]
    small = (say("ladder.unrated", games=entries(say, unrated)) if unrated else "", say("ladder.engines"))
    told = (title, "\n".join(lines) or say("ladder.none"), own, "\n".join(filter(None, small)))
    return Page(tuple(filter(None, told)), rows=_rows(say, page, here, number, is_seen=is_seen))


def rules_page(say: Say) -> Page:
    """Show what counts on a ladder."""
    return Page((say("ladder.rules"),), rows=((button(say, CustomId(0, 0, "ladder.0"), "ladder"),),))


def stake_page(say: Say, stakes: tuple[Stake, Stake] | None) -> Page:
    """Show what is at stake for both if a challenge is accepted; None if nothing is."""
    if stakes is None:
        return Page((say("ladder.stake.none"),))
    lines = [say("ladder.stake")]
    for stake in stakes:
        values = {"user": mention(stake.player), "strength": _strength_words(say, stake, in_figures=False)}
        points = in_points(say, stake.strength)
        lines.append(say("ladder.stake.line", points=points, gain=stake.gain, loss=stake.loss, **values))
    return Page(("\n".join(lines),))


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
    rows.append((*([toggle] if page.rows or page.own else []), button(say, here, "counts"), way_home(say)))
    seasons = [*range(page.now, page.first - 1, -1)][:MOST_SEASONS]
    if len(seasons) > 1:
        options: list[Option] = []
        for season in seasons:
            name = say("ladder.season.option", year=season // 4, quarter=season % 4 + 1)
            value = 0 if season == page.now else season
            options.append(Option(name, str(value), chosen=season == page.season))
        rows.append(Select(say("select.season"), here.press("season"), tuple(options)))
    return tuple(rows)


def _standing_line(say: Say, page: LadderPage, row: StandingRow, user: int, *, in_figures: bool) -> str:
    name = say("ladder.hidden") if row.player in page.hiding and row.player != user else mention(row.player)
    values = {"place": row.place, "user": name, "strength": _strength_words(say, row, in_figures=in_figures)}
    if not page.is_now or row.last_at > now() - INACTIVE_AFTER:
        return say("ladder.line", **values)
    return say("ladder.line.rests", time=when(row.last_at), **values)


def _own_line(say: Say, page: LadderPage, *, in_figures: bool) -> str:
    row = page.own
    if row is None:
        return say("ladder.own.none") if page.is_now else ""
    strength = _strength_words(say, row, in_figures=in_figures)
    if row.place:
        return say("ladder.own", place=row.place, strength=strength)
    if not page.is_now:
        return ""
    games = max(ENOUGH_GAMES - row.games, 0)
    if games:
        return say("ladder.own.games", strength=strength, count=games)
    return say("ladder.own.people", strength=strength, count=ENOUGH_PEOPLE)


def _strength_words(say: Say, row: StandingRow | Stake, *, in_figures: bool) -> str:
    if in_figures:
        return say("ladder.figures", strength=row.strength, deviation=row.deviation)
    below = [level for level, at in RIVALS.items() if at <= row.strength - row.deviation]
    above = [level for level, at in RIVALS.items() if at >= row.strength + row.deviation]
    if not below:
        return say("ladder.below", rival=rival_name(say, above[0]))
    if not above:
        return say("ladder.above", rival=rival_name(say, below[-1]))
    return say("ladder.between", one=rival_name(say, below[-1]), two=rival_name(say, above[0]))
