"""The names of operators, for who completes or corrects a word; no operator is loaded for them."""

from __future__ import annotations


def operator_names() -> list[str]:
    """Return the names that programs have for operators, in their order."""
    from gradcli.operators.index import NAMES

    texts = (text for families in NAMES.values() for text in families.values())
    return sorted({name for text in texts for name in text.split() if not name.startswith("_")})


def spellings(typed: str) -> list[str]:
    """Return the names of operators as they follow the module or class that a word begins with."""
    from gradcli.operators.index import NAMES

    head, dot, _ = typed.rpartition(".")
    if not dot:
        return operator_names()
    short = head.removeprefix("torch.")
    place = _SHORT.get(short, short)
    names = {name for text in NAMES.get(place, {}).values() for name in text.split()}
    if place != "Tensor":  # of functions in place the methods are operators
        names = {name for name in names if not name.endswith("_")}
    modules = [f"{name}." for name in _MODULES] if head == "torch" else []
    return [f"{head}.{name}" for name in (*sorted(names), *modules) if not name.startswith("_")]


_SHORT = {"nn.functional": "F", "x": "Tensor"}
_MODULES = ("fft", "linalg", "nn.functional", "signal.windows", "special", "Tensor")
