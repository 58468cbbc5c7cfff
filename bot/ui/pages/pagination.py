"""Texts that are too long for one message, to leaf through."""

from collections.abc import Iterable, Iterator

from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Button
from bot.ui.kit.texts import Say

ROOM = 3950
"""How long all texts of a page may be: Discord takes 4,000 characters."""

_STEPS = {"previous": -1, "following": 1}


def leaves(texts: Iterable[str], room: int) -> list[tuple[str, ...]]:
    """Some texts, in order, on as few leaves as hold them. A longer one is parted between its lines."""
    found: list[tuple[str, ...]] = [()]
    for text in (part for whole in texts for part in _parts(whole, room)):
        if sum(map(len, (*found[-1], text))) > room and found[-1]:
            found.append(())
        found[-1] = (*found[-1], text)
    return found


def _parts(text: str, room: int) -> Iterator[str]:
    part = ""
    for line in text.split("\n"):
        longer = f"{part}\n{line}" if part else line
        if len(longer) > room and part:
            yield part
            longer = line
        part = longer
    if part:
        yield part


def ways(say: Say, here: CustomId, leaf: int, count: int) -> tuple[Button, ...]:
    """The buttons to leaf with: those that lead to another leaf."""
    there = {"previous": leaf > 0, "following": leaf < count - 1}
    return tuple(Button(say(f"button.{name}"), here.press(name)) for name, may in there.items() if may)


def leaf_id(match_id: int, revision: int, page: str, leaf: int) -> CustomId:
    """The id of a leaf of a page; the first one has that of the page itself."""
    return CustomId(match_id, revision, f"{page}.{leaf}" if leaf else page)


def leaf_after(clicked: CustomId) -> int:
    """The number of the leaf to which a press leads, if there are so many. Raises BadId."""
    shown = clicked.number if "." in clicked.page else 0
    return max(shown + _STEPS.get(clicked.control, 0), 0)
