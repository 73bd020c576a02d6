"""Derivatives as a NumPy function that needs nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Final

from gradcli.core.table import OPS
from gradcli.errors import op_error
from gradcli.symbolic.fold import Of, fold
from gradcli.symbolic.numpy_words import HELPERS, MOST, NEEDED, PARTS
from gradcli.symbolic.short_program import text_of
from gradcli.symbolic.tree import (
    NOWHERE,
    binary,
    called,
    constant,
    indexed,
    is_path,
    name,
    transposed,
    tuple_of,
)
from gradcli.syntax import nodes

_METHODS: Final[dict[str, Callable[[nodes.Expr, list[nodes.Expr]], nodes.Expr]]] = {
    "flip": lambda x, args: called("np.flip", [x, tuple_of(args) if args[1:] else args[0]]),
    "cumsum": lambda x, args: called("np.cumsum", [x, *args]),
    "unsqueeze": lambda x, args: called("np.expand_dims", [x, *args]),
    "expand": lambda x, args: called("np.broadcast_to", [x, nodes.Tuple(NOWHERE, args)]),
    "reshape": lambda x, args: called("np.reshape", [x, _shape(args)]),
    "to": lambda x, args: _whole_numbers(x, args),
    "permute": lambda x, args: called("np.transpose", [x, nodes.Tuple(NOWHERE, args)]),
    "transpose": lambda x, args: called("np.swapaxes", [x, *args]),
    "squeeze": lambda x, args: called("np.squeeze", [x, *args]),
    "repeat": lambda x, args: called("np.tile", [x, *args]),
    "flatten": lambda x, args: _flattened(x, args),
    "unfold": lambda x, args: _windows(x, args),
}


def _shape(args: list[nodes.Expr]) -> nodes.Expr:
    """Return the sizes of a method's call, which are given one by one or at once."""
    at_once = len(args) == 1 and isinstance(args[0], nodes.Tuple)
    return args[0] if at_once else nodes.Tuple(NOWHERE, args)


def _whole_numbers(x: nodes.Expr, args: list[nodes.Expr]) -> nodes.Expr:
    if [text_of(arg) for arg in args] != ["torch.int64"]:
        raise _unknown("to")
    return called("np.int64", [x])


def _flattened(x: nodes.Expr, args: list[nodes.Expr]) -> nodes.Expr:
    """Join all dimensions, or some of them."""
    if not args:
        return called("np.ravel", [x])
    sizes, end = called("np.shape", [x]), binary(args[1], "+", constant(1))
    before = indexed(sizes, [nodes.Slice(NOWHERE, None, args[0], None)])
    after = indexed(sizes, [nodes.Slice(NOWHERE, end, None, None)])
    joined = binary(binary(before, "+", tuple_of([constant(-1)])), "+", after)
    return called("np.reshape", [x, joined])


def _windows(x: nodes.Expr, args: list[nodes.Expr]) -> nodes.Expr:
    """Look at every window along a dimension, or at one of some."""
    axis, size, step = args
    if not isinstance(axis, nodes.Constant) or not isinstance(axis.value, int):
        raise _unknown("unfold")
    found = called("np.lib.stride_tricks.sliding_window_view", [x, size, axis])
    colons = [nodes.Slice(NOWHERE, None, None, None)] * axis.value
    return indexed(found, [*colons, nodes.Slice(NOWHERE, None, None, step)])


def _clipped(args: list[nodes.Expr], keywords: Keywords) -> nodes.Expr:
    given = dict(keywords)
    bounds = [given.get(key, constant(None)) for key in ("min", "max")]
    return called("np.clip", [args[0], *(args[1:] or bounds)])


def _one_hot(args: list[nodes.Expr], keywords: Keywords) -> nodes.Expr:
    return nodes.Subscript(NOWHERE, called("np.eye", args[1:]), args[0])


def _rolled(args: list[nodes.Expr], keywords: Keywords) -> nodes.Expr:
    return called("np.roll", args, [(_KEYWORDS.get(key, key), v) for key, v in keywords])


def _counted(args: list[nodes.Expr], keywords: Keywords) -> nodes.Expr:
    return called("np.arange", args)


def _normed(args: list[nodes.Expr], keywords: Keywords) -> nodes.Expr:
    return called("np.linalg.norm", args, [(_KEYWORDS.get(key, key), v) for key, v in keywords])


def _vector_norm(args: list[nodes.Expr], keywords: Keywords) -> nodes.Expr:
    whole = len(args) == 2 and not any(key == "dim" for key, _ in keywords)
    more = zip(("axis", "keepdims"), args[2:], strict=False)
    x = called("np.ravel", args[:1]) if whole else args[0]
    return _normed([x, *args[1:2]], [*more, *keywords])


def _sliced(args: list[nodes.Expr], keywords: Keywords) -> nodes.Expr:
    x, values, axis, *bounds = args
    return called("index_add", [x, axis, called("np.arange", bounds), values])


def _selected(args: list[nodes.Expr], keywords: Keywords) -> nodes.Expr:
    x, values, axis, place = args
    row = called("np.expand_dims", [values, axis])
    return called("index_add", [x, axis, nodes.List(NOWHERE, [place]), row])


def _gathered(args: list[nodes.Expr], keywords: Keywords) -> nodes.Expr:
    x, axis, index = args
    return called("np.take_along_axis", [x, index], [("axis", axis)])


def _plainly(function_: str) -> Callable[[list[nodes.Expr], Keywords], nodes.Expr]:
    return lambda args, keywords: called(function_, args)


def _triangular(args: list[nodes.Expr], keywords: Keywords) -> nodes.Expr:
    """Solve from the left; from the right, it is the transposed system."""
    given = dict(keywords)
    mirrored = "left" in given
    lower = getattr(given["upper"], "value", True) is mirrored
    words = [("lower", constant(lower))]
    words += [("unit_diagonal", constant(True))] if "unitriangular" in given else []
    if not mirrored:
        return called("linalg.solve_triangular", args, words)
    return transposed(called("linalg.solve_triangular", [transposed(arg) for arg in args], words))


def _transformed(function_: str) -> Callable[[list[nodes.Expr], Keywords], nodes.Expr]:
    words = {"dim": "axes" if function_.endswith("n") else "axis"}
    return lambda args, keywords: called(
        f"np.fft.{function_}", args, [(words.get(key, key), value) for key, value in keywords]
    )


def _crossed(args: list[nodes.Expr], keywords: Keywords) -> nodes.Expr:
    return called("np.cross", args, [(_KEYWORDS.get(key, key), v) for key, v in keywords])


def _scipy(short: str) -> Callable[[list[nodes.Expr], Keywords], nodes.Expr]:
    return lambda args, keywords: called(f"special.{short}", args)


_UNIT: Final = [constant(-1.0), constant(1.0)]
Keywords = list[tuple[str, nodes.Expr]]
_SCIPY: Final = {
    **{name: name for name in ("erf", "erfc", "erfinv", "digamma", "logit", "i0", "polygamma")},
    **{
        f"torch.special.{name}": name
        for name in ("i0", "i1", "i0e", "i1e", "entr", "ndtr", "ndtri", "erfcx", "zeta", "xlog1py")
    },
    "xlogy": "xlogy",
    **{f"torch.special.bessel_{letter}{n}": f"{letter}{n}" for letter in "jy" for n in (0, 1)},
    **{
        f"torch.special.modified_bessel_{letter}{n}": f"{letter}{n}"
        for letter in "ik"
        for n in (0, 1)
    },
    **{f"torch.special.scaled_modified_bessel_k{n}": f"k{n}e" for n in (0, 1)},
    "lgamma": "gammaln",
    "F.logsigmoid": "log_expit",
}
_WRITTEN: Final[dict[str, Callable[[list[nodes.Expr], Keywords], nodes.Expr]]] = {
    "clamp": _clipped,
    "F.one_hot": _one_hot,
    "roll": _rolled,
    "arange": _counted,
    "norm": _vector_norm,
    "torch.linalg.cross": _crossed,
    "torch.linalg.vector_norm": _vector_norm,
    "torch.linalg.pinv": _plainly("np.linalg.pinv"),
    "slice_scatter": _sliced,
    "select_scatter": _selected,
    "gather": _gathered,
    "index_select": lambda args, keywords: called("np.take", [args[0], args[2], args[1]]),
    "F.embedding": lambda args, keywords: nodes.Subscript(NOWHERE, args[1], args[0]),
    "clamp_min": _plainly("np.maximum"),
    "clamp_max": _plainly("np.minimum"),
    **{short: _plainly(f"np.{short}") for short in ("copysign", "fmod")},
    **{short: _plainly(f"np.{short}") for short in ("round", "trunc", "einsum", "rot90", "conj")},
    **{short: _plainly(f"np.{short}") for short in ("real", "imag", "angle")},
    "cholesky": _plainly("np.linalg.cholesky"),
    "torch.linalg.cholesky": _plainly("np.linalg.cholesky"),
    "torch.linalg.qr": _plainly("np.linalg.qr"),
    "torch.linalg.lu": lambda args, keywords: called("linalg.lu", args[:1]),
    "torch.linalg.eig": _plainly("np.linalg.eig"),
    "torch.linalg.solve_triangular": _triangular,
    **{
        f"torch.fft.{before}{name}": _transformed(f"{before}{name}")
        for before in ("", "i")
        for name in ("fft", "rfft", "fftn", "rfftn")
    },
    **{short: _plainly(f"np.{short}") for short in ("argmax", "argmin", "vdot", "count_nonzero")},
    **{short: _plainly(f"np.{short}") for short in ("nan_to_num", "nansum")},
    "block_diag": _plainly("linalg.block_diag"),
    "F.hardtanh": lambda args, keywords: called("np.clip", [args[0], *(args[1:] or _UNIT)]),
    "masked_fill": lambda args, keywords: called("np.where", [args[1], args[2], args[0]]),
    "logcumsumexp": _plainly("np.logaddexp.accumulate"),
    "take": lambda args, keywords: nodes.Subscript(NOWHERE, called("np.ravel", args[:1]), args[1]),
    "take_along_dim": lambda args, keywords: called(
        "np.take_along_axis", args, [(_KEYWORDS.get(key, key), v) for key, v in keywords]
    ),
    "frac": lambda args, keywords: called("np.fmod", [*args, constant(1.0)]),
    "matrix_exp": lambda args, keywords: called("linalg.expm", args),
    **{spelled: _scipy(short) for spelled, short in _SCIPY.items()},
}
_REDUCED: Final = ("sum", "mean", "prod", "amax", "amin")
_KEYWORDS: Final[dict[str, str]] = {"keepdim": "keepdims", "dim": "axis"}


def function(module: nodes.Module, parameters: Sequence[str]) -> str:
    """Return a program of assignments and expressions as the text of a Python function.

    Raises ``NotImplementedError`` for functions that it knows no NumPy for.
    """
    helpers: dict[str, str] = {}
    lines: list[str] = []
    for statement in module.body:
        if isinstance(statement, nodes.Assign):
            value = _translated(statement.value, helpers, parameters)
            lines.append(f"{text_of(statement.targets[0])} = {text_of(value)}")
        elif isinstance(statement, nodes.ExprStmt):
            lines.append(f"return {text_of(_translated(statement.value, helpers, parameters))}")
    if not lines[-1].startswith("return"):
        results = [line.partition(" = ")[0] for line in lines if line.startswith("d")]
        lines.append(f"return {', '.join(results)}")
    body = "".join(f"    {line}\n" for line in lines)
    used = sorted(
        set(re.findall(r"(?<![\w.])(linalg|special)\.", "".join([*helpers.values(), body])))
    )
    scipy = f"from scipy import {', '.join(used)}\n" if used else ""
    blocks = [f"import numpy as np\n{scipy}", *helpers.values()]
    return "\n\n".join([*blocks, f"def derivative({', '.join(parameters)}):\n{body}"]).rstrip("\n")


def _translated(root: nodes.Expr, helpers: dict[str, str], parameters: Sequence[str]) -> nodes.Expr:
    def translate(node: nodes.Node, of: Of) -> nodes.Node:
        if isinstance(node, nodes.Name) and node.id in parameters:
            return node  # which an input called e hides
        return _TRANSLATORS.get(type(node), _kept)(node, of, helpers)

    result: Any = fold(root, translate)
    return result  # type: ignore[no-any-return]


def _kept(node: nodes.Node, of: Of, helpers: dict[str, str]) -> nodes.Node:
    if isinstance(node, nodes.Name) and node.id in ("inf", "nan", "pi", "e"):
        return name(f"np.{node.id}")
    return node


def _unary(node: nodes.UnaryOp, of: Of, helpers: dict[str, str]) -> nodes.Node:
    return nodes.UnaryOp(NOWHERE, node.op, of(node.operand))


def _binary(node: nodes.BinOp, of: Of, helpers: dict[str, str]) -> nodes.Node:
    return binary(of(node.left), node.op, of(node.right))


def _compare(node: nodes.Compare, of: Of, helpers: dict[str, str]) -> nodes.Node:
    return nodes.Compare(NOWHERE, of(node.left), node.ops, [of(part) for part in node.comparators])


def _sequence(node: nodes.List | nodes.Tuple, of: Of, helpers: dict[str, str]) -> nodes.Node:
    return type(node)(NOWHERE, [of(part) for part in node.elements])


def _slice(node: nodes.Slice, of: Of, helpers: dict[str, str]) -> nodes.Node:
    parts = (node.lower, node.upper, node.step)
    return nodes.Slice(NOWHERE, *[None if part is None else of(part) for part in parts])


def _subscript(node: nodes.Subscript, of: Of, helpers: dict[str, str]) -> nodes.Node:
    return nodes.Subscript(NOWHERE, of(node.value), of(node.index))


def _attribute(node: nodes.Attribute, of: Of, helpers: dict[str, str]) -> nodes.Node:
    if isinstance(node.value, nodes.Name) and node.value.id == "math":
        return name(f"np.{node.name}")
    if node.name == "mT":
        return called("np.swapaxes", [of(node.value), constant(-1), constant(-2)])
    return nodes.Attribute(NOWHERE, of(node.value), node.name, NOWHERE)


def _keyword(node: nodes.Keyword, of: Of, helpers: dict[str, str]) -> nodes.Node:
    return nodes.Keyword(NOWHERE, node.name, of(node.value))


def _call(node: nodes.Call, of: Of, helpers: dict[str, str]) -> nodes.Node:
    args = [of(arg) for arg in node.args]
    spelled = text_of(node.func).replace("torch.nn.functional.", "F.")
    if isinstance(node.func, nodes.Attribute) and not is_path(node.func.value):
        method = _METHODS.get(node.func.name)
        if node.func.name == "index_put" and len(args) == 3:  # the sum of what goes to a place
            _help("index_put", helpers)
            return called("index_put", [of(node.func.value), *args[:2]])
        if method is None:
            raise _unknown(node.func.name)
        return method(of(node.func.value), args)
    keywords = [(str(k.name), of(k.value)) for k in node.keywords]
    short = spelled.removeprefix("F.")
    if short in HELPERS:
        if len(args) + len(keywords) > MOST.get(short, len(args) + len(keywords)):
            raise _unknown(spelled)
        _help(short, helpers)
        if short in ("var", "std") and len(args) > 2:
            args[2] = _correction(args[2])
        return called(short, args, [(_KEYWORDS.get(key, key), value) for key, value in keywords])
    if spelled.startswith("math."):
        return called(f"np.{spelled.removeprefix('math.')}", args)
    if spelled in _WRITTEN:
        if spelled in ("slice_scatter", "select_scatter"):
            _help("index_add", helpers)
        return _WRITTEN[spelled](args, keywords)
    if spelled in ("zeros", "ones"):
        return called(f"np.{spelled}", [nodes.Tuple(NOWHERE, args)])
    if spelled in _REDUCED and len(args) > 1:
        more = [("axis", args[1]), *[("keepdims", arg) for arg in args[2:]]]
        return called(f"np.{spelled}", args[:1], more)
    args = [arg for arg in args if not isinstance(arg, nodes.Tuple) or arg.elements]
    known = "len" if spelled == "len" else _declared(spelled)
    if known and not any(key == "dtype" for key, _ in keywords):
        return called(known, args, keywords)
    raise _unknown(spelled)


def _help(function_: str, helpers: dict[str, str]) -> None:
    """Have a function stand before the code, after those that it calls."""
    for needed in (*NEEDED.get(function_, ()), function_):
        helpers[needed] = HELPERS.get(needed) or PARTS[needed]


def _correction(unbiased: nodes.Expr) -> nodes.Expr:
    """Return how many degrees of freedom are lost, for PyTorch's flag in the same place."""
    known = isinstance(unbiased, nodes.Constant) and isinstance(unbiased.value, bool)
    return constant(int(unbiased.value)) if known else unbiased  # type: ignore[attr-defined]


def _declared(spelled: str) -> str | None:
    """Return NumPy's function as the declaration of an operator names it."""
    namespace, _, short = spelled.removeprefix("torch.").rpartition(".")
    found = OPS.find(namespace or "torch", short) if namespace in ("", *OPS.named) else None
    operator = getattr(found, "__self__", None)
    spelled = operator.numpy if operator is not None else ""
    return spelled if spelled.startswith("special.") else f"np.{spelled}" if spelled else None


def _unknown(function_: str) -> Exception:
    return op_error(
        NotImplementedError,
        f"no NumPy code is known for {function_}(); --format text writes it",
        code="no-expression",
    )


_TRANSLATORS: Final[dict[type[nodes.Node], Callable[..., nodes.Node]]] = {
    nodes.UnaryOp: _unary,
    nodes.BinOp: _binary,
    nodes.Compare: _compare,
    nodes.List: _sequence,
    nodes.Tuple: _sequence,
    nodes.Slice: _slice,
    nodes.Subscript: _subscript,
    nodes.Attribute: _attribute,
    nodes.Keyword: _keyword,
    nodes.Call: _call,
}
