"""Discord: what users see and press."""
