"""PyTorch's ``torch.autograd``; the names are those of the language."""

from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeAlias, TypeVar, overload

from gradcli import Tensor, _Mode
from gradcli import enable_grad as enable_grad
from gradcli import inference_mode as inference_mode
from gradcli import no_grad as no_grad
from gradcli import set_grad_enabled as set_grad_enabled
from gradcli import set_multithreading_enabled as set_multithreading_enabled
from gradcli.autograd import forward_ad as forward_ad
from gradcli.autograd import function as function
from gradcli.autograd import functional as functional
from gradcli.autograd import graph as graph
from gradcli.autograd import profiler as profiler
from gradcli.autograd.function import Function as Function
from gradcli.autograd.graph import GradientEdge

_K = TypeVar("_K")
_End: TypeAlias = Tensor | GradientEdge
_Ends: TypeAlias = _End | Sequence[_End]
_Weights: TypeAlias = Tensor | Sequence[Tensor | None] | None

def backward(
    tensors: _Ends,
    grad_tensors: _Weights = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    grad_variables: _Weights = None,
    inputs: _Ends | dict[Any, Tensor] | None = None,
) -> None:
    """Add the gradient of the sum of ``tensors`` to ``grad`` of the leaves, or of ``inputs``.

    ``grad_tensors`` weighs the tensors; a tensor of one element needs none.
    """

@overload
def grad(
    outputs: _Ends,
    inputs: _Ends,
    grad_outputs: _Weights = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    only_inputs: bool = True,
    allow_unused: Literal[False] | None = None,
    is_grads_batched: bool = False,
    materialize_grads: bool = False,
) -> tuple[Tensor, ...]:
    """Return the gradient of the sum of ``outputs`` by each input; no ``grad`` is changed.

    The result is a tuple, or a dict for a dict of inputs. With ``allow_unused`` it holds None for
    an input that the outputs do not depend on.
    """

@overload
def grad(
    outputs: _Ends,
    inputs: _Ends,
    grad_outputs: _Weights = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    only_inputs: bool = True,
    *,
    allow_unused: bool,
    is_grads_batched: bool = False,
    materialize_grads: bool = False,
) -> tuple[Tensor | None, ...]: ...
@overload
def grad(
    outputs: _Ends,
    inputs: dict[_K, Tensor],
    grad_outputs: _Weights = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    only_inputs: bool = True,
    allow_unused: bool | None = None,
    is_grads_batched: bool = False,
    materialize_grads: bool = False,
) -> dict[_K, Tensor]: ...
def Variable(data: Tensor, requires_grad: bool = False, volatile: bool = False) -> Tensor:
    """Return a tensor of the same memory, as the oldest programs make their leaves."""

def gradcheck(
    func: Callable[..., Any],
    inputs: Tensor | Sequence[Any],
    *,
    eps: float = 1e-06,
    atol: float = 1e-05,
    rtol: float = 0.001,
    raise_exception: bool = True,
    nondet_tol: float = 0.0,
    check_undefined_grad: bool = True,
    check_grad_dtypes: bool = False,
    check_batched_grad: bool = False,
    check_batched_forward_grad: bool = False,
    check_forward_ad: bool = False,
    check_backward_ad: bool = True,
    fast_mode: bool = False,
    masked: bool | None = None,
) -> bool:
    """Compare gradients with differences of values."""

def gradgradcheck(
    func: Callable[..., Any],
    inputs: Tensor | Sequence[Any],
    grad_outputs: Any = None,
    *,
    eps: float = 1e-06,
    atol: float = 1e-05,
    rtol: float = 0.001,
    gen_non_contig_grad_outputs: bool = False,
    raise_exception: bool = True,
    nondet_tol: float = 0.0,
    check_undefined_grad: bool = True,
    check_grad_dtypes: bool = False,
    check_batched_grad: bool = False,
    check_fwd_over_rev: bool = False,
    check_rev_over_rev: bool = True,
    fast_mode: bool = False,
    masked: bool = False,
) -> bool:
    """Compare second gradients with differences of first ones."""

class detect_anomaly(_Mode):
    """Search derivatives for NaN."""

    def __init__(self, check_nan: bool = True) -> None: ...

class set_detect_anomaly(_Mode):
    """Switch the search for NaN in derivatives on or off: at once, and as a context."""

    def __init__(self, mode: bool, check_nan: bool = True) -> None: ...

def is_multithreading_enabled() -> bool: ...
def is_view_replay_enabled() -> bool: ...

class _GradMode:
    no_grad = no_grad
    enable_grad = enable_grad
    set_grad_enabled = set_grad_enabled
    inference_mode = inference_mode
    set_multithreading_enabled = set_multithreading_enabled

class _AnomalyMode:
    detect_anomaly = detect_anomaly
    set_detect_anomaly = set_detect_anomaly

class _OfVariable:
    Variable: Callable[..., Tensor]

grad_mode: type[_GradMode]
variable: type[_OfVariable]
anomaly_mode: type[_AnomalyMode]
