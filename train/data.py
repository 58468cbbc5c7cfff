"""What the C program writes of self-play: 256 bytes a position, read as columns."""

from pathlib import Path
from typing import Any

import numpy as np

Array = Any  # numpy is not there when types are checked

RECORD = 256
WINDOWS = 102


class Positions:
    """Positions of self-play as numpy columns; "mine" is the side to move."""

    def __init__(self, *paths: Path) -> None:
        raw = np.concatenate([np.fromfile(path, np.uint8).reshape(-1, RECORD) for path in paths])
        self.raw = raw
        self.windows = raw[:, :WINDOWS], raw[:, WINDOWS : 2 * WINDOWS]
        self.space, self.buttons, self.income, self.empty, self.missing = (
            (raw[:, at].astype(np.int32), raw[:, at + 1].astype(np.int32)) for at in range(204, 214, 2)
        )
        self.bonus, self.track = raw[:, 214].astype(np.int32), raw[:, 215].astype(np.int32)
        self.ring = raw[:, 217:229].astype(np.int32)
        self.margin, self.won = _words(raw, 229) - 1024.0, raw[:, 231].astype(np.float32)
        self.mixed, self.said = _words(raw, 232) / 16 - 1024, _words(raw, 234) / 65535
        self.share, self.said_margin = _words(raw, 236) / 65535, _words(raw, 238) / 16 - 1024
        self.game = raw[:, 240] + 256 * raw[:, 241].astype(np.int64) + 65536 * raw[:, 242].astype(np.int64)

    def __len__(self) -> int:
        return len(self.raw)


def _words(raw: Array, at: int) -> Array:
    return (raw[:, at] + 256.0 * raw[:, at + 1]).astype(np.float32)
