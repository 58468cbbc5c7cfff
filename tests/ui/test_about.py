"""What the bot says of itself."""

import tomllib
from pathlib import Path

import pytest

from bot.config import LINKS
from bot.ui.kit.brand import VERSION
from tests.ui.world import World, text

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))["project"]


def test_the_version_is_that_of_the_project() -> None:
    assert PROJECT["version"] == VERSION


@pytest.mark.cheapest
async def test_about_names_the_version_and_invites(world: World) -> None:
    words = text(await world.press(world.eve, await world.slash(world.eve, "help"), "about"))
    assert VERSION in words
    assert f"[Add me to a server]({world.client.invite})" in words
    assert "Support" not in words
    assert "unofficial" in words


ALL = {name: f"https://example.org/{name}" for name in LINKS}


@pytest.mark.parametrize("settings", [{"links": ALL}])
async def test_about_names_the_addresses_that_the_operator_has_set(world: World) -> None:
    words = text(await world.press(world.eve, await world.slash(world.eve, "help"), "about"))
    assert "[Source code](https://example.org/source) · [Support](https://example.org/support)" in words
    assert words.count("https://example.org/") == 4
