"""The operators, a file for each family; they fill the table ``core.table.OPS``.

What almost every program and derivative needs is loaded at once. The other families are loaded one
by one, in the order of ``LATER``, when a name is asked for that no operator has so far; the last to
be asked are the operators of other packages.
"""

from functools import partial
from importlib import import_module

from gradcli.core.table import OPS
from gradcli.ops import (  # noqa: F401  (imported for their declarations)
    arithmetic,
    compare,
    create,
    elementwise,
    index,
    linalg,
    memory,
    reduce,
    shape,
)

LATER = (  # those that more programs use come first
    "extremes",
    "join",
    "activation",
    "softmax",
    "loss",
    "classification",
    "sums",
    "norms",
    "statistics",
    "random",
    "arrange",
    "masked",
    "scatter",
    "sort",
    "products",
    "contraction",
    "diagonals",
    "complex",
    "determinants",
    "solvers",
    "decompositions",
    "binary",
    "special",
    "normalization",
    "convolution",
    "pooling",
    "padding",
    "embedding",
    "attention",
    "dropout",
    "differences",
    "distance",
    "matrix_functions",
    "pseudoinverse",
    "strided",
    "copies",
    "ranking",
    "unfolding",
    "adaptive",
    "unpooling",
    "fractional",
    "resampling",
    "grids",
    "ctc",
    "segments",
    "recurrent",
    "kernels",
    "fft",
    "spectral",
    "windows",
    "bessel",
    "polynomials",
)

OPS.pending += [partial(import_module, f"gradcli.ops.{family}") for family in LATER]
OPS.pending.append(partial(import_module, "gradcli.ops.plugins"))
