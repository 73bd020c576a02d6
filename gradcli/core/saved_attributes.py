"""What nodes saved, as programs see it: ``_saved_self``, and the hooks of saved tensors.

PyTorch names what a node saves after the arguments of its own derivative formulas. Here a rule's
parameters say what is saved; this module translates the names.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from gradcli.core.node import AccumulateGrad, Node
from gradcli.core.saved import Pack, Packed, Packing, Rule, SavedResult, freed_error, saved_tensor
from gradcli.core.table import Operator
from gradcli.core.tensor import Tensor
from gradcli.errors import op_error

_SECOND = frozenset({"batch2", "exponent", "mat2", "other", "tensor", "vec", "vec2"})
"""PyTorch's names of a second operand that may have another name here."""

_REDUCTIONS = {"none": 0, "mean": 1, "sum": 2}


def saved_attribute(node: Node, name: str) -> Any:
    """Return ``node._saved_<name>`` or ``node._raw_saved_<name>``."""
    raw = name.startswith("_raw")
    found = _find(node, name.removeprefix("_raw").removeprefix("_saved_"), raw)
    if found is _MISSING:
        raise op_error(
            AttributeError,
            f"'{node.label}' object has no attribute '{name}'",
            code="attribute",
            operands=(0,),
        )
    return found


_MISSING = object()


def _find(node: Node, name: str, raw: bool) -> Any:
    op = node.op
    if op is None or isinstance(node, AccumulateGrad):
        return _MISSING
    rules = (op.joint,) if op.joint is not None else op.rules
    operand, _, kind = name.partition("_sym_")
    if kind and not raw:
        return _sizes(node, operand, kind)
    for candidate in _candidates(name, op):
        for index, rule in enumerate(rules):
            if candidate in rule.names:
                return _value(node, index, rule, candidate, name, raw)
    return _MISSING


def _candidates(name: str, op: Operator) -> tuple[str, ...]:
    """Return the names of ours that a name of PyTorch's may stand for, the likeliest first."""
    operands: tuple[str, ...] = op.parameters.operands
    if "base" in op.parameters.by_keyword:  # a number to the power of a tensor
        names = {"self": ("base",), "exponent": operands[:1], "result": ("y",)}
        return names.get(name, (name,))
    if name == "self":
        return operands[:1]
    if name in _SECOND:
        return (name, *operands[1:2])
    return {"indices": ("indices", "y1"), "result": ("y",)}.get(name, (name,))


def _sizes(node: Node, name: str, kind: str) -> Any:
    """Return the shape, or the number of elements, of an operand that a gradient goes to."""
    assert node.op is not None
    operands = node.op.parameters.operands
    found = [c for c in _candidates(name, node.op) if c in operands]
    slots = node.op.slots or tuple(range(len(operands)))
    if not found or operands.index(found[0]) not in slots or kind not in ("sizes", "numel"):
        return _MISSING
    edge = node.edges[slots.index(operands.index(found[0]))]
    if edge is None:
        return _MISSING
    shape = tuple(edge[0].meta(edge[1])[0])
    return shape if kind == "sizes" else math.prod(shape)


def _value(node: Node, index: int, rule: Rule, ours: str, name: str, raw: bool) -> Any:
    if node.saved is None and not raw:
        raise freed_error(node)
    values = None if node.saved is None else node.saved[index]
    if values is None:
        return SavedTensor(node, index, None) if raw else _default(node, ours, name)
    place = rule.names.index(ours)
    if raw:
        return SavedTensor(node, index, place)
    value = values[place]
    if isinstance(value, (Tensor, SavedResult, Packed)):
        return saved_tensor(node, index, place)
    return _as_pytorch_has_it(node, value, ours, name)


def _default(node: Node, ours: str, name: str) -> Any:
    """Return what is seen of an argument of a rule that no gradient asks for."""
    assert node.op is not None
    parameter = node.op.parameters.by_keyword.get(ours)
    if parameter is None or parameter.operand or ours in node.op.parameters.operands:
        return None
    return _as_pytorch_has_it(node, parameter.default, ours, name)


def _as_pytorch_has_it(node: Node, value: Any, ours: str, name: str) -> Any:
    """Return a saved value that is no tensor in the form that PyTorch saves it in."""
    assert node.op is not None
    if name == "other" and isinstance(value, (bool, int, float, complex)):
        return Tensor(np.array(value))  # a number that takes a tensor's place
    if name == "alpha" and value is None:
        return 1
    if name == "reduction":
        return _REDUCTIONS.get(value, value)
    if name == "indices":
        return tuple([Tensor(i) if isinstance(i, np.ndarray) else i for i in value])
    parameter = node.op.parameters.by_keyword.get(ours)
    many = parameter is not None and parameter.accepts.startswith(("Dims", "Ints"))
    if many and isinstance(value, int) and not isinstance(value, bool):
        value = (value,)
    if ours.startswith("dim"):
        return tuple(map(_unsigned, value)) if isinstance(value, tuple) else _unsigned(value)
    return value


def _unsigned(dim: Any) -> Any:
    """Return a dimension as PyTorch shows it, which is without a sign."""
    return dim + 2**64 if isinstance(dim, int) and dim < 0 else dim


class SavedTensor:
    """A place where a node saves a tensor; hooks can be registered for it."""

    __slots__ = ("index", "node", "place")
    __module__ = "torch._C._autograd"

    def __init__(self, node: Node, index: int, place: int | None) -> None:
        self.node = node
        self.index = index
        self.place = place

    def __repr__(self) -> str:
        return "<torch._C._autograd.SavedTensor object>"

    def register_hooks(self, *hooks: Pack) -> None:
        """Pack the saved tensor now, by the first hook, and unpack it when it is asked for."""
        if len(hooks) != 2 or not all(map(callable, hooks)):
            raise op_error(TypeError, _NO_HOOKS)
        node, saved = self.node, self.node.saved
        values = None if saved is None else saved[self.index]
        if values is None or self.place is None or saved is None or values[self.place] is None:
            raise op_error(
                RuntimeError,
                "Calling register_hooks on a saved tensor with value None is forbidden",
            )
        if isinstance(values[self.place], Packed):
            raise op_error(
                RuntimeError,
                "Calling register_hooks on a saved tensor whose hooks have already been set. Hint: "
                "only one pair of hooks is allowed at a time.",
            )
        tensor = saved_tensor(node, self.index, self.place)
        if isinstance(tensor, Tensor):
            packed = Packed(tensor, Packing(*hooks), node)
            new = (*values[: self.place], packed, *values[self.place + 1 :])
            node.saved = (*saved[: self.index], new, *saved[self.index + 1 :])


_NO_HOOKS = (
    "register_hooks(): incompatible function arguments. The following argument types are supported:"
)
_NAMES = (
    "alpha anchor beta buffer condition correction cx dim dim0 dim1 dims end exponent grid index "
    "indices input input1 input2 keepdim label lambd mask mat1 mat2 max max_norm mean min "
    "negative_slope norm_type other p padding positive reduction repeats result running_mean "
    "running_var self self_sym_numel self_sym_sizes shifts source split_size start step sum target "
    "tensor tensor1 tensor2 threshold total_weight training value vec vec2 weight"
)
"""What PyTorch's nodes save, for Python code. A ``__getattr__`` would slow every attribute down."""


def _attribute(name: str) -> property:
    return property(lambda node: saved_attribute(node, name))


for _name in _NAMES.split():
    for _prefix in ("_saved_", "_raw_saved_"):
        setattr(Node, _prefix + _name, _attribute(_prefix + _name))
