"""Libraries that programs decorate themselves with: pictures and progress bars.

What draws does nothing, and one warning says so. A progress bar is what it counts.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

from gradcli.core.warn import warn
from gradcli.errors import op_error
from gradcli.language.machine.functions import CALLABLE, CONSTRUCTORS, Builtin
from gradcli.language.names.attributes import METHODS, READERS
from gradcli.language.names.contexts import CONTEXTS
from gradcli.language.names.modules import Live

Table = dict[str, Any]


class Drawing:
    """Something to draw with, which draws nothing: its attributes, items and results are the same.

    ``shape`` is that of a grid of them, as ``subplots`` returns.
    """

    __slots__ = ("name", "shape")

    def __init__(self, name: str, shape: tuple[int, ...] = ()) -> None:
        self.name = name
        self.shape = shape

    def __repr__(self) -> str:
        return f"<{self.name}>"

    def find(self, name: str) -> Drawing:
        """Return an attribute."""
        whole = name in ("flat", "ravel", "flatten") and self.shape
        return Drawing(f"{self.name}.{name}", (math.prod(self.shape),) if whole else ())

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Draw nothing, and return what such a call returns: something to draw with, or None."""
        warn(
            "gradcli does not draw: calls of plotting libraries do nothing",
            code="drawing",
            once=True,
        )
        if self.shape:
            return self
        last = self.name.rpartition(".")[2]
        if self.name.endswith("e.subplots"):  # of a figure
            return _subplots(*args, **kwargs)[1]
        if last in _WITHOUT_RESULT:
            return None
        function = _RESULTS.get(last)
        return Drawing(self.name) if function is None else function(*args, **kwargs)

    def __len__(self) -> int:
        return self.shape[0] if self.shape else 0

    def __iter__(self) -> Iterator[Drawing]:
        return iter([Drawing(self.name, self.shape[1:]) for _ in range(len(self))])

    def __getitem__(self, index: Any) -> Drawing:
        if not self.shape or isinstance(index, (str, slice)):
            return self
        used = len(index) if isinstance(index, tuple) else 1
        if isinstance(index, int) and index >= self.shape[0]:
            raise IndexError(f"index {index} is out of bounds for axis 0 with size {len(self)}")
        return Drawing(self.name, self.shape[used:])

    def __setitem__(self, index: Any, value: Any) -> None:
        """Change nothing."""

    def __enter__(self) -> Drawing:
        return self

    def __exit__(self, *exception: object) -> None:
        """Leave nothing."""


_MOST = 10_000
"""Plots of one grid; nobody draws more."""


def _subplots(nrows: int = 1, ncols: int = 1, **kwargs: Any) -> tuple[Drawing, Drawing]:
    sizes = (nrows, ncols)
    if not all(isinstance(size, int) and 0 < size <= _MOST for size in sizes):
        raise op_error(ValueError, f"subplots cannot make a grid of {nrows} by {ncols}")
    shape = sizes if kwargs.get("squeeze") is False else tuple([n for n in sizes if n > 1])
    return Drawing("Figure"), Drawing("Axes", shape)


_RESULTS: dict[str, Callable[..., Any]] = {
    "subplots": _subplots,
    "hist": lambda *args, **kwargs: (Drawing("hist"), Drawing("bins"), Drawing("patches")),
    "plot": lambda *args, **kwargs: [Drawing("Line2D")],
}
"""What calls return that programs take apart."""


_WITHOUT_RESULT = (
    *("cla", "clf", "close", "draw", "ion", "ioff", "pause", "savefig", "set_aspect"),
    *("set_visible", "show", "subplots_adjust", "tight_layout"),
)
"""The calls that return None."""


class tqdm:
    """A progress bar that shows nothing: it gives the items that it was given."""

    __slots__ = ("items",)

    def __init__(self, iterable: Any = (), *args: Any, **kwargs: Any) -> None:
        self.items = iterable

    def __repr__(self) -> str:
        return "<tqdm>"

    def __iter__(self) -> Iterator[Any]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)

    def __enter__(self) -> tqdm:
        return self

    def __exit__(self, *exception: object) -> None:
        """Leave nothing."""


def _nothing(*args: Any, **kwargs: Any) -> None:
    """Change nothing that anybody sees."""


_OF_BARS = (
    "clear close refresh reset set_description set_description_str set_postfix set_postfix_str "
    "unpause update"
)

for _kind in (Drawing, tqdm):
    _kind.__module__ = "builtins"
CALLABLE.add(Drawing)
CONTEXTS.update((Drawing, tqdm))
CONSTRUCTORS[tqdm] = tqdm
METHODS[tqdm] = dict.fromkeys(_OF_BARS.split(), _nothing)
READERS[Drawing] = Drawing.find


class _Anything(dict[str, Any]):
    """The names of a module that draws: every one there may be."""

    __slots__ = ()

    def get(self, name: str, default: Any = None) -> Any:
        """Return what a name stands for."""
        made = Live(lambda: Drawing(name))  # nothing is kept of a name that a program makes up
        return default if name.startswith("_") else super().get(name) or made


def _bars() -> Table:
    return {"tqdm": tqdm, "trange": Builtin("trange", lambda *args, **_: tqdm(range(*args)))}


DRAWN = (
    *("IPython", "matplotlib", "mpl_toolkits", "plotly", "pylab", "seaborn"),
    *("torch.utils.tensorboard", "torchviz"),
)
"""What draws, with all its modules."""

TABLES: dict[str, Callable[[], Table]] = {
    **dict.fromkeys(DRAWN, _Anything),
    **dict.fromkeys(("tqdm", "tqdm.auto", "tqdm.notebook"), _bars),
}
