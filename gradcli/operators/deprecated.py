"""The overloads that PyTorch had before keywords, with factors between the operands.

``torch.addmm(beta, input, alpha, mat1, mat2)``, ``x.add_(alpha, other)``: PyTorch takes them and
warns. This module knows where the factors stand; what they mean is known to the operators.
"""

from __future__ import annotations

from typing import Any

from gradcli.core.tensor import Tensor
from gradcli.core.warn import warn

_ONE = {"add": "alpha", "sub": "alpha", "addcmul": "value", "addcdiv": "value"}
_TWO = ("addbmm", "addmm", "addmv", "addr", "baddbmm")
_TYPED = ("addmm", "baddbmm")
"""Functions that have one more overload today, which the warning names."""


def as_today(
    name: str, names: tuple[str, ...], args: tuple[Any, ...], *, method: bool
) -> tuple[tuple[Any, ...], dict[str, Any]] | None:
    """Return operands and keywords for the arguments of such an overload, or None."""
    plain = name.rstrip("_")
    if plain in ("add", "sub") and len(args) == 3:
        args = (args[0], _number(args[1]), args[2])
    factors = ("beta", "alpha") if plain in _TWO else (_ONE.get(plain, ""),)
    numbers = args if plain in _TWO else args[: len(args) - 1]  # the last may be either
    at = [place for place, arg in enumerate(numbers) if not isinstance(arg, Tensor)]
    first = 0 if plain in _TWO and not method else 1
    expected = [first, first + 1 + (first == 0)][: len(at)]
    known = factors[0] and 1 <= len(at) <= len(factors)
    if not known or at != expected or len(args) - len(at) != len(names):
        return None
    given = dict(zip(factors, (args[place] for place in at), strict=False))
    tensors = tuple(arg for place, arg in enumerate(args) if place not in at)
    _warn(name, names, tuple(given), factors, method, first)
    return tensors, given


def _number(value: Any) -> Any:
    """Return the number that a tensor without dimensions can stand for."""
    if isinstance(value, Tensor) and not value.shape and not value.requires_grad:
        return value.item()
    return value


def _warn(
    name: str,
    names: tuple[str, ...],
    given: tuple[str, ...],
    factors: tuple[str, ...],
    method: bool,
    first: int,
) -> None:
    keywords = [f"Number {factor} = 1" for factor in factors]
    written = [] if method else ["Tensor out = None"]
    tensors = [f"Tensor {operand}" for operand in names[method:]]
    old = list(tensors)
    for place, factor in enumerate(given):
        old.insert(place if method else first + 2 * place, f"Number {factor}")
    star = ["*", *written] if written else []
    today = [[*tensors, "*", *keywords, *written]]
    if name in _TYPED and not method:
        today.append([*tensors, "torch.dtype out_dtype", "*", *keywords, *written])
    listed = "".join(f"\n\t{name}({', '.join(parts)})" for parts in today)
    warn(
        f"This overload of {name} is deprecated:\n\t{name}({', '.join([*old, *star])})\n"
        f"Consider using one of the following signatures instead:{listed}",
        code="deprecated",
        once="overload",
    )
