"""Record which public attributes the things of ``tests/core/attributes.py`` have in PyTorch.

usage: python tests/reference/record_attributes.py          (needs torch 2.13)

What a module of PyTorch's only imported is left out. ``tests/core/test_attributes.py`` reads it.
"""

from __future__ import annotations

import json
import sys
import typing
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from tests.core.attributes import SETTING, THINGS  # noqa: E402


def own(thing: Any, name: str) -> bool:
    """Tell whether an attribute is the thing's own."""
    if name.startswith("_"):
        return False
    if not isinstance(thing, ModuleType):
        return True
    value = vars(thing).get(name)
    home = getattr(value, "__module__", None) or thing.__name__
    imported = isinstance(value, ModuleType) or name in dir(typing)
    return not imported and str(home).startswith("torch")


def main() -> None:
    """Write the names, a line for each thing."""
    names: dict[str, Any] = {}
    exec(SETTING, names)
    found = {}
    for key, expression in THINGS.items():
        thing = eval(expression, names)
        found[key] = " ".join(name for name in dir(thing) if own(thing, name))
    text = json.dumps(found, indent=1) + "\n"
    (ROOT / "tests" / "data" / "attributes.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
