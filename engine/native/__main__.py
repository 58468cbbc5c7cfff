"""``python -m engine.native``: compile the search, if there is a C compiler. What it says is for people."""

import sys

from engine.native.build import NoCompiler, library


def main() -> None:
    """Build the library, or say why not. Without it all works as before, so that is no failure."""
    try:
        print(f"The search is compiled: {library()}")
    except NoCompiler as error:
        print(f"The search stays in Python, and is slower: {error}", file=sys.stderr)


if __name__ == "__main__":
    main()
