"""Modules as values: a name, and a table of what is in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from gradcli.core.state import STATE
from gradcli.core.table import OPS
from gradcli.errors import op_error
from gradcli.language.machine.functions import Builtin, named_like, type_name

NOTHING = object()
"""What a name stands for that does not exist."""

FIXED = object()
"""What the running program wrote under a name that it cannot write any more."""


SWITCHES = {
    "torch.backends.cuda.matmul": {"allow_tf32": False}
    | dict.fromkeys(
        [f"allow_{kind}_reduced_precision_reduction" for kind in ("bf16", "fp16")], True
    ),
    "torch.backends.cudnn": dict.fromkeys(("allow_tf32", "enabled"), True)
    | dict.fromkeys(("benchmark", "deterministic"), False),
}
"""What Python code sets before it computes, which changes nothing: modules, names, defaults."""


OPTIMIZERS = "adadelta adagrad adam adamax adamw asgd lbfgs nadam optimizer radam rmsprop rprop sgd"
LAYERS = (
    "activation adaptive batchnorm channelshuffle container conv distance dropout flatten fold "
    "instancenorm lazy linear loss module normalization padding pixelshuffle pooling rnn sparse "
    "transformer upsampling utils"
)
"""The files of PyTorch's optimizers and layers."""
UTILITIES = {
    "clip_grad": "clip_grad_norm clip_grad_norm_ clip_grad_value_ clip_grads_with_norm_ "
    "get_total_norm",
    "convert_parameters": "parameters_to_vector vector_to_parameters",
    "init": "skip_init",
    "spectral_norm": "remove_spectral_norm spectral_norm",
    "weight_norm": "remove_weight_norm weight_norm",
}
"""The files of ``torch.nn.utils`` that have nothing of their own here, and what they have."""


WRITERS: dict[str, dict[str, Callable[[Any], None]]] = {}
"""What takes the values of names that the language itself reads: by modules, and names."""
_READ = frozenset({"__main__", "sys", "torch.nn.functional", "torch.nn.init", "warnings"})
"""The modules of whose names the library reads some itself, where a program's would be missed."""


class Live:
    """What a name stands for that is another value in each run: ``make`` returns it."""

    __slots__ = ("make",)

    def __init__(self, make: Callable[[], Any]) -> None:
        self.make = make


class Names(dict[str, Any]):
    """Names and what they stand for, each found when it is first asked for.

    ``find`` returns what a name stands for, or ``NOTHING``, and ``known`` every name. Where nothing
    is found, operators of other packages are loaded, once.
    """

    __slots__ = ("find", "known")

    def __init__(self, find: Callable[[str], Any], known: Callable[[], Iterable[str]]) -> None:
        super().__init__()
        self.find = find
        self.known = known

    def look_up(self, name: str) -> Any:
        """Return what a name stands for in gradcli itself, or ``NOTHING``."""
        value = dict.get(self, name, NOTHING)
        if value is NOTHING:
            value = self.find(name)
            if isinstance(value, Live):
                return value.make()
            if value is not NOTHING:
                self[name] = value
        return value

    def __missing__(self, name: str) -> Any:
        value = self.look_up(name)
        if value is NOTHING and OPS.load_others():
            value = self.look_up(name)
        if value is NOTHING:
            raise KeyError(name)
        return value

    def get(self, name: str, default: Any = None) -> Any:
        """Return what a name stands for, or a default."""
        try:
            return self[name]
        except KeyError:
            return default

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self.get(name, NOTHING) is not NOTHING

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys((*self.keys(), *self.known())))


def _nothing(name: str) -> None:
    """Know of no further modules."""


class Module:
    """A module of the language: the operators of a namespace, and what is its own.

    ``fill`` makes the table of its own the first time that a name is no operator's.
    """

    __slots__ = ("changed", "fill", "name", "namespace", "outside", "own", "table")

    def __init__(self, name: str, fill: Callable[[], dict[str, Any]], namespace: str = "") -> None:
        self.name = name
        self.fill = fill
        self.namespace = namespace
        self.own: dict[str, Any] | None = None
        self.outside: Callable[[str], Any] = _nothing  # further modules, which are left out
        self.changed: set[str] = set()  # the names that a program ever wrote, which are looked up
        self.table = Names(self._look_up, self._known)

    def __repr__(self) -> str:
        return f"<module '{self.name}'>"

    def __getattr__(self, name: str) -> Any:
        # For Python code alone; programs use ``find``.
        if name.startswith("__"):
            raise AttributeError(name)
        return self.find(name)

    def __setattr__(self, name: str, value: Any) -> None:
        # For Python code, which sets switches as programs do.
        if name in Module.__slots__:
            object.__setattr__(self, name, value)
        elif name not in SWITCHES.get(self.name, ()):
            raise AttributeError(f"attribute '{name}' of module '{self.name}' is not writable")

    def _look_up(self, name: str) -> Any:
        if name in self.changed:
            return Live(partial(self._now, name))
        return self._given(name)

    def _now(self, name: str) -> Any:
        """Return what the running program wrote under a name, or else what is there."""
        own = NOTHING if STATE.of_modules is None else STATE.of_modules.get((self, name), NOTHING)
        found = self._given(name) if own is NOTHING or own is FIXED else own
        return found.make() if isinstance(found, Live) else found

    def fix(self, name: str) -> None:
        """Note that the running program has put the value of a name into what it runs."""
        STATE.of_modules = STATE.of_modules or {}
        STATE.of_modules.setdefault((self, name), FIXED)

    def write(self, name: str, value: Any) -> bool:
        """Give a name another value until the program ends, and tell whether that is possible."""
        STATE.of_modules = STATE.of_modules or {}
        if name.startswith("__") or STATE.of_modules.get((self, name)) is FIXED:
            return False
        self._own()  # which fills the table of writers
        if (writer := WRITERS.get(self.name, {}).get(name)) is not None:
            writer(value)
            return True
        if self.name in _READ and name != "warn":  # which nobody but programs reads
            return False
        STATE.of_modules[self, name] = value
        self.changed.add(name)
        dict.pop(self.table, name, None)
        return True

    def _given(self, name: str) -> Any:
        function = OPS.find(self.namespace, name) if self.namespace else None
        return self._own().get(name, NOTHING) if function is None else Builtin(name, function)

    def _own(self) -> dict[str, Any]:
        if self.own is None:
            self.own = self.fill()
        return self.own

    def _known(self) -> Iterator[str]:
        yield from self._own()
        yield from (name for name in self.changed if self._now(name) is not NOTHING)
        if self.namespace:
            yield from OPS.names(self.namespace)

    def find(self, name: str) -> Any:
        """Return what a name of the module stands for."""
        value = self.table.get(name, NOTHING)
        if value is not NOTHING:
            return value
        outside = self.outside(name)
        if outside is not None:
            return outside
        raise op_error(
            AttributeError,
            f"module '{self.name}' has no attribute '{name}'",
            code="attribute",
            help=help_with(name, self.table, f"{self.name}.{name}"),
        )

    def public(self) -> Iterator[str]:
        """Yield the names that ``from module import *`` binds."""
        return (name for name in self.table if not name.startswith("_"))


def help_with(name: str, known: Iterable[str], *wholes: str) -> str | None:
    """Say why gradcli leaves out what PyTorch has by a whole name, or which name is nearest."""
    from gradcli.language.messages.suggest import (  # for programs that go wrong
        closest,
        meant,
        nearest,
    )
    from gradcli.language.names.absent import ABSENT, CALLED, OUTSIDE
    from gradcli.language.names.mathematics import advice

    for whole in wholes:
        reason = ABSENT.get(whole) or OUTSIDE.get(whole)
        if reason is not None:
            return f"gradcli leaves it out: {reason}"
    otherwise = next((CALLED[whole] for whole in wholes if whole in CALLED), None)
    said = meant(otherwise) or advice(name)
    if said is not None:
        return said
    if not any(whole.rpartition(".")[0] in _OF_TORCH for whole in wholes):
        return nearest(name, known)
    elsewhere = {other: space for space in _SPACES for other in OPS.names(space)}
    if name in elsewhere:
        return meant(f"{elsewhere[name]}.{name}")
    names = set(known)
    near = closest(name, names)
    if near is None and name not in names:  # as in `del print`
        near = closest(name, elsewhere)
        near = near and f"{elsewhere[near]}.{near}"
    return meant(near)


_SPACES = ("fft", "special", "linalg", "F", "torch")
"""Where else a function may be; the last that has it is named."""

_OF_TORCH = frozenset(
    ("torch", "torch.Tensor", "torch.nn.functional", "torch.linalg", "torch.special", "torch.fft")
)
"""What has functions."""


def attribute_name(name: Any) -> str:
    """Return the name of an attribute, which is what it is whatever its class says of that."""
    if name.__class__ is str:
        return str(name)
    if not isinstance(name, str):
        raise TypeError(f"attribute name must be string, not '{type_name(name)}'")
    return str.__str__(name)


def no_attribute(kind: str, name: str, known: Iterable[str], *wholes: str) -> Exception:
    """Make the error for an attribute that a value of a kind has not."""
    message = f"'{kind}' object has no attribute '{name}'"
    help = help_with(name, known, *wholes)
    error: Any = op_error(AttributeError, message, code="attribute", operands=(0,), help=help)
    error.name = name
    return error  # type: ignore[no-any-return]


named_like("module", Module)
