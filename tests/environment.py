"""What programs that tests start get of this process's environment."""

import os


def passed_on() -> dict[str, str]:
    """Where other programs are, and who counts the lines that run; nothing of what the operator has set."""
    return {name: value for name, value in os.environ.items() if name == "PATH" or name.startswith("COVERAGE_")}
