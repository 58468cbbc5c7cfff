"""The linear value: ridge regression of the margin on what `linear.h` looks at."""

import json
from pathlib import Path

import numpy as np

from game.patches import PATCHES
from game.squares import INCOME, LAST, LEATHER_SPACES
from train.data import Array, Positions

KNOT = 27
SIDE, MOVER = 116, 8
MISSING_STEPS = (1, 2, 4, 7, 11, 16)

INCOMES_LEFT = np.array([sum(mark > space for mark in INCOME) for space in range(LAST + 1)])
LEATHER_NEXT = np.array(
    [
        [min((mark for mark in LEATHER_SPACES[track] if mark > space), default=99) for space in range(LAST + 1)]
        for track in ("classic", "revised")
    ]
)
COST, TIME, EARNS, SIZE = (
    np.array([*(getattr(patch, name) for patch in PATCHES), 0]) for name in ("cost", "time", "income", "size")
)


def knots(space: Array) -> Array:
    """Work out how much of each of the three knots counts at a space."""
    first, last = np.maximum(KNOT - space, 0), np.maximum(space - KNOT, 0)
    return (np.stack([first, KNOT - first - last, last], 1) / KNOT).astype(np.float32)


def side_features(p: Positions, side: int, rows: slice) -> Array:
    """Count what one side has, without the time."""
    space, buttons, income = p.space[side][rows], p.buttons[side][rows], p.income[side][rows]
    ahead = np.maximum(p.space[0][rows], p.space[1][rows])
    next_leather = LEATHER_NEXT[p.track[rows], ahead] - space
    least = np.where(p.bonus[rows] == 0, p.missing[side][rows], 99)
    more = [np.minimum(buttons, 6), np.minimum(buttons, 15), buttons, income, income * INCOMES_LEFT[space]]
    more += [least <= step for step in MISSING_STEPS]
    more += [next_leather <= 3, next_leather <= 6, np.ones_like(space)]
    return np.concatenate([p.windows[side][rows].astype(np.float32), np.stack(more, 1).astype(np.float32)], 1)


def gains(patch: Array, space: Array) -> Array:
    """Estimate what a patch would gain, by rule of thumb."""
    return 2 * SIZE[patch] + EARNS[patch] * INCOMES_LEFT[space] - COST[patch] - 3 * TIME[patch]


def mover_features(p: Positions, rows: slice) -> Array:
    """Count what the side to move has of it: spaces behind, and offers."""
    gap = p.space[1][rows] - p.space[0][rows]
    best = []
    for side in (0, 1):
        gain = np.full((len(gap), 3), -20)
        for slot in range(3):
            patch = p.ring[rows, slot]
            there = patch < 255
            patch = np.where(there, patch, 33)
            payable = there & (COST[patch] <= p.buttons[side][rows])
            gain[:, slot] = np.where(payable, np.maximum(gains(patch, p.space[side][rows]), -20), -20)
        best.append(np.sort(gain, 1)[:, ::-1])
    columns = [np.ones_like(gap), np.minimum(gap, 1), np.minimum(gap, 3), np.minimum(gap, 8), gap]
    columns += [best[0][:, 0], best[0][:, 1], best[1][:, 0]]
    return np.stack(columns, 1).astype(np.float32)


def design(p: Positions, rows: slice) -> tuple[Array, Array]:
    """The matrix of a regression, and what is known of the margin without it."""
    parts, known = [], np.zeros(len(p.raw[rows]), np.float32)
    blocks = []
    for side, sign in ((0, 1), (1, -1)):
        space = p.space[side][rows]
        done = space == LAST
        features = side_features(p, side, rows) * (sign * ~done)[:, None]
        blocks.append([features * weight[:, None] for weight in knots(space).T])
        known += sign * done * (p.buttons[side][rows] - 2 * p.empty[side][rows])
        known += sign * 7 * (p.bonus[rows] == side + 1)
    parts = [mine + theirs for mine, theirs in zip(*blocks, strict=True)]
    mover = mover_features(p, rows)
    parts += [mover * weight[:, None] for weight in knots(p.space[0][rows]).T]
    return np.concatenate(parts, 1), known


def fit(p: Positions, ridge: float = 3.0) -> Array:
    """The weights, in points, that come nearest to the mixed outcomes."""
    size = 3 * (SIDE + MOVER)
    square, product = np.eye(size) * ridge, np.zeros(size)
    for start in range(0, len(p), 20_000):
        rows = slice(start, start + 20_000)
        x, known = design(p, rows)
        square += x.T @ x
        product += x.T @ (p.mixed[rows] - known)
    weights: Array = np.linalg.solve(square, product)
    return weights


def save(weights: Array, path: Path) -> None:
    """Write them in 1/256 points, as `linear.h` and `engine.value` read them."""
    ints = np.rint(weights * 256).astype(int)
    side = ints[: 3 * SIDE].reshape(3, SIDE).tolist()
    mover = ints[3 * SIDE :].reshape(3, MOVER).tolist()
    rows = ["[\n" + ",\n".join(map(json.dumps, table)) + "\n]" for table in (side, mover)]
    path.write_text(f'{{"side": {rows[0]}, "mover": {rows[1]}}}\n')
