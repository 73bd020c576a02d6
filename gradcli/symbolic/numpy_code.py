"""Derivatives as a NumPy function that needs nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Final

from gradcli.core.table import OPS
from gradcli.errors import op_error
from gradcli.symbolic.fold import Of, fold
from gradcli.symbolic.short_program import text_of
from gradcli.symbolic.tree import NOWHERE, binary, called, constant, is_path, name
from gradcli.syntax import nodes

_HELPERS: Final = {
    "sigmoid": "def sigmoid(x):\n    return np.exp(-np.logaddexp(0.0, -x))\n",
    "relu": "def relu(x):\n    return np.maximum(x, 0.0)\n",
    "softplus": "def softplus(x):\n    return np.logaddexp(0.0, x)\n",
    "softmax": "def softmax(x, axis):\n"
    "    powers = np.exp(x - np.max(x, axis=axis, keepdims=True))\n"
    "    return powers / np.sum(powers, axis=axis, keepdims=True)\n",
    "log_softmax": "def log_softmax(x, axis):\n"
    "    shifted = x - np.max(x, axis=axis, keepdims=True)\n"
    "    return shifted - np.log(np.sum(np.exp(shifted), axis=axis, keepdims=True))\n",
    "logsumexp": "def logsumexp(x, axis, keepdims=False):\n"
    "    top = np.max(x, axis=axis, keepdims=True)\n"
    "    total = np.log(np.sum(np.exp(x - top), axis=axis, keepdims=True)) + top\n"
    "    return total if keepdims else np.squeeze(total, axis=axis)\n",
    "var": "def var(x, axis=None, correction=1, keepdims=False):\n"
    "    return np.var(x, axis=axis, ddof=correction, keepdims=keepdims)\n",
    "std": "def std(x, axis=None, correction=1, keepdims=False):\n"
    "    return np.std(x, axis=axis, ddof=correction, keepdims=keepdims)\n",
}
_METHODS: Final[dict[str, Callable[[nodes.Expr, list[nodes.Expr]], nodes.Expr]]] = {
    "flip": lambda x, args: called("np.flip", [x, *args]),
    "cumsum": lambda x, args: called("np.cumsum", [x, *args]),
    "unsqueeze": lambda x, args: called("np.expand_dims", [x, *args]),
    "expand": lambda x, args: called("np.broadcast_to", [x, nodes.Tuple(NOWHERE, args)]),
    "reshape": lambda x, args: called("np.reshape", [x, nodes.Tuple(NOWHERE, args)]),
    "permute": lambda x, args: called("np.transpose", [x, nodes.Tuple(NOWHERE, args)]),
}


def _padded(args: list[nodes.Expr], keywords: Keywords) -> nodes.Expr:
    return called("np.pad", args)


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


def _crossed(args: list[nodes.Expr], keywords: Keywords) -> nodes.Expr:
    return called("np.cross", args, [(_KEYWORDS.get(key, key), v) for key, v in keywords])


def _scipy(short: str) -> Callable[[list[nodes.Expr], Keywords], nodes.Expr]:
    return lambda args, keywords: called(f"special.{short}", args)


Keywords = list[tuple[str, nodes.Expr]]
_SCIPY: Final = {
    **{name: name for name in ("erf", "erfc", "erfinv", "digamma", "logit", "i0", "polygamma")},
    **{
        f"torch.special.{name}": name
        for name in ("i0", "i1", "i0e", "i1e", "entr", "ndtr", "ndtri", "erfcx", "zeta")
    },
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
    "F.pad": _padded,
    "clamp": _clipped,
    "F.one_hot": _one_hot,
    "roll": _rolled,
    "arange": _counted,
    "norm": _normed,
    "torch.linalg.cross": _crossed,
    "matrix_exp": lambda args, keywords: called("linalg.expm", args),
    **{spelled: _scipy(short) for spelled, short in _SCIPY.items()},
}
_KEYWORDS: Final = {"keepdim": "keepdims", "dim": "axis"}


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
    used = sorted(set(re.findall(r"(?<![\w.])(linalg|special)\.", body)))
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
    spelled = text_of(node.func)
    if isinstance(node.func, nodes.Attribute) and not is_path(node.func.value):
        method = _METHODS.get(node.func.name)
        if method is None:
            raise _unknown(node.func.name)
        return method(of(node.func.value), args)
    keywords = [(str(k.name), of(k.value)) for k in node.keywords]
    if spelled in _HELPERS or spelled.removeprefix("F.") in _HELPERS:
        short = spelled.removeprefix("F.")
        helpers[short] = _HELPERS[short]
        if short in ("var", "std") and len(args) > 2:
            args[2] = _correction(args[2])
        return called(short, args, [(_KEYWORDS.get(key, key), value) for key, value in keywords])
    if spelled.startswith("math."):
        return called(f"np.{spelled.removeprefix('math.')}", args)
    if spelled in _WRITTEN:
        return _WRITTEN[spelled](args, keywords)
    if spelled in ("zeros", "ones"):
        return called(f"np.{spelled}", [nodes.Tuple(NOWHERE, args)])
    if spelled in ("sum", "mean", "prod") and len(args) > 1:
        more = [("axis", args[1]), *[("keepdims", arg) for arg in args[2:]]]
        return called(f"np.{spelled}", args[:1], more)
    known = "len" if spelled == "len" else _declared(spelled)
    if known and not any(key == "dtype" for key, _ in keywords):
        return called(known, args, keywords)
    raise _unknown(spelled)


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
