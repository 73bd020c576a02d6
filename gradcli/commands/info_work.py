"""The work of ``gradcli info``: have files listed, and show the lists."""

from __future__ import annotations

import sys
from contextlib import nullcontext

from gradcli.answers.inventory import inventory
from gradcli.language.memory import memory_limit
from gradcli.report import inventory_text
from gradcli.report.json_view import dumps


def write(files: tuple[str, ...], stats: bool, form: str) -> None:
    """List what each file holds. Raises what ``main`` turns into words."""
    # a listing maps what it does not read, which may be larger than all memory
    with memory_limit() if stats else nullcontext():
        found = [inventory(file, stats) for file in files]
    if form == "json":
        sys.stdout.write(dumps(inventory_text.tree(found)))
    else:
        sys.stdout.write("\n".join(inventory_text.render(each, stats) for each in found))
