"""Saved values: what a derivative rule needs, what a node keeps for it, how it is found again.

A tensor is kept as it is, with the version it had; the node's own result without the reference
cycle that its tensor would make; and what the hooks of a program packed, packed. This module knows
how a rule's parameters name what is saved, and no operator by name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple
from weakref import ref

import numpy as np

from gradcli.core.hooks import call_hook
from gradcli.core.state import STATE
from gradcli.core.tensor import Tensor
from gradcli.core.values import TENSORS, UNTRACKED, Version
from gradcli.errors import OpError, op_error
from gradcli.numerics import dtypes
from gradcli.numerics.arrays import check_broadcast, is_turned

Pack = Callable[[Any], Any]
_ndarray = np.ndarray  # a name of its own, for what every operation runs


class SavedResult:
    """An operation's own result, saved without the reference cycle that the tensor would make.

    ``history`` refers to the change in place of a part of a tensor that the operation was, if so.
    """

    __slots__ = ("__weakref__", "array", "history", "output_nr", "version")

    def __init__(self, tensor: Any, output_nr: int) -> None:
        self.array = tensor.array if tensor.version is None else tensor.held
        if self.array.__class__ is not _ndarray and hasattr(self.array, "keep"):
            self.array.keep(self)  # it is not computed yet
        version = tensor.version
        if version is None:
            version = tensor.version = Version()
        self.version: Version | None = version
        self.output_nr = output_nr
        self.history: ref[Any] | None = None

    def tensor(self, node: Any) -> Tensor:
        """Return the result of a node as a tensor with its history."""
        change = None if self.history is None else self.history()
        tensor = Tensor(self.array)
        if self.array.dtype.kind in dtypes.DIFFERENTIABLE:
            tensor.attach(node if change is None else change.part_node(), self.output_nr)
        tensor.version = self.version
        return tensor

    def maker(self, node: Any) -> Any:
        """Return what PyTorch names as that which the result of a node comes from."""
        change = None if self.history is None else self.history()
        return (None if change is None else change.part()) or node


class Packing(NamedTuple):
    """What saved tensors are turned into, and back."""

    pack: Pack
    unpack: Pack


class Packed:
    """A saved tensor in the form that a program's hook gave it.

    ``edge`` is where gradients for the tensor go; the node that saved the tensor is left out, for
    it would keep itself alive. ``unpack`` gives the values back.
    """

    __slots__ = ("edge", "is_leaf", "packed", "shape", "unpack_hook")

    def __init__(self, tensor: Tensor, packing: Packing, node: Any) -> None:
        self.edge: tuple[Any, int] | None = tensor.edge()
        if self.edge is not None and self.edge[0] is node:
            self.edge = (None, self.edge[1])
        self.is_leaf = tensor.node is None
        self.unpack_hook = packing.unpack
        version = tensor._version
        self.shape = tensor.array.shape
        with STATE.replaced(grad_enabled=False):
            self.packed = call_hook(packing.pack, tensor)
        if tensor._version != version:
            raise op_error(
                RuntimeError,
                "A saved tensor pack hook is modifying its input in place. Tensors provided as "
                "input to pack hook cannot be modified by in-place operations as this can lead to "
                "unexpected side-effects. Please open an issue if you need to perform in-place "
                "operations on the input to a pack hook.",
            )

    def unpack(self) -> Tensor:
        """Return what the program's hook makes of what it packed."""
        found = call_hook(self.unpack_hook, self.packed)
        if not isinstance(found, Tensor):
            raise op_error(
                TypeError,
                "Output of saved tensor unpack_hook expected to be a Tensor but got result of "
                f"type {type(found).__name__}",
            )
        check_broadcast(self.shape, found.array.shape)
        return found


def array_of(value: Any) -> Any:
    """Return the array of a saved tensor or result."""
    array = value.array
    return array.value() if value.__class__ is SavedResult and hasattr(array, "hold") else array


def arguments(
    node: Any, index: int, recording: bool, look: Callable[[Any], Any] = array_of
) -> list[Any]:
    """Return what a node saved for one of its rules, as arrays or (recording) as tensors.

    ``look`` takes the array of what was saved.
    Raises RuntimeError if the values were freed, or changed in place since.
    """
    if node.saved is None:
        raise freed_error(node)
    versions = None if node.versions is None else node.versions[index]
    order = node.order
    found: list[Any] = []
    for value in node.saved[index]:
        kind = value.__class__
        if kind in TENSORS or kind is SavedResult:
            version = value.version
            if value.output_nr < order:
                raise detached_error(node)
            if versions or (version is not None and version.count):
                _check_version(node, value, versions[len(found)] if versions else 0)
            if not recording:
                value = value.array if kind is Tensor and look is array_of else look(value)
            elif kind is SavedResult:
                value = value.tensor(node)
        elif kind is Packed:
            unpacked = value.unpack()
            value = node.continued(value, unpacked) if recording else unpacked.array
        found.append(value)
    return found


def saved_tensor(node: Any, index: int, place: int) -> Any:
    """Return a tensor that a node saved, for the program to see."""
    value = node.saved[index][place]
    if isinstance(value, Packed):
        unpacked = value.unpack()
        if value.edge is None or not value.is_leaf:
            return node.continued(value, unpacked)
        return Tensor(unpacked.array, True)
    versions = node.versions and node.versions[index]
    _check_version(node, value, versions[place] if versions else 0)
    return value.tensor(node) if isinstance(value, SavedResult) else value


def versions_of(saved: Sequence[tuple[Any, ...] | None]) -> tuple[tuple[int, ...], ...] | None:
    """Return the versions of the tensors among the saved arguments, or None if all are 0."""
    versions: list[tuple[int, ...]] = []
    changed = False
    for values in saved:
        counts = tuple(map(_count, values)) if values else ()
        changed = changed or any(counts)
        versions.append(counts)
    return tuple(versions) if changed else None


def _count(value: Any) -> int:
    """Return how often a saved tensor was changed; 0 for anything else."""
    version = getattr(value, "version", None)
    if version is UNTRACKED:
        raise op_error(RuntimeError, _INFERENCE, code="inference")
    return 0 if version is None else version.count


def _check_version(node: Any, value: Tensor | SavedResult, expected: int) -> None:
    if (value.version.count if value.version is not None else 0) != expected:
        found = (value, expected) if node.op is None else _first_modified(node)
        raise modified_error(node, *found)


def _first_modified(node: Any) -> tuple[Any, int]:
    """Return the saved value that PyTorch looks at first of those that were changed in place.

    That goes by the names of its arguments, in the order of the alphabet, results last; the version
    that was expected is returned as well.
    """
    operands = node.op.parameters.operands
    found: list[tuple[tuple[bool, str], Any, int]] = []
    for index, names in enumerate(node.saved_names()):
        versions = node.versions and node.versions[index]
        for place, value in enumerate(node.saved[index] or ()):
            expected = versions[place] if versions else 0
            version = getattr(value, "version", None)
            if version is not None and version.count != expected:
                name = names[place] if place < len(names) else ""
                known = "self" if name == operands[0] else "other" if len(name) < 2 else name
                found.append(((_is_result(name), known), value, expected))
    _, value, expected = min(found, key=lambda entry: entry[0])
    return value, expected


# What a derivative needs

_Getter = Callable[[Any, Any, dict[str, Any]], Any]


class Rule:
    """The derivative by one operand: a function, and where its arguments come from.

    The names of the function's parameters say what it needs, and so what is saved: ``g`` the
    gradient that arrives (always first, left out of elementwise rules), ``y`` the result (``y1`` a
    second one, and so on), an operand or an attribute by its name, ``x_shape`` the shape alone of
    an operand ``x``, ``x_turned`` whether it is a matrix laid column by column. ``vjp`` is the
    function from ``g`` and the saved arguments to the gradient of the operand; ``save`` collects
    those arguments from operands, results and attributes. ``fixed`` are the arguments of a rule
    that names nothing but attributes, where none was given, and perhaps the shape of its only
    operand first (``shaped``); else it is None. ``kept`` is 0 for a rule that names no values of
    operands or results, 1 for one that names one first, and 2 else.
    """

    __slots__ = ("conjugated", "fixed", "keeps_values", "kept", "names", "save", "shaped", "vjp")

    def __init__(
        self,
        vjp: Callable[..., Any],
        names: tuple[str, ...],
        signature: Any,
        variadic: bool = False,
    ) -> None:
        self.vjp = vjp
        self.names = names
        self.conjugated = False  # whether it knows PyTorch's convention for complex numbers
        holds = [_is_result(n) or n in signature.operands or n == "indices" for n in names]
        self.keeps_values = any(holds)
        self.kept = 0 if True not in holds else 1 if holds[0] and holds.count(True) == 1 else 2
        self.save = _collector(names, signature, variadic)
        alone = not variadic and len(signature.operands) == 1
        self.shaped = alone and names[:1] == (f"{signature.operands[0]}_shape",)
        names = names[1:] if self.shaped else names
        attributes = not variadic and all(_is_attribute(name, signature) for name in names)
        self.fixed = tuple(map(signature.default, names)) if attributes else None


def _is_result(name: str) -> bool:
    """Tell whether a name is that of a result, as ``y`` and ``y1`` are."""
    return name == "y" or (name[0] == "y" and name[1:].isdecimal())


def _is_attribute(name: str, signature: Any) -> bool:
    """Tell whether a name is none of an operand, of what is known of one, or of a result."""
    of = name.removesuffix("_shape").removesuffix("_turned")
    return not _is_result(name) and of not in signature.operands


def _collector(
    names: tuple[str, ...], signature: Any, variadic: bool = False
) -> Callable[..., tuple[Any, ...]]:
    """Return one function that finds all arguments; the common cases are written out for speed."""
    if not names:
        return lambda operands, results, attrs: ()
    if len(names) == 1 and names[0] in signature.operands:
        index = signature.operands.index(names[0])
        return lambda operands, results, attrs: (operands[index],)
    getters = [_getter(name, signature, variadic) for name in names]
    if len(getters) == 1:
        (get,) = getters
        return lambda operands, results, attrs: (get(operands, results, attrs),)
    if len(getters) == 2 and names[0] in signature.operands:
        second = getters[1]
        index = signature.operands.index(names[0])
        return lambda operands, results, attrs: (operands[index], second(operands, results, attrs))
    if len(getters) == 2:
        first, second = getters
        return lambda operands, results, attrs: (
            first(operands, results, attrs),
            second(operands, results, attrs),
        )
    return lambda operands, results, attrs: tuple(
        [get(operands, results, attrs) for get in getters]
    )


def _getter(name: str, signature: Any, variadic: bool = False) -> _Getter:
    """Return a function that finds a rule's argument among operands, results and attributes."""
    operands = signature.operands
    if _is_result(name):
        output_nr = int(name[1:] or 0)
        return lambda operands, results, attrs: SavedResult(results[output_nr], output_nr)
    if variadic and name == "shapes":
        return lambda operands, results, attrs: [operand.shape for operand in operands]
    turned = name.removesuffix("_turned")
    if turned != name:
        index = operands.index(turned)
        return lambda operands, results, attrs: is_turned(operands[index].array)
    base = name.removesuffix("_shape")
    if base not in operands:
        default = signature.default(name)
        return lambda operands, results, attrs: attrs.get(name, default)
    index = operands.index(base)
    if base == name:
        return lambda operands, results, attrs: operands[index]
    return lambda operands, results, attrs: operands[index].held.shape


# What is said of saved values that are not there any more


_FREED = (
    "Trying to backward through the graph a second time (or directly access saved tensors after "
    "they have already been freed). Saved intermediate values of the graph are freed when you call "
    ".backward() or autograd.grad(). Specify retain_graph=True if you need to backward through the "
    "graph a second time or if you need to access saved tensors after calling backward."
)

_INFERENCE = (
    "Inference tensors cannot be saved for backward. Please do not use Tensors created in "
    "inference mode in computation tracked by autograd. To work around this, you can make a clone "
    "to get a normal tensor and use it in autograd, or use `torch.no_grad()` instead of "
    "`torch.inference_mode()`."
)


def forward_name(label: str) -> str:
    """Return the forward name of a node's label: ``Exp`` for ``ExpBackward0``."""
    name, _, overload = label.rpartition("Backward")
    if not overload.isdigit():
        return label.removesuffix("Backward")
    return name if overload == "0" else name + overload


def freed_error(node: Any) -> Exception:
    """Return the error for saved values that a backward pass has let go of."""
    return op_error(
        RuntimeError,
        _FREED,
        code="backward-twice",
        operands=(0,),
        help="keep the values with `backward(retain_graph=True)` the first time",
        places=(
            (node.source, f"the values of {forward_name(node.label)} were freed"),
            (getattr(node, "freed_by", None), "freed here"),
        ),
    )


def detached_error(node: Any) -> Exception:
    """Return the error for a saved tensor that was cut off its graph in place since."""
    return op_error(
        RuntimeError,
        "Trying to use a saved tensor that has been detached in-place, i.e. with .detach_().This "
        "is not supported, please use out-of-place `.detach()` instead",
        code="in-place",
        operands=(0,),
        places=((node.source, f"{forward_name(node.label)} needs it"),),
    )


def modified_error(node: Any, value: Tensor | SavedResult, expected: int) -> Exception:
    """Return the error for a saved value that was changed in place since."""
    maker = value.maker(node) if isinstance(value, SavedResult) else value.grad_fn
    origin = ""
    if maker is not None:
        origin = f", which is output {value.output_nr} of {forward_name(maker.name())},"
    kind = dtypes.dtype_of(value.array.dtype).scalar_name
    assert value.version is not None
    hint = (
        "the backtrace further above shows the operation that failed to compute its gradient. The "
        "variable in question was changed in there or anywhere later. Good luck!"
        if STATE.anomaly
        else "enable anomaly detection to find the operation that failed to compute its gradient, "
        "with torch.autograd.set_detect_anomaly(True, check_nan=False)."
    )
    return op_error(
        RuntimeError,
        "one of the variables needed for gradient computation has been modified by an inplace "
        f"operation: [torch.{kind}Tensor {list(value.array.shape)}]{origin} is at version "
        f"{value.version.count}; expected version {expected} instead. Hint: {hint}",
        code="modified-in-place",
        places=(
            (value.version.source, "changed here"),
            (node.source, f"{forward_name(node.label)} saved the value"),
        ),
    )


_MISFITS = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


def _raised_by_rule(error: Exception) -> bool:
    """Tell whether a derivative raised an error, or a library for it, and no program's function."""
    trace, place = error.__traceback__, ""
    while trace is not None:
        name = str(trace.tb_frame.f_globals.get("__name__", ""))
        place = name if name.startswith("gradcli.") else place
        trace = trace.tb_next
    return place.startswith(("gradcli.ops.", "gradcli.numerics."))


def in_words(node: Any, error: Exception) -> Exception:
    """Return an error, or what is said of values that are others than those recorded.

    A program may change them past their versions: as an array, as ``data``, or where it unpacks.
    """
    packed = any(isinstance(value, Packed) for saved in node.saved or () for value in saved or ())
    misfits = _MISFITS if packed else IndexError
    if isinstance(error, misfits) and not isinstance(error, OpError) and _raised_by_rule(error):
        message = f"what {forward_name(node.label)} saved does not fit any more: {error}"
        return op_error(RuntimeError, message, code="modified-in-place")
    if type(error) is not ValueError:
        return error
    import re  # for such errors alone, of which only NumPy knows which operation it was

    found = re.search(r"broadcast together with shapes \(([\d,]*)\) \(([\d,]*)\)", str(error))
    if found is None:
        return error
    a, b = [tuple(map(int, re.findall(r"\d+", shape))) for shape in found.groups()]
    try:
        check_broadcast(a, b)
    except OpError as told:
        return told
    return error
