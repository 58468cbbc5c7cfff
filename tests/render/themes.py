"""Themes, as parameters of tests."""

from __future__ import annotations

import pytest

from render.theme import DAYLIGHT, THEMES

every_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))

every_theme_by_night = pytest.mark.parametrize(
    "theme",
    [pytest.param(theme, marks=[] if theme is DAYLIGHT else [pytest.mark.night]) for theme in THEMES.values()],
    ids=list(THEMES),
)
"""For what takes long: daylight is looked at with each change, the others at night."""
