"""How much of a screen our messages take, in a real browser."""
