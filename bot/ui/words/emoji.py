"""Our emoji: what they are called and what they show. Their names are spoken by screen readers, so they are words."""

from __future__ import annotations

import re

import render
from bot.ui.kit.catalogues import SOURCE
from bot.ui.kit.emoji import Emoji
from bot.ui.kit.pictures import Drawing, drawing
from bot.ui.kit.texts import Say, say
from game import PATCHES, Patch
from game.patches import Orientation


def _look_name(patch: Patch, orientation: Orientation) -> str:
    """What the emoji of a patch that lies so is called, such as ``quick_L_turned_right``: the same in all languages."""
    words = say(SOURCE, f"emoji.{orientation.letter}", patch=say(SOURCE, f"patch.{patch.id}"))
    return re.sub(r"\W+", "_", words)


LOOKS = {(patch.id, lying.letter): _look_name(patch, lying) for patch in PATCHES for lying in patch.orientations}
"""The names of the emoji of all patches but leather, in each of their orientations."""

EMOJI: dict[str, Drawing] = {
    **{name: drawing(render.draw_sign, name) for name in render.SIGNS},
    **{name: drawing(render.draw_look, patch, letter) for (patch, letter), name in LOOKS.items()},
}
"""All our emoji, by name."""


TOKENS = {1: "round_blue_token", 2: "square_amber_token"}
"""The names of the emoji of both tokens."""


def look(say: Say, patch: Patch, orientation: Orientation | None = None) -> Emoji:
    """The emoji of a patch that lies so, or as it lies on offer."""
    lying = orientation or lying_on_offer(patch)
    return say.emoji[LOOKS.get((patch.id, lying.letter), "leather")]


def lying_on_offer(patch: Patch) -> Orientation:
    """How a patch lies in pictures of the ring."""
    return render.lying(patch.id)


def token(say: Say, seat: int) -> str:
    """The token of a seat: a round blue one, or a square amber one."""
    return say(f"token.{seat}" if say.is_heard else f"sign.token.{seat}")


def token_or(say: Say, seat: int, name: str) -> str:
    """Our picture of a token where a line must be short, or else the name of its player."""
    return format(say.emoji[TOKENS[seat]], name)
