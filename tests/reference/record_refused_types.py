"""Record which element types PyTorch's operators refuse where gradcli's would compute.

usage: python tests/reference/record_refused_types.py          (needs torch 2.13 and gradcli)

Samples of PyTorch's operator database are cast to each element type and given to both. What torch
refuses on every sample with elements, and gradcli takes, becomes a row of
``gradcli/operators/refused_types.py`` with torch's words.
"""

from __future__ import annotations

import itertools
import re
import sys
import textwrap
import warnings
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import opinfo
import torch
from torch.testing._internal.common_methods_invocations import op_db

from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.language.names.table import MODULES
from gradcli.numerics.dtypes import DTYPES
from gradcli.operators import refused_types
from gradcli.operators.methods import complete

TYPES = {name: dtype for name, dtype in DTYPES.items() if name == str(dtype)[6:] != "uint64"}
SAMPLES = 4
TARGET = Path(refused_types.__file__)
OVERLOADED = ("embedding_bag", "max", "min", "rand_like")
"""Names of several functions, or with other operands first than the database has."""


def mapped(value: Any, change: Any) -> Any:
    """Return arguments with every tensor changed."""
    if isinstance(value, torch.Tensor):
        return change(value)
    if isinstance(value, dict):
        return {key: mapped(item, change) for key, item in value.items()}
    if isinstance(value, (list, tuple)) and not isinstance(value, torch.Size):
        parts = [mapped(item, change) for item in value]
        return type(value)(*parts) if hasattr(value, "_fields") else type(value)(parts)
    return value


def converted(value: Any) -> Any:
    """Return the same arguments for gradcli."""

    def change(tensor: torch.Tensor) -> Any:
        if tensor.dtype != torch.bfloat16:
            return opinfo.convert(tensor)
        return opinfo.convert(tensor.float()).to(MODULES["torch"].find("bfloat16"))

    return (
        opinfo.convert(mapped(value, change))
        if not isinstance(value, dict)
        else {key: converted(item) for key, item in value.items()}
    )


def samples(info: Any, dtype: torch.dtype) -> list[tuple[Any, Any, Any]]:
    """Return some samples of an operator in an element type, taken or refused."""
    if dtype in info.dtypes:
        found = itertools.islice(info.sample_inputs("cpu", dtype), SAMPLES)
        return [(s.input, s.args, s.kwargs) for s in found]
    bases = (torch.float64, torch.float32, torch.int64, torch.bool, torch.complex128)
    base = next((b for b in bases if b in info.dtypes), None)
    if base is None:
        return []

    def cast(tensor: torch.Tensor) -> torch.Tensor:
        return tensor.detach().to(dtype) if tensor.dtype == base else tensor.detach()

    found = itertools.islice(info.sample_inputs("cpu", base), SAMPLES)
    return [tuple(mapped(part, cast) for part in (s.input, s.args, s.kwargs)) for s in found]


def outcome(function: Any, sample: tuple[Any, Any, Any]) -> tuple[str, str] | None:
    """Return the class and first line of the error of a call."""
    try:
        function(sample[0], *sample[1], **sample[2])
    except Exception as error:
        kind = getattr(error, "kind", None) or type(error).__name__
        return kind, str(error).partition("\n")[0]
    return None


def operator_of(info: Any) -> str | None:
    """Return the name of gradcli's operator behind a row of the database."""
    try:
        function = opinfo.function_of(info)
    except Exception:
        return None
    owner = getattr(getattr(function, "function", function), "__self__", None)
    return getattr(owner, "name", None)


def filled(value: Any) -> bool:
    """Tell whether every tensor among arguments has elements."""
    if isinstance(value, torch.Tensor):
        return value.numel() > 0
    parts = value.values() if isinstance(value, dict) else value
    return not isinstance(parts, (list, tuple, type({}.values()))) or all(map(filled, parts))


def observed() -> dict[tuple[str, str], list[tuple[Any, Any, bool]]]:
    """Return what both make of every sample, and if it has elements, by operator and type."""
    found = defaultdict(list)
    for info in op_db:
        name = operator_of(info)
        for type_name, dtype in TYPES.items() if name else ():
            torch.manual_seed(0)
            try:
                given = samples(info, getattr(torch, type_name))
            except Exception:
                continue
            for sample in given:
                if "dtype" in sample[2]:  # then the type of the operands may be another one
                    continue
                theirs = outcome(info.op, sample)
                ours = outcome(opinfo.function_of(info), tuple(converted(part) for part in sample))
                found[name, dtype.scalar_name].append((theirs, ours, filled(sample)))
                if info.inplace_variant is not None and theirs is None:
                    theirs = outcome(info.inplace_variant, mapped(sample, torch.clone))
                    change = getattr(Tensor, info.inplace_variant.__name__)
                    ours = outcome(change, tuple(converted(part) for part in sample))
                    found[name + "_", dtype.scalar_name].append((theirs, ours, filled(sample)))
    return found


def refusal_of(
    name: str, scalar: str, results: list[tuple[Any, Any, bool]]
) -> tuple[str, str, str] | None:
    """Return torch's error if it refuses a type on every sample, and gradcli does it otherwise.

    The third part is a mark if samples without elements are taken.
    """
    whole = [(theirs, ours) for theirs, ours, has_elements in results if has_elements]
    whole = whole or [(theirs, ours) for theirs, ours, _ in results]
    errors = Counter(theirs for theirs, ours in whole if theirs != ours)
    if not errors or not all(theirs for theirs, _ in whole):
        return None
    (kind, message), _ = errors.most_common(1)[0]
    of_the_type = scalar in message or "not implemented" in message or "complex" in message
    if any(ours is None for _, ours in whole) or (
        of_the_type and len({theirs for theirs, _ in whole}) == 1
    ):
        return kind, message, "" if all(theirs for theirs, _, _ in results) else "+"
    return None


def main() -> None:
    """Write the table anew, from what gradcli computes without it."""
    warnings.simplefilter("ignore")
    OPS.load_all()
    complete()
    refused_types.ROWS = ""
    rows = defaultdict(set)
    for (name, scalar), results in observed().items():
        refusal = refusal_of(name, scalar, results)
        if refusal is not None and name not in OVERLOADED:
            kind, message, mark = refusal
            rows[kind, re.sub(rf"\b{scalar}\b", "{}", message), mark].add((name, scalar))
    grouped = defaultdict(set)
    for (kind, message, mark), pairs in rows.items():
        by_name = defaultdict(set)
        for name, scalar in pairs:
            by_name[name].add(scalar)
        for name, scalars in by_name.items():
            grouped[shortened(kind, message), mark + abbreviated(scalars)].add(name)
    lines = [
        f"{' '.join(sorted(names))}; {scalars}; {message}"
        for (message, scalars), names in sorted(grouped.items())
    ]
    wrapped = [part for line in lines for part in textwrap.wrap(line, 98, subsequent_indent="  ")]
    text = TARGET.read_text(encoding="utf-8")
    head = text[: text.index("ROWS = ")]
    body = "\n".join(wrapped)
    TARGET.write_text(f'{head}ROWS = r"""\n{body}\n"""\n', encoding="utf-8")


def shortened(kind: str, message: str) -> str:
    """Return an error as a row has it: of the usual ones, what the kernel is called."""
    usual = re.fullmatch(r"\"(\S+)\" not implemented for '{}'", message)
    return usual[1] if usual and kind == "NotImplementedError" else f"{kind}: {message}"


def abbreviated(scalars: set[str]) -> str:
    """Return types, groups of them in a word."""
    words = []
    for word, group in refused_types.GROUPS.items():
        if scalars >= set(group.split()):
            words.append(word)
            scalars = scalars - set(group.split())
    return " ".join([*words, *sorted(scalars)])


if __name__ == "__main__":
    main()
