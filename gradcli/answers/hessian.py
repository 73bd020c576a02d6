"""A Hessian by several inputs as one matrix of blocks, a row and a column of blocks for each input.

The elements of an input that is a matrix are counted row by row. This module knows how blocks are
put together. It does not know how they are found.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from gradcli.answers.problem import Problem
from gradcli.symbolic.short_program import results


class Blocks(NamedTuple):
    """What puts named blocks together: the matrix's name, a statement, and LaTeX."""

    name: str
    text: str
    latex: str


def blocks_of(problem: Problem) -> Blocks | None:
    """Return what puts the blocks of a problem together; None where there is but one."""
    inputs = problem.wrt
    if not problem.hessian or len(inputs) == 1:
        return None
    names = iter(results(problem.labels, problem.reserved))
    ranks = [problem.arrays[name].ndim for name in inputs]
    grid = [[(next(names), row, column) for column in ranks] for row in ranks]
    name = "H"
    while name in problem.reserved:
        name += "_"
    if any(ranks):
        rows = [f"cat([{', '.join(_matrix(*block) for block in row)}], 1)" for row in grid]
        text = f"{name} = cat([{', '.join(rows)}])"
    else:
        text = f"{name} = tensor([{', '.join(f'[{_listed(row)}]' for row in grid)}])"
    lines = [" & ".join(_in_latex(*block) for block in row) for row in grid]
    matrix = r" \\ ".join(lines)
    latex = rf"{name} = \begin{{bmatrix}} {matrix} \end{{bmatrix}}"
    return Blocks(name, text, latex)


def together(inputs: Sequence[np.ndarray], parts: Sequence[np.ndarray]) -> np.ndarray:
    """Return blocks as one matrix, given the inputs at the point."""
    sizes = [array.size for array in inputs]
    shapes = [(a, b) for a in sizes for b in sizes]
    blocks = [part.reshape(shape) for part, shape in zip(parts, shapes, strict=True)]
    count = len(sizes)
    return np.block([blocks[i * count : (i + 1) * count] for i in range(count)])


def _matrix(name: str, row: int, column: int) -> str:
    """Return a block as a matrix; that of a number and a vector is a row or a column."""
    if row and column:
        return name
    if not row and not column:
        return f"{name} * ones(1, 1)"
    flat = f"flatten({name})" if row + column > 1 else name
    return f"{flat}[:, None]" if row else f"{flat}[None]"


def _listed(row: Sequence[tuple[str, int, int]]) -> str:
    return ", ".join(name for name, _, _ in row)


def _in_latex(name: str, row: int, column: int) -> str:
    letter = rf"\mathrm{{{name}}}".replace("_", r"\_")
    return letter + (r"^\top" if column and not row else "")
