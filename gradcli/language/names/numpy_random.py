"""NumPy's random numbers for programs: the generators are its own, bit for bit.

The old functions (``numpy.random.seed``, ``randn``) share one state, apart from Python's and
PyTorch's. Without a seed it begins at random.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from gradcli.core.state import STATE
from gradcli.errors import op_error
from gradcli.language.limits import check_items
from gradcli.language.machine.functions import CONSTRUCTORS, Builtin, builtins_of
from gradcli.language.names.attributes import METHODS
from gradcli.language.names.numpy_names import Table, of_numbers

_BOTH = (
    "beta binomial chisquare choice dirichlet exponential gamma geometric gumbel laplace logistic "
    "lognormal multinomial multivariate_normal negative_binomial normal pareto permutation poisson "
    "power random rayleigh shuffle standard_cauchy standard_exponential standard_gamma "
    "standard_normal standard_t triangular uniform vonmises wald weibull zipf"
)
_OLD = f"{_BOTH} rand randint randn random_integers random_sample"
_SAME = {"ranf": "random_sample", "sample": "random_sample"}
"""Functions of the module that are others of it."""

_NEW = f"{_BOTH} integers permuted"

_MAX = 2**31
"""So many numbers are drawn at once at most: drawing cannot be interrupted."""


def _drawing(function: Callable[..., Any]) -> Callable[..., Any]:
    """Bound how many numbers are drawn, and draw numbers alone."""
    positional = function.__name__ in ("rand", "randn")
    in_place = function.__name__ == "shuffle"

    def call(*args: Any, **kwargs: Any) -> Any:
        sizes = args if positional else (*args, *kwargs.values())
        for size in (sizes,) if positional else sizes:
            if isinstance(size, (tuple, list)) and all(isinstance(n, int) for n in size):
                check_items(abs(math.prod(size)), _MAX)
        if in_place and not isinstance(args[0] if args else None, (list, np.ndarray)):
            raise op_error(TypeError, "shuffle takes a list or an array")
        if not in_place and any(isinstance(arg, (list, tuple)) for arg in args[:1]):
            return _chosen(function, *args, **kwargs)
        return of_numbers(function)(*args, **kwargs)

    return call


def _chosen(function: Callable[..., Any], items: Any, *args: Any, **kwargs: Any) -> Any:
    """Draw from a sequence of any values by drawing their places."""
    if function.__name__ not in ("choice", "permutation") or all(
        isinstance(item, (int, float, complex, list, tuple)) for item in items
    ):
        return of_numbers(function)(items, *args, **kwargs)
    places = of_numbers(function)(len(items), *args, **kwargs)
    return [items[place] for place in places] if np.ndim(places) else items[places]


def _methods(kind: type, names: str) -> Table:
    return {name: partial(_method, name) for name in names.split()} | {
        name: vars(kind)[name] for name in ("seed",) if name in vars(kind)
    }


def _method(name: str, generator: Any, /, *args: Any, **kwargs: Any) -> Any:
    if name in _REJECTING and isinstance(generator, np.random.RandomState):
        _check_parameter(name, args, kwargs)
    return _drawing(getattr(generator, name))(*args, **kwargs)


_REJECTING: dict[str, tuple[int, str, float, float]] = {
    "vonmises": (1, "kappa", -math.inf, 1e15),
    "zipf": (0, "a", 1.0001, 1000.0),
}
"""Where the old generator draws until a number will do: which parameter, and from where to where.

Beyond that next to none will, nor can NumPy be interrupted.
"""


def _check_parameter(name: str, args: tuple[Any, ...], kwargs: Table) -> None:
    place, word, least, most = _REJECTING[name]
    given = args[place] if place < len(args) else kwargs.get(word, least)
    numbers = of_numbers(np.asarray)(given, dtype=np.float64)
    if np.any((numbers > most) | (numbers < least) & (numbers > 1)):
        message = f"{name}() takes {word} from {least:g} to {most:g}"
        raise op_error(ValueError, message, code="limit")


def _shared() -> np.random.RandomState:
    """Return the generator behind NumPy's functions, which each run has for itself."""
    if STATE.numpy_random is None:
        STATE.numpy_random = np.random.RandomState()
    generator: np.random.RandomState = STATE.numpy_random
    return generator


def _shared_method(name: str, /, *args: Any, **kwargs: Any) -> Any:
    return _method(name, _shared(), *args, **kwargs)


def _default_rng(seed: Any = None) -> np.random.Generator:
    if isinstance(seed, np.random.Generator):
        return seed
    made: np.random.Generator = _seeded(np.random.default_rng, seed)
    return made


def _seeded(make: Callable[[Any], Any], seed: Any = None) -> Any:
    try:
        return make(seed)
    except (TypeError, ValueError) as error:
        raise op_error(type(error), str(error)) from None


def table() -> Table:
    """Return what the module numpy.random has."""
    METHODS[np.random.RandomState] = _methods(np.random.RandomState, _OLD)
    METHODS[np.random.Generator] = _methods(np.random.Generator, _NEW)
    CONSTRUCTORS[np.random.RandomState] = partial(_seeded, np.random.RandomState)
    functions = {name: partial(_shared_method, name) for name in _OLD.split()}
    return {
        **builtins_of(functions),
        **{name: Builtin(of, functions[of]) for name, of in _SAME.items()},
        "seed": Builtin("seed", lambda seed=None, /: _seeded(_shared().seed, seed)),
        "default_rng": Builtin("default_rng", _default_rng),
        "Generator": np.random.Generator,
        "RandomState": np.random.RandomState,
    }


TABLES = {"numpy.random": table}
