"""The programs of those who work on Thimble: they measure, draw and try out what the bot does. None is part of it."""
