"""The terms on which a seat, a duel or a group is opened: selects, whose choices stand in the ids of their page."""

from collections.abc import Mapping

from bot.matches.clock import DAYS, EVENING
from bot.matches.duels import DUEL_DAYS
from bot.matches.groups import LENGTHS
from bot.matches.seats import LEVELS
from bot.store.groups import FEWEST_MEMBERS, MOST_MEMBERS
from bot.ui.kit.custom_id import BadId, CustomId
from bot.ui.kit.page import Button, Option, Page, People, Row, Select, button
from bot.ui.kit.texts import Say
from bot.ui.pages.way_home import way_home
from bot.ui.words.options import length_text, pace_text, rival_title
from game.squares import LEATHER_SPACES

Term = str | int | None
"""One of the terms; None for the usual."""

_PLACES = ("here", "thread")
_LEATHER = tuple(LEATHER_SPACES)

OFFERED: dict[str, dict[str, tuple[str | int, ...]]] = {
    "seat": {"pace": (*EVENING, *DAYS, 0), "leather": _LEATHER, "where": _PLACES},
    "duel": {"level": LEVELS, "leather": _LEATHER},
    "group": {
        "people": tuple(range(FEWEST_MEMBERS, MOST_MEMBERS + 1)),
        "length": LENGTHS,
        "pace": (*DAYS, 0),
        "leather": _LEATHER,
        "where": _PLACES,
    },
}
"""What can be chosen, by what is opened, and by the control of the select."""


def page_of(kind: str) -> str:
    """Name the page on which something is opened."""
    return f"new{kind}"


def terms_page(say: Say, kind: str, terms: Mapping[str, Term], subject: int = 0) -> Page:
    """The page on which a ``seat``, a ``duel`` or a ``group`` is opened. The ``subject`` is somebody's seat that
    can be taken instead, or the user's own group; 0 for none.
    """
    here = CustomId(subject, _packed(kind, terms), page_of(kind))
    rows: list[Row] = [
        Select(say(f"terms.{name}"), here.press(name), _options(say, name, values, terms.get(name)))
        for name, values in OFFERED[kind].items()
    ]
    if kind == "duel":
        rows.append(People(say("select.duel"), here.press("with")))
    buttons = [button(say, here, f"open.{kind}", "opennow", style="yes")]
    if subject and kind == "seat":
        take = CustomId(subject, 0, "challenge", "take")
        buttons.insert(0, Button(say("button.take.other"), take, style="forward"))
    elif subject:
        buttons.append(button(say, here, "mygroup"))
    text = say(f"terms.{kind}.text", count=DUEL_DAYS)
    return Page((text,), rows=(*rows, (*buttons, way_home(say))))


def chosen_terms(clicked: CustomId) -> dict[str, Term]:
    """The terms that a page showed, by their names. Raises BadId."""
    packed, terms = clicked.revision, dict[str, Term]()
    for name, values in OFFERED[clicked.kind.removeprefix("new")].items():
        packed, place = divmod(packed, len(values) + 1)
        terms[name] = values[place - 1] if place else None
    if packed:
        raise BadId(str(clicked))
    return terms


def _packed(kind: str, terms: Mapping[str, Term]) -> int:
    """Put terms into one number, as `chosen_terms` reads it."""
    packed = 0
    for name, values in reversed(OFFERED[kind].items()):
        term = terms.get(name)
        packed = packed * (len(values) + 1) + (0 if term is None else values.index(term) + 1)
    return packed


def _options(say: Say, name: str, values: tuple[str | int, ...], chosen: Term) -> tuple[Option, ...]:
    """The values of one of the terms, each saying what it is about: Discord shows nothing else of a select."""
    what = say(f"terms.{name}")
    return tuple(
        Option(say("terms.option", what=what, value=_value(say, name, value)), str(place), chosen=value == chosen)
        for place, value in enumerate((None, *values))
    )


def _value(say: Say, name: str, value: Term) -> str:
    match name, value:
        case _, None:
            return say("terms.usual")
        case "pace", int(pace):
            return pace_text(say, pace or None)
        case "length", int(days):
            return length_text(say, days)
        case "level", str(level):
            return rival_title(say, level)
        case "people", _:
            return str(value)
    return say(f"choice.{name}.{value}")
