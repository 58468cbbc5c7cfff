"""Two worlds that differ in a secret alone look the same to everybody else (decision 0085)."""

import json
import random
import re
import shutil
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager
from itertools import count
from pathlib import Path
from typing import Any

import discord
import pytest
import simcord

from bot.features.dispatch import router
from bot.matches.seats import Rival
from bot.ui.kit.brand import ADMIN, ROOT
from game import Automa
from tests.store.building import url_of
from tests.ui.playing import forged, later, play_on
from tests.ui.world import World, controls, picture

DAY = 24 * 60 * 60
FAR = 7 << 22
"""A server of which nobody here knows."""

NOWHERE = 0
"""No server: a direct message, or a server that knows nothing of the bot (decision 0099)."""

OpenWorld = Callable[[str], AbstractAsyncContextManager[World]]
Step = Callable[["Scene"], Awaitable[None]]

THINKS = ("review", "hint")
"""What nobody presses here: the stand-in for the engine answers nothing to it."""

SNOWFLAKE = re.compile(r"\d{17,20}")


class Scene:
    """A world, and what everybody but mina has seen of it. The secrets are hers if it ``has_them``."""

    def __init__(self, world: World, *, has_them: bool) -> None:
        self.world = world
        self.has_them = has_them
        self.seen: list[str] = []
        self._hermits = count(5)
        world.env.backend.subscribers.append(self._event)

    def see(self, *what: object) -> None:
        """Note what is seen, and when."""
        self.seen.append(json.dumps([self.world.now().isoformat(), *what], default=str, sort_keys=True))

    async def look(self, who: simcord.MemberActor, answer: discord.Message) -> None:
        """Note what somebody is answered."""
        shown = [await picture(answer)] if answer.attachments else []
        self.see(who.name, answer.content, [each.to_dict() for each in answer.components], shown)

    def _event(self, event: str, payload: Mapping[str, Any]) -> None:
        is_private = int(payload.get("flags") or 0) & 64
        if event.startswith(("MESSAGE", "THREAD", "CHANNEL")) and not is_private:
            self.see(event, payload)

    async def alone(self, opponent: Automa | Rival, plies: int, seed: int) -> None:
        """A private game of mina's, or of somebody whom nobody knows, which is left as it is. Against rivals she plays
        elsewhere, or in no server: they count on the ladder here, of which 0085 says so.
        """
        world, is_here = self.world, self.has_them and isinstance(opponent, Automa)
        asked = world.app.solo.start(
            guild_id=world.guild.id if is_here else (FAR, NOWHERE)[seed % 2],
            channel_id=world.channel.id,
            user=self.whose(is_minas=self.has_them),
            opponent=opponent,
            track="classic",
            place="private",
        )
        match = await world.do(asked)
        if self.has_them:
            await play_on(world, plies, game=match.id, seed=seed)
        await world.sweep()

    def whose(self, *, is_minas: bool) -> int:
        """Mina, or somebody of whom nobody here knows, each time another one."""
        return self.world.mina.id if is_minas else next(self._hermits)


def told(seen: list[str]) -> list[str]:
    """What was seen, each moment in the order of words, since what happens at once may come in any. Of numbers that
    Discord gives it is told which came first.
    """
    names: dict[str, str] = {}
    in_order = sorted(seen, key=lambda each: SNOWFLAKE.sub("#", each))
    return [SNOWFLAKE.sub(lambda found: names.setdefault(found[0], f"#{len(names)}"), each) for each in in_order]


# --- what is kept a secret


def half(plies: int, seed: int) -> Step:
    """Mina plays her half of the duel on, perhaps to its end."""

    async def step(scene: Scene) -> None:
        game = (await scene.world.app.duels.find(1)).game1
        if scene.has_them and not (await scene.world.match(game)).outcome:
            await play_on(scene.world, plies, game=game, seed=seed)
        await scene.world.sweep()

    return step


async def half_given_up(scene: Scene) -> None:
    """Mina gives her half of the duel up."""
    game = await scene.world.match((await scene.world.app.duels.find(1)).game1)
    if scene.has_them and game.plies and not game.outcome:
        await scene.world.do(scene.world.app.matches.resign(game.id, game.revision, scene.world.mina.id))
    await scene.world.sweep()


def alone(opponent: Automa | Rival, plies: int, seed: int) -> Step:
    """Mina begins a private game, and plays it on, perhaps to its end."""
    return lambda scene: scene.alone(opponent, plies, seed)


def sunday(plies: int, seed: int, *, in_server: bool = True) -> Step:
    """Mina begins her Sunday quilt; or she plays it out, well or badly, which is told if it is in the server."""

    async def step(scene: Scene) -> None:
        world, is_told = scene.world, plies > 99 and in_server
        knows = scene.has_them or is_told
        guild = (world.guild.id if knows else FAR) if in_server else NOWHERE
        user = scene.whose(is_minas=knows)
        _, match = await world.do(world.app.sundays.open(user, guild, world.channel.id, "en"))
        if knows:
            await play_on(world, plies, game=match.id, seed=seed + scene.has_them)
        await world.sweep()

    return step


def secrets(rng: random.Random) -> list[Step]:
    """Some of all that may be kept a secret."""
    levels = ("pompom", "pin", "thimble")
    kinds: list[Step] = [half(rng.choice((1, 6, 999)), rng.randrange(99)), half_given_up]
    kinds += [alone(Rival(rng.choice(levels)), rng.choice((3, 999)), rng.randrange(99)) for _ in range(2)]
    kinds += [alone(Automa("intern", "normal"), 999, rng.randrange(99))]
    kinds += [sunday(rng.choice((2, 999)), rng.randrange(99), in_server=rng.random() < 0.5)]
    return rng.sample(kinds, 4)


# --- what others see


async def of_each_command(scene: Scene) -> None:
    """What eve and tom are told of mina, and of each number that a game may have."""
    world = scene.world
    for who in (world.eve, world.tom):
        await scene.look(who, await world.slash(who, "profile", player=world.mina))
        await scene.look(who, await world.slash(who, "ladder"))
        await scene.look(who, await world.slash(who, "games"))
        scene.see(who.name, await world.do(world.app.privacy.export(who.id)), world.told(who.id))
        scene.see(who.name, await who.autocomplete(world.channel, f"{ROOT} games", "game", ""))
    for number in range(1, 15):
        for command in ("replay", "board", "resign"):
            await scene.look(world.eve, await world.slash(world.eve, command, game=number))


async def of_moderators(scene: Scene) -> None:
    """What somebody is told who manages the server."""
    world, keeper = scene.world, scene.world.keeper
    await scene.look(keeper, await world.moderate(keeper, "list"))
    for number in range(1, 15):
        await scene.look(keeper, await world.moderate(keeper, "end", game=number))
        await scene.look(keeper, await world.moderate(keeper, "ladder", game=number, counts=True))
    for command in ("end", "ladder"):
        scene.see(await keeper.autocomplete(world.channel, f"{ADMIN} {command}", "game", ""))


async def of_each_button(scene: Scene) -> None:
    """What eve comes to see who presses whatever stands in the channel."""
    world = scene.world
    for message in world.channel.history():
        for control in controls(message):
            stands = message.id in [each.id for each in world.channel.history()]
            if stands and control["type"] == 2 and not control["custom_id"].endswith(THINKS):
                result = await world.eve.click(message, custom_id=control["custom_id"])
                await world.app.tasks.idle()
                answer = result.response.message if result.response else message
                await scene.look(world.eve, answer)


def of_forged_controls(seed: int, count: int) -> Step:
    """What eve is told who forges controls of games that are not hers."""

    async def step(scene: Scene) -> None:
        world, rng = scene.world, random.Random(seed)
        routes = [each for each in sorted(router.routes) if not any(name in THINKS for name in each)]
        for page, control in rng.sample(routes, count):
            subject, revision = rng.randrange(1, 15), rng.randrange(3)
            message = await forged(world, page or "board", control, subject=subject, revision=revision)
            result = await world.eve.click(message, custom_id=controls(message)[0]["custom_id"])
            await world.app.tasks.idle()
            await scene.look(world.eve, result.response.message if result.response else message)

    return step


async def of_minas_acts(scene: Scene) -> None:
    """What mina does in public: she asks for a duel at the level that suits her, and answers a challenge."""
    world = scene.world
    await world.slash(world.mina, "duel", friend=world.eve)
    await scene.look(world.eve, await world.slash(world.eve, "challenge", friend=world.mina))
    waiting = next(
        (each for each in world.channel.history()[::-1] if ":challenge:accept" in str(each.components)), None
    )
    if waiting:
        await world.press(world.mina, waiting, "accept")
    await world.slash(world.mina, "rival", where="here")


async def a_public_game(scene: Scene) -> None:
    """Mina and tom play their game to its end, and all read how good it was."""
    await play_on(scene.world, game=4, seed=4)


async def lived(scene: Scene, seed: int) -> list[str]:
    """What everybody but mina has seen once all has happened, in an order by the seed."""
    world, rng = scene.world, random.Random(seed)
    shown: list[str] = []

    async def noted(*, activity: discord.BaseActivity | None) -> None:
        shown.append(str(activity))
        scene.see("presence", str(activity))

    world.client.change_presence = noted  # type: ignore[method-assign, assignment]
    await world.env.advance_time(3 * DAY)
    await world.moderate(world.keeper, "daily", channel=world.channel)
    for game in (1, 2, 3, 4):
        with world.unheard():
            await world.begin(world.mina, world.tom)
        await play_on(world, 999 if game < 4 else 6, game=game, seed=game)
    await world.slash(world.mina, "duel", friend=world.tom, level="pompom")
    await world.press(world.tom, world.channel.history()[-1], "accept")
    looks: list[Step] = [of_each_command, of_moderators, of_each_button, of_forged_controls(seed, 12)]
    looks += [of_minas_acts, a_public_game]
    steps = secrets(rng)
    for look in rng.sample(looks, len(looks)):
        steps.insert(rng.randrange(1, len(steps) + 1), look)
    for step in steps:
        await step(scene)
        await later(world, 60)
    assert shown
    return told(scene.seen)


@pytest.mark.parametrize("settings", [{"max_games": 3}])
@pytest.mark.parametrize(
    "seed",
    [pytest.param(1, marks=pytest.mark.slow), *(pytest.param(seed, marks=pytest.mark.night) for seed in range(2, 12))],
)
async def test_worlds_that_differ_in_secrets_look_the_same_to_everybody_else(
    path: Path, tmp_path: Path, open_world: OpenWorld, seed: int
) -> None:
    other = Path(shutil.copy(path, tmp_path / "other.db"))
    seen = []
    for file, has_them in ((path, True), (other, False)):
        async with open_world(url_of(file)) as world:
            seen.append(await lived(Scene(world, has_them=has_them), seed))
    one, two = seen
    assert [each for each in one if each not in two] == [each for each in two if each not in one] == []
    assert one == two
