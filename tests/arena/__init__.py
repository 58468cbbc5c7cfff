"""Matches between players of the engine, with intervals."""
