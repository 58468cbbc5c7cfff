"""The parameters of queries, by what is given for them; each table has more of its own."""

from bot.store.query import parameter

AFTER: int = parameter("after")
AT: int = parameter("moment")
CHANNEL: int = parameter("channel")
GAME: int = parameter("game")
GAMES: list[int] = parameter("games")
GUILD: int = parameter("guild")
INTERACTION: int = parameter("interaction")
MESSAGE: int = parameter("message")
MESSAGES: list[int] = parameter("messages")
MOST: int = parameter("most")
NOW: int = parameter("now")
OTHER: int = parameter("other")
OWED: bool = parameter("is_owed")
SEEN: int = parameter("seen")
SINCE: int = parameter("since")
UNTIL: int = parameter("until")
USER: int = parameter("user")
USERS: list[int] = parameter("users")
