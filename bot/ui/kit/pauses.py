"""How long to wait before something that Discord has refused is tried again."""


def pause_after(times: int, first: float, longest: float) -> float:
    """The pause in seconds after 1, 2, … refusals: ``first``, then twice as long each time, up to ``longest``."""
    return min(first * 2.0 ** min(times - 1, 30), longest)


def wait_after(error: Exception, pause: float) -> float:
    """The ``pause``, or what Discord asks for if that is longer, as a RateLimited does; in seconds."""
    return max(pause, getattr(error, "retry_after", 0.0))
