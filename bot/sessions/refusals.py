"""What cannot be done, with a reason that the ui turns into a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.sessions.session import Session


class Refusal(Exception):
    """Somebody asked for something that cannot be done. Nothing has changed.

    ``reason`` names a text (``refusal.<reason>``), ``values`` fill its places. ``session`` is the game as it
    stands, where there is one, so that the answer can show it.
    """

    def __init__(self, reason: str, session: Session | None = None, **values: object) -> None:
        super().__init__(f"{reason} {values or ''}".strip())
        self.reason = reason
        self.session = session
        self.values = values
