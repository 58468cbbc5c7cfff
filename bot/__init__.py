"""The Discord bot, with its storage and its clocks."""
