"""The engine's players against each other, on the same rings from both seats."""
