"""What the tests of derivatives share: inputs at random points, and values of texts there."""

from collections.abc import Mapping

import numpy as np

from gradcli.answers.shapes import values
from gradcli.core.tensor import Tensor
from gradcli.language.run import Session
from gradcli.symbolic.expr import Expr
from gradcli.symbolic.short_program import program, text_of
from gradcli.symbolic.trace import Trace


def inputs(shapes: str, seed: int = 0) -> dict[str, np.ndarray]:
    """Return arrays under shapes such as ``x=3 A=3,2 s=``."""
    generator = np.random.default_rng(seed)
    arrays = {}
    for part in shapes.split():
        name, _, sizes = part.partition("=")
        shape = tuple(map(int, sizes.split(","))) if sizes else ()
        arrays[name] = values(shape, generator)
    return arrays


def value(text: str, arrays: Mapping[str, np.ndarray], requires_grad: bool = True) -> np.ndarray:
    """Return what a program computes in double precision."""
    with Session(dtype="float64") as session:
        for name, array in arrays.items():
            session.assign(name, Tensor(array, requires_grad))
        found = session.evaluate(text).value
        return np.asarray(found.array if isinstance(found, Tensor) else float(found))


def simplified(text: str, arrays: Mapping[str, np.ndarray]) -> str:
    """Return an expression as the rewrites leave it."""
    symbols: list[Expr] = []
    with Session(dtype="float64") as session, Trace() as trace:
        for name, array in arrays.items():
            tensor = Tensor(array, True)
            trace.name(tensor, name)
            symbols.append(trace.expression(tensor))
            session.assign(name, tensor)
        found = trace.expression(session.evaluate(text).value)
    return text_of(program([found], symbols, set(arrays), (), {}, in_line=True))
