"""The home page: what waits for somebody, and the ways to everything. Why: decision 0094."""

from bot.matches.extras import AtHome
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Option, Page, People, Row, Select, button
from bot.ui.kit.texts import Say, sentences
from bot.ui.pages.games import most_urgent_first, next_button
from bot.ui.pages.way_home import PAGE, way_home

MORE = ("duel", "group", "automa", "sunday", "practice", "profile", "ladder", "replay", "settings", "privacy")
"""What the select leads to."""

_HERE = CustomId(0, 0, PAGE)


def start_page(say: Say, found: AtHome, user: int, conversation: int | None = None) -> Page:
    """Show what waits for a user, and the ways to everything; somebody new sees three of them. In a ``conversation``
    whoever is there can be played with, and the board of a game that goes on between people is brought there.
    """
    with_others = ("friend", "seat") if conversation is None else ("playhere",)
    if found.is_new:
        return Page((say("start.new"),), rows=newcomers(say, with_others[0]))
    waiting = [row for row in most_urgent_first(found.running, user) if row.mover == user]
    told = sentences(
        say,
        say("start.waiting", count=len(waiting)) if waiting else say("start.none"),
        say("start.challenges", count=found.challenges) if found.challenges else "",
    )
    ways = (button(say, _HERE, name) for name in (with_others[0], "rival", *with_others[1:]))
    first = (*next_button(say, _HERE, waiting), *ways)
    answered = [row for row in found.running if row.is_answered] if conversation else []
    if answered:
        row = min(answered, key=lambda row: (row.channel_id != conversation, row.mover != user, -row.id))
        first = (*first, button(say, CustomId(row.id, row.revision, PAGE), "bring", "board"))
    alone = button(say, _HERE, "today"), button(say, _HERE, "lesson", "learn"), button(say, _HERE, "games")
    return Page((told,), rows=(first, alone, more_select(say)))


def newcomers(say: Say, people: str = "friend") -> tuple[Row, ...]:
    """The three ways to begin, the last of them with ``people``."""
    learn = button(say, _HERE, "learn", style="forward")
    return ((learn, button(say, _HERE, "rival"), button(say, _HERE, people)),)


def welcome_page(say: Say) -> Page:
    """The hello in a new server."""
    return Page((say("welcome"),), rows=newcomers(say))


def more_select(say: Say) -> Select:
    """The ways to all that is not needed each day."""
    options = (Option(say(f"start.{name}"), name, say(f"start.{name}.what")) for name in MORE)
    return Select(say("select.start"), _HERE.press("more"), tuple(options))


def friend_page(say: Say) -> Page:
    """The question whom to challenge, unless anybody will do."""
    people = People(say("select.friend"), CustomId(0, 0, "friend", "friend"))
    return Page((say("friend.text"),), rows=(people, (button(say, _HERE, "seat"), way_home(say))))
