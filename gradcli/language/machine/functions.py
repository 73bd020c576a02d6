"""What a program can call: its own functions, built-in ones, and methods of values.

It does not know what built-in functions do (``builtins``) or how functions run (``machine``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from gradcli.errors import class_name, op_error
from gradcli.language.limits import MAX_DEPTH, too_deep
from gradcli.language.machine.code import Block, Code, Frame, Next, Register, later
from gradcli.syntax import nodes


def named_like(name: str, *kinds: type, module: str = "builtins") -> None:
    """Give classes the name that Python's counterpart has in messages and when printed."""
    for kind in kinds:
        kind.__module__, kind.__name__, kind.__qualname__ = module, name, name


class Shared:
    """What copies of other values share, as Python's copies share functions."""

    __slots__ = ()

    def __copy__(self) -> Shared:
        return self

    def __deepcopy__(self, memo: object) -> Shared:
        return self


_NOTED = frozenset(("__annotations__", "__doc__", "__module__", "__name__", "__qualname__"))


class Function(Shared):
    """A function of the program: its code, its defaults, and the frame it was defined in.

    It can be called from the host as well, as a hook or a sort key: that starts a run of its own.
    """

    __slots__ = ("__weakref__", "attributes", "code", "defaults", "outer")

    def __init__(self, code: Code, defaults: dict[str, Any], outer: Frame) -> None:
        self.code = code
        self.defaults = defaults
        self.outer = outer
        self.attributes: dict[str, Any] | None = None

    @property
    def __name__(self) -> str:
        """Return the function's name, which the program may have written."""
        return str(self.noted("__name__", self.code.name))

    def __repr__(self) -> str:
        return f"<function {self.noted('__qualname__', self.code.qualified)}>"

    def whole_name(self) -> str:
        """Return the function's name with those of what it was defined in."""
        return f"__main__.{self.noted('__qualname__', self.code.qualified)}"

    def noted(self, name: str, default: Any) -> Any:
        """Return what a program wrote under a name, or what was there before."""
        return default if self.attributes is None else self.attributes.get(name, default)

    def held(self) -> dict[str, Any]:
        """Return where the attributes are that the program gives the function."""
        if self.attributes is None:
            self.attributes = {}
        return self.attributes

    def own(self) -> dict[str, Any]:
        """Return ``__dict__``: attributes that functions do not have by themselves."""
        held = self.held()
        if held.keys().isdisjoint(_NOTED):
            return held
        return {name: value for name, value in held.items() if name not in _NOTED}

    def given(self, keyword_only: bool) -> dict[str, Any]:
        """Return the defaults of the parameters after a star, or of the others."""
        held, parameters = self.defaults, self.code.parameters
        kept = [p.name for p in parameters if p.name in held and p.keyword_only is keyword_only]
        return {name: held[name] for name in kept}

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        """Run the function from the host."""
        if self.code.lazy:
            return suspended(self, args, kwargs)
        if self.code.direct is not None:  # it has run often
            return HOSTED[0](self, args, kwargs)
        frame = Frame(self.code.constants).called(self.code, self.outer)
        self.fill(frame, args, kwargs)
        return frame.machine.run(frame, self.code.entry)

    def fill(self, frame: Frame, args: Sequence[Any], kwargs: dict[str, Any] | None) -> None:
        """Write the arguments of a call into its frame."""
        names, count, taken = self.code.positional or (), len(args), 0
        for name, value in zip(names, args, strict=False):
            frame[name] = value
        for name in names[count:]:
            if kwargs and name in kwargs:
                frame[name] = kwargs[name]
                taken += 1
            elif name in self.defaults:
                frame[name] = self.defaults[name]
            else:
                taken = -1
                break
        plain = self.code.positional is not None and count <= len(names)
        if not plain or taken != (len(kwargs) if kwargs else 0):
            from gradcli.language.machine.binding import bind  # most calls fit

            frame.update(bind(self.code, self.defaults, args, kwargs or {}))


OF_FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "__annotations__": lambda function: later("annotations").of_function(function),
    "__name__": lambda function: function.__name__,
    "__dict__": Function.own,
    "__defaults__": lambda function: tuple(function.given(False).values()) or None,
    "__kwdefaults__": lambda function: function.given(True) or None,
    "__doc__": lambda function: function.noted("__doc__", function.code.doc),
    "__module__": lambda function: "__main__",
    "__qualname__": lambda function: function.noted("__qualname__", function.code.qualified),
}
"""What programs may read of their functions."""


class Kind:
    """What every class of a program is."""

    __slots__ = ()


class Object:
    """What every instance of a program's class is: its class, and its attributes."""

    __slots__ = ()
    cls: Any
    attributes: dict[str, Any]


class Bound:
    """A function of the program with its first argument: a method of an instance or a class."""

    __slots__ = ("function", "value")

    def __init__(self, function: Function, value: Any) -> None:
        self.function = function
        self.value = value

    def __repr__(self) -> str:
        return f"<bound method {self.function.code.qualified} of {self.value!r}>"

    def whole_name(self) -> str:
        """Return the function's name with those of what it was defined in."""
        return self.function.whole_name()

    def __eq__(self, other: object) -> bool:
        same = isinstance(other, Bound) and self.function is other.function
        return same and self.value is other.value  # type: ignore[attr-defined]

    def __hash__(self) -> int:
        return hash((id(self.function), id(self.value)))

    def __deepcopy__(self, memo: dict[int, Any]) -> Bound:
        from copy import deepcopy

        return Bound(self.function, deepcopy(self.value, memo))

    @property
    def __name__(self) -> str:
        """Return the name of the function, for messages of the core."""
        return self.function.code.name

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        """Call the function, from the host."""
        return self.function(self.value, *args, **kwargs)


class Builtin(Shared):
    """A function of the language itself, or a method of a type of the host, as its class has it."""

    __slots__ = ("function", "kind", "load", "name")
    load: Callable[[], Callable[..., Any]]

    def __init__(self, name: str, function: Callable[..., Any], kind: Any = None) -> None:
        self.name, self.function, self.kind = name, function, kind

    @classmethod
    def later(cls, name: str, load: Callable[[], Callable[..., Any]]) -> Builtin:
        """Return a function that is loaded when it is first called, or looked at."""
        made = cls.__new__(cls)
        made.name, made.load, made.kind = name, load, None
        return made

    def __getattr__(self, attribute: str) -> Any:
        if attribute != "function":
            raise AttributeError(attribute)
        self.function = self.load()
        return self.function

    def __repr__(self) -> str:
        if self.kind is not None:
            return f"<method '{self.name}' of '{class_name(self.kind)}' objects>"
        return f"<built-in function {self.name}>"

    # For Python code, whose ``help`` takes what has ``__get__`` for a function
    def __get__(self, instance: object, kind: type | None = None) -> Builtin:
        """Return the function itself, also as an attribute of a class."""
        return self

    @property
    def __name__(self) -> str:
        return self.name

    @property
    def __signature__(self) -> Any:
        from gradcli.operators.documentation import signature

        return signature(self.function)

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        """Call the function."""
        return self.function(*args, **kwargs)


def builtins_of(functions: Mapping[str, Callable[..., Any]]) -> dict[str, Any]:
    """Return functions of the host, by name, as functions of the language."""
    return {name: Builtin(name, function) for name, function in functions.items()}


class Wrapping(Builtin):
    """A function of the language around one of the program, which is a method in a class."""

    __slots__ = ()


class Documentation:
    """The ``__doc__`` of the language's functions, made when ``help`` asks for it."""

    __slots__ = ()

    def __get__(self, function: Builtin | None, kind: type) -> str | None:
        from gradcli.operators.documentation import text

        return None if function is None else text(function.name, function.function)


type.__setattr__(Builtin, "__doc__", Documentation())


class Method(Shared):
    """A method of a value, with the value."""

    __slots__ = ("function", "name", "value")

    def __init__(self, value: Any, name: str, function: Callable[..., Any]) -> None:
        self.value = value
        self.name = name
        self.function = function

    def __repr__(self) -> str:
        if self.__class__ is Written or isinstance(self.value, Object):
            return f"<bound method {self.function.__qualname__} of {self.value!r}>"
        return f"<built-in method {self.name} of {type_name(self.value)} object>"

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        """Call the method."""
        return self.function(self.value, *args, **kwargs)


class Written(Method):
    """A method that is written in Python in PyTorch, with the value."""

    __slots__ = ()


class Lazy:
    """An iterator, without the address that Python prints; its subclasses bear Python's names."""

    __slots__ = ("depth", "items", "shown")
    shown: Any  # of another iterator of the host, where Python prints what is left in it

    def __init__(self, items: Iterator[Any], *sources: Any) -> None:
        self.items = items
        # The host goes through iterators over iterators on its own stack, and does not look how
        # much of that is left.
        self.depth: int = 1 + max([s.depth for s in sources if isinstance(s, Lazy)], default=0)
        if self.depth > MAX_DEPTH:
            raise too_deep()

    def __repr__(self) -> str:
        return repr(self.shown) if hasattr(self, "shown") else f"<{type(self).__name__} object>"

    def __iter__(self) -> Iterator[Any]:
        return self.items  # rather than self: loops go over it without a call of ours

    def __next__(self) -> Any:
        return next(self.items)


@cache
def lazy_kind(name: str) -> type[Lazy]:
    """Make the class of iterators that print and are named as Python's of that name."""
    kind = type(name, (Lazy,), {"__slots__": ()})
    named_like(name, kind)
    return kind


named_like("function", Function)
named_like("method", Bound)
named_like("builtin_function_or_method", Builtin, Method)
named_like("functools._lru_cache_wrapper", Wrapping)
named_like("method", Written)


def enter(
    function: Function,
    args: Sequence[Any],
    kwargs: dict[str, Any] | None,
    caller: Frame,
    target: Register,
    then: Block,
    site: nodes.Node,
) -> Next:
    """Go on in a function, to come back with its result in the caller's register ``target``."""
    code = function.code
    if code.lazy:
        caller[target] = suspended(function, args, kwargs)
        return caller, then
    # What ``called`` and ``fill`` do, written out, as programs spend their time with this.
    frame = Frame(code.constants)
    frame.code, frame.outer, frame.caller, frame.contexts = code, function.outer, caller, None
    frame.target, frame.block, frame.site = target, then, None if code.inline else site
    frame.depth = caller.depth + 1
    names = code.positional
    count = -1 if names is None or kwargs else len(names)
    if count != len(args):
        function.fill(frame, args, kwargs)
    elif count == 1:
        frame[names[0]] = args[0]  # type: ignore[index]
    elif count == 2:
        frame[names[0]], frame[names[1]] = args  # type: ignore[index]
    else:
        for name, value in zip(names, args, strict=False):  # type: ignore[arg-type]
            frame[name] = value
    if frame.depth > MAX_DEPTH:
        raise too_deep()
    return frame, code.entry


def _enter_bound(
    method: Bound,
    args: list[Any],
    kwargs: dict[str, Any] | None,
    caller: Frame,
    target: Register,
    then: Block,
    site: nodes.Node,
) -> Next:
    """Go on in the function of a method."""
    args.insert(0, method.value)
    return enter(method.function, args, kwargs, caller, target, then, site)


def suspended(
    function: Function, args: Sequence[Any], kwargs: dict[str, Any] | None
) -> Iterator[Any]:
    """Return what calling a generator function gives: a frame that has not begun to run."""
    generators = later("generators")  # for programs that have one
    made: Iterator[Any] = generators.make_generator(function, args, kwargs)
    return made


def type_name(value: Any) -> str:
    """Return the name of a value's type, as messages give it."""
    return str(value.cls.name) if isinstance(value, Object) else class_name(type(value))


def host_callable(value: Any) -> Any:
    """Return a value if programs may call it."""
    if value.__class__ in CALLABLE:
        return value
    if isinstance(value, Object) and value.cls.calls():
        return value
    constructor = CONSTRUCTORS.get(value) if isinstance(value, type) else None
    if constructor is None and isinstance(value, type) and issubclass(value, BaseException):
        later("exceptions")  # which fills the table
        constructor = CONSTRUCTORS.get(value)
    if constructor is not None:
        return constructor
    if admitted(value if isinstance(value, type) else value.__class__) or inherits_call(value):
        return value
    if isinstance(value, type):
        raise op_error(TypeError, f"cannot create '{value.__name__}' instances")
    raise op_error(TypeError, f"'{type_name(value)}' object is not callable")


def callable_or(value: Any, message: str) -> Any:
    """Return a value if programs may call it; refuse it in other words than a call does."""
    try:
        return host_callable(value)
    except TypeError:
        raise op_error(TypeError, message) from None


def inherits_call(value: Any) -> bool:
    """Tell whether a value is called as those of a class above its own, as nodes of a name are."""
    return not CALLABLE.isdisjoint(value.__class__.__mro__)


CALLABLE: set[type] = {Function, Bound, Builtin, Wrapping, Method, Written}
"""The classes whose instances programs may call."""

HOSTED: list[Callable[[Function, Sequence[Any], dict[str, Any]], Any]] = []
"""What calls a function for the host that has been written as one of it: that of ``calling``."""

CONSTRUCTORS: dict[type, Callable[..., Any]] = {}
"""The types that programs may call, and what then runs; filled by ``builtins``."""

QUICK: list[Any] = [None]
"""The type of values whose attributes lie in a dictionary: instances of the program's classes."""

NUMBERS = frozenset({int, float})
"""The types of plain numbers, with which nothing has to be asked before an operation."""

ENTER: dict[type, Callable[..., Next]] = {Function: enter, Bound: _enter_bound}
"""How values of these types are called from a frame; any other is called by the host."""

CALLED: dict[type, Callable[[Any], Any]] = {}
"""What tells which function of the program a call of such a value comes down to, or None."""

SUSPENDED: dict[type, Callable[[Any], Any]] = {}
"""The types of generators, and what a loop of the program holds in their place."""

NATIVES: dict[type, dict[str, Any]] = {}
"""The host's classes that programs may derive from, and what each gives to programs by name."""

ADMISSIONS: list[Callable[[type], bool]] = []
"""What can let programs use further classes of the host, each telling whether it does."""


def admitted(kind: type) -> bool:
    """Tell whether programs may use a class of the host whose kind is loaded on demand."""
    return any(admit(kind) for admit in ADMISSIONS)
