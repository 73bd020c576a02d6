"""What an operator is: one declaration from which everything about it follows.

An operator states its forward body, its derivative by operand, its PyTorch names, its
documentation, its samples and its expected errors in one place; functions, methods, infix signs,
node names, documentation and tests are read off the table ``OPS``. This module knows how operators
are declared, called and recorded. It knows none by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from gradcli.core import arrays as array_helpers
from gradcli.core import binding
from gradcli.core.infix import install_infix
from gradcli.core.modes import STATE
from gradcli.core.node import Node
from gradcli.core.rules import Rule, local_rule, over, versions_of, vjp_rule
from gradcli.core.samples import ErrorSample, Sample
from gradcli.core.tensor import Tensor
from gradcli.errors import OpError, op_error

Array = Any
Arrays = Any
Number = bool | int | float | complex
Real = int | float
Ints = tuple[int, ...]
Dims = int | tuple[int, ...]

OPS: dict[str, Op] = {}
"""The operator table: every declared operator by name."""

METHODS: dict[str, Callable[..., Any]] = {}
"""The operators that are methods of tensors, by every name of the method; read off ``OPS``."""


_SINGLE, _DOUBLE = np.dtype(np.float32), np.dtype(np.float64)


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
        "errors",
        "infix",
        "inplace",
        "joint",
        "keeping",
        "label",
        "linear",
        "name",
        "paired",
        "parameters",
        "plain",
        "promotes",
        "rules",
        "samples",
        "slots",
        "variadic",
        "view",
        "where",
    )

    aliases: tuple[str, ...]
    broadcasts: bool
    composite: bool
    creation: bool
    differentiable: bool
    errors: tuple[ErrorSample, ...]
    infix: str | None
    label: str | Callable[..., str]
    linear: bool
    promotes: Callable[[list[Any]], list[Any]] | None
    samples: tuple[Sample, ...]
    variadic: bool
    view: bool
    where: frozenset[str]

    def __init__(self, name: str, body: Callable[..., Any], parameters: binding.Signature) -> None:
        self.name = name
        self.body = body
        self.parameters = parameters
        self.doc = (body.__doc__ or "").strip()
        self.rules: tuple[Rule, ...] = ()
        self.slots: tuple[int, ...] = ()  # the operands that the rules are for
        self.paired = False  # whether ``apply_pair`` knows its way
        self.plain = False  # whether there is a rule for each operand, in their order
        self.keeping: tuple[int, ...] = ()  # the rules that save values of operands or results
        self.joint: Rule | None = None
        self.inplace: InplaceOp | None = None

    def __repr__(self) -> str:
        return f"<built-in method {self.name}>"

    @property
    def keeps_first(self) -> bool:
        """Tell whether a rule needs the first operand's values."""
        return any(self.parameters.operands[0] in rule.names for rule in self.rules)

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
        flat = operands[0] if self.variadic else operands
        for operand in flat:
            if isinstance(operand, Tensor):
                return self.create(flat, **attrs) if self.creation else self.apply(flat, attrs)
        return self.body(np, *operands, **attrs)

    def create(self, operands: Sequence[Any], requires_grad: bool = False, **attrs: Any) -> Tensor:
        """Make a new leaf."""
        tensor = Tensor(self.compute(operands, attrs))
        if requires_grad:
            if tensor.array.dtype.kind not in "fc":
                raise op_error(
                    RuntimeError,
                    "Only Tensors of floating point and complex dtype can require gradients",
                    code="requires-grad",
                )
            tensor.needs_grad = True
        return tensor

    def call(self, *args: Any, **kwargs: Any) -> Any:
        """Run as a user's function call: bind, check and convert the arguments first."""
        operands, attrs = self.parameters.bind(args, kwargs, method=False)
        return self.create(operands, **attrs) if self.creation else self(*operands, **attrs)

    def call_method(self, *args: Any, **kwargs: Any) -> Any:
        """Run as a user's method call, the tensor first."""
        operands, attrs = self.parameters.bind(args, kwargs, method=True)
        if self.composite or self.creation or self.variadic:
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
        if self.differentiable and STATE.grad_enabled:
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
        shared = a.cell is not None or b.cell is not None
        if shared or y.dtype is not dtype or (dtype is not _SINGLE and dtype is not _DOUBLE):
            return self.apply((a, b), {})
        try:
            tensor = Tensor(STATE.quietly(self.body, np, x, y))
        except Exception:
            return self.apply((a, b), {})  # which explains what is wrong
        if not (a.needs_grad or b.needs_grad) or not STATE.grad_enabled:
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
        if self.differentiable and STATE.grad_enabled:
            node = self.make_node(operands, attrs, results)
            if node is not None:
                _attach(node, results)
        return results

    def compute(self, operands: Sequence[Any], attrs: dict[str, Any]) -> Any:
        """Run the body on the operands' arrays, promoted as declared."""
        arrays = []
        for operand in operands:
            arrays.append(operand.array if operand.__class__ is Tensor else operand)
        if self.promotes is not None:
            arrays = self.promotes(arrays)
        try:
            if self.variadic:
                return STATE.quietly(self.body, np, arrays, **attrs)
            if attrs or len(arrays) != 2:
                return STATE.quietly(self.body, np, *arrays, **attrs)
            a, b = arrays  # spelled out for speed
            return STATE.quietly(self.body, np, a, b)
        except OpError:
            raise
        except (ArithmeticError, IndexError, MemoryError, TypeError, ValueError) as error:
            array_helpers.explain_refusal(self.name, error, arrays)
            raise

    def make_node(
        self, operands: Sequence[Any], attrs: dict[str, Any], results: Sequence[Tensor]
    ) -> Node | None:
        """Return a node with saved values, or None if no operand can receive a gradient."""
        array = results[0].array
        dtype = array.dtype
        if dtype is not _SINGLE and dtype.kind not in "fc":
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
        label = self.label if self.label.__class__ is str else self.label(**attrs)  # type: ignore[operator]
        node = Node(self, label, tuple(edges), array.shape, dtype)
        if self.joint is not None:
            saved = [self.joint.save(operands, results, attrs)]
        node.saved = tuple(saved)
        if changed or not self.plain:  # some saved value may have been changed in place before
            node.versions = versions_of(saved)
        return node

    def slotted(self, operands: Sequence[Any]) -> Iterable[tuple[Any, Rule | None]]:
        """Pair the operands that a gradient can reach with their rules."""
        if self.joint is not None:
            return [(operand, None) for operand in operands]
        return [(operands[slot], rule) for slot, rule in zip(self.slots, self.rules, strict=True)]


def _attach(node: Node, results: Sequence[Tensor]) -> None:
    """Make results the outputs of a node, where they can have gradients."""
    node.others = tuple((tensor.array.shape, tensor.array.dtype) for tensor in results[1:])
    for output_nr, tensor in enumerate(results):
        if tensor.array.dtype.kind in "fc":
            tensor.attach(node, output_nr)


def views() -> Any:
    """Return the module of views, which imports this one."""
    from gradcli.core import views

    return views


class InplaceOp:
    """The form of an operator that overwrites its first operand, as ``add_``."""

    __slots__ = ("name", "op")

    def __init__(self, op: Op) -> None:
        self.op = op
        self.name = op.name + "_"

    def __repr__(self) -> str:
        return f"<built-in method {self.name}>"

    def __call__(self, target: Tensor, *operands: Any, **attrs: Any) -> Tensor:
        """Overwrite ``target`` with the result for it and ``operands``."""
        result: Tensor = views().overwrite(self.op, (target, *operands), attrs)
        return result

    def call_method(self, *args: Any, **kwargs: Any) -> Tensor:
        """Run as a user's method call, the tensor first."""
        operands, attrs = self.op.parameters.bind(args, kwargs, method=True)
        return self(*operands, **attrs)


def op(
    *,
    d: Any = None,
    vjp: Any = None,
    linear: bool = False,
    constant: bool = False,
    composite: bool = False,
    creation: bool = False,
    promotes: Callable[[list[Any]], list[Any]] | None = None,
    broadcasts: bool | None = None,
    variadic: bool = False,
    view: bool = False,
    node: str | Callable[..., str] | None = None,
    where: Iterable[str] = ("torch", "Tensor"),
    aliases: Iterable[str] = (),
    infix: str | None = None,
    reflected: str | None = None,
    inplace: bool = False,
    overloaded: bool = False,
    samples: Iterable[Sample] = (),
    errors: Iterable[ErrorSample] = (),
) -> Callable[[Callable[..., Any]], Op]:
    """Declare an operator; the decorated function is its forward body.

    The body's name is the operator's name, and its parameters are PyTorch's: first the array
    namespace, then the operands (before ``/``), then the attributes. Annotations say what users may
    pass. One of these says what kind of operator it is:

    - ``d``: elementwise, with the local derivative by each operand: a function of what it needs
      (see ``Rule``), a number, or None for no derivative; a tuple for several operands.
    - ``vjp``: anything else, with a function from the gradient of the result to the gradient of
      each operand. ``linear`` says besides that the operator is linear in its operands.
    - ``constant``: no derivative at all.
    - ``creation``: a new leaf; users may also say ``requires_grad=True``.
    - ``composite``: the body takes no namespace and calls other operators; the graph shows those.

    ``promotes`` brings the operands to common element types. ``broadcasts`` (elementwise operators
    do) lets gradients be summed over broadcast axes. ``variadic`` operators take one sequence of
    operands. ``view`` says that results may share memory with the first operand. ``node`` is
    PyTorch's node name where it does not follow from the operator's, or a function of the
    attributes. ``where`` lists the namespaces of the name and its ``aliases``; in ``"attribute"``
    it is read without brackets, as ``x.T``, and in ``"in-place"`` only the form that overwrites
    exists, as ``x.zero_()``. ``infix`` and ``reflected`` are Python's signs. ``inplace`` adds the
    form that overwrites. ``overloaded`` marks functions whose argument errors PyTorch words
    differently.
    """

    def declare(body: Callable[..., Any]) -> Op:
        name = body.__name__.rstrip("_")
        signature = binding.Signature(
            name,
            body,
            skip=0 if composite else 1,
            overloaded=overloaded,
            extra=("requires_grad",) if creation else (),
        )
        operator = Op(name, body, signature)
        operator.creation = creation
        operator.composite, operator.variadic, operator.linear = composite, variadic, linear
        operator.promotes, operator.view = promotes, view
        operator.broadcasts = d is not None if broadcasts is None else broadcasts
        operator.label = node or node_label(name)
        operator.where, operator.aliases = frozenset(where), tuple(aliases)
        operator.samples, operator.errors = tuple(samples), tuple(errors)
        operator.infix = infix or reflected
        operator.differentiable = not (constant or composite or creation)
        if operator.differentiable:
            _add_rules(operator, d, vjp)
        if inplace:
            operator.inplace = InplaceOp(operator)
        install_infix(operator, infix, reflected)
        if name in OPS:
            raise ValueError(f"the operator {name} is declared twice")
        OPS[name] = operator
        _register_methods(operator)
        return operator

    return declare


def _register_methods(operator: Op) -> None:
    if "attribute" in operator.where:
        setattr(Tensor, operator.name, property(operator.__call__))
    methods = {"": operator.call_method} if "Tensor" in operator.where else {}
    if operator.inplace is not None and operator.where & {"Tensor", "in-place"}:
        methods["_"] = operator.inplace.call_method
    for suffix, method in methods.items():
        for name in (operator.name, *operator.aliases):
            METHODS[name + suffix] = method
            setattr(Tensor, name + suffix, _as_method(method))


def _as_method(call: Callable[..., Any]) -> Callable[..., Any]:
    return lambda tensor, *args, **kwargs: call(tensor, *args, **kwargs)


def node_label(name: str) -> str:
    """Return PyTorch's node name for an operator's name: ``Log1PBackward0`` for ``log1p``."""
    return "".join(part.title() for part in name.split("_")) + "Backward0"


def _add_rules(operator: Op, d: Any, vjp: Any) -> None:
    if operator.variadic:
        operator.joint = vjp_rule(vjp, operator.parameters, variadic=True)
        return
    given = vjp if d is None else d
    given = given if isinstance(given, tuple) and not isinstance(given, over) else (given,)
    if len(given) != operator.parameters.operand_count:
        raise ValueError(f"{operator.name}: a derivative for each operand, or None")
    make = vjp_rule if d is None else local_rule
    slots = tuple(slot for slot, rule in enumerate(given) if rule is not None)
    operator.rules = tuple(make(given[slot], operator.parameters) for slot in slots)
    operator.keeping = tuple(i for i, rule in enumerate(operator.rules) if rule.keeps_values)
    operator.plain = len(slots) == len(given)
    operator.paired = operator.plain and len(slots) == 2 and isinstance(operator.label, str)
    operator.slots = slots
