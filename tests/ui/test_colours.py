"""The colours of buttons mean the same on every page: red for what ends something, green for what is agreed or sewn."""

from __future__ import annotations

from collections import defaultdict

from bot.ui.kit.page import Button, Style
from tests.ui.every_page import all_pages


def test_what_ends_something_is_red_and_what_is_agreed_is_green() -> None:
    styles: dict[str, set[Style]] = defaultdict(set)
    for page in all_pages():
        for button in (control for row in page.rows if isinstance(row, tuple) for control in row):
            assert isinstance(button, Button)
            kind = button.custom_id.page.rstrip("12")
            name = button.custom_id.control
            styles[f"{kind} {name}" if name == "agree" else name].add(button.style)
    red = {name for name, found in styles.items() if "danger" in found}
    assert red == {"resign", "claim", "endgame", "forget", "cancel agree", "groupoff", "groupquit"}
    assert all(styles[name] == {"danger"} for name in red)
    for name in ("accept", "sew", "moretime", "pause agree", "takeback agree"):
        assert styles[name] == {"yes"}, name
