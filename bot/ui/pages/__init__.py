"""Matches as pages, for a given viewer: pure functions (only clocks look at the time)."""
