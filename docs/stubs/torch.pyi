"""What the operator table does not say of `import gradcli as torch`: aliases, classes, plain functions.

`write.py` puts the operators' methods and functions where the comments say so. Python's own types
have names of their own, because `float`, `int`, `bool` and `complex` are PyTorch's here.
"""

from builtins import bool as _bool
from builtins import complex as _complex
from builtins import float as _float
from builtins import int as _int
from builtins import str as _str
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import (
    Any,
    Literal,
    NamedTuple,
    NoReturn,
    Self,
    SupportsIndex,
    TypeAlias,
    TypeVar,
    overload,
)

import numpy as np
from typing_extensions import TypeIs

from gradcli import autograd as autograd
from gradcli import distributions as distributions
from gradcli import fft as fft
from gradcli import func as func
from gradcli import linalg as linalg
from gradcli import nn as nn
from gradcli import optim as optim
from gradcli import special as special
from gradcli import testing as testing
from gradcli import utils as utils
from gradcli.autograd.graph import Node as _Node
from gradcli.distributions.quasirandom import SobolEngine
from gradcli.errors import Diagnostic as _Diagnostic
from gradcli.errors import GradcliError as GradcliError
from gradcli.func import vmap as vmap
from gradcli.optim.amp import GradScaler as GradScaler
from gradcli.optim.amp import autocast as autocast
from gradcli.report.shown import ShownExplanation as _ShownExplanation
from gradcli.report.shown import ShownGraph as _ShownGraph

__version__: _str

_F = TypeVar("_F", bound=Callable[..., Any])

# What parameters take

_Array: TypeAlias = np.ndarray[Any, Any]
_Number: TypeAlias = _complex | np.number[Any] | np.bool  # Python's numbers are complex ones, too
_Real: TypeAlias = _float | np.floating[Any] | np.integer[Any] | np.bool
_Sizes: TypeAlias = list[_int] | tuple[_int, ...]
_Ints: TypeAlias = _int | _Sizes
_Tensors: TypeAlias = list[Tensor] | tuple[Tensor, ...]
_Item: TypeAlias = _bool | Any  # passes for a bool, an int and a float, and can be anything

# gradcli's own

class Limits(NamedTuple):
    """What one run may use; None is no limit."""

    max_steps: _int | None = ...
    max_output: _int | None = ...
    max_int_bits: _int = ...
    max_items: _int = ...

class Run:
    """What became of a program: the value of its last statement, its variables, what it printed."""

    expression: Any
    module: Any
    name: _str | None
    source: _str
    speaks: _bool
    stdout: _str
    value: Any
    variables: dict[_str, Any]
    warnings: tuple[_Diagnostic, ...]
    def _repr_html_(self) -> _str | None: ...
    def _repr_latex_(self) -> _str | None: ...

class Session:
    """Programs that run one after the other in the same variables."""

    def __init__(
        self,
        *,
        dtype: _str | None = None,
        seed: _int | None = None,
        limits: Limits | None = None,
        write: Callable[[_str], object] | None = None,
        warn: Callable[[_Diagnostic], object] | None = None,
        anomaly: _bool = False,
    ) -> None: ...
    def __enter__(self) -> Session: ...
    def __exit__(self, *exception: object) -> None: ...
    def define(self, name: _str, value: Any) -> None:
        """Give a variable a value of the host: a tensor, an array or a number."""

    def assign(self, name: _str, value: Any) -> None:
        """Give a variable a value of the language, whatever it is."""

    def evaluate(self, source: _str, filename: _str = "<program>") -> Run:
        """Run a program text; its names stay defined for the next."""

class engine:
    """What new tensors are computed on, from here on or within ``with``: numpy, jax or dask."""

    def __init__(
        self,
        name: _str,
        *,
        chunks: _int | tuple[_int, ...] | None = None,
        scheduler: _str | None = None,
        devices: _int = 1,
    ) -> None: ...
    def __enter__(self) -> engine: ...
    def __exit__(self, *exception: object) -> None: ...
    def tensor(self, array: Any, requires_grad: _bool = False) -> Tensor:
        """Return a tensor of an array of the engine's own, of NumPy's, or read piece by piece."""

    def compute(self, *tensors: Tensor) -> None:
        """Compute tensors together, in one pass over what they share."""

def run(
    source: _str,
    variables: Mapping[_str, Any] | None = None,
    *,
    dtype: _str | None = None,
    seed: _int | None = None,
    limits: Limits | None = None,
    filename: _str = "<program>",
    write: Callable[[_str], object] | None = None,
    warn: Callable[[_Diagnostic], object] | None = None,
    anomaly: _bool = False,
) -> Run:
    """Run a program with variables (name to tensor, array or number) in scope."""

@overload
def diff(
    source: _str,
    wrt: _str | Iterable[_str] | None = None,
    shapes: Mapping[_str, Any] | None = None,
    *,
    values: Mapping[_str, Any] | None = None,
    constants: Mapping[_str, Any] | None = None,
    order: _int = 1,
    hessian: _bool = False,
    format: Literal["text", "latex", "python", "json"] = "text",
    notes: _bool = True,
) -> Any:
    """Return the derivative of a program as text; of a tensor, the differences of neighbours."""

@overload
def diff(
    input: Tensor,
    n: _int = 1,
    dim: _int = -1,
    prepend: Tensor | None = None,
    append: Tensor | None = None,
) -> Tensor: ...
def explain(
    source: _str,
    wrt: _str | Iterable[_str] | None = None,
    shapes: Mapping[_str, Any] | None = None,
    *,
    values: Mapping[_str, Any] | None = None,
    constants: Mapping[_str, Any] | None = None,
    gradient: Any = None,
    dtype: _str | None = None,
    seed: _int | None = None,
) -> _ShownExplanation:
    """Explain a derivative by the chain rule, step by step: a table in a notebook, text elsewhere."""

def graph(
    source: _str | Run | Tensor,
    values: Mapping[_str, Any] | None = None,
    *,
    constants: Mapping[_str, Any] | None = None,
    gradients: _bool = False,
    dtype: _str | None = None,
    seed: _int | None = None,
) -> _ShownGraph:
    """Return the backward graph of a program, a run or a tensor: a picture in a notebook."""

@overload
def equal(
    a: _str,
    b: _str,
    shapes: Mapping[_str, Any] | None = None,
    *,
    values: Mapping[_str, Any] | None = None,
    constants: Mapping[_str, Any] | None = None,
) -> _bool:
    """Tell whether two programs compute the same; of tensors, whether their elements are the same."""

@overload
def equal(input: Tensor, other: Tensor) -> _bool: ...

# Types of values

class dtype:
    """An element type; prints as ``torch.float32``."""

    @property
    def is_floating_point(self) -> _bool: ...
    @property
    def is_complex(self) -> _bool: ...
    @property
    def is_signed(self) -> _bool: ...
    @property
    def itemsize(self) -> _int: ...
    @property
    def abbr(self) -> _str: ...
    def to_complex(self) -> dtype: ...
    def to_real(self) -> dtype: ...

class device:
    """A place for tensors: its type, and an index where one was given."""

    type: _str
    index: _int | None
    def __init__(self, type: _str = "cpu", index: _int | None = None) -> None: ...
    def __eq__(self, other: object) -> _bool: ...
    def __hash__(self) -> _int: ...

_dtype: TypeAlias = dtype
_DType: TypeAlias = dtype | type[_bool] | type[_int] | type[_float]
_device: TypeAlias = device
_Device: TypeAlias = device | _str | _int

class _Mark: ...

channels_last: _Mark
channels_last_3d: _Mark
contiguous_format: _Mark
preserve_format: _Mark
strided: _Mark

class Generator:
    """PyTorch's generator of random numbers."""

    def __init__(self, device: object = "cpu") -> None: ...
    @property
    def device(self) -> _device: ...
    def manual_seed(self, seed: _int) -> Generator: ...
    def seed(self) -> _int: ...
    def initial_seed(self) -> _int: ...
    def clone_state(self) -> Generator: ...

default_generator: Generator

class Size(tuple[_int, ...]):
    """The shape of a tensor; prints as ``torch.Size([2, 3])``."""

    @overload
    def __getitem__(self, index: SupportsIndex, /) -> _int: ...
    @overload
    def __getitem__(self, index: slice, /) -> Size: ...
    def __add__(self, other: tuple[_int, ...], /) -> Size: ...  # type: ignore[override]
    def __radd__(self, other: tuple[_int, ...], /) -> Size: ...
    def __mul__(self, count: SupportsIndex, /) -> Size: ...
    def __rmul__(self, count: SupportsIndex, /) -> Size: ...
    def numel(self) -> _int: ...

class finfo:
    """The limits of a floating-point type; of a complex one, those of its parts."""

    bits: _int
    dtype: _str
    eps: _float
    max: _float
    min: _float
    resolution: _float
    smallest_normal: _float
    tiny: _float
    def __init__(self, type: _dtype | None = None) -> None: ...

class iinfo:
    """The limits of an integer type."""

    bits: _int
    dtype: _str
    max: _int
    min: _int
    def __init__(self, type: _dtype) -> None: ...

class _RemovableHandle:
    """What registering a hook returns."""

    id: _int
    def remove(self) -> None: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, *exception: object) -> None: ...

class _PLU(NamedTuple):
    P: Tensor
    L: Tensor
    U: Tensor

class _LUPivots(NamedTuple):
    LU: Tensor
    pivots: Tensor

class _LDPivots(NamedTuple):
    LD: Tensor
    pivots: Tensor

class _USV(NamedTuple):
    U: Tensor
    S: Tensor
    V: Tensor

class _Triangular(NamedTuple):
    solution: Tensor
    cloned_coefficient: Tensor

class _Lstsq(NamedTuple):
    solution: Tensor
    residuals: Tensor
    rank: Tensor
    singular_values: Tensor

class _Histogramdd(NamedTuple):
    hist: Tensor
    bin_edges: tuple[Tensor, ...]

# fields

class Tensor:
    """An array that remembers how it was computed; prints as PyTorch's does."""

    def __init__(self, array: _Array, requires_grad: _bool = False) -> None: ...

    data: Tensor
    grad: Tensor | None
    requires_grad: _bool
    @property
    def shape(self) -> Size: ...
    @property
    def dtype(self) -> _dtype: ...
    @property
    def device(self) -> _device: ...
    @property
    def ndim(self) -> _int: ...
    @property
    def grad_fn(self) -> _Node | None: ...
    @property
    def is_leaf(self) -> _bool: ...
    @property
    def output_nr(self) -> _int: ...
    @property
    def grad_dtype(self) -> Any: ...
    @property
    def is_cpu(self) -> _bool: ...
    @property
    def is_cuda(self) -> _bool: ...
    @property
    def is_ipu(self) -> _bool: ...
    @property
    def is_maia(self) -> _bool: ...
    @property
    def is_meta(self) -> _bool: ...
    @property
    def is_mkldnn(self) -> _bool: ...
    @property
    def is_mps(self) -> _bool: ...
    @property
    def is_mtia(self) -> _bool: ...
    @property
    def is_nested(self) -> _bool: ...
    @property
    def is_quantized(self) -> _bool: ...
    @property
    def is_sparse(self) -> _bool: ...
    @property
    def is_sparse_csr(self) -> _bool: ...
    @property
    def is_vulkan(self) -> _bool: ...
    @property
    def is_xla(self) -> _bool: ...
    @property
    def is_xpu(self) -> _bool: ...
    @property
    def itemsize(self) -> _int: ...
    @property
    def layout(self) -> Any: ...
    @property
    def name(self) -> str | None: ...
    @property
    def nbytes(self) -> _int: ...
    def apply_(self, callable: Callable[[Any], Any]) -> Tensor: ...
    def map2_(self, x: Tensor, y: Tensor, callable: Callable[[Any, Any, Any], Any]) -> Tensor: ...
    def map_(self, tensor2: Tensor, callable: Callable[[Any, Any], Any]) -> Tensor: ...
    def is_conj(self) -> _bool: ...
    def is_distributed(self) -> _bool: ...
    def is_neg(self) -> _bool: ...
    def is_nonzero(self) -> _bool: ...
    def is_pinned(self) -> _bool: ...
    def is_shared(self) -> _bool: ...
    def eig(self, *args: Any, **kwargs: Any) -> NoReturn: ...
    def lstsq(self, *args: Any, **kwargs: Any) -> NoReturn: ...
    def solve(self, *args: Any, **kwargs: Any) -> NoReturn: ...
    def symeig(self, *args: Any, **kwargs: Any) -> NoReturn: ...
    def dim_order(self, *, ambiguity_check: _bool | list[Any] = False) -> tuple[_int, ...]: ...
    def get_device(self) -> _int: ...
    def is_same_size(self, other: Tensor) -> _bool: ...
    def is_set_to(self, tensor: Tensor) -> _bool: ...
    def new(self, *args: Any) -> Tensor: ...
    def resolve_neg(self) -> Tensor: ...
    def to_dense(self) -> Tensor: ...
    @property
    def retains_grad(self) -> _bool: ...
    @property
    def _base(self) -> Tensor | None: ...
    @property
    def _version(self) -> _int: ...
    def _is_view(self) -> _bool: ...
    def backward(
        self,
        gradient: Tensor | None = None,
        retain_graph: _bool | None = None,
        create_graph: _bool = False,
        inputs: Tensor | Sequence[Tensor] | None = None,
    ) -> None:
        """Add the gradient of this tensor to the ``grad`` of every leaf it depends on."""

    def requires_grad_(self, requires_grad: _bool = True) -> Tensor:
        """Switch ``requires_grad`` of a leaf and return the tensor."""

    def retain_grad(self) -> None:
        """Keep the gradient that reaches this tensor in ``grad``, though it is no leaf."""

    def register_hook(self, hook: Callable[[Tensor], Tensor | None]) -> _RemovableHandle:
        """Call ``hook`` with each gradient of this tensor; what it returns replaces that."""

    def register_post_accumulate_grad_hook(
        self, hook: Callable[[Tensor], object]
    ) -> _RemovableHandle:
        """Call ``hook`` with this leaf each time that a gradient was added to its ``grad``."""

    def detach(self) -> Tensor:
        """Return a tensor of the same memory that gradients do not pass."""

    def detach_(self) -> Tensor:
        """Cut this tensor off the graph that made it."""

    def is_inference(self) -> _bool: ...
    def item(self) -> _Item:
        """Return the only element as a Python number."""

    def tolist(self) -> list[Any] | Any:
        """Return the elements as nested lists of Python numbers, or one number."""

    def numpy(self, *, force: _bool = False) -> _Array:
        """Return the array itself, sharing memory."""

    @overload
    def size(self) -> Size: ...
    @overload
    def size(self, dim: _int) -> _int: ...
    @overload
    def stride(self) -> tuple[_int, ...]: ...
    @overload
    def stride(self, dim: _int) -> _int: ...
    def dim(self) -> _int: ...
    def ndimension(self) -> _int: ...
    def numel(self) -> _int: ...
    def nelement(self) -> _int: ...
    def element_size(self) -> _int: ...
    def storage_offset(self) -> _int: ...
    def data_ptr(self) -> _int: ...
    def set_(
        self, source: Any = None, storage_offset: _int = 0, size: Any = None, stride: Any = None
    ) -> Tensor: ...
    def storage(self) -> Any: ...
    def untyped_storage(self) -> Any: ...
    def is_complex(self) -> _bool: ...
    def is_contiguous(self) -> _bool: ...
    def is_floating_point(self) -> _bool: ...
    def is_signed(self) -> _bool: ...
    def cpu(self) -> Tensor: ...
    def cuda(self, device: _Device | None = None, non_blocking: _bool = False) -> Tensor: ...
    @overload
    def to(
        self,
        dtype: _DType,
        non_blocking: _bool = False,
        copy: _bool = False,
        *,
        memory_format: _Mark | None = None,
    ) -> Tensor: ...
    @overload
    def to(
        self,
        device: _Device | None = None,
        dtype: _DType | None = None,
        non_blocking: _bool = False,
        copy: _bool = False,
        *,
        memory_format: _Mark | None = None,
    ) -> Tensor: ...
    @overload
    def to(
        self,
        other: Tensor,
        non_blocking: _bool = False,
        copy: _bool = False,
        *,
        memory_format: _Mark | None = None,
    ) -> Tensor: ...
    @overload
    def type(self) -> _str: ...
    @overload
    def type(self, dtype: _DType) -> Tensor: ...
    def type_as(self, other: Tensor) -> Tensor: ...
    def __getitem__(self, index: Any) -> Tensor: ...
    def __setitem__(self, index: Any, value: Tensor | _Number | _Array) -> None: ...
    def __iter__(self) -> Iterator[Tensor]: ...
    def __reversed__(self) -> Tensor: ...
    def __dir__(self) -> list[_str]: ...
    def __len__(self) -> _int: ...
    def __contains__(self, value: Any) -> _bool: ...
    def __bool__(self) -> _bool: ...
    def __int__(self) -> _int: ...
    def __float__(self) -> _float: ...
    def __complex__(self) -> _complex: ...
    def __index__(self) -> _int: ...
    def __hash__(self) -> _int: ...
    def __format__(self, spec: _str) -> _str: ...
    def __array__(self, dtype: Any = None, copy: _bool | None = None) -> _Array: ...
    # methods

_FloatTensor: TypeAlias = Callable[..., Tensor]
FloatTensor: _FloatTensor
DoubleTensor: _FloatTensor
HalfTensor: _FloatTensor
BFloat16Tensor: _FloatTensor
LongTensor: _FloatTensor
IntTensor: _FloatTensor
ShortTensor: _FloatTensor
CharTensor: _FloatTensor
ByteTensor: _FloatTensor
BoolTensor: _FloatTensor

# Constants

e: _float
inf: _float
nan: _float
pi: _float
newaxis: None

# dtypes

# Modes

class _Mode:
    def __enter__(self) -> None: ...
    def __exit__(self, *exception: object) -> None: ...
    def __call__(self, function: _F) -> _F: ...

class set_grad_enabled(_Mode):
    """Switch recording on or off: at once, and back again when used as a context."""

    def __init__(self, mode: _bool) -> None: ...

class set_multithreading_enabled(_Mode):
    """Take the place of PyTorch's switch; the engine has one thread."""

    def __init__(self, mode: _bool) -> None: ...

@overload
def no_grad() -> _Mode:
    """Record nothing: results do not require grad."""

@overload
def no_grad(orig_func: _F) -> _F: ...
@overload
def enable_grad() -> _Mode:
    """Record again inside ``no_grad``."""

@overload
def enable_grad(orig_func: _F) -> _F: ...
@overload
def inference_mode(mode: _bool = True) -> _Mode:
    """Record nothing, and make tensors that can never take part in what is recorded."""

@overload
def inference_mode(mode: _F) -> _F: ...
def is_grad_enabled() -> _bool: ...
def is_inference_mode_enabled() -> _bool: ...
def is_anomaly_enabled() -> _bool: ...
def is_anomaly_check_nan_enabled() -> _bool: ...
def set_anomaly_enabled(mode: _bool, check_nan: _bool = True) -> None: ...

# Plain functions

def as_tensor(data: Any, dtype: _DType | None = None, device: _Device | None = None) -> Tensor:
    """Return a tensor of some data; it shares memory, and history, where it can."""

def asarray(
    obj: Any,
    *,
    dtype: _DType | None = None,
    device: _Device | None = None,
    copy: _bool | None = None,
    requires_grad: _bool | None = None,
) -> Tensor:
    """Return a tensor of some data, shared or copied as asked."""

def from_numpy(ndarray: _Array, /) -> Tensor:
    """Return a tensor that shares an array's memory."""

def broadcast_shapes(*shapes: _Ints) -> Size:
    """Return the shape that shapes broadcast to."""

def eig(*args: Any, **kwargs: Any) -> NoReturn: ...
def lstsq(*args: Any, **kwargs: Any) -> NoReturn: ...
def matrix_rank(*args: Any, **kwargs: Any) -> NoReturn: ...
def solve(*args: Any, **kwargs: Any) -> NoReturn: ...
def symeig(*args: Any, **kwargs: Any) -> NoReturn: ...
def is_tensor(obj: object) -> TypeIs[Tensor]: ...
def is_storage(obj: object) -> _bool: ...
def is_complex(input: Tensor) -> _bool: ...
def is_conj(input: Tensor) -> _bool: ...
def is_distributed(input: Tensor) -> _bool: ...
def is_floating_point(input: Tensor) -> _bool: ...
def is_inference(input: Tensor) -> _bool: ...
def is_neg(input: Tensor) -> _bool: ...
def is_nonzero(input: Tensor) -> _bool: ...
def is_same_size(input: Tensor, other: Tensor) -> _bool: ...
def is_signed(input: Tensor) -> _bool: ...
def numel(input: Tensor) -> _int: ...
def get_device(input: Tensor) -> _int: ...
def detach(input: Tensor) -> Tensor: ...
def detach_(input: Tensor) -> Tensor: ...
def resolve_neg(input: Tensor) -> Tensor: ...
def zero_(input: Tensor) -> Tensor: ...
def initial_seed() -> _int: ...
def manual_seed(seed: _int) -> Generator:
    """Seed the generator of random numbers and return it."""

def seed() -> _int: ...
def get_rng_state() -> Tensor: ...
def set_rng_state(new_state: Tensor) -> None: ...
def save(
    obj: Any,
    f: Any,
    pickle_module: Any = None,
    pickle_protocol: _int = 2,
    _use_new_zipfile_serialization: _bool = True,
) -> None:
    """Keep a copy of an object in the memory of a program; refused outside of programs."""

def load(
    f: Any,
    map_location: Any = None,
    pickle_module: Any = None,
    *,
    weights_only: _bool | None = None,
    mmap: _bool | None = None,
    **pickle_load_args: Any,
) -> Any:
    """Return a copy of what a program has saved; refused outside of programs."""

def can_cast(from_: _dtype, to: _dtype) -> _bool: ...
def promote_types(type1: _dtype, type2: _dtype) -> _dtype: ...
def result_type(tensor: Tensor | _Number, other: Tensor | _Number) -> _dtype: ...
def get_default_dtype() -> _dtype: ...
def set_default_dtype(d: _dtype) -> None: ...
def set_default_tensor_type(t: Any) -> None: ...
def typename(obj: object, /) -> _str: ...
def get_default_device() -> _device: ...
def set_default_device(device: _Device | None) -> None: ...
def set_printoptions(
    precision: _int | None = None,
    threshold: _float | None = None,
    edgeitems: _int | None = None,
    linewidth: _int | None = None,
    profile: Literal["default", "short", "full"] | None = None,
    sci_mode: _bool | None = None,
) -> None:
    """Set how tensors are printed."""

# What is always the same here, and what changes nothing

def are_deterministic_algorithms_enabled() -> _bool: ...
def get_deterministic_debug_mode() -> _int: ...
def set_deterministic_debug_mode(debug_mode: _int | str) -> None: ...
def get_float32_matmul_precision() -> _str: ...
def get_num_interop_threads() -> _int: ...
def get_num_threads() -> _int: ...
def is_autocast_cache_enabled() -> _bool: ...
def is_autocast_cpu_enabled() -> _bool: ...
def is_autocast_enabled(device_type: _str = ...) -> _bool: ...
def is_deterministic_algorithms_warn_only_enabled() -> _bool: ...
def is_vulkan_available() -> _bool: ...
def is_warn_always_enabled() -> _bool: ...
def set_float32_matmul_precision(precision: _str) -> None: ...
def set_flush_denormal(mode: _bool) -> _bool: ...
def set_num_interop_threads(threads: _int) -> None: ...
def set_num_threads(threads: _int) -> None: ...
def set_warn_always(b: _bool) -> None: ...
def use_deterministic_algorithms(mode: _bool, *, warn_only: _bool = False) -> None: ...
@overload
def compile(model: _F, **options: Any) -> _F: ...
@overload
def compile(model: None = None, **options: Any) -> Callable[[_F], _F]: ...

# Modules that cannot be imported under their names

class _Compiler:
    @staticmethod
    def allow_in_graph(fn: _F) -> _F: ...
    @staticmethod
    def cudagraph_mark_step_begin() -> None: ...
    @staticmethod
    def disable(fn: _F, recursive: _bool = True) -> _F: ...
    @staticmethod
    def is_compiling() -> _bool: ...
    @staticmethod
    def is_dynamo_compiling() -> _bool: ...
    @staticmethod
    def reset() -> None: ...

class _Jit:
    @staticmethod
    def export(fn: _F) -> _F: ...
    @staticmethod
    def ignore(fn: _F) -> _F: ...
    @staticmethod
    def is_scripting() -> _bool: ...
    @staticmethod
    def is_tracing() -> _bool: ...
    @staticmethod
    def unused(fn: _F) -> _F: ...

class _Random:
    @staticmethod
    def initial_seed() -> _int: ...
    @staticmethod
    def manual_seed(seed: _int) -> Generator: ...
    @staticmethod
    def seed() -> _int: ...

class _Serialization:
    @staticmethod
    def add_safe_globals(safe_globals: Iterable[Any]) -> None: ...
    @staticmethod
    def clear_safe_globals() -> None: ...
    @staticmethod
    def get_safe_globals() -> list[Any]: ...

class _Accelerator:
    @staticmethod
    def is_available() -> _bool: ...
    @staticmethod
    def device_count() -> _int: ...
    @staticmethod
    def current_accelerator(check_available: _bool = False) -> _device | None: ...

class _Other:
    @staticmethod
    def is_available() -> _bool: ...
    @staticmethod
    def device_count() -> _int: ...

class _Cuda(_Other):
    amp: _Amp
    @staticmethod
    def is_initialized() -> _bool: ...
    @staticmethod
    def empty_cache() -> None: ...
    @staticmethod
    def manual_seed(seed: _int) -> None: ...
    @staticmethod
    def manual_seed_all(seed: _int) -> None: ...
    @staticmethod
    def current_device() -> _int: ...
    @staticmethod
    def get_device_name(device: _Device | None = None) -> _str: ...
    @staticmethod
    def set_device(device: _Device) -> None: ...
    @staticmethod
    def synchronize(device: _Device | None = None) -> None: ...
    @staticmethod
    def max_memory_allocated(device: _Device | None = None) -> _int: ...

class _Amp:
    GradScaler: type[GradScaler]
    autocast: type[autocast]

class _Cpu:
    amp: _Amp

class _Quasirandom:
    SobolEngine: type[SobolEngine]

class _Built:
    @staticmethod
    def is_built() -> _bool: ...

class _Available:
    @staticmethod
    def is_available() -> _bool: ...

class _Mps(_Built, _Available): ...

class _Backends:
    cuda: _Built
    cudnn: _Available
    mps: _Mps

class OutOfMemoryError(RuntimeError):
    """There is not the memory that a computation asks for."""

class _Functional:
    F: Any
    def __getattr__(self, name: _str) -> Callable[..., Any]: ...

class _Version:
    cuda: None
    hip: None
    __version__: _str

class _Signal:
    windows: _Windows

accelerator: _Accelerator
amp: _Amp
backends: _Backends
compiler: _Compiler
jit: _Jit
cpu: _Cpu
cuda: _Cuda
functional: _Functional
mps: _Other
quasirandom: _Quasirandom
random: _Random
serialization: _Serialization
signal: _Signal
version: _Version
xpu: _Other

class _Windows:
    """Windows to multiply signals with."""

    # windows

# Operators

# functions
