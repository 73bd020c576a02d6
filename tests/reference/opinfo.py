"""Measure the reach of the operator table on the samples of PyTorch's own operator database.

usage: python tests/reference/opinfo.py [-v] [VARIANT...]          (needs torch 2.13 and gradcli)

For each variant (a name of ``opinfo-ops.txt``, or a pattern; without any, all) it calls the
operator on every sample of the database under both, in double precision, and compares the value,
the gradient and the top node; -v prints the differences. Nothing of it is part of the tests: it
shows what is still to do.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.testing._internal.common_methods_invocations import op_db

import gradcli
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.language.names.table import MODULES
from gradcli.numerics.dtypes import DType
from gradcli.operators.methods import complete

METHODS_FIRST = {"polygamma", "where"}
"""Functions that the database calls with a tensor in front of the other arguments."""

REFLECTED = {
    "__rdiv__": lambda x, y: y / x if not isinstance(y, Tensor) else OPS["rdiv"](x, y),
    "__rmatmul__": lambda x, y: y @ x,
}

LIST = Path(__file__).with_name("opinfo-ops.txt")


def convert(value: Any) -> Any:
    """Return the same argument for gradcli."""
    if isinstance(value, torch.Tensor):
        array = value.detach().resolve_conj().numpy()
        strides = array.strides
        made = Tensor(np.array(array, copy=True, order="K"))
        if made.array.strides != strides and array.ndim:  # keep what views look like
            made = Tensor(array.copy())
        return made.requires_grad_() if value.requires_grad else made
    if isinstance(value, torch.Size):
        return tuple(value)
    if isinstance(value, (list, tuple)):
        return type(value)(map(convert, value))
    if isinstance(value, dict):
        return {key: convert(item) for key, item in value.items()}
    if isinstance(value, torch.dtype):
        return MODULES["torch"].find(str(value).removeprefix("torch."))
    return value


def leaves(value: Any) -> Iterator[Any]:
    """Yield the tensors that require grad among arguments."""
    if isinstance(value, (torch.Tensor, Tensor)):
        if value.requires_grad:
            yield value
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from leaves(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from leaves(item)


def outputs(value: Any) -> list[Any]:
    """Return the tensors (or plain values) of a result in order."""
    if isinstance(value, (list, tuple)):
        return [part for item in value for part in outputs(item)]
    return [value]


def function_of(info: Any) -> Any:
    """Return gradcli's function, method or attribute of the name."""
    module, _, name = info.name.rpartition(".")
    if info.name in REFLECTED:
        return REFLECTED[info.name]
    if info.variant_test_name == "grad_oriented":
        return lambda *args, **kwargs: MODULES["torch.linalg"].table["lstsq"](*args, **kwargs)[:2]
    table = MODULES[f"torch.{module}" if module else "torch"].table
    if name == "einsum":  # the database gives the operands first
        return lambda operands, equation: table["einsum"](equation, operands)
    if name in table and name not in METHODS_FIRST and not isinstance(table[name], DType):
        return table[name]
    if hasattr(Tensor, name):
        if isinstance(vars(Tensor).get(name), property):
            return lambda x: getattr(x, name)
        return getattr(Tensor, name)
    raise AttributeError(f"no {info.name}")


def array_of(value: Any) -> np.ndarray:
    """Return a result's values."""
    if isinstance(value, torch.Tensor):
        value = value.clone() if value._is_zerotensor() else value
        return value.detach().resolve_conj().resolve_neg().numpy()
    return value.array if isinstance(value, Tensor) else np.asarray(value)


def node_of(value: Any) -> str | None:
    """Return the name of the node that made a result."""
    node = getattr(value, "grad_fn", None)
    return None if node is None else getattr(node, "label", type(node).__name__)


def differentiate(results: list[Any], sources: list[Any]) -> list[Any]:
    """Return the gradients of the weighted sum of all results."""
    ends = [r for r in results if getattr(r, "requires_grad", False)]
    if not ends or not sources:
        return []
    ours = isinstance(ends[0], Tensor)
    starts: list[Any] = []
    for end in ends:
        shape = tuple(end.shape)
        flat = np.cos(np.arange(int(np.prod(shape, dtype=int)), dtype=np.float64)) + 0.5
        start = flat.astype(array_of(end).dtype).reshape(shape)
        starts.append(Tensor(start) if ours else torch.from_numpy(start))
    grad = gradcli.autograd.grad if ours else torch.autograd.grad
    return list(grad(ends, sources, starts, allow_unused=True))


def near(a: np.ndarray, b: np.ndarray) -> bool:
    """Tell whether two arrays agree in type, shape and to ten digits."""
    if a.shape != b.shape or a.dtype != b.dtype:
        return False
    return bool(np.allclose(a, b, rtol=1e-7, atol=1e-9, equal_nan=True))


def shown(array: np.ndarray) -> str:
    """Return the beginning of an array."""
    return f"{array.dtype}{array.shape} {array.ravel()[:4]}"


def differences(info: Any, sample: Any) -> Iterator[str]:
    """Yield what differs between PyTorch and gradcli on a sample."""
    torch.manual_seed(42)  # the seed that the database gives to random operators
    gradcli.manual_seed(42)
    try:
        theirs = outputs(info.op(sample.input, *sample.args, **sample.kwargs))
    except Exception as error:
        yield f"(torch fails: {type(error).__name__} {str(error)[:60]})"
        return
    given = [convert(part) for part in (sample.input, sample.args, sample.kwargs)]
    ours = outputs(function_of(info)(given[0], *given[1], **given[2]))
    if len(ours) != len(theirs):
        yield f"{len(ours)} results instead of {len(theirs)}"
        return
    for index, (our, their) in enumerate(zip(ours, theirs, strict=True)):
        a, b = array_of(our), array_of(their)
        if not near(a, b):
            yield f"value {index}: {shown(a)} not {shown(b)}"
        if node_of(our) != node_of(their):
            yield f"node {index}: {node_of(our)} not {node_of(their)}"
    sources = list(leaves((sample.input, sample.args, sample.kwargs)))
    try:
        right = differentiate(theirs, sources)
    except RuntimeError:  # torch cannot differentiate it
        return
    found = differentiate(ours, list(leaves(given)))
    if len(found) != len(right):
        yield f"{len(found)} gradients instead of {len(right)}"
        return
    for index, (our, their) in enumerate(zip(found, right, strict=True)):
        if our is None or their is None:
            if (our is not None and our.array.any()) or (their is not None and their.any()):
                yield f"gradient {index}: {our} not {their}"
        elif not near(our.array, array_of(their)):
            yield f"gradient {index}: {our.array.ravel()[:4]} not {array_of(their).ravel()[:4]}"


def measure(info: Any, verbose: bool) -> tuple[int, int]:
    """Return how many samples of a variant there are and how many agree."""
    total = right = 0
    shown: set[str] = set()
    grad = info.supports_autograd and torch.float64 in info.dtypes
    dtype = (
        torch.float64 if torch.float64 in info.dtypes else next(iter(sorted(info.dtypes, key=str)))
    )
    torch.manual_seed(0)
    for sample in info.sample_inputs("cpu", dtype, requires_grad=grad):
        total += 1
        try:
            found = list(differences(info, sample))
        except Exception as error:
            found = [f"{type(error).__name__}: {str(error)[:150]}"]
        found = [text for text in found if not text.startswith("(torch fails")]
        right += not found
        if verbose and found and found[0][:40] not in shown and len(shown) < 6:
            shown.add(found[0][:40])
            shapes = str(sample.input.shape if hasattr(sample.input, "shape") else sample.input)[
                :80
            ]
            print(f"    {shapes} {str(sample.args)[:120]!r} {str(sample.kwargs)[:120]}")
            for text in found[:3]:
                print(f"      {text}")
    return total, right


def main() -> None:
    """Print a line for each variant and the share of the variants that agree wholly."""
    warnings.simplefilter("ignore")
    OPS.load_all()
    complete()
    verbose = "-v" in sys.argv
    wanted = [arg for arg in sys.argv[1:] if arg != "-v"]
    names = [line.strip() for line in LIST.read_text().splitlines() if line[:1] not in ("#", "")]
    infos = {i.name + ("." + i.variant_test_name if i.variant_test_name else ""): i for i in op_db}
    whole = count = 0
    for name in names:
        if wanted and not any(fnmatchcase(name, pattern) for pattern in wanted):
            continue
        total, right = measure(infos[name], verbose)
        count += 1
        whole += total == right
        if total != right or verbose:
            print(f"{name}: {right} of {total}")
    print(f"{whole} of {count} variants agree on every sample; {len(OPS)} operators in the table")


if __name__ == "__main__":
    main()
