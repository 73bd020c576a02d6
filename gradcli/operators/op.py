"""What an operator is, and what happens when it is called: computing and recording.

This module knows how operators run. How they are declared is known to ``declare``; it knows none by
name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from gradcli.core.modes import PACKINGS, STATE, TRACERS
from gradcli.core.node import NODE_KINDS, UNTRACKED, Node
from gradcli.core.rules import Rule, versions_of
from gradcli.core.table import NAMESPACES
from gradcli.core.tensor import Tensor
from gradcli.errors import OpError, op_error
from gradcli.numerics import arrays as array_helpers
from gradcli.numerics.dtypes import DIFFERENTIABLE, NARROW
from gradcli.operators import signature as binding
from gradcli.operators.return_types import ReturnType

Label = str | tuple[str | Callable[..., str], ...] | Callable[..., str]

_SINGLE, _DOUBLE = np.dtype(np.float32), np.dtype(np.float64)

_SLIPS = (ArithmeticError, AttributeError, LookupError, MemoryError, ValueError)
"""What bodies raise, besides TypeError, for arguments that nobody thought of."""


class Op:
    """One operator; see ``op`` for what its declaration says."""

    __slots__ = (
        "__weakref__",
        "aliases",
        "body",
        "broadcasts",
        "composite",
        "creation",
        "differentiable",
        "doc",
        "example",
        "fields",
        "infix",
        "inplace",
        "joint",
        "keeping",
        "label",
        "linear",
        "module",
        "most",
        "name",
        "paired",
        "parameters",
        "plain",
        "promotes",
        "rules",
        "slots",
        "variadic",
        "view",
        "where",
        "widens",
    )

    aliases: tuple[str, ...]
    broadcasts: bool
    composite: bool
    creation: bool
    differentiable: bool
    example: tuple[str, ...]
    fields: tuple[str, ...]
    infix: str | None
    label: Label
    linear: bool
    promotes: Callable[[list[Any]], list[Any]] | None
    variadic: bool
    view: bool
    widens: bool
    where: frozenset[str]

    def __init__(self, name: str, body: Callable[..., Any], parameters: binding.Signature) -> None:
        self.name = name
        self.body = body
        self.parameters = parameters
        self.doc = self.module = ""
        self.rules: tuple[Rule, ...] = ()
        self.most = len(parameters.operands)  # operands given by position
        self.slots: tuple[int, ...] = ()  # the operands that the rules are for
        self.paired = False  # whether ``apply_pair`` knows its way
        self.plain = False  # whether there is a rule for each operand, in their order
        self.keeping: tuple[int, ...] = ()  # the rules that save values of operands or results
        self.joint: Rule | None = None
        self.inplace: InplaceOp | None = None

    def __repr__(self) -> str:
        return f"<built-in method {self.parameters.name}>"

    @property
    def family(self) -> str:
        """Return the name of the module that declares the operator."""
        return self.module.rpartition(".")[2]

    @property
    def keeps_first(self) -> bool:
        """Tell whether a rule needs the first operand's values."""
        rules = self.rules if self.joint is None else (self.joint,)
        return any(self.parameters.operands[0] in rule.names for rule in rules)

    def names_in(self, namespace: str) -> tuple[str, ...]:
        """Return the operator's names in one of the ``NAMESPACES``."""
        own = (self.name, *self.aliases) if namespace in self.where else ()
        prefix = namespace + "."
        return own + tuple(
            entry.removeprefix(prefix)
            for entry in sorted(self.where)
            if entry.startswith(prefix) and entry not in NAMESPACES
        )

    @property
    def signature(self) -> str:
        """Return how users call the operator."""
        return str(self.parameters)

    def __call__(self, *operands: Any, **attrs: Any) -> Any:
        """Run on operands given by position and attributes given by keyword.

        This is how rules, bodies of composites and the core call operators: on arrays it computes,
        on tensors it records. Nothing is checked or converted; users go through ``call``.
        """
        if self.composite:
            return self.body(*operands, **attrs)
        if len(operands) > self.most:
            raise TypeError(f"{self.name}: attributes are given by keyword")
        flat = operands[0] if self.variadic else operands
        for operand in flat:
            if isinstance(operand, Tensor):
                return self.create(flat, **attrs) if self.creation else self.apply(flat, attrs)
        return self.body(np, *operands, **attrs)

    def create(self, operands: Sequence[Any], requires_grad: bool = False, **attrs: Any) -> Tensor:
        """Make a new leaf."""
        tensor = Tensor(self.compute(operands, attrs))
        if requires_grad:
            if tensor.array.dtype.kind not in DIFFERENTIABLE:
                raise op_error(
                    RuntimeError,
                    "Only Tensors of floating point and complex dtype can require gradients",
                    code="requires-grad",
                )
            tensor.needs_grad = True
        return _unrecorded(tensor) if STATE.inference else tensor

    def call(self, *args: Any, **kwargs: Any) -> Any:
        """Run as a user's function call: bind, check and convert the arguments first."""
        if kwargs and kwargs.get("out") is not None and not self.view:
            return self.call_into(*args, **kwargs)
        operands, attrs = self.parameters.bind(args, kwargs, method=False)
        if self.creation:
            return self.create(operands, **attrs)
        return self.compose(operands, attrs) if self.composite else self(*operands, **attrs)

    def compose(self, operands: Sequence[Any], attrs: dict[str, Any]) -> Any:
        """Run the body of a composite for a user, whose arguments may be worse than expected."""
        try:
            return self.body(*operands, **attrs)
        except OpError:
            raise
        except TypeError as error:
            message = f"{self.parameters.name}(): {error}"
            raise op_error(TypeError, message, code="operands") from error
        except _SLIPS as error:
            arrays = [getattr(operand, "array", operand) for operand in operands]
            array_helpers.explain_refusal(self.parameters.name, error, arrays)
            raise

    def call_into(self, *args: Any, out: Any, **kwargs: Any) -> Any:
        """Run as a user's function call that says where the results go."""
        from gradcli.operators.out import compute_into

        if "dtype" in self.parameters.by_keyword and isinstance(out, Tensor):
            kwargs.setdefault("dtype", out.dtype)
        return compute_into(out, self.parameters.name, self.call, args, kwargs)

    def call_functional(self, *args: Any, inplace: Any = False, **kwargs: Any) -> Any:
        """Run as a user's call in a namespace where ``inplace`` is one more, last argument."""
        if len(args) == len(self.parameters.positional) + 1:
            *args, inplace = args  # type: ignore[assignment]
        if inplace and self.inplace is not None:
            return self.inplace.call_method(*args, **kwargs)
        return self.call(*args, **kwargs)

    def call_method(self, *args: Any, **kwargs: Any) -> Any:
        """Run as a user's method call, the tensor first."""
        operands, attrs = self.parameters.bind(args, kwargs, method=True)
        if self.composite:
            return self.compose(operands, attrs)
        if self.creation or self.variadic:
            return self(*operands, **attrs)
        return self.apply(operands, attrs)

    def apply(self, operands: Sequence[Any], attrs: dict[str, Any]) -> Any:
        """Compute on tensors and numbers, and record what a gradient will need."""
        result = self.compute(operands, attrs)
        if result.__class__ is tuple:
            return self.apply_several(operands, attrs, result)
        tensor = Tensor(result)
        if self.view:
            views().link(self, operands, attrs, (tensor,), multiple=False)
        if not STATE.grad_enabled:
            return _unrecorded(tensor) if STATE.inference else tensor
        if self.differentiable:
            node = self.make_node(operands, attrs, (tensor,))
            if node is not None:
                tensor.node = node
                tensor.needs_grad = True
        return tensor

    def apply_pair(self, a: Tensor, b: Tensor) -> Any:
        """Do what ``apply`` does, written out for the way that most operations go.

        That is two tensors of one floating-point type, in memory that nothing shares, and an
        operator that is ``paired``. It takes four fifths of the time; ``apply`` does the rest.
        """
        x, y = a.array, b.array
        dtype = x.dtype
        shared = a.cell is not None or b.cell is not None or TRACERS
        if shared or y.dtype is not dtype or (dtype is not _SINGLE and dtype is not _DOUBLE):
            return self.apply((a, b), {})
        try:
            tensor = Tensor(STATE.quietly(self.body, np, x, y))
        except Exception:
            return self.apply((a, b), {})  # which explains what is wrong
        if not STATE.grad_enabled:
            return _unrecorded(tensor) if STATE.inference else tensor
        if not (a.needs_grad or b.needs_grad):
            return tensor
        operands, results = (a, b), (tensor,)
        left = right = left_saved = right_saved = None
        if a.needs_grad:
            left = (a, 0) if a.node is None else (a.node, a.output_nr)
            left_saved = self.rules[0].save(operands, results, {})
        if b.needs_grad:
            right = (b, 0) if b.node is None else (b.node, b.output_nr)
            right_saved = self.rules[1].save(operands, results, {})
        array = tensor.array
        node = Node(self, self.label, (left, right), array.shape, array.dtype)  # type: ignore[arg-type]
        node.saved = (left_saved, right_saved)
        tensor.node, tensor.needs_grad = node, True
        if PACKINGS:
            announce(node, operands, {})
        return tensor

    def apply_several(
        self, operands: Sequence[Any], attrs: dict[str, Any], arrays: tuple[Any, ...]
    ) -> tuple[Tensor, ...]:
        """Record an operation with several results."""
        results = tuple(map(Tensor, arrays))
        if not results:
            return results
        if self.view:
            views().link(self, operands, attrs, results, multiple=True)
        if STATE.inference:
            return tuple(map(_unrecorded, results))
        if self.differentiable and STATE.grad_enabled:
            node = self.make_node(operands, attrs, results)
            if node is not None:
                _attach(node, results)
        return ReturnType(self.name, self.fields, results) if self.fields else results

    def compute(self, operands: Sequence[Any], attrs: dict[str, Any]) -> Any:
        """Run the body on the operands' arrays, promoted as declared."""
        if TRACERS:
            return TRACERS[-1].operation(self, operands, attrs)
        return self.computed(operands, attrs)

    def computed(self, operands: Sequence[Any], attrs: dict[str, Any]) -> Any:
        """Do what ``compute`` does where nothing follows it."""
        arrays = []
        for operand in operands:
            arrays.append(operand.array if operand.__class__ is Tensor else operand)
        if self.promotes is not None:
            arrays = self.promotes(arrays)
        if NARROW and self.widens and not self.view:
            return self.compute_wider(arrays, attrs)
        return self.run(arrays, attrs)

    def compute_wider(self, arrays: list[Any], attrs: dict[str, Any]) -> Any:
        """Run the body in float32 on operands of narrow types, and convert the results back."""
        narrow = next((a.dtype for a in arrays if getattr(a, "dtype", None) in NARROW), None)
        result = self.run(list(map(array_helpers.widen, arrays)), attrs)
        if narrow is None or attrs.get("dtype") is not None:
            return result
        if result.__class__ is tuple:
            return tuple(array_helpers.narrowed(part, narrow) for part in result)
        return array_helpers.narrowed(result, narrow)

    def run(self, arrays: list[Any], attrs: dict[str, Any]) -> Any:
        """Run the body on arrays."""
        try:
            if self.variadic:
                return STATE.quietly(self.body, np, arrays, **attrs)
            if attrs or len(arrays) != 2:
                return STATE.quietly(self.body, np, *arrays, **attrs)
            a, b = arrays  # spelled out for speed
            return STATE.quietly(self.body, np, a, b)
        except OpError:
            raise
        except (TypeError, *_SLIPS) as error:
            array_helpers.explain_refusal(self.name, error, arrays)
            raise

    def make_node(
        self, operands: Sequence[Any], attrs: dict[str, Any], results: Sequence[Tensor]
    ) -> Node | None:
        """Return a node with saved values, or None if no operand can receive a gradient."""
        array = results[0].array
        dtype = array.dtype
        if dtype is not _SINGLE and dtype.kind not in DIFFERENTIABLE:
            return None
        edges: list[Any] = []
        saved: list[Any] = []
        tracked = changed = False
        pairs = zip(operands, self.rules) if self.plain else self.slotted(operands)  # noqa: B905
        for operand, rule in pairs:
            edge = values = None
            if operand.__class__ is Tensor:
                if operand.cell is not None:
                    changed = True
                if operand.origin is not None:
                    edge = operand.edge() if operand.requires_grad else None
                elif operand.needs_grad:
                    node = operand.node
                    edge = (operand, 0) if node is None else (node, operand.output_nr)
                if edge is not None:
                    tracked = True
                    if rule is not None:
                        values = rule.save(operands, results, attrs)
            edges.append(edge)
            saved.append(values)
        if not tracked:
            return None
        label: Any = self.label
        if label.__class__ is not str:
            label = choose_label(label, operands, attrs)
        kind = NODE_KINDS.get(dtype.kind, Node)
        node = kind(self, label, tuple(edges), array.shape, dtype)
        if self.joint is not None:
            saved = [self.joint.save(operands, results, attrs)]
        node.saved = tuple(saved)
        if changed or not self.plain:  # some saved value may have been changed in place before
            node.versions = versions_of(saved)
        if PACKINGS:
            announce(node, operands, attrs)
        return node

    def slotted(self, operands: Sequence[Any]) -> Iterable[tuple[Any, Rule | None]]:
        """Pair the operands that a gradient can reach with their rules."""
        if self.joint is not None:
            return [(operand, None) for operand in operands]
        if isinstance(self.label, tuple) and not isinstance(operands[-1], Tensor):
            return [(operands[slot], rule) for slot, rule in zip(self.slots[:-1], self.rules)]  # noqa: B905
        return [(operands[slot], rule) for slot, rule in zip(self.slots, self.rules, strict=True)]


def _unrecorded(tensor: Tensor) -> Tensor:
    """Mark a tensor made in inference mode, unless it shares the memory of one that was not."""
    if tensor.cell is None:
        tensor.cell = UNTRACKED
    return tensor


def _attach(node: Node, results: Sequence[Tensor]) -> None:
    """Make results the outputs of a node, where they can have gradients."""
    node.others = tuple((tensor.array.shape, tensor.array.dtype) for tensor in results[1:])
    for output_nr, tensor in enumerate(results):
        if tensor.array.dtype.kind in DIFFERENTIABLE:
            tensor.attach(node, output_nr)


def announce(node: Node, operands: Sequence[Any], attrs: dict[str, Any]) -> None:
    """Tell of a new node whoever records, and pack what it saved; programs seldom need either."""
    from gradcli.core.saved import pack_saved

    if STATE.recorder is not None:
        STATE.recorder.made(node, operands, attrs)
    pack_saved(node)


def views() -> Any:
    """Return the module of views, which imports this one."""
    from gradcli.core import views

    return views


class InplaceOp:
    """The form of an operator that overwrites its first operand, as ``add_``."""

    __slots__ = ("label", "name", "op", "parameters")

    def __init__(self, op: Op, label: Label | None) -> None:
        self.op = op
        self.label = label  # the node's name, where it is not the operator's
        self.name = op.parameters.name + "_"
        self.parameters = op.parameters.renamed(self.name)

    def __repr__(self) -> str:
        return f"<built-in method {self.name}>"

    def __call__(self, target: Tensor, *operands: Any, **attrs: Any) -> Tensor:
        """Overwrite ``target`` with the result for it and ``operands``."""
        from gradcli.core.inplace import overwrite

        return overwrite(self.op, (target, *operands), attrs)

    def call_method(self, *args: Any, **kwargs: Any) -> Tensor:
        """Run as a user's method call, the tensor first."""
        operands, attrs = self.parameters.bind(args, kwargs, method=True)
        if not isinstance(operands[0], Tensor):
            kind = type(operands[0]).__name__
            message = f"{self.name}(): argument 'input' (position 1) must be Tensor, not {kind}"
            raise op_error(TypeError, message, operands=(0,))
        return self(*operands, **attrs)


def choose_label(label: Label, operands: Sequence[Any], attrs: dict[str, Any]) -> str:
    """Return the name of a node, which can depend on how the operator was called."""
    if isinstance(label, tuple):
        last, tensors, *first = label
        if first and not isinstance(operands[0], Tensor):
            last = tensors = first[0]
        label = tensors if isinstance(operands[-1], Tensor) else last
    return label if isinstance(label, str) else label(**attrs)
