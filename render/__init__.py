"""The pictures: pure and synchronous. A position goes in, an image comes out; no words are drawn."""

from render.encode import png
from render.quilt import draw_quilt
from render.ring import draw_ring
from render.table import draw_table

__all__ = ["draw_quilt", "draw_ring", "draw_table", "png"]
