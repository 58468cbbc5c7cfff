"""What people do: challenge, accept, play, undo, resign, claim; clocks, timers, preferences. It knows no Discord."""
