"""The operator table: every declared operator by name, and what programs call operators.

This module knows that an index says which family declares a name, and that a family is loaded when
one of its names is asked for. What an operator is, is known to ``operators``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol


class Operator(Protocol):
    """What autograd has to know of an operator; ``operators.op`` has the whole.

    ``rules`` holds a derivative for each of the operands in ``slots``, or ``joint`` one for all.
    """

    name: str
    body: Callable[..., Any]
    blocks: bool
    broadcasts: bool
    composite: bool
    conjugates: bool
    creation: bool
    differentiable: bool
    infix: str | None
    inplace: Any
    joint: Any
    keeping: tuple[int, ...]
    label: Any
    linear: bool
    parameters: Any
    promotes: Callable[[list[Any]], list[Any]] | None
    rules: tuple[Any, ...]
    slots: tuple[int, ...]
    variadic: bool
    view: bool

    @property
    def keeps_first(self) -> bool:
        """Tell whether a rule needs the first operand's values."""

    def __call__(self, *operands: Any, **attrs: Any) -> Any:
        """Run on operands given by position and attributes given by keyword."""

    def apply(self, operands: Sequence[Any], attrs: dict[str, Any]) -> Any:
        """Compute on tensors and numbers, and record what a gradient will need."""

    def compute(self, operands: Sequence[Any], attrs: dict[str, Any]) -> Any:
        """Return the arrays of the results."""

    def deferred(self, node: Any, g: Any, needed: Any) -> list[Any]:
        """Return what ``node.gradients`` does of a large array, or of one not computed yet."""

    def record(self, operands: Sequence[Any], attrs: dict[str, Any], results: Sequence[Any]) -> Any:
        """Return a node with what its derivative needs, or None if no gradient gets through."""


NAMESPACES = (
    "torch",
    "Tensor",
    "F",
    "linalg",
    "special",
    "fft",
    "signal.windows",
    "attribute",
    "in-place",
)
"""Where a declaration can put a name."""

PREFIXED = ("fft", "linalg", "special")
"""Those whose functions PyTorch calls ``fft_rfft`` and ``linalg_inv`` in messages."""

_SHOWN = {"logsigmoid": "log_sigmoid"}

_MORE = ("_stacklevel", "dtype")
_PYTHON_TOO: dict[str, tuple[str, ...]] = {
    "log_softmax": _MORE,
    "max_pool1d": (),
    "max_pool2d": (),
    "max_pool3d": (),
    "sigmoid": (),
    "softmax": _MORE,
    "softmin": _MORE,
    "tanh": (),
}
"""Functions of ``torch`` that ``torch.nn.functional`` has once more, in Python.

Said for each is what that one takes by position besides.
"""

_NAMED = ("sign", *(name for name in NAMESPACES if name != "in-place"))  # those are methods


class Alias:
    """What programs call an operator by, under another name, which messages then bear.

    ``call`` is called; where it refuses its arguments, they are bound once more under this name.
    ``python`` says that PyTorch has the name in Python, and what that takes last by position.
    """

    __slots__ = ("__self__", "call", "name", "python")

    def __init__(
        self,
        operator: Any,
        call: Callable[..., Any],
        name: str,
        python: tuple[str, ...] | None = None,
    ) -> None:
        self.__self__, self.call, self.name, self.python = operator, call, name, python

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        """Call the operator."""
        try:
            return self.call(*args, **kwargs)
        except TypeError as error:
            refused = error
        if self.python is _MORE and (2 < len(args) <= 4 or "_stacklevel" in kwargs):
            more = {**dict(zip(_MORE, args[2:], strict=False)), **kwargs}
            more.pop("_stacklevel", None)  # which says whose line a warning shows
            return self.call(*args[:2], **more)
        signature, method = self.__self__.parameters, self.call.__name__ == "call_method"
        signature = signature.renamed(self.name)
        signature.python = self.python
        signature.check_python(args, kwargs, method)
        extra = len(args) > len(signature.positional) or kwargs.pop("inplace", False)
        if self.python is None or not extra:
            kwargs.pop("out", None)
            signature.bind(args, kwargs, method=method)
        raise refused


class Operators(dict[str, Any]):
    """A table of operators by name, filled family by family as names are asked for.

    ``named`` holds, for each namespace and for "sign", what a name there stands for; it grows with
    the table. ``index`` says which family declares which names: for each namespace, for "sign" and
    for "operator", the names of each family in one string. ``load`` declares a family, and
    ``search`` what other packages add, for a name that is not in the index.
    """

    def __init__(self) -> None:
        super().__init__()
        self.named: dict[str, dict[str, Callable[..., Any]]] = {name: {} for name in _NAMED}
        self.index: Mapping[str, Mapping[str, str]] = {}
        self.load: Callable[[str], object] = str
        self.search: Callable[[], object] | None = None
        self._families: dict[str, dict[str, str]] = {}

    def __missing__(self, name: str) -> Any:
        family = self.family_of("operator", name)
        if family is not None:
            self.load(family)
        elif self.load_others():
            return self[name]
        if name in self:
            return self[name]
        raise KeyError(name)

    def family_of(self, namespace: str, name: str) -> str | None:
        """Return the family that declares a name, by the index."""
        families = self._families.get(namespace)
        if families is None:
            rows = self.index.get(namespace, {})
            families = {name: family for family in rows for name in rows[family].split()}
            self._families[namespace] = families
        return families.get(name)

    def enter(self, namespace: str, name: str, operator: Any, call: Callable[..., Any]) -> None:
        """Let programs call an operator by a name, which messages bear as PyTorch's do."""
        shown = f"{namespace}_{name}" if namespace in PREFIXED else _SHOWN.get(name, name)
        python = _PYTHON_TOO.get(name) if namespace == "F" else None
        if getattr(call, "__name__", "") == "call_functional":
            python = ("inplace",)
        if python is not None or (shown != operator.parameters.name and namespace != "attribute"):
            call = Alias(operator, call, shown, python)
        self.named[namespace][name] = call

    def find(self, namespace: str, name: str) -> Callable[..., Any] | None:
        """Return what a program calls by a name, having loaded the family; other packages wait."""
        known = self.named[namespace]
        if name not in known:
            family = self.family_of(namespace, name)
            if family is None:
                return None
            self.load(family)
        return known.get(name)

    def names(self, namespace: str) -> Iterator[str]:
        """Yield every name of a namespace, without loading what it stands for."""
        self.family_of(namespace, "")
        yield from {**self._families[namespace], **self.named[namespace]}

    def load_others(self) -> bool:
        """Declare the operators of other packages; tell whether that was still to be done."""
        if self.search is None:
            return False
        search, self.search = self.search, None
        search()
        return True

    def load_all(self) -> Operators:
        """Declare every family and return the table."""
        for family in self.index.get("operator", ()):
            self.load(family)
        self.load_others()
        return self


OPS = Operators()
"""The operator table: every declared operator by name."""

METHODS = OPS.named["Tensor"]
"""The operators that are methods of tensors, by every name of the method."""
