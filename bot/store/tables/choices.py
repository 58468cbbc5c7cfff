"""What people and servers have chosen, whom they challenge, and whom they have called."""

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, String, Text, UniqueConstraint, false, true

from bot.store.tables.base import NUMBERED, index, owed_index, table

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
    Column("call_gap", Integer, nullable=False, server_default="3"),  # hours between calls to different games
)
"""What players have chosen, and what they know. A player who has chosen nothing and heard of nothing has no row."""

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
    Column("id", NUMBERED, primary_key=True),
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
    Column("call_at", BigInteger),  # when whom it challenges is called, as it came in their quiet hours
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
index("challenges_to_call", challenges.c.call_at.is_not(None), challenges.c.call_at)

calls = table("calls")(
    Column("challenger", BigInteger, primary_key=True, autoincrement=False),
    Column("challenged", BigInteger, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Index("calls_at", "at"),
    Index("calls_of_challenged", "challenged"),
)
"""When somebody last called somebody else to a game with a mention. Old ones are dropped."""
