"""Makes the parser's tables when the package is built, wheel or editable install (hatchling).

This hook knows where the tables belong in a wheel. How they are made is the package's own
knowledge: ``gradcli/syntax/tabulate.py``, which needs lark, as ``pyproject.toml`` says.
"""

from __future__ import annotations

import sys
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class TablesHook(BuildHookInterface):  # type: ignore[type-arg]
    """The hook that hatchling finds in this file."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the tables into the package, and let the wheel hold what git ignores."""
        sys.path.insert(0, self.root)
        from gradcli.syntax.tabulate import write_tables

        write_tables()
        build_data["artifacts"].append("gradcli/syntax/built_tables.py")
