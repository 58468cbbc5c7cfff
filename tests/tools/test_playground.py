import io
import signal
import socket
import subprocess
import sys
import urllib.request
from contextlib import redirect_stderr
from functools import partial
from pathlib import Path
from unittest.mock import patch

import aiohttp
import pytest
import simcord

from bot.ui.kit.brand import HOME, ROOT
from bot.ui.kit.texts import speaker
from tests.ports import free_port
from tests.ui.world import text
from tests.wire.world import LONG_ENOUGH
from tools.playground.__main__ import main
from tools.playground.playground import open_playground

pytestmark = pytest.mark.slow


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.mark.night
def test_it_says_what_to_do_serves_the_page_and_ends_quietly(tmp_path: Path, port: int) -> None:
    command = [sys.executable, "-m", "tools.playground", "--port", str(port), "--file", str(tmp_path / "games.db")]
    # A shell that runs the tests in the background has SIGINT ignored, and programs inherit that.
    hearing = partial(signal.signal, signal.SIGINT, signal.default_int_handler)
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, preexec_fn=hearing) as program:
        assert program.stdout is not None
        place = f"Open http://127.0.0.1:{port}/#quilts in two tabs or three: Mina's, Tom's and Lea's"
        assert place in program.stdout.readline()
        assert f"type /{HOME}" in program.stdout.readline()
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/") as page:
            assert page.status == 200
        program.send_signal(signal.SIGINT)
        _, errors = program.communicate(timeout=LONG_ENOUGH)
    assert (program.returncode, errors) == (0, "")


def refused(port: int, file: Path) -> str:
    """What the program prints before it ends with the status 1; not in a process of its own."""
    errors = io.StringIO()
    with patch("sys.argv", ["playground", "--port", str(port), "--file", str(file)]), redirect_stderr(errors):
        assert main() == 1
    return errors.getvalue()


def test_a_port_in_use_gives_one_sentence(tmp_path: Path, port: int) -> None:
    with socket.create_server(("127.0.0.1", port)):
        errors = refused(port, tmp_path / "games.db")
    assert errors.startswith(f"Port {port} cannot be used (Address already in use): stop the program")
    assert errors.count("\n") == 1


def test_a_file_that_is_no_database_gives_one_sentence(tmp_path: Path, port: int) -> None:
    (tmp_path / "games.db").write_text("no database " * 100)
    errors = refused(port, tmp_path / "games.db")
    assert "cannot be used (file is not a database): check --file and the file." in errors
    assert errors.count("\n") == 1


@pytest.mark.night
async def test_it_speaks_another_language(tmp_path: Path, port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simcord.interactions, "base_payload", simcord.interactions.base_payload)  # put back at the end
    async with open_playground(port, tmp_path / "games.db", locale="de") as preview:
        with preview.env.time_context():
            result = await preview.viewers[0].slash(preview.channel, f"{ROOT} games")
    assert result.response
    assert result.response.message
    assert speaker("de")("games.none").partition("`")[0] in text(result.response.message)


@pytest.mark.night
async def test_a_game_goes_on_in_the_next_run(tmp_path: Path, port: int) -> None:
    async def run() -> str:
        """What is in the channel at the start; then a game is begun."""
        async with open_playground(port, tmp_path / "games.db") as preview:
            mina, tom, _ = preview.viewers
            before = str([(message.content, message.components) for message in preview.channel.history()])
            await mina.slash(preview.channel, f"{ROOT} challenge", friend=tom)
            await tom.click(preview.channel.history()[-1], label="Accept")
        return before

    first, second = await run(), await run()
    assert ":board:" in second, "the board is posted again"
    assert ":board:" not in first
    assert ("Never played?" in first, "Never played?" in second) == (True, False)
    assert ("Your games go on" in first, "Your games go on" in second) == (False, True)


@pytest.mark.night
async def test_tabs_are_minas_toms_and_leas_in_this_order_and_whoever_closes_theirs_gets_it_back(
    tmp_path: Path, port: int
) -> None:
    async with open_playground(port, tmp_path / "games.db") as preview, aiohttp.ClientSession() as session:

        async def tab() -> tuple[str, str]:
            """Open a tab as the page does; returns its id and whose it is."""
            async with session.post(f"{address}/api/pages", json={}, headers=headers) as answer:
                state = await answer.json()
            return state["context"]["id"], names[state["viewerId"]]

        address, _, secret = preview.url.partition("/#")
        headers = {"X-Simcord-Capability": secret}
        names = {str(viewer.id): viewer.name for viewer in preview.viewers}
        (first, mina), (_, tom), (_, lea) = await tab(), await tab(), await tab()
        assert (mina, tom, lea) == ("Mina", "Tom", "Lea")
        of_first = {**headers, "X-Simcord-Context": first}
        async with session.delete(f"{address}/api/pages/{first}", headers=of_first) as answer:
            assert answer.status == 200
        assert (await tab())[1] == "Mina"


@pytest.mark.night
async def test_further_tabs_show_a_conversation_in_which_two_can_play(
    tmp_path: Path, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simcord.interactions, "base_payload", simcord.interactions.base_payload)  # put back at the end
    async with open_playground(port, tmp_path / "games.db") as preview:
        tabs = [preview._open_page() for _ in range(5)]
        mina, tom = tabs[3].viewer, tabs[4].viewer
        assert (mina.name, tom.name) == ("Mina", "Tom")
        here = preview.channel
        with preview.env.time_context():
            home = await mina.slash(here, HOME)
            await mina.click(home.response, label="Play here")
            await tom.click(here.history()[-1], label="Take the seat")
        assert ":board:" in str(here.history()[-1].components)


@pytest.mark.night
async def test_a_group_of_three_begins(tmp_path: Path, port: int) -> None:
    async with open_playground(port, tmp_path / "games.db") as preview:
        mina, tom, lea = preview.viewers
        await mina.slash(preview.channel, f"{ROOT} group", people=3)
        await tom.click(preview.channel.history()[-1], label="Join")
        await lea.click(preview.channel.history()[-1], label="Join")
        names = [person.mention for person in (mina, tom, lea)]
        assert any(all(name in text(each) for name in names) for each in preview.channel.history()[-4:])
        assert sum(":board:" in str(each.components) for each in preview.channel.history()) >= 3
