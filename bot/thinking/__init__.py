"""Thinking: processes that search for moves, so that the bot itself never waits for one. Nothing here knows Discord."""
