"""Names of typing."""

from collections.abc import Callable
print(Callable, isinstance(print, Callable))

from typing_extensions import Self, Literal, TypedDict
print("ok")
