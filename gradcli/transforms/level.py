"""What a transformed function differentiates by: tensors of its own, one level at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any
from weakref import WeakValueDictionary

from gradcli.core.backward import grad
from gradcli.core.graph import check_unpacked
from gradcli.core.node import AccumulateGrad, Node
from gradcli.core.state import STATE, Replaced
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor, next_order
from gradcli.core.values import BORN, UNTRACKED
from gradcli.errors import op_error
from gradcli.transforms.trees import leaves, rebuild

Function = Callable[..., Any]
Argnums = int | tuple[int, ...]

_ENDED: WeakValueDictionary[int, Tensor] = WeakValueDictionary()
"""Own tensors of levels that have given results back, by their ``id``: nobody outside
differentiates by them."""


def differentiating(kind: str = "grad", *, guarded: bool = True) -> Replaced:
    """Return a context in which a transformed function runs that differentiates.

    ``guarded`` refuses changes in place of what the function has neither made nor been given.
    """
    if kind == "grad" and STATE.observers:
        check_unpacked()
    values = {"grad_enabled": not STATE.inference, "transforms": (*STATE.transforms, kind)}
    values["observers"] = STATE.observers  # of which changes in place may add one
    return _Beginning(values) if guarded and not STATE.inference else Replaced(values)


class _Beginning(Replaced):
    """Such a context, in which one knows what is made from what was there before."""

    __slots__ = ()

    def __enter__(self) -> None:
        super().__enter__()
        BORN.append(next_order())

    def __exit__(self, *exception: object) -> None:
        BORN.pop()
        super().__exit__(*exception)


def adopt(tree: Any) -> None:
    """Let a function change tensors that it is given."""
    for leaf in leaves(tree) if BORN else ():
        if isinstance(leaf, Tensor) and leaf.version is not UNTRACKED:
            leaf.shared_version().level = BORN[-1]


class Level:
    """The arguments of one call of a transformed function, as tensors of its own.

    ``args`` is what the function gets, ``own`` the tensors to differentiate by. A result keeps its
    graph where that leads to what somebody else differentiates by.
    """

    __slots__ = ("argnums", "args", "own", "scalar")

    def __init__(self, args: tuple[Any, ...], argnums: Argnums) -> None:
        adopt(args)
        self.scalar = isinstance(argnums, int)
        self.argnums = _positions(args, argnums)
        self.own: list[Tensor] = []
        self.args = list(args)
        for position in self.argnums:
            parts = map(_own, leaves(args[position]))
            self.args[position] = rebuild(args[position], self._kept(parts))

    def _kept(self, parts: Iterator[Tensor]) -> Iterator[Tensor]:
        for part in parts:
            self.own.append(part)
            yield part

    def changeable(self) -> list[Any]:
        """Return the arguments as tensors that the function may change in place, as in PyTorch."""
        given = list(self.args)
        for position in self.argnums:
            parts = iter([_same(part) for part in leaves(given[position])])
            given[position] = rebuild(given[position], parts)
        return given

    def gradients(self, outputs: Sequence[Tensor], weights: Sequence[Any] | None) -> list[Tensor]:
        """Return the gradient of outputs by every own tensor, zeros where there is none.

        It has a history of its own where somebody else differentiates by what is behind it.
        """
        starts = [weight for weight in weights or () if weight is not None]
        known = {id(own) for own in self.own if own.node is None}
        recording = any(start.requires_grad for start in starts) or any(
            id(leaf) not in known for output in outputs for leaf in _leaves_behind(output)
        )
        return _or_zeros(gradients(outputs, self.own, weights, recording), self.own)

    def outside(self, tree: Any) -> Any:
        """Return results for the caller, without a graph that leads to own tensors alone."""
        _ENDED.update({id(own): own for own in self.own if own.node is None})
        closed: set[Any] = set()
        return rebuild(tree, iter([self._released(value, closed) for value in leaves(tree)]))

    def _released(self, value: Any, closed: set[Any]) -> Tensor:
        if not isinstance(value, Tensor):
            raise op_error(RuntimeError, f"Expected tensors, got unsupported type {type(value)}")
        if (
            value.requires_grad
            and STATE.grad_enabled
            and any(id(leaf) not in _ENDED for leaf in _leaves_behind(value, closed))
        ):
            return value
        return value.detach() if value.requires_grad else value

    def like_arguments(self, gradients: Sequence[Any]) -> Any:
        """Arrange values, one for each own tensor, as the arguments are arranged."""
        values = iter(gradients)
        trees = [rebuild(self.args[position], values) for position in self.argnums]
        return trees[0] if self.scalar else tuple(trees)


class Transposed:
    """The gradient of outputs as a function of what weighs them, which is linear.

    Its own gradient is the product of the Jacobian with a vector: forward mode.
    """

    __slots__ = ("ends", "gradients", "weights")

    def __init__(self, ends: Sequence[Tensor], level: Level) -> None:
        self.ends = ends
        self.weights = [OPS["zeros_like"](end).require_grad() for end in ends]
        self.gradients = level.gradients(ends, self.weights)
        level.own += self.weights

    def times(self, tangents: Sequence[Tensor | None]) -> list[Tensor]:
        """Return the product with a vector, for each output; None stands for zeros."""
        pairs = [
            (gradient, tangent)
            for gradient, tangent in zip(self.gradients, tangents, strict=True)
            if tangent is not None
        ]
        sources, starts = [list(part) for part in zip(*pairs, strict=True)]
        return _or_zeros(gradients(sources, self.weights, starts), self.ends)


def gradients(
    outputs: Sequence[Tensor],
    sources: Sequence[Tensor],
    weights: Sequence[Any] | None,
    recording: bool = True,
) -> Sequence[Tensor | None]:
    """Differentiate the outputs that can be; without any, there is no gradient at all."""
    pairs = [
        (output, weight)
        for output, weight in zip(outputs, weights or [None] * len(outputs), strict=True)
        if output.requires_grad
    ]
    if not pairs:
        return [None] * len(sources)
    ends, starts = zip(*pairs, strict=True)
    found: Sequence[Tensor | None] = grad(ends, sources, starts, True, recording, allow_unused=True)
    return found


def _or_zeros(found: Sequence[Tensor | None], like: Sequence[Tensor]) -> list[Tensor]:
    return [
        OPS["zeros_like"](tensor) if gradient is None else gradient
        for gradient, tensor in zip(found, like, strict=True)
    ]


def _positions(args: tuple[Any, ...], argnums: Argnums) -> list[int]:
    """Return the places of the arguments to differentiate by, counted from the first."""
    if not isinstance(argnums, (int, tuple)):
        raise op_error(
            RuntimeError, f"argnums must be int or Tuple[int, ...], got: {type(argnums)}"
        )
    found = tuple(
        _position(args, number) for number in (argnums if isinstance(argnums, tuple) else [argnums])
    )
    if not found:
        raise op_error(RuntimeError, "argnums must be non-empty")
    if len(set(found)) != len(found):
        raise op_error(RuntimeError, f"argnums elements must be unique, got {found}")
    return list(found)


def _position(args: tuple[Any, ...], number: int) -> int:
    if not isinstance(number, int):
        raise op_error(RuntimeError, f"argnum must be int, got: {type(number)}")
    if not -len(args) <= number < len(args):
        raise op_error(RuntimeError, f"Got argnum={number}, but only {len(args)} positional inputs")
    return number % len(args)


def _same(tensor: Tensor) -> Tensor:
    """Return a tensor of the same memory that is neither a leaf nor a view."""
    same = _alias(tensor)
    same.version = tensor.shared_version()
    return same


def _alias(tensor: Tensor) -> Tensor:
    """Return a tensor of the same memory, however that is laid, under a node of its own."""
    alias: Tensor = OPS["_same"](tensor)
    alias.array = tensor.array
    return alias


def _own(value: Any) -> Tensor:
    """Return a tensor of the same values that only this level differentiates by."""
    if not isinstance(value, Tensor):
        raise op_error(
            ValueError, f"Thing passed to transform API must be Tensor, got {type(value)}"
        )
    if value.requires_grad:  # somebody outside differentiates by it as well
        return _alias(value)
    return value.detach().require_grad()


def _leaves_behind(tensor: Tensor, known: set[Any] | None = None) -> Iterator[Any]:
    """Yield the leaves that gradients of a tensor reach, but not by way of what is ``known``.

    What was passed on the way is known to those who have taken all leaves.
    """
    seen = set() if known is None else set(known)
    edge = tensor.edge()
    stack: list[Any] = [] if edge is None else [edge[0]]
    while stack:
        target = stack.pop()
        if target in seen:
            continue
        seen.add(target)
        if isinstance(target, AccumulateGrad):
            yield target.variable
        elif isinstance(target, Node):
            stack.extend([edge[0] for edge in target.edges if edge is not None])
        else:
            yield target
    if known is not None:
        known |= seen
