"""The bot's own program at its unluckiest: between a click's change and its answer, something else shows the game."""

from typing import Any

from bot.__main__ import main as run
from bot.ui.publish.conversations import Conversations


def main() -> int:
    """Run it: `WIRE_PROGRAM`. Returns its exit status."""
    answered = Conversations.answered

    async def late(self: Any, click: Any, concerns: int, reply: Any) -> Any:
        if concerns:
            await click.app.boards.show(concerns)
        return await answered(self, click, concerns, reply)

    setattr(Conversations, "answered", late)  # noqa: B010 (mypy lets no method be assigned)
    return run()
