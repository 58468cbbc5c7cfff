"""The colours of buttons mean the same on every page: red for what ends something, green for what is agreed or sewn."""

from collections import defaultdict

from tests.ui.every_page import Control


def test_what_ends_something_is_red_and_what_is_agreed_is_green(controls: set[Control]) -> None:
    styles: dict[str, set[str]] = defaultdict(set)
    for page, name, style in controls:
        if style:
            styles[f"{page.rstrip('12')} {name}" if name == "agree" else name].add(style)
    red = {name for name, found in styles.items() if "danger" in found}
    assert red == {"resign", "claim", "endgame", "forget", "cancel agree", "groupoff", "groupquit"}
    assert all(styles[name] == {"danger"} for name in red)
    for name in ("accept", "sew", "moretime", "pause agree", "takeback agree"):
        assert styles[name] == {"yes"}, name
