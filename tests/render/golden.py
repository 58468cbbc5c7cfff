"""``python -m tests.render.golden``: choose the themes' colours and draw the golden pictures anew.

Look at them before you commit them.
"""

from pathlib import Path

from PIL import Image

from render import THEMES
from render.palette import keep, palette
from tests.render.scenes import drawn

FOLDER = Path(__file__).with_name("golden")
SHRINK = 5  # a golden picture is this many times smaller: enough to see a wrong cloth or a moved tag

GOLDEN = (
    ("table", "daylight"),
    ("table-solo", "daylight"),
    ("panel", "daylight"),
    ("ring-short", "daylight"),
    ("poster", "daylight"),
    ("duel", "night"),
    ("group-large", "contrast"),
    ("daily", "daylight"),
    ("wall-7", "night"),
    ("replay", "daylight"),
    ("curve", "daylight"),
    ("sampler", "daylight"),
    ("table", "night"),
    ("panel", "contrast"),
    ("learn-goal", "night"),
    ("learn-choice", "contrast"),
    ("learn-paid", "daylight"),
    ("learn-leather", "daylight"),
)
"""Scenes and themes of the golden pictures."""


def small(scene: str, theme: str) -> Image.Image:
    """A scene as its golden picture shows it."""
    return drawn(scene, THEMES[theme]).convert("RGB").reduce(SHRINK)


def file_of(scene: str, theme: str) -> Path:
    """Where a golden picture is."""
    return FOLDER / f"{scene}-{theme}.png"


if __name__ == "__main__":
    keep(list(THEMES.values()))
    palette.cache_clear()
    FOLDER.mkdir(exist_ok=True)
    for scene, theme in GOLDEN:
        small(scene, theme).save(file_of(scene, theme), optimize=True)
