"""Which handler answers a click: one table, in which features register their handlers under the control's name."""

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import discord

from bot.ui.kit.custom_id import BadId, CustomId
from bot.ui.kit.interaction import Interaction
from bot.ui.kit.reply import Reply
from bot.ui.kit.texts import Say

A = TypeVar("A")
C = TypeVar("C", bound=str)


@dataclass(frozen=True)
class Request(Generic[A]):
    """Somebody used a command or a control: who and where, how to speak to them, and the app that serves them."""

    app: A
    interaction: Interaction
    say: Say

    @property
    def user(self) -> int:
        """The user's id."""
        return self.interaction.user.id


@dataclass(frozen=True)
class Click(Request[A]):
    """Somebody pressed a button, chose ``values`` in a select (words, or people), or typed them in a form."""

    custom_id: CustomId
    values: list[Any]

    def choice(self, offered: Iterable[C]) -> C:
        """Read what was chosen in a select. Raises BadId unless it is one of those that the select can have offered."""
        chosen = next((each for each in offered if [each] == self.values), None)
        if chosen is None:
            raise BadId(f"{self.custom_id} {self.values}")
        return chosen

    @property
    def value(self) -> str:
        """What was chosen in a select. Raises BadId if that is not one word."""
        match self.values:
            case [str(value)]:
                return value
        raise BadId(f"{self.custom_id} {self.values}")

    def typed(self, count: int) -> list[str]:
        """Read what was typed in so many fields of a form. Raises BadId if there are others."""
        if len(self.values) != count or not all(isinstance(value, str) for value in self.values):
            raise BadId(f"{self.custom_id} {self.values}")
        return [value.strip() for value in self.values]

    @property
    def number(self) -> int:
        """The same as a whole number. Raises BadId if it is none."""
        if not (self.value.isascii() and self.value.isdecimal()):
            raise BadId(f"{self.custom_id} {self.values}")
        return int(self.value)

    @property
    def person(self) -> discord.User | discord.Member:
        """Who was picked in a select of people. Raises BadId if nobody was."""
        match self.values:
            case [discord.User() | discord.Member() as person]:
                return person
        raise BadId(f"{self.custom_id} {self.values}")


Handler = Callable[[Click[A]], Awaitable[Reply]]
H = TypeVar("H", bound=Callable[[Click[Any]], Awaitable[Reply]])


@dataclass(frozen=True, slots=True)
class Route(Generic[A]):
    """A handler, and whether its custom ids are about a game: then the board follows even if the handler fails."""

    handler: Handler[A]
    concerns_game: bool


class Router(Generic[A]):
    """The handlers of all controls."""

    def __init__(self) -> None:
        self.routes: dict[tuple[str, str], Route[A]] = {}
        """By their page (empty: all pages) and control."""

    def on(self, *controls: str, page: str = "", concerns_game: bool = True) -> Callable[[H], H]:
        """Register a handler for some controls, on one page only if named. A second handler is a mistake."""

        def register(handler: H) -> H:
            for control in controls:
                assert (page, control) not in self.routes, f"{control} on {page or 'all pages'} is handled already"
                self.routes[page, control] = Route(handler, concerns_game)
            return handler

        return register

    def find(self, custom_id: CustomId) -> Route[A] | None:
        """The route of a control: that of its page, or else the one for all pages; None if there is none."""
        page, control = custom_id.kind, custom_id.control
        return self.routes.get((page, control)) or self.routes.get(("", control))
