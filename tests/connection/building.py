"""A clock for the tests of the connection."""

START = 1_800_000_000.0


class Hands:
    """A clock that a test sets by hand."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> float:
        return self.now
