"""Differentiating: ``backward`` and ``grad``, with PyTorch's arguments and refusals.

This module knows where gradients start and what becomes of them. The walk over the graph is in
``engine``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from gradcli.core.engine import Pass
from gradcli.core.gradients import accumulate, cut_as_leaf, fit_start, own, owns
from gradcli.core.hooks import call_with_all, call_with_leaf
from gradcli.core.node import AccumulateGrad, Edge, Targets
from gradcli.core.state import STATE
from gradcli.core.tensor import Tensor
from gradcli.core.values import TENSORS, Size, mark_untracked
from gradcli.core.warn import warn
from gradcli.errors import op_error
from gradcli.numerics import arrays
from gradcli.numerics.dtypes import dtype_of


class GradientEdge(NamedTuple):
    """A place in the graph: an output of a node. It stands for a tensor where one is asked for."""

    node: Any
    output_nr: int
    ownership_token: Any = None


End = Tensor | GradientEdge
Ends = End | Sequence[End]


def edge_of(end: End) -> Edge | None:
    """Return where a gradient goes that is for a tensor or an edge, if anywhere."""
    if isinstance(end, Tensor):
        return end.edge()
    node = end.node
    return (node.variable, 0) if isinstance(node, AccumulateGrad) else (node, end.output_nr)


_TRANSFORMED = (
    "backward() called inside a functorch transform. This is not supported, please use "
    "functorch.grad or functorch.vjp instead or call backward() outside of functorch transforms."
)


def backward(
    tensors: Ends,
    grad_tensors: Any = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    grad_variables: Any = None,
    inputs: Ends | dict[Any, Tensor] | None = None,
) -> None:
    """Add the gradient of the sum of ``tensors`` to ``grad`` of the leaves, or of ``inputs``.

    ``grad_tensors`` weighs the tensors; a tensor of one element needs none.
    Raises RuntimeError as ``torch.autograd.backward`` does.
    """
    if STATE.transforms:
        raise op_error(RuntimeError, _TRANSFORMED, code="transform")
    if grad_variables is not None:
        warn("`grad_variables` is deprecated. Use `grad_tensors` instead.", FutureWarning)
        if grad_tensors is not None:
            raise op_error(
                RuntimeError,
                "`grad_tensors` and `grad_variables` (deprecated) arguments both passed to "
                "`backward()`. Please only use `grad_tensors`.",
            )
        grad_tensors = grad_variables
    targets = None if inputs is None else _inputs(inputs, "backward")
    roots = _root(tensors, grad_tensors, create_graph)
    edges = None
    if targets is not None:
        edges = [edge for target in targets if (edge := edge_of(target)) is not None]
        for target in targets:
            if isinstance(target, Tensor):
                target.retain_grad()
    if create_graph:
        warn(_REFERENCE_CYCLE, code="reference-cycle", once=True)
    retain = create_graph if retain_graph is None else retain_graph

    done = partial(_accumulate, recording=True) if create_graph else _accumulate
    towards = None if edges is None else Targets([edge[0] for edge, _ in roots], edges)
    Pass(roots, retain, create_graph, towards, done, accumulating=True).run()


def _backward_of_tensor(
    self: Tensor,
    gradient: Tensor | None = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    inputs: Any = None,
) -> None:
    """Add the gradient of this tensor to the ``grad`` of every leaf it depends on."""
    backward(self, gradient, retain_graph, create_graph, inputs=inputs)


Tensor.backward = _backward_of_tensor


def _accumulate(leaf: Tensor, gradient: Any, owned: bool, recording: bool = False) -> None:
    """Add to the gradient of a leaf and call the hooks around that.

    A leaf that was told to need none since it was used, or that was detached, gets none.
    """
    hooks = leaf.hooks
    if hooks is None:
        if leaf.needs_grad:
            accumulate(leaf, gradient, owned, recording)
        return
    arriving: tuple[Any, ...] = ()
    if hooks.before or hooks.behind:
        arriving = (gradient if recording or gradient is None else Tensor(gradient),)
        arriving = call_with_all(hooks.before, arriving)
        plain = recording or gradient is None
        gradient, owned = arriving[0] if plain else arriving[0].array, False
    if gradient is not None and leaf.needs_grad:
        is_first = leaf._grad is None and not recording
        accumulate(leaf, gradient, owned, recording)
        if is_first and arriving and not hooks.before and owns(gradient):
            arriving = (Tensor(leaf._grad.array),)  # type: ignore[union-attr]  # what it becomes
    call_with_leaf(hooks.after, leaf)
    call_with_all(hooks.behind, (), arriving)


_REFERENCE_CYCLE = (
    "Using backward() with create_graph=True will create a reference cycle between the parameter "
    "and its gradient which can cause a memory leak. We recommend using autograd.grad when "
    "creating the graph to avoid this. If you have to use this function, make sure to reset the "
    ".grad fields of your parameters to None after use to break the cycle and avoid the leak."
)


def grad(
    outputs: Ends,
    inputs: Ends | dict[Any, Tensor],
    grad_outputs: Any = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    only_inputs: bool = True,
    allow_unused: bool | None = None,
    is_grads_batched: bool = False,
    materialize_grads: bool = False,
) -> Any:
    """Return the gradient of the sum of ``outputs`` by each input; no ``grad`` is changed.

    The result is a tuple, or a dict for a dict of inputs.
    Raises RuntimeError as ``torch.autograd.grad`` does, also for an input that the outputs do not
    depend on, unless ``allow_unused`` (None is returned for it) or ``materialize_grads`` (zeros).
    """
    if materialize_grads and allow_unused is False:
        raise op_error(
            ValueError,
            "Expected allow_unused to be True or not passed when materialize_grads=True, "
            "but got: allow_unused=False.",
        )
    starts = _as_tuple(outputs)
    sources = _inputs(inputs, "grad")
    if not only_inputs:
        warn(
            "only_inputs argument is deprecated and is ignored now (defaults to True). To "
            "accumulate gradient for other parts of the graph, please use "
            "torch.autograd.backward.",
            FutureWarning,
        )
    pullback = Pullback(starts, sources, create_graph)
    retain = create_graph if retain_graph is None else retain_graph
    found: Gradients
    if is_grads_batched:
        found = ROWS[0](pullback, grad_outputs, retain, allow_unused, materialize_grads)
    else:
        found = pullback(grad_outputs, retain, allow_unused, materialize_grads)
    return dict(zip(inputs, found, strict=True)) if isinstance(inputs, dict) else found


Gradients = tuple[Tensor | None, ...]


class Pullback:
    """Takes gradients of outputs back to sources; for many of them the graph is read once."""

    def __init__(
        self, outputs: tuple[End, ...], sources: tuple[End, ...], create_graph: bool = False
    ) -> None:
        self.outputs = outputs
        self.sources = sources
        self.recording = create_graph
        self.edges: list[Edge | None] = []
        self.towards: Targets | None = None

    def _read(self, starts: list[Any]) -> Targets:
        """Find the way to the sources."""
        self.edges = [edge_of(source) for source in self.sources]
        for source, edge in zip(self.sources, self.edges, strict=True):
            if edge is None and isinstance(source, Tensor) and not source.requires_grad:
                message = "One of the differentiated Tensors does not require grad"
                raise op_error(RuntimeError, message)
        return Targets(starts, filter(None, self.edges))

    def __call__(
        self,
        gradients: Any,
        retain: bool,
        allow_unused: bool | None = True,
        materialize: bool = False,
    ) -> Gradients:
        """Return the gradient by each source, as ``grad`` does."""
        roots, recording = _root(self.outputs, gradients, self.recording), self.recording
        if self.towards is None:
            self.towards = self._read([edge[0] for edge, _ in roots])
        found: dict[Edge | None, Any] = {}

        def done(leaf: Tensor, gradient: Any, owned: bool) -> None:
            found[leaf, 0] = cut_as_leaf(gradient, leaf)

        run = Pass(roots, retain or STATE.repeating, recording, self.towards, done)
        run.run()
        found |= run.captured
        pairs = list(zip(self.sources, self.edges, strict=True))
        if materialize and any(
            isinstance(source, GradientEdge) and found.get(edge) is None for source, edge in pairs
        ):
            message = "materialize_grads cannot be used when the given input is a GradientEdge"
            raise op_error(RuntimeError, message)
        return tuple(
            [
                result_of(source, found.get(edge), index, recording, allow_unused, materialize)
                for index, (source, edge) in enumerate(pairs)
            ]
        )


ROWS: list[Callable[..., Any]] = []
"""What differentiates by rows of gradients in one pass; ``transforms.rows`` is, once loaded."""


def result_of(
    source: End,
    result: Any,
    index: int,
    recording: bool,
    allow_unused: bool | None,
    materialize: bool,
) -> Tensor | None:
    """Return the gradient by one source as ``grad`` gives it; refuse one that is unused."""
    if result is not None:
        if not recording:
            found = Tensor(_own(result))
            return mark_untracked(found) if STATE.inference else found
        tensor: Tensor = result
        return tensor
    if materialize:
        return Tensor(np.zeros(*meta_of(source)), recording)
    if allow_unused:
        return None
    raise op_error(
        RuntimeError,
        f"The differentiated Tensor at index {index} appears to not have been used in the graph. "
        "Set allow_unused=True if this is the desired behavior.",
        code="unused-input",
    )


def _own(gradient: Any) -> Any:
    """Return a gradient in memory of its own: what was spread without copying stays spread."""
    if owns(gradient):
        return gradient
    spread = 0 in gradient.strides
    return arrays.spread_copy(gradient) if spread else own(gradient)


def _as_tuple(tensors: Any) -> tuple[Any, ...]:
    if isinstance(tensors, (Tensor, GradientEdge)):
        return (tensors,)
    if not hasattr(tensors, "__iter__"):
        kind = type(tensors).__name__
        raise op_error(TypeError, f"'{kind}' object is not iterable", operands=(0,))
    return tuple(tensors)


def _inputs(inputs: Any, function: str) -> tuple[End, ...]:
    """Return the tensors and edges to differentiate by, which there has to be one of."""
    found = tuple(inputs.values()) if isinstance(inputs, dict) else _as_tuple(inputs)
    if not found:
        raise op_error(RuntimeError, f"`inputs` argument to `{function}()` cannot be empty.")
    for end in found:
        if not isinstance(end, (Tensor, GradientEdge)):
            raise op_error(
                RuntimeError,
                f"all inputs have to be Tensors or GradientEdges, but got {type(end).__name__}",
            )
    return found


def meta_of(output: End) -> Any:
    """Return the shape and element type of an output."""
    if isinstance(output, Tensor):
        return output.meta(0)
    return output.node.meta(output.output_nr)


def _needs_grad(output: End) -> bool:
    return not isinstance(output, Tensor) or output.requires_grad


def _roots(outputs: tuple[Any, ...], gradients: Any, recording: bool) -> list[tuple[Edge, Any]]:
    """Pair each output's edge with the gradient to start from."""
    for output in outputs:
        if not isinstance(output, (Tensor, GradientEdge)):
            raise op_error(AssertionError, "Expected output to be a torch.Tensor", operands=(0,))
    given = gradients_given(gradients, len(outputs))
    starts = [
        _start(output, gradient, index)
        for index, (output, gradient) in enumerate(zip(outputs, given, strict=True))
    ]
    roots: list[tuple[Edge, Any]] = []
    for index, (output, start) in enumerate(zip(outputs, starts, strict=True)):
        edge = edge_of(output)
        if edge is None:
            raise op_error(
                RuntimeError,
                f"element {index} of tensors does not require grad and does not have a grad_fn",
                code="no-graph",
                operands=(0,),
            )
        start = fit_start(start, edge, index)
        roots.append((edge, start if recording else start.array))
    return roots


def _root(outputs: Any, gradients: Any, recording: bool) -> list[tuple[Edge, Any]]:
    """Do what ``_roots`` does, in the common case of one tensor to start from."""
    output, given = outputs, gradients
    if outputs.__class__ is tuple and len(outputs) == 1:
        (output,) = outputs
    if given.__class__ is tuple and len(given) == 1:
        (given,) = given
    if output.__class__ in TENSORS and not recording and not output.as_view:
        node, as_made = output.node, output.meta(0)
        if node is None or node.meta(output.output_nr) != as_made:
            return _roots(_as_tuple(outputs), gradients, recording)
        shape, dtype = as_made
        if given.__class__ in TENSORS and given.meta(0) == as_made:
            return [((node, output.output_nr), given.array)]
        if given is None and shape == () and dtype.kind == "f":
            one = np.array(1, dtype)
            start = arrays.beside(one, output.held) if arrays.ENGINES else one
            return [((node, output.output_nr), start)]
    return _roots(_as_tuple(outputs), gradients, recording)


def gradients_given(gradients: Any, count: int) -> Sequence[Any]:
    """Return the gradients of so many outputs that a caller gave; None for ones."""
    if gradients is None:
        return [None] * count
    given = _as_tuple(gradients)
    given = given[:count]  # PyTorch asks for no more
    for gradient in given:
        if gradient is not None and not isinstance(gradient, Tensor):
            kind = type(gradient).__name__
            raise op_error(TypeError, f"gradients can be either Tensors or None, but got {kind}")
    if len(given) != count:
        raise op_error(RuntimeError, f"got {count} tensors and {len(given)} gradients")
    return given


def _start(output: End, gradient: Tensor | None, index: int) -> Tensor:
    shape, dtype = meta_of(output)
    if gradient is None:
        return _implicit_start(output)
    if gradient.array.shape != shape:
        raise op_error(
            RuntimeError,
            f"Mismatch in shape: grad_output[{index}] has a shape of {Size(gradient.array.shape)} "
            f"and output[{index}] has a shape of {Size(shape)}.",
            code="shape-mismatch",
        )
    if "c" in (gradient.array.dtype.kind, dtype.kind) and gradient.array.dtype != dtype:
        raise op_error(
            RuntimeError,
            "For complex Tensors, both grad_output and output are required to have the same dtype. "
            f"Mismatch in dtype: grad_output[{index}] has a dtype of {gradient.dtype!r} and "
            f"output[{index}] has a dtype of {dtype_of(dtype)!r}.",
            code="dtype",
        )
    return gradient.astype(dtype_of(dtype))


def _implicit_start(output: End) -> Tensor:
    shape, dtype = meta_of(output)
    if _needs_grad(output):
        if Size(shape).numel() != 1:
            raise not_a_scalar()
        if dtype.kind == "c":
            raise op_error(
                RuntimeError,
                "grad can be implicitly created only for real scalar outputs but got "
                f"{dtype_of(dtype)!r}",
            )
    ones = np.ones(shape, dtype)
    return Tensor(arrays.beside(ones, output.held) if isinstance(output, Tensor) else ones)


def not_a_scalar() -> Exception:
    """Return the error for an output with several elements and no gradient given."""
    return op_error(
        RuntimeError,
        "grad can be implicitly created only for scalar outputs",
        code="non-scalar-backward",
        operands=(0,),
        help="reduce it first, as in `.sum().backward()`, or pass a gradient of its shape",
    )
