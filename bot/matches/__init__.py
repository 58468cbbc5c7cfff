"""What people do: challenge, accept, play, undo, resign, claim; clocks, timers, preferences. No Discord in here."""
