"""Containers: modules in a row, in a list or by names, and parameters likewise."""

from __future__ import annotations

import operator
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, Self

from gradcli.core.tensor import Tensor
from gradcli.nn import names
from gradcli.nn.calls import check_count, kind_name
from gradcli.nn.module import Module, indented
from gradcli.nn.parameter import Parameter
from gradcli.operators.refusals import index_error, invalid

__all__ = names("container")


class _Listed(Module):
    """Modules by their numbers."""

    def _key(self, index: Any) -> str:
        """Return the name of the module with a number, which can count from the end."""
        size = len(self._modules)
        index = operator.index(index)
        if not -size <= index < size:
            raise index_error(f"index {index} is out of range")
        return str([*self._modules][index])

    def __setitem__(self, index: Any, module: Any) -> None:
        setattr(self, self._key(index), module)

    def __delitem__(self, index: Any) -> None:
        whole = isinstance(index, slice)
        for name in list(self._modules)[index] if whole else [self._key(index)]:
            delattr(self, name)
        kept = self._modules.values()
        self.__dict__["_modules"] = {str(number): module for number, module in enumerate(kept)}

    def __len__(self) -> int:
        return len(self._modules)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._modules.values())

    def append(self, module: Any) -> Self:
        """Add a module at the end."""
        self.add_module(str(len(self)), module)
        return self

    def pop(self, key: Any) -> Any:
        """Take a module away and return it."""
        module = self[key]  # type: ignore[index]
        del self[key]
        return module

    def _insert(self, index: int, module: Any) -> None:
        modules = list(self._modules.values())
        modules.insert(index, module)
        self.__dict__["_modules"] = {str(number): part for number, part in enumerate(modules)}


class Sequential(_Listed):
    """Modules that are called one after the other, each with the result of the one before."""

    def __init__(self, *args: Any) -> None:
        super().__init__()
        if len(args) == 1 and isinstance(args[0], OrderedDict):
            for name, module in args[0].items():
                self.add_module(name, module)
        else:
            for number, module in enumerate(args):
                self.add_module(str(number), module)

    def forward(self, input: Any) -> Any:
        """Return what the last module makes."""
        for module in self._modules.values():
            input = module(input)
        return input

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return type(self)(OrderedDict(list(self._modules.items())[index]))
        return self._modules[self._key(index)]

    def __add__(self, other: Any) -> Any:
        return Sequential(*self, *_sequential(other))

    def __iadd__(self, other: Any) -> Self:
        return self.extend(_sequential(other))

    def __mul__(self, other: Any) -> Any:
        return Sequential(*list(self) * _times(self, other))

    __rmul__ = __mul__

    def __imul__(self, other: Any) -> Self:
        return self.extend(list(self) * (_times(self, other) - 1))

    def insert(self, index: int, module: Any) -> Self:
        """Add a module before the one with a number."""
        if not isinstance(module, Module):
            raise invalid(f"module should be of type: {Module}", AssertionError)
        size = len(self)
        if not -size <= index <= size:
            raise index_error(f"Index out of range: {index}")
        self._insert(index, module)
        return self

    def extend(self, sequential: Any) -> Self:
        """Add modules at the end."""
        for module in sequential:
            self.append(module)
        return self


def _sequential(other: Any) -> Any:
    if not isinstance(other, Sequential):
        raise invalid(
            f"add operator supports only objects of Sequential class, but {type(other)} is given.",
            ValueError,
        )
    return list(other)


def _times(module: Any, count: Any) -> int:
    if not isinstance(count, int):
        message = f"unsupported operand type(s) for *: {type(module)} and {type(count)}"
        raise invalid(message, TypeError)
    if count <= 0:
        raise invalid(f"Non-positive multiplication factor {count} for {type(module)}", ValueError)
    check_count(len(module) * count, "modules")
    return count


class ModuleList(_Listed):
    """Modules in a list."""

    def __init__(self, modules: Any = None) -> None:
        super().__init__()
        if modules is not None:
            self.extend(modules)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return type(self)(list(self._modules.values())[index])
        return self._modules[self._key(index)]

    def __iadd__(self, modules: Any) -> Self:
        return self.extend(modules)

    def __add__(self, other: Any) -> Any:
        return ModuleList(chain(self, other))

    def insert(self, index: int, module: Any) -> None:
        """Add a module before the one with a number."""
        self._insert(index, module)

    def extend(self, modules: Any) -> Self:
        """Add modules at the end."""
        if not isinstance(modules, Iterable):
            kind = type(modules).__name__
            raise invalid(
                f"ModuleList.extend should be called with an iterable, but got {kind}", TypeError
            )
        for module in list(modules):
            self.append(module)
        return self

    def __repr__(self) -> str:
        texts = [repr(module) for module in self]
        lines: list[str] = []
        start = 0
        for end, text in enumerate(texts, 1):
            if end < len(texts) and texts[end] == text:
                continue
            several = end - start > 1
            head = f"({start}-{end - 1}): {end - start} x " if several else f"({start}): "
            lines.append("\n  " + indented(head + text))
            start = end
        return f"{self._get_name()}({''.join(lines)}\n)" if lines else f"{self._get_name()}()"


def _pairs(name: str, given: Any) -> Iterator[tuple[Any, Any]]:
    """Yield the keys and values of a mapping, or of a series of pairs."""
    if not isinstance(given, Iterable):
        many = "ParametersDict" if name == "ParameterDict" else name
        raise invalid(
            f"{many}.update should be called with an iterable of key/value pairs, but got "
            f"{type(given).__name__}",
            TypeError,
        )
    if isinstance(given, (Mapping, _Named)):
        yield from given.items()
        return
    for place, pair in enumerate(given):
        element = f"{name} update sequence element #{place}"
        if not isinstance(pair, Iterable):
            raise invalid(f"{element} should be Iterable; is{type(pair).__name__}", TypeError)
        values = list(pair)
        if len(values) != 2:
            raise invalid(f"{element} has length {len(values)}; 2 is required", ValueError)
        yield values[0], values[1]


class _Named(Module):
    """Values by names, as a dict has them."""

    def _table(self) -> dict[str, Any]:
        return self._modules

    def __len__(self) -> int:
        return len(self._table())

    def __iter__(self) -> Iterator[str]:
        return iter(self._table())

    def __contains__(self, key: object) -> bool:
        return key in self._table()

    def pop(self, key: str) -> Any:
        """Take a value away and return it."""
        value = self[key]  # type: ignore[index]
        del self[key]
        return value

    def keys(self) -> Any:
        """Return the names."""
        return self._table().keys()


class ModuleDict(_Named):
    """Modules by names."""

    def __init__(self, modules: Any = None) -> None:
        super().__init__()
        if modules is not None:
            self.update(modules)

    def __getitem__(self, key: str) -> Any:
        return self._modules[key]

    def __setitem__(self, key: str, module: Any) -> None:
        self.add_module(key, module)

    def __delitem__(self, key: str) -> None:
        del self._modules[key]

    def clear(self) -> None:
        """Take all modules away."""
        self._modules.clear()

    def items(self) -> Any:
        """Return the names with the modules."""
        return self._modules.items()

    def values(self) -> Any:
        """Return the modules."""
        return self._modules.values()

    def update(self, modules: Any) -> None:
        """Add modules by names, from a mapping or from pairs."""
        for key, module in _pairs("ModuleDict", modules):
            self[key] = module


def _described(key: Any, value: Any, kind: str) -> str:
    """Return the line of a parameter in the text of a container."""
    if not isinstance(value, Tensor):
        return f"  ({key}): Object of type: {kind_name(value)}"
    name = "Parameter" if isinstance(value, Parameter) else "Tensor"
    return f"  ({key}): {name} containing: [{kind} of size {'x'.join(map(str, value.shape))}]"


def _as_parameter(value: Any) -> Any:
    plain = isinstance(value, Tensor) and not isinstance(value, Parameter)
    return Parameter(value) if plain else value


class ParameterList(Module):
    """Parameters in a list."""

    def __init__(self, values: Any = None) -> None:
        super().__init__()
        self._size = 0
        if values is not None:
            self.extend(values)

    def _key(self, index: Any) -> str:
        index = operator.index(index)
        if not -len(self) <= index < len(self):
            raise index_error(f"index {index} is out of range")
        return str(index % len(self))

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return type(self)([self[place] for place in range(*index.indices(len(self)))])
        return getattr(self, self._key(index))

    def __setitem__(self, index: Any, value: Any) -> None:
        setattr(self, self._key(index), _as_parameter(value))

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[Any]:
        return iter([self[place] for place in range(len(self))])

    def __iadd__(self, parameters: Any) -> Self:
        return self.extend(parameters)

    def append(self, value: Any) -> Self:
        """Add a parameter at the end."""
        self._size += 1
        self[self._size - 1] = value
        return self

    def extend(self, values: Any) -> Self:
        """Add parameters at the end."""
        if not isinstance(values, Iterable) or isinstance(values, Tensor):
            kind = type(values).__name__
            raise invalid(
                f"ParameterList.extend should be called with an iterable, but got {kind}",
                TypeError,
            )
        for value in values:
            self.append(value)
        return self

    def extra_repr(self) -> str:
        """Return a line for each parameter."""
        numbered = enumerate(self)
        return "\n".join(_described(n, p, str(getattr(p, "dtype", ""))) for n, p in numbered)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Refuse; it holds parameters alone."""
        raise invalid("ParameterList should not be called.")


class ParameterDict(_Named):
    """Parameters by names."""

    def __init__(self, parameters: Any = None) -> None:
        super().__init__()
        self._keys: dict[str, None] = {}
        if parameters is not None:
            self.update(parameters)

    def _table(self) -> dict[str, Any]:
        return self._keys

    def __getitem__(self, key: str) -> Any:
        if _checked(key) not in self._keys:
            raise AttributeError(f"'{self._get_name()}' object has no attribute '{key}'")
        return self._held(key)

    def __setitem__(self, key: str, value: Any) -> None:
        if _checked(key) not in self._keys and self._has(key):
            raise invalid(f"attribute '{key}' already exists", KeyError)
        self._keys[key] = None
        setattr(self, key, _as_parameter(value))

    def __delitem__(self, key: str) -> None:
        del self._keys[key]
        delattr(self, _checked(key))

    def __reversed__(self) -> Iterator[str]:
        return reversed(self._keys)

    def copy(self) -> Any:
        """Return another container of the same parameters."""
        return ParameterDict(OrderedDict(self.items()))

    def setdefault(self, key: str, default: Any = None) -> Any:
        """Return the parameter of a name, added if there is none."""
        if key not in self:
            self[key] = default
        return self[key]

    def clear(self) -> None:
        """Take all parameters away."""
        for key in list(self._keys):
            del self[key]

    def popitem(self) -> tuple[str, Any]:
        """Take the last parameter away and return it with its name."""
        key = next(reversed(self._keys))
        return key, self.pop(key)

    def get(self, key: str, default: Any = None) -> Any:
        """Return the parameter of a name, or a default."""
        return self[key] if key in self else default  # noqa: SIM401

    def fromkeys(self, keys: Any, default: Any = None) -> Any:
        """Return a container with one value for all names."""
        return ParameterDict((key, default) for key in keys)

    def items(self) -> Any:
        """Return the names with the parameters."""
        return ((key, self[key]) for key in self._keys)

    def values(self) -> Any:
        """Return the parameters."""
        return (self[key] for key in self._keys)

    def update(self, parameters: Any) -> None:
        """Add parameters by names, from a mapping or from pairs."""
        if isinstance(parameters, Mapping) and not isinstance(parameters, OrderedDict):
            parameters = sorted(parameters.items())
        for key, parameter in _pairs("ParameterDict", parameters):
            self[key] = parameter

    def __or__(self, other: Any) -> Any:
        made = self.copy()
        made.update(other)
        return made

    def __ror__(self, other: Any) -> Any:
        made = other.copy()
        made.update(self)
        return made

    def __ior__(self, other: Any) -> Self:
        self.update(other)
        return self

    def extra_repr(self) -> str:
        """Return a line for each parameter."""
        named = self.items()
        return "\n".join(
            _described(key, p, str(p.type()) if isinstance(p, Tensor) else "") for key, p in named
        )

    def __call__(self, input: Any) -> Any:
        """Refuse; it holds parameters alone."""
        raise invalid("ParameterDict should not be called.")


def _checked(key: Any) -> str:
    if isinstance(key, str):
        return key
    raise invalid(
        "Index given to ParameterDict cannot be used as a key as it is not a string (type is "
        f"'{type(key).__name__}'). Open an issue on github if you need non-string keys.",
        TypeError,
    )
