"""What the parameters of bodies are annotated with, for mypy and for users' arguments at once.

A body that takes the array namespace gets arrays; that of a composite operator gets tensors; rules,
and what computes both ways, get either. Users pass a tensor for any of these. Attributes have the
types that ``CONVERTERS`` makes of users' arguments; this module finds the row of an annotation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from types import UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

import numpy as np

from gradcli.core.tensor import Tensor
from gradcli.operators.converters import CONVERTERS

Array = Annotated[np.ndarray, "Array"]
Value = Annotated[np.ndarray | Tensor, "Array"]
Arrays = Annotated[Sequence[np.ndarray], "Arrays"]
Tensors = Annotated[Sequence[Tensor], "Arrays"]
ArrayArgs = Annotated[Sequence[np.ndarray], "ArrayArgs"]  # a sequence, or its elements one by one
TensorArgs = Annotated[Sequence[Tensor], "ArrayArgs"]
Args = Annotated[Sequence[Any], "Args"]
ValueT = TypeVar("ValueT", bound=Value)
"""For helpers that return what they get: an array for an array, a tensor for a tensor."""
Number = Annotated[bool | int | float | complex, "Number"]
Real = Annotated[int | float, "Real"]
Ints = Annotated[tuple[int, ...], "Ints"]
Sizes = Annotated[tuple[int, ...], "Sizes"]
Dims = Annotated[int | tuple[int, ...], "Dims"]

_FOR_USERS = {
    "Tensor": "Array",
    "Value": "Array",
    "Tensors": "Arrays",
    "TensorArgs": "ArrayArgs",
    "NoneType": "None",
    "torch.dtype": "DType",
}
"""Names of types whose word is another; some differ in what bodies get, not in what users pass."""


def words_of(body: Callable[..., Any], names: Sequence[str]) -> list[str]:
    """Return what parameters of a body accept, each as ``CONVERTERS`` has it.

    Annotations are texts in modules that import ``annotations`` from ``__future__``, else types.
    A text that is not in the table, as ``declare.Array``, is looked up as Python would.
    """
    words = _words(body.__annotations__, names)
    if not all(map(_known, words)):
        with suppress(Exception):  # whatever a text means that Python cannot look up
            words = _words(get_type_hints(body, include_extras=True), names)
    for name, word in zip(names, words, strict=True):
        if not _known(word):
            known = sorted({part for row in CONVERTERS for part in row.split(" | ")})
            raise ValueError(
                f"the operator {body.__name__}: the annotation of {name}, {word}, does not say "
                f"what users may pass; {', '.join(known)} and None do"
            )
    return words


def _words(annotations: dict[str, Any], names: Sequence[str]) -> list[str]:
    return [_word(annotations.get(name, "Any")) for name in names]


def _known(word: str) -> bool:
    return word.removesuffix(" | None") in CONVERTERS


def _word(annotation: Any) -> str:
    if isinstance(annotation, str):
        return _joined(*annotation.split(" | "))
    if get_origin(annotation) in (Union, UnionType):
        return _joined(*map(_word, get_args(annotation)))
    if get_origin(annotation) is Annotated:
        return str(annotation.__metadata__[0])
    return _joined(getattr(annotation, "__name__", repr(annotation)))


@cache
def _joined(*parts: str) -> str:
    """Join the words of a union, None last."""
    words = [_FOR_USERS.get(part, part) for part in parts]
    return " | ".join(sorted(words, key=lambda word: word == "None"))
