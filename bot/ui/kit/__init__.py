"""Discord, and nothing of Patchwork: custom ids, controls, the router, replies, pages, texts, pictures."""
