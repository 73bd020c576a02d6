"""Running programs: text in, the value of its last statement and what it printed out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np

from gradcli.core.state import STATE
from gradcli.core.tensor import Tensor
from gradcli.errors import Diagnostic, GradcliError
from gradcli.language.limits import Limits, current, remedy
from gradcli.language.machine.code import ENDED, RESULT, Code
from gradcli.language.machine.compile import compile_module
from gradcli.language.machine.machine import Machine
from gradcli.language.machine.scopes import bound_names
from gradcli.language.names.table import program_names
from gradcli.numerics.dtypes import DTYPES, DType, is_supported
from gradcli.syntax import nodes
from gradcli.syntax.parse import parse


class Run:
    """What became of a program.

    ``value`` is the value of the last statement (None where it has none) and ``name`` the variable
    that holds it. ``variables`` holds the names that the program defined, ``given`` those that it
    was given. ``stdout`` is what it printed, empty when that was written elsewhere. ``speaks``
    tells that the program ends in a statement without a value or in a call of print, and so has
    said itself what it had to say. ``warnings`` holds a diagnostic for each warning that it gave.
    """

    shown: ClassVar[Callable[[Run, str], str | None]] = lambda run, form: None
    """What writes a run in a form for prompts and notebooks: the API, which knows renderers."""

    __slots__ = (
        "expression",
        "given",
        "module",
        "name",
        "source",
        "speaks",
        "stdout",
        "value",
        "variables",
        "warnings",
    )

    def __init__(
        self,
        source: str,
        module: nodes.Module,
        registers: dict[Any, Any],
        stdout: str,
        warnings: tuple[Diagnostic, ...] = (),
    ) -> None:
        last = module.body[-1] if module.body else None
        self.source = source
        self.module = module
        self.expression = _expression(last)
        self.name = _name(last)
        self.speaks = self.expression is None or _prints(self.expression)
        self.value: Any = registers.get(RESULT)
        if isinstance(last, nodes.AugAssign) and self.name is not None:
            self.value = registers.get(self.name)
        self.stdout = stdout
        self.warnings = warnings
        self.given: dict[str, Any] = {}
        self.variables = {
            name: registers[name] for name in bound_names(module.body) if name in registers
        }

    def __repr__(self) -> str:
        return self.shown("text") or super().__repr__()

    def _repr_html_(self) -> str | None:
        """Return what a notebook shows."""
        return self.shown("html")

    def _repr_latex_(self) -> str | None:
        """Return what a notebook shows where it becomes a document of LaTeX."""
        return self.shown("latex")


def _expression(last: nodes.Stmt | None) -> nodes.Expr | None:
    """Return the expression whose value a program's last statement gives."""
    if isinstance(last, (nodes.ExprStmt, nodes.Assign)):
        return last.value
    return last.target if isinstance(last, nodes.AugAssign) else None


def _name(last: nodes.Stmt | None) -> str | None:
    """Return the variable that the last statement assigns or names."""
    target: nodes.Node | None = None
    if isinstance(last, nodes.Assign):
        target = last.targets[-1]
    elif isinstance(last, nodes.AugAssign):
        target = last.target
    elif isinstance(last, nodes.ExprStmt):
        target = last.value
    return target.id if isinstance(target, nodes.Name) else None


def _prints(expression: nodes.Expr) -> bool:
    called = expression.func if isinstance(expression, nodes.Call) else None
    return isinstance(called, nodes.Name) and called.id == "print"


class Session:
    """Programs that run one after the other in the same variables.

    As a context it prepares what operations run under, and puts back what was there before.
    ``write`` takes what programs print and ``warn`` their warnings, as they come; ``aside`` takes
    what they write to standard error. ``anomaly`` asks for a note on where the first NaN or
    infinity comes from.
    """

    __slots__ = (
        "anomaly",
        "around",
        "dtype",
        "limits",
        "machine",
        "pieces",
        "programs",
        "seed",
        "warn",
        "warnings",
    )

    def __init__(
        self,
        *,
        dtype: str | DType | None = None,
        seed: int | None = None,
        limits: Limits | None = None,
        write: Callable[[str], object] | None = None,
        warn: Callable[[Diagnostic], object] | None = None,
        aside: Callable[[str], object] = len,
        anomaly: bool = False,
    ) -> None:
        if limits is not None:
            from gradcli.language.limited import check

            check(limits)
        self.dtype = dtype
        self.seed = seed
        self.pieces: list[str] = []
        self.programs: list[tuple[nodes.Module, str, str]] = []
        self.warnings: list[Diagnostic] = []
        self.warn = warn
        self.anomaly = anomaly
        self.limits = limits
        write = write or self.pieces.append
        self.machine = Machine(program_names(), limits or current(), write, aside)

    def __enter__(self) -> Session:
        with ExitStack() as around:  # which leaves what was entered where a later one fails
            around.enter_context(np.errstate(all="ignore"))
            around.enter_context(np.printoptions())  # a program changes its own printing alone
            around.enter_context(STATE.replaced(**self._state()))
            if self.limits is not None and self.limits[4:] != _USUAL:
                from gradcli.language.limited import limited

                around.enter_context(limited(self.limits))
            if self.anomaly:
                around.enter_context(_watch(self))
            if self.seed is not None:
                around.enter_context(STATE.replaced(_generator=None))
                STATE.generator.manual_seed(self.seed)
            elif STATE.has_generator:
                around.callback(STATE.generator.kept())  # a program's own seed is its own
            self.around = around.pop_all()
        return self

    def __exit__(self, *exception: object) -> None:
        self.around.close()
        self.machine.reserve = None  # sessions that ended may wait for the search for cycles

    def _state(self) -> dict[str, Any]:
        """Return the state that programs begin with; what they change of it ends with them."""
        return {
            **{name: getattr(STATE, name) for name in _SETTINGS},
            "default_dtype": STATE.default_dtype if self.dtype is None else _floating(self.dtype),
            "limits": self.limits or STATE.limits,
            "formulas": STATE.formulas if self.limits is None else None,
            "numpy_random": None,
            "python_random": None,
            "environment": None,
            "files": None,
            "arguments": None,
            "written": None,
            "of_modules": None,
            "search_path": None,
            "loggers": None,
            "module_hooks": None,
            "checks_distributions": True,
            "step_hooks": None,
            "program": self.machine,
            "listener": self.listen,
            "said": set(),
            "observers": tuple([o for o in STATE.observers if not _packs(o)]),
        }

    def listen(self, message: str, kind: type[Warning], code: str) -> None:
        """Take a warning of a program."""
        from gradcli.language.messages.from_warnings import Listener  # most programs are silent

        STATE.listener = Listener(self.programs, self.warnings, self.warn)
        STATE.listener(message, kind, code)

    @property
    def variables(self) -> dict[str, Any]:
        """The names that are defined, and what they hold."""
        registers = self.machine.globals
        return {name: registers[name] for name in registers if isinstance(name, str)}

    def define(self, name: str, value: Any) -> None:
        """Give a variable a value of the host: a tensor, an array or a number."""
        if not isinstance(name, str) or not name.isidentifier():
            raise TypeError(f"{name!r} is no name of a variable")
        self.assign(name, accepted(name, value))

    def assign(self, name: str, value: Any) -> None:
        """Give a variable a value of the language, whatever it is."""
        self.machine.globals[name] = value

    def evaluate(self, source: str, filename: str = "<program>") -> Run:
        """Run a program text; its names stay defined for the next."""
        if not isinstance(source, str):
            raise TypeError(f"a program is a text, not {type(source).__name__}")
        check_source(source, filename)
        if len(source) > _SHORT:
            return self.prepare(parse(source, filename), source, filename)()
        module, kept = _parsed(source, filename)
        limits, shared = self.machine.limits, self.machine.shared
        code = None if shared else kept.get(limits)
        if code is None:
            code = compile_module(module, limits, (source, filename), shared)
            if code.straight:
                code.shared = set()  # what is shared later is for programs of this session
                kept[limits] = code
        return self._prepared(code, module, source, filename)()

    def prepare(self, module: nodes.Module, source: str, filename: str) -> Callable[[], Run]:
        """Return what runs a program, as often as it is called; it is compiled once."""
        code = compile_module(module, self.machine.limits, (source, filename), self.machine.shared)
        return self._prepared(code, module, source, filename)

    def _prepared(
        self, code: Code, module: nodes.Module, source: str, filename: str
    ) -> Callable[[], Run]:
        self.machine.settle()
        registers = self.machine.globals
        self.programs.append((module, source, filename))

        def execute() -> Run:
            registers.pop(RESULT, None)
            start, warned = len(self.pieces), len(self.warnings)
            try:
                self.machine.execute(code)
            except GradcliError as error:
                if error.diagnostic.code != ENDED:
                    raise
            warnings = tuple(self.warnings[warned:])
            return Run(source, module, registers, "".join(self.pieces[start:]), warnings)

        return execute


def _floating(dtype: str | DType) -> DType:
    """Return the element type that is asked for as the default one."""
    name = dtype.name if isinstance(dtype, DType) else dtype
    if name not in _FLOATING:
        raise ValueError(f"the default dtype is one of {', '.join(_FLOATING)}, not {name}")
    return DTYPES[name]


_FLOATING = ("float32", "float64", "float16", "bfloat16")

_SETTINGS = (
    *("_generator", "anomaly", "check_nan", "deterministic", "early_stop", "fills_undefined"),
    *("grad_enabled", "inference", "multithreading", "parametrized", "print_options", "source"),
    "warn_always",
)
"""What programs change for themselves alone."""

_SHORT = 2000
"""How many characters a program has at most whose tree is kept for the next time."""


@lru_cache(64)
def _parsed(source: str, filename: str) -> tuple[nodes.Module, dict[Limits, Code]]:
    """Return the tree of a program that is run again and again, and its code if that is straight.

    Neither changes when it runs: both are for all sessions, and there is a code for each limits.
    """
    return parse(source, filename), {}


_USUAL = Limits()[4:]
"""The limits that more than counting keeps a program to, where nobody sets them."""


def check_source(source: str, filename: str) -> None:
    """Refuse a program, or a line of one, that is too long."""
    limits = current()
    longest = len(source)
    if limits.max_line < len(source) <= limits.max_source:
        longest = max(map(len, source.split("\n")))
    field = "max_source" if len(source) > limits.max_source else "max_line"
    most = limits.max_source if field == "max_source" else limits.max_line
    if longest > most:
        what = "the program" if field == "max_source" else "a line"
        message = f"{what} of {longest} characters is beyond the limit"
        raise GradcliError(
            Diagnostic("limit", message, "RuntimeError", help=remedy(field), filename=filename)
        )


def _watch(session: Session) -> Any:
    """Return what looks for the first NaN or infinity."""
    from gradcli.core.anomaly import Watch  # on demand, as for all that few programs ask for
    from gradcli.language.messages.from_warnings import Listener

    return Watch(Listener(session.programs, session.warnings, session.warn).origin)


def _packs(observer: Any) -> bool:
    """Tell whether an observer keeps what is saved, which concerns the host's tensors alone."""
    from gradcli.core.graph import SavedTensorContext

    return isinstance(observer, SavedTensorContext)


_NUMBERS = (bool, int, float, complex, str, type(None))


def accepted(name: str, value: Any) -> Any:
    """Return a value of the host as the language has it; other libraries' arrays are NumPy's."""
    if isinstance(value, np.generic):
        value = value.item()
    known = isinstance(value, (Tensor, list, tuple, dict, *_NUMBERS))
    if not known and hasattr(value, "__array__"):
        value = np.asarray(value)
        if is_supported(value.dtype):
            return Tensor(value)
    if not known:
        raise TypeError(f"the variable {name} is no tensor, array or number: {type(value)}")
    return value


def run(
    source: str,
    variables: Mapping[str, Any] | None = None,
    *,
    dtype: str | DType | None = None,
    seed: int | None = None,
    limits: Limits | None = None,
    filename: str = "<program>",
    write: Callable[[str], object] | None = None,
    warn: Callable[[Diagnostic], object] | None = None,
    anomaly: bool = False,
) -> Run:
    """Run a program with variables (name to tensor, array or number) in scope.

    ``dtype`` names the default element type, ``seed`` starts the random numbers, ``write`` takes
    what the program prints, which is otherwise kept. ``anomaly`` adds to the warnings where the
    first NaN or infinity was made of finite numbers. Raises ``GradcliError`` when the program is
    wrong.
    """
    with Session(
        dtype=dtype, seed=seed, limits=limits, write=write, warn=warn, anomaly=anomaly
    ) as session:
        if not isinstance(variables or {}, Mapping):
            raise TypeError(f"variables are values by name, not {type(variables).__name__}")
        for name, value in (variables or {}).items():
            session.define(name, value)
        given = session.variables
        found = session.evaluate(source, filename)
        found.given = given
        return found


__all__ = ["Limits", "Run", "Session", "run"]
