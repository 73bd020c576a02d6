"""Where a question is computed: on NumPy's arrays, or on those of another engine.

This module knows how inputs become arrays of an engine, and when values are fetched: all that a
report shows at once. What an engine is, ``numerics.engines`` knows.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from gradcli.answers.inputs import QuestionError
from gradcli.core.tensor import Tensor
from gradcli.errors import OpError
from gradcli.numerics.arrays import ENGINES
from gradcli.numerics.engines import engine


class Place(NamedTuple):
    """An engine by its name, and the sizes of the chunks that it cuts arrays into, if it does."""

    engine: str
    chunks: tuple[int, ...] | None = None

    @property
    def xp(self) -> Any:
        """The engine; its library is imported now."""
        try:
            return engine(self.engine)
        except OpError as error:
            raise QuestionError(f"{error}; {error.help}") from error

    def moved(self, value: Any) -> Any:
        """Return a tensor whose elements the engine has; other values are what they are."""
        if not isinstance(value, Tensor) or type(value.array) in ENGINES:
            return value
        return Tensor(self.xp.array_of(value.array, self.chunks), value.needs_grad)

    def loaded(self, text: str) -> Tensor | None:
        """Return what ``@FILE`` stands for where the engine reads it piece by piece, or None."""
        if not self.xp.in_chunks:
            return None
        from gradcli.answers.loaded import split
        from gradcli.data.source import named

        path, key = split(text)
        with named(path):
            blocks = _blocks(path, key)
        return None if blocks is None else Tensor(self.xp.array_of(blocks, self.chunks))


def _blocks(path: str, key: str | None) -> Any:
    """Return a file's array that is read a part at a time, if its format allows that."""
    if key is None and path.endswith(".npy"):
        from gradcli.data.npy import Blocks

        return Blocks(path)
    if path.rstrip("/").endswith(".zarr"):
        from gradcli.data.tables import zarr_blocks

        return zarr_blocks(path, key)
    return None


def settle(tensors: Iterable[Any]) -> None:
    """Fetch the values of tensors from the engines that compute them, all at once."""
    if not ENGINES:
        return
    found = [t for t in tensors if isinstance(t, Tensor) and type(t.array) in ENGINES]
    for kind in {type(tensor.array) for tensor in found}:
        same = [tensor for tensor in found if type(tensor.array) is kind]
        raws = [held(tensor).raw for tensor in same]
        for tensor, array in zip(same, ENGINES[kind].fetched(raws), strict=True):
            tensor.array = array


def held(tensor: Tensor) -> Any:
    """Return the array of a tensor that an engine has."""
    return tensor.array
