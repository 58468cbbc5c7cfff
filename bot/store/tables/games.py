"""Games, their logs and messages, and the duels and groups that they belong to."""

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, String, Text, false, literal_column

from bot.store.tables.base import NUMBERED, index, owed_index, table

games = table("games")(
    Column("id", NUMBERED, primary_key=True),
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
    Index("games_of_player1", "player1", "ending", "points1"),
    Index("games_of_player2", "player2", "ending", "points2"),
    Index("games_of_player1_here", "player1", "guild_id", "id"),
    Index("games_of_player2_here", "player2", "guild_id", "id"),
    Index("one_rematch_of_a_game", "rematch_of", unique=True),
    sqlite_autoincrement=True,  # an old button must never meet a new game with its number
)

index("games_begun_by", games.c.begun_by.is_not(None), games.c.begun_by, unique=True)

NOT_SHOWN = games.c.shown.is_distinct_from(games.c.revision) & (games.c.place != literal_column("'private'"))
"""Whether a game's newest state is shown by no board."""
index("games_not_shown", NOT_SHOWN, games.c.id)

OWED_A_MOVE = games.c.rival.is_not(None) & (games.c.to_move == literal_column("2"))
"""Whether it is a rival's turn."""
index("games_owed_a_move", OWED_A_MOVE, games.c.id)

RUNNING = games.c.ending.is_(None)
index("games_going_on", RUNNING, games.c.guild_id, games.c.ending, games.c.place)

PUBLIC = (games.c.place != literal_column("'private'")) | (
    (games.c.duel == literal_column("'over'")) & (games.c.guild_id != literal_column("0"))
)
"""Whether others may know of a game, in sums, too (decision 0085): of a private one they may if it was half of a duel,
or a Sunday quilt, in a server, and that is over (decision 0099).
"""

NOT_COUNTED = games.c.ending.is_not(None) & games.c.counted.is_(false())
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
    Column("time_left", Integer),  # the seconds that were left for a move; null without a clock
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
    Column("id", NUMBERED, primary_key=True),
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
    Column("id", NUMBERED, primary_key=True),
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
    Column("one", Integer, nullable=False),  # the numbers of the two; the first of them moves first
    Column("two", Integer, nullable=False),
    Index("pairings_of_group", "group_id"),
)
"""The games of groups. What they come to for the group follows from them alone."""
