"""How the value was learned, and a copy of the engine in C that plays long matches. The bot needs none of it."""
