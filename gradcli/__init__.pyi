# Written by `python docs/build.py` from the operator table; a test keeps it current.
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

class _ATau(NamedTuple):
    a: Tensor
    tau: Tensor

class _EigenvaluesEigenvectors(NamedTuple):
    eigenvalues: Tensor
    eigenvectors: Tensor

class _HistBinEdges(NamedTuple):
    hist: Tensor
    bin_edges: Tensor

class _InverseInfo(NamedTuple):
    inverse: Tensor
    info: Tensor

class _LDPivotsInfo(NamedTuple):
    LD: Tensor
    pivots: Tensor
    info: Tensor

class _LInfo(NamedTuple):
    L: Tensor
    info: Tensor

class _LUPivotsInfo(NamedTuple):
    LU: Tensor
    pivots: Tensor
    info: Tensor

class _MantissaExponent(NamedTuple):
    mantissa: Tensor
    exponent: Tensor

class _MinMax(NamedTuple):
    min: Tensor
    max: Tensor

class _QR(NamedTuple):
    Q: Tensor
    R: Tensor

class _ResultInfo(NamedTuple):
    result: Tensor
    info: Tensor

class _SignLogabsdet(NamedTuple):
    sign: Tensor
    logabsdet: Tensor

class _USVh(NamedTuple):
    U: Tensor
    S: Tensor
    Vh: Tensor

class _ValuesIndices(NamedTuple):
    values: Tensor
    indices: Tensor

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
    @property
    def H(self) -> Tensor:
        """The conjugate of the transpose of a matrix; of a real one, a view."""

    @property
    def T(self) -> Tensor:
        """The dimensions in reverse order; of a matrix, its transpose. A view."""

    def float_power_(self, exponent: Tensor | _Number) -> Tensor:
        """The power in double precision, where the tensor can hold it."""

    def bernoulli_(
        self, p: Tensor | _Number = 0.5, *, generator: Generator | None = None
    ) -> Tensor:
        """Ones with the given probability in place of the elements, and zeros."""

    def exponential_(self, lambd: _Real = 1.0, *, generator: Generator | None = None) -> Tensor:
        """Random numbers of the exponential distribution in place of the elements."""

    def normal_(
        self, mean: _Real = 0.0, std: _Real = 1.0, *, generator: Generator | None = None
    ) -> Tensor:
        """Random normal numbers in place of the elements."""

    def polygamma(self, n: _int) -> Tensor:
        """The derivative of order n of the digamma function."""

    def polygamma_(self, n: _int) -> Tensor:
        """The derivative of order n of the digamma function."""

    def where(self, condition: Tensor, other: Tensor | _Number) -> Tensor:
        """The tensor's own elements where the condition holds, and others elsewhere."""

    def abs(self) -> Tensor:
        """The absolute value; its derivative at 0 is 0."""

    def absolute(self) -> Tensor:
        """The absolute value; its derivative at 0 is 0."""

    def abs_(self) -> Tensor:
        """The absolute value; its derivative at 0 is 0."""

    def absolute_(self) -> Tensor:
        """The absolute value; its derivative at 0 is 0."""

    def acos(self) -> Tensor:
        """The angle in radians whose cosine the element is; NaN outside -1 to 1."""

    def arccos(self) -> Tensor:
        """The angle in radians whose cosine the element is; NaN outside -1 to 1."""

    def acos_(self) -> Tensor:
        """The angle in radians whose cosine the element is; NaN outside -1 to 1."""

    def arccos_(self) -> Tensor:
        """The angle in radians whose cosine the element is; NaN outside -1 to 1."""

    def acosh(self) -> Tensor:
        """The inverse of the hyperbolic cosine; NaN below 1."""

    def arccosh(self) -> Tensor:
        """The inverse of the hyperbolic cosine; NaN below 1."""

    def acosh_(self) -> Tensor:
        """The inverse of the hyperbolic cosine; NaN below 1."""

    def arccosh_(self) -> Tensor:
        """The inverse of the hyperbolic cosine; NaN below 1."""

    def add(self, other: Tensor | _Number, *, alpha: _Number = 1) -> Tensor:
        """The sum a + alpha * b."""

    def add_(self, other: Tensor | _Number, *, alpha: _Number = 1) -> Tensor:
        """The sum a + alpha * b."""

    def addbmm(
        self, batch1: Tensor, batch2: Tensor, *, beta: _Number = 1, alpha: _Number = 1
    ) -> Tensor:
        """A matrix times ``beta`` plus the sum of the products of matrices times ``alpha``."""

    def addbmm_(
        self, batch1: Tensor, batch2: Tensor, *, beta: _Number = 1, alpha: _Number = 1
    ) -> Tensor:
        """A matrix times ``beta`` plus the sum of the products of matrices times ``alpha``."""

    def addcdiv(self, tensor1: Tensor, tensor2: Tensor, *, value: _Number = 1) -> Tensor:
        """The sum input + value * tensor1 / tensor2."""

    def addcdiv_(self, tensor1: Tensor, tensor2: Tensor, *, value: _Number = 1) -> Tensor:
        """The sum input + value * tensor1 / tensor2."""

    def addcmul(self, tensor1: Tensor, tensor2: Tensor, *, value: _Number = 1) -> Tensor:
        """The sum input + value * tensor1 * tensor2."""

    def addcmul_(self, tensor1: Tensor, tensor2: Tensor, *, value: _Number = 1) -> Tensor:
        """The sum input + value * tensor1 * tensor2."""

    def addmm(self, mat1: Tensor, mat2: Tensor, *, beta: _Number = 1, alpha: _Number = 1) -> Tensor:
        """A matrix times ``beta`` plus the product of two others times ``alpha``."""

    def addmm_(
        self, mat1: Tensor, mat2: Tensor, *, beta: _Number = 1, alpha: _Number = 1
    ) -> Tensor:
        """A matrix times ``beta`` plus the product of two others times ``alpha``."""

    def addmv(self, mat: Tensor, vec: Tensor, *, beta: _Number = 1, alpha: _Number = 1) -> Tensor:
        """A vector times ``beta`` plus the product of a matrix and a vector times ``alpha``."""

    def addmv_(self, mat: Tensor, vec: Tensor, *, beta: _Number = 1, alpha: _Number = 1) -> Tensor:
        """A vector times ``beta`` plus the product of a matrix and a vector times ``alpha``."""

    def addr(self, vec1: Tensor, vec2: Tensor, *, beta: _Number = 1, alpha: _Number = 1) -> Tensor:
        """A matrix times ``beta`` plus the outer product of two vectors times ``alpha``."""

    def addr_(self, vec1: Tensor, vec2: Tensor, *, beta: _Number = 1, alpha: _Number = 1) -> Tensor:
        """A matrix times ``beta`` plus the outer product of two vectors times ``alpha``."""

    def adjoint(self) -> Tensor:
        """The conjugate of the transposes of the matrices in the last two dimensions."""

    def all(
        self,
        dim: _Ints | None = None,
        keepdim: _bool = False,
        *,
        axis: _Ints | None = None,
        keepdims: _bool = False,
    ) -> Tensor:
        """Whether all elements are true (not zero)."""

    def allclose(
        self, other: Tensor, rtol: _Real = 1e-05, atol: _Real = 1e-08, equal_nan: _bool = False
    ) -> _bool:
        """Tell whether all elements agree within atol + rtol * abs(other)."""

    def amax(
        self,
        dim: _Ints | None = ...,
        keepdim: _bool = False,
        *,
        axis: _Ints | None = ...,
        keepdims: _bool = False,
    ) -> Tensor:
        """The largest elements, of all or along dimensions; ties share the gradient."""

    def amin(
        self,
        dim: _Ints | None = ...,
        keepdim: _bool = False,
        *,
        axis: _Ints | None = ...,
        keepdims: _bool = False,
    ) -> Tensor:
        """The smallest elements, of all or along dimensions; ties share the gradient."""

    def aminmax(
        self,
        *,
        dim: _int | None = None,
        keepdim: _bool = False,
        axis: _int | None = None,
        keepdims: _bool = False,
    ) -> _MinMax:
        """The smallest and the largest elements, of all or along a dimension."""

    def angle(self) -> Tensor:
        """The angle of a complex number in the plane: of a real one, 0 or pi."""

    def any(
        self,
        dim: _Ints | None = None,
        keepdim: _bool = False,
        *,
        axis: _Ints | None = None,
        keepdims: _bool = False,
    ) -> Tensor:
        """Whether any element is true (not zero)."""

    def argmax(
        self,
        dim: _int | None = None,
        keepdim: _bool = False,
        *,
        axis: _int | None = None,
        keepdims: _bool = False,
    ) -> Tensor:
        """Where the largest element is, the first of equals."""

    def argmin(
        self,
        dim: _int | None = None,
        keepdim: _bool = False,
        *,
        axis: _int | None = None,
        keepdims: _bool = False,
    ) -> Tensor:
        """Where the smallest element is, the first of equals."""

    def argsort(
        self,
        dim: _int = -1,
        descending: _bool = False,
        *,
        stable: _bool | None = None,
        axis: _int = -1,
    ) -> Tensor:
        """The indices that put the elements in order along a dimension."""

    def argwhere(self) -> Tensor:
        """The index of every element that is not zero, a row for each."""

    def as_strided(
        self, size: _Sizes, stride: _Sizes, storage_offset: _int | None = None
    ) -> Tensor:
        """A view of a tensor's memory with sizes, strides and a start of its own."""

    def asin(self) -> Tensor:
        """The angle in radians whose sine the element is; NaN outside -1 to 1."""

    def arcsin(self) -> Tensor:
        """The angle in radians whose sine the element is; NaN outside -1 to 1."""

    def asin_(self) -> Tensor:
        """The angle in radians whose sine the element is; NaN outside -1 to 1."""

    def arcsin_(self) -> Tensor:
        """The angle in radians whose sine the element is; NaN outside -1 to 1."""

    def asinh(self) -> Tensor:
        """The inverse of the hyperbolic sine."""

    def arcsinh(self) -> Tensor:
        """The inverse of the hyperbolic sine."""

    def asinh_(self) -> Tensor:
        """The inverse of the hyperbolic sine."""

    def arcsinh_(self) -> Tensor:
        """The inverse of the hyperbolic sine."""

    def atan(self) -> Tensor:
        """The angle in radians whose tangent the element is."""

    def arctan(self) -> Tensor:
        """The angle in radians whose tangent the element is."""

    def atan_(self) -> Tensor:
        """The angle in radians whose tangent the element is."""

    def arctan_(self) -> Tensor:
        """The angle in radians whose tangent the element is."""

    def atan2(self, other: Tensor) -> Tensor:
        """The angle of the point (b, a) in the plane, between -pi and pi."""

    def arctan2(self, other: Tensor) -> Tensor:
        """The angle of the point (b, a) in the plane, between -pi and pi."""

    def atan2_(self, other: Tensor) -> Tensor:
        """The angle of the point (b, a) in the plane, between -pi and pi."""

    def arctan2_(self, other: Tensor) -> Tensor:
        """The angle of the point (b, a) in the plane, between -pi and pi."""

    def atanh(self) -> Tensor:
        """The inverse of the hyperbolic tangent; infinite at -1 and 1."""

    def arctanh(self) -> Tensor:
        """The inverse of the hyperbolic tangent; infinite at -1 and 1."""

    def atanh_(self) -> Tensor:
        """The inverse of the hyperbolic tangent; infinite at -1 and 1."""

    def arctanh_(self) -> Tensor:
        """The inverse of the hyperbolic tangent; infinite at -1 and 1."""

    def baddbmm(
        self, batch1: Tensor, batch2: Tensor, *, beta: _Number = 1, alpha: _Number = 1
    ) -> Tensor:
        """A stack of matrices times ``beta`` plus products pair by pair times ``alpha``."""

    def baddbmm_(
        self, batch1: Tensor, batch2: Tensor, *, beta: _Number = 1, alpha: _Number = 1
    ) -> Tensor:
        """A stack of matrices times ``beta`` plus products pair by pair times ``alpha``."""

    def bernoulli(self, p: _Real | None = None, *, generator: Generator | None = None) -> Tensor:
        """Ones with the probabilities that the elements are (or p), and zeros."""

    def bincount(self, weights: Tensor | None = None, minlength: _int = 0) -> Tensor:
        """How often each number from 0 occurs, or the sum of the weights where it does."""

    def bitwise_and(self, other: Tensor | _Number) -> Tensor:
        """The bits that both have; of bools, where both are true."""

    def bitwise_and_(self, other: Tensor | _Number) -> Tensor:
        """The bits that both have; of bools, where both are true."""

    def bitwise_left_shift(self, other: Tensor | _Number) -> Tensor:
        """The bits moved to the left, zeros in their place."""

    def bitwise_left_shift_(self, other: Tensor | _Number) -> Tensor:
        """The bits moved to the left, zeros in their place."""

    def bitwise_not(self) -> Tensor:
        """The bits turned round; of bools, the opposite."""

    def bitwise_not_(self) -> Tensor:
        """The bits turned round; of bools, the opposite."""

    def bitwise_or(self, other: Tensor | _Number) -> Tensor:
        """The bits that either has; of bools, where either is true."""

    def bitwise_or_(self, other: Tensor | _Number) -> Tensor:
        """The bits that either has; of bools, where either is true."""

    def bitwise_right_shift(self, other: Tensor | _Number) -> Tensor:
        """The bits moved to the right, the sign kept."""

    def bitwise_right_shift_(self, other: Tensor | _Number) -> Tensor:
        """The bits moved to the right, the sign kept."""

    def bitwise_xor(self, other: Tensor | _Number) -> Tensor:
        """The bits that only one has; of bools, where they differ. A power is written ``**``."""

    def bitwise_xor_(self, other: Tensor | _Number) -> Tensor:
        """The bits that only one has; of bools, where they differ. A power is written ``**``."""

    def bmm(self, mat2: Tensor) -> Tensor:
        """The products of matrices, pair by pair."""

    @overload
    def broadcast_to(self, size: _Sizes) -> Tensor:
        """Dimensions of size 1 repeated, without copying."""

    @overload
    def broadcast_to(self, size: _int, *sizes: _int) -> Tensor: ...
    def cauchy_(
        self, median: _Real = 0.0, sigma: _Real = 1.0, *, generator: Generator | None = None
    ) -> Tensor:
        """Random numbers of the Cauchy distribution in place of the elements."""

    def ceil(self) -> Tensor:
        """The smallest whole number not below the element."""

    def ceil_(self) -> Tensor:
        """The smallest whole number not below the element."""

    def cholesky(self, upper: _bool = False) -> Tensor:
        """The triangular L with LL' = A of positive matrices, or if upper its transpose."""

    def cholesky_inverse(self, upper: _bool = False) -> Tensor:
        """The inverse of a matrix of which the Cholesky factor is given."""

    def cholesky_solve(self, input2: Tensor, upper: _bool = False) -> Tensor:
        """The solution X of AX = B for a matrix of which the Cholesky factor is given."""

    def chunk(self, chunks: _int, dim: _int = 0, *, axis: _int = 0) -> tuple[Tensor, ...]:
        """So many pieces (or fewer) of one size along a dimension; views."""

    def clamp(
        self, min: Tensor | _Number | None = None, max: Tensor | _Number | None = None
    ) -> Tensor:
        """The elements, those beyond a bound replaced by it; the upper one wins."""

    def clip(
        self, min: Tensor | _Number | None = None, max: Tensor | _Number | None = None
    ) -> Tensor:
        """The elements, those beyond a bound replaced by it; the upper one wins."""

    def clamp_(
        self, min: Tensor | _Number | None = None, max: Tensor | _Number | None = None
    ) -> Tensor:
        """The elements, those beyond a bound replaced by it; the upper one wins."""

    def clip_(
        self, min: Tensor | _Number | None = None, max: Tensor | _Number | None = None
    ) -> Tensor:
        """The elements, those beyond a bound replaced by it; the upper one wins."""

    def clamp_max(self, max: Tensor | _Number) -> Tensor:
        """The elements, those above the bound replaced by it."""

    def clamp_max_(self, max: Tensor | _Number) -> Tensor:
        """The elements, those above the bound replaced by it."""

    def clamp_min(self, min: Tensor | _Number) -> Tensor:
        """The elements, those below the bound replaced by it."""

    def clamp_min_(self, min: Tensor | _Number) -> Tensor:
        """The elements, those below the bound replaced by it."""

    def clone(self, *, memory_format: _Mark | None = None) -> Tensor:
        """A copy that gradients pass through."""

    def conj(self) -> Tensor:
        """The complex conjugate; a real tensor is its own."""

    def conj_physical(self) -> Tensor:
        """The complex conjugate, computed at once; a real tensor is its own."""

    def conj_physical_(self) -> Tensor:
        """The complex conjugate, computed at once; a real tensor is its own."""

    def contiguous(self, *, memory_format: _Mark | None = None) -> Tensor:
        """The tensor itself where its elements lie in row-major order without gaps, else a copy."""

    def copy_(self, other: Tensor | _Number, non_blocking: _bool = False) -> Tensor:
        """The elements of another tensor, broadcast and converted, in place of these."""

    def copysign(self, other: Tensor | _Number) -> Tensor:
        """The size of the first with the sign of the second."""

    def copysign_(self, other: Tensor | _Number) -> Tensor:
        """The size of the first with the sign of the second."""

    def corrcoef(self) -> Tensor:
        """The correlations of variables, the rows of a matrix whose columns are observations."""

    def cos(self) -> Tensor:
        """The cosine of an angle in radians."""

    def cos_(self) -> Tensor:
        """The cosine of an angle in radians."""

    def cosh(self) -> Tensor:
        """The hyperbolic cosine."""

    def cosh_(self) -> Tensor:
        """The hyperbolic cosine."""

    def count_nonzero(self, dim: _Ints | None = None, *, axis: _Ints | None = None) -> Tensor:
        """How many elements are not zero, of all or along dimensions."""

    def cov(
        self,
        *,
        correction: _int = 1,
        fweights: Tensor | None = None,
        aweights: Tensor | None = None,
    ) -> Tensor:
        """The covariances of variables, the rows of a matrix whose columns are observations."""

    def cross(self, other: Tensor, dim: _int | None = None, *, axis: _int | None = None) -> Tensor:
        """The vector products of vectors along a dimension, else the first one of size 3."""

    @overload
    def cummax(self, dim: _int) -> _ValuesIndices:
        """The largest element so far along a dimension and where it is, the latest of equals."""

    @overload
    def cummax(self, *, axis: _int) -> _ValuesIndices: ...
    @overload
    def cummin(self, dim: _int) -> _ValuesIndices:
        """The smallest element so far along a dimension and where it is, the latest of equals."""

    @overload
    def cummin(self, *, axis: _int) -> _ValuesIndices: ...
    @overload
    def cumprod(self, dim: _int, *, dtype: _DType | None = None) -> Tensor:
        """The products of the elements up to each along a dimension; exact where some are zero."""

    @overload
    def cumprod(self, *, axis: _int, dtype: _DType | None = None) -> Tensor: ...
    @overload
    def cumprod_(self, dim: _int, *, dtype: _DType | None = None) -> Tensor:
        """The products of the elements up to each along a dimension; exact where some are zero."""

    @overload
    def cumprod_(self, *, axis: _int, dtype: _DType | None = None) -> Tensor: ...
    @overload
    def cumsum(self, dim: _int, *, dtype: _DType | None = None) -> Tensor:
        """The sums of the elements up to each along a dimension; integers add up as int64."""

    @overload
    def cumsum(self, *, axis: _int, dtype: _DType | None = None) -> Tensor: ...
    @overload
    def cumsum_(self, dim: _int, *, dtype: _DType | None = None) -> Tensor:
        """The sums of the elements up to each along a dimension; integers add up as int64."""

    @overload
    def cumsum_(self, *, axis: _int, dtype: _DType | None = None) -> Tensor: ...
    def deg2rad(self) -> Tensor:
        """The angle in radians of one in degrees."""

    def deg2rad_(self) -> Tensor:
        """The angle in radians of one in degrees."""

    def det(self) -> Tensor:
        """The determinant; its gradient is the matrix of cofactors, of singular matrices too."""

    def diag(self, diagonal: _int = 0) -> Tensor:
        """A matrix with a vector on a diagonal, or the diagonal of a matrix."""

    def diag_embed(self, offset: _int = 0, dim1: _int = -2, dim2: _int = -1) -> Tensor:
        """Matrices with the last dimension on a diagonal, and zeros elsewhere."""

    def diagflat(self, offset: _int = 0) -> Tensor:
        """A matrix with all elements on a diagonal."""

    def diagonal(self, offset: _int = 0, dim1: _int = 0, dim2: _int = 1) -> Tensor:
        """The elements of a diagonal of two dimensions, as the last dimension; a view."""

    def diagonal_scatter(
        self, src: Tensor, offset: _int = 0, dim1: _int = 0, dim2: _int = 1
    ) -> Tensor:
        """The tensor with another on a diagonal."""

    def diff(
        self,
        n: _int = 1,
        dim: _int = -1,
        prepend: Tensor | None = None,
        append: Tensor | None = None,
        *,
        axis: _int = -1,
    ) -> Tensor:
        """The n-th differences of neighbours along a dimension."""

    def digamma(self) -> Tensor:
        """The derivative of the logarithm of the gamma function."""

    def digamma_(self) -> Tensor:
        """The derivative of the logarithm of the gamma function."""

    def dist(self, other: Tensor, p: _Real = 2) -> Tensor:
        """The norm of order p of the difference."""

    def div(self, other: Tensor | _Number, *, rounding_mode: _str | None = None) -> Tensor:
        """The quotient, rounded as ``rounding_mode`` says: towards zero ("trunc") or down ("floor")."""

    def divide(self, other: Tensor | _Number, *, rounding_mode: _str | None = None) -> Tensor:
        """The quotient, rounded as ``rounding_mode`` says: towards zero ("trunc") or down ("floor")."""

    def div_(self, other: Tensor | _Number, *, rounding_mode: _str | None = None) -> Tensor:
        """The quotient, rounded as ``rounding_mode`` says: towards zero ("trunc") or down ("floor")."""

    def divide_(self, other: Tensor | _Number, *, rounding_mode: _str | None = None) -> Tensor:
        """The quotient, rounded as ``rounding_mode`` says: towards zero ("trunc") or down ("floor")."""

    def dot(self, tensor: Tensor) -> Tensor:
        """The sum of the products of two vectors' elements."""

    @overload
    def dsplit(self, indices: _Ints) -> tuple[Tensor, ...]:
        """Pieces along the third dimension; views."""

    @overload
    def dsplit(self, size: _int, *sizes: _int) -> tuple[Tensor, ...]: ...
    def eq(self, other: Tensor | _Number) -> Tensor:
        """Where the elements are equal; NaN equals nothing."""

    def eq_(self, other: Tensor | _Number) -> Tensor:
        """Where the elements are equal; NaN equals nothing."""

    def equal(self, other: Tensor) -> _bool:
        """Tell whether two tensors have the same shape and elements."""

    def erf(self) -> Tensor:
        """The error function, twice the normal integral from 0 to x * sqrt(2)."""

    def erf_(self) -> Tensor:
        """The error function, twice the normal integral from 0 to x * sqrt(2)."""

    def erfc(self) -> Tensor:
        """One less the error function, accurate for large x."""

    def erfc_(self) -> Tensor:
        """One less the error function, accurate for large x."""

    def erfinv(self) -> Tensor:
        """The inverse of the error function; infinite at -1 and 1, NaN beyond."""

    def erfinv_(self) -> Tensor:
        """The inverse of the error function; infinite at -1 and 1, NaN beyond."""

    def exp(self) -> Tensor:
        """The exponential, e**x."""

    def exp_(self) -> Tensor:
        """The exponential, e**x."""

    def exp2(self) -> Tensor:
        """The power of 2, 2**x."""

    def exp2_(self) -> Tensor:
        """The power of 2, 2**x."""

    @overload
    def expand(self, size: _Sizes) -> Tensor:
        """Dimensions of size 1 repeated, without copying; -1 keeps a size. A view."""

    @overload
    def expand(self, size: _int, *sizes: _int) -> Tensor: ...
    def expand_as(self, other: Tensor) -> Tensor:
        """Dimensions of size 1 repeated, without copying, up to the shape of another tensor."""

    def expm1(self) -> Tensor:
        """The exponential less 1, accurate for small x."""

    def expm1_(self) -> Tensor:
        """The exponential less 1, accurate for small x."""

    def fill(self, value: Tensor | _Number) -> Tensor:
        """One value in place of every element."""

    def fill_(self, value: Tensor | _Number) -> Tensor:
        """One value in place of every element."""

    def fill_diagonal_(self, fill_value: _Number, wrap: _bool = False) -> Tensor:
        """One value on the main diagonal, in place; ``wrap`` goes on below the end of a tall matrix."""

    def flatten(self, start_dim: _int = 0, end_dim: _int = -1) -> Tensor:
        """One dimension in place of those from start_dim to end_dim."""

    @overload
    def flip(self, dims: _Sizes) -> Tensor:
        """The elements in reverse order along dimensions."""

    @overload
    def flip(self, size: _int, *sizes: _int) -> Tensor: ...
    def fliplr(self) -> Tensor:
        """The elements in reverse order along the second dimension."""

    def flipud(self) -> Tensor:
        """The elements in reverse order along the first dimension."""

    def float_power(self, exponent: Tensor | _Number) -> Tensor:
        """The power in double precision."""

    def floor(self) -> Tensor:
        """The largest whole number not above the element."""

    def floor_(self) -> Tensor:
        """The largest whole number not above the element."""

    def floor_divide(self, other: Tensor | _Number) -> Tensor:
        """The quotient rounded down; PyTorch has no derivative for it."""

    def floor_divide_(self, other: Tensor | _Number) -> Tensor:
        """The quotient rounded down; PyTorch has no derivative for it."""

    def fmax(self, other: Tensor) -> Tensor:
        """The larger element of two, or the one that is a number; the first takes a tie's gradient."""

    def fmin(self, other: Tensor) -> Tensor:
        """The smaller element of two, or the one that is a number; the first takes a tie's gradient."""

    def fmod(self, other: Tensor | _Number) -> Tensor:
        """What division leaves over, with the dividend's sign."""

    def fmod_(self, other: Tensor | _Number) -> Tensor:
        """What division leaves over, with the dividend's sign."""

    def frac(self) -> Tensor:
        """The fraction, with the element's sign."""

    def frac_(self) -> Tensor:
        """The fraction, with the element's sign."""

    def frexp(self) -> _MantissaExponent:
        """The mantissa, between 1/2 and 1, and the exponent of 2 that make the element."""

    @overload
    def gather(self, dim: _int, index: Tensor, *, sparse_grad: _bool = False) -> Tensor:
        """The element at each index along a dimension."""

    @overload
    def gather(self, *, axis: _int, index: Tensor, sparse_grad: _bool = False) -> Tensor: ...
    def gcd(self, other: Tensor) -> Tensor:
        """The greatest common divisor."""

    def gcd_(self, other: Tensor) -> Tensor:
        """The greatest common divisor."""

    def ge(self, other: Tensor | _Number) -> Tensor:
        """Where the first is greater or equal."""

    def greater_equal(self, other: Tensor | _Number) -> Tensor:
        """Where the first is greater or equal."""

    def ge_(self, other: Tensor | _Number) -> Tensor:
        """Where the first is greater or equal."""

    def greater_equal_(self, other: Tensor | _Number) -> Tensor:
        """Where the first is greater or equal."""

    def geometric_(self, p: _Real, *, generator: Generator | None = None) -> Tensor:
        """Random numbers of the geometric distribution in place of the elements."""

    def geqrf(self) -> _ATau:
        """R above the vectors of Householder reflections, and their factors."""

    def gt(self, other: Tensor | _Number) -> Tensor:
        """Where the first is greater."""

    def greater(self, other: Tensor | _Number) -> Tensor:
        """Where the first is greater."""

    def gt_(self, other: Tensor | _Number) -> Tensor:
        """Where the first is greater."""

    def greater_(self, other: Tensor | _Number) -> Tensor:
        """Where the first is greater."""

    def hardshrink(self, lambd: _Real = 0.5) -> Tensor:
        """The element, or 0 where it lies within ``lambd`` of 0."""

    def hash_tensor(
        self,
        dim: _Ints | None = ...,
        *,
        keepdim: _bool = False,
        mode: _int = 0,
        axis: _Ints | None = ...,
        keepdims: _bool = False,
    ) -> Tensor:
        """A checksum of the elements, of all or along dimensions: their bits, combined by xor."""

    def heaviside(self, values: Tensor) -> Tensor:
        """The step from 0 to 1; where the element is 0, one of ``values``."""

    def heaviside_(self, values: Tensor) -> Tensor:
        """The step from 0 to 1; where the element is 0, one of ``values``."""

    def histc(self, bins: _int = 100, min: _Real = 0, max: _Real = 0) -> Tensor:
        """How many elements fall into each of equal bins between two numbers."""

    def histogram(
        self,
        bins: Tensor | _int = 100,
        *,
        range: Any = None,
        weight: Tensor | None = None,
        density: _bool = False,
    ) -> _HistBinEdges:
        """How many elements (or how much of their weight) fall into each bin, and the bins' edges."""

    @overload
    def hsplit(self, indices: _Ints) -> tuple[Tensor, ...]:
        """Pieces along the second dimension, of a vector along its only one; views."""

    @overload
    def hsplit(self, size: _int, *sizes: _int) -> tuple[Tensor, ...]: ...
    def hypot(self, other: Tensor) -> Tensor:
        """The length of the hypotenuse, sqrt(a**2 + b**2), without overflow on the way."""

    def hypot_(self, other: Tensor) -> Tensor:
        """The length of the hypotenuse, sqrt(a**2 + b**2), without overflow on the way."""

    def i0(self) -> Tensor:
        """The modified Bessel function of the first kind of order 0."""

    def i0_(self) -> Tensor:
        """The modified Bessel function of the first kind of order 0."""

    def igamma(self, other: Tensor) -> Tensor:
        """The regularized lower incomplete gamma function of shape a at b."""

    def igamma_(self, other: Tensor) -> Tensor:
        """The regularized lower incomplete gamma function of shape a at b."""

    def igammac(self, other: Tensor) -> Tensor:
        """The regularized upper incomplete gamma function of shape a at b."""

    def igammac_(self, other: Tensor) -> Tensor:
        """The regularized upper incomplete gamma function of shape a at b."""

    @property
    def imag(self) -> Tensor:
        """The imaginary part, a view."""

    @overload
    def index_add(self, dim: _int, index: Tensor, source: Tensor, *, alpha: _Number = 1) -> Tensor:
        """The tensor with slices added at indices along a dimension."""

    @overload
    def index_add(
        self, *, axis: _int, index: Tensor, source: Tensor, alpha: _Number = 1
    ) -> Tensor: ...
    @overload
    def index_add_(self, dim: _int, index: Tensor, source: Tensor, *, alpha: _Number = 1) -> Tensor:
        """The tensor with slices added at indices along a dimension."""

    @overload
    def index_add_(
        self, *, axis: _int, index: Tensor, source: Tensor, alpha: _Number = 1
    ) -> Tensor: ...
    @overload
    def index_copy(self, dim: _int, index: Tensor, source: Tensor) -> Tensor:
        """The tensor with slices written at indices along a dimension."""

    @overload
    def index_copy(self, *, axis: _int, index: Tensor, source: Tensor) -> Tensor: ...
    @overload
    def index_copy_(self, dim: _int, index: Tensor, source: Tensor) -> Tensor:
        """The tensor with slices written at indices along a dimension."""

    @overload
    def index_copy_(self, *, axis: _int, index: Tensor, source: Tensor) -> Tensor: ...
    @overload
    def index_fill(self, dim: _int, index: Tensor, value: Tensor | _Number) -> Tensor:
        """The tensor with one value at every index along a dimension."""

    @overload
    def index_fill(self, *, axis: _int, index: Tensor, value: Tensor | _Number) -> Tensor: ...
    @overload
    def index_fill_(self, dim: _int, index: Tensor, value: Tensor | _Number) -> Tensor:
        """The tensor with one value at every index along a dimension."""

    @overload
    def index_fill_(self, *, axis: _int, index: Tensor, value: Tensor | _Number) -> Tensor: ...
    def index_put(self, indices: _Tensors, values: Tensor, accumulate: _bool = False) -> Tensor:
        """The tensor with values written (or added) at tensors of indices."""

    def index_put_(self, indices: _Tensors, values: Tensor, accumulate: _bool = False) -> Tensor:
        """The tensor with values written (or added) at tensors of indices."""

    @overload
    def index_reduce(
        self, dim: _int, index: Tensor, source: Tensor, reduce: _str, *, include_self: _bool = True
    ) -> Tensor:
        """The tensor with slices combined into it at indices along a dimension."""

    @overload
    def index_reduce(
        self, *, axis: _int, index: Tensor, source: Tensor, reduce: _str, include_self: _bool = True
    ) -> Tensor: ...
    @overload
    def index_reduce_(
        self, dim: _int, index: Tensor, source: Tensor, reduce: _str, *, include_self: _bool = True
    ) -> Tensor:
        """The tensor with slices combined into it at indices along a dimension."""

    @overload
    def index_reduce_(
        self, *, axis: _int, index: Tensor, source: Tensor, reduce: _str, include_self: _bool = True
    ) -> Tensor: ...
    @overload
    def index_select(self, dim: _int, index: Tensor) -> Tensor:
        """The slices at a vector of indices along a dimension."""

    @overload
    def index_select(self, *, axis: _int, index: Tensor) -> Tensor: ...
    def inner(self, other: Tensor) -> Tensor:
        """The sums of products over the last dimension of both tensors."""

    def inverse(self) -> Tensor:
        """The inverse."""

    def isclose(
        self, other: Tensor, rtol: _Real = 1e-05, atol: _Real = 1e-08, equal_nan: _bool = False
    ) -> Tensor:
        """Where elements agree within atol + rtol * abs(other)."""

    def isfinite(self) -> Tensor:
        """Where elements are neither infinite nor NaN."""

    def isinf(self) -> Tensor:
        """Where elements are infinite."""

    def isnan(self) -> Tensor:
        """Where elements are NaN."""

    def isneginf(self) -> Tensor:
        """Where elements are the negative infinity."""

    def isposinf(self) -> Tensor:
        """Where elements are the positive infinity."""

    def isreal(self) -> Tensor:
        """Where elements have no imaginary part."""

    def istft(
        self,
        n_fft: _int,
        hop_length: _int | None = None,
        win_length: _int | None = None,
        window: Tensor | None = None,
        center: _bool = True,
        normalized: _bool = False,
        onesided: _bool | None = None,
        length: _int | None = None,
        return_complex: _bool = False,
    ) -> Tensor:
        """The signals whose spectra over time stft gave."""

    def kron(self, other: Tensor) -> Tensor:
        """The Kronecker product: every element of one tensor times the other tensor."""

    def kthvalue(
        self,
        k: _int,
        dim: _int = -1,
        keepdim: _bool = False,
        *,
        axis: _int = -1,
        keepdims: _bool = False,
    ) -> _ValuesIndices:
        """The k-th smallest elements along a dimension, and where they are."""

    def lcm(self, other: Tensor) -> Tensor:
        """The least common multiple."""

    def lcm_(self, other: Tensor) -> Tensor:
        """The least common multiple."""

    def ldexp(self, other: Tensor) -> Tensor:
        """The first times 2 to the power of the second."""

    def ldexp_(self, other: Tensor) -> Tensor:
        """The first times 2 to the power of the second."""

    def le(self, other: Tensor | _Number) -> Tensor:
        """Where the first is less or equal."""

    def less_equal(self, other: Tensor | _Number) -> Tensor:
        """Where the first is less or equal."""

    def le_(self, other: Tensor | _Number) -> Tensor:
        """Where the first is less or equal."""

    def less_equal_(self, other: Tensor | _Number) -> Tensor:
        """Where the first is less or equal."""

    def lerp(self, end: Tensor, weight: Tensor | _Number) -> Tensor:
        """The point between two, input + weight * (end - input)."""

    def lerp_(self, end: Tensor, weight: Tensor | _Number) -> Tensor:
        """The point between two, input + weight * (end - input)."""

    def lgamma(self) -> Tensor:
        """The logarithm of the absolute value of the gamma function."""

    def lgamma_(self) -> Tensor:
        """The logarithm of the absolute value of the gamma function."""

    def orgqr(self, tau: Tensor) -> Tensor:
        """The first columns of a product of Householder reflections."""

    def log(self) -> Tensor:
        """The natural logarithm; -inf at 0, NaN below."""

    def log_(self) -> Tensor:
        """The natural logarithm; -inf at 0, NaN below."""

    def log10(self) -> Tensor:
        """The logarithm to the base 10."""

    def log10_(self) -> Tensor:
        """The logarithm to the base 10."""

    def log1p(self) -> Tensor:
        """The logarithm of 1 + x, accurate for small x."""

    def log1p_(self) -> Tensor:
        """The logarithm of 1 + x, accurate for small x."""

    def log2(self) -> Tensor:
        """The logarithm to the base 2."""

    def log2_(self) -> Tensor:
        """The logarithm to the base 2."""

    def log_normal_(
        self, mean: _Real = 1.0, std: _Real = 2.0, *, generator: Generator | None = None
    ) -> Tensor:
        """Random numbers with normal logarithms in place of the elements."""

    @overload
    def log_softmax(self, dim: _int, dtype: _DType | None = None) -> Tensor:
        """The logarithm of the softmax along a dimension."""

    @overload
    def log_softmax(self, *, axis: _int, dtype: _DType | None = None) -> Tensor: ...
    def logaddexp(self, other: Tensor) -> Tensor:
        """The logarithm of exp(a) + exp(b), without overflow."""

    def logaddexp2(self, other: Tensor) -> Tensor:
        """The logarithm to the base 2 of 2**a + 2**b, without overflow."""

    @overload
    def logcumsumexp(self, dim: _int) -> Tensor:
        """The logarithms of the sums of exponentials up to each element along a dimension."""

    @overload
    def logcumsumexp(self, *, axis: _int) -> Tensor: ...
    @overload
    def logcumsumexp_(self, dim: _int) -> Tensor:
        """The logarithms of the sums of exponentials up to each element along a dimension."""

    @overload
    def logcumsumexp_(self, *, axis: _int) -> Tensor: ...
    def logdet(self) -> Tensor:
        """The logarithm of the determinant; of a negative real one not a number."""

    def logical_and(self, other: Tensor) -> Tensor:
        """Where both are other than 0."""

    def logical_and_(self, other: Tensor) -> Tensor:
        """Where both are other than 0."""

    def logical_not(self) -> Tensor:
        """Where the element is 0."""

    def logical_not_(self) -> Tensor:
        """Where the element is 0."""

    def logical_or(self, other: Tensor) -> Tensor:
        """Where either is other than 0."""

    def logical_or_(self, other: Tensor) -> Tensor:
        """Where either is other than 0."""

    def logical_xor(self, other: Tensor) -> Tensor:
        """Where only one is other than 0."""

    def logical_xor_(self, other: Tensor) -> Tensor:
        """Where only one is other than 0."""

    def logit(self, eps: _Real | None = None) -> Tensor:
        """The log-odds, log(x / (1 - x)), of the element clamped to between eps and 1 - eps."""

    def logit_(self, eps: _Real | None = None) -> Tensor:
        """The log-odds, log(x / (1 - x)), of the element clamped to between eps and 1 - eps."""

    @overload
    def logsumexp(self, dim: _Ints, keepdim: _bool = False, *, keepdims: _bool = False) -> Tensor:
        """The logarithm of the sum of exponentials along dimensions, safe for large elements."""

    @overload
    def logsumexp(
        self, *, axis: _Ints, keepdim: _bool = False, keepdims: _bool = False
    ) -> Tensor: ...
    def lt(self, other: Tensor | _Number) -> Tensor:
        """Where the first is less."""

    def less(self, other: Tensor | _Number) -> Tensor:
        """Where the first is less."""

    def lt_(self, other: Tensor | _Number) -> Tensor:
        """Where the first is less."""

    def less_(self, other: Tensor | _Number) -> Tensor:
        """Where the first is less."""

    @overload
    def lu(self, pivot: _bool = True, get_infos: Literal[False] = False) -> tuple[Tensor, Tensor]:
        """L and U in one matrix, and the rows exchanged."""

    @overload
    def lu(
        self, pivot: _bool = True, *, get_infos: Literal[True]
    ) -> tuple[Tensor, Tensor, Tensor]: ...
    def lu_solve(self, LU_data: Tensor, LU_pivots: Tensor) -> Tensor:
        """The solution X of AX = B, the input, for a matrix that ``lu_factor`` factored."""

    @property
    def mH(self) -> Tensor:
        """The conjugate of the transposes of the matrices in the last two dimensions."""

    @property
    def mT(self) -> Tensor:
        """The matrices in the last two dimensions transposed; a view."""

    def masked_fill(self, mask: Tensor, value: Tensor | _Number) -> Tensor:
        """The tensor with one value where a mask is true."""

    def masked_fill_(self, mask: Tensor, value: Tensor | _Number) -> Tensor:
        """The tensor with one value where a mask is true."""

    def masked_scatter(self, mask: Tensor, source: Tensor) -> Tensor:
        """The tensor with elements of another, in order, where a mask is true."""

    def masked_scatter_(self, mask: Tensor, source: Tensor) -> Tensor:
        """The tensor with elements of another, in order, where a mask is true."""

    def masked_select(self, mask: Tensor) -> Tensor:
        """The elements where a mask is true, as a vector."""

    def matmul(self, other: Tensor) -> Tensor:
        """The product of vectors, matrices or stacks of matrices, as ``a @ b``."""

    def matrix_exp(self) -> Tensor:
        """The exponential of a matrix: the sum of its powers, each divided by a factorial."""

    def matrix_power(self, n: _int) -> Tensor:
        """The product of n times the same matrix, of its inverse if n is negative."""

    @overload
    def max(self) -> Tensor:
        """The largest element; with ``dim`` the largest along it, and where; or of two tensors."""

    @overload
    def max(self, dim: _int, keepdim: _bool = False) -> _ValuesIndices: ...
    @overload
    def max(self, other: Tensor) -> Tensor: ...
    def maximum(self, other: Tensor) -> Tensor:
        """The larger element of two; a tie shares the gradient."""

    def mean(
        self,
        dim: _Ints | None = None,
        keepdim: _bool = False,
        *,
        dtype: _DType | None = None,
        axis: _Ints | None = None,
        keepdims: _bool = False,
    ) -> Tensor:
        """The mean of the elements, of all or along dimensions."""

    @overload
    def median(self) -> Tensor:
        """The lower of the middle elements, of all; along a dimension, and where it is."""

    @overload
    def median(self, dim: _int, keepdim: _bool = False) -> _ValuesIndices: ...
    @overload
    def min(self) -> Tensor:
        """The smallest element; with ``dim`` the smallest along it, and where; or of two tensors."""

    @overload
    def min(self, dim: _int, keepdim: _bool = False) -> _ValuesIndices: ...
    @overload
    def min(self, other: Tensor) -> Tensor: ...
    def minimum(self, other: Tensor) -> Tensor:
        """The smaller element of two; a tie shares the gradient."""

    def mm(self, mat2: Tensor) -> Tensor:
        """The product of two matrices."""

    def mode(
        self, dim: _int = -1, keepdim: _bool = False, *, axis: _int = -1, keepdims: _bool = False
    ) -> _ValuesIndices:
        """The most frequent elements along a dimension, the smallest of several, and the last place."""

    def movedim(self, source: _Ints, destination: _Ints) -> Tensor:
        """Some dimensions at other places, the rest in their order; a view."""

    def moveaxis(self, source: _Ints, destination: _Ints) -> Tensor:
        """Some dimensions at other places, the rest in their order; a view."""

    def msort(self) -> Tensor:
        """The elements in order along the first dimension."""

    def mul(self, other: Tensor | _Number) -> Tensor:
        """The product, element by element."""

    def multiply(self, other: Tensor | _Number) -> Tensor:
        """The product, element by element."""

    def mul_(self, other: Tensor | _Number) -> Tensor:
        """The product, element by element."""

    def multiply_(self, other: Tensor | _Number) -> Tensor:
        """The product, element by element."""

    def multinomial(
        self, num_samples: _int, replacement: _bool = False, *, generator: Generator | None = None
    ) -> Tensor:
        """Categories drawn with the probabilities that the elements of each row are."""

    def mv(self, vec: Tensor) -> Tensor:
        """The product of a matrix and a vector."""

    def mvlgamma(self, p: _int) -> Tensor:
        """The logarithm of the multivariate gamma function of dimension p."""

    def mvlgamma_(self, p: _int) -> Tensor:
        """The logarithm of the multivariate gamma function of dimension p."""

    def nan_to_num(
        self, nan: _Real | None = None, posinf: _Real | None = None, neginf: _Real | None = None
    ) -> Tensor:
        """The tensor with numbers in the place of NaN and infinities, the largest for an infinity."""

    def nan_to_num_(
        self, nan: _Real | None = None, posinf: _Real | None = None, neginf: _Real | None = None
    ) -> Tensor:
        """The tensor with numbers in the place of NaN and infinities, the largest for an infinity."""

    def nanmean(
        self,
        dim: _Ints | None = None,
        keepdim: _bool = False,
        *,
        dtype: _DType | None = None,
        axis: _Ints | None = None,
        keepdims: _bool = False,
    ) -> Tensor:
        """The mean of the elements that are not NaN, of all or along dimensions."""

    @overload
    def nanmedian(self) -> Tensor:
        """The lower of the middle elements that are not NaN, of all; along a dimension, and where."""

    @overload
    def nanmedian(self, dim: _int, keepdim: _bool = False) -> _ValuesIndices: ...
    def nanquantile(
        self,
        q: Tensor | _Number,
        dim: _int | None = None,
        keepdim: _bool = False,
        *,
        interpolation: _str = "linear",
        axis: _int | None = None,
        keepdims: _bool = False,
    ) -> Tensor:
        """The q-th quantiles of the elements that are not NaN, of all or along a dimension."""

    def nansum(
        self,
        dim: _Ints | None = None,
        keepdim: _bool = False,
        *,
        dtype: _DType | None = None,
        axis: _Ints | None = None,
        keepdims: _bool = False,
    ) -> Tensor:
        """The sum of the elements that are not NaN, of all or along dimensions."""

    @overload
    def narrow(self, dim: _int, start: Tensor | _int, length: _int) -> Tensor:
        """The slices from a start on, so many, along a dimension; a view."""

    @overload
    def narrow(self, *, axis: _int, start: Tensor | _int, length: _int) -> Tensor: ...
    @overload
    def narrow_copy(self, dim: _int, start: _int, length: _int) -> Tensor:
        """The slices from a start on, so many, along a dimension."""

    @overload
    def narrow_copy(self, *, axis: _int, start: _int, length: _int) -> Tensor: ...
    def ne(self, other: Tensor | _Number) -> Tensor:
        """Where the elements differ."""

    def not_equal(self, other: Tensor | _Number) -> Tensor:
        """Where the elements differ."""

    def ne_(self, other: Tensor | _Number) -> Tensor:
        """Where the elements differ."""

    def not_equal_(self, other: Tensor | _Number) -> Tensor:
        """Where the elements differ."""

    def neg(self) -> Tensor:
        """The negative."""

    def negative(self) -> Tensor:
        """The negative."""

    def neg_(self) -> Tensor:
        """The negative."""

    def negative_(self) -> Tensor:
        """The negative."""

    @overload
    def new_empty(
        self,
        size: _Sizes,
        *,
        dtype: _DType | None = None,
        requires_grad: _bool = False,
        device: _Device | None = None,
        layout: _Mark | None = None,
        pin_memory: _bool = False,
    ) -> Tensor:
        """A tensor to be filled, of the element type of a tensor; its elements are zeros."""

    @overload
    def new_empty(
        self,
        size: _int,
        *sizes: _int,
        dtype: _DType | None = None,
        requires_grad: _bool = False,
        device: _Device | None = None,
        layout: _Mark | None = None,
        pin_memory: _bool = False,
    ) -> Tensor: ...
    def new_empty_strided(
        self,
        size: _Sizes,
        stride: _Sizes,
        *,
        dtype: _DType | None = None,
        requires_grad: _bool = False,
        device: _Device | None = None,
        layout: _Mark | None = None,
        pin_memory: _bool = False,
    ) -> Tensor:
        """A tensor to be filled, with strides and of the element type of a tensor; zeros."""

    def new_full(
        self,
        size: _Sizes,
        fill_value: _Number,
        *,
        dtype: _DType | None = None,
        requires_grad: _bool = False,
        device: _Device | None = None,
        layout: _Mark | None = None,
        pin_memory: _bool = False,
    ) -> Tensor:
        """One value in a shape, of the element type of a tensor."""

    @overload
    def new_ones(
        self,
        size: _Sizes,
        *,
        dtype: _DType | None = None,
        requires_grad: _bool = False,
        device: _Device | None = None,
        layout: _Mark | None = None,
        pin_memory: _bool = False,
    ) -> Tensor:
        """Ones of a shape, of the element type of a tensor."""

    @overload
    def new_ones(
        self,
        size: _int,
        *sizes: _int,
        dtype: _DType | None = None,
        requires_grad: _bool = False,
        device: _Device | None = None,
        layout: _Mark | None = None,
        pin_memory: _bool = False,
    ) -> Tensor: ...
    def new_tensor(
        self,
        data: Any,
        *,
        dtype: _DType | None = None,
        requires_grad: _bool = False,
        device: _Device | None = None,
        layout: _Mark | None = None,
        pin_memory: _bool = False,
    ) -> Tensor:
        """A tensor of numbers, of the element type of a tensor."""

    @overload
    def new_zeros(
        self,
        size: _Sizes,
        *,
        dtype: _DType | None = None,
        requires_grad: _bool = False,
        device: _Device | None = None,
        layout: _Mark | None = None,
        pin_memory: _bool = False,
    ) -> Tensor:
        """Zeros of a shape, of the element type of a tensor."""

    @overload
    def new_zeros(
        self,
        size: _int,
        *sizes: _int,
        dtype: _DType | None = None,
        requires_grad: _bool = False,
        device: _Device | None = None,
        layout: _Mark | None = None,
        pin_memory: _bool = False,
    ) -> Tensor: ...
    def nextafter(self, other: Tensor) -> Tensor:
        """The next number that the type can hold, from the first towards the second."""

    def nextafter_(self, other: Tensor) -> Tensor:
        """The next number that the type can hold, from the first towards the second."""

    @overload
    def nonzero(self, *, as_tuple: Literal[False] = False) -> Tensor:
        """The index of every element that is not zero: a row for each, or a tensor per dimension."""

    @overload
    def nonzero(self, *, as_tuple: Literal[True]) -> tuple[Tensor, ...]: ...
    def nonzero_static(self, *, size: _int, fill_value: _int = -1) -> Tensor:
        """The first indices of elements that are not zero, filled up to a number of rows."""

    def norm(
        self,
        p: Any = "fro",
        dim: _Ints | None = None,
        keepdim: _bool = False,
        dtype: _DType | None = None,
        *,
        axis: _Ints | None = None,
        keepdims: _bool = False,
    ) -> Tensor:
        """The norm of all elements, or of vectors along dimensions: Euclidean, or of order p."""

    def ormqr(
        self, input2: Tensor, input3: Tensor, left: _bool = True, transpose: _bool = False
    ) -> Tensor:
        """The product of a matrix and the orthogonal matrix that reflections make."""

    def outer(self, vec2: Tensor) -> Tensor:
        """The products of every element of one vector with every element of another."""

    def ger(self, vec2: Tensor) -> Tensor:
        """The products of every element of one vector with every element of another."""

    @overload
    def permute(self, dims: _Sizes) -> Tensor:
        """Dimensions in another order; a view."""

    @overload
    def permute(self, size: _int, *sizes: _int) -> Tensor: ...
    def pinverse(self, rcond: _Real = 1e-15) -> Tensor:
        """The pseudo-inverse; singular values up to rcond times the largest count as 0."""

    def positive(self) -> Tensor:
        """The tensor itself, as ``+x``."""

    def pow(self, exponent: Tensor | _Number) -> Tensor:
        """The power, of tensors or of a tensor and a number in either order."""

    def pow_(self, exponent: Tensor | _Number) -> Tensor:
        """The power, of tensors or of a tensor and a number in either order."""

    def prelu(self, weight: Tensor) -> Tensor:
        """The element where it is positive, elsewhere a weight times it, for all or by channel."""

    def prod(
        self,
        dim: _int | None = None,
        keepdim: _bool = False,
        *,
        dtype: _DType | None = None,
        axis: _int | None = None,
        keepdims: _bool = False,
    ) -> Tensor:
        """The product of the elements, of all or along a dimension; exact where some are zero."""

    def put(self, index: Tensor, source: Tensor, accumulate: _bool = False) -> Tensor:
        """The tensor with values written (or added) at indices into it as if it were a vector."""

    def put_(self, index: Tensor, source: Tensor, accumulate: _bool = False) -> Tensor:
        """The tensor with values written (or added) at indices into it as if it were a vector."""

    def qr(self, some: _bool = True) -> _QR:
        """An orthogonal Q and an upper triangular R with QR = A."""

    def quantile(
        self,
        q: Tensor | _Number,
        dim: _int | None = None,
        keepdim: _bool = False,
        *,
        interpolation: _str = "linear",
        axis: _int | None = None,
        keepdims: _bool = False,
    ) -> Tensor:
        """The q-th quantiles of the elements, of all or along a dimension; NaN if any is NaN."""

    def rad2deg(self) -> Tensor:
        """The angle in degrees of one in radians."""

    def rad2deg_(self) -> Tensor:
        """The angle in degrees of one in radians."""

    def random_(
        self,
        from_: _int | None = None,
        to: _int | None = ...,
        *,
        generator: Generator | None = None,
    ) -> Tensor:
        """Random integers in place of the elements."""

    def ravel(self) -> Tensor:
        """The elements as a vector, in the same memory where that can be."""

    @property
    def real(self) -> Tensor:
        """The real part, a view; a real tensor is its own."""

    def reciprocal(self) -> Tensor:
        """One over the tensor."""

    def reciprocal_(self) -> Tensor:
        """One over the tensor."""

    def relu(self) -> Tensor:
        """The positive part, max(x, 0); its derivative at 0 is 0."""

    def relu_(self) -> Tensor:
        """The positive part, max(x, 0); its derivative at 0 is 0."""

    def remainder(self, other: Tensor | _Number) -> Tensor:
        """What division leaves over, with the divisor's sign, as Python's ``%``."""

    def remainder_(self, other: Tensor | _Number) -> Tensor:
        """What division leaves over, with the divisor's sign, as Python's ``%``."""

    @overload
    def renorm(self, p: _Real, dim: _int, maxnorm: _Real) -> Tensor:
        """The slices along a dimension, scaled down to norm ``maxnorm`` where theirs is larger."""

    @overload
    def renorm(self, p: _Real, *, axis: _int, maxnorm: _Real) -> Tensor: ...
    @overload
    def renorm_(self, p: _Real, dim: _int, maxnorm: _Real) -> Tensor:
        """The slices along a dimension, scaled down to norm ``maxnorm`` where theirs is larger."""

    @overload
    def renorm_(self, p: _Real, *, axis: _int, maxnorm: _Real) -> Tensor: ...
    @overload
    def repeat(self, repeats: _Sizes) -> Tensor:
        """The tensor repeated along its dimensions, and along new ones before them."""

    @overload
    def repeat(self, size: _int, *sizes: _int) -> Tensor: ...
    def repeat_interleave(
        self,
        repeats: Tensor | _int | None = None,
        dim: _int | None = None,
        *,
        output_size: _int | None = None,
        axis: _int | None = None,
    ) -> Tensor:
        """Each element, or each slice along a dimension, repeated where it is."""

    @overload
    def reshape(self, shape: _Sizes) -> Tensor:
        """The same elements under another shape, in the same memory where that can be."""

    @overload
    def reshape(self, size: _int, *sizes: _int) -> Tensor: ...
    def reshape_as(self, other: Tensor) -> Tensor:
        """The same elements under the shape of another tensor."""

    @overload
    def resize_(self, size: _Sizes) -> Tensor:
        """The same memory under another shape, in place; it grows where it must, by zeros."""

    @overload
    def resize_(self, size: _int, *sizes: _int) -> Tensor: ...
    def resize_as_(self, the_template: Tensor) -> Tensor:
        """The same memory under the shape of another tensor, in place."""

    def resolve_conj(self) -> Tensor:
        """The tensor itself: conjugates are computed at once."""

    def as_strided_(self, size: _Ints, stride: _Ints, storage_offset: _int | None = None) -> Tensor:
        """A view of the same memory with sizes, strides and a start of its own, in place."""

    def roll(self, shifts: _Ints, dims: _Ints | None = ...) -> Tensor:
        """The elements moved on along dimensions; what leaves at the end comes in at the start."""

    def rot90(self, k: _int = 1, dims: _Sizes = ...) -> Tensor:
        """The elements turned by k right angles in the plane of two dimensions."""

    def round(self, *, decimals: _int | None = None) -> Tensor:
        """The nearest whole number, halves to even, or the nearest with so many decimals."""

    def round_(self, *, decimals: _int | None = None) -> Tensor:
        """The nearest whole number, halves to even, or the nearest with so many decimals."""

    def rsqrt(self) -> Tensor:
        """One over the square root."""

    def rsqrt_(self) -> Tensor:
        """One over the square root."""

    @overload
    def scatter(
        self, dim: _int, index: Tensor, src: Tensor | _Number, *, reduce: _str | None = None
    ) -> Tensor:
        """The tensor with values written at indices along a dimension, or added or multiplied there."""

    @overload
    def scatter(
        self, *, axis: _int, index: Tensor, src: Tensor | _Number, reduce: _str | None = None
    ) -> Tensor: ...
    @overload
    def scatter_(
        self, dim: _int, index: Tensor, src: Tensor | _Number, *, reduce: _str | None = None
    ) -> Tensor:
        """The tensor with values written at indices along a dimension, or added or multiplied there."""

    @overload
    def scatter_(
        self, *, axis: _int, index: Tensor, src: Tensor | _Number, reduce: _str | None = None
    ) -> Tensor: ...
    @overload
    def scatter_add(self, dim: _int, index: Tensor, src: Tensor) -> Tensor:
        """The tensor with values added at indices along a dimension."""

    @overload
    def scatter_add(self, *, axis: _int, index: Tensor, src: Tensor) -> Tensor: ...
    @overload
    def scatter_add_(self, dim: _int, index: Tensor, src: Tensor) -> Tensor:
        """The tensor with values added at indices along a dimension."""

    @overload
    def scatter_add_(self, *, axis: _int, index: Tensor, src: Tensor) -> Tensor: ...
    @overload
    def scatter_reduce(
        self, dim: _int, index: Tensor, src: Tensor, reduce: _str, *, include_self: _bool = True
    ) -> Tensor:
        """The tensor with values combined into it at indices along a dimension."""

    @overload
    def scatter_reduce(
        self, *, axis: _int, index: Tensor, src: Tensor, reduce: _str, include_self: _bool = True
    ) -> Tensor: ...
    @overload
    def scatter_reduce_(
        self, dim: _int, index: Tensor, src: Tensor, reduce: _str, *, include_self: _bool = True
    ) -> Tensor:
        """The tensor with values combined into it at indices along a dimension."""

    @overload
    def scatter_reduce_(
        self, *, axis: _int, index: Tensor, src: Tensor, reduce: _str, include_self: _bool = True
    ) -> Tensor: ...
    @overload
    def select(self, dim: _int, index: _int) -> Tensor:
        """The slice at one index along a dimension; a view."""

    @overload
    def select(self, *, axis: _int, index: _int) -> Tensor: ...
    @overload
    def select_scatter(self, src: Tensor, dim: _int, index: _int) -> Tensor:
        """The tensor with another at one index along a dimension."""

    @overload
    def select_scatter(self, src: Tensor, *, axis: _int, index: _int) -> Tensor: ...
    def sgn(self) -> Tensor:
        """The sign; of a complex number, the number of length 1 in its direction."""

    def sgn_(self) -> Tensor:
        """The sign; of a complex number, the number of length 1 in its direction."""

    def sigmoid(self) -> Tensor:
        """The logistic function, 1 / (1 + exp(-x))."""

    def sigmoid_(self) -> Tensor:
        """The logistic function, 1 / (1 + exp(-x))."""

    def sign(self) -> Tensor:
        """-1, 0 or 1 as the element is negative, zero (or NaN) or positive."""

    def sign_(self) -> Tensor:
        """-1, 0 or 1 as the element is negative, zero (or NaN) or positive."""

    def signbit(self) -> Tensor:
        """Where elements have a minus sign, -0.0 among them."""

    def sin(self) -> Tensor:
        """The sine of an angle in radians."""

    def sin_(self) -> Tensor:
        """The sine of an angle in radians."""

    def sinc(self) -> Tensor:
        """The normalized sinc, sin(pi x) / (pi x), and 1 at 0."""

    def sinc_(self) -> Tensor:
        """The normalized sinc, sin(pi x) / (pi x), and 1 at 0."""

    def sinh(self) -> Tensor:
        """The hyperbolic sine."""

    def sinh_(self) -> Tensor:
        """The hyperbolic sine."""

    def slice_scatter(
        self,
        src: Tensor,
        dim: _int = 0,
        start: _int | None = None,
        end: _int | None = None,
        step: _int = 1,
        *,
        axis: _int = 0,
    ) -> Tensor:
        """The tensor with another in place of slices along a dimension."""

    def slogdet(self) -> _SignLogabsdet:
        """The sign of the determinant and the logarithm of its absolute value."""

    @overload
    def softmax(self, dim: _int, dtype: _DType | None = None) -> Tensor:
        """The exponentials over their sum along a dimension."""

    @overload
    def softmax(self, *, axis: _int, dtype: _DType | None = None) -> Tensor: ...
    def sort(
        self,
        dim: _int = -1,
        descending: _bool = False,
        *,
        stable: _bool | None = None,
        axis: _int = -1,
    ) -> _ValuesIndices:
        """The elements in order along a dimension, and where they were."""

    def split(self, split_size: _Ints, dim: _int = 0, *, axis: _int = 0) -> tuple[Tensor, ...]:
        """Pieces of one size, or of given sizes, along a dimension; views."""

    def split_with_sizes(
        self, split_sizes: _Sizes, dim: _int = 0, *, axis: _int = 0
    ) -> tuple[Tensor, ...]:
        """Pieces of given sizes along a dimension; views."""

    def sqrt(self) -> Tensor:
        """The square root; its derivative at 0 is infinite."""

    def sqrt_(self) -> Tensor:
        """The square root; its derivative at 0 is infinite."""

    def square(self) -> Tensor:
        """The product of the tensor with itself."""

    def square_(self) -> Tensor:
        """The product of the tensor with itself."""

    def squeeze(self, dim: _Ints | None = None, *, axis: _Ints | None = None) -> Tensor:
        """Dimensions of size 1 left out: all, or those named. A view."""

    def squeeze_(self, dim: _Ints | None = None, *, axis: _Ints | None = None) -> Tensor:
        """Dimensions of size 1 left out: all, or those named. A view."""

    def std(
        self,
        dim: _Ints | None = None,
        unbiased: _bool | None = None,
        keepdim: _bool = False,
        *,
        correction: _Real | None = None,
        axis: _Ints | None = None,
        keepdims: _bool = False,
    ) -> Tensor:
        """The standard deviation of the elements, with Bessel's correction; its slope at 0 is 0."""

    def stft(
        self,
        n_fft: _int,
        hop_length: _int | None = None,
        win_length: _int | None = None,
        window: Tensor | None = None,
        center: _bool = True,
        pad_mode: _str = "reflect",
        normalized: _bool = False,
        onesided: _bool | None = None,
        return_complex: _bool | None = None,
        align_to_window: _bool | None = None,
    ) -> Tensor:
        """The Fourier transforms of overlapping pieces of signals: frequencies by times."""

    def sub(self, other: Tensor | _Number, *, alpha: _Number = 1) -> Tensor:
        """The difference a - alpha * b."""

    def subtract(self, other: Tensor | _Number, *, alpha: _Number = 1) -> Tensor:
        """The difference a - alpha * b."""

    def sub_(self, other: Tensor | _Number, *, alpha: _Number = 1) -> Tensor:
        """The difference a - alpha * b."""

    def subtract_(self, other: Tensor | _Number, *, alpha: _Number = 1) -> Tensor:
        """The difference a - alpha * b."""

    def sum(
        self,
        dim: _Ints | None = None,
        keepdim: _bool = False,
        *,
        dtype: _DType | None = None,
        axis: _Ints | None = None,
        keepdims: _bool = False,
    ) -> Tensor:
        """The sum of the elements, of all or along dimensions; integers add up as int64."""

    @overload
    def sum_to_size(self, size: _Sizes) -> Tensor:
        """The sum over the dimensions that broadcasting a size to the tensor's shape would add."""

    @overload
    def sum_to_size(self, size: _int, *sizes: _int) -> Tensor: ...
    def svd(self, some: _bool = True, compute_uv: _bool = True) -> _USV:
        """The singular values S, descending, and orthogonal U and V with U diag(S) V' = A."""

    def t(self) -> Tensor:
        """A matrix transposed; vectors stay as they are. A view."""

    def t_(self) -> Tensor:
        """A matrix transposed; vectors stay as they are. A view."""

    def take(self, index: Tensor) -> Tensor:
        """The elements at indices into the tensor as if it were a vector."""

    def take_along_dim(
        self, indices: Tensor, dim: _int | None = None, *, axis: _int | None = None
    ) -> Tensor:
        """The element at each index along a dimension; the other dimensions broadcast."""

    def tan(self) -> Tensor:
        """The tangent of an angle in radians."""

    def tan_(self) -> Tensor:
        """The tangent of an angle in radians."""

    def tanh(self) -> Tensor:
        """The hyperbolic tangent."""

    def tanh_(self) -> Tensor:
        """The hyperbolic tangent."""

    def tensor_split(
        self, indices: Tensor | _Ints, dim: _int = 0, *, axis: _int = 0
    ) -> tuple[Tensor, ...]:
        """Pieces between indices, or so many of nearly one size, along a dimension; views."""

    @overload
    def tile(self, dims: _Sizes) -> Tensor:
        """The tensor repeated along its last dimensions."""

    @overload
    def tile(self, size: _int, *sizes: _int) -> Tensor: ...
    def topk(
        self,
        k: _int,
        dim: _int = -1,
        largest: _bool = True,
        sorted: _bool = True,
        *,
        axis: _int = -1,
    ) -> _ValuesIndices:
        """The k largest (or smallest) elements along a dimension, and where they are."""

    def trace(self) -> Tensor:
        """The sum of the elements on the diagonal of a matrix."""

    def transpose(self, dim0: _int, dim1: _int) -> Tensor:
        """Two dimensions exchanged; a view."""

    def swapaxes(self, dim0: _int, dim1: _int) -> Tensor:
        """Two dimensions exchanged; a view."""

    def swapdims(self, dim0: _int, dim1: _int) -> Tensor:
        """Two dimensions exchanged; a view."""

    def transpose_(self, dim0: _int, dim1: _int) -> Tensor:
        """Two dimensions exchanged; a view."""

    def swapaxes_(self, dim0: _int, dim1: _int) -> Tensor:
        """Two dimensions exchanged; a view."""

    def swapdims_(self, dim0: _int, dim1: _int) -> Tensor:
        """Two dimensions exchanged; a view."""

    def triangular_solve(
        self, A: Tensor, upper: _bool = True, transpose: _bool = False, unitriangular: _bool = False
    ) -> _Triangular:
        """The solution X of AX = b for a triangular A, and A."""

    def tril(self, diagonal: _int = 0) -> Tensor:
        """The matrix with zeros above a diagonal."""

    def tril_(self, diagonal: _int = 0) -> Tensor:
        """The matrix with zeros above a diagonal."""

    def triu(self, diagonal: _int = 0) -> Tensor:
        """The matrix with zeros below a diagonal."""

    def triu_(self, diagonal: _int = 0) -> Tensor:
        """The matrix with zeros below a diagonal."""

    def true_divide(self, other: Tensor | _Number) -> Tensor:
        """The quotient; integers are divided as floating-point numbers."""

    def true_divide_(self, other: Tensor | _Number) -> Tensor:
        """The quotient; integers are divided as floating-point numbers."""

    def trunc(self) -> Tensor:
        """The element without its fraction."""

    def fix(self) -> Tensor:
        """The element without its fraction."""

    def trunc_(self) -> Tensor:
        """The element without its fraction."""

    def fix_(self) -> Tensor:
        """The element without its fraction."""

    def unbind(self, dim: _int = 0, *, axis: _int = 0) -> tuple[Tensor, ...]:
        """The slices along a dimension, one by one; iterating over a tensor gives these."""

    @overload
    def unflatten(self, dim: _int, sizes: _Sizes) -> Tensor:
        """Several dimensions in place of one."""

    @overload
    def unflatten(self, *, axis: _int, sizes: _Sizes) -> Tensor: ...
    def unfold(self, dimension: _int, size: _int, step: _int) -> Tensor:
        """Windows of a size along a dimension, a step apart; their elements are the last dimension."""

    def uniform_(
        self, from_: _Real = 0.0, to: _Real = 1.0, *, generator: Generator | None = None
    ) -> Tensor:
        """Random numbers from an interval in place of the elements."""

    @overload
    def unique(
        self,
        sorted: _bool = True,
        return_inverse: Literal[False] = False,
        return_counts: Literal[False] = False,
        dim: _int | None = None,
    ) -> Tensor:
        """The different elements, or slices along a dimension, in order."""

    @overload
    def unique(
        self,
        sorted: _bool = True,
        return_inverse: _bool = False,
        return_counts: _bool = False,
        dim: _int | None = None,
    ) -> Any: ...
    @overload
    def unique_consecutive(
        self,
        return_inverse: Literal[False] = False,
        return_counts: Literal[False] = False,
        dim: _int | None = None,
    ) -> Tensor:
        """The first of each run of equal elements, or of equal slices along a dimension."""

    @overload
    def unique_consecutive(
        self, return_inverse: _bool = False, return_counts: _bool = False, dim: _int | None = None
    ) -> Any: ...
    def unsafe_chunk(self, chunks: _int, dim: _int = 0, *, axis: _int = 0) -> tuple[Tensor, ...]:
        """So many pieces (or fewer) of one size along a dimension, no views."""

    def unsafe_split(
        self, split_size: _int, dim: _int = 0, *, axis: _int = 0
    ) -> tuple[Tensor, ...]:
        """Pieces of one size along a dimension, no views."""

    def unsafe_split_with_sizes(
        self, split_sizes: _Sizes, dim: _int = 0, *, axis: _int = 0
    ) -> tuple[Tensor, ...]:
        """Pieces of given sizes along a dimension, no views."""

    @overload
    def unsqueeze(self, dim: _int) -> Tensor:
        """A new dimension of size 1; a view."""

    @overload
    def unsqueeze(self, *, axis: _int) -> Tensor: ...
    @overload
    def unsqueeze_(self, dim: _int) -> Tensor:
        """A new dimension of size 1; a view."""

    @overload
    def unsqueeze_(self, *, axis: _int) -> Tensor: ...
    def var(
        self,
        dim: _Ints | None = None,
        unbiased: _bool | None = None,
        keepdim: _bool = False,
        *,
        correction: _Real | None = None,
        axis: _Ints | None = None,
        keepdims: _bool = False,
    ) -> Tensor:
        """The variance of the elements, of all or along dimensions, with Bessel's correction."""

    def vdot(self, other: Tensor) -> Tensor:
        """The sum of the products of two vectors' elements, the first vector conjugated."""

    @overload
    def view(self, shape: _Ints) -> Tensor:
        """The same memory under another shape, one size may be -1, or read as another type."""

    @overload
    def view(self, dtype: _dtype) -> Tensor: ...
    @overload
    def view(self, size: _int, *sizes: _int) -> Tensor: ...
    def view_as(self, other: Tensor) -> Tensor:
        """The same elements in the same memory under the shape of another tensor."""

    @overload
    def vsplit(self, indices: _Ints) -> tuple[Tensor, ...]:
        """Pieces along the first dimension; views."""

    @overload
    def vsplit(self, size: _int, *sizes: _int) -> tuple[Tensor, ...]: ...
    def xlogy(self, other: Tensor | _Number) -> Tensor:
        """The product a * log(b); 0 where a is 0."""

    def xlogy_(self, other: Tensor | _Number) -> Tensor:
        """The product a * log(b); 0 where a is 0."""

    def zero_(self) -> Tensor:
        """Zeros in place of the elements."""

    def float(self, *, memory_format: _Mark | None = None) -> Tensor: ...
    def double(self, *, memory_format: _Mark | None = None) -> Tensor: ...
    def half(self, *, memory_format: _Mark | None = None) -> Tensor: ...
    def bfloat16(self, *, memory_format: _Mark | None = None) -> Tensor: ...
    def long(self, *, memory_format: _Mark | None = None) -> Tensor: ...
    def int(self, *, memory_format: _Mark | None = None) -> Tensor: ...
    def short(self, *, memory_format: _Mark | None = None) -> Tensor: ...
    def char(self, *, memory_format: _Mark | None = None) -> Tensor: ...
    def byte(self, *, memory_format: _Mark | None = None) -> Tensor: ...
    def bool(self, *, memory_format: _Mark | None = None) -> Tensor: ...
    def cdouble(self, *, memory_format: _Mark | None = None) -> Tensor: ...
    def cfloat(self, *, memory_format: _Mark | None = None) -> Tensor: ...
    def __neg__(self) -> Tensor: ...
    def __invert__(self) -> Tensor: ...
    def __abs__(self) -> Tensor: ...
    def __pos__(self) -> Tensor: ...
    def __add__(self, other: Tensor | _Number, /) -> Tensor: ...
    def __radd__(self, other: _Number, /) -> Tensor: ...
    def __iadd__(self, other: Tensor | _Number, /) -> Tensor: ...
    def __sub__(self, other: Tensor | _Number, /) -> Tensor: ...
    def __rsub__(self, other: _Number, /) -> Tensor: ...
    def __isub__(self, other: Tensor | _Number, /) -> Tensor: ...
    def __mul__(self, other: Tensor | _Number, /) -> Tensor: ...
    def __rmul__(self, other: _Number, /) -> Tensor: ...
    def __imul__(self, other: Tensor | _Number, /) -> Tensor: ...
    def __truediv__(self, other: Tensor | _Number, /) -> Tensor: ...
    def __rtruediv__(self, other: _Number | _Array, /) -> Tensor: ...
    def __itruediv__(self, other: Tensor | _Number, /) -> Tensor: ...
    def __floordiv__(self, other: Tensor | _Number, /) -> Tensor: ...
    def __rfloordiv__(self, other: _Number, /) -> Tensor: ...
    def __ifloordiv__(self, other: Tensor | _Number, /) -> Tensor: ...
    def __mod__(self, other: Tensor | _Number, /) -> Tensor: ...
    def __rmod__(self, other: _Number, /) -> Tensor: ...
    def __imod__(self, other: Tensor | _Number, /) -> Tensor: ...
    def __pow__(self, other: Tensor | _Number, /) -> Tensor: ...
    def __rpow__(self, other: _Number, /) -> Tensor: ...
    def __ipow__(self, other: Tensor | _Number, /) -> Tensor: ...
    def __matmul__(self, other: Tensor, /) -> Tensor: ...
    def __rmatmul__(self, other: Tensor, /) -> Tensor: ...
    def __and__(self, other: Tensor | _Number, /) -> Tensor: ...
    def __rand__(self, other: _Number, /) -> Tensor: ...
    def __iand__(self, other: Tensor | _Number, /) -> Tensor: ...
    def __or__(self, other: Tensor | _Number, /) -> Tensor: ...
    def __ror__(self, other: _Number, /) -> Tensor: ...
    def __ior__(self, other: Tensor | _Number, /) -> Tensor: ...
    def __xor__(self, other: Tensor | _Number, /) -> Tensor: ...
    def __rxor__(self, other: _Number, /) -> Tensor: ...
    def __ixor__(self, other: Tensor | _Number, /) -> Tensor: ...
    def __lshift__(self, other: Tensor | _Number, /) -> Tensor: ...
    def __rlshift__(self, other: _Number, /) -> Tensor: ...
    def __ilshift__(self, other: Tensor | _Number, /) -> Tensor: ...
    def __rshift__(self, other: Tensor | _Number, /) -> Tensor: ...
    def __rrshift__(self, other: _Number, /) -> Tensor: ...
    def __irshift__(self, other: Tensor | _Number, /) -> Tensor: ...
    def __lt__(self, other: Tensor | _Number, /) -> Tensor: ...
    def __le__(self, other: Tensor | _Number, /) -> Tensor: ...
    def __eq__(self, other: Any) -> Tensor: ...  # type: ignore[override]
    def __ne__(self, other: Any) -> Tensor: ...  # type: ignore[override]
    def __ge__(self, other: Tensor | _Number, /) -> Tensor: ...
    def __gt__(self, other: Tensor | _Number, /) -> Tensor: ...

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

bool: dtype
uint8: dtype
int8: dtype
int16: dtype
int32: dtype
int64: dtype
uint16: dtype
uint32: dtype
uint64: dtype
float32: dtype
float64: dtype
complex64: dtype
complex128: dtype
bfloat16: dtype
float16: dtype
complex32: dtype
chalf: dtype
half: dtype
float: dtype
double: dtype
short: dtype
int: dtype
long: dtype
cfloat: dtype
cdouble: dtype

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

    @staticmethod
    def bartlett(
        M: _int,
        *,
        sym: _bool = True,
        dtype: _DType | None = None,
        requires_grad: _bool = False,
        device: _Device | None = None,
        layout: _Mark | None = None,
        pin_memory: _bool = False,
    ) -> Tensor:
        """A triangle."""

    @staticmethod
    def blackman(
        M: _int,
        *,
        sym: _bool = True,
        dtype: _DType | None = None,
        requires_grad: _bool = False,
        device: _Device | None = None,
        layout: _Mark | None = None,
        pin_memory: _bool = False,
    ) -> Tensor:
        """A window of three cosines."""

    @staticmethod
    def cosine(
        M: _int,
        *,
        sym: _bool = True,
        dtype: _DType | None = None,
        requires_grad: _bool = False,
        device: _Device | None = None,
        layout: _Mark | None = None,
        pin_memory: _bool = False,
    ) -> Tensor:
        """Half a wave of a sine."""

    @staticmethod
    def exponential(
        M: _int,
        *,
        center: _Real | None = None,
        tau: _Real = 1.0,
        sym: _bool = True,
        dtype: _DType | None = None,
        requires_grad: _bool = False,
        device: _Device | None = None,
        layout: _Mark | None = None,
        pin_memory: _bool = False,
    ) -> Tensor:
        """A window that decays exponentially from its center."""

    @staticmethod
    def gaussian(
        M: _int,
        *,
        std: _Real = 1.0,
        sym: _bool = True,
        dtype: _DType | None = None,
        requires_grad: _bool = False,
        device: _Device | None = None,
        layout: _Mark | None = None,
        pin_memory: _bool = False,
    ) -> Tensor:
        """A bell curve."""

    @staticmethod
    def general_cosine(
        M: _int,
        *,
        a: Any,
        sym: _bool = True,
        dtype: _DType | None = None,
        requires_grad: _bool = False,
        device: _Device | None = None,
        layout: _Mark | None = None,
        pin_memory: _bool = False,
    ) -> Tensor:
        """A window of a sum of cosines."""

    @staticmethod
    def general_hamming(
        M: _int,
        *,
        alpha: _Real = 0.54,
        sym: _bool = True,
        dtype: _DType | None = None,
        requires_grad: _bool = False,
        device: _Device | None = None,
        layout: _Mark | None = None,
        pin_memory: _bool = False,
    ) -> Tensor:
        """A raised cosine window that reaches down to 2 alpha - 1."""

    @staticmethod
    def hamming(
        M: _int,
        *,
        sym: _bool = True,
        dtype: _DType | None = None,
        requires_grad: _bool = False,
        device: _Device | None = None,
        layout: _Mark | None = None,
        pin_memory: _bool = False,
    ) -> Tensor:
        """A raised cosine window that reaches down to 0.08."""

    @staticmethod
    def hann(
        M: _int,
        *,
        sym: _bool = True,
        dtype: _DType | None = None,
        requires_grad: _bool = False,
        device: _Device | None = None,
        layout: _Mark | None = None,
        pin_memory: _bool = False,
    ) -> Tensor:
        """A raised cosine window that reaches down to 0."""

    @staticmethod
    def kaiser(
        M: _int,
        *,
        beta: _Real = 12.0,
        sym: _bool = True,
        dtype: _DType | None = None,
        requires_grad: _bool = False,
        device: _Device | None = None,
        layout: _Mark | None = None,
        pin_memory: _bool = False,
    ) -> Tensor:
        """A window with as much of its energy in the main lobe as can be, nearly."""

    @staticmethod
    def nuttall(
        M: _int,
        *,
        sym: _bool = True,
        dtype: _DType | None = None,
        requires_grad: _bool = False,
        device: _Device | None = None,
        layout: _Mark | None = None,
        pin_memory: _bool = False,
    ) -> Tensor:
        """A window of four cosines, with low side lobes."""

# Operators

def alpha_dropout(input: Tensor, p: _Real, train: _bool, *, out: Tensor | None = None) -> Tensor:
    """The tensor with random elements dropped, its mean and variance kept, if it is trained."""

def dropout(input: Tensor, p: _Real, train: _bool, *, out: Tensor | None = None) -> Tensor:
    """The tensor with random elements dropped, if it is trained."""

def feature_alpha_dropout(
    input: Tensor, p: _Real, train: _bool, *, out: Tensor | None = None
) -> Tensor:
    """The tensor with random channels dropped, its mean and variance kept, if it is trained."""

def embedding(
    weight: Tensor,
    indices: Tensor,
    padding_idx: _int = -1,
    scale_grad_by_freq: _bool = False,
    sparse: _bool = False,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """The rows of a table that indices name."""

@overload
def where(condition: Tensor) -> tuple[Tensor, ...]:
    """Elements of one tensor where the condition holds, and of another elsewhere.

    Without tensors to choose from: the indices of the elements that are not 0, by dimension."""

@overload
def where(
    condition: Tensor,
    input: Tensor | _Number,
    other: Tensor | _Number,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def abs(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The absolute value; its derivative at 0 is 0."""

def abs_(input: Tensor) -> Tensor:
    """The absolute value; its derivative at 0 is 0."""

def absolute(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The absolute value; its derivative at 0 is 0."""

def absolute_(input: Tensor) -> Tensor:
    """The absolute value; its derivative at 0 is 0."""

def acos(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The angle in radians whose cosine the element is; NaN outside -1 to 1."""

def acos_(input: Tensor) -> Tensor:
    """The angle in radians whose cosine the element is; NaN outside -1 to 1."""

def arccos(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The angle in radians whose cosine the element is; NaN outside -1 to 1."""

def arccos_(input: Tensor) -> Tensor:
    """The angle in radians whose cosine the element is; NaN outside -1 to 1."""

def acosh(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The inverse of the hyperbolic cosine; NaN below 1."""

def acosh_(input: Tensor) -> Tensor:
    """The inverse of the hyperbolic cosine; NaN below 1."""

def arccosh(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The inverse of the hyperbolic cosine; NaN below 1."""

def arccosh_(input: Tensor) -> Tensor:
    """The inverse of the hyperbolic cosine; NaN below 1."""

def adaptive_avg_pool1d(input: Tensor, output_size: Any, *, out: Tensor | None = None) -> Tensor:
    """The averages of as many even shares of signals as are asked for."""

def adaptive_max_pool1d(
    input: Tensor, output_size: Any, *, out: tuple[Tensor, ...] | None = None
) -> tuple[Tensor, Tensor]:
    """The largest elements of as many even shares of signals as are asked for, and their places."""

def add(
    input: Tensor | _Number,
    other: Tensor | _Number,
    *,
    alpha: _Number = 1,
    out: Tensor | None = None,
) -> Tensor:
    """The sum a + alpha * b."""

def add_(input: Tensor, other: Tensor | _Number, *, alpha: _Number = 1) -> Tensor:
    """The sum a + alpha * b."""

def addbmm(
    input: Tensor,
    batch1: Tensor,
    batch2: Tensor,
    *,
    beta: _Number = 1,
    alpha: _Number = 1,
    out: Tensor | None = None,
) -> Tensor:
    """A matrix times ``beta`` plus the sum of the products of matrices times ``alpha``."""

def addbmm_(
    input: Tensor, batch1: Tensor, batch2: Tensor, *, beta: _Number = 1, alpha: _Number = 1
) -> Tensor:
    """A matrix times ``beta`` plus the sum of the products of matrices times ``alpha``."""

def addcdiv(
    input: Tensor,
    tensor1: Tensor,
    tensor2: Tensor,
    *,
    value: _Number = 1,
    out: Tensor | None = None,
) -> Tensor:
    """The sum input + value * tensor1 / tensor2."""

def addcdiv_(input: Tensor, tensor1: Tensor, tensor2: Tensor, *, value: _Number = 1) -> Tensor:
    """The sum input + value * tensor1 / tensor2."""

def addcmul(
    input: Tensor,
    tensor1: Tensor,
    tensor2: Tensor,
    *,
    value: _Number = 1,
    out: Tensor | None = None,
) -> Tensor:
    """The sum input + value * tensor1 * tensor2."""

def addcmul_(input: Tensor, tensor1: Tensor, tensor2: Tensor, *, value: _Number = 1) -> Tensor:
    """The sum input + value * tensor1 * tensor2."""

def addmm(
    input: Tensor,
    mat1: Tensor,
    mat2: Tensor,
    *,
    beta: _Number = 1,
    alpha: _Number = 1,
    out: Tensor | None = None,
) -> Tensor:
    """A matrix times ``beta`` plus the product of two others times ``alpha``."""

def addmm_(
    input: Tensor, mat1: Tensor, mat2: Tensor, *, beta: _Number = 1, alpha: _Number = 1
) -> Tensor:
    """A matrix times ``beta`` plus the product of two others times ``alpha``."""

def addmv(
    input: Tensor,
    mat: Tensor,
    vec: Tensor,
    *,
    beta: _Number = 1,
    alpha: _Number = 1,
    out: Tensor | None = None,
) -> Tensor:
    """A vector times ``beta`` plus the product of a matrix and a vector times ``alpha``."""

def addmv_(
    input: Tensor, mat: Tensor, vec: Tensor, *, beta: _Number = 1, alpha: _Number = 1
) -> Tensor:
    """A vector times ``beta`` plus the product of a matrix and a vector times ``alpha``."""

def addr(
    input: Tensor,
    vec1: Tensor,
    vec2: Tensor,
    *,
    beta: _Number = 1,
    alpha: _Number = 1,
    out: Tensor | None = None,
) -> Tensor:
    """A matrix times ``beta`` plus the outer product of two vectors times ``alpha``."""

def addr_(
    input: Tensor, vec1: Tensor, vec2: Tensor, *, beta: _Number = 1, alpha: _Number = 1
) -> Tensor:
    """A matrix times ``beta`` plus the outer product of two vectors times ``alpha``."""

def adjoint(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The conjugate of the transposes of the matrices in the last two dimensions."""

def alias_copy(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The tensor, copied."""

def all(
    input: Tensor,
    dim: _Ints | None = None,
    keepdim: _bool = False,
    *,
    axis: _Ints | None = None,
    keepdims: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """Whether all elements are true (not zero)."""

def allclose(
    input: Tensor, other: Tensor, rtol: _Real = 1e-05, atol: _Real = 1e-08, equal_nan: _bool = False
) -> _bool:
    """Tell whether all elements agree within atol + rtol * abs(other)."""

def amax(
    input: Tensor,
    dim: _Ints | None = ...,
    keepdim: _bool = False,
    *,
    axis: _Ints | None = ...,
    keepdims: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """The largest elements, of all or along dimensions; ties share the gradient."""

def amin(
    input: Tensor,
    dim: _Ints | None = ...,
    keepdim: _bool = False,
    *,
    axis: _Ints | None = ...,
    keepdims: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """The smallest elements, of all or along dimensions; ties share the gradient."""

def aminmax(
    input: Tensor,
    *,
    dim: _int | None = None,
    keepdim: _bool = False,
    axis: _int | None = None,
    keepdims: _bool = False,
    out: tuple[Tensor, ...] | None = None,
) -> _MinMax:
    """The smallest and the largest elements, of all or along a dimension."""

def angle(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The angle of a complex number in the plane: of a real one, 0 or pi."""

def any(
    input: Tensor,
    dim: _Ints | None = None,
    keepdim: _bool = False,
    *,
    axis: _Ints | None = None,
    keepdims: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """Whether any element is true (not zero)."""

def arange(
    start: _Real | None = None,
    end: _Real | None = None,
    step: _Real = 1,
    *,
    dtype: _DType | None = None,
    requires_grad: _bool = False,
    device: _Device | None = None,
    layout: _Mark | None = None,
    pin_memory: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """The numbers from start (0) up to, but without, end, a step apart."""

def argmax(
    input: Tensor,
    dim: _int | None = None,
    keepdim: _bool = False,
    *,
    axis: _int | None = None,
    keepdims: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """Where the largest element is, the first of equals."""

def argmin(
    input: Tensor,
    dim: _int | None = None,
    keepdim: _bool = False,
    *,
    axis: _int | None = None,
    keepdims: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """Where the smallest element is, the first of equals."""

def argsort(
    input: Tensor,
    dim: _int = -1,
    descending: _bool = False,
    *,
    stable: _bool | None = None,
    axis: _int = -1,
    out: Tensor | None = None,
) -> Tensor:
    """The indices that put the elements in order along a dimension."""

def argwhere(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The index of every element that is not zero, a row for each."""

def as_strided(
    input: Tensor,
    size: _Sizes,
    stride: _Sizes,
    storage_offset: _int | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """A view of a tensor's memory with sizes, strides and a start of its own."""

def as_strided_copy(
    input: Tensor,
    size: _Sizes,
    stride: _Sizes,
    storage_offset: _int | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """Elements of a tensor's memory with sizes, strides and a start of their own, copied."""

def asin(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The angle in radians whose sine the element is; NaN outside -1 to 1."""

def asin_(input: Tensor) -> Tensor:
    """The angle in radians whose sine the element is; NaN outside -1 to 1."""

def arcsin(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The angle in radians whose sine the element is; NaN outside -1 to 1."""

def arcsin_(input: Tensor) -> Tensor:
    """The angle in radians whose sine the element is; NaN outside -1 to 1."""

def asinh(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The inverse of the hyperbolic sine."""

def asinh_(input: Tensor) -> Tensor:
    """The inverse of the hyperbolic sine."""

def arcsinh(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The inverse of the hyperbolic sine."""

def arcsinh_(input: Tensor) -> Tensor:
    """The inverse of the hyperbolic sine."""

def atan(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The angle in radians whose tangent the element is."""

def atan_(input: Tensor) -> Tensor:
    """The angle in radians whose tangent the element is."""

def arctan(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The angle in radians whose tangent the element is."""

def arctan_(input: Tensor) -> Tensor:
    """The angle in radians whose tangent the element is."""

def atan2(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The angle of the point (b, a) in the plane, between -pi and pi."""

def atan2_(input: Tensor, other: Tensor) -> Tensor:
    """The angle of the point (b, a) in the plane, between -pi and pi."""

def arctan2(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The angle of the point (b, a) in the plane, between -pi and pi."""

def arctan2_(input: Tensor, other: Tensor) -> Tensor:
    """The angle of the point (b, a) in the plane, between -pi and pi."""

def atanh(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The inverse of the hyperbolic tangent; infinite at -1 and 1."""

def atanh_(input: Tensor) -> Tensor:
    """The inverse of the hyperbolic tangent; infinite at -1 and 1."""

def arctanh(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The inverse of the hyperbolic tangent; infinite at -1 and 1."""

def arctanh_(input: Tensor) -> Tensor:
    """The inverse of the hyperbolic tangent; infinite at -1 and 1."""

@overload
def atleast_1d(input: Tensor, /, *, out: Tensor | None = None) -> Tensor:
    """A tensor, or each of several, with at least one dimension."""

@overload
def atleast_1d(tensors: _Tensors, /) -> tuple[Tensor, ...]: ...
@overload
def atleast_1d(input: Tensor, other: Tensor, /, *tensors: Tensor) -> tuple[Tensor, ...]: ...
@overload
def atleast_2d(input: Tensor, /, *, out: Tensor | None = None) -> Tensor:
    """A tensor, or each of several, with at least two dimensions."""

@overload
def atleast_2d(tensors: _Tensors, /) -> tuple[Tensor, ...]: ...
@overload
def atleast_2d(input: Tensor, other: Tensor, /, *tensors: Tensor) -> tuple[Tensor, ...]: ...
@overload
def atleast_3d(input: Tensor, /, *, out: Tensor | None = None) -> Tensor:
    """A tensor, or each of several, with at least three dimensions."""

@overload
def atleast_3d(tensors: _Tensors, /) -> tuple[Tensor, ...]: ...
@overload
def atleast_3d(input: Tensor, other: Tensor, /, *tensors: Tensor) -> tuple[Tensor, ...]: ...
def avg_pool1d(
    input: Tensor,
    kernel_size: _Ints,
    stride: _Ints | None = None,
    padding: _Ints = ...,
    ceil_mode: _bool = False,
    count_include_pad: _bool = True,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """The averages of windows over signals."""

def baddbmm(
    input: Tensor,
    batch1: Tensor,
    batch2: Tensor,
    *,
    beta: _Number = 1,
    alpha: _Number = 1,
    out: Tensor | None = None,
) -> Tensor:
    """A stack of matrices times ``beta`` plus products pair by pair times ``alpha``."""

def baddbmm_(
    input: Tensor, batch1: Tensor, batch2: Tensor, *, beta: _Number = 1, alpha: _Number = 1
) -> Tensor:
    """A stack of matrices times ``beta`` plus products pair by pair times ``alpha``."""

def bartlett_window(
    window_length: _int,
    periodic: _bool = True,
    *,
    dtype: _DType | None = None,
    requires_grad: _bool = False,
    device: _Device | None = None,
    layout: _Mark | None = None,
    pin_memory: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """A triangle."""

def bernoulli(
    input: Tensor,
    p: _Real | None = None,
    *,
    generator: Generator | None = None,
    out: Tensor | None = None,
) -> Tensor:
    """Ones with the probabilities that the elements are (or p), and zeros."""

def bilinear(
    input1: Tensor,
    input2: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """A bilinear layer: ``input1 @ weight[k] @ input2`` for each k, plus a bias."""

def bincount(
    input: Tensor, weights: Tensor | None = None, minlength: _int = 0, *, out: Tensor | None = None
) -> Tensor:
    """How often each number from 0 occurs, or the sum of the weights where it does."""

def bitwise_and(
    input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | None = None
) -> Tensor:
    """The bits that both have; of bools, where both are true."""

def bitwise_and_(input: Tensor, other: Tensor | _Number) -> Tensor:
    """The bits that both have; of bools, where both are true."""

def bitwise_left_shift(
    input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | None = None
) -> Tensor:
    """The bits moved to the left, zeros in their place."""

def bitwise_left_shift_(input: Tensor, other: Tensor | _Number) -> Tensor:
    """The bits moved to the left, zeros in their place."""

def bitwise_not(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The bits turned round; of bools, the opposite."""

def bitwise_not_(input: Tensor) -> Tensor:
    """The bits turned round; of bools, the opposite."""

def bitwise_or(
    input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | None = None
) -> Tensor:
    """The bits that either has; of bools, where either is true."""

def bitwise_or_(input: Tensor, other: Tensor | _Number) -> Tensor:
    """The bits that either has; of bools, where either is true."""

def bitwise_right_shift(
    input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | None = None
) -> Tensor:
    """The bits moved to the right, the sign kept."""

def bitwise_right_shift_(input: Tensor, other: Tensor | _Number) -> Tensor:
    """The bits moved to the right, the sign kept."""

def bitwise_xor(
    input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | None = None
) -> Tensor:
    """The bits that only one has; of bools, where they differ. A power is written ``**``."""

def bitwise_xor_(input: Tensor, other: Tensor | _Number) -> Tensor:
    """The bits that only one has; of bools, where they differ. A power is written ``**``."""

def blackman_window(
    window_length: _int,
    periodic: _bool = True,
    *,
    dtype: _DType | None = None,
    requires_grad: _bool = False,
    device: _Device | None = None,
    layout: _Mark | None = None,
    pin_memory: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """A window of three cosines."""

@overload
def block_diag(*tensors: Tensor, out: Tensor | None = None) -> Tensor:
    """A matrix with matrices along its diagonal, and zeros elsewhere."""

@overload
def block_diag(tensors: _Tensors, *, out: Tensor | None = None) -> Tensor: ...
def bmm(input: Tensor, mat2: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The products of matrices, pair by pair."""

@overload
def broadcast_tensors(*tensors: Tensor) -> tuple[Tensor, ...]:
    """The tensors under the one shape that they broadcast to."""

@overload
def broadcast_tensors(tensors: _Tensors) -> tuple[Tensor, ...]: ...
def broadcast_to(input: Tensor, size: _Sizes, *, out: Tensor | None = None) -> Tensor:
    """Dimensions of size 1 repeated, without copying."""

def bucketize(
    input: Tensor | _Number,
    boundaries: Tensor,
    *,
    out_int32: _bool = False,
    right: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """The numbers of the buckets between sorted boundaries that values fall into."""

@overload
def cartesian_prod(*tensors: Tensor, out: Tensor | None = None) -> Tensor:
    """Every combination of an element of each vector, a row for each."""

@overload
def cartesian_prod(tensors: _Tensors, *, out: Tensor | None = None) -> Tensor: ...
def cat(tensors: _Tensors, dim: _int = 0, *, axis: _int = 0, out: Tensor | None = None) -> Tensor:
    """Tensors joined along a dimension."""

def concat(
    tensors: _Tensors, dim: _int = 0, *, axis: _int = 0, out: Tensor | None = None
) -> Tensor:
    """Tensors joined along a dimension."""

def concatenate(
    tensors: _Tensors, dim: _int = 0, *, axis: _int = 0, out: Tensor | None = None
) -> Tensor:
    """Tensors joined along a dimension."""

def cdist(
    x1: Tensor,
    x2: Tensor,
    p: _Real = 2.0,
    compute_mode: _str = "use_mm_for_euclid_dist_if_necessary",
    *,
    out: Tensor | None = None,
) -> Tensor:
    """The distances of every vector of one stack to every vector of another, in the p-norm."""

def ceil(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The smallest whole number not below the element."""

def ceil_(input: Tensor) -> Tensor:
    """The smallest whole number not below the element."""

def celu(input: Tensor, alpha: _Real = 1.0, *, out: Tensor | None = None) -> Tensor:
    """The element where it is positive, elsewhere alpha * (exp(x / alpha) - 1)."""

def celu_(input: Tensor, alpha: _Real = 1.0) -> Tensor:
    """The element where it is positive, elsewhere alpha * (exp(x / alpha) - 1)."""

@overload
def chain_matmul(*tensors: Tensor, out: Tensor | None = None) -> Tensor:
    """The product of matrices, in the order that takes the fewest multiplications."""

@overload
def chain_matmul(matrices: _Tensors = ..., *, out: Tensor | None = None) -> Tensor: ...
def channel_shuffle(input: Tensor, groups: _int, *, out: Tensor | None = None) -> Tensor:
    """Channels in another order: the first of each group, then the second of each, and so on."""

def cholesky(input: Tensor, upper: _bool = False, *, out: Tensor | None = None) -> Tensor:
    """The triangular L with LL' = A of positive matrices, or if upper its transpose."""

def cholesky_inverse(input: Tensor, upper: _bool = False, *, out: Tensor | None = None) -> Tensor:
    """The inverse of a matrix of which the Cholesky factor is given."""

def cholesky_solve(
    input: Tensor, input2: Tensor, upper: _bool = False, *, out: Tensor | None = None
) -> Tensor:
    """The solution X of AX = B for a matrix of which the Cholesky factor is given."""

def chunk(input: Tensor, chunks: _int, dim: _int = 0, *, axis: _int = 0) -> tuple[Tensor, ...]:
    """So many pieces (or fewer) of one size along a dimension; views."""

def clamp(
    input: Tensor,
    min: Tensor | _Number | None = None,
    max: Tensor | _Number | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """The elements, those beyond a bound replaced by it; the upper one wins."""

def clamp_(
    input: Tensor, min: Tensor | _Number | None = None, max: Tensor | _Number | None = None
) -> Tensor:
    """The elements, those beyond a bound replaced by it; the upper one wins."""

def clip(
    input: Tensor,
    min: Tensor | _Number | None = None,
    max: Tensor | _Number | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """The elements, those beyond a bound replaced by it; the upper one wins."""

def clip_(
    input: Tensor, min: Tensor | _Number | None = None, max: Tensor | _Number | None = None
) -> Tensor:
    """The elements, those beyond a bound replaced by it; the upper one wins."""

def clamp_max(input: Tensor, max: Tensor | _Number, *, out: Tensor | None = None) -> Tensor:
    """The elements, those above the bound replaced by it."""

def clamp_max_(input: Tensor, max: Tensor | _Number) -> Tensor:
    """The elements, those above the bound replaced by it."""

def clamp_min(input: Tensor, min: Tensor | _Number, *, out: Tensor | None = None) -> Tensor:
    """The elements, those below the bound replaced by it."""

def clamp_min_(input: Tensor, min: Tensor | _Number) -> Tensor:
    """The elements, those below the bound replaced by it."""

def clone(
    input: Tensor, *, memory_format: _Mark | None = None, out: Tensor | None = None
) -> Tensor:
    """A copy that gradients pass through."""

def column_stack(tensors: _Tensors, *, out: Tensor | None = None) -> Tensor:
    """Tensors joined along the second dimension; vectors are columns."""

def combinations(
    input: Tensor, r: _int = 2, with_replacement: _bool = False, *, out: Tensor | None = None
) -> Tensor:
    """Every choice of r elements of a vector, in their order, a row for each."""

def complex(real: Tensor, imag: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Complex numbers of a real and an imaginary part."""

def conj(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The complex conjugate; a real tensor is its own."""

def conj_physical(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The complex conjugate, computed at once; a real tensor is its own."""

def conj_physical_(input: Tensor) -> Tensor:
    """The complex conjugate, computed at once; a real tensor is its own."""

def constant_pad_nd(
    input: Tensor, pad: _Sizes, value: _Number = 0, *, out: Tensor | None = None
) -> Tensor:
    """The tensor surrounded by a value: widths before and after, for the last axis first."""

def conv1d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: _Ints = ...,
    padding: _Ints | _str = ...,
    dilation: _Ints = ...,
    groups: _int = 1,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """The convolution (cross-correlation) of signals with kernels."""

def conv2d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: _Ints = ...,
    padding: _Ints | _str = ...,
    dilation: _Ints = ...,
    groups: _int = 1,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """The convolution (cross-correlation) of images with kernels."""

def conv3d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: _Ints = ...,
    padding: _Ints | _str = ...,
    dilation: _Ints = ...,
    groups: _int = 1,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """The convolution (cross-correlation) of volumes with kernels."""

def conv_transpose1d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: _Ints = ...,
    padding: _Ints = ...,
    output_padding: _Ints = ...,
    groups: _int = 1,
    dilation: _Ints = ...,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """The gradient of conv1d by its input, as an operator of its own."""

def conv_transpose2d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: _Ints = ...,
    padding: _Ints = ...,
    output_padding: _Ints = ...,
    groups: _int = 1,
    dilation: _Ints = ...,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """The gradient of conv2d by its input, as an operator of its own."""

def conv_transpose3d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: _Ints = ...,
    padding: _Ints = ...,
    output_padding: _Ints = ...,
    groups: _int = 1,
    dilation: _Ints = ...,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """The gradient of conv3d by its input, as an operator of its own."""

def convolution(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None,
    stride: _Ints,
    padding: _Ints,
    dilation: _Ints,
    transposed: _bool,
    output_padding: _Ints,
    groups: _int,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """A convolution of any kind: all its options by position."""

def copysign(input: Tensor, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor:
    """The size of the first with the sign of the second."""

def copysign_(input: Tensor, other: Tensor | _Number) -> Tensor:
    """The size of the first with the sign of the second."""

def corrcoef(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The correlations of variables, the rows of a matrix whose columns are observations."""

def cos(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The cosine of an angle in radians."""

def cos_(input: Tensor) -> Tensor:
    """The cosine of an angle in radians."""

def cosh(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The hyperbolic cosine."""

def cosh_(input: Tensor) -> Tensor:
    """The hyperbolic cosine."""

def cosine_similarity(
    x1: Tensor,
    x2: Tensor,
    dim: _int = 1,
    eps: _Real = 1e-08,
    *,
    axis: _int = 1,
    out: Tensor | None = None,
) -> Tensor:
    """The cosine of the angle between vectors along a dimension."""

def count_nonzero(
    input: Tensor, dim: _Ints | None = None, *, axis: _Ints | None = None, out: Tensor | None = None
) -> Tensor:
    """How many elements are not zero, of all or along dimensions."""

def cov(
    input: Tensor,
    *,
    correction: _int = 1,
    fweights: Tensor | None = None,
    aweights: Tensor | None = None,
    out: Tensor | None = None,
) -> Tensor:
    """The covariances of variables, the rows of a matrix whose columns are observations."""

def cross(
    input: Tensor,
    other: Tensor,
    dim: _int | None = None,
    *,
    axis: _int | None = None,
    out: Tensor | None = None,
) -> Tensor:
    """The vector products of vectors along a dimension, else the first one of size 3."""

@overload
def cummax(input: Tensor, dim: _int, *, out: tuple[Tensor, ...] | None = None) -> _ValuesIndices:
    """The largest element so far along a dimension and where it is, the latest of equals."""

@overload
def cummax(
    input: Tensor, *, axis: _int, out: tuple[Tensor, ...] | None = None
) -> _ValuesIndices: ...
@overload
def cummin(input: Tensor, dim: _int, *, out: tuple[Tensor, ...] | None = None) -> _ValuesIndices:
    """The smallest element so far along a dimension and where it is, the latest of equals."""

@overload
def cummin(
    input: Tensor, *, axis: _int, out: tuple[Tensor, ...] | None = None
) -> _ValuesIndices: ...
@overload
def cumprod(
    input: Tensor, dim: _int, *, dtype: _DType | None = None, out: Tensor | None = None
) -> Tensor:
    """The products of the elements up to each along a dimension; exact where some are zero."""

@overload
def cumprod(
    input: Tensor, *, axis: _int, dtype: _DType | None = None, out: Tensor | None = None
) -> Tensor: ...
@overload
def cumprod_(input: Tensor, dim: _int, *, dtype: _DType | None = None) -> Tensor:
    """The products of the elements up to each along a dimension; exact where some are zero."""

@overload
def cumprod_(input: Tensor, *, axis: _int, dtype: _DType | None = None) -> Tensor: ...
@overload
def cumsum(
    input: Tensor, dim: _int, *, dtype: _DType | None = None, out: Tensor | None = None
) -> Tensor:
    """The sums of the elements up to each along a dimension; integers add up as int64."""

@overload
def cumsum(
    input: Tensor, *, axis: _int, dtype: _DType | None = None, out: Tensor | None = None
) -> Tensor: ...
@overload
def cumsum_(input: Tensor, dim: _int, *, dtype: _DType | None = None) -> Tensor:
    """The sums of the elements up to each along a dimension; integers add up as int64."""

@overload
def cumsum_(input: Tensor, *, axis: _int, dtype: _DType | None = None) -> Tensor: ...
def cumulative_trapezoid(
    y: Tensor,
    x: Tensor | None = None,
    *,
    dx: _Number | None = None,
    dim: _int = -1,
    axis: _int = -1,
    out: Tensor | None = None,
) -> Tensor:
    """The integrals of values up to each along a dimension, by the trapezoidal rule."""

def deg2rad(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The angle in radians of one in degrees."""

def deg2rad_(input: Tensor) -> Tensor:
    """The angle in radians of one in degrees."""

def det(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The determinant; its gradient is the matrix of cofactors, of singular matrices too."""

def diag(input: Tensor, diagonal: _int = 0, *, out: Tensor | None = None) -> Tensor:
    """A matrix with a vector on a diagonal, or the diagonal of a matrix."""

def diag_embed(
    input: Tensor, offset: _int = 0, dim1: _int = -2, dim2: _int = -1, *, out: Tensor | None = None
) -> Tensor:
    """Matrices with the last dimension on a diagonal, and zeros elsewhere."""

def diagflat(input: Tensor, offset: _int = 0, *, out: Tensor | None = None) -> Tensor:
    """A matrix with all elements on a diagonal."""

def diagonal(input: Tensor, offset: _int = 0, dim1: _int = 0, dim2: _int = 1) -> Tensor:
    """The elements of a diagonal of two dimensions, as the last dimension; a view."""

def diagonal_copy(
    input: Tensor, offset: _int = 0, dim1: _int = 0, dim2: _int = 1, *, out: Tensor | None = None
) -> Tensor:
    """The elements of a diagonal of two dimensions, as the last dimension."""

def diagonal_scatter(
    input: Tensor,
    src: Tensor,
    offset: _int = 0,
    dim1: _int = 0,
    dim2: _int = 1,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """The tensor with another on a diagonal."""

def digamma(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The derivative of the logarithm of the gamma function."""

def digamma_(input: Tensor) -> Tensor:
    """The derivative of the logarithm of the gamma function."""

def dist(input: Tensor, other: Tensor, p: _Real = 2, *, out: Tensor | None = None) -> Tensor:
    """The norm of order p of the difference."""

def div(
    input: Tensor | _Number,
    other: Tensor | _Number,
    *,
    rounding_mode: _str | None = None,
    out: Tensor | None = None,
) -> Tensor:
    """The quotient, rounded as ``rounding_mode`` says: towards zero ("trunc") or down ("floor")."""

def div_(input: Tensor, other: Tensor | _Number, *, rounding_mode: _str | None = None) -> Tensor:
    """The quotient, rounded as ``rounding_mode`` says: towards zero ("trunc") or down ("floor")."""

def divide(
    input: Tensor | _Number,
    other: Tensor | _Number,
    *,
    rounding_mode: _str | None = None,
    out: Tensor | None = None,
) -> Tensor:
    """The quotient, rounded as ``rounding_mode`` says: towards zero ("trunc") or down ("floor")."""

def divide_(input: Tensor, other: Tensor | _Number, *, rounding_mode: _str | None = None) -> Tensor:
    """The quotient, rounded as ``rounding_mode`` says: towards zero ("trunc") or down ("floor")."""

def dot(input: Tensor, tensor: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The sum of the products of two vectors' elements."""

def dsplit(input: Tensor, indices: _Ints) -> tuple[Tensor, ...]:
    """Pieces along the third dimension; views."""

def dstack(tensors: _Tensors, *, out: Tensor | None = None) -> Tensor:
    """Tensors joined along the third dimension."""

@overload
def einsum(equation: _str, /, *operands: Tensor, out: Tensor | None = None) -> Tensor:
    """The sums of products that an equation of subscripts says."""

@overload
def einsum(equation: _str, operands: _Tensors, /, *, out: Tensor | None = None) -> Tensor: ...
@overload
def einsum(
    operand: Tensor, sublist: Sequence[_int], /, *rest: Any, out: Tensor | None = None
) -> Tensor: ...
@overload
def empty(
    size: _Sizes,
    *,
    dtype: _DType | None = None,
    requires_grad: _bool = False,
    device: _Device | None = None,
    layout: _Mark | None = None,
    pin_memory: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """A tensor to be filled; PyTorch leaves its elements undefined, here they are zeros."""

@overload
def empty(
    size: _int,
    /,
    *sizes: _int,
    dtype: _DType | None = None,
    requires_grad: _bool = False,
    device: _Device | None = None,
    layout: _Mark | None = None,
    pin_memory: _bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
def empty_like(
    input: Tensor,
    *,
    dtype: _DType | None = None,
    requires_grad: _bool = False,
    device: _Device | None = None,
    layout: _Mark | None = None,
    pin_memory: _bool = False,
    memory_format: _Mark | None = None,
    out: Tensor | None = None,
) -> Tensor:
    """A tensor to be filled, of the shape, order in memory and element type of a tensor."""

def empty_permuted(
    size: _Sizes,
    physical_layout: _Sizes,
    *,
    dtype: _DType | None = None,
    requires_grad: _bool = False,
    device: _Device | None = None,
    layout: _Mark | None = None,
    pin_memory: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """A tensor to be filled, whose dimensions lie in memory in an order of one's own; zeros."""

def empty_strided(
    size: _Sizes,
    stride: _Sizes,
    *,
    dtype: _DType | None = None,
    requires_grad: _bool = False,
    device: _Device | None = None,
    layout: _Mark | None = None,
    pin_memory: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """A tensor to be filled, with steps of one's own through its memory; its elements are zeros."""

def eq(input: Tensor, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor:
    """Where the elements are equal; NaN equals nothing."""

def eq_(input: Tensor, other: Tensor | _Number) -> Tensor:
    """Where the elements are equal; NaN equals nothing."""

def erf(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The error function, twice the normal integral from 0 to x * sqrt(2)."""

def erf_(input: Tensor) -> Tensor:
    """The error function, twice the normal integral from 0 to x * sqrt(2)."""

def erfc(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """One less the error function, accurate for large x."""

def erfc_(input: Tensor) -> Tensor:
    """One less the error function, accurate for large x."""

def erfinv(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The inverse of the error function; infinite at -1 and 1, NaN beyond."""

def erfinv_(input: Tensor) -> Tensor:
    """The inverse of the error function; infinite at -1 and 1, NaN beyond."""

def exp(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The exponential, e**x."""

def exp_(input: Tensor) -> Tensor:
    """The exponential, e**x."""

def exp2(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The power of 2, 2**x."""

def exp2_(input: Tensor) -> Tensor:
    """The power of 2, 2**x."""

def expand_copy(input: Tensor, size: _Sizes, *, out: Tensor | None = None) -> Tensor:
    """Dimensions of size 1 repeated; -1 keeps a size."""

def expm1(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The exponential less 1, accurate for small x."""

def expm1_(input: Tensor) -> Tensor:
    """The exponential less 1, accurate for small x."""

def eye(
    n: _int,
    m: _int | None = None,
    *,
    dtype: _DType | None = None,
    requires_grad: _bool = False,
    device: _Device | None = None,
    layout: _Mark | None = None,
    pin_memory: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """The identity matrix of n rows and n (or m) columns."""

def feature_dropout(input: Tensor, p: _Real, train: _bool, *, out: Tensor | None = None) -> Tensor:
    """The tensor with random channels dropped, if it is trained."""

def fill(input: Tensor, value: Tensor | _Number, *, out: Tensor | None = None) -> Tensor:
    """One value in place of every element."""

def fill_(input: Tensor, value: Tensor | _Number) -> Tensor:
    """One value in place of every element."""

def flatten(
    input: Tensor, start_dim: _int = 0, end_dim: _int = -1, *, out: Tensor | None = None
) -> Tensor:
    """One dimension in place of those from start_dim to end_dim."""

def flip(input: Tensor, dims: _Sizes, *, out: Tensor | None = None) -> Tensor:
    """The elements in reverse order along dimensions."""

def fliplr(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The elements in reverse order along the second dimension."""

def flipud(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The elements in reverse order along the first dimension."""

def float_power(
    input: Tensor | _Number, exponent: Tensor | _Number, *, out: Tensor | None = None
) -> Tensor:
    """The power in double precision."""

def floor(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The largest whole number not above the element."""

def floor_(input: Tensor) -> Tensor:
    """The largest whole number not above the element."""

def floor_divide(
    input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | None = None
) -> Tensor:
    """The quotient rounded down; PyTorch has no derivative for it."""

def floor_divide_(input: Tensor, other: Tensor | _Number) -> Tensor:
    """The quotient rounded down; PyTorch has no derivative for it."""

def fmax(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The larger element of two, or the one that is a number; the first takes a tie's gradient."""

def fmin(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The smaller element of two, or the one that is a number; the first takes a tie's gradient."""

def fmod(input: Tensor, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor:
    """What division leaves over, with the dividend's sign."""

def fmod_(input: Tensor, other: Tensor | _Number) -> Tensor:
    """What division leaves over, with the dividend's sign."""

def frac(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The fraction, with the element's sign."""

def frac_(input: Tensor) -> Tensor:
    """The fraction, with the element's sign."""

def frexp(input: Tensor, *, out: tuple[Tensor, ...] | None = None) -> _MantissaExponent:
    """The mantissa, between 1/2 and 1, and the exponent of 2 that make the element."""

@overload
def frobenius_norm(
    input: Tensor,
    dim: _Ints,
    keepdim: _bool = False,
    *,
    keepdims: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """The square root of the sum of the squares along one or two dimensions."""

@overload
def frobenius_norm(
    input: Tensor,
    *,
    axis: _Ints,
    keepdim: _bool = False,
    keepdims: _bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
def full(
    size: _Sizes,
    fill_value: _Number,
    *,
    dtype: _DType | None = None,
    requires_grad: _bool = False,
    device: _Device | None = None,
    layout: _Mark | None = None,
    pin_memory: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """One value in the given shape."""

def full_like(
    input: Tensor,
    fill_value: _Number,
    *,
    dtype: _DType | None = None,
    requires_grad: _bool = False,
    device: _Device | None = None,
    layout: _Mark | None = None,
    pin_memory: _bool = False,
    memory_format: _Mark | None = None,
    out: Tensor | None = None,
) -> Tensor:
    """One value in the shape and element type of a tensor."""

@overload
def gather(
    input: Tensor,
    dim: _int,
    index: Tensor,
    *,
    sparse_grad: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """The element at each index along a dimension."""

@overload
def gather(
    input: Tensor,
    *,
    axis: _int,
    index: Tensor,
    sparse_grad: _bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
def gcd(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The greatest common divisor."""

def gcd_(input: Tensor, other: Tensor) -> Tensor:
    """The greatest common divisor."""

def ge(input: Tensor, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor:
    """Where the first is greater or equal."""

def ge_(input: Tensor, other: Tensor | _Number) -> Tensor:
    """Where the first is greater or equal."""

def greater_equal(input: Tensor, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor:
    """Where the first is greater or equal."""

def greater_equal_(input: Tensor, other: Tensor | _Number) -> Tensor:
    """Where the first is greater or equal."""

def geqrf(input: Tensor, *, out: tuple[Tensor, ...] | None = None) -> _ATau:
    """R above the vectors of Householder reflections, and their factors."""

def gradient(
    input: Tensor,
    *,
    spacing: _float | Tensor | Sequence[_float] | Sequence[Tensor] | None = None,
    dim: _Ints | None = None,
    edge_order: _int = 1,
) -> tuple[Tensor, ...]:
    """The derivatives along each dimension, or some, of values on a grid; a tuple."""

def grid_sampler(
    input: Tensor,
    grid: Tensor,
    interpolation_mode: _int,
    padding_mode: _int,
    align_corners: _bool,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """The elements of images at places of a grid; the modes are numbers."""

def grid_sampler_2d(
    input: Tensor,
    grid: Tensor,
    interpolation_mode: _int,
    padding_mode: _int,
    align_corners: _bool,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """The elements of images at places of a grid; the modes are numbers."""

def grid_sampler_3d(
    input: Tensor,
    grid: Tensor,
    interpolation_mode: _int,
    padding_mode: _int,
    align_corners: _bool,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """The elements of images at places of a grid; the modes are numbers."""

def group_norm(
    input: Tensor,
    num_groups: _int,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    eps: _Real = 1e-05,
    cudnn_enabled: _bool = True,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """The elements of each group of channels with mean 0 and variance 1, scaled and moved."""

def gru_cell(
    input: Tensor,
    hx: Tensor,
    w_ih: Tensor,
    w_hh: Tensor,
    b_ih: Tensor | None = None,
    b_hh: Tensor | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """The next state of a gated recurrent unit."""

def gt(input: Tensor, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor:
    """Where the first is greater."""

def gt_(input: Tensor, other: Tensor | _Number) -> Tensor:
    """Where the first is greater."""

def greater(input: Tensor, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor:
    """Where the first is greater."""

def greater_(input: Tensor, other: Tensor | _Number) -> Tensor:
    """Where the first is greater."""

def hamming_window(
    window_length: _int,
    periodic: _bool = True,
    alpha: _Real = 0.54,
    beta: _Real = 0.46,
    *,
    dtype: _DType | None = None,
    requires_grad: _bool = False,
    device: _Device | None = None,
    layout: _Mark | None = None,
    pin_memory: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """A raised cosine window that reaches down to alpha - beta."""

def hann_window(
    window_length: _int,
    periodic: _bool = True,
    *,
    dtype: _DType | None = None,
    requires_grad: _bool = False,
    device: _Device | None = None,
    layout: _Mark | None = None,
    pin_memory: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """A raised cosine window that reaches down to 0."""

def hardshrink(input: Tensor, lambd: _Real = 0.5, *, out: Tensor | None = None) -> Tensor:
    """The element, or 0 where it lies within ``lambd`` of 0."""

def hash_tensor(
    input: Tensor,
    dim: _Ints | None = ...,
    *,
    keepdim: _bool = False,
    mode: _int = 0,
    axis: _Ints | None = ...,
    keepdims: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """A checksum of the elements, of all or along dimensions: their bits, combined by xor."""

def heaviside(input: Tensor, values: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The step from 0 to 1; where the element is 0, one of ``values``."""

def heaviside_(input: Tensor, values: Tensor) -> Tensor:
    """The step from 0 to 1; where the element is 0, one of ``values``."""

def histc(
    input: Tensor, bins: _int = 100, min: _Real = 0, max: _Real = 0, *, out: Tensor | None = None
) -> Tensor:
    """How many elements fall into each of equal bins between two numbers."""

def histogram(
    input: Tensor,
    bins: Tensor | _int = 100,
    *,
    range: Any = None,
    weight: Tensor | None = None,
    density: _bool = False,
    out: tuple[Tensor, ...] | None = None,
) -> _HistBinEdges:
    """How many elements (or how much of their weight) fall into each bin, and the bins' edges."""

def histogramdd(
    input: Tensor,
    bins: _int | list[_int] | tuple[_int, ...] | _Tensors,
    range: Sequence[_float] | None = None,
    weight: Tensor | None = None,
    density: _bool = False,
    *,
    out: tuple[Tensor, ...] | None = None,
) -> _Histogramdd:
    """How many points, the rows of a table, fall into each box of a grid, and the grid's edges."""

def hsplit(input: Tensor, indices: _Ints) -> tuple[Tensor, ...]:
    """Pieces along the second dimension, of a vector along its only one; views."""

def hstack(tensors: _Tensors, *, out: Tensor | None = None) -> Tensor:
    """Tensors joined along the second dimension; vectors along their only one."""

def hypot(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The length of the hypotenuse, sqrt(a**2 + b**2), without overflow on the way."""

def hypot_(input: Tensor, other: Tensor) -> Tensor:
    """The length of the hypotenuse, sqrt(a**2 + b**2), without overflow on the way."""

def i0(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The modified Bessel function of the first kind of order 0."""

def i0_(input: Tensor) -> Tensor:
    """The modified Bessel function of the first kind of order 0."""

def igamma(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The regularized lower incomplete gamma function of shape a at b."""

def igamma_(input: Tensor, other: Tensor) -> Tensor:
    """The regularized lower incomplete gamma function of shape a at b."""

def igammac(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The regularized upper incomplete gamma function of shape a at b."""

def igammac_(input: Tensor, other: Tensor) -> Tensor:
    """The regularized upper incomplete gamma function of shape a at b."""

def imag(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The imaginary part, a view."""

@overload
def index_add(
    input: Tensor,
    dim: _int,
    index: Tensor,
    source: Tensor,
    *,
    alpha: _Number = 1,
    out: Tensor | None = None,
) -> Tensor:
    """The tensor with slices added at indices along a dimension."""

@overload
def index_add(
    input: Tensor,
    *,
    axis: _int,
    index: Tensor,
    source: Tensor,
    alpha: _Number = 1,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def index_add_(
    input: Tensor, dim: _int, index: Tensor, source: Tensor, *, alpha: _Number = 1
) -> Tensor:
    """The tensor with slices added at indices along a dimension."""

@overload
def index_add_(
    input: Tensor, *, axis: _int, index: Tensor, source: Tensor, alpha: _Number = 1
) -> Tensor: ...
@overload
def index_copy(
    input: Tensor, dim: _int, index: Tensor, source: Tensor, *, out: Tensor | None = None
) -> Tensor:
    """The tensor with slices written at indices along a dimension."""

@overload
def index_copy(
    input: Tensor, *, axis: _int, index: Tensor, source: Tensor, out: Tensor | None = None
) -> Tensor: ...
@overload
def index_copy_(input: Tensor, dim: _int, index: Tensor, source: Tensor) -> Tensor:
    """The tensor with slices written at indices along a dimension."""

@overload
def index_copy_(input: Tensor, *, axis: _int, index: Tensor, source: Tensor) -> Tensor: ...
@overload
def index_fill(
    input: Tensor, dim: _int, index: Tensor, value: Tensor | _Number, *, out: Tensor | None = None
) -> Tensor:
    """The tensor with one value at every index along a dimension."""

@overload
def index_fill(
    input: Tensor, *, axis: _int, index: Tensor, value: Tensor | _Number, out: Tensor | None = None
) -> Tensor: ...
@overload
def index_fill_(input: Tensor, dim: _int, index: Tensor, value: Tensor | _Number) -> Tensor:
    """The tensor with one value at every index along a dimension."""

@overload
def index_fill_(input: Tensor, *, axis: _int, index: Tensor, value: Tensor | _Number) -> Tensor: ...
def index_put(
    input: Tensor,
    indices: _Tensors,
    values: Tensor,
    accumulate: _bool = False,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """The tensor with values written (or added) at tensors of indices."""

def index_put_(
    input: Tensor, indices: _Tensors, values: Tensor, accumulate: _bool = False
) -> Tensor:
    """The tensor with values written (or added) at tensors of indices."""

@overload
def index_reduce(
    input: Tensor,
    dim: _int,
    index: Tensor,
    source: Tensor,
    reduce: _str,
    *,
    include_self: _bool = True,
    out: Tensor | None = None,
) -> Tensor:
    """The tensor with slices combined into it at indices along a dimension."""

@overload
def index_reduce(
    input: Tensor,
    *,
    axis: _int,
    index: Tensor,
    source: Tensor,
    reduce: _str,
    include_self: _bool = True,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def index_reduce_(
    input: Tensor,
    dim: _int,
    index: Tensor,
    source: Tensor,
    reduce: _str,
    *,
    include_self: _bool = True,
) -> Tensor:
    """The tensor with slices combined into it at indices along a dimension."""

@overload
def index_reduce_(
    input: Tensor,
    *,
    axis: _int,
    index: Tensor,
    source: Tensor,
    reduce: _str,
    include_self: _bool = True,
) -> Tensor: ...
@overload
def index_select(input: Tensor, dim: _int, index: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The slices at a vector of indices along a dimension."""

@overload
def index_select(
    input: Tensor, *, axis: _int, index: Tensor, out: Tensor | None = None
) -> Tensor: ...
def inner(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The sums of products over the last dimension of both tensors."""

def inverse(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The inverse."""

def isclose(
    input: Tensor,
    other: Tensor,
    rtol: _Real = 1e-05,
    atol: _Real = 1e-08,
    equal_nan: _bool = False,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """Where elements agree within atol + rtol * abs(other)."""

def isfinite(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Where elements are neither infinite nor NaN."""

def isin(
    elements: Tensor | _Number,
    test_elements: Tensor | _Number,
    *,
    assume_unique: _bool = False,
    invert: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """Whether each element is among others."""

def isinf(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Where elements are infinite."""

def isnan(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Where elements are NaN."""

def isneginf(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Where elements are the negative infinity."""

def isposinf(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Where elements are the positive infinity."""

def isreal(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Where elements have no imaginary part."""

def istft(
    input: Tensor,
    n_fft: _int,
    hop_length: _int | None = None,
    win_length: _int | None = None,
    window: Tensor | None = None,
    center: _bool = True,
    normalized: _bool = False,
    onesided: _bool | None = None,
    length: _int | None = None,
    return_complex: _bool = False,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """The signals whose spectra over time stft gave."""

def kaiser_window(
    window_length: _int,
    periodic: _bool = True,
    beta: _Real = 12.0,
    *,
    dtype: _DType | None = None,
    requires_grad: _bool = False,
    device: _Device | None = None,
    layout: _Mark | None = None,
    pin_memory: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """A window with as much of its energy in the main lobe as can be, nearly."""

def kron(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The Kronecker product: every element of one tensor times the other tensor."""

def kthvalue(
    input: Tensor,
    k: _int,
    dim: _int = -1,
    keepdim: _bool = False,
    *,
    axis: _int = -1,
    keepdims: _bool = False,
    out: tuple[Tensor, ...] | None = None,
) -> _ValuesIndices:
    """The k-th smallest elements along a dimension, and where they are."""

def layer_norm(
    input: Tensor,
    normalized_shape: _Sizes,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    eps: _Real = 1e-05,
    cudnn_enable: _bool = True,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """The elements with mean 0 and variance 1 along the last dimensions, scaled and moved."""

def lcm(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The least common multiple."""

def lcm_(input: Tensor, other: Tensor) -> Tensor:
    """The least common multiple."""

def ldexp(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The first times 2 to the power of the second."""

def ldexp_(input: Tensor, other: Tensor) -> Tensor:
    """The first times 2 to the power of the second."""

def le(input: Tensor, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor:
    """Where the first is less or equal."""

def le_(input: Tensor, other: Tensor | _Number) -> Tensor:
    """Where the first is less or equal."""

def less_equal(input: Tensor, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor:
    """Where the first is less or equal."""

def less_equal_(input: Tensor, other: Tensor | _Number) -> Tensor:
    """Where the first is less or equal."""

def lerp(
    input: Tensor, end: Tensor, weight: Tensor | _Number, *, out: Tensor | None = None
) -> Tensor:
    """The point between two, input + weight * (end - input)."""

def lerp_(input: Tensor, end: Tensor, weight: Tensor | _Number) -> Tensor:
    """The point between two, input + weight * (end - input)."""

def lgamma(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The logarithm of the absolute value of the gamma function."""

def lgamma_(input: Tensor) -> Tensor:
    """The logarithm of the absolute value of the gamma function."""

def orgqr(input: Tensor, tau: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The first columns of a product of Householder reflections."""

def linspace(
    start: _Number,
    end: _Number,
    steps: _int,
    *,
    dtype: _DType | None = None,
    requires_grad: _bool = False,
    device: _Device | None = None,
    layout: _Mark | None = None,
    pin_memory: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """Evenly spaced numbers from start to end, both included."""

def log(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The natural logarithm; -inf at 0, NaN below."""

def log_(input: Tensor) -> Tensor:
    """The natural logarithm; -inf at 0, NaN below."""

def log10(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The logarithm to the base 10."""

def log10_(input: Tensor) -> Tensor:
    """The logarithm to the base 10."""

def log1p(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The logarithm of 1 + x, accurate for small x."""

def log1p_(input: Tensor) -> Tensor:
    """The logarithm of 1 + x, accurate for small x."""

def log2(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The logarithm to the base 2."""

def log2_(input: Tensor) -> Tensor:
    """The logarithm to the base 2."""

@overload
def log_softmax(
    input: Tensor, dim: _int, dtype: _DType | None = None, *, out: Tensor | None = None
) -> Tensor:
    """The logarithm of the softmax along a dimension."""

@overload
def log_softmax(
    input: Tensor, *, axis: _int, dtype: _DType | None = None, out: Tensor | None = None
) -> Tensor: ...
def logaddexp(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The logarithm of exp(a) + exp(b), without overflow."""

def logaddexp2(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The logarithm to the base 2 of 2**a + 2**b, without overflow."""

@overload
def logcumsumexp(input: Tensor, dim: _int, *, out: Tensor | None = None) -> Tensor:
    """The logarithms of the sums of exponentials up to each element along a dimension."""

@overload
def logcumsumexp(input: Tensor, *, axis: _int, out: Tensor | None = None) -> Tensor: ...
@overload
def logcumsumexp_(input: Tensor, dim: _int) -> Tensor:
    """The logarithms of the sums of exponentials up to each element along a dimension."""

@overload
def logcumsumexp_(input: Tensor, *, axis: _int) -> Tensor: ...
def logdet(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The logarithm of the determinant; of a negative real one not a number."""

def logical_and(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Where both are other than 0."""

def logical_and_(input: Tensor, other: Tensor) -> Tensor:
    """Where both are other than 0."""

def logical_not(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Where the element is 0."""

def logical_not_(input: Tensor) -> Tensor:
    """Where the element is 0."""

def logical_or(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Where either is other than 0."""

def logical_or_(input: Tensor, other: Tensor) -> Tensor:
    """Where either is other than 0."""

def logical_xor(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Where only one is other than 0."""

def logical_xor_(input: Tensor, other: Tensor) -> Tensor:
    """Where only one is other than 0."""

def logit(input: Tensor, eps: _Real | None = None, *, out: Tensor | None = None) -> Tensor:
    """The log-odds, log(x / (1 - x)), of the element clamped to between eps and 1 - eps."""

def logit_(input: Tensor, eps: _Real | None = None) -> Tensor:
    """The log-odds, log(x / (1 - x)), of the element clamped to between eps and 1 - eps."""

def logspace(
    start: _Number,
    end: _Number,
    steps: _int,
    base: _Real = 10.0,
    *,
    dtype: _DType | None = None,
    requires_grad: _bool = False,
    device: _Device | None = None,
    layout: _Mark | None = None,
    pin_memory: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """Powers of a base whose exponents are evenly spaced from start to end."""

@overload
def logsumexp(
    input: Tensor,
    dim: _Ints,
    keepdim: _bool = False,
    *,
    keepdims: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """The logarithm of the sum of exponentials along dimensions, safe for large elements."""

@overload
def logsumexp(
    input: Tensor,
    *,
    axis: _Ints,
    keepdim: _bool = False,
    keepdims: _bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
def lstm_cell(
    input: Tensor,
    hx: _Tensors,
    w_ih: Tensor,
    w_hh: Tensor,
    b_ih: Tensor | None = None,
    b_hh: Tensor | None = None,
    *,
    out: tuple[Tensor, ...] | None = None,
) -> tuple[Tensor, Tensor]:
    """The next state and memory of a long short-term memory."""

def lt(input: Tensor, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor:
    """Where the first is less."""

def lt_(input: Tensor, other: Tensor | _Number) -> Tensor:
    """Where the first is less."""

def less(input: Tensor, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor:
    """Where the first is less."""

def less_(input: Tensor, other: Tensor | _Number) -> Tensor:
    """Where the first is less."""

@overload
def lu(
    A: Tensor,
    pivot: _bool = True,
    get_infos: Literal[False] = False,
    *,
    out: tuple[Tensor, ...] | None = None,
) -> tuple[Tensor, Tensor]:
    """L and U in one matrix, and the rows exchanged."""

@overload
def lu(
    A: Tensor,
    pivot: _bool = True,
    *,
    get_infos: Literal[True],
    out: tuple[Tensor, ...] | None = None,
) -> tuple[Tensor, Tensor, Tensor]: ...
def lu_solve(
    input: Tensor, LU_data: Tensor, LU_pivots: Tensor, *, out: Tensor | None = None
) -> Tensor:
    """The solution X of AX = B, the input, for a matrix that ``lu_factor`` factored."""

def lu_unpack(
    LU_data: Tensor,
    LU_pivots: Tensor,
    unpack_data: _bool = True,
    unpack_pivots: _bool = True,
    *,
    out: tuple[Tensor, ...] | None = None,
) -> _PLU:
    """The permutation P and the triangular L and U of what ``lu_factor`` returns."""

def masked_fill(
    input: Tensor, mask: Tensor, value: Tensor | _Number, *, out: Tensor | None = None
) -> Tensor:
    """The tensor with one value where a mask is true."""

def masked_fill_(input: Tensor, mask: Tensor, value: Tensor | _Number) -> Tensor:
    """The tensor with one value where a mask is true."""

def masked_scatter(
    input: Tensor, mask: Tensor, source: Tensor, *, out: Tensor | None = None
) -> Tensor:
    """The tensor with elements of another, in order, where a mask is true."""

def masked_scatter_(input: Tensor, mask: Tensor, source: Tensor) -> Tensor:
    """The tensor with elements of another, in order, where a mask is true."""

def masked_select(input: Tensor, mask: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The elements where a mask is true, as a vector."""

def matmul(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The product of vectors, matrices or stacks of matrices, as ``a @ b``."""

def matrix_exp(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The exponential of a matrix: the sum of its powers, each divided by a factorial."""

def matrix_power(input: Tensor, n: _int, *, out: Tensor | None = None) -> Tensor:
    """The product of n times the same matrix, of its inverse if n is negative."""

@overload
def max(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The largest element; with ``dim`` the largest along it, and where; or of two tensors."""

@overload
def max(
    input: Tensor, dim: _int, keepdim: _bool = False, *, out: tuple[Tensor, ...] | None = None
) -> _ValuesIndices: ...
@overload
def max(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
@overload
def max_pool1d(
    input: Tensor,
    kernel_size: _Ints,
    stride: _Ints | None = None,
    padding: _Ints = ...,
    dilation: _Ints = ...,
    ceil_mode: _bool = False,
    return_indices: Literal[False] = False,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """The largest elements of windows over signals, and where they are if asked for."""

@overload
def max_pool1d(
    input: Tensor,
    kernel_size: _Ints,
    stride: _Ints | None = None,
    padding: _Ints = ...,
    dilation: _Ints = ...,
    ceil_mode: _bool = False,
    *,
    return_indices: Literal[True],
    out: tuple[Tensor, ...] | None = None,
) -> tuple[Tensor, Tensor]: ...
@overload
def max_pool2d(
    input: Tensor,
    kernel_size: _Ints,
    stride: _Ints | None = None,
    padding: _Ints = ...,
    dilation: _Ints = ...,
    ceil_mode: _bool = False,
    return_indices: Literal[False] = False,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """The largest elements of windows over images, and where they are if asked for."""

@overload
def max_pool2d(
    input: Tensor,
    kernel_size: _Ints,
    stride: _Ints | None = None,
    padding: _Ints = ...,
    dilation: _Ints = ...,
    ceil_mode: _bool = False,
    *,
    return_indices: Literal[True],
    out: tuple[Tensor, ...] | None = None,
) -> tuple[Tensor, Tensor]: ...
@overload
def max_pool3d(
    input: Tensor,
    kernel_size: _Ints,
    stride: _Ints | None = None,
    padding: _Ints = ...,
    dilation: _Ints = ...,
    ceil_mode: _bool = False,
    return_indices: Literal[False] = False,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """The largest elements of windows over volumes, and where they are if asked for."""

@overload
def max_pool3d(
    input: Tensor,
    kernel_size: _Ints,
    stride: _Ints | None = None,
    padding: _Ints = ...,
    dilation: _Ints = ...,
    ceil_mode: _bool = False,
    *,
    return_indices: Literal[True],
    out: tuple[Tensor, ...] | None = None,
) -> tuple[Tensor, Tensor]: ...
def maximum(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The larger element of two; a tie shares the gradient."""

def mean(
    input: Tensor,
    dim: _Ints | None = None,
    keepdim: _bool = False,
    *,
    dtype: _DType | None = None,
    axis: _Ints | None = None,
    keepdims: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """The mean of the elements, of all or along dimensions."""

@overload
def median(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The lower of the middle elements, of all; along a dimension, and where it is."""

@overload
def median(
    input: Tensor, dim: _int, keepdim: _bool = False, *, out: tuple[Tensor, ...] | None = None
) -> _ValuesIndices: ...
@overload
def meshgrid(*tensors: Tensor, indexing: _str | None = None) -> tuple[Tensor, ...]:
    """The coordinates of a grid that vectors span, a tensor for each vector."""

@overload
def meshgrid(tensors: Tensor | _Tensors, *, indexing: _str | None = None) -> tuple[Tensor, ...]: ...
@overload
def min(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The smallest element; with ``dim`` the smallest along it, and where; or of two tensors."""

@overload
def min(
    input: Tensor, dim: _int, keepdim: _bool = False, *, out: tuple[Tensor, ...] | None = None
) -> _ValuesIndices: ...
@overload
def min(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def minimum(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The smaller element of two; a tie shares the gradient."""

def mm(input: Tensor, mat2: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The product of two matrices."""

def mode(
    input: Tensor,
    dim: _int = -1,
    keepdim: _bool = False,
    *,
    axis: _int = -1,
    keepdims: _bool = False,
    out: tuple[Tensor, ...] | None = None,
) -> _ValuesIndices:
    """The most frequent elements along a dimension, the smallest of several, and the last place."""

def movedim(
    input: Tensor, source: _Ints, destination: _Ints, *, out: Tensor | None = None
) -> Tensor:
    """Some dimensions at other places, the rest in their order; a view."""

def moveaxis(
    input: Tensor, source: _Ints, destination: _Ints, *, out: Tensor | None = None
) -> Tensor:
    """Some dimensions at other places, the rest in their order; a view."""

def msort(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The elements in order along the first dimension."""

def mul(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor:
    """The product, element by element."""

def mul_(input: Tensor, other: Tensor | _Number) -> Tensor:
    """The product, element by element."""

def multiply(
    input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | None = None
) -> Tensor:
    """The product, element by element."""

def multiply_(input: Tensor, other: Tensor | _Number) -> Tensor:
    """The product, element by element."""

def multinomial(
    input: Tensor,
    num_samples: _int,
    replacement: _bool = False,
    *,
    generator: Generator | None = None,
    out: Tensor | None = None,
) -> Tensor:
    """Categories drawn with the probabilities that the elements of each row are."""

def mv(input: Tensor, vec: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The product of a matrix and a vector."""

def mvlgamma(input: Tensor, p: _int, *, out: Tensor | None = None) -> Tensor:
    """The logarithm of the multivariate gamma function of dimension p."""

def mvlgamma_(input: Tensor, p: _int) -> Tensor:
    """The logarithm of the multivariate gamma function of dimension p."""

def nan_to_num(
    input: Tensor,
    nan: _Real | None = None,
    posinf: _Real | None = None,
    neginf: _Real | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """The tensor with numbers in the place of NaN and infinities, the largest for an infinity."""

def nan_to_num_(
    input: Tensor,
    nan: _Real | None = None,
    posinf: _Real | None = None,
    neginf: _Real | None = None,
) -> Tensor:
    """The tensor with numbers in the place of NaN and infinities, the largest for an infinity."""

def nanmean(
    input: Tensor,
    dim: _Ints | None = None,
    keepdim: _bool = False,
    *,
    dtype: _DType | None = None,
    axis: _Ints | None = None,
    keepdims: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """The mean of the elements that are not NaN, of all or along dimensions."""

@overload
def nanmedian(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The lower of the middle elements that are not NaN, of all; along a dimension, and where."""

@overload
def nanmedian(
    input: Tensor, dim: _int, keepdim: _bool = False, *, out: tuple[Tensor, ...] | None = None
) -> _ValuesIndices: ...
def nanquantile(
    input: Tensor,
    q: Tensor | _Number,
    dim: _int | None = None,
    keepdim: _bool = False,
    *,
    interpolation: _str = "linear",
    axis: _int | None = None,
    keepdims: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """The q-th quantiles of the elements that are not NaN, of all or along a dimension."""

def nansum(
    input: Tensor,
    dim: _Ints | None = None,
    keepdim: _bool = False,
    *,
    dtype: _DType | None = None,
    axis: _Ints | None = None,
    keepdims: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """The sum of the elements that are not NaN, of all or along dimensions."""

@overload
def narrow(
    input: Tensor, dim: _int, start: Tensor | _int, length: _int, *, out: Tensor | None = None
) -> Tensor:
    """The slices from a start on, so many, along a dimension; a view."""

@overload
def narrow(
    input: Tensor, *, axis: _int, start: Tensor | _int, length: _int, out: Tensor | None = None
) -> Tensor: ...
@overload
def narrow_copy(
    input: Tensor, dim: _int, start: _int, length: _int, *, out: Tensor | None = None
) -> Tensor:
    """The slices from a start on, so many, along a dimension."""

@overload
def narrow_copy(
    input: Tensor, *, axis: _int, start: _int, length: _int, out: Tensor | None = None
) -> Tensor: ...
def ne(input: Tensor, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor:
    """Where the elements differ."""

def ne_(input: Tensor, other: Tensor | _Number) -> Tensor:
    """Where the elements differ."""

def not_equal(input: Tensor, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor:
    """Where the elements differ."""

def not_equal_(input: Tensor, other: Tensor | _Number) -> Tensor:
    """Where the elements differ."""

def neg(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The negative."""

def neg_(input: Tensor) -> Tensor:
    """The negative."""

def negative(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The negative."""

def negative_(input: Tensor) -> Tensor:
    """The negative."""

def nextafter(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The next number that the type can hold, from the first towards the second."""

def nextafter_(input: Tensor, other: Tensor) -> Tensor:
    """The next number that the type can hold, from the first towards the second."""

@overload
def nonzero(
    input: Tensor, *, as_tuple: Literal[False] = False, out: Tensor | None = None
) -> Tensor:
    """The index of every element that is not zero: a row for each, or a tensor per dimension."""

@overload
def nonzero(input: Tensor, *, as_tuple: Literal[True]) -> tuple[Tensor, ...]: ...
def nonzero_static(
    input: Tensor, *, size: _int, fill_value: _int = -1, out: Tensor | None = None
) -> Tensor:
    """The first indices of elements that are not zero, filled up to a number of rows."""

def norm(
    input: Tensor,
    p: Any = "fro",
    dim: _Ints | None = None,
    keepdim: _bool = False,
    dtype: _DType | None = None,
    *,
    axis: _Ints | None = None,
    keepdims: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """The norm of all elements, or of vectors along dimensions: Euclidean, or of order p."""

def normal(
    mean: Tensor | _Number,
    std: Tensor | _Number = 1.0,
    size: _Sizes | None = None,
    *,
    generator: Generator | None = None,
    dtype: _DType | None = None,
    requires_grad: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """Normal numbers of the given means and standard deviations."""

def nuclear_norm(
    input: Tensor,
    dim: _Ints = ...,
    keepdim: _bool = False,
    *,
    axis: _Ints = ...,
    keepdims: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """The sum of the singular values of matrices."""

@overload
def ones(
    size: _Sizes,
    *,
    dtype: _DType | None = None,
    requires_grad: _bool = False,
    device: _Device | None = None,
    layout: _Mark | None = None,
    pin_memory: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """Ones of the given shape."""

@overload
def ones(
    size: _int,
    /,
    *sizes: _int,
    dtype: _DType | None = None,
    requires_grad: _bool = False,
    device: _Device | None = None,
    layout: _Mark | None = None,
    pin_memory: _bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
def ones_like(
    input: Tensor,
    *,
    dtype: _DType | None = None,
    requires_grad: _bool = False,
    device: _Device | None = None,
    layout: _Mark | None = None,
    pin_memory: _bool = False,
    memory_format: _Mark | None = None,
    out: Tensor | None = None,
) -> Tensor:
    """Ones of the shape, order in memory and element type of a tensor."""

def ormqr(
    input: Tensor,
    input2: Tensor,
    input3: Tensor,
    left: _bool = True,
    transpose: _bool = False,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """The product of a matrix and the orthogonal matrix that reflections make."""

def outer(input: Tensor, vec2: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The products of every element of one vector with every element of another."""

def ger(input: Tensor, vec2: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The products of every element of one vector with every element of another."""

def pairwise_distance(
    x1: Tensor,
    x2: Tensor,
    p: _Real = 2.0,
    eps: _Real = 1e-06,
    keepdim: _bool = False,
    *,
    keepdims: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """The distances of vectors to vectors along the last dimension, in the p-norm."""

def pca_lowrank(
    A: Tensor,
    q: _int | None = None,
    center: _bool = True,
    niter: _int = 2,
    *,
    out: tuple[Tensor, ...] | None = None,
) -> tuple[Tensor, Tensor, Tensor]:
    """The q principal components of the rows of A, by random projections."""

def pdist(input: Tensor, p: _Real = 2.0, *, out: Tensor | None = None) -> Tensor:
    """The distances of all pairs of rows of a matrix, in the p-norm."""

def permute(input: Tensor, dims: _Sizes) -> Tensor:
    """Dimensions in another order; a view."""

def permute_copy(input: Tensor, dims: _Sizes, *, out: Tensor | None = None) -> Tensor:
    """Dimensions in another order."""

def pinverse(input: Tensor, rcond: _Real = 1e-15, *, out: Tensor | None = None) -> Tensor:
    """The pseudo-inverse; singular values up to rcond times the largest count as 0."""

def pixel_shuffle(input: Tensor, upscale_factor: _int, *, out: Tensor | None = None) -> Tensor:
    """Channels laid out as blocks of pixels, so that images grow."""

def pixel_unshuffle(input: Tensor, downscale_factor: _int, *, out: Tensor | None = None) -> Tensor:
    """Blocks of pixels laid out as channels, so that images shrink."""

def poisson(
    input: Tensor, generator: Generator | None = None, *, out: Tensor | None = None
) -> Tensor:
    """Numbers of the Poisson distribution, with every element for a rate."""

def polar(abs: Tensor, angle: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Complex numbers of a length and an angle."""

def polygamma(n: _int, input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The derivative of order n of the digamma function."""

def positive(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The tensor itself, as ``+x``."""

def pow(
    input: Tensor | _Number, exponent: Tensor | _Number, *, out: Tensor | None = None
) -> Tensor:
    """The power, of tensors or of a tensor and a number in either order."""

def pow_(input: Tensor, exponent: Tensor | _Number) -> Tensor:
    """The power, of tensors or of a tensor and a number in either order."""

def prelu(input: Tensor, weight: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The element where it is positive, elsewhere a weight times it, for all or by channel."""

def prod(
    input: Tensor,
    dim: _int | None = None,
    keepdim: _bool = False,
    *,
    dtype: _DType | None = None,
    axis: _int | None = None,
    keepdims: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """The product of the elements, of all or along a dimension; exact where some are zero."""

def put(
    input: Tensor,
    index: Tensor,
    source: Tensor,
    accumulate: _bool = False,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """The tensor with values written (or added) at indices into it as if it were a vector."""

def put_(input: Tensor, index: Tensor, source: Tensor, accumulate: _bool = False) -> Tensor:
    """The tensor with values written (or added) at indices into it as if it were a vector."""

def qr(input: Tensor, some: _bool = True, *, out: tuple[Tensor, ...] | None = None) -> _QR:
    """An orthogonal Q and an upper triangular R with QR = A."""

def quantile(
    input: Tensor,
    q: Tensor | _Number,
    dim: _int | None = None,
    keepdim: _bool = False,
    *,
    interpolation: _str = "linear",
    axis: _int | None = None,
    keepdims: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """The q-th quantiles of the elements, of all or along a dimension; NaN if any is NaN."""

def rad2deg(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The angle in degrees of one in radians."""

def rad2deg_(input: Tensor) -> Tensor:
    """The angle in degrees of one in radians."""

@overload
def rand(
    size: _Sizes,
    *,
    generator: Generator | None = None,
    dtype: _DType | None = None,
    requires_grad: _bool = False,
    device: _Device | None = None,
    layout: _Mark | None = None,
    pin_memory: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """Random numbers, uniform between 0 and 1."""

@overload
def rand(
    size: _int,
    /,
    *sizes: _int,
    generator: Generator | None = None,
    dtype: _DType | None = None,
    requires_grad: _bool = False,
    device: _Device | None = None,
    layout: _Mark | None = None,
    pin_memory: _bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
def rand_like(
    input: Tensor,
    *,
    generator: Generator | None = None,
    dtype: _DType | None = None,
    requires_grad: _bool = False,
    device: _Device | None = None,
    layout: _Mark | None = None,
    pin_memory: _bool = False,
    memory_format: _Mark | None = None,
    out: Tensor | None = None,
) -> Tensor:
    """Random numbers between 0 and 1 in the shape and element type of a tensor."""

def randint(
    low: _int | None = None,
    high: _Ints | None = None,
    size: _Sizes | None = None,
    *,
    generator: Generator | None = None,
    dtype: _DType | None = None,
    requires_grad: _bool = False,
    device: _Device | None = None,
    layout: _Mark | None = None,
    pin_memory: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """Random integers from low (0) up to, but without, high."""

def randint_like(
    input: Tensor,
    low: _int | None = None,
    high: _int | None = None,
    *,
    generator: Generator | None = None,
    dtype: _DType | None = None,
    requires_grad: _bool = False,
    device: _Device | None = None,
    layout: _Mark | None = None,
    pin_memory: _bool = False,
    memory_format: _Mark | None = None,
    out: Tensor | None = None,
) -> Tensor:
    """Random integers from low (0) up to, but without, high, in the shape of a tensor."""

@overload
def randn(
    size: _Sizes,
    *,
    generator: Generator | None = None,
    dtype: _DType | None = None,
    requires_grad: _bool = False,
    device: _Device | None = None,
    layout: _Mark | None = None,
    pin_memory: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """Random numbers of the standard normal distribution."""

@overload
def randn(
    size: _int,
    /,
    *sizes: _int,
    generator: Generator | None = None,
    dtype: _DType | None = None,
    requires_grad: _bool = False,
    device: _Device | None = None,
    layout: _Mark | None = None,
    pin_memory: _bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
def randn_like(
    input: Tensor,
    *,
    generator: Generator | None = None,
    dtype: _DType | None = None,
    requires_grad: _bool = False,
    device: _Device | None = None,
    layout: _Mark | None = None,
    pin_memory: _bool = False,
    memory_format: _Mark | None = None,
    out: Tensor | None = None,
) -> Tensor:
    """Random normal numbers in the shape and element type of a tensor."""

def randperm(
    n: _int,
    *,
    generator: Generator | None = None,
    dtype: _DType | None = None,
    requires_grad: _bool = False,
    device: _Device | None = None,
    layout: _Mark | None = None,
    pin_memory: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """A random permutation of the integers from 0 to n - 1."""

def range(
    start: _Real,
    end: _Real,
    step: _Real = 1,
    *,
    dtype: _DType | None = None,
    requires_grad: _bool = False,
    device: _Device | None = None,
    layout: _Mark | None = None,
    pin_memory: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """The numbers from start up to end, which may be among them, a step apart; deprecated."""

def ravel(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The elements as a vector, in the same memory where that can be."""

def real(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The real part, a view; a real tensor is its own."""

def reciprocal(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """One over the tensor."""

def reciprocal_(input: Tensor) -> Tensor:
    """One over the tensor."""

def relu(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The positive part, max(x, 0); its derivative at 0 is 0."""

def relu_(input: Tensor) -> Tensor:
    """The positive part, max(x, 0); its derivative at 0 is 0."""

def remainder(
    input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | None = None
) -> Tensor:
    """What division leaves over, with the divisor's sign, as Python's ``%``."""

def remainder_(input: Tensor, other: Tensor | _Number) -> Tensor:
    """What division leaves over, with the divisor's sign, as Python's ``%``."""

@overload
def renorm(
    input: Tensor, p: _Real, dim: _int, maxnorm: _Real, *, out: Tensor | None = None
) -> Tensor:
    """The slices along a dimension, scaled down to norm ``maxnorm`` where theirs is larger."""

@overload
def renorm(
    input: Tensor, p: _Real, *, axis: _int, maxnorm: _Real, out: Tensor | None = None
) -> Tensor: ...
@overload
def renorm_(input: Tensor, p: _Real, dim: _int, maxnorm: _Real) -> Tensor:
    """The slices along a dimension, scaled down to norm ``maxnorm`` where theirs is larger."""

@overload
def renorm_(input: Tensor, p: _Real, *, axis: _int, maxnorm: _Real) -> Tensor: ...
def repeat_interleave(
    input: Tensor,
    repeats: Tensor | _int | None = None,
    dim: _int | None = None,
    *,
    output_size: _int | None = None,
    axis: _int | None = None,
    out: Tensor | None = None,
) -> Tensor:
    """Each element, or each slice along a dimension, repeated where it is."""

def reshape(input: Tensor, shape: _Sizes, *, out: Tensor | None = None) -> Tensor:
    """The same elements under another shape, in the same memory where that can be."""

def resize_as_(input: Tensor, the_template: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The same memory under the shape of another tensor, in place."""

def resolve_conj(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The tensor itself: conjugates are computed at once."""

def as_strided_(
    input: Tensor,
    size: _Ints,
    stride: _Ints,
    storage_offset: _int | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """A view of the same memory with sizes, strides and a start of its own, in place."""

def rms_norm(
    input: Tensor,
    normalized_shape: _Sizes,
    weight: Tensor | None = None,
    eps: _Real | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """The elements with mean square 1 along the last dimensions, scaled."""

def rnn_relu_cell(
    input: Tensor,
    hx: Tensor,
    w_ih: Tensor,
    w_hh: Tensor,
    b_ih: Tensor | None = None,
    b_hh: Tensor | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """The next state of a simple recurrent network with relu."""

def rnn_tanh_cell(
    input: Tensor,
    hx: Tensor,
    w_ih: Tensor,
    w_hh: Tensor,
    b_ih: Tensor | None = None,
    b_hh: Tensor | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """The next state of a simple recurrent network with tanh."""

def roll(
    input: Tensor, shifts: _Ints, dims: _Ints | None = ..., *, out: Tensor | None = None
) -> Tensor:
    """The elements moved on along dimensions; what leaves at the end comes in at the start."""

def rot90(input: Tensor, k: _int = 1, dims: _Sizes = ..., *, out: Tensor | None = None) -> Tensor:
    """The elements turned by k right angles in the plane of two dimensions."""

def round(input: Tensor, *, decimals: _int | None = None, out: Tensor | None = None) -> Tensor:
    """The nearest whole number, halves to even, or the nearest with so many decimals."""

def round_(input: Tensor, *, decimals: _int | None = None) -> Tensor:
    """The nearest whole number, halves to even, or the nearest with so many decimals."""

def rrelu(
    input: Tensor,
    lower: _Real = 0.125,
    upper: _Real = 0.3333333333333333,
    training: _bool = False,
    generator: Generator | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """The element where it is positive, elsewhere a slope times it, in training a random one."""

def rrelu_(
    input: Tensor,
    lower: _Real = 0.125,
    upper: _Real = 0.3333333333333333,
    training: _bool = False,
    generator: Generator | None = None,
) -> Tensor:
    """The element where it is positive, elsewhere a slope times it, in training a random one."""

def rsqrt(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """One over the square root."""

def rsqrt_(input: Tensor) -> Tensor:
    """One over the square root."""

def rsub(
    input: Tensor, other: Tensor | _Number, *, alpha: _Number = 1, out: Tensor | None = None
) -> Tensor:
    """The difference b - alpha * a, the operands of a subtraction turned round."""

def scalar_tensor(
    s: _Number,
    *,
    dtype: _DType | None = None,
    requires_grad: _bool = False,
    device: _Device | None = None,
    layout: _Mark | None = None,
    pin_memory: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """A tensor without dimensions, of a number."""

@overload
def scatter(
    input: Tensor,
    dim: _int,
    index: Tensor,
    src: Tensor | _Number,
    *,
    reduce: _str | None = None,
    out: Tensor | None = None,
) -> Tensor:
    """The tensor with values written at indices along a dimension, or added or multiplied there."""

@overload
def scatter(
    input: Tensor,
    *,
    axis: _int,
    index: Tensor,
    src: Tensor | _Number,
    reduce: _str | None = None,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def scatter_(
    input: Tensor, dim: _int, index: Tensor, src: Tensor | _Number, *, reduce: _str | None = None
) -> Tensor:
    """The tensor with values written at indices along a dimension, or added or multiplied there."""

@overload
def scatter_(
    input: Tensor, *, axis: _int, index: Tensor, src: Tensor | _Number, reduce: _str | None = None
) -> Tensor: ...
@overload
def scatter_add(
    input: Tensor, dim: _int, index: Tensor, src: Tensor, *, out: Tensor | None = None
) -> Tensor:
    """The tensor with values added at indices along a dimension."""

@overload
def scatter_add(
    input: Tensor, *, axis: _int, index: Tensor, src: Tensor, out: Tensor | None = None
) -> Tensor: ...
@overload
def scatter_add_(input: Tensor, dim: _int, index: Tensor, src: Tensor) -> Tensor:
    """The tensor with values added at indices along a dimension."""

@overload
def scatter_add_(input: Tensor, *, axis: _int, index: Tensor, src: Tensor) -> Tensor: ...
@overload
def scatter_reduce(
    input: Tensor,
    dim: _int,
    index: Tensor,
    src: Tensor,
    reduce: _str,
    *,
    include_self: _bool = True,
    out: Tensor | None = None,
) -> Tensor:
    """The tensor with values combined into it at indices along a dimension."""

@overload
def scatter_reduce(
    input: Tensor,
    *,
    axis: _int,
    index: Tensor,
    src: Tensor,
    reduce: _str,
    include_self: _bool = True,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def scatter_reduce_(
    input: Tensor,
    dim: _int,
    index: Tensor,
    src: Tensor,
    reduce: _str,
    *,
    include_self: _bool = True,
) -> Tensor:
    """The tensor with values combined into it at indices along a dimension."""

@overload
def scatter_reduce_(
    input: Tensor,
    *,
    axis: _int,
    index: Tensor,
    src: Tensor,
    reduce: _str,
    include_self: _bool = True,
) -> Tensor: ...
def searchsorted(
    sorted_sequence: Tensor,
    input: Tensor | _Number,
    *,
    out_int32: _bool = False,
    right: _bool = False,
    side: _str | None = None,
    sorter: Tensor | None = None,
    out: Tensor | None = None,
) -> Tensor:
    """Where values would go in sorted sequences, before elements that equal them, or after."""

def segment_reduce(
    data: Tensor,
    reduce: _str,
    *,
    lengths: Tensor | None = None,
    indices: Tensor | None = None,
    offsets: Tensor | None = None,
    axis: _int = 0,
    unsafe: _bool = False,
    initial: _Real | None = None,
    out: Tensor | None = None,
) -> Tensor:
    """The sum, mean, product or extreme of each segment along an axis."""

@overload
def select(input: Tensor, dim: _int, index: _int) -> Tensor:
    """The slice at one index along a dimension; a view."""

@overload
def select(input: Tensor, *, axis: _int, index: _int) -> Tensor: ...
@overload
def select_copy(input: Tensor, dim: _int, index: _int, *, out: Tensor | None = None) -> Tensor:
    """The slice at one index along a dimension."""

@overload
def select_copy(input: Tensor, *, axis: _int, index: _int, out: Tensor | None = None) -> Tensor: ...
@overload
def select_scatter(
    input: Tensor, src: Tensor, dim: _int, index: _int, *, out: Tensor | None = None
) -> Tensor:
    """The tensor with another at one index along a dimension."""

@overload
def select_scatter(
    input: Tensor, src: Tensor, *, axis: _int, index: _int, out: Tensor | None = None
) -> Tensor: ...
def selu(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The ``elu`` scaled so that layers keep mean 0 and variance 1."""

def selu_(input: Tensor) -> Tensor:
    """The ``elu`` scaled so that layers keep mean 0 and variance 1."""

def sgn(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The sign; of a complex number, the number of length 1 in its direction."""

def sgn_(input: Tensor) -> Tensor:
    """The sign; of a complex number, the number of length 1 in its direction."""

def sigmoid(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The logistic function, 1 / (1 + exp(-x))."""

def sigmoid_(input: Tensor) -> Tensor:
    """The logistic function, 1 / (1 + exp(-x))."""

def sign(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """-1, 0 or 1 as the element is negative, zero (or NaN) or positive."""

def sign_(input: Tensor) -> Tensor:
    """-1, 0 or 1 as the element is negative, zero (or NaN) or positive."""

def signbit(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Where elements have a minus sign, -0.0 among them."""

def sin(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The sine of an angle in radians."""

def sin_(input: Tensor) -> Tensor:
    """The sine of an angle in radians."""

def sinc(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The normalized sinc, sin(pi x) / (pi x), and 1 at 0."""

def sinc_(input: Tensor) -> Tensor:
    """The normalized sinc, sin(pi x) / (pi x), and 1 at 0."""

def sinh(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The hyperbolic sine."""

def sinh_(input: Tensor) -> Tensor:
    """The hyperbolic sine."""

def slice_copy(
    input: Tensor,
    dim: _int = 0,
    start: _int | None = None,
    end: _int | None = None,
    step: _int = 1,
    *,
    axis: _int = 0,
    out: Tensor | None = None,
) -> Tensor:
    """The slices from start up to end along a dimension, a step apart."""

def slice_scatter(
    input: Tensor,
    src: Tensor,
    dim: _int = 0,
    start: _int | None = None,
    end: _int | None = None,
    step: _int = 1,
    *,
    axis: _int = 0,
    out: Tensor | None = None,
) -> Tensor:
    """The tensor with another in place of slices along a dimension."""

def slogdet(input: Tensor, *, out: tuple[Tensor, ...] | None = None) -> _SignLogabsdet:
    """The sign of the determinant and the logarithm of its absolute value."""

@overload
def softmax(
    input: Tensor, dim: _int, dtype: _DType | None = None, *, out: Tensor | None = None
) -> Tensor:
    """The exponentials over their sum along a dimension."""

@overload
def softmax(
    input: Tensor, *, axis: _int, dtype: _DType | None = None, out: Tensor | None = None
) -> Tensor: ...
def sort(
    input: Tensor,
    dim: _int = -1,
    descending: _bool = False,
    *,
    stable: _bool | None = None,
    axis: _int = -1,
    out: tuple[Tensor, ...] | None = None,
) -> _ValuesIndices:
    """The elements in order along a dimension, and where they were."""

def split(input: Tensor, split_size: _Ints, dim: _int = 0, *, axis: _int = 0) -> tuple[Tensor, ...]:
    """Pieces of one size, or of given sizes, along a dimension; views."""

def split_copy(
    input: Tensor, split_size: _int, dim: _int = 0, *, axis: _int = 0
) -> tuple[Tensor, ...]:
    """Pieces of one size along a dimension, the last one perhaps smaller."""

def split_with_sizes(
    input: Tensor, split_sizes: _Sizes, dim: _int = 0, *, axis: _int = 0
) -> tuple[Tensor, ...]:
    """Pieces of given sizes along a dimension; views."""

def split_with_sizes_copy(
    input: Tensor, split_sizes: _Sizes, dim: _int = 0, *, axis: _int = 0
) -> tuple[Tensor, ...]:
    """Pieces of given sizes along a dimension."""

def sqrt(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The square root; its derivative at 0 is infinite."""

def sqrt_(input: Tensor) -> Tensor:
    """The square root; its derivative at 0 is infinite."""

def square(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The product of the tensor with itself."""

def square_(input: Tensor) -> Tensor:
    """The product of the tensor with itself."""

def squeeze(input: Tensor, dim: _Ints | None = None, *, axis: _Ints | None = None) -> Tensor:
    """Dimensions of size 1 left out: all, or those named. A view."""

def squeeze_(input: Tensor, dim: _Ints | None = None, *, axis: _Ints | None = None) -> Tensor:
    """Dimensions of size 1 left out: all, or those named. A view."""

def squeeze_copy(
    input: Tensor, dim: _Ints | None = None, *, axis: _Ints | None = None, out: Tensor | None = None
) -> Tensor:
    """Dimensions of size 1 left out: all, or those named."""

def stack(tensors: _Tensors, dim: _int = 0, *, axis: _int = 0, out: Tensor | None = None) -> Tensor:
    """Tensors of one shape joined along a new dimension."""

def std(
    input: Tensor,
    dim: _Ints | None = None,
    unbiased: _bool | None = None,
    keepdim: _bool = False,
    *,
    correction: _Real | None = None,
    axis: _Ints | None = None,
    keepdims: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """The standard deviation of the elements, with Bessel's correction; its slope at 0 is 0."""

def std_mean(
    input: Tensor,
    dim: _Ints | None = None,
    unbiased: _bool | None = None,
    keepdim: _bool = False,
    *,
    correction: _Real | None = None,
    axis: _Ints | None = None,
    keepdims: _bool = False,
    out: tuple[Tensor, ...] | None = None,
) -> tuple[Tensor, Tensor]:
    """The standard deviation and the mean of the elements, of all or along dimensions."""

def stft(
    input: Tensor,
    n_fft: _int,
    hop_length: _int | None = None,
    win_length: _int | None = None,
    window: Tensor | None = None,
    center: _bool = True,
    pad_mode: _str = "reflect",
    normalized: _bool = False,
    onesided: _bool | None = None,
    return_complex: _bool | None = None,
    align_to_window: _bool | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """The Fourier transforms of overlapping pieces of signals: frequencies by times."""

def sub(
    input: Tensor | _Number,
    other: Tensor | _Number,
    *,
    alpha: _Number = 1,
    out: Tensor | None = None,
) -> Tensor:
    """The difference a - alpha * b."""

def sub_(input: Tensor, other: Tensor | _Number, *, alpha: _Number = 1) -> Tensor:
    """The difference a - alpha * b."""

def subtract(
    input: Tensor | _Number,
    other: Tensor | _Number,
    *,
    alpha: _Number = 1,
    out: Tensor | None = None,
) -> Tensor:
    """The difference a - alpha * b."""

def subtract_(input: Tensor, other: Tensor | _Number, *, alpha: _Number = 1) -> Tensor:
    """The difference a - alpha * b."""

def sum(
    input: Tensor,
    dim: _Ints | None = None,
    keepdim: _bool = False,
    *,
    dtype: _DType | None = None,
    axis: _Ints | None = None,
    keepdims: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """The sum of the elements, of all or along dimensions; integers add up as int64."""

def svd(
    input: Tensor,
    some: _bool = True,
    compute_uv: _bool = True,
    *,
    out: tuple[Tensor, ...] | None = None,
) -> _USV:
    """The singular values S, descending, and orthogonal U and V with U diag(S) V' = A."""

def svd_lowrank(
    A: Tensor,
    q: _int | None = 6,
    niter: _int | None = 2,
    M: Tensor | None = None,
    *,
    out: tuple[Tensor, ...] | None = None,
) -> tuple[Tensor, Tensor, Tensor]:
    """The q largest singular values and vectors of A - M, by random projections."""

def t(input: Tensor) -> Tensor:
    """A matrix transposed; vectors stay as they are. A view."""

def t_(input: Tensor) -> Tensor:
    """A matrix transposed; vectors stay as they are. A view."""

def t_copy(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """A matrix transposed; vectors stay as they are."""

def take(input: Tensor, index: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The elements at indices into the tensor as if it were a vector."""

def take_along_dim(
    input: Tensor,
    indices: Tensor,
    dim: _int | None = None,
    *,
    axis: _int | None = None,
    out: Tensor | None = None,
) -> Tensor:
    """The element at each index along a dimension; the other dimensions broadcast."""

def tan(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The tangent of an angle in radians."""

def tan_(input: Tensor) -> Tensor:
    """The tangent of an angle in radians."""

def tanh(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The hyperbolic tangent."""

def tanh_(input: Tensor) -> Tensor:
    """The hyperbolic tangent."""

def tensor(
    data: Any,
    *,
    dtype: _DType | None = None,
    requires_grad: _bool = False,
    device: _Device | None = None,
    layout: _Mark | None = None,
    pin_memory: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """A tensor of the given number or nested sequence of numbers."""

def tensor_split(
    input: Tensor, indices: Tensor | _Ints, dim: _int = 0, *, axis: _int = 0
) -> tuple[Tensor, ...]:
    """Pieces between indices, or so many of nearly one size, along a dimension; views."""

def tensordot(a: Tensor, b: Tensor, dims: Any = 2, out: Any = None) -> Tensor:
    """The sums of products over the last and first ``dims`` dimensions, or over listed ones."""

def threshold(
    input: Tensor, threshold: _Real, value: _Real, *, out: Tensor | None = None
) -> Tensor:
    """The element where it is above a threshold, elsewhere a value."""

def threshold_(input: Tensor, threshold: _Real, value: _Real) -> Tensor:
    """The element where it is above a threshold, elsewhere a value."""

def tile(input: Tensor, dims: _Sizes, *, out: Tensor | None = None) -> Tensor:
    """The tensor repeated along its last dimensions."""

def topk(
    input: Tensor,
    k: _int,
    dim: _int = -1,
    largest: _bool = True,
    sorted: _bool = True,
    *,
    axis: _int = -1,
    out: tuple[Tensor, ...] | None = None,
) -> _ValuesIndices:
    """The k largest (or smallest) elements along a dimension, and where they are."""

def alpha_dropout_(input: Tensor, p: _Real, train: _bool, *, out: Tensor | None = None) -> Tensor:
    """The tensor with random elements or channels dropped, in place, if it is trained."""

def batch_norm(
    input: Tensor,
    weight: Tensor | None,
    bias: Tensor | None,
    running_mean: Tensor | None,
    running_var: Tensor | None,
    training: _bool,
    momentum: _Real,
    eps: _Real,
    cudnn_enabled: _bool,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """Channels with mean 0 and variance 1 over a batch, scaled and shifted."""

def binary_cross_entropy_with_logits(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    pos_weight: Tensor | None = None,
    reduction: _int = 0,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """The cross entropy of probabilities, given as logits, and two classes."""

def cosine_embedding_loss(
    input1: Tensor,
    input2: Tensor,
    target: Tensor,
    margin: _Real = 0.0,
    reduction: _int = 0,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """One less the cosine of equal pairs, and how far that of others is above a margin."""

def dropout_(input: Tensor, p: _Real, train: _bool, *, out: Tensor | None = None) -> Tensor:
    """The tensor with random elements or channels dropped, in place, if it is trained."""

def feature_alpha_dropout_(
    input: Tensor, p: _Real, train: _bool, *, out: Tensor | None = None
) -> Tensor:
    """The tensor with random elements or channels dropped, in place, if it is trained."""

def feature_dropout_(input: Tensor, p: _Real, train: _bool, *, out: Tensor | None = None) -> Tensor:
    """The tensor with random elements or channels dropped, in place, if it is trained."""

def hinge_embedding_loss(
    input: Tensor,
    target: Tensor,
    margin: _Real = 1.0,
    reduction: _int = 0,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """The distances of equal pairs, and how far those of others stay below a margin."""

def instance_norm(
    input: Tensor,
    weight: Tensor | None,
    bias: Tensor | None,
    running_mean: Tensor | None,
    running_var: Tensor | None,
    use_input_stats: _bool,
    momentum: _Real,
    eps: _Real,
    cudnn_enabled: _bool,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """Channels of each item with mean 0 and variance 1, scaled and shifted."""

def kl_div(
    input: Tensor,
    target: Tensor,
    reduction: _int = 0,
    *,
    log_target: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """The Kullback-Leibler divergence of logarithms of probabilities from probabilities."""

def margin_ranking_loss(
    input1: Tensor,
    input2: Tensor,
    target: Tensor,
    margin: _Real = 0.0,
    reduction: _int = 0,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """How far pairs of numbers are from the right order with a margin."""

def poisson_nll_loss(
    input: Tensor,
    target: Tensor,
    log_input: _bool,
    full: _bool,
    eps: _Real,
    reduction: _int,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """The negative logarithms of probabilities under Poisson distributions."""

def triplet_margin_loss(
    anchor: Tensor,
    positive: Tensor,
    negative: Tensor,
    margin: _Real = 1.0,
    p: _Real = 2.0,
    eps: _Real = 1e-06,
    swap: _bool = False,
    reduction: _int = 0,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """How much nearer than a margin the negatives are than the positives."""

def trace(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The sum of the elements on the diagonal of a matrix."""

def transpose(input: Tensor, dim0: _int, dim1: _int) -> Tensor:
    """Two dimensions exchanged; a view."""

def transpose_(input: Tensor, dim0: _int, dim1: _int) -> Tensor:
    """Two dimensions exchanged; a view."""

def swapaxes(input: Tensor, dim0: _int, dim1: _int) -> Tensor:
    """Two dimensions exchanged; a view."""

def swapaxes_(input: Tensor, dim0: _int, dim1: _int) -> Tensor:
    """Two dimensions exchanged; a view."""

def swapdims(input: Tensor, dim0: _int, dim1: _int) -> Tensor:
    """Two dimensions exchanged; a view."""

def swapdims_(input: Tensor, dim0: _int, dim1: _int) -> Tensor:
    """Two dimensions exchanged; a view."""

def transpose_copy(input: Tensor, dim0: _int, dim1: _int, *, out: Tensor | None = None) -> Tensor:
    """Two dimensions exchanged."""

def trapezoid(
    y: Tensor,
    x: Tensor | None = None,
    *,
    dx: _Number | None = None,
    dim: _int = -1,
    axis: _int = -1,
    out: Tensor | None = None,
) -> Tensor:
    """The integral of values along a dimension, by the trapezoidal rule."""

def trapz(
    y: Tensor,
    x: Tensor | None = None,
    *,
    dx: _Number | None = None,
    dim: _int = -1,
    axis: _int = -1,
    out: Tensor | None = None,
) -> Tensor:
    """The integral of values along a dimension, by the trapezoidal rule."""

def triangular_solve(
    input: Tensor,
    A: Tensor,
    upper: _bool = True,
    transpose: _bool = False,
    unitriangular: _bool = False,
    *,
    out: tuple[Tensor, ...] | None = None,
) -> _Triangular:
    """The solution X of AX = b for a triangular A, and A."""

def tril(input: Tensor, diagonal: _int = 0, *, out: Tensor | None = None) -> Tensor:
    """The matrix with zeros above a diagonal."""

def tril_(input: Tensor, diagonal: _int = 0) -> Tensor:
    """The matrix with zeros above a diagonal."""

def tril_indices(
    row: _int,
    col: _int,
    offset: _int = 0,
    *,
    dtype: _DType | None = None,
    requires_grad: _bool = False,
    device: _Device | None = None,
    layout: _Mark | None = None,
    pin_memory: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """The rows and the columns of the elements on and below a diagonal."""

def triu(input: Tensor, diagonal: _int = 0, *, out: Tensor | None = None) -> Tensor:
    """The matrix with zeros below a diagonal."""

def triu_(input: Tensor, diagonal: _int = 0) -> Tensor:
    """The matrix with zeros below a diagonal."""

def triu_indices(
    row: _int,
    col: _int,
    offset: _int = 0,
    *,
    dtype: _DType | None = None,
    requires_grad: _bool = False,
    device: _Device | None = None,
    layout: _Mark | None = None,
    pin_memory: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """The rows and the columns of the elements on and above a diagonal."""

def true_divide(
    input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | None = None
) -> Tensor:
    """The quotient; integers are divided as floating-point numbers."""

def true_divide_(input: Tensor, other: Tensor | _Number) -> Tensor:
    """The quotient; integers are divided as floating-point numbers."""

def trunc(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The element without its fraction."""

def trunc_(input: Tensor) -> Tensor:
    """The element without its fraction."""

def fix(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The element without its fraction."""

def fix_(input: Tensor) -> Tensor:
    """The element without its fraction."""

def unbind(input: Tensor, dim: _int = 0, *, axis: _int = 0) -> tuple[Tensor, ...]:
    """The slices along a dimension, one by one; iterating over a tensor gives these."""

def unbind_copy(input: Tensor, dim: _int = 0, *, axis: _int = 0) -> tuple[Tensor, ...]:
    """The slices along a dimension, one by one."""

@overload
def unflatten(input: Tensor, dim: _int, sizes: _Sizes, *, out: Tensor | None = None) -> Tensor:
    """Several dimensions in place of one."""

@overload
def unflatten(input: Tensor, *, axis: _int, sizes: _Sizes, out: Tensor | None = None) -> Tensor: ...
def unfold_copy(
    input: Tensor, dimension: _int, size: _int, step: _int, *, out: Tensor | None = None
) -> Tensor:
    """Windows of a size along a dimension, a step apart; their elements are the last dimension."""

@overload
def unique(
    input: Tensor,
    sorted: _bool = True,
    return_inverse: Literal[False] = False,
    return_counts: Literal[False] = False,
    dim: _int | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """The different elements, or slices along a dimension, in order."""

@overload
def unique(
    input: Tensor,
    sorted: _bool = True,
    return_inverse: _bool = False,
    return_counts: _bool = False,
    dim: _int | None = None,
) -> Any: ...
@overload
def unique_consecutive(
    input: Tensor,
    return_inverse: Literal[False] = False,
    return_counts: Literal[False] = False,
    dim: _int | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """The first of each run of equal elements, or of equal slices along a dimension."""

@overload
def unique_consecutive(
    input: Tensor,
    return_inverse: _bool = False,
    return_counts: _bool = False,
    dim: _int | None = None,
) -> Any: ...
def unravel_index(indices: Tensor, shape: Any) -> tuple[Tensor, ...]:
    """The index along each dimension of elements that are counted in row-major order."""

def unsafe_chunk(
    input: Tensor, chunks: _int, dim: _int = 0, *, axis: _int = 0
) -> tuple[Tensor, ...]:
    """So many pieces (or fewer) of one size along a dimension, no views."""

def unsafe_split(
    input: Tensor, split_size: _int, dim: _int = 0, *, axis: _int = 0
) -> tuple[Tensor, ...]:
    """Pieces of one size along a dimension, no views."""

def unsafe_split_with_sizes(
    input: Tensor, split_sizes: _Sizes, dim: _int = 0, *, axis: _int = 0
) -> tuple[Tensor, ...]:
    """Pieces of given sizes along a dimension, no views."""

@overload
def unsqueeze(input: Tensor, dim: _int) -> Tensor:
    """A new dimension of size 1; a view."""

@overload
def unsqueeze(input: Tensor, *, axis: _int) -> Tensor: ...
@overload
def unsqueeze_(input: Tensor, dim: _int) -> Tensor:
    """A new dimension of size 1; a view."""

@overload
def unsqueeze_(input: Tensor, *, axis: _int) -> Tensor: ...
@overload
def unsqueeze_copy(input: Tensor, dim: _int, *, out: Tensor | None = None) -> Tensor:
    """A new dimension of size 1."""

@overload
def unsqueeze_copy(input: Tensor, *, axis: _int, out: Tensor | None = None) -> Tensor: ...
def vander(
    x: Tensor, N: _int | None = None, increasing: _bool = False, *, out: Tensor | None = None
) -> Tensor:
    """The powers of numbers in rows, from the highest down, or increasing."""

def var(
    input: Tensor,
    dim: _Ints | None = None,
    unbiased: _bool | None = None,
    keepdim: _bool = False,
    *,
    correction: _Real | None = None,
    axis: _Ints | None = None,
    keepdims: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """The variance of the elements, of all or along dimensions, with Bessel's correction."""

def var_mean(
    input: Tensor,
    dim: _Ints | None = None,
    unbiased: _bool | None = None,
    keepdim: _bool = False,
    *,
    correction: _Real | None = None,
    axis: _Ints | None = None,
    keepdims: _bool = False,
    out: tuple[Tensor, ...] | None = None,
) -> tuple[Tensor, Tensor]:
    """The variance and the mean of the elements, of all or along dimensions."""

def vdot(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The sum of the products of two vectors' elements, the first vector conjugated."""

def view_as_complex(input: Tensor) -> Tensor:
    """Complex numbers whose parts lie along the last dimension; a view."""

def view_as_real(input: Tensor) -> Tensor:
    """Real and imaginary parts along a new last dimension; a view."""

def view_as_real_copy(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Real and imaginary parts along a new last dimension."""

def view_copy(input: Tensor, size: _Sizes, *, out: Tensor | None = None) -> Tensor:
    """The same elements under another shape; one size may be -1."""

def vsplit(input: Tensor, indices: _Ints) -> tuple[Tensor, ...]:
    """Pieces along the first dimension; views."""

def vstack(tensors: _Tensors, *, out: Tensor | None = None) -> Tensor:
    """Tensors joined along the first dimension; vectors are rows."""

def row_stack(tensors: _Tensors, *, out: Tensor | None = None) -> Tensor:
    """Tensors joined along the first dimension; vectors are rows."""

def xlogy(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor:
    """The product a * log(b); 0 where a is 0."""

def xlogy_(input: Tensor, other: Tensor | _Number) -> Tensor:
    """The product a * log(b); 0 where a is 0."""

@overload
def zeros(
    size: _Sizes,
    *,
    dtype: _DType | None = None,
    requires_grad: _bool = False,
    device: _Device | None = None,
    layout: _Mark | None = None,
    pin_memory: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """Zeros of the given shape."""

@overload
def zeros(
    size: _int,
    /,
    *sizes: _int,
    dtype: _DType | None = None,
    requires_grad: _bool = False,
    device: _Device | None = None,
    layout: _Mark | None = None,
    pin_memory: _bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
def zeros_like(
    input: Tensor,
    *,
    dtype: _DType | None = None,
    requires_grad: _bool = False,
    device: _Device | None = None,
    layout: _Mark | None = None,
    pin_memory: _bool = False,
    memory_format: _Mark | None = None,
    out: Tensor | None = None,
) -> Tensor:
    """Zeros of the shape, order in memory and element type of a tensor."""
