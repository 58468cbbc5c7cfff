"""What people do: challenge, play, undo, resign; clocks, groups, ladders, daily quilts, practice. No Discord here."""
