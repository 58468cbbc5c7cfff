"""The tables, and what their columns mean, which are the fields of the rows in the other files.

Times are whole seconds since 1970 (UTC); ids of users, channels and messages are Discord's.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, Literal

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    and_,
    false,
    literal_column,
    true,
)

Kind = Literal["move", "undo", "takeback", "resign", "cancel", "claim", "close"]
"""The kinds of events in a log."""

How = Literal["forced", "planned"]
"""How a move came about that nobody made by hand: it was the only one, or its player had planned it."""

Termination = Literal["finished", "resigned", "cancelled", "claimed", "closed"]
"""How a match ends: played out, given up, by agreement, on time (or because somebody left), or without a winner."""

Place = Literal["here", "thread", "private", "shared"]
"""Where a game is played: in a channel, a thread of its own, or private answers; a private one may be shared later."""

Duel = Literal["secret", "sunday", "over"]
"""Of a game that is half of a duel, or a Sunday quilt: only its player may know how it goes, until all have ended."""

SECRET: tuple[Duel, ...] = ("secret", "sunday")

Stage = Literal["open", "going", "over", "off"]
"""Of a group: people may join, all play, it has ended, or it does not come about and goes with its message."""

metadata = MetaData()


def table(name: str) -> Callable[..., Table]:
    """A table of a name; to be called with its columns and indexes."""
    return partial(Table, name, metadata)


def index(name: str, condition: ColumnElement[bool], *columns: Column[Any], unique: bool = False) -> None:
    """Add an index on those rows of a table for which a condition holds.

    Such a condition holds literals: SQLite uses the index only for a query with the same words.
    """
    Index(name, *columns, unique=unique, sqlite_where=condition, postgresql_where=condition)


def owed_index(table: Table) -> None:
    """Add the index by which a process finds what a table owes (decision 0082)."""
    index(f"{table.name}_owed", is_owed(table), *table.primary_key)


def is_owed(table: Table) -> ColumnElement[bool]:
    """The condition that a row of a table is owed: something is to be posted, shown anew or done."""
    return table.c.owed.is_(true())


def owing(table: Table) -> dict[str, Any]:
    """The values by which a row of a table becomes owed: whoever shows it just now has seen fewer ``changes``."""
    return {"owed": True, "changes": table.c.changes + 1}


_NUMBERED = BigInteger().with_variant(Integer, "sqlite")  # in SQLite only an INTEGER key numbers itself

players = table("players")(
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("theme", String(16)),  # null: the server's
    Column("notify", String(8), nullable=False),  # mention | direct | nothing
    Column("quiet_from", Integer),  # minutes after midnight; null for no quiet hours
    Column("quiet_to", Integer),
    Column("timezone", String(64), nullable=False),  # an IANA name
    Column("vacation_until", BigInteger, nullable=False),  # 0 for none
    Column("vacations", Text, nullable=False, server_default=""),  # those of the last year: from-until from-until
    Column("challenges", String(12), nullable=False, server_default="everybody"),  # everybody | nobody
    Column("advice", Boolean, nullable=False, server_default=true()),  # a line on each of their first turns
    Column("words", Boolean, nullable=False, server_default=false()),  # games in words, and not in pictures
    Column("forced", Boolean, nullable=False, server_default=true()),  # moves without a choice are made for them
    Column("next", String(8), nullable=False, server_default="nothing"),  # when they could plan: nothing|silent|direct
    Column("knows_plans", Boolean, nullable=False, server_default=false()),  # was told of plans once, or has made one
    Column("hidden", Boolean, nullable=False, server_default=false()),  # nobody else sees how their games went
    Column("language", String(16)),  # in which they read private pages; null for the one that Discord speaks to them
    Column("daily_at", Integer),  # when they are reminded of the daily quilt, in minutes after midnight; null for never
    Column("daily_due", BigInteger),  # when that is next; moving it on claims the reminder
)
"""What players have chosen, and what they know. Whoever has chosen nothing and heard of nothing has no row."""

servers = table("servers")(
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("theme", String(16)),
    Column("channel_id", BigInteger),  # the channel in which games belong; null for any
    Column("place", String(8)),  # what challenges and solo games begin with if nothing else is asked: place,
    Column("pace", Integer),  # pace (0 for no clock)
    Column("track", String(16)),  # and leather; null for the usual
    Column("left_at", BigInteger),  # since when the bot is no longer a member of it
    Column("language", String(16)),  # which new games speak in public; null if that is not chosen
    Column("language_told", Boolean, nullable=False, server_default=false()),  # somebody read that it can be
    Column("timezone", String(64)),  # whose days are the days of its daily quilts; null for UTC
    Column("daily_id", BigInteger),  # the channel in which daily quilts are shown; null for none
)
"""What servers have chosen."""

index("servers_left", servers.c.left_at.is_not(None), servers.c.guild_id)

TO_BE_REMINDED = players.c.daily_due.is_not(None)
index("players_to_be_reminded", TO_BE_REMINDED, players.c.daily_due)

blocks = table("blocks")(
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("blocked_id", BigInteger, primary_key=True, autoincrement=False),
)
"""Whose challenges a player does not want."""

challenges = table("challenges")(
    Column("id", _NUMBERED, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger),
    Column("challenger", BigInteger, nullable=False),
    Column("challenged", BigInteger, nullable=False),  # 0 for anybody: an open seat
    Column("lower", BigInteger, nullable=False),  # the two again, ordered, for the constraint
    Column("higher", BigInteger, nullable=False),
    Column("track", String(16), nullable=False),
    Column("first", Integer, nullable=False),  # the seat that starts: 1 challenger, 2 challenged, 0 drawn at random
    Column("language", String(8), nullable=False),
    Column("expires_at", BigInteger, nullable=False),
    Column("pace", Integer),  # as in games
    Column("rematch_of", BigInteger),  # as in games
    Column("place", String(8), nullable=False, server_default="here"),  # as in games: here | thread
    Column("owed", Boolean, nullable=False, server_default=false()),  # no message shows it yet, or only its call
    Column("made_by", BigInteger),  # the interaction that asked for it
    Column("rival", String(12)),  # the level of the rival whom both meet if it is a duel
    UniqueConstraint("channel_id", "lower", "higher", name="one_challenge_per_pair_and_channel"),
    Index("challenges_expire", "expires_at"),
    Index("challenges_of_server", "guild_id"),
    Index("challenges_of_challenger", "challenger"),
    Index("challenges_of_challenged", "challenged"),
    sqlite_autoincrement=True,
)
"""Challenges waiting for an answer. Answered ones are gone."""

owed_index(challenges)
index("challenges_made_by", challenges.c.made_by.is_not(None), challenges.c.made_by, unique=True)

calls = table("calls")(
    Column("challenger", BigInteger, primary_key=True, autoincrement=False),
    Column("challenged", BigInteger, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Index("calls_at", "at"),
    Index("calls_of_challenged", "challenged"),
)
"""When somebody last called somebody else to a game with a mention. Old ones are dropped."""

games = table("games")(
    Column("id", _NUMBERED, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("player1", BigInteger, nullable=False),  # nobody's, and negative, once its user was forgotten
    Column("player2", BigInteger),  # null for the Automa or a rival
    Column("setup", Text, nullable=False),  # record headers: track, ring and first seat, resolved
    Column("language", String(8), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("cards", Text),  # solo: the numbers of all cards, in the order in which they will come up
    Column("rematch_of", BigInteger),  # the game that this one follows; each has at most one
    # A cache of what the log says, so that lists need not replay it:
    Column("revision", Integer, nullable=False),
    Column("to_move", Integer),  # the seat; null at the end
    Column("ending", String(16)),  # null while the game is running
    Column("ended_at", BigInteger),
    Column("winner", Integer),  # the seat; null for nobody
    Column("points1", Integer),  # once it has ended, in whatever way; null also if the log can no longer be replayed
    Column("points2", Integer),
    # The clock, which is not in the log:
    Column("pace", Integer),  # days for a move; null for a game without a clock
    Column("deadline", BigInteger),  # when the player to move runs out of time; null while the clock is stopped
    Column("paused", BigInteger),  # the seconds that were left when both agreed to a pause
    Column("away", BigInteger),  # until when the clock is stopped because the player to move is on vacation
    Column("nudged_at", BigInteger),  # when the player to move was last nudged
    # Where it is played: here | thread | private | shared. A thread of its own is opened in the channel ``parent_id``,
    # and is from then on the game's channel; until then ``parent_id`` is null. A private game has no public board.
    Column("place", String(8), nullable=False, server_default="here"),
    Column("parent_id", BigInteger),
    Column("shown", Integer),  # a cache of its messages: the revision that its live board shows; null for none
    Column("begun_by", BigInteger),  # the interaction that asked for it, if one did at once
    Column("rival", String(12)),  # the level of the rival at the second seat; null if somebody else sits there
    Column("hints", Integer, nullable=False, server_default="0"),  # how many hints its player was given
    # a cache: 1 if seat 1 has a plan, 2 if seat 2 has; 4 and 8 if one of theirs could not be carried out
    Column("plans", Integer, nullable=False, server_default="0"),
    Column("counted", Boolean, nullable=False, server_default=false()),  # since it ended, its results are kept
    Column("duel", String(8)),  # of a game that is half of a duel, or a Sunday quilt: secret | sunday | over
    Index("games_of_server", "guild_id", "ending"),
    Index("games_of_player1", "player1", "ending"),
    Index("games_of_player2", "player2", "ending"),
    Index("one_rematch_of_a_game", "rematch_of", unique=True),
    sqlite_autoincrement=True,  # an old button must never meet a new game with its number
)

index("games_begun_by", games.c.begun_by.is_not(None), games.c.begun_by, unique=True)

NOT_SHOWN = and_(games.c.shown.is_distinct_from(games.c.revision), games.c.place != literal_column("'private'"))
"""Whether a game's newest state is shown by no board."""
index("games_not_shown", NOT_SHOWN, games.c.id)

OWED_A_MOVE = and_(games.c.rival.is_not(None), games.c.to_move == literal_column("2"))
"""Whether it is a rival's turn."""
index("games_owed_a_move", OWED_A_MOVE, games.c.id)

RUNNING = games.c.ending.is_(None)
index("games_going_on", RUNNING, games.c.guild_id, games.c.ending)

NOT_COUNTED = and_(games.c.ending.is_not(None), games.c.counted.is_(false()))
"""Whether a game has ended, and its results are not kept yet."""
index("games_not_counted", NOT_COUNTED, games.c.id)

log = table("log")(
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(16), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("how", String(8)),  # of a move that nobody made by hand: forced | planned
)
"""The truth: one row for every event of a game, numbered from 1, append-only. Its primary key decides races."""

messages = table("messages")(
    Column("message_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game_id", ForeignKey("games.id"), nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("role", String(16), nullable=False),  # board, or an offer and its seat: cancel1, pause2, takeback1 …
    Column("revision", Integer, nullable=False),  # what it shows
    Column("to_move", Integer),  # the seat that it named as the one to move; null at the end
    Column("state", String(8), nullable=False),  # live | refused | doomed
    Column("owed", Boolean, nullable=False),  # it shows an old state although the log has not changed
    Index("messages_of_game", "game_id", "state"),
)
"""The public messages that stand in channels. A doomed one still has to be deleted."""

DOOMED = messages.c.state == literal_column("'doomed'")
index("messages_doomed", DOOMED, messages.c.game_id)
owed_index(messages)

duels = table("duels")(
    Column("id", _NUMBERED, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("one", BigInteger, nullable=False),  # who has asked for it; as in games
    Column("two", BigInteger, nullable=False),
    Column("game1", ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("game2", ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("level", String(12), nullable=False),  # of the rival whom both meet
    Column("language", String(8), nullable=False),
    Column("ends_at", BigInteger, nullable=False),  # at the latest
    Column("ended_at", BigInteger),  # since when both games have ended; null while they are a secret
    Column("message_id", BigInteger),  # what stands in the channel
    Column("shown", String(8)),  # what that shows: begun | ended; null for nothing yet
    Column("owed", Boolean, nullable=False),  # something is to be posted, or to be shown anew
    Column("changes", Integer, nullable=False, server_default="0"),  # counts whatever is to be seen there
    Index("duels_of_server", "guild_id"),
    Index("duels_of_one", "one"),
    Index("duels_of_two", "two"),
    Index("duels_of_game1", "game1", unique=True),
    Index("duels_of_game2", "game2", unique=True),
    sqlite_autoincrement=True,
)
"""Two games, one for each of two people: the same ring and the same rival, and who gets more points."""

GOING_ON = duels.c.ended_at.is_(None)
index("duels_going_on", GOING_ON, duels.c.ends_at)
owed_index(duels)

groups = table("groups")(
    Column("id", _NUMBERED, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("opener", BigInteger, nullable=False),  # nobody's, and negative, once its user was forgotten
    Column("size", Integer, nullable=False),  # how many people it has room for
    Column("days", Integer, nullable=False),  # how long it lasts
    Column("track", String(16), nullable=False),  # of its games, as in challenges
    Column("pace", Integer),
    Column("place", String(8), nullable=False),
    Column("language", String(8), nullable=False),
    Column("made_by", BigInteger),  # the interaction that asked for it
    Column("stage", String(8), nullable=False),  # open | going | over | off
    Column("until", BigInteger, nullable=False),  # when seats are no longer kept; since it began, when it ends
    Column("message_id", BigInteger),  # the one that shows it
    Column("owed", Boolean, nullable=False),  # something is to be posted, or to be shown anew
    Column("changes", Integer, nullable=False, server_default="0"),  # counts whatever is to be seen there
    Index("groups_of_server", "guild_id", "stage"),
    Index("groups_of_channel", "channel_id", "stage"),
    Index("groups_of_opener", "opener"),
    sqlite_autoincrement=True,
)
"""Three to six people, everybody against everybody."""

BY_TIME = groups.c.stage.in_((literal_column("'open'"), literal_column("'going'")))
"""Whether something happens to a group when its time is up."""
index("groups_by_time", BY_TIME, groups.c.until)
owed_index(groups)
index("groups_made_by", groups.c.made_by.is_not(None), groups.c.made_by, unique=True)

members = table("members")(
    Column("group_id", ForeignKey("groups.id", ondelete="CASCADE"), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),  # as in games
    Column("number", Integer, nullable=False),  # in the order of joining; drawn when the group begins
    Column("left_at", BigInteger),  # when they left while it went on
    Column("vacations", Text),  # those that lay within, once it is over: from-until from-until
    Index("members_of_user", "user_id"),
)
"""Who is in a group."""

pairings = table("pairings")(
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("group_id", ForeignKey("groups.id", ondelete="CASCADE"), nullable=False),
    Column("one", Integer, nullable=False),  # the numbers of the two; whoever is one moves first
    Column("two", Integer, nullable=False),
    Index("pairings_of_group", "group_id"),
)
"""The games of groups. What they come to for the group follows from them alone."""

reviews = table("reviews")(
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("revision", Integer, nullable=False),  # of the game that was reviewed
    Column("text", Text, nullable=False),
)
"""What the engine says of games that have ended. A release that does not know them may still drop a game."""

plans = table("plans")(
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("revision", Integer, nullable=False),  # what its player had seen of the game when they last changed it
    Column("text", Text, nullable=False),  # its entries, a line for each
    Column("held", Boolean, nullable=False, server_default=false()),  # something was asked since then
    Column("why", String(8)),  # it could not be carried out; null as long as it may be
)
"""What players will do when it becomes their move. Only they may see it until then."""

results = table("results")(
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("player", BigInteger, nullable=False),  # whoever sat there, as in games
    Column("other", BigInteger),  # the other person; null for the Automa or a rival
    Column("level", String(12)),  # whose level this is
    Column("guild_id", BigInteger, nullable=False),
    Column("ended_at", BigInteger, nullable=False),
    Column("ending", String(16), nullable=False),
    Column("won", Boolean),  # null if nobody has
    Column("points", Integer, nullable=False),  # the player's, in the last position
    Column("other_points", Integer, nullable=False),
    Column("seven", Boolean, nullable=False),  # the first 7x7 was theirs
    Column("empty", Integer, nullable=False),  # squares of their quilt that stayed empty
    Column("moves", Integer, nullable=False),  # how many chosen moves stand, of the person who made fewer of them
    Column("first", Boolean, nullable=False),  # they began
    Column("hints", Integer, nullable=False),
    Column("played", Text, nullable=False),  # in which quarters of an hour they moved, so that days can be counted
    Index("results_of_player", "player", "ended_at"),
    Index("results_between", "player", "other"),
)
"""What games that have ended came to, for each person who played: derived from their logs, and deciding nothing."""

OF_FIRST_SEAT = results.c.seat == literal_column("1")
"""Of whom each game has one result."""
index("results_of_server", OF_FIRST_SEAT, results.c.guild_id, results.c.ended_at, results.c.game_id)

unrated = table("unrated")(
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("note", String(100), nullable=False),  # what a moderator has written for all to read
    Column("at", BigInteger, nullable=False),
    Index("unrated_of_server", "guild_id", "at"),
)
"""The games that moderators have taken out of the ladders of their servers."""

ladders = table("ladders")(
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("changes", Integer, nullable=False),  # counts up with every change of what counts on it
    Column("fitted", Integer, nullable=False),  # that of which the standings are
    Column("season", Integer, nullable=False),  # in which they were fitted
    Column("mean", Integer, nullable=False),  # of its people, in Elo
    Index("ladders_of_season", "season"),
)
"""The servers in which people have played each other: whether their standings are up to date."""

OUTDATED_LADDER = ladders.c.changes != ladders.c.fitted
index("ladders_outdated", OUTDATED_LADDER, ladders.c.guild_id)

standings = table("standings")(
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("player", BigInteger, primary_key=True, autoincrement=False),
    Column("strength", Integer, nullable=False),  # in Elo, and how far off it may be
    Column("deviation", Integer, nullable=False),
    Column("games", Integer, nullable=False),  # how many have counted, against how many people
    Column("people", Integer, nullable=False),
    Column("last_at", BigInteger, nullable=False),  # when the last of them ended
    Column("place", Integer),  # null until there are enough
    Index("standings_by_place", "guild_id", "place"),
    Index("standings_of_player", "player"),
)
"""How players stand on the ladders of their servers: derived from the results of all games there."""

practice = table("practice")(
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game_id", BigInteger, primary_key=True, autoincrement=False),  # 0 for a position that comes with the bot
    Column("number", Integer, primary_key=True, autoincrement=False),  # of the move in the game, or of that position
    Column("tried", Integer, nullable=False),  # how often
    Column("solved", Integer, nullable=False),  # how often the user has found the move
    Column("at", BigInteger, nullable=False),  # when it was tried last
    Column("due", BigInteger),  # when it comes back; null once it has been solved often enough
    Index("practice_of_game", "game_id"),
)
"""The positions that people practise. Only they may see it."""

timers = table("timers")(
    Column("kind", String(8), primary_key=True),  # remind | expire | close | call | plan
    Column("subject", BigInteger, primary_key=True, autoincrement=False),  # what it is about: the number of a game
    Column("due", BigInteger, nullable=False),
    Index("timers_due", "due"),
)
"""What is due to happen, and when. Postponing ``due`` claims a timer."""

dailies = table("dailies")(
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),  # of the daily quilt, which tells its day
    Column("scheme", Integer, nullable=False),  # by which its patches were drawn
    Column("guild_id", BigInteger, nullable=False),  # where it was sewn last, on whose wall it hangs; 0 for none
    Column("revision", Integer, nullable=False),  # counts every patch, and every one that was taken back
    Column("laid", Text, nullable=False),  # what became of the patches so far, as `daily` spells it
    Column("at", BigInteger, nullable=False),  # when it was sewn at last
    Column("covered", Integer),  # how many squares; null until it is finished
    Index("dailies_of_server", "guild_id", "number"),
)
"""The daily quilts of people: one row for each of theirs."""

pars = table("pars")(
    Column("number", Integer, primary_key=True, autoincrement=False),  # of the daily quilt
    Column("scheme", Integer, primary_key=True, autoincrement=False),
    Column("par", Integer, nullable=False),  # how many squares the search covers
)
"""What has been computed once of daily quilts."""

walls = table("walls")(
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("is_sunday", Boolean, primary_key=True, autoincrement=False),  # Sunday quilts hang there, not daily ones
    Column("number", Integer, primary_key=True, autoincrement=False),  # of the daily quilt
    Column("scheme", Integer, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("language", String(16), nullable=False),
    Column("ends_at", BigInteger, nullable=False),  # when the server's day does
    Column("is_up", Boolean, nullable=False),  # it shows the quilts, and no longer who has sewn one
    Column("message_id", BigInteger),  # what stands in the channel; null for nothing yet
    Column("changes", Integer, nullable=False),  # counts whatever is to be seen there
    Column("owed", Boolean, nullable=False),  # something is to be posted, or to be shown anew
)
"""The messages of servers in which people have finished a daily quilt, or that of a Sunday: one for each day."""

NOT_UP = walls.c.is_up.is_(false())
index("walls_not_up", NOT_UP, walls.c.ends_at)
owed_index(walls)

sundays = table("sundays")(
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),  # of the daily quilt of that Sunday
    Column("guild_id", BigInteger, nullable=False),  # on whose wall it hangs
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("ends_at", BigInteger, nullable=False),  # when the week does
    Column("owed", Boolean, nullable=False),  # its wall is still to hear that the game has ended
    Column("is_over", Boolean, nullable=False),  # the week is, and the game no secret any more
    Index("sundays_of_game", "game_id", unique=True),
    Index("sundays_of_server", "guild_id", "number"),
)
"""The Sunday quilts of people: games with the same ring against the same rival."""

owed_index(sundays)
NOT_OVER = sundays.c.is_over.is_(false())
index("sundays_not_over", NOT_OVER, sundays.c.ends_at)

notes = table("notes")(
    Column("name", String(64), primary_key=True),
    Column("text", Text, nullable=False),
)
"""Short notes of the program's own, by name."""

leases = table("leases")(
    Column("shards", String(200), primary_key=True),  # as in "0-3 of 8", or "all"
    Column("holder", String(120), nullable=False),  # the process that answers for them, sweeps and posts
    Column("beat", BigInteger, nullable=False),  # counts up while somebody waits, as a sign of life
    Column("successor", String(120)),  # the process that waits for its place
    Column("ready", Boolean, nullable=False),  # whether the successor is connected
    Column("cutover", BigInteger),  # the first interaction (by its id) that is the successor's to answer
    Column("waited", BigInteger, nullable=False, server_default="0"),  # counts up meanwhile, as its sign of life
)
"""Which process answers for which shards: see `bot.connection.handover`."""
