"""What a module is made of: its parameters, buffers and submodules, found by their names.

This module knows the registries and the walks over them. It does not know how modules are called.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from gradcli.core.state import STATE
from gradcli.core.tensor import Tensor
from gradcli.nn.calls import typename
from gradcli.nn.parameter import Buffer, Parameter
from gradcli.operators.refusals import invalid

__all__: list[str] = []


def _wrong_kind(value: Any, wanted: str) -> Exception:
    return invalid(f"cannot assign '{typename(value)}' as {wanted} or None expected)", TypeError)


_TABLES = ("_parameters", "_buffers", "_modules")


class Registry:
    """The names of a module: what is assigned to it is registered by its kind."""

    training: bool
    _parameters: dict[str, Any]
    _buffers: dict[str, Any]
    _modules: dict[str, Any]
    _non_persistent_buffers_set: set[str]
    _stands_for_tensor = False
    """Whether it computes a tensor that is read by its name (``utils.parametrize``)."""

    def _get_name(self) -> str:
        return type(self).__name__

    # Registries

    def _check_name(self, kind: str, name: Any, known: Any) -> str:
        if not isinstance(name, str):
            raise invalid(f"{kind} name should be a string. Got {typename(name)}", TypeError)
        name = str.__str__(name)
        taken = name not in known and self._has(name)
        if kind == "module" and taken:
            raise invalid(f"attribute '{name}' already exists", KeyError)
        if "." in name:
            got = f", got: {name}" if kind == "module" else ""
            raise invalid(f"""{kind} name can't contain "."{got}""", KeyError)
        if name == "":
            raise invalid(f"""{kind} name can't be empty string \"\"""", KeyError)
        if taken:
            raise invalid(f"attribute '{name}' already exists", KeyError)
        return str(name)

    def _tables(self) -> Iterator[dict[str, Any]]:
        """Yield the tables of what the module holds by name."""
        own = self.__dict__
        yield own
        yield from (own[table] for table in _TABLES if table in own)

    def _held(self, name: str) -> Any:
        """Return what the module holds under a name, or None; what its class has is not meant."""
        return next((table[name] for table in self._tables() if name in table), None)

    def _has(self, name: str) -> bool:
        """Tell whether a name stands for something; nothing is asked of that."""
        own = any(name in table for table in self._tables())
        own = own or self._parametrization(name) is not None
        return own or any(name in vars(kind) for kind in type(self).__mro__)

    def _parametrization(self, name: str) -> Any:
        """Return what computes the tensor of a name, or None."""
        listed = self.__dict__.get("_modules", {}).get("parametrizations")
        found = None if listed is None else listed._modules.get(name)
        return found if found is not None and found._stands_for_tensor else None

    def _parametrized(self, name: str) -> Any:
        """Return the tensor of a name that is computed of others, or None."""
        parametrization = self._parametrization(name)
        if parametrization is None:
            return None
        kept, key = STATE.parametrized, (id(self), name)
        if kept is None:
            return parametrization()
        if key not in kept:
            kept[key] = parametrization()
        return kept[key]

    def _offered(self, kind: str, name: str, value: Any) -> Any:
        """Return what hooks of all modules leave of what is about to be registered."""
        if STATE.module_hooks is not None:
            for hook in list(STATE.module_hooks.registering[kind].values()):
                replaced = hook(self, name, value)
                value = value if replaced is None else replaced
        return value

    def register_parameter(self, name: str, param: Any) -> None:
        """Add a parameter, or None in the place of one."""
        if "_parameters" not in self.__dict__:
            message = "cannot assign parameter before Module.__init__() call"
            raise invalid(message, AttributeError)
        name = self._check_name("parameter", name, self._parameters)
        if param is not None and not isinstance(param, Parameter):
            raise invalid(
                f"cannot assign '{typename(param)}' object to parameter '{name}' "
                "(torch.nn.Parameter or None required)",
                TypeError,
            )
        if param is not None and param.grad_fn is not None:
            raise invalid(
                f"Cannot assign non-leaf Tensor to parameter '{name}'. Model parameters must be "
                f"created explicitly. To express '{name}' as a function of another Tensor, compute "
                "the value in the forward() method.",
                ValueError,
            )
        self._parameters[name] = param if param is None else self._offered("parameter", name, param)

    def register_buffer(self, name: str, tensor: Any, persistent: bool = True) -> None:
        """Add a tensor that is no parameter, which the state holds if it is persistent."""
        if "_buffers" not in self.__dict__:
            raise invalid("cannot assign buffer before Module.__init__() call", AttributeError)
        name = self._check_name("buffer", name, self._buffers)
        if tensor is not None and not isinstance(tensor, Tensor):
            raise invalid(
                f"cannot assign '{typename(tensor)}' object to buffer '{name}' "
                "(torch Tensor or None required)",
                TypeError,
            )
        self._buffers[name] = self._offered("buffer", name, tensor)
        (set.discard if persistent else set.add)(self._non_persistent_buffers_set, name)

    def add_module(self, name: str, module: Any) -> None:
        """Add a submodule, or None in the place of one."""
        if module is not None and not isinstance(module, Registry):
            raise invalid(f"{typename(module)} is not a Module subclass", TypeError)
        name = self._check_name("module", name, self._modules)
        self._modules[name] = self._offered("module", name, module)

    def register_module(self, name: str, module: Any) -> None:
        """Add a submodule, or None in the place of one."""
        self.add_module(name, module)

    def __getattr__(self, name: str) -> Any:
        own = self.__dict__
        for registry in _TABLES:
            if registry in own and name in own[registry]:
                return own[registry][name]
        made = self._parametrized(name)
        if made is None:
            raise AttributeError(f"'{self._get_name()}' object has no attribute '{name}'")
        return made

    def __setattr__(self, name: str, value: Any) -> None:
        own = self.__dict__
        parameters, modules = own.get("_parameters"), own.get("_modules")
        if isinstance(value, Parameter):
            self._make_room(name, "parameters", "_buffers", "_modules")
            self.register_parameter(name, value)
        elif parameters is not None and name in parameters:
            if value is not None:
                raise _wrong_kind(value, f"parameter '{name}' (torch.nn.Parameter")
            self.register_parameter(name, value)
        elif isinstance(value, Registry):
            self._make_room(name, "module", "_parameters", "_buffers")
            self._modules[name] = self._offered("module", name, value)
        elif modules is not None and name in modules:
            if value is not None:
                raise _wrong_kind(value, f"child module '{name}' (torch.nn.Module")
            modules[name] = self._offered("module", name, value)
        elif isinstance(value, Buffer) or name in own.get("_buffers", ()):
            if value is not None and not isinstance(value, Tensor):
                raise _wrong_kind(value, f"buffer '{name}' (torch.nn.Buffer, torch.Tensor")
            kept = name not in self._non_persistent_buffers_set
            if isinstance(value, Buffer):
                kept = value.persistent
            self.register_buffer(name, value, kept)
        else:
            made = None if modules is None else self._parametrization(name)
            if made is None:
                object.__setattr__(self, name, value)
            else:
                made.right_inverse(value)

    def _make_room(self, name: str, kind: str, *registries: str) -> None:
        """Take a name away from everything but the registry that it is going to stand in."""
        own = self.__dict__
        if "_parameters" not in own:
            message = f"cannot assign {kind} before Module.__init__() call"
            raise invalid(message, AttributeError)
        for table in (own, *(own[registry] for registry in registries)):
            table.pop(name, None)
        self._non_persistent_buffers_set.discard(name)

    def __delattr__(self, name: str) -> None:
        for registry in (self._parameters, self._buffers, self._modules):
            if name in registry:
                del registry[name]
                self._non_persistent_buffers_set.discard(name)
                return
        if name not in self.__dict__ and not hasattr(type(self), name):
            raise AttributeError(f"'{self._get_name()}' object has no attribute '{name}'")
        object.__delattr__(self, name)

    def __dir__(self) -> list[str]:
        registries = (self.__dict__, self._parameters, self._modules, self._buffers)
        names = [*dir(type(self)), *chain.from_iterable(registries)]
        return sorted(name for name in names if not name[:1].isdigit())

    # Walks

    def _members(
        self, registry: str, prefix: str, recurse: bool, remove_duplicate: bool
    ) -> Iterator[tuple[str, Any]]:
        seen: set[Any] = set()
        walk: Iterable[tuple[str, Any]] = [(prefix, self)]
        if recurse:
            walk = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate)
        for path, module in walk:
            for name, value in vars(module)[registry].items():
                if value is None or value in seen:
                    continue
                if remove_duplicate:
                    seen.add(value)
                yield f"{path}.{name}" if path else name, value

    def named_parameters(
        self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Any]]:
        """Yield each parameter with its name."""
        yield from self._members("_parameters", prefix, recurse, remove_duplicate)

    def parameters(self, recurse: bool = True) -> Iterator[Any]:
        """Yield each parameter."""
        for _, parameter in self.named_parameters(recurse=recurse):
            yield parameter

    def named_buffers(
        self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Any]]:
        """Yield each buffer with its name."""
        yield from self._members("_buffers", prefix, recurse, remove_duplicate)

    def buffers(self, recurse: bool = True) -> Iterator[Any]:
        """Yield each buffer."""
        for _, buffer in self.named_buffers(recurse=recurse):
            yield buffer

    def named_children(self) -> Iterator[tuple[str, Any]]:
        """Yield each direct submodule with its name."""
        seen: set[Any] = set()
        for name, module in self._modules.items():
            if module is not None and module not in seen:
                seen.add(module)
                yield name, module

    def children(self) -> Iterator[Any]:
        """Yield each direct submodule."""
        for _, module in self.named_children():
            yield module

    def named_modules(
        self, memo: set[Any] | None = None, prefix: str = "", remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Any]]:
        """Yield this module and all that it is made of, with their names."""
        memo = set() if memo is None else memo
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        yield prefix, self
        for name, module in self._modules.items():
            if module is not None:
                path = f"{prefix}.{name}" if prefix else name
                yield from module.named_modules(memo, path, remove_duplicate)

    def modules(self, remove_duplicate: bool = True) -> Iterator[Any]:
        """Yield this module and all that it is made of."""
        for _, module in self.named_modules(remove_duplicate=remove_duplicate):
            yield module

    # Names of submodules, with dots

    def _part(self, name: str, kind: type, what: str) -> Any:
        """Return what has a name without dots, which must be of a kind."""
        if not self._has(name):
            raise invalid(f"{self._get_name()} has no attribute `{name}`", AttributeError)
        part = self._held(name)
        if part is None:
            part = self._parametrized(name)
        if not isinstance(part, kind):
            raise invalid(f"`{name}` is not {what}", AttributeError)
        return part

    def get_submodule(self, target: str) -> Any:
        """Return the module of a name with dots; of the empty one, this module."""
        module = self
        for name in target.split(".") if target else ():
            module = module._part(name, Registry, "an nn.Module")
        return module

    def get_parameter(self, target: str) -> Any:
        """Return the parameter of a name with dots."""
        path, _, name = target.rpartition(".")
        return self.get_submodule(path)._part(name, Parameter, "an nn.Parameter")

    def get_buffer(self, target: str) -> Any:
        """Return the buffer of a name with dots."""
        path, _, name = target.rpartition(".")
        module = self.get_submodule(path)
        buffer = module._part(name, object, "")
        if name not in module._buffers:
            raise invalid(f"`{name}` is not a buffer", AttributeError)
        return buffer

    def set_submodule(self, target: str, module: Any, strict: bool = False) -> None:
        """Put a module in the place of the one of a name with dots."""
        if target == "":
            raise invalid("Cannot set the submodule without a target name!", ValueError)
        if not isinstance(module, Registry):
            raise invalid(f"`module` is not an nn.Module, found {type(module)}", ValueError)
        path, _, name = target.rpartition(".")
        parent = self.get_submodule(path)
        if strict or parent._has(name):
            parent._part(name, Registry, "an nn.Module")
        setattr(parent, name, module)
