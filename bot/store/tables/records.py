"""What is kept of games, ladders, daily quilts and timers, and of the program itself."""

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, String, Text, false, literal_column

from bot.store.tables.base import index, owed_index, table

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
    Column("player", BigInteger, nullable=False),  # who sat there, as in games
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
    Index("results_between", "player", "other", "ended_at", "game_id", "won"),
)
"""What games that have ended came to, for each person who played: derived from their logs, and deciding nothing."""

OF_FIRST_SEAT = results.c.seat == literal_column("1")
"""Of whom each game has one result."""
index("results_of_server", OF_FIRST_SEAT, results.c.guild_id, results.c.ended_at, results.c.game_id)

summaries = table("summaries")(
    Column("player", BigInteger, primary_key=True, autoincrement=False),
    Column("period", Integer, primary_key=True, autoincrement=False),  # counts on by one every 90 days
    Column("text", Text, nullable=False),  # empty as long as nobody has looked since something has changed
    Column("changes", Integer, nullable=False),  # counts these changes
)
"""What the results of players come to that ended in a period, so that not all of them have to be read."""

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
    Column("fitted", Integer, nullable=False),  # the change up to which the standings go
    Column("season", Integer, nullable=False),  # in which they were fitted
    Column("mean", Integer, nullable=False),  # of its people, in Elo
    Index("ladders_of_season", "season"),
)
"""The servers in which people have played each other: whether their standings are up to date."""

OWED_LADDER = ladders.c.changes != ladders.c.fitted
index("ladders_owed", OWED_LADDER, ladders.c.guild_id)

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
    Column("kind", String(8), primary_key=True),  # remind | expire | close | call …: `OfGame`
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
    Column("late", Boolean, nullable=False, server_default=false()),  # it was finished when its wall hung already
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
