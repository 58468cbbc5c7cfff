"""How tall the messages of a turn are in a browser, as Mina sees them on a desktop and on a phone."""

import contextlib
import random
import socket
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import discord
import simcord
from simcord.preview import Preview

from bot.connection.client import Client
from bot.ui.kit import reply
from bot.ui.kit.brand import ROOT
from bot.ui.kit.catalogues import SOURCE
from bot.ui.publish import rival_moves
from tests.ui.world import controls, ids, offered
from tools.measure.browser import Browser, open_browser
from tools.measure.scenes import ENDS, SOLO, begun
from tools.playground.playground import open_playground

WINDOWS = {"desktop": (1280, 800, 1), "phone": (390, 844, 2)}
"""Width and height of a window in CSS pixels, and how many pixels of the screen each of them is wide."""

LIMITS: dict[str, tuple[tuple[int, int], tuple[int, int]]] = {
    "board": ((615, 520), (640, 520)),
    "own board": ((635, 520), (655, 520)),
    "rival": ((655, 540), (675, 560)),
    "panel": ((610, 420), (610, 440)),
    "panel with notes": ((610, 440), (635, 485)),
    "leather": ((655, 510), (680, 530)),
    "words": ((640, 820), (700, 860)),
    "reading": ((725, 620), (770, 680)),
    "page": ((640, 600), (640, 600)),
}
"""How tall messages of a kind may be, in CSS pixels on a desktop and on a phone: in English; in another language. Words
are scrolled on a phone anyhow.
"""

CARDS = {"rival": (570, 590), "reading": (640, 690)}
"""How tall the card of a message of a kind may be on a desktop: what is below the lines that Discord writes."""

PATCH = tuple("123456")
PAGES: dict[str, tuple[tuple[str, ...], ...]] = {
    "board": (),
    "overview": (("more",), ("more",)),
    "own board": (("home",),),
    "advance": (("advance",),),
    "panel after a jump": (("home",), ("3", "2", "1"), ("right",)),
    "panel": (("home",), ("leather", "1", "2", "3")),
    "played": (("sew",),),
    "undone": (("undo",),),
    "plan": (("plan",),),
    "planning leather": (("leather",),),
    "planning": (("home",), PATCH),
    "planned": (("planit",),),
    "long plan": tuple(press for when in "123" for press in ((f"planif={when}",), PATCH, ("planit",))),
    "full plan": tuple((press,) for press in ("planwait", "planadvance", "planif=any", "planwait", "planadvance")),
}
"""What is measured, and what Mina presses to come there: each time the first of these buttons that there is, or the
value that is chosen in a select. Nobody plans who is to move again.
"""

KINDS = {
    "board": "board",
    "own board": "own board",
    "advance": "own board",
    "panel after a jump": "panel with notes",
    "panel": "panel",
    "played": "own board",
    "undone": "own board",
}
"""Of which kind the pages of a turn are whose names begin so; see `kind_of`."""

OPTIONAL = {"advance": "advance", "undone": "undo", "planning leather": "leather"}
"""What is left out where a button is missing: nobody advances who has leather to sew."""

SETTLED = """
new Promise((done, fail) => {
  let last = "", since = Date.now(), begun = Date.now();
  const look = () => {
    const message = document.querySelector('.channel-message[data-message-id="%(message)s"]');
    const pictures = message ? [...message.querySelectorAll("img")] : [];
    const [app, stage] = [".preview-app", ".preview-stage"].map((one) => document.querySelector(one)?.clientWidth);
    const ready = innerWidth === %(width)s && app === stage && message
      && pictures.every((one) => one.complete && one.naturalWidth)
      && (pictures.some((one) => one.naturalWidth > 500) || Date.now() - begun > %(patience)s);
    if (message) message.scrollIntoView({block: "end"});
    const card = message?.querySelector(".component-container") ?? message;
    const heights = ready ? [message.getBoundingClientRect().height, card.getBoundingClientRect().height,
      Math.max(0, ...pictures.map((one) => one.getBoundingClientRect().height))].map(Math.round).join(" ") : "";
    if (heights !== last) { last = heights; since = Date.now(); }
    if (last && Date.now() - since > 400) return done(last);
    if (Date.now() - begun > 120000) return fail("The message does not come to rest: " + JSON.stringify(
      [innerWidth, app, stage, !!message, last, pictures.map((one) => [one.complete, one.naturalWidth])]));
    setTimeout(look, 50);
  };
  look();
})
"""
"""Waits until the window and what is in it are as wide as it was made, and a message and its pictures are there and
keep their size; then their heights.

One that has a picture, but none that is large, is given some milliseconds for it: pictures come later than words.
"""

PATIENCE = 10_000

DRAWING = 10.0
"""How long a click may take, in seconds: pictures are drawn by helpers, and a machine may be busy."""

THERE = """
new Promise((done) => {
  const look = () => document.querySelector(".channel-message") ? setTimeout(done, 500) : setTimeout(look, 50);
  look();
})
"""
"""Waits until the page shows its first message, and has told simcord how wide it is."""


@dataclass(frozen=True, slots=True)
class Height:
    """Heights in CSS pixels: of a whole message, of its card, and of its picture."""

    message: int
    card: int
    picture: int


Heights = dict[str, Height]
"""The heights of one message, by window."""


def kind_of(scene: str, page: str) -> str:
    """Tell of which kind a page of a turn is."""
    if scene == "leather" and page.startswith(("panel", "own")):
        return "leather"
    if scene == SOLO and page in ("own board", "played", "undone"):
        return "rival"
    if scene == SOLO and page == "overview":
        return "words"
    return next((KINDS[name] for name in KINDS if page.startswith(name)), "page")


def too_tall(kind: str, found: Heights, *, in_english: bool = True) -> list[str]:
    """Tell in which windows a message of a kind is taller than it may be, and by how much."""
    limits = zip(WINDOWS, LIMITS[kind][not in_english], strict=True)
    over = {window: found[window].message - most for window, most in limits}
    if kind in CARDS:
        over["card"] = found["desktop"].card - CARDS[kind][not in_english]
    return [f"{what} +{count}" for what, count in over.items() if count > 0]


@contextlib.asynccontextmanager
async def opened(rng: random.Random | None = None, locale: str = "en-US") -> AsyncIterator[tuple[Browser, Preview]]:
    """A browser that shows a playground of its own, whose games are shuffled by ``rng`` if it is given. Whoever plays
    there reads a language of Discord's.

    Raises NoBrowser.
    """
    with tempfile.TemporaryDirectory() as folder, socket.create_server(("127.0.0.1", 0)) as server:
        port = int(server.getsockname()[1])
        server.close()
        file = Path(folder) / "games.db"
        async with open_browser() as browser, open_playground(port, file, rng, locale) as preview:
            await browser.show(preview.url, *WINDOWS["desktop"])
            await browser.ask(THERE)
            with _patience(preview):
                yield browser, preview


@contextlib.contextmanager
def _patience(preview: Preview) -> Iterator[None]:
    """Let a click take as long as it takes, so that no page says instead that the bot or a rival is too slow."""
    usual = reply.ANSWER_SECONDS, rival_moves.ANSWER_SECONDS
    reply.ANSWER_SECONDS = rival_moves.ANSWER_SECONDS = DRAWING
    preview.env.settle_timeout = DRAWING
    try:
        yield
    finally:
        reply.ANSWER_SECONDS, rival_moves.ANSWER_SECONDS = usual


async def heights(
    browser: Browser, preview: Preview, scene: str, folder: Path | None = None, language: str = SOURCE
) -> AsyncIterator[tuple[str, Heights]]:
    """Measure what Mina comes to see when she takes her turn in a scene: the name of each message, and its heights.
    The game speaks a ``language``.

    Screenshots go into the folder, if there is one.
    """
    mina, *_ = preview.viewers
    message = await shown(preview, scene, language)
    for page, presses in PAGES.items() if scene not in ENDS else (("end", ()),):
        if page == "plan" and "plan" not in offered(message):
            return
        if page in OPTIONAL and OPTIONAL[page] not in offered(message):
            continue
        for buttons in presses:
            message = await press(mina, message, *buttons)
        yield page, await measured(browser, message, folder and folder / f"{scene}-{page}".replace(" ", "-"))


async def shown(preview: Preview, scene: str, language: str) -> discord.Message:
    """Play a scene and return its page or its board, below which Tom has written: there private pages have a table."""
    mina, tom, *_ = preview.viewers
    client = preview.env.bot
    assert isinstance(client, Client)
    with preview.env.time_context():
        match = await begun(client.app, preview.channel, mina.id, tom.id, scene, language)
        if match.place == "private":
            return await asked(mina, preview, "games", game=match.id)
        await tom.send(preview.channel, "Hello!")
    return [message for message in preview.channel.history() if ":board:" in str(ids(message))][-1]


async def press(who: simcord.MemberActor, message: discord.Message, *buttons: str) -> discord.Message:
    """Press the first of some buttons, if there is one; returns the private answer, or the message itself."""
    usable = {item["custom_id"].rpartition(":")[2]: item["custom_id"] for item in controls(message)}
    for button in buttons:
        name, _, value = button.partition("=")
        if name in usable:
            pressed = {"custom_id": usable[name]}
            act = partial(who.select, message, [value]) if value else partial(who.click, message)
            result = await answered(partial(act, **pressed))
            return (result.response.message if result.response else None) or message
    return message


async def asked(who: simcord.MemberActor, preview: Preview, command: str, **options: object) -> discord.Message:
    """The answer to a command."""
    result = await answered(partial(who.slash, preview.channel, f"{ROOT} {command}", **options))
    assert result.response is not None
    assert result.response.message is not None
    return result.response.message


async def answered(act: Callable[[], Awaitable[simcord.InteractionResult]]) -> simcord.InteractionResult:
    """Return what comes of a command or a press. A player without an answer tries again: within Discord's 3 seconds, a
    busy machine may not draw every picture, and within those of simcord it may not come to rest.
    """
    for _ in range(2):
        with contextlib.suppress(TimeoutError):
            if (result := await act()).acknowledged:
                return result
    return await act()


async def measured(browser: Browser, message: discord.Message, name: Path | None) -> Heights:
    """The heights of a message; ``name`` is how the names of its screenshots begin."""
    found: Heights = {}
    for window, (width, height, scale) in WINDOWS.items():
        await browser.resize(width, height, scale)
        values = {"message": message.id, "width": width, "patience": PATIENCE if message.attachments else 0}
        found[window] = Height(*map(int, (await browser.ask(SETTLED % values)).split()))
        if name:
            name.with_name(f"{name.name}-{window}.png").write_bytes(await browser.picture())
    return found
