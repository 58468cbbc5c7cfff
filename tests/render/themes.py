"""Themes, as parameters of tests."""

import pytest

from render.theme import DAYLIGHT, NIGHT, THEMES, Theme


def _themes(*by_night: Theme) -> pytest.MarkDecorator:
    marked = [pytest.param(each, marks=[pytest.mark.night] if each in by_night else []) for each in THEMES.values()]
    return pytest.mark.parametrize("theme", marked, ids=list(THEMES))


every_theme = _themes(NIGHT)
"""The night's theme, which differs from daylight in its colours, waits for the night."""

every_theme_by_night = _themes(*(theme for theme in THEMES.values() if theme is not DAYLIGHT))
"""For what takes long: daylight is looked at with each change, the others at night."""
