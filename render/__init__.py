"""The pictures: pure and synchronous. A position goes in, an image comes out; no words are drawn but names."""

from render.cross_table import Contestant, Game, draw_cross_table
from render.curve import draw_curve
from render.daily import draw_daily, draw_wall
from render.emoji import SIGNS, draw_patch_icon, draw_sign
from render.encode import gif, png
from render.guide import draw_guide
from render.lesson import draw_choice, draw_count, draw_goal, draw_leather, draw_turn
from render.names import legible
from render.palette import palette
from render.poster import draw_duel, draw_poster
from render.quilt import draw_quilt
from render.replay import draw_replay
from render.ring import draw_ring
from render.sampler import Result, draw_sampler
from render.shelf import keep_stamps_in
from render.sprites import lying
from render.table import draw_table
from render.theme import DAYLIGHT, THEMES, Theme

__all__ = [
    "DAYLIGHT",
    "SIGNS",
    "THEMES",
    "Contestant",
    "Game",
    "Result",
    "Theme",
    "draw_choice",
    "draw_count",
    "draw_cross_table",
    "draw_curve",
    "draw_daily",
    "draw_duel",
    "draw_goal",
    "draw_guide",
    "draw_leather",
    "draw_patch_icon",
    "draw_poster",
    "draw_quilt",
    "draw_replay",
    "draw_ring",
    "draw_sampler",
    "draw_sign",
    "draw_table",
    "draw_turn",
    "draw_wall",
    "gif",
    "keep_stamps_in",
    "legible",
    "lying",
    "palette",
    "png",
]
