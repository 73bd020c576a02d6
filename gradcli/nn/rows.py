"""Layers that are a function and its settings: how a row of a table becomes a class.

A row says the layer's name, the function, and the arguments of the constructor, which are the
attributes and what the function is given by keyword. ``activation``, ``pooling``, ``loss`` and
others hold the rows.
"""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Callable
from types import FunctionType
from typing import Any, TypeVar

from gradcli.errors import missing_arguments, too_many_arguments
from gradcli.nn.calls import F, torch
from gradcli.nn.module import Module
from gradcli.nn.parameter import Parameter
from gradcli.operators.refusals import invalid

__all__: list[str] = []

Kind = TypeVar("Kind", bound=type)


class Arguments:
    """The parameters of a method, from a text as ``"alpha=1.0, inplace=False"``.

    ``bind`` gives each its value, or says in Python's words what is wrong with a call. A ``*``
    makes those behind it keyword-only.
    """

    def __init__(self, text: str) -> None:
        self.names: list[str] = []
        self.defaults: dict[str, Any] = {}
        self.most = -1
        for part in filter(None, text.split(", ")):
            name, has_default, default = part.partition("=")
            if name == "*":
                self.most = len(self.names)
                continue
            self.names.append(name)
            if has_default:
                self.defaults[name] = literal_eval(default)
        if self.most < 0:
            self.most = len(self.names)

    def bind(self, call: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
        """Return the value of every parameter."""
        values = dict(zip(self.names[: self.most], args, strict=False))
        for name, value in kwargs.items():
            if name not in self.names:
                message = f"{call}() got an unexpected keyword argument '{name}'"
                raise invalid(message, TypeError)
            if name in values:
                raise invalid(f"{call}() got multiple values for argument '{name}'", TypeError)
            values[name] = value
        if len(args) > self.most:
            fewest = sum(name not in self.defaults for name in self.names[: self.most])
            said = too_many_arguments(call, 1 + fewest, 1 + self.most, 1 + len(args))
            raise invalid(said, TypeError)
        missing = [n for n in self.names if n not in values and n not in self.defaults]
        if missing:
            raise invalid(missing_arguments(call, missing), TypeError)
        return {name: values.get(name, self.defaults.get(name)) for name in self.names}


class Row(Module):
    """A layer made of a row."""

    _shown = ""  # the text in the brackets

    def extra_repr(self) -> str:
        """Return the settings."""
        return self._shown.format_map(vars(self))


class Inplace(Row):
    """A layer made of a row that can overwrite its argument."""

    def extra_repr(self) -> str:
        """Return the settings, and that it overwrites."""
        marked = ["inplace=True"] if vars(self)["inplace"] else []
        return ", ".join([*filter(None, [super().extra_repr()]), *marked])


def layer(
    home: str,
    name: str,
    function: str,
    arguments: str = "",
    *,
    inputs: str = "input",
    shown: str | None = None,
    also: str = "",
    unused: tuple[str, ...] = (),
    fixed: dict[str, Any] | None = None,
    settle: Callable[[dict[str, Any]], None] | None = None,
    base: type[Any] | None = None,
    owner: str | None = None,
) -> type[Any]:
    """Make the class of a row.

    ``home`` is PyTorch's file. ``inputs`` are the arguments of a call. ``shown`` is the text in the
    brackets, with the settings as ``{name}``; where it is not said, it is all of them. ``also``
    names more attributes that the function gets, as ``"p=norm"`` if it calls them otherwise,
    ``unused`` settings that it does not get, and ``fixed`` says what it always gets. ``settle``
    completes the settings. ``owner`` is the class whose constructor messages name.
    """
    settings, given = Arguments(arguments), Arguments(inputs)
    kept = [name for name in settings.names if name not in ("size_average", "reduce", "inplace")]
    passed = [(name, name) for name in kept if name not in unused]
    passed += [(key, name or key) for key, _, name in (a.partition("=") for a in also.split())]
    overwrites = "inplace" in settings.names and "inplace" not in unused
    if base is None:
        base = Inplace if overwrites and shown != "" else Row

    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        values = settings.bind(f"{owner or name}.__init__", args, kwargs)
        Module.__init__(self)
        if settle is not None:
            settle(values)
        assign(self, values)

    def run(module: Any, *inputs: Any, **options: Any) -> Any:
        for key, attribute in passed:
            options[key] = getattr(module, attribute)
        if fixed is not None:
            options.update(fixed)
        if overwrites and module.inplace:
            options["inplace"] = True
        return getattr(F, function)(*inputs, **options)

    def of_one(self: Any, input: Any) -> Any:
        return run(self, input)

    def of_several(self: Any, *args: Any, **kwargs: Any) -> Any:
        values = given.bind(f"{name}.forward", args, kwargs)
        more = {name: values.pop(name) for name in given.defaults}
        return run(self, *values.values(), **more)

    __init__.__qualname__ = f"{name}.__init__"
    made = {
        "__doc__": f"``torch.nn.functional.{function}`` as a layer.",
        "__module__": f"torch.nn.modules.{home}",
        "__init__": __init__,
        "forward": renamed(of_one if inputs == "input" else of_several, f"{name}.forward"),
        "_shown": ", ".join(f"{name}={{{name}}}" for name in kept) if shown is None else shown,
    }
    kind = type(name, (base,), made)
    SETTINGS[kind] = settings
    return kind


SETTINGS: dict[type, Arguments] = {}
"""What the constructor of a layer takes that is made of a row."""


def assign(module: Module, values: dict[str, Any]) -> None:
    """Make attributes of settings; tensors (weights of classes, samples) are buffers."""
    if "size_average" in values:
        average, reduce = values.pop("size_average"), values.pop("reduce")
        if average is not None or reduce is not None:
            from gradcli.ops.loss import reduction_of

            values["reduction"] = reduction_of(average, reduce, None)
    for name, value in values.items():
        if name in ("weight", "pos_weight", "_random_samples"):
            module.register_buffer(name, value)
        else:
            setattr(module, name, value)


def renamed(function: Callable[..., Any], name: str) -> Any:
    """Return a function that Python's messages call by another name."""
    assert isinstance(function, FunctionType)
    code, home, defaults = function.__code__, function.__globals__, function.__defaults__
    made = FunctionType(code, home, name.rpartition(".")[2], defaults, function.__closure__)
    made.__kwdefaults__, made.__qualname__ = function.__kwdefaults__, name
    return made


def named(kind: Kind) -> Kind:
    """Let a class that inherits its constructor and ``forward`` have its own name in messages."""
    for name in ("__init__", "forward"):
        setattr(kind, name, renamed(getattr(kind, name), f"{kind.__name__}.{name}"))
    return kind


def learn(module: Module, name: str, shape: Any, device: Any = None, dtype: Any = None) -> None:
    """Register a parameter of a shape, yet without values; None where there is no shape."""
    made = None if shape is None else Parameter(torch.empty(shape, device=device, dtype=dtype))
    module.register_parameter(name, made)


def several(value: Any, n: int) -> tuple[Any, ...]:
    """Return a value for each of ``n`` dimensions."""
    return tuple(value) if hasattr(value, "__iter__") else (value,) * n
