"""How PyTorch's functions that are written in Python speak of ill-typed arguments.

They hand arguments on: under another name mostly by position, and some compare or compute with them
before. Rows say, of functions and what they are asked for, what that function is called and where
it takes its arguments: ``dim@3`` as the third, ``*`` in a tuple, ``:float`` as another type; a plus
sign stands for a call that asks for indices, too. Then there are whole sentences, by the type that
was given. This module is read on errors alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from gradcli.core.promote import fit
from gradcli.errors import missing_arguments, op_error, too_many_arguments
from gradcli.numerics.dtypes import float32, float64
from gradcli.operators.converters import Mismatch, OneByOne, type_name
from gradcli.operators.overloads import is_alone


class Handed(NamedTuple):
    """The name of the function that takes an argument, where, and as what."""

    name: str
    place: int
    kind: str
    listed: bool


@cache
def _handed() -> dict[tuple[str, str], Handed]:
    """Return what becomes of arguments, by function and keyword."""
    table = {}
    for row in HANDED.strip().splitlines():
        names, called, arguments = row.split("; ")
        for argument in arguments.split():
            keyword, _, rest = argument.partition("@")
            place, _, kind = rest.partition(":")
            listed, place = place.endswith("*"), place.rstrip("*")
            for name in names.split():
                inner = called.replace("{}", name.rstrip("+").removeprefix("F."))
                table[name, keyword] = Handed(inner, int(place or 0), kind, listed)
    return table


@cache
def _sentences() -> dict[tuple[str, str, str], str]:
    """Return whole messages by function, keyword and the type that is given."""
    table = {}
    for row in SENTENCES.strip().splitlines():
        names, keywords, kind, text = row.split("; ")
        for name in names.split():
            for keyword in keywords.split():
                table[name, keyword, kind] = text
    return table


def refusal(
    signature: Any,
    parameter: Any,
    value: Any,
    place: int,
    mismatch: Mismatch,
    given: dict[str, Any],
) -> str:
    """Return the message for an argument at a place, or given by keyword if that is 0.

    Raises what PyTorch's Python does that asks for an attribute before.
    """
    name, keyword, kind = signature.name, parameter.keyword, type_name(value)
    if keyword in ("input", "target") and name in _SIZED.split():
        raise _without("size", kind, value, place - 1) from None
    full = name if signature.python is None else f"F.{name}"
    asked = _asked().get(full) if keyword == "input" else None
    if asked is not None:
        raise _without(asked, kind, value, place - 1) from None
    if mismatch.detail is not None:
        return f"{name}(): argument '{keyword}' {mismatch.detail}"
    texts = _sentences()
    sentence = texts.get((name, keyword, kind)) or texts.get((name, keyword, "*"))
    if sentence is not None:
        return sentence.replace("{}", kind)
    row = name + "+" if given.get("return_indices") is True else full
    handed = _handed().get((row, keyword)) or _handed().get((name, keyword))
    expects = parameter.expects
    if handed is not None:
        name, place, expects = handed.name, handed.place or place, handed.kind or expects
    found = (mismatch.found if place else None) or f"not {kind}"
    if handed is not None and handed.listed and mismatch.found is None:
        found = f"but found element of type {kind} at pos 0"
    where = f" (position {place})" if place else ""
    return f"{name}(): argument '{keyword}'{where} must be {expects}, {found}"


def _without(asked: str, kind: str, value: Any, place: int) -> Exception:
    if asked == "size" and hasattr(value, "size"):  # which is a number, as an array's
        return op_error(TypeError, "'int' object is not callable", operands=(place,))
    message = f"'{kind}' object has no attribute '{asked}'"
    return op_error(AttributeError, message, operands=(place,))


def is_python(name: str) -> bool:
    """Tell whether PyTorch has a function in Python, which binds arguments in another way."""
    return name in _PYTHON.split()


NAMED = {("mean", "dim"): (), ("sort", "stable"): False, ("sum", "dim"): ()}
"""What None stands for where it is given, in a form that has a node of its own."""


def is_form(name: str, keyword: str) -> bool:
    """Tell whether an argument that may be left out makes another form, where None is no value."""
    return name in _FORMS.get(keyword, "").split()


_FORMS = {
    "decimals": "round",
    "dim": "max median min nanmedian prod squeeze squeeze_copy",
    "dx": "cumulative_trapezoid trapezoid trapz",
    "end": "arange",
    "high": "randint randint_like",
    "low": "randint",
    "m": "eye",
    "other": "max min",
    "p": "bernoulli",
    "rcond": "linalg_pinv",
    "reduce": "scatter",
    "repeats": "repeat_interleave",
    "size": "normal randint",
    "stable": "argsort",
    "start": "arange",
    "tol": "linalg_matrix_rank",
    "unbiased": "std std_mean var var_mean",
    "x": "cumulative_trapezoid trapezoid trapz",
}


def too_many(
    signature: Any, args: tuple[Any, ...], kwargs: dict[str, Any], method: bool
) -> Exception:
    """Return the error for more arguments by position than there are parameters."""
    if signature.is_ambiguous(args, kwargs, method):
        return signature.invalid_combination(args, kwargs, method)  # type: ignore[no-any-return]
    check_python(signature, args, kwargs, method)
    name, known = signature.name, signature.by_keyword
    most, given = len(signature.positional) - method, len(args) - method
    if signature.is_bare(method):
        none = "keyword arguments" if kwargs else f"arguments ({given} given)"
        return op_error(TypeError, f"TensorBase.{name}() takes no {none}")
    least = sum(p.required for p in known.values()) - method
    return op_error(TypeError, too_many_arguments(name, least, most, given))


def check_python(
    signature: Any, args: tuple[Any, ...], kwargs: dict[str, Any], method: bool
) -> None:
    """Raise what Python says of a call whose arguments cannot be bound, if this is one."""
    if not signature.is_python(method):
        return
    name, known = signature.name, signature.by_keyword
    order = [p.keyword for p in signature.positional]
    order.extend(key for key in signature.python or () if key not in order)
    name = _CALLED.get(name, name)
    for key in kwargs:
        problem = "an unexpected keyword argument" * (key not in known and key not in order)
        if key in order[: len(args)]:
            problem = "multiple values for argument"
        if problem:
            raise op_error(TypeError, f"{name}() got {problem} '{key}'")
    required = [key for key, p in known.items() if p.required]
    if len(args) > len(order):
        named = sum(key in known and known[key].keyword_only for key in kwargs)
        least, most = len(required), len(order)
        raise op_error(TypeError, too_many_arguments(name, least, most, len(args), named))
    missed = [key for key in required if key not in order[: len(args)] and key not in kwargs]
    if missed:
        raise op_error(TypeError, missing_arguments(name, missed))


def invalid_combination(
    signature: Any, args: tuple[Any, ...], kwargs: dict[str, Any], method: bool
) -> Exception:
    """Return the error for arguments that fit no form of an overloaded function."""
    single = [v for a in args[method:] for v in (a if a.__class__ is OneByOne else [a])]
    alone = _form(signature, method) if is_alone(signature.name, method=method) else ""
    return no_form(signature.name, single, kwargs, alone or f"one of:\n * {signature}\n")


def _form(signature: Any, method: bool) -> str:
    """Return the one form that is not deprecated as PyTorch writes it."""
    parts: list[str] = []
    for parameter in [*signature.by_keyword.values()][method:]:
        if parameter.keyword_only and "*" not in parts:
            parts.append("*")
        default = "" if parameter.required else f" = {parameter.default}"
        parts.append(f"{parameter.expects} {parameter.keyword}{default}")
    return f"({', '.join([*parts, *([] if method else ['Tensor out = None'])])})"


def no_form(name: str, args: Sequence[Any], kwargs: dict[str, Any], forms: str) -> Exception:
    """Return the error for arguments that fit none of a function's forms."""
    got = ", ".join(map(type_name, args))
    backwards = reversed(kwargs.items())  # as PyTorch's table of a few keywords has them
    named = "".join(f"{key}={type_name(value)}, " for key, value in backwards)
    if got and named:
        got, named = got + ", ", named.removesuffix(", ")
    return op_error(
        TypeError,
        f"{name}() received an invalid combination of arguments - got ({got}{named}), "
        f"but expected {forms}",
    )


FORMS_OF_TO = """one of:
 * (torch.device device = None, torch.dtype dtype = None, \
bool non_blocking = False, bool copy = False, *, torch.memory_format memory_format = None)
 * (torch.dtype dtype, bool non_blocking = False, bool copy = False, *, \
torch.memory_format memory_format = None)
 * (Tensor tensor, bool non_blocking = False, bool copy = False, *, \
torch.memory_format memory_format = None)
"""


def missing(
    signature: Any,
    values: dict[str, Any],
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    method: bool,
) -> Exception:
    """Return the error for parameters that get no value."""
    check_python(signature, args, kwargs, method)
    if signature.is_ambiguous(args, kwargs, method):
        return signature.invalid_combination(args, kwargs, method)  # type: ignore[no-any-return]
    name = signature.name
    names = [k for k, p in signature.by_keyword.items() if p.required and k not in values]
    required = [k for k, p in signature.by_keyword.items() if p.required]
    names = required[required.index(names[0]) :]  # PyTorch counts those given after the first, too
    listed = ", ".join(f'"{keyword}"' for keyword in names)
    plural = "s" * (len(names) == 1)  # PyTorch's own
    message = f"{name}() missing {len(names)} required positional argument{plural}: {listed}"
    return op_error(TypeError, message)


def no_tensor(
    signature: Any, number: Any, args: tuple[Any, ...], kwargs: dict[str, Any], method: bool
) -> Exception:
    """Return the error for a call with numbers alone."""
    if signature.is_ambiguous(args, kwargs, method):
        return signature.invalid_combination(args, kwargs, method)  # type: ignore[no-any-return]
    where = " (position 1)" if args else ""
    keyword = next(p.keyword for p in signature.by_keyword.values() if p.operand)
    message = f"argument '{keyword}'{where} must be Tensor, not {type_name(number)}"
    return op_error(TypeError, f"{signature.name}(): {message}", operands=(0,) if args else ())


def check_real(name: str, keyword: str, value: complex, args: tuple[Any, ...]) -> None:
    """Refuse a complex number as PyTorch's kernels do, but where its Python compares before."""
    if (name, keyword) in _handed() or (name, keyword, "complex") in _sentences():
        return
    if f"{name}.{keyword}" in REFUSED_NUMBERS:
        raise op_error(RuntimeError, REFUSED_NUMBERS[f"{name}.{keyword}"])
    dtype = getattr(args[0], "dtype", float64) if name in _OWN_TYPE.split() and args else float64
    single = dtype.itemsize == 2 and dtype.is_floating_point and name != "hardshrink"
    fit(value, (float32 if single else dtype).numpy)


_PYTHON = """
adaptive_avg_pool2d adaptive_avg_pool3d adaptive_max_pool1d adaptive_max_pool2d
adaptive_max_pool3d affine_grid alpha_dropout bartlett batch_norm binary_cross_entropy
binary_cross_entropy_with_logits blackman cdist cosine cosine_embedding_loss cross_entropy
ctc_loss dropout dropout1d dropout2d dropout3d elu embedding embedding_bag exponential
feature_alpha_dropout fold fractional_max_pool2d fractional_max_pool3d gaussian gaussian_nll_loss
general_cosine general_hamming glu grid_sample group_norm gumbel_softmax hamming hann hardsigmoid
hardswish hardtanh hinge_embedding_loss huber_loss instance_norm interpolate kaiser kl_div l1_loss
layer_norm leaky_relu local_response_norm lp_pool1d lp_pool2d lp_pool3d margin_ranking_loss
max_unpool1d max_unpool2d max_unpool3d mish mse_loss multi_margin_loss multilabel_margin_loss
multilabel_soft_margin_loss nll_loss norm normalize nuttall pad pca_lowrank poisson_nll_loss relu6
rms_norm silu smooth_l1_loss soft_margin_loss softmin softsign stft svd_lowrank tanhshrink
tensordot triplet_margin_loss triplet_margin_with_distance_loss unfold unique unique_consecutive
unravel_index upsample upsample_bilinear upsample_nearest
"""
"""Functions that programs call as PyTorch's Python: it binds keywords before it looks at types."""

_SIZED = """
binary_cross_entropy binary_cross_entropy_with_logits huber_loss l1_loss mse_loss smooth_l1_loss
"""
"""Losses that compare the sizes of predictions and targets first."""


@cache
def _asked() -> dict[str, str]:
    """Return what functions in Python ask their input for first, by function."""
    rows = (row.split("; ") for row in ASKED.strip().splitlines())
    return {name: asked for names, asked in rows for name in names.split()}


ASKED = """
dropout1d dropout2d dropout3d F.log_softmax F.softmax glu group_norm interpolate \
local_response_norm lp_pool1d lp_pool2d lp_pool3d softmin; dim
adaptive_avg_pool2d adaptive_avg_pool3d instance_norm; size
F.sigmoid; sigmoid
F.tanh; tanh
normalize; norm
softsign; abs
"""

_CALLED = {"threshold": "_threshold"} | {f"max_pool{n}d": f"_max_pool{n}d" for n in (1, 2, 3)}
"""What functions in Python are called where their arguments cannot be bound."""

_OWN_TYPE = "hardshrink softplus threshold"
_NOT_COMPLEX = "Expected a non-complex scalar as the order of norm."
REFUSED_NUMBERS = {
    "dist.p": f"linalg.vector_norm: {_NOT_COMPLEX}",
    "linalg_vector_norm.ord": f"linalg.vector_norm: {_NOT_COMPLEX}",
    "linalg_matrix_norm.ord": f"linalg.matrix_norm: {_NOT_COMPLEX}",
    "renorm.maxnorm": "renorm: maxnorm must be real-valued",
    "renorm.p": "renorm: p must be real-valued",
}

HANDED = """
max_pool1d max_pool2d max_pool3d; {}; kernel_size@2 stride@3 padding@4 dilation@5
max_pool1d+ max_pool2d+ max_pool3d+; {}_with_indices; kernel_size@2 stride@3 padding@4 dilation@5
unfold; im2col; kernel_size@2* dilation@3* padding@4* stride@5*
normalize norm; linalg_vector_norm; dim@3
cosine_embedding_loss margin_ranking_loss; {}; margin@4:float
cross_entropy; {}_loss; input@1 target@2
nll_loss; {}_nd; input@1 target@2
F.log_softmax F.softmax; {}; dim@1
embedding; {}; weight@1 input@2
hinge_embedding_loss; {}; margin@3:float
huber_loss; {}; delta@4:float
poisson_nll_loss; {}; eps@5:float
batch_norm instance_norm; {}; \
weight@2 bias@3 running_mean@4 running_var@5 momentum@7:float eps@8:float
layer_norm; {}; normalized_shape@2 eps@5:float
group_norm; {}; eps@5:float
rms_norm; {}; eps@4:float
pad; {}; value@4:float
cdist; {}; p@3:float
logspace; {}; base@:float
scaled_dot_product_attention; {}; dropout_p@:float
"""

SENTENCES = """
local_response_norm; size; float; \
pad(): argument 'pad' failed to unpack the object at pos 3 with error "type must be tuple of \
ints,but got float"
local_response_norm; size; bool; \
avg_pool2d(): argument 'kernel_size' (position 2) must be tuple of ints, but found element of \
type bool at pos 0
local_response_norm stft; size n_fft; complex; \
unsupported operand type(s) for //: 'complex' and 'int'
group_norm; num_groups; complex; unsupported operand type(s) for //: 'int' and 'complex'
dropout dropout1d dropout2d dropout3d alpha_dropout feature_alpha_dropout; p; *; \
'<' not supported between instances of '{}' and 'float'
hardtanh; min_val; *; '>' not supported between instances of '{}' and 'float'
hardtanh; max_val; *; '>' not supported between instances of 'float' and '{}'
triplet_margin_loss gaussian exponential; margin std tau; complex; \
'<=' not supported between instances of 'complex' and 'int'
kaiser; beta; complex; '<' not supported between instances of 'complex' and 'int'
general_hamming; alpha; complex; must be real number, not complex
"""
