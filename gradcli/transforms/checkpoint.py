"""PyTorch's ``torch.utils.checkpoint``: values computed again in the backward pass, not kept.

What the function saves for derivatives is packed into empty holders. When the first is unpacked,
the function runs once more, and what it saves then fills the holders, in the same order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack, nullcontext
from typing import Any
from weakref import WeakKeyDictionary, ref

from gradcli.core.backward import backward
from gradcli.core.graph import saved_tensors_hooks
from gradcli.core.modes import Mode
from gradcli.core.state import STATE
from gradcli.core.tensor import Tensor
from gradcli.core.warn import warn
from gradcli.errors import op_error
from gradcli.transforms.function import FunctionSpec, apply_function

Function = Callable[..., Any]


class CheckpointError(RuntimeError):
    """What was saved when the function ran again is not what was saved at first."""

    __module__ = "torch.utils.checkpoint"


def noop_context_fn() -> tuple[Any, Any]:
    """Return two contexts that do nothing."""
    return nullcontext(), nullcontext()


class set_checkpoint_early_stop(Mode):
    """Say whether running again stops as soon as everything is there, for calls inside."""

    __slots__ = ("enable",)
    module = "torch.utils.checkpoint"

    def __init__(self, enable: bool) -> None:
        super().__init__()
        self.enable = enable

    def values(self) -> dict[str, Any]:
        """Return what is different in the mode."""
        return {"early_stop": self.enable}

    def again(self) -> set_checkpoint_early_stop:
        """Return a context for one call of a decorated function."""
        return set_checkpoint_early_stop(self.enable)


class set_checkpoint_debug_enabled(set_checkpoint_early_stop):
    """Take the place of PyTorch's switch; errors say the same with it and without."""

    __slots__ = ()

    def values(self) -> dict[str, Any]:
        """Return what is different in the mode."""
        return {}


def checkpoint(
    function: Function,
    *args: Any,
    use_reentrant: bool | None = None,
    context_fn: Callable[[], tuple[Any, Any]] | None = None,
    determinism_check: str = "default",
    debug: bool = False,
    early_stop: bool = True,
    preserve_rng_state: bool = True,
    **kwargs: Any,
) -> Any:
    """Call a function whose intermediate values are computed again when a gradient needs them.

    The generator of random numbers is set back for that with ``preserve_rng_state``.
    """
    if use_reentrant is None:
        warn(_EXPLICIT.format("checkpoint"))
        use_reentrant = True
    if use_reentrant:
        if kwargs:
            raise op_error(ValueError, "Unexpected keyword arguments: " + ",".join(kwargs))
        if context_fn not in (None, noop_context_fn) or debug:
            raise op_error(
                ValueError,
                "Passing `context_fn` or `debug` is only supported when use_reentrant=False.",
            )
        return apply_function(_REENTRANT, (function, preserve_rng_state, *args))
    if determinism_check not in ("default", "none"):
        raise op_error(
            ValueError,
            f"determinism_check should be one of ['default', 'none'], but got {determinism_check}",
        )
    if STATE.early_stop is not None:
        early_stop = STATE.early_stop
    around, again = noop_context_fn() if context_fn is None else context_fn()
    state = STATE.generator.snapshot() if preserve_rng_state else None
    frame = _Frame(
        _Run(function, args, kwargs, state, again), early_stop, determinism_check == "default"
    )
    with ExitStack() as stack:
        stack.enter_context(saved_tensors_hooks(frame.pack, frame.unpack))
        stack.enter_context(around)
        result = function(*args, **kwargs)
    frame.complete = True
    return result


def checkpoint_sequential(
    functions: Sequence[Function],
    segments: int,
    input: Any,
    use_reentrant: bool | None = None,
    preserve_rng_state: bool = True,
    **kwargs: Any,
) -> Any:
    """Call functions one after the other, all but the last segment of them with ``checkpoint``."""
    if use_reentrant is None:
        warn(_EXPLICIT.format("checkpoint_sequential"))
        use_reentrant = True
    if kwargs:
        raise op_error(ValueError, "Unexpected keyword arguments: " + ",".join(kwargs))
    steps = list(functions)
    size = len(steps) // segments
    end = 0
    for start in range(0, size * (segments - 1), size):
        end = start + size
        input = checkpoint(
            _chained(steps[start:end]),
            input,
            use_reentrant=use_reentrant,
            preserve_rng_state=preserve_rng_state,
        )
    return _chained(steps[end:])(input)


def _chained(functions: Sequence[Function]) -> Function:
    def chain(value: Any) -> Any:
        for function in functions:
            value = function(value)
        return value

    return chain


_EXPLICIT = (
    "torch.utils.checkpoint.{}: the use_reentrant parameter should be passed explicitly. In "
    "version 2.9 we will raise an exception if use_reentrant is not passed. use_reentrant=False is "
    "recommended, but if you need to preserve the current default behavior, you can pass "
    "use_reentrant=True. Refer to docs for more details on the differences between the two "
    "variants."
)


# Without a pass inside the pass


class _Enough(BaseException):
    """Everything is there that running again was for."""


class _Holder:
    """The place of a saved tensor, and when a node lets go of it."""


class _Run:
    """A call that can be made again as it was."""

    def __init__(
        self, function: Function, args: Any, kwargs: dict[str, Any], state: Any, context: Any
    ) -> None:
        self.function, self.args, self.kwargs = function, args, kwargs
        self.state = state
        self.context = context

    def __call__(self) -> None:
        """Call the function with the random numbers that it had."""
        generator = STATE.generator
        now = generator.snapshot() if self.state is not None else None
        try:
            if self.state is not None:
                generator.restore(self.state)
            with STATE.replaced(grad_enabled=True), self.context:
                self.function(*self.args, **self.kwargs)
        finally:
            if now is not None:
                generator.restore(now)


class _Frame:
    """What one checkpoint saved, as places; the values, by the pass that they were computed for."""

    def __init__(self, run: _Run, early_stop: bool, checking: bool) -> None:
        self.run = run
        self.early_stop = early_stop
        self.checking = checking
        self.complete = False
        self.holders: list[Any] = []
        self.metas: list[dict[str, Any]] = []
        self.found: WeakKeyDictionary[Any, WeakKeyDictionary[_Holder, Tensor]] = WeakKeyDictionary()

    def pack(self, tensor: Tensor) -> _Holder:
        """Keep the place of a tensor."""
        holder = _Holder()
        self.holders.append(ref(holder))
        self.metas.append(_meta(tensor))
        return holder

    def unpack(self, holder: _Holder) -> Tensor:
        """Return the tensor of a place."""
        passing = STATE.passing
        values = None if passing is None else self.found.get(passing)
        if values is None:
            values = self.computed()
            if passing is not None:
                self.found[passing] = values
        return values[holder]

    def computed(self) -> WeakKeyDictionary[_Holder, Tensor]:
        """Run again and return what fills the places that are still wanted."""
        values: WeakKeyDictionary[_Holder, Tensor] = WeakKeyDictionary()
        count, complete = 0, self.complete

        def pack(tensor: Tensor) -> Tensor:
            nonlocal count
            tensor = tensor.detach() if tensor.requires_grad else tensor
            if count >= len(self.holders):
                if complete:
                    raise op_error(CheckpointError, _MORE + _TIP)
                return tensor
            holder = self.holders[count]()
            if holder is not None:
                values[holder] = tensor
                self.check(count, tensor)
            count += 1
            if self.early_stop and count == len(self.holders):
                raise _Enough
            return tensor

        try:
            with saved_tensors_hooks(pack, lambda tensor: tensor):
                self.run()
        except _Enough:
            pass
        if complete and count != len(self.holders):
            raise op_error(CheckpointError, _OTHER_NUMBER.format(len(self.holders), count) + _TIP)
        return values

    def check(self, place: int, tensor: Tensor) -> None:
        """Refuse what is not formed as it was."""
        before, now = self.metas[place], _meta(tensor)
        if self.checking and before != now:
            raise op_error(
                CheckpointError,
                "torch.utils.checkpoint: Recomputed values for the following tensors have "
                f"different metadata than during the forward pass.\ntensor at position {place}:\n"
                f"saved metadata: {before}\nrecomputed metadata: {now}\n.\n{_TIP}",
            )


def _meta(tensor: Tensor) -> dict[str, Any]:
    return {"shape": tensor.shape, "dtype": tensor.dtype, "device": tensor.device}


_TIP = """
Tip: To see a more detailed error message, either pass `debug=True` to
`torch.utils.checkpoint.checkpoint(...)` or wrap the code block
with `with torch.utils.checkpoint.set_checkpoint_debug_enabled(True):` to
enable checkpoint-debug mode globally.
"""
_MORE = (
    "torch.utils.checkpoint: trying to save more tensors during recomputation than during the "
    "original forward pass.\n"
)
_OTHER_NUMBER = (
    "torch.utils.checkpoint: A different number of tensors was saved during the original forward "
    "and recomputation.\nNumber of tensors saved during forward: {}\n"
    "Number of tensors saved during recomputation: {}.\n"
)


# With one


def check_backward_validity(inputs: Iterable[Any]) -> None:
    """Warn where no gradient could reach any of the inputs."""
    if not any(isinstance(value, Tensor) and value.requires_grad for value in inputs):
        warn("None of the inputs have requires_grad=True. Gradients will be None")


def detach_variable(inputs: Any) -> tuple[Any, ...]:
    """Return inputs with leaves in place of the tensors."""
    if not isinstance(inputs, tuple):
        raise op_error(
            RuntimeError,
            "Only tuple of tensors is supported. Got Unsupported input type: "
            f"{type(inputs).__name__}",
        )
    return tuple([_own(value) if isinstance(value, Tensor) else value for value in inputs])


def _forward(ctx: Any, function: Function, preserve: bool, *args: Any) -> Any:
    """Run the function without recording."""
    check_backward_validity(args)
    ctx.function, ctx.args = function, args
    ctx.state = STATE.generator.snapshot() if preserve else None
    ctx.save_for_backward(*[arg for arg in args if isinstance(arg, Tensor)])
    return function(*args)


def _backward(ctx: Any, *gradients: Any) -> Any:
    """Run the function again, recording, and differentiate that."""
    passing = STATE.passing
    if passing is None or not passing.accumulating or passing.needed is not None:
        raise op_error(
            RuntimeError,
            "When use_reentrant=True, torch.utils.checkpoint is incompatible with .grad() or "
            "passing an `inputs` parameter to .backward(). To resolve this error, you can either "
            "set use_reentrant=False, or call .backward() without passing the `inputs` argument.",
        )
    saved = iter(ctx.saved_tensors)
    args = [_own(next(saved)) if isinstance(arg, Tensor) else arg for arg in ctx.args]
    results: list[Any] = []

    def run() -> None:
        made = ctx.function(*args)
        results.extend(made if isinstance(made, tuple) else (made,))

    _Run(run, (), {}, ctx.state, nullcontext())()
    pairs = [
        (result, gradient)
        for result, gradient in zip(results, gradients, strict=True)
        if isinstance(result, Tensor) and result.requires_grad
    ]
    if not pairs:
        raise op_error(
            RuntimeError,
            "none of output has requires_grad=True, this checkpoint() is not necessary",
        )
    ends, weights = zip(*pairs, strict=True)
    backward(ends, weights)
    return (None, None, *(arg.grad if isinstance(arg, Tensor) else None for arg in args))


def _own(tensor: Tensor) -> Tensor:
    own = tensor.detach()
    own.requires_grad = tensor.requires_grad
    return own


_REENTRANT = FunctionSpec("CheckpointFunction", _forward, _backward)

for _kind in (set_checkpoint_early_stop, set_checkpoint_debug_enabled):
    _kind.__module__ = _kind.module
