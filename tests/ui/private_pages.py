"""Private pages are in no channel: Discord marks none as unread for them, simcord does."""

from typing import Any


def keep_apart(backend: Any) -> None:
    """Let no private page of a simulated Discord be the newest message of its channel."""
    commit = backend.commit_message  # private to simcord

    def committed(message: Any, **how: Any) -> Any:
        channel = backend.get_channel(message.channel_id)
        before = channel.last_message_id
        done = commit(message, **how)
        if message.is_ephemeral:
            channel.last_message_id = before
        return done

    backend.commit_message = committed
