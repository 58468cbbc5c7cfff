"""``python -m bot forget``: take a user out of all data, whether the bot runs or not."""

from bot.clock import now
from bot.config import Config
from bot.matches.privacy import Privacy
from bot.store.backend.errors import StoreError, Unusable, in_short
from bot.store.backend.opening import open_existing


async def forget(config: Config, user: int) -> str:
    """Forget a user. Returns a sentence about what was done; a running bot sees to its messages. Raises StoreError."""
    database = await open_existing(config.database_url, to_write=True)
    try:
        forgotten = await Privacy(database, now).forget(user)
    except Unusable as error:
        raise StoreError(f"The user could not be forgotten ({in_short(error)}): try again.") from error
    finally:
        await database.close()
    return (
        f"User {user} is forgotten. Games that named them: {len(forgotten.games)}, resigned of these: "
        f"{len(forgotten.resigned)}. The bot takes the name out of its messages at its next sweep."
    )
