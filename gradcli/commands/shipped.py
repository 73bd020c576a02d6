"""Documents that are shipped with the package: schemas, and the page of diagnostic codes.

This module knows where they are: beside the package's modules, or in the documents of a checkout.
"""

from __future__ import annotations

import os
import re

_SECTION = re.compile(r"^## (\S+)\n(.*?)(?=^## |\Z)", flags=re.DOTALL | re.MULTILINE)


def content(name: str) -> str:
    """Return the text of a document, by its path below ``docs``."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    path = os.path.join(package, "shipped", name)
    if not os.path.exists(path):
        path = os.path.join(os.path.dirname(package), "docs", name)
    with open(path, encoding="utf-8") as stream:
        return stream.read()


def sections() -> dict[str, str]:
    """Return what the page of codes says of each."""
    found = _SECTION.findall(content("reference/codes.md"))
    return {name: text.strip() + "\n" for name, text in found}
