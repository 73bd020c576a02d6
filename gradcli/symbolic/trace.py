"""Following a program: every operation that tensors go through, written down as an expression.

A trace knows arrays by identity. Rules are followed like anything else, because a derivative that
is recorded (``create_graph=True``) is computed by operators on tensors.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from gradcli.core.observe import Compute, Observer
from gradcli.core.table import Operator
from gradcli.core.tensor import Tensor
from gradcli.errors import op_error
from gradcli.numerics.dtypes import DType
from gradcli.numerics.sliding import Taps
from gradcli.symbolic.algebra import expand
from gradcli.symbolic.branches import Branches
from gradcli.symbolic.constants import is_short, kind, of_array, recognized
from gradcli.symbolic.expr import Expr, call, symbol
from gradcli.symbolic.rewrites import settled
from gradcli.symbolic.translate import TRANSLATIONS

_WHOLLY = frozenset(
    {"_positions", "_unique_elements", "_unique_slices", "_unique_runs", "nonzero_static"}
)
_OF_SOME_SIZE = frozenset({"index", "masked_select", *_WHOLLY})


class Slot(NamedTuple):
    """The place of a tensor inside an attribute; the call has it among its operands."""

    place: int


class Trace(Observer):
    """A context in which operations on tensors are written down as expressions."""

    __slots__ = ("branches", "constants", "known")

    def __init__(self, branches: Branches | None = None) -> None:
        # Arrays are kept alive, because an identity is only unique among the living.
        self.known: dict[int, tuple[Any, Expr, int]] = {}
        self.constants: list[Expr] = []
        self.branches = branches  # what is decided by values; None where nobody asks

    def name(self, tensor: Tensor, name: str, facts: Iterable[str] = ()) -> None:
        """Call a tensor by the name of an input, of which facts are known."""
        self.know(tensor, symbol(name, tensor.array.shape, kind(tensor.array), facts))

    def know(self, tensor: Tensor, expr: Expr) -> None:
        """Write down what a tensor holds, after the changes in place that it has gone through."""
        self.note(tensor.array, expr, version_of(tensor))

    def note(self, array: Any, expr: Expr, version: int = 0) -> None:
        """Write down what an array holds."""
        self.known[id(array)] = (array, expr, version)

    def expression(self, value: Any) -> Expr:
        """Return the expression of a tensor, an array or a number."""
        if isinstance(value, (bool, int, float, complex)):
            return recognized(value)
        array = value.array if isinstance(value, Tensor) else np.asarray(value)
        version = version_of(value)
        found = self.known.get(id(array))
        if found is not None:
            if found[2] != version:
                raise op_error(
                    NotImplementedError,
                    "a tensor that was changed in place cannot be written as an expression",
                    code="no-expression",
                    help="compute a new tensor instead, as in `y = y + 1`",
                )
            return found[1]
        expr = of_array(array)
        self.constants.append(expr)
        self.note(array, expr, version)
        return expr

    def truth(self, tensor: Tensor, value: bool) -> bool:
        """Decide a branch."""
        known = self.known.get(id(tensor.array))
        if self.branches is None or known is None:
            return value
        return self.branches.decide(known[1], value)

    def left(self, tensor: Tensor) -> None:
        """Refuse to go on without an expression where the values of inputs become numbers."""
        known = self.known.get(id(tensor.array))
        if self.branches is not None and known is not None and self.branches.depends(known[1]):
            raise self.branches.refuse(
                "a Python number made of an input's values here has no expression",
                "leave it a tensor: without item(), int(), float(), tolist() or such an index",
            )

    def copied(self, arrays: tuple[Any, int, Any, int]) -> None:
        """Know a copy as well."""
        array, version, copy, after = arrays
        found = self.known.get(id(array))
        if found is not None and found[2] == version:
            self.note(copy, found[1], after)

    def applied(
        self, op: Any, operands: Sequence[Any], attrs: dict[str, Any], results: Any
    ) -> None:
        """Know a view of a tensor that was changed in place before by the version that it has."""
        for tensor in results if results.__class__ is tuple else (results,):
            version, found = version_of(tensor), self.known.get(id(tensor.array))
            if version and found is not None:
                self.note(tensor.array, found[1], version)

    def _check_sizes(self, op: Operator, args: Sequence[Expr]) -> None:
        """Refuse a result whose size depends on the values of inputs."""
        if self.branches is None or op.name not in _OF_SOME_SIZE:
            return
        wholly = op.name in _WHOLLY
        for arg in args:
            if (wholly or arg.kind == "b") and self.branches.depends(arg):
                if not wholly and self.branches.picks is not None:
                    self.branches.picks.append(arg)
                    continue
                raise self.branches.refuse(
                    "how many elements are picked here depends on values, which has no expression",
                    "write where(mask, x, 0), which has as many elements as x",
                )

    def operation(
        self, op: Operator, operands: Sequence[Any], attrs: dict[str, Any], compute: Compute
    ) -> Any:
        """Run an operator, and write down what its results are made of."""
        with self.aside():  # what a body is made of is none of the expression
            results = compute(operands, attrs)
        several = results.__class__ is tuple
        arrays = [np.asarray(r) for r in (results if several else (results,))]
        args: list[Expr] = [self.expression(operand) for operand in operands if operand is not None]
        present = tuple(operand is not None for operand in operands)
        frozen = tuple(
            (name, self._frozen(value, args))
            for name, value in attrs.items()
            if value is not None or name == "dim"
        )
        self._check_sizes(op, args)
        if not all(present):
            frozen = (*frozen, ("_present", present))
        version = version_of(operands[0]) if op.view and operands else 0  # views share their base's
        for output, array in enumerate(arrays):
            if id(array) not in self.known:
                place = output if several else None
                self.note(array, express(op, args, frozen, array, place), version)
        return tuple(arrays) if several else arrays[0]

    def _frozen(self, value: Any, args: list[Expr]) -> Any:
        """Return an attribute in a form that can be compared; tensors become operands."""
        if isinstance(value, (Tensor, np.ndarray)):
            args.append(self.expression(value))
            return Slot(len(args) - 1)
        if isinstance(value, (list, tuple)):
            return tuple(self._frozen(item, args) for item in value)
        if isinstance(value, slice):
            return ("slice", value.start, value.stop, value.step)
        if isinstance(value, (DType, Taps)) or value is None or value is ...:
            return value
        if isinstance(value, (bool, int, float, complex, str)):
            return value
        raise op_error(
            NotImplementedError,
            f"a value of type {type(value).__name__} has no place in an expression",
            code="no-expression",
        )


def version_of(value: Any) -> int:
    """Return how often a tensor was changed in place; 0 for anything else."""
    version = getattr(value, "version", None)
    return 0 if version is None else int(version.count)


def express(
    op: Operator,
    args: list[Expr],
    attrs: tuple[tuple[str, Any], ...],
    result: Any,
    output: int | None = None,
) -> Expr:
    """Return the expression for a result of an operator."""
    shape, letter = result.shape, kind(result)
    translation = TRANSLATIONS.get(op.name)
    if translation is not None:
        found = translation(args=args, attrs=dict(attrs), shape=shape, kind=letter, output=output)
        if found is not None:
            return found if found.shape == shape else expand(found, shape)
    if op.creation:
        return of_array(result) if is_short(result) else _opaque(op.name)
    if (
        letter in "iu"
        and shape == ()
        and args
        and all(arg.head in ("array", "number") for arg in args)
    ):
        return of_array(result)  # which numbers of the program's own are counted to
    given = tuple(
        (name, value)
        for name, value in attrs
        if name == "dim" or name == "_present" or value != _default(op, name)
    )
    return settled(call(op.name, args, given, shape, letter, output))


def _default(op: Operator, name: str) -> Any:
    parameter = op.parameters.by_keyword.get(name) or op.parameters.by_keyword.get(name.rstrip("_"))
    return None if parameter is None else parameter.default


def _opaque(name: str) -> Expr:
    raise op_error(
        NotImplementedError,
        f"the many elements that {name}() makes have no short expression",
        code="no-expression",
        help="define the tensor as a constant with -C, and it is called by its name",
    )
