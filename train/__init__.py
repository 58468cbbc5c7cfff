"""How the engine's values were learned, and its copy in C, which plays long matches. The bot needs none of it."""
