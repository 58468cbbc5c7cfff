"""A match as a page, for somebody who looks: pure functions."""
