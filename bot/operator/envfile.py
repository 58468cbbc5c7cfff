"""The file ``.env`` with the operator's settings, in any encoding that editors write."""

import codecs
import os
import stat
from io import StringIO
from pathlib import Path

from dotenv import load_dotenv

from bot.config import BadSetting, read_small

_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
"""How files in UTF-16 begin, as Notepad's *Unicode* and PowerShell's ``>`` write them."""


def load(file: Path) -> None:
    """Add the settings of a file, if it exists, to the environment, which takes precedence. Raises BadSetting."""
    try:
        content = read_small(file)
    except FileNotFoundError:
        return
    except OSError as error:
        raise BadSetting(
            f"{file} cannot be read ({error.strerror}): make it a file that the user of the bot may read, or remove it."
        ) from error
    load_dotenv(stream=StringIO(_text(file, content)))


def is_exposed(file: Path) -> bool:
    """Tell whether the file exists and every user of this machine may read it. (False on Windows.)"""
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
