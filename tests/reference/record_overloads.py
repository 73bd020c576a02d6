"""Record how many arguments the forms of PyTorch's overloaded functions take.

usage: python tests/reference/record_overloads.py              (needs torch 2.13 and gradcli)

A call with too many arguments makes torch list its forms. Of functions that gradcli has, the
smallest and largest number of arguments of each become ``gradcli/operators/overloads.py``'s rows.
"""

from __future__ import annotations

import re
import sys
import textwrap
import types
import warnings
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import torch

import gradcli.ops  # noqa: F401  the index of operators
from gradcli.core.table import OPS, PREFIXED
from gradcli.operators import overloads

TARGET = Path(overloads.__file__)
SPACES = {"torch": torch, "F": torch.nn.functional, "Tensor": torch.Tensor}
SPACES |= {name: getattr(torch, name) for name in PREFIXED}


def counts(form: str) -> str:
    """Return how many arguments a form takes, at least and at most."""
    inner = form.strip()[1 : form.rindex(")")]
    parts = [part.strip() for part in re.split(r",(?![^\[(]*[\])])", inner)]
    parts = [part for part in parts if part not in ("", "*")]
    return f"{sum('=' not in part for part in parts)}-{len(parts)}"


def forms(function: Any, first: tuple[Any, ...]) -> str:
    """Return the counts of the forms that a function lists, or an empty text if it has one."""
    try:
        function(*first, *[object()] * 60)
    except TypeError as error:
        lines = str(error).splitlines()
        listed = [line[3:] for line in lines if line.startswith(" * ")]
        alone = lines[0].partition("but expected ")[2]  # of those whose other forms are deprecated
        found = sorted(map(counts, listed or [alone] * alone.startswith("(")))
        return " ".join(found) if "invalid combination" in lines[0] else ""
    except Exception:
        return ""
    return ""


def rows() -> Iterator[tuple[str, str, str]]:
    """Yield for each overloaded function its counts, those of the method of its name and itself."""
    functions, methods = {}, {}
    for space, owner in SPACES.items():
        for name in OPS.names(space):
            function = getattr(owner, name, None)
            shadow = getattr(torch.nn.functional, name, None) if space == "torch" else None
            if not callable(function) or isinstance(shadow, types.FunctionType):
                continue
            if space == "Tensor":
                methods[name] = forms(function, (torch.ones(2),))
            else:
                known = f"{space}_{name}" if space in PREFIXED else name
                functions.setdefault(known, forms(function, ()))
    for name in sorted({*functions, *methods}):
        pair = functions.get(name, ""), methods.get(name, "")
        if any(pair):
            yield (*pair, name)


def main() -> None:
    """Write the rows."""
    warnings.simplefilter("ignore")
    OPS.load_all()
    alike = defaultdict(list)
    for function, method, name in rows():
        alike[f"{function}; {method}"].append(name)
    lines = []
    for found, names in sorted(alike.items()):
        lines += textwrap.wrap(f"{found}; {' '.join(names)}", 98, subsequent_indent="  ")
    text = TARGET.read_text()
    start = text.index('ROWS = """') + len('ROWS = """')
    TARGET.write_text(text[:start] + "\n" + "\n".join(lines) + text[text.rindex('\n"""') :])


sys.exit(main())
