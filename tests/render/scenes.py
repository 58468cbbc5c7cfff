"""The scenes that are looked at: in the gallery in full, as golden pictures in small."""

import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache

from PIL import Image

import render
from bot.matches.duels import placed
from bot.ui.words.lesson_tables import ADVANCING, END, MIDDLE, SEVEN, TOYS
from daily import Attempt, parse_attempt, puzzle_of
from daily.par import best_of
from game import ADVANCE, LEATHER, PATCHES, Automa, Position, Quilt
from game.placements import parse_placement
from game.quilt import EMPTY_QUILT
from game.steering import brought, covering, next_placement
from game.tidy import proposals, tidiest
from render import Contestant, Game, Theme
from render.feats import FEATS
from tests.render.positions import position_after

Scene = Callable[[Theme], Image.Image]

CHANCES = (
    *(500, 470, 310, 350, 345, 340, 400, 405, 345, 375, 385, 355, 350, 380, 390, 355, 520, 550, 490, 655, 710, 700),
    *(660, 665, 695, 665, 825, 885, 845, 905, 950, 960, 930, 520, 480, 610, 730, 845, 900, 880, 905, 940, 760, 1000),
)
"""How likely the first seat was to win, of 1,000, before each move of a game and after its last one."""


RESULTS = (
    *((True, 12, True), (False, 5, True), (True, 3, False), (False, 22, False)),
    *((True, None, True), (False, None, True)),
    *((True, 31, True), (True, 8, False), (False, 1, True), (True, 0, True), (True, 14, True), (False, 9, True)),
    *((True, 17, True), (True, 21, False), (False, 40, False), (True, 6, True), (True, 2, True), (False, 11, True)),
    *((True, 25, True), (True, 7, True)),
)
"""Games as a sampler shows them, the newest first."""


def _table(plies: int, theme: Theme) -> Image.Image:
    position, new, seat = position_after(plies)
    return render.draw_table(position, new=new, new_seat=seat, theme=theme)


def _leather_table(theme: Theme) -> Image.Image:
    """A seat with a leather patch to sew, and buttons for all three offers, while the other one moves next."""
    position = position_after(22)[0]
    first, second = position.players
    return render.draw_table(
        replace(position, leather=1, token=2, players=(replace(first, buttons=9), replace(second, buttons=0))),
        theme=theme,
    )


def _preview_table(theme: Theme) -> Image.Image:
    """What an advance would lead to, for the second seat, which sees its own quilt on the left."""
    position = position_after(22)[0]
    return render.draw_table(position.play(ADVANCE).position, left=position.turn, before=position, theme=theme)


def _news_table(theme: Theme) -> Image.Image:
    """A whole turn of one seat, outlined, and two-digit numbers everywhere."""
    position = position_after(25)[0]
    first, second = (replace(player, buttons=27, income=13) for player in position.players)
    new = position.players[0].quilt.patches[-3:]
    return render.draw_table(replace(position, players=(first, second)), new=new, new_seat=1, theme=theme)


def _late_table(theme: Theme) -> Image.Image:
    """The bonus tile taken, two patches left, and hardly an empty square."""
    position = position_after(99)[0]
    one, two = (replace(player, space=space) for player, space in zip(position.players, (49, 51), strict=True))
    late = replace(position, ring=position.ring[:2], players=(one, two), token=1, bonus=2)
    return render.draw_table(late, theme=theme)


def _solo_table(card: int, budget: int, theme: Theme) -> Image.Image:
    return render.draw_table(_solo(position_after(18)[0]), card=card, next_budget=budget, theme=theme)


def _panel(theme: Theme) -> Image.Image:
    quilt = position_after(22)[0].players[0].quilt
    spots = proposals(quilt, PATCHES[22], 4)
    return render.draw_quilt(quilt, seat=1, ghost=spots[0], candidates=spots, beside=position_after(22)[0], theme=theme)


def _moved_panel(theme: Theme) -> Image.Image:
    """The ghost, with its button in the corner, half on the place that is numbered 3."""
    spots = tuple(map(parse_placement, ["22E@H1", "22E@H6", "22E@A2", "22E@C1"]))
    ghost = next_placement(EMPTY_QUILT.fits, spots[2], "right")
    return render.draw_quilt(EMPTY_QUILT, seat=2, ghost=ghost, candidates=spots, theme=theme)


def _late_panel(theme: Theme) -> Image.Image:
    """A full quilt, on which a patch has few places left."""
    quilt = position_after(60)[0].players[0].quilt
    spots = proposals(quilt, PATCHES[0], 4)
    return render.draw_quilt(quilt, seat=1, ghost=spots[-1], candidates=spots, theme=theme)


def _leather_panel(theme: Theme) -> Image.Image:
    """Where the leather patch may go, before a place is chosen."""
    position = replace(position_after(22)[0], leather=2)
    quilt = position.players[1].quilt
    return render.draw_quilt(quilt, seat=2, candidates=proposals(quilt, LEATHER, 4), beside=position, theme=theme)


def _income_panel(theme: Theme) -> Image.Image:
    """The patch with the most buttons on the fewest squares, under its number."""
    spots = proposals(EMPTY_QUILT, PATCHES[10], 4)
    return render.draw_quilt(EMPTY_QUILT, seat=1, ghost=spots[0], candidates=spots, theme=theme)


def _quilt(theme: Theme) -> Image.Image:
    position = position_after(99)[0]
    quilt = position.players[1].quilt
    return render.draw_quilt(quilt, seat=2, new=quilt.patches[-1:], beside=position, theme=theme)


def _square(theme: Theme) -> Image.Image:
    """A patch brought to a square on an open quilt."""
    ghost = brought(covering(EMPTY_QUILT.fits, 40), tidiest(EMPTY_QUILT, PATCHES[17])[0])
    return render.draw_quilt(EMPTY_QUILT, seat=1, ghost=ghost, square=40, theme=theme)


def _poster(theme: Theme) -> Image.Image:
    """A short name, and one that is cut."""
    names = ("Mina", "Maximilian von Patchenstein")
    return render.draw_poster(position_after(99, 3)[0], label=("#128", "2026-11-22"), names=names, theme=theme)


def _wide_poster(theme: Theme) -> Image.Image:
    """Four parts with many digits, and one of the names cannot be drawn."""
    position = position_after(99, 5)[0]
    first, second = (
        replace(player, buttons=buttons) for player, buttons in zip(position.players, (99, 100), strict=True)
    )
    position = replace(position, players=(first, second), bonus=2)
    return render.draw_poster(position, label=("#9999999", "2026-11-22"), names=("", "Tom"), theme=theme)


def _solo(position: Position) -> Position:
    """The same against the Automa, which has what the second player had sewn."""
    patches = [placement.patch.id for placement in position.players[1].quilt.patches if placement.patch is not LEATHER]
    return replace(position, automa=replace(Automa("fellow", "tactical"), patches=tuple(patches[:6])))


def _duel(theme: Theme) -> Image.Image:
    """A game that was played out, and one that was not, both with the 7x7."""
    one, two = (replace(position_after(*number)[0], bonus=1) for number in ((99, 3), (22, 5)))
    return render.draw_duel(placed(one, 1), placed(two, 2), winner=1, theme=theme)


def _replay(theme: Theme) -> Image.Image:
    position, new, seat = position_after(20)
    return render.draw_poster(position, new=new, new_seat=seat, progress=(20, 43), theme=theme)


def _short_curve(theme: Theme) -> Image.Image:
    """A game that was given up soon, as the second seat sees it."""
    return render.draw_curve((500, 480, 530, 610, 640, 620, 700, 690, 720, 760, 1000), pins=(2,), top=2, theme=theme)


def _sampler(theme: Theme) -> Image.Image:
    """All feats, and games of every kind: of few and of very many points, alone, and given up."""
    quilt = position_after(99, 3)[0].players[0].quilt
    feats = [*(dict.fromkeys(FEATS, 0) | {"rival": 5, "automa": 3}).items()]
    return render.draw_sampler(quilt, points=28, results=RESULTS, feats=feats, theme=theme)


def _young_sampler(theme: Theme) -> Image.Image:
    """After three games, the best of them with less than nothing."""
    quilt = position_after(99, 5)[0].players[1].quilt
    return render.draw_sampler(quilt, points=-11, results=RESULTS[:3], feats=(("out", 0), ("rival", 1)), theme=theme)


def _group(count: int, running: int, gone: int | None, theme: Theme) -> Image.Image:
    """A cross table whose last games go on, and in which no game of somebody may count."""

    def game(one: int, two: int) -> Game | None:
        if one == two:
            return None
        if gone in (one, two):
            return Game("void")
        if one + two >= 2 * count - running:
            return Game("running")
        has_won = one < two if (one + two) % 3 else one > two
        lead = (7 * one + 7 * two + one * two) % 31 + 1
        by_time = (one * two) % 5 == 2
        return Game("won" if has_won else "lost", None if by_time else lead if has_won else -lead, by_time)

    games = [tuple(game(one, two) for two in range(count)) for one in range(count)]
    wins = [sum(each is not None and each.how == "won" for each in row) for row in games]
    order = sorted(range(count), key=lambda one: (one != gone, wins[one]), reverse=True)
    names = ("Mina", "Tom", "Zoë Łukasiewicz", "Eve", "", "Maximilian von Patchenstein")
    rows = [
        Contestant(
            names[one],
            one,
            None if one == gone else wins[one],
            wins[one] == wins[order[0]],
            tuple(games[one][two] for two in order),
        )
        for one in order
    ]
    return render.draw_cross_table(rows, theme=theme)


def daily_quilts(count: int) -> list[Quilt]:
    """Quilts of as many people who are tidy, each in another way, most covered first."""
    rng, found = random.Random(7), list[Attempt]()
    for _ in range(count):
        attempt = Attempt(puzzle_of(327))
        while attempt.patch:
            attempt = attempt.place(rng.choice(tidiest(attempt.quilt, attempt.patch)[:4]))
        found.append(attempt)
    return [attempt.quilt for attempt in sorted(found, key=lambda attempt: -attempt.covered)]


def _wall(count: int, own: int | None, theme: Theme) -> Image.Image:
    """The best of a day on which 24 people have sewn the quilt."""
    quilts = daily_quilts(24)[:count]
    tags = [str(49 - quilt.empty) for quilt in quilts]
    return render.draw_wall(quilts, tags=tags, best=tags.count(tags[0]), own=own, title="#331", theme=theme)


def _daily(theme: Theme) -> Image.Image:
    """A daily quilt before its fifth patch."""
    attempt = best_of(puzzle_of(327), 4_000)
    attempt = parse_attempt(attempt.puzzle, " ".join(str(attempt).split()[:4]))
    assert attempt.patch
    spots, following = proposals(attempt.quilt, attempt.patch, 4), [patch.id for patch in attempt.following]
    return render.draw_daily(attempt.quilt, ghost=spots[0], candidates=spots, following=following, theme=theme)


def _toy_turn(page: int, choice: str, theme: Theme) -> Image.Image:
    turn = TOYS[page].turn(choice)
    return render.draw_turn(turn.after, before=turn.before, new=turn.new, theme=theme)


SCENES: dict[str, Scene] = {
    "table": lambda theme: _table(25, theme),
    "table-poor": lambda theme: _table(22, theme),
    "table-start": lambda theme: _table(0, theme),  # both tokens on one space
    "table-leather": _leather_table,
    "table-preview": _preview_table,
    "table-news": _news_table,
    "table-late": _late_table,
    "table-ended": lambda theme: _table(99, theme),  # how the points add up
    "table-solo": lambda theme: _solo_table(3, 6, theme),
    "table-solo-rich": lambda theme: _solo_table(10, 10, theme),  # budgets of two digits
    "panel": _panel,
    "panel-moved": _moved_panel,
    "panel-late": _late_panel,
    "panel-leather": _leather_panel,
    "panel-income": _income_panel,
    "quilt": _quilt,
    "quilt-empty": lambda theme: render.draw_quilt(EMPTY_QUILT, seat=1, theme=theme),
    "square": _square,
    "ring": lambda theme: render.draw_ring(position_after(0)[0], theme=theme),
    "ring-short": lambda theme: render.draw_ring(position_after(25)[0], theme=theme),
    "poster": _poster,
    "poster-wide": _wide_poster,
    "poster-solo": lambda theme: render.draw_poster(_solo(position_after(99)[0]), theme=theme),
    "poster-stopped": lambda theme: render.draw_poster(
        position_after(25)[0], ended=True, winner=2, names=("Mina", "Tom"), theme=theme
    ),
    "duel": _duel,
    "group": lambda theme: _group(5, 3, None, theme),
    "group-small": lambda theme: _group(3, 0, None, theme),
    "group-large": lambda theme: _group(6, 1, 4, theme),
    "daily": _daily,
    "wall-1": lambda theme: render.draw_wall(daily_quilts(1), theme=theme),
    "wall-2": lambda theme: render.draw_wall(daily_quilts(2), theme=theme),
    "wall-7": lambda theme: _wall(7, None, theme),
    "wall-8": lambda theme: _wall(8, 4, theme),
    "replay": _replay,
    "curve": lambda theme: render.draw_curve(CHANCES, pins=(6, 8, 17, 33, 43), theme=theme),  # two stand close together
    "curve-short": _short_curve,
    "sampler": _sampler,
    "sampler-young": _young_sampler,
    "learn-goal": lambda theme: render.draw_goal(END, theme=theme),
    "learn-choice": lambda theme: render.draw_choice(TOYS[2].position, theme=theme),
    "learn-bought": lambda theme: _toy_turn(2, "3", theme),
    "learn-time": lambda theme: render.draw_choice(TOYS[4].position, theme=theme),
    "learn-income": lambda theme: render.draw_turn(TOYS[5].position, theme=theme),
    "learn-paid": lambda theme: _toy_turn(5, ADVANCING, theme),  # an advance past an income
    "learn-leather": lambda theme: render.draw_leather(SEVEN, theme=theme),
    "learn-count": lambda theme: render.draw_count(END, theme=theme),
    "guide": lambda theme: render.draw_guide(MIDDLE.after, new=MIDDLE.new, seat=1, theme=theme),
}


@cache
def drawn(scene: str, theme: Theme) -> Image.Image:
    """A scene in a theme, drawn once for all: do not change it."""
    return SCENES[scene](theme)
