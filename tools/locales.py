"""``make locales``: what each catalogue lacks, has too much of, or has no room for (see docs/translating.md)."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from bot.ui.kit.catalogues import LOCALES, SOURCE
from bot.ui.kit.po_file import BROKEN, read_texts
from tests.ui.catalogues import ENGLISH, faults


def main(languages: Sequence[str]) -> int:
    """Print what is wrong with some languages, or with all. Returns 1 if anything is."""
    known = sorted(path.stem for path in LOCALES.glob("*.po") if path.stem != SOURCE)
    for language in set(languages) - {*known}:
        print(f"There is no bot/locales/{language}.po; there are {', '.join(known) or 'none'} besides {SOURCE}.po.")
        return 1
    wrong = [line for language in languages or known for line in _told(LOCALES / f"{language}.po")]
    print("\n".join(wrong) or "All is well.")
    return bool(wrong)


def _told(path: Path) -> Iterator[str]:
    try:
        texts = read_texts(path)
    except BROKEN as error:
        yield f"{path.name} cannot be read: {error}"
        return
    yield from (f"{path.stem}: {fault}" for fault in faults(texts))
    for name, text in texts.by_name.items():
        source = ENGLISH.by_name.get(name)
        if source and len(source.forms[0]) > 30 and source.forms[0] in text.forms:
            yield f"{path.stem}: {name} is still English"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
