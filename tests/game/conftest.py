"""Hypothesis for the tests of the rules: the same examples on every run and every machine, nothing kept on disk."""

from hypothesis import settings

settings.register_profile("thimble", derandomize=True, deadline=None, database=None, max_examples=100)
settings.load_profile("thimble")
