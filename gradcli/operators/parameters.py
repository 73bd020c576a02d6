"""The parameters of an operator, read off the body of its declaration."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gradcli.operators.converters import CONVERTERS, TRUTHS, words_of

_KEYWORDS = {"x": "input", "a": "input", "b": "other"}
"""PyTorch's keywords for the short operand names of the code base."""

REQUIRED = object()


class Parameter:
    """One parameter of an operator, by the keyword that PyTorch gives it."""

    __slots__ = (
        "accepts",
        "convert",
        "default",
        "expects",
        "keyword",
        "keyword_only",
        "name",
        "operand",
        "optional",
    )

    def __init__(
        self, name: str, accepts: str, default: Any, *, operand: bool, keyword_only: bool
    ) -> None:
        self.name = name
        self.keyword = (operand and _KEYWORDS.get(name)) or name.rstrip("_")
        self.accepts = accepts
        self.default = default
        self.operand = operand
        self.keyword_only = keyword_only
        self.optional = accepts.endswith(" | None")
        self.convert, self.expects = CONVERTERS[accepts.removesuffix(" | None")]
        if self.expects == "bool" and self.keyword in TRUTHS:
            self.convert = bool

    @property
    def required(self) -> bool:
        """Tell whether a call has to give it."""
        return self.default is REQUIRED

    def __str__(self) -> str:
        return self.keyword if self.required else f"{self.keyword}={self.default!r}"


def default_values(body: Callable[..., Any]) -> dict[str, Any]:
    """Return the parameters that have defaults, and those."""
    names, values = body.__code__.co_varnames[: body.__code__.co_argcount], body.__defaults__ or ()
    return dict(zip(reversed(names), reversed(values), strict=False)) | (body.__kwdefaults__ or {})


def read_parameters(body: Callable[..., Any], skip: int) -> list[Parameter]:
    """Return the parameters of a body, from one on."""
    code = body.__code__
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    defaults = default_values(body)
    words = words_of(body, names[skip:])
    return [
        Parameter(
            name,
            word,
            defaults.get(name, REQUIRED),
            operand=index < code.co_posonlyargcount,
            keyword_only=index >= code.co_argcount,
        )
        for index, (name, word) in enumerate(zip(names[skip:], words, strict=True), skip)
    ]
