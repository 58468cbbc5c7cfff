"""The file ``.env``, in which the operator's settings may be: written by whatever editor, in whatever encoding."""

import codecs
import os
import stat
from io import StringIO
from pathlib import Path

from dotenv import load_dotenv

from bot.config import BadSetting

_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
"""How a file begins that Notepad calls Unicode; PowerShell's ``>`` writes one, too."""


def load(file: Path) -> None:
    """Put the settings of a file, if it exists, into the environment, where that has none. Raises BadSetting."""
    try:
        content = file.read_bytes()
    except FileNotFoundError:
        return
    except OSError as error:
        raise BadSetting(
            f"{file} cannot be read ({error.strerror}): make it a file that the user of the bot may read, or remove it."
        ) from error
    load_dotenv(stream=StringIO(_text(file, content)))


def is_exposed(file: Path) -> bool:
    """Tell whether there is such a file, and every user of this machine may read it. (Windows does not tell in this
    way.)
    """
    try:
        return os.name == "posix" and bool(file.stat().st_mode & stat.S_IROTH)
    except OSError:
        return False


def _text(file: Path, content: bytes) -> str:
    try:
        text = content.decode("utf-16" if content.startswith(_UTF_16) else "utf-8-sig")
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:  # UTF-16 that does not say so, or no text at all
        raise BadSetting(f"{file} is not UTF-8 text: save it anew, and choose UTF-8 as its encoding.")
    return text
