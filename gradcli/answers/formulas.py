"""The derivative of every operator as a formula that a reader can follow and run.

Most formulas are what a declaration says (``rule_texts``), with the names that programs know. Where
a declaration calls functions of its own, ``WRITTEN`` says it in the language; a test runs each of
those formulas and compares it with what the operator's rule computes.
"""

from __future__ import annotations

import ast
import re

from gradcli.answers.rule_texts import Derivative, derivatives_of
from gradcli.core.table import OPS
from gradcli.operators.op import Op

_KEPT = "g and y with the dimensions that were reduced, as by keepdim=True"
_COUNT = f"n is the number of elements along dim; {_KEPT}"
_SQUARE = "of a square matrix; of others there are terms for the rest"
_REFUSED = "not implemented in PyTorch either"
_LOWER = "where upper is False"
_PRIVATE = re.compile(
    r"(?<![\w.])(_[a-z_]\w*|OPS|builtins|arrays|refused|not_implemented)\b|\.rules\b"
)


def _same(formula: str, *names: str) -> dict[str, dict[str, str]]:
    return {name: {"input": formula} for name in names}


_MATRICES = {"input": "g * beta"}
_BENT = "where(input > 0, g, {})"
_VARIANCE = "2 * {} * (input - mean(input, dim, True)) / (n - correction)"
_DEVIATION = "{} * (input - mean(input, dim, True)) / (y * (n - correction))"
_CHOLESKY = "p = tril(y.mT @ {}); inverse(y).mT @ (p + tril(p, -1).mT) @ inverse(y) / 2"
_LU = (
    "P, L, U = lu_unpack(y, y1); P @ inverse(L).T "
    "@ (tril(L.T @ tril(g[0], -1), -1) + triu(triu(g[0]) @ U.T)) @ inverse(U).T"
)
_PARTS_OF_REFLECTIONS = "that of the product of the reflections eye(m) - tau[i] * outer(v, v)"

WRITTEN: dict[str, dict[str, str]] = {
    "acosh": {"input": "g / sqrt(input**2 - 1)"},
    "addbmm": _MATRICES | {"batch1": "alpha * g @ batch2.mT", "batch2": "alpha * batch1.mT @ g"},
    "baddbmm": _MATRICES | {"batch1": "alpha * g @ batch2.mT", "batch2": "alpha * batch1.mT @ g"},
    "addmm": _MATRICES | {"mat1": "alpha * g @ mat2.T", "mat2": "alpha * mat1.T @ g"},
    "addmv": _MATRICES | {"mat": "alpha * outer(g, vec)", "vec": "alpha * mat.T @ g"},
    "addr": _MATRICES | {"vec1": "alpha * g @ vec2", "vec2": "alpha * g.T @ vec1"},
    **_same(f"g * (input == y) / sum(input == y, dim, True)  # {_KEPT}", "amax", "amin"),
    "aminmax": {
        "input": "g[0] * (input == y) / sum(input == y, dim, True) "
        f"+ g[1] * (input == y1) / sum(input == y1, dim, True)  # {_KEPT}"
    },
    "angle": {"input": "0 * g  # of a complex input 1j * g * input / abs(input)**2"},
    "atan2": {
        "input": "g * other / (input**2 + other**2)  # 0 at the origin",
        "other": "-g * input / (input**2 + other**2)  # 0 at the origin",
    },
    "block_diag": {"tensors": "the block of g at the place of each tensor"},
    "cat": {"tensors": "split(g, [t.shape[dim] for t in tensors], dim)"},
    "elu": {"input": _BENT.format("g * alpha * exp(input)")},
    "celu": {"input": _BENT.format("g * exp(input / alpha)")},
    "selu": {"input": "1.0507009 * " + _BENT.format("g * 1.6732632 * exp(input)")},
    "cholesky": {"input": _CHOLESKY.format("g") + f"  # {_LOWER}"},
    "linalg_cholesky_ex": {"input": _CHOLESKY.format("g[0]") + f"  # {_LOWER}"},
    "cholesky_inverse": {"input": f"-y @ (g + g.mT) @ y @ input  # {_LOWER}"},
    "cholesky_solve": {
        "input": "cholesky_solve(g, input2)",
        "input2": f"s = cholesky_solve(g, input2) @ y.mT; -(s + s.mT) @ input2  # {_LOWER}",
    },
    "constant_pad_nd": {"input": "F.pad(g, [-width for width in pad])"},
    **_same("zeros_like(input).scatter_add(dim, y1, g[0])", "cummax", "cummin"),
    "cumprod": {"input": "flip(cumsum(flip(g * y, [dim]), dim), [dim]) / input"},
    "cumsum": {"input": "flip(cumsum(flip(g, [dim]), dim), [dim])"},
    "det": {"input": "g * y * inverse(input).mT  # computed of cofactors, also where y is 0"},
    **_same(
        "diagonal_scatter(zeros_like(input), g, offset, dim1, dim2)", "diagonal", "diagonal_copy"
    ),
    "digamma": {"input": "g * polygamma(1, input)"},
    "polygamma": {"input": "g * polygamma(n + 1, input)"},
    "dist": {
        "input": "g * sign(input - other) * (abs(input - other) / y)**(p - 1)",
        "other": "g * sign(other - input) * (abs(input - other) / y)**(p - 1)",
    },
    "erf": {"input": "g * 2 / pi**0.5 * exp(-input**2)"},
    "erfc": {"input": "-g * 2 / pi**0.5 * exp(-input**2)"},
    **_same("g.sum_to_size(input.shape)", "expand", "expand_copy"),
    "erfcx": {"input": "g * 2 * (input * y - 1 / pi**0.5)"},
    "col2im": {"input": "F.unfold(g, kernel_size, dilation, padding, stride)"},
    "gather": {"input": "zeros_like(input).scatter_add(dim, index, g)"},
    "gelu": {
        "input": "g * ((1 + erf(input / 2**0.5)) / 2 + input * exp(-input**2 / 2) / (2 * pi)**0.5)"
        "  # where approximate is 'none'"
    },
    "glu": {
        "input": "a, b = chunk(input, 2, dim); "
        "cat([g * sigmoid(b), g * a * sigmoid(b) * (1 - sigmoid(b))], dim)"
    },
    **_same("where(abs(input) > lambd, g, 0)", "hardshrink", "softshrink"),
    "hardsigmoid": {"input": "where((input > -3) & (input < 3), g / 6, 0)"},
    "i0": {"input": "g * special.i1(input)"},
    "igamma": {
        "input": _REFUSED,
        "other": "g * exp((input - 1) * log(other) - other - lgamma(input))",
    },
    "igammac": {
        "input": _REFUSED,
        "other": "-g * exp((input - 1) * log(other) - other - lgamma(input))",
    },
    "index_add": {"source": "alpha * index_select(g, dim, index)"},
    "index_copy": {
        "input": "index_fill(g, dim, index, 0)",
        "source": "index_select(g, dim, index)",
    },
    "index_fill": {
        "input": "index_fill(g, dim, index, 0)",
        "value": "sum(index_select(g, dim, index))",
    },
    "index_select": {"input": "zeros_like(input).index_add(dim, index, g)"},
    **_same(f"zeros_like(input).scatter(dim, y1, g[0])  # {_KEPT}", "kthvalue", "mode"),
    **_same("zeros_like(input).scatter(dim, y1, g[0])", "sort", "topk"),
    "linalg_eig": {
        "A": "p = y1.mH @ g[1]; p = p - (y1.mH @ y1) * diagonal(p).real; "
        "d = where(eye(len(y)) > 0, inf, conj(y - y[:, None])); "
        "inverse(y1.mH) @ (diag(g[0]) + p / d) @ y1.mH"
    },
    "linalg_eigh": {
        "A": "p = y1.mT @ g[1]; d = where(eye(len(y)) > 0, inf, y - y[:, None]); "
        "y1 @ (diag(g[0]) + (p - p.mT) / 2 / d) @ y1.mT"
    },
    **{
        name: dict.fromkeys(operands, _PARTS_OF_REFLECTIONS)
        for name, operands in (
            ("linalg_householder_product", ("input", "tau")),
            ("ormqr", ("input", "tau", "other")),
        )
    },
    "linalg_inv_ex": {"A": "-y.mT @ g[0] @ y.mT"},
    "linalg_lu_factor_ex": {"A": f"{_LU}  # {_SQUARE}"},
    "linalg_lu_solve": {
        "LU": "P, L, U = lu_unpack(LU, pivots); "
        "p = -P.T @ linalg.lu_solve(LU, pivots, g, adjoint=True) @ y.T; "
        "tril(p @ U.T, -1) + triu(L.T @ p)",
        "B": "linalg.lu_solve(LU, pivots, g, left=left, adjoint=not adjoint)",
    },
    "linalg_pinv": {
        "input": "k = g.mT @ y; k @ y.mT - k.mT @ y.mT - input @ y @ k @ y.mT "
        "+ y.mT @ y @ (g.mT - k @ input)"
    },
    "linalg_qr": {
        "A": "m = y1 @ g[1].mT - g[0].mT @ y; "
        f"(g[0] + y @ (tril(m) + tril(m, -1).mT)) @ inverse(y1).mT  # {_SQUARE}"
    },
    "linalg_slogdet": {"A": "g[1] * inverse(A).mT"},
    "linalg_solve_ex": {
        "A": "-linalg.solve(A.mT, g[0]) @ y.mT  # of a matrix B",
        "B": "linalg.solve(A.mT, g[0])",
    },
    "linalg_solve_triangular": {
        "A": "-triu(linalg.solve_triangular(A.mT, g, upper=False) @ y.mT)  # where upper is True",
        "B": "linalg.solve_triangular(A.mT, g, upper=not upper)",
    },
    "linalg_svd": {
        "A": "d = where(eye(len(y1)) > 0, inf, y1**2 - y1[:, None]**2); "
        "p = y.mT @ g[0]; q = y2 @ g[2].mT; "
        "y @ ((p - p.mT) / d * y1 + y1[:, None] * (q - q.mT) / d + diag(g[1])) @ y2"
        f"  # {_SQUARE}"
    },
    "linalg_vector_norm": {
        "input": f"g * sign(input) * (abs(input) / y)**(ord - 1)  # 0 where y is 0; {_KEPT}"
    },
    "logcumsumexp": {"input": "exp(input) * flip(cumsum(flip(g * exp(-y), [dim]), dim), [dim])"},
    "logit": {
        "input": "e = eps or 0; where((input < e) | (input > 1 - e), 0, g / (input * (1 - input)))"
    },
    "masked_scatter": {"source": "the elements of g where mask is true, in the shape of source"},
    "masked_select": {"input": "zeros_like(input).masked_scatter(mask, g)"},
    "matrix_exp": {
        "input": "n = len(input); a = input.mT; "
        "matrix_exp(cat([cat([a, g], 1), cat([0 * a, a], 1)]))[:n, n:]"
    },
    "im2col": {"input": "F.fold(g, input.shape[-2:], kernel_size, dilation, padding, stride)"},
    "mean": {"input": f"(g / n).expand_as(input)  # {_COUNT}"},
    "mish": {"input": "t = tanh(F.softplus(input)); g * (t + input * sigmoid(input) * (1 - t**2))"},
    "mvlgamma": {"input": "g * sum(stack([digamma(input - i / 2) for i in range(p)]), 0)"},
    "narrow_copy": {"input": "slice_scatter(zeros_like(input), g, dim, start, start + length)"},
    "pdist": {
        "input": "to each pair of rows, of difference d: g * sign(d) * (abs(d) / y)**(p - 1) to "
        "the one, its negative to the other"
    },
    **_same("permute(g, [dims.index(i) for i in range(len(dims))])", "permute", "permute_copy"),
    "prod": {"input": f"g * y / input  # computed without a division; {_KEPT}"},
    "relu": {"input": "where(y > 0, g, 0)"},
    "remainder": {"other": "-g * div(input, other, rounding_mode='floor')"},
    "renorm": {
        "input": "that of input * maxnorm / n for a slice whose norm n is above maxnorm, else g"
    },
    "repeat": {"input": "the sum of g over the copies"},
    "roll": {"input": "roll(g, [-shift for shift in shifts], dims)"},
    "scatter": {"input": "scatter(g, dim, index, 0)", "src": "gather(g, dim, index)"},
    "scatter_add": {"src": "gather(g, dim, index)"},
    "scatter_reduce": {
        "input": "that of the sum, mean, product or extreme of each element and those sent to it",
        "src": "the same, gathered at index: for a sum gather(g, dim, index)",
    },
    "segment_reduce": {"data": "that of the sum, mean, product or extreme of each segment"},
    **_same("select_scatter(zeros_like(input), g, dim, index)", "select", "select_copy"),
    "sgn": {"input": "0 * g  # of a complex input (g - y * real(g * conj(y))) / abs(input)"},
    "silu": {"input": "s = sigmoid(input); g * s * (1 + input * (1 - s))"},
    "sinc": {"input": "where(input == 0, 0, g * (cos(pi * input) - y) / input)"},
    "slice_copy": {"input": "slice_scatter(zeros_like(input), g, dim, start, end, step)"},
    "slice_scatter": {"src": "slice_copy(g, dim, start, end, step)"},
    "softplus": {"input": "where(input * beta > threshold, g, g * sigmoid(input * beta))"},
    "special_i1": {"input": "g * (i0(input) - y / input)  # g / 2 at 0"},
    "special_i1e": {
        "input": "g * (special.i0e(input) - y * (sign(input) + 1 / input))  # g / 2 at 0"
    },
    "special_zeta": {"input": _REFUSED, "other": "-g * input * special.zeta(input + 1, other)"},
    **_same("g.reshape(input.shape)", "squeeze", "squeeze_copy", "view", "view_copy"),
    "split_copy": {"input": "cat(g, dim)"},
    "std": {"input": f"{_DEVIATION.format('g')}  # 0 where y is 0; {_COUNT}"},
    "std_mean": {"input": f"{_DEVIATION.format('g[0]')} + g[1] / n  # {_COUNT}"},
    "sum": {"input": f"g.expand_as(input)  # {_KEPT}"},
    "trace": {"input": "g * eye(*input.shape)"},
    **_same(
        "zeros in the shape of input, g added where the elements were taken from",
        "unfold",
        "unfold_copy",
    ),
    "var": {"input": f"{_VARIANCE.format('g')}  # {_COUNT}"},
    "var_mean": {"input": f"{_VARIANCE.format('g[0]')} + g[1] / n  # {_COUNT}"},
    # Nodes of composites
    "_pow_number": {"input": "g * exponent * input**(exponent - 1)"},
    "_average": {
        "input": "each element of g, over the size of its window, to all that it averaged"
    },
    "_largest": {"input": "each element of g to the largest element of its window"},
    **_same(
        "each element of g to the place that it was taken from, added up",
        "_as_strided",
        "_as_strided_copy",
        "_resampled",
        "_picked",
        "_take_flat",
        "_unpooled",
    ),
    "_batch_norm": {
        "input": "weight / s * (g - mean(g, dim, True) - z * mean(g * z, dim, True))"
        "  # in training: z is the normalised input, s its standard deviation",
        "weight": "sum(g * z, dim)",
        "bias": "sum(g, dim)",
    },
    "_layer_norm": {
        "input": "(h - mean(h, dim, True) - z * mean(h * z, dim, True)) / s"
        "  # h is g * weight, z the normalised input, s its standard deviation",
        "weight": "g * z",
        "bias": "g",
    },
    "_trilinear": {
        "input": "einsum of g with the two others",
        "other": "einsum of g with the two others",
        "c": "einsum of g with the two others",
    },
    "_bce": {
        "input": "g * (input - target) / (input * (1 - input))  # over n for a mean",
        "target": "g * (log(1 - input) - log(input))  # over n for a mean",
    },
    "_bce_with_logits": {
        "input": "g * (sigmoid(input) - target)  # over n for a mean",
        "target": "-g * input  # over n for a mean",
    },
    "_unsafe_view": {"input": "g.reshape(input.shape)"},
    "_euclidean_dist": {
        "x1": "sum(g[..., None] / y[..., None] * (x1[:, None] - x2), 1)  # 0 where y is 0",
        "x2": "sum(g[..., None] / y[..., None] * (x2 - x1[:, None]), 0)  # 0 where y is 0",
    },
    "_clamp_numbers": {"input": "where((input >= min) & (input <= max), g, 0)"},
    "_conj_physical": {"input": "conj(g)"},
    "_convolution": {
        "input": "g convolved with the flipped weight (a transposed convolution)",
        "weight": "input convolved with g",
        "bias": "the sum of g over batch and positions",
    },
    "_cross": {
        "input": "linalg.cross(other, g, dim=dim)",
        "other": "linalg.cross(g, input, dim=dim)",
    },
    "_matmul": {"input": "g @ other.mT", "other": "input.mT @ g"},
    "_softmax": {"input": "y * (g - sum(g * y, dim, True))"},
    "_safe_softmax": {"input": "y * (g - sum(g * y, -1, True))"},
    **_same("g * (input == y) / sum(input == y)", "_median_of_all", "_nanmedian_of_all"),
    **_same("g.reshape(input.shape)", "_reshape_alias"),
    "_log_softmax": {"input": "g - exp(y) * sum(g, dim, True)"},
    "_ctc": {"input": "exp(input) less the share that passes each symbol on paths to the target"},
    "slice": {"input": "zeros in the shape of input, with g at the slice"},
    "_rows": {"input": "zeros in the shape of the table, each row of g added to its row"},
    "_fft_r2c": {"input": "the real part of the adjoint transform of g"},
    "_fft_c2c": {"input": "the adjoint transform of g"},
    "_fft_c2r": {"input": "the adjoint transform of g, its inner half counted twice"},
    "_write_at": {
        "input": "g, with zeros where it was written",
        "values": "the elements of g where they were written",
    },
    "_index_reduce": {
        "input": "that of the sum, mean, product or extreme of each element and those sent to it",
        "source": "the same, gathered at index",
    },
    "_overlapped": {"input": "the windows of g"},
    "_lstsq": {
        "A": "that of the solution pinv(A) @ B",
        "B": "linalg.pinv(A).mT @ g[0]",
    },
    "_lu": {"A": "that of the factors L and U, its rows in the order of A"},
    "_unpack": {"LU_data": "tril(g[0], -1) + triu(g[1])"},
    "_mse_loss": {
        "input": "2 * g * (input - target) / n  # where reduction is 'mean' of n elements",
        "target": "2 * g * (target - input) / n  # where reduction is 'mean' of n elements",
    },
    "_nll": {
        "input": "-g at the class of each row, times its weight, over the sum of these for a mean"
    },
    "_norm": {"input": f"g * sign(input) * (abs(input) / y)**(ord - 1)  # 0 where y is 0; {_KEPT}"},
    "_soft_margin_loss": {
        "input": "-g * target * sigmoid(-target * input)  # over n for a mean",
        "target": "-g * input * sigmoid(-target * input)  # over n for a mean",
    },
    **_same("view_as_complex(g)", "view_as_real", "view_as_real_copy"),
}


def formulas_of(op: Op) -> tuple[Derivative, ...]:
    """Return how gradients pass an operator, in names that programs know."""
    declared = derivatives_of(op)
    written = WRITTEN.get(_key(op), {})
    known = [operand for row in declared for operand in row.operand.split(", ")]
    rows = {operand: row for row in declared for operand in row.operand.split(", ")}
    return tuple(
        _written(operand, written[operand])
        if operand in written
        else _public(operand, rows[operand])
        for operand in known
    )


def _key(op: Op) -> str:
    return op.name if op.name in WRITTEN else op.parameters.name


def _written(operand: str, text: str) -> Derivative:
    formula, _, note = text.partition("  # ")
    return Derivative(operand, formula, note or None)


def _public(operand: str, row: Derivative) -> Derivative:
    """Return a declared formula with the names that programs know for those of the declaration."""
    try:
        tree = ast.parse(row.formula, mode="eval").body
    except SyntaxError:
        return row._replace(operand=operand)
    rewriter = _Public()
    text = ast.unparse(rewriter.visit(tree)).removeprefix("'").removesuffix("'")
    return Derivative(operand, text, _KEPT if rewriter.kept else None)


def is_readable(formula: str) -> bool:
    """Tell whether a formula names nothing that programs do not know."""
    return _PRIVATE.search(formula) is None


class _Public(ast.NodeTransformer):
    """Puts functions of the language for those that rules are written in."""

    def __init__(self) -> None:
        self.kept = False

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """Write a call as a program would."""
        self.generic_visit(node)
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name == "spread":
            self.kept = True
            return node.args[0]
        if name == "_times":
            return ast.BinOp(node.args[0], ast.Mult(), node.args[1])
        if name == "real_only":
            return node.args[0]
        if name == "mT":
            return ast.Attribute(node.args[0], "mT")
        if name == "transpose":
            dims = [ast.unparse(keyword.value) for keyword in node.keywords]
            if dims in (["0", "1"], ["1", "2"]):
                return ast.Attribute(node.args[0], "T" if dims == ["0", "1"] else "mT")
        if name == "zeros_of":
            assert isinstance(node.args[1], ast.Attribute)
            return ast.Call(ast.Name("zeros_like"), [node.args[1].value], [])
        if name:
            node.func = ast.parse(_PUBLIC_NAMES.get(name) or _qualified(name), mode="eval").body
        return node


_PUBLIC_NAMES = {
    "_conj": "conj",
    "column_by_row": "outer",
    "col2im": "F.fold",
    "im2col": "F.unfold",
}


def _qualified(name: str) -> str:
    """Return a function's name with the namespace that it is called in, if torch has it not."""
    if name in OPS.named["torch"]:
        return name
    for space in ("F", "special", "linalg"):
        for short in (name, name.removeprefix(f"{space}_")):
            if short in OPS.named[space]:
                return f"{space}.{short}"
    return name
