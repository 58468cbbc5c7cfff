"""The pictures: pure and synchronous. A position goes in, an image comes out; no words are drawn."""

from render.encode import png
from render.quilt import quilt
from render.ring import ring
from render.table import table

__all__ = ["png", "quilt", "ring", "table"]
