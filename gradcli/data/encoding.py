"""Text as files hold it, which is UTF-8; of another encoding it is said how it becomes that.

This module knows bytes and texts. It does not know where the bytes come from.
"""

from __future__ import annotations

from codecs import BOM_UTF16_BE, BOM_UTF16_LE

from gradcli.errors import DataError

_UTF_16 = (BOM_UTF16_LE, BOM_UTF16_BE)  # as PowerShell writes


def decoded(data: bytes) -> str:
    """Return a text with line feeds alone at the ends of its lines, as Python reads source.

    Raises ``DataError`` where it is not UTF-8.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        at = error.start
        line = data.count(b"\n", 0, at) + 1
        where = f" in line {line}, at offset {at}"
        raise DataError(f"is {other_than_utf_8(data, at, where)}") from error
    return text.replace("\r\n", "\n").replace("\r", "\n")


def other_than_utf_8(data: bytes, at: int, where: str = "") -> str:
    """Say what bytes are that are no UTF-8 from an offset on, and how they become that."""
    encoding = "UTF-16" if data[:2] in _UTF_16 else "LATIN1"
    make = f"make it so, as in: iconv -f {encoding} -t UTF-8 FILE"
    return f"not UTF-8 text (byte {data[at]:#04x}{where}); {make}"
