"""The state that an operation runs under: the grad mode, defaults, and where the program stands.

Nothing else in gradcli is global and changes. The state belongs to its thread, as in PyTorch.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextvars import copy_context
from typing import Any

import numpy as np

from gradcli.numerics import dtypes
from gradcli.numerics.printing import PrintOptions

LARGE = 2**18
"""From so many elements on, elementwise operations are computed block by block (``engines``)."""

MAX_ELEMENTS = 2**33
"""So many elements a tensor may have, however few of them lie in memory."""


class State(threading.local):
    """What operations look up when they run.

    ``source`` is the piece of program under evaluation; a graph node keeps it, so that reports and
    messages can point at the text. Direct Python use leaves it None.
    """

    def __init__(self) -> None:
        self.grad_enabled = True
        self.source: object | None = None
        self.default_dtype: dtypes.DType = dtypes.float32
        # Infinities and NaN are results, not events: operators run where NumPy does not warn of
        # them. A context of its own costs a tenth of np.errstate around every operation.
        context = copy_context()
        context.run(np.seterr, all="ignore")
        self.quietly: Callable[..., Any] = context.run
        # Who is told of operations (``observe``), the innermost last.
        self.observers: tuple[Any, ...] = ()
        self._generator: Any = None
        self.module_hooks: Any = None  # those of the calls of all modules, once there are some
        self.step_hooks: Any = None  # those before and after the steps of all optimizers
        self.checks_distributions = True  # their parameters, and values that are asked of
        self.loggers: Any = None  # of its logs, once there are some
        self.python_random: Any = None  # the generator of Python's module, once it is asked for
        self.environment: Any = None  # the variables that the program set
        self.arguments: Any = None  # what it takes for those of its command
        self.files: Any = None  # what it wrote and saved, in its memory
        self.search_path: Any = None  # the places that it adds to those of its modules
        self.written: Any = None  # the variables of what it runs of the library, by modules
        self.of_modules: Any = None  # what it wrote under names of modules
        self.program: Any = None  # the machine of the innermost program that runs
        self.numpy_random: Any = None  # the same of NumPy's
        self.print_options = PrintOptions()
        # Who takes warnings (message, kind, code); Python's warnings where it is None.
        self.listener: Callable[[str, type[Warning], str], None] | None = None
        self.said: set[str] = set()  # the warnings that are shown a single time, and were
        self.warn_always = False  # whether those are shown each time nevertheless
        self.inference = False
        self.transforms: tuple[str, ...] = ()  # the functions made from functions that are running
        # Whether functions that PyTorch does not differentiate have their textbook derivatives.
        self.textbook = False
        self.ties = False  # whether formulas say what is at a point where two values are equal
        self.max_elements = MAX_ELEMENTS
        # Whether PyTorch's algorithms were asked to be deterministic, and to warn only otherwise;
        # and whether elements that nobody gave are marked then.
        self.deterministic = (False, False)
        self.fills_undefined = True
        self.large = LARGE
        self.holders: Any = None  # of values that are not computed yet
        self.place: Any = None  # where new tensors are, if not in NumPy's arrays
        self.limits: Any = None  # of the program that runs, if it has its own
        self.formulas: Any = None  # the parts of formulas that it made, as long as they are there
        # Whether derivatives are looked at, and whether a NaN among them is an error.
        self.anomaly = False
        self.multithreading = True  # what the switch of that name says, which changes nothing
        self.check_nan = True
        self.leaf_hooks = False  # whether any leaf ever had a hook
        self.passing: Any = None  # the backward pass under way
        self.parametrized: Any = None  # tensors of modules that are computed once, if they are
        self.early_stop: bool | None = None  # what checkpoints are told to do, if they are
        self.repeating = False  # whether what runs will run again, on the same graphs

    def writes(self, array: np.ndarray) -> None:
        """Let values be computed that are to be read from memory about to be written to."""
        if self.holders is not None:
            self.holders.written(array)

    @property
    def has_generator(self) -> bool:
        """Whether anybody has asked for random numbers."""
        return self._generator is not None

    @property
    def generator(self) -> Any:
        """The generator of random numbers, seeded when it is first asked for; most never are."""
        if self._generator is None:
            from gradcli.numerics.random import Generator

            self._generator = Generator()
            self._generator.seed()
        return self._generator

    @generator.setter
    def generator(self, generator: Any) -> None:
        self._generator = generator

    def tell(self, what: str, value: Any) -> list[Any]:
        """Return what observers say to something that happens; none, mostly."""
        observers = self.observers
        return [getattr(observer, what)(value) for observer in observers] if observers else []

    def replaced(self, **values: Any) -> Replaced:
        """Return a context in which parts of the state have other values."""
        return Replaced(values)


class Replaced:
    """A context in which parts of the state have other values; the one way to change them so."""

    __slots__ = ("before", "values")

    def __init__(self, values: dict[str, Any]) -> None:
        self.values = values
        self.before: dict[str, Any] = {}

    def __enter__(self) -> None:
        self.before = {name: getattr(STATE, name) for name in self.values}
        self.apply()

    def __exit__(self, *exception: object) -> None:
        for name, value in self.before.items():
            setattr(STATE, name, value)

    def apply(self) -> None:
        """Give the parts the values that they have inside."""
        for name, value in self.values.items():
            setattr(STATE, name, value)


STATE = State()
