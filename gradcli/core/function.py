"""The nodes of functions that bring a derivative of their own, and their contexts.

A function's ``forward`` computes with a context, which remembers what its ``backward`` will need;
the node calls that. How a function is called is not known here (``transforms.function``).
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import Any, NamedTuple

import numpy as np

from gradcli.core.node import Node
from gradcli.core.saved import detached_error, freed_error, saved_tensor, versions_of
from gradcli.core.state import STATE
from gradcli.core.tensor import Tensor
from gradcli.core.warn import warn
from gradcli.errors import op_error

_Meta = tuple[tuple[int, ...], Any]

_SINGLE = np.dtype(np.float32)


class VmapInfo(NamedTuple):
    """What a function's own ``vmap`` is told of the batch."""

    batch_size: int
    randomness: str


VmapInfo.__module__ = "torch._functorch.autograd_function"


class FunctionCtx:
    """What ``forward`` and ``backward`` of one call share; a program's own attributes as well.

    Those live in ``__dict__``, apart from what the node has, so that no name is taken.
    """

    __slots__ = (
        "__dict__",
        "__weakref__",
        "_complete",
        "_dirty",
        "_for_forward",
        "_label",
        "_materialize",
        "_materialize_non_diff_grads",
        "_node",
        "_non_differentiable",
        "_to_save",
        "needs_input_grad",
    )

    def __init__(self, label: str, needs_input_grad: tuple[bool, ...]) -> None:
        self.needs_input_grad = needs_input_grad
        self._label = label
        self._node: Callable[[], FunctionNode | None] | None = None
        self._to_save: tuple[Any, ...] = ()
        self._for_forward: tuple[Any, ...] | None = None
        self._dirty: tuple[Any, ...] | None = None
        self._non_differentiable: tuple[Any, ...] = ()
        self._materialize = self._materialize_non_diff_grads = True
        self._complete = False  # whether the call is over, and what it saved there to be had

    def __repr__(self) -> str:
        return f"<torch.autograd.function.{self._label} object>"

    def save_for_backward(self, *tensors: Tensor | None) -> None:
        """Keep tensors for ``backward``; what is changed in place until then is refused."""
        self._to_save = tensors

    def save_for_forward(self, *tensors: Tensor | None) -> None:
        """Keep tensors for ``jvp``."""
        for tensor in tensors:
            if not isinstance(tensor, Tensor) and tensor is not None:
                raise op_error(
                    AssertionError,
                    "save_for_forward expects all arguments to be tensors; you should save "
                    "non-tensors as attributes on ctx.",
                )
        self._for_forward = tensors

    def mark_dirty(self, *args: Tensor) -> None:
        """Say which arguments were changed in place."""
        self._dirty = args

    def mark_non_differentiable(self, *args: Tensor) -> None:
        """Say which results have no gradient."""
        self._non_differentiable = args

    def mark_shared_storage(self, *pairs: Any) -> None:
        """Do nothing, as PyTorch does now."""
        warn(
            "mark_shared_storage is deprecated. Tensors with shared storages are automatically "
            "tracked. Note that calls to `set_()` are not tracked",
            FutureWarning,
        )

    def set_materialize_grads(self, value: bool) -> None:
        """Say whether ``backward`` gets zeros for results that no gradient came to, or None."""
        self._materialize = value

    @property
    def saved_tensors(self) -> tuple[Any, ...]:
        """The tensors that were saved; checked, as they may have been changed in place."""
        if not self._complete:
            return self._for_forward or ()
        node = self._owner
        return () if node is None else node.saved_tensors

    @property
    def saved_variables(self) -> tuple[Any, ...]:
        """The tensors that were saved, under their oldest name."""
        warn("'saved_variables' is deprecated; use 'saved_tensors'", DeprecationWarning)
        return self.saved_tensors

    @property
    def _owner(self) -> FunctionNode | None:
        """The node that the context belongs to; None where no gradient is wanted."""
        return None if self._node is None else self._node()


def is_generated() -> bool:
    """Tell whether functions that are made from functions differentiate by nodes of their own."""
    return any(kind != "vmap" for kind in STATE.transforms)


def node_name(spec: Any) -> str:
    """Return the name of the node of a function."""
    return f"{spec.name}GeneratedBackward" if is_generated() else f"{spec.name}Backward"


class FunctionNode(Node):
    """The call of a function whose derivative is its own; prints with PyTorch's module."""

    __slots__ = ("accessed", "are_tensors", "constant", "ctx", "results", "spec")
    takes_undefined = True

    def __init__(self, spec: Any, ctx: FunctionCtx, args: Sequence[Any]) -> None:
        tensors = [arg for arg in args if isinstance(arg, Tensor)]
        edges = tuple([tensor.edge() for tensor in tensors])
        super().__init__(None, node_name(spec), edges, (), _SINGLE, STATE.source)
        self.spec = spec
        self.ctx = ctx
        self.are_tensors = tuple([isinstance(arg, Tensor) for arg in args])
        self.results: tuple[_Meta | None, ...] = ()  # None for what is no tensor
        self.constant: Container[int] = ()
        self.accessed = False

    def __repr__(self) -> str:
        return f"<torch.autograd.function.{self.label} object>"

    def looked_at(self) -> FunctionNode:
        """Return the node, whose name is the program's, so that no class bears it."""
        return self

    def __getattr__(self, name: str) -> Any:
        """Return what a program put on the context, which is the node in PyTorch."""
        ctx = None if name == "ctx" else self.ctx
        if ctx is not None and not name.startswith("__") and hasattr(ctx, name):
            return getattr(ctx, name)
        raise AttributeError(f"'{self.label}' object has no attribute '{name}'")

    def __call__(self, *grads: Any) -> Any:
        """Raise TypeError: such a node is not called."""
        raise op_error(TypeError, f"'{self.label}' object is not callable")

    def give(self, results: Sequence[Any], constant: Container[int]) -> None:
        """Take the shapes and types of the results, and the numbers of those without gradient."""
        self.constant = constant
        self.results = tuple(
            [(r.array.shape, r.array.dtype) if isinstance(r, Tensor) else None for r in results]
        )
        if self.results:
            metas = [((), _SINGLE) if meta is None else meta for meta in self.results]
            (self.shape, self.dtype), others = metas[0], metas[1:]
            self.others = tuple(others) if others else None

    # What is saved

    def keep(self, values: Sequence[Any]) -> None:
        """Save tensors and own results, as they are now."""
        self.saved = (tuple(values),)
        self.versions = versions_of(self.saved)

    def saved_names(self) -> tuple[tuple[str, ...], ...]:
        """Return a name for each saved value; they have none but their place."""
        return tuple(tuple(map(str, range(len(values or ())))) for values in self.saved or ())

    @property
    def saved_tensors(self) -> tuple[Any, ...]:
        """The tensors that were saved."""
        if self.saved is None:
            raise freed_error(self)
        values = (self.saved[0] if self.saved else None) or ()
        if self.accessed and values:
            raise op_error(
                RuntimeError,
                "saved_tensors can only be accessed once when clear_saved_tensors_on_access=True "
                "is set on the autograd.Function. Either access saved_tensors only once, or set "
                "clear_saved_tensors_on_access=False.",
            )
        found = tuple([self._unpacked(place) for place in range(len(values))])
        self.accessed = self.spec.clear_saved_tensors_on_access
        return found

    def _unpacked(self, place: int) -> Any:
        assert self.saved is not None
        value = (self.saved[0] or ())[place]
        if value is None:
            return None
        if getattr(value, "output_nr", 0) < self.order:
            raise detached_error(self)
        return saved_tensor(self, 0, place)

    @property
    def _raw_saved_tensors(self) -> tuple[Any, ...]:
        from gradcli.core.saved_attributes import SavedTensor

        if self.saved is None:
            raise freed_error(self)
        count = len(self.saved[0] or ()) if self.saved else 0
        return tuple([SavedTensor(self, 0, place) for place in range(count)])

    def release(self, by: object) -> None:
        """Let go of saved values, for a piece of program."""
        self.saved, self.freed_by = None, by

    # The derivative

    def filled(self, gradients: list[Any], recording: bool) -> list[Any]:
        """Leave gaps: zeros are put in where the context has not said otherwise."""
        return gradients

    def gradients(self, g: Any, recording: bool, needed: Container[Any] | None = None) -> list[Any]:
        """Return what the function's ``backward`` makes of the gradients, for each edge."""
        given = g if self.others is not None else [g]
        tensors = [self._given(gradient, nr, recording) for nr, gradient in enumerate(given)]
        backward = self.spec.backward
        if backward is None:
            raise op_error(NotImplementedError, _NO_BACKWARD)
        boxed = self.spec.boxed_grads_call
        found = backward(self.ctx, tensors) if boxed else backward(self.ctx, *tensors)
        wanted = self._checked(found if isinstance(found, tuple) else (found,))
        return [self._fitted(*pair, recording) for pair in zip(wanted, self.edges, strict=True)]

    def _given(self, gradient: Any, output_nr: int, recording: bool) -> Tensor | None:
        """Return a gradient as ``backward`` sees it."""
        meta = self.results[output_nr]
        if gradient is not None:
            return gradient if recording else Tensor(gradient)
        if meta is None or not self.ctx._materialize:
            return None
        if output_nr in self.constant and not self.ctx._materialize_non_diff_grads:
            return None
        return Tensor(np.zeros(*meta))

    def _checked(self, found: tuple[Any, ...]) -> list[Tensor | None]:
        """Return the gradients of the arguments that are tensors."""
        count = len(self.are_tensors)
        if all(gradient is None for gradient in found[count:]):
            found = found[:count]
        if len(found) != count:
            raise op_error(
                RuntimeError,
                f"function {self.label} returned an incorrect number of gradients (expected "
                f"{count}, got {len(found)})",
            )
        wanted: list[Tensor | None] = []
        for place, (gradient, is_tensor) in enumerate(zip(found, self.are_tensors, strict=True)):
            if not is_tensor and gradient is not None:
                raise op_error(
                    RuntimeError,
                    f"function {self.label} returned a gradient different than None at position "
                    f"{place + 1}, but the corresponding forward input was not a Variable",
                )
            if gradient is not None and not isinstance(gradient, Tensor):
                kind = type(gradient).__name__
                raise op_error(RuntimeError, f"expected Variable or None (got {kind})")
            if is_tensor:
                wanted.append(gradient)
        return wanted

    def _fitted(self, gradient: Tensor | None, edge: Any, recording: bool) -> Any:
        """Return a gradient in the form that the pass has it."""
        if gradient is None or edge is None:
            return None
        if gradient.array.dtype.kind == "c" and edge[0].meta(edge[1])[1].kind != "c":
            raise op_error(RuntimeError, _COMPLEX)
        # A view, for the program may hold the tensor itself.
        return gradient if recording else gradient.array.view()

    @property
    def broadcasts(self) -> bool:
        """Tell whether a gradient may have more dimensions than what it is for: it is summed."""
        return True


_NO_BACKWARD = (
    "You must implement either the backward or vjp method for your custom autograd.Function to use "
    "it with backward mode AD."
)
_COMPLEX = (
    "Expected isFloatingType(grad.scalar_type()) || (input_is_complex == grad_is_complex) to be "
    "true, but got false.  (Could this error message be improved?  If so, please report an "
    "enhancement request to PyTorch.)"
)


class Undifferentiable(Node):
    """The history of a derivative that says it cannot be differentiated once more."""

    __slots__ = ("message",)
    takes_undefined = True

    def __init__(self, tensors: Sequence[Any], message: str) -> None:
        given = [value if isinstance(value, Tensor) else None for value in tensors]
        edges = tuple([None if t is None else (Tensor(t.array, True), 0) for t in given])
        metas = [((), _SINGLE) if t is None else t.meta(0) for t in given]
        (shape, dtype), *others = metas
        super().__init__(None, "Error", edges, shape, dtype, STATE.source)
        self.others = tuple(others) or None
        self.message = message

    def name(self) -> str:
        """Return the node's name."""
        return f"torch::autograd::{self.label}"

    def gradients(self, g: Any, recording: bool, needed: Container[Any] | None = None) -> list[Any]:
        """Raise RuntimeError, whenever a gradient gets here."""
        raise op_error(RuntimeError, self.message, code="no-derivative")


for _kind in (FunctionCtx, FunctionNode):
    _kind.__module__ = "torch.autograd.function"
