"""Every control leads somewhere, and every handler is wanted."""

from collections import defaultdict

import pytest

import bot.features  # noqa: F401 (which registers the handlers)
from bot.features.dispatch import router
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Page
from bot.ui.kit.reply import Reply
from bot.ui.kit.router import Click, Route, Router
from tests.ui.every_page import Control

OF_FORMER_VERSIONS = {
    *(("", control) for control in ("offer", "earlier", "later")),
    *(("review", control) for control in ("first", "last")),
    *(("learn", "pin"), ("turned", "home")),
}
"""What only messages of former versions offer."""


def test_every_control_has_a_handler_and_every_handler_a_control(controls: set[Control]) -> None:
    wanted: set[tuple[str, str]] = set()
    for page, name, _ in controls:
        assert router.find(CustomId(1, 0, page, name)), f"nobody handles {name} on {page}"
        wanted |= {("", name), (page.partition(".")[0], name)}
    wanted |= {("settings", "typed"), ("server", "typed")}  # of forms
    assert router.routes.keys() - wanted == OF_FORMER_VERSIONS


async def handler(click: Click[object]) -> Reply:
    return Reply(Page())


async def other_handler(click: Click[object]) -> Reply:
    return Reply(Page())


def test_the_handler_of_a_page_comes_before_the_one_for_all_and_two_for_one_control_are_a_mistake() -> None:
    router: Router[object] = Router()
    router.on("go")(handler)
    router.on("go", page="cover", concerns_game=False)(other_handler)
    assert router.find(CustomId(1, 0, "board", "go")) == Route(handler, concerns_game=True)
    assert router.find(CustomId(1, 0, "cover.A1.0", "go")) == Route(other_handler, concerns_game=False)
    assert router.find(CustomId(1, 0, "board", "stop")) is None
    with pytest.raises(AssertionError, match="go on all pages is handled already"):
        router.on("stop", "go")(other_handler)


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
