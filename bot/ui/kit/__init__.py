"""Discord, and nothing of the game: custom ids, controls, the router, replies, pages, texts, pictures."""
