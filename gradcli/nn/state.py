"""The state of a module: its parameters and persistent buffers by their names, and back."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from gradcli.core.hooks import RemovableHandle
from gradcli.core.modes import no_grad
from gradcli.core.tensor import Tensor
from gradcli.nn.parameter import Parameter
from gradcli.nn.registry import Registry
from gradcli.operators.refusals import invalid

__all__: list[str] = []

_EXTRA = "_extra_state"


class _Keys(NamedTuple):
    missing_keys: list[str]
    unexpected_keys: list[str]


class IncompatibleKeys(_Keys):
    """The names that a state lacked, and those that the module has not."""

    __slots__ = ()

    def __repr__(self) -> str:
        if not self.missing_keys and not self.unexpected_keys:
            return "<All keys matched successfully>"
        return super().__repr__()


_Keys.__module__ = IncompatibleKeys.__module__ = "torch.nn.modules.module"
IncompatibleKeys.__name__ = IncompatibleKeys.__qualname__ = "_IncompatibleKeys"


class Stateful(Registry):
    """A registry whose tensors can be taken as one dictionary and put back."""

    _version = 1
    _state_dict_hooks: dict[int, Callable[..., Any]]
    _state_dict_pre_hooks: dict[int, Callable[..., Any]]
    _load_state_dict_pre_hooks: dict[int, Callable[..., Any]]
    _load_state_dict_post_hooks: dict[int, Callable[..., Any]]

    def register_state_dict_pre_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """Call a hook with the module, a prefix and ``keep_vars`` before its state is taken."""
        return RemovableHandle(self._state_dict_pre_hooks, hook)

    def register_state_dict_post_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """Call a hook with the module, its state, a prefix and metadata once the state is taken."""
        return RemovableHandle(self._state_dict_hooks, hook)

    def register_load_state_dict_pre_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """Call a hook with the module and all that is known before its state is loaded."""
        return RemovableHandle(self._load_state_dict_pre_hooks, hook)

    def _register_load_state_dict_pre_hook(
        self, hook: Callable[..., Any], with_module: bool = False
    ) -> RemovableHandle:
        """Call a hook, without the module unless it wants that, before a state is loaded."""
        bare = hook if with_module else lambda module, *given: hook(*given)
        return self.register_load_state_dict_pre_hook(bare)

    def register_load_state_dict_post_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """Call a hook with the module and the incompatible names once its state is loaded."""
        return RemovableHandle(self._load_state_dict_post_hooks, hook)

    def _overrides(self, name: str) -> bool:
        """Tell whether the module has a method of its own."""
        return getattr(type(self), name) is not vars(Stateful)[name]

    def get_extra_state(self) -> Any:
        """Return what else belongs to the state; a module that has it says so."""
        raise invalid(_NO_EXTRA.replace("NAME", "get_extra_state"))

    def set_extra_state(self, state: Any) -> None:
        """Take back what else belongs to the state."""
        raise invalid(_NO_EXTRA.replace("NAME", "set_extra_state"))

    def _persistent(self) -> dict[str, Any]:
        """Return the parameters and buffers of this module alone that its state holds."""
        kept = dict(self._parameters)
        for name, buffer in self._buffers.items():
            if name not in self._non_persistent_buffers_set:
                kept[name] = buffer
        return {name: value for name, value in kept.items() if value is not None}

    def _save_to_state_dict(self, destination: Any, prefix: str, keep_vars: bool) -> None:
        for name, value in self._persistent().items():
            destination[prefix + name] = value if keep_vars else value.detach()
        if self._overrides("get_extra_state"):
            destination[prefix + _EXTRA] = self.get_extra_state()

    def state_dict(
        self, *, destination: Any = None, prefix: str = "", keep_vars: bool = False
    ) -> Any:
        """Return the parameters and persistent buffers by name, which share memory with these."""
        if destination is None:
            destination = OrderedDict()
            destination._metadata = OrderedDict()
        metadata = {"version": self._version}
        if hasattr(destination, "_metadata"):
            destination._metadata[prefix[:-1]] = metadata
        for hook in self._state_dict_pre_hooks.values():
            hook(self, prefix, keep_vars)
        self._save_to_state_dict(destination, prefix, keep_vars)
        for name, module in self._modules.items():
            if module is not None:
                path = f"{prefix}{name}."
                module.state_dict(destination=destination, prefix=path, keep_vars=keep_vars)
        for hook in self._state_dict_hooks.values():
            if hook(self, destination, prefix, metadata) is not None:
                raise invalid("state_dict post-hook must return None")
        return destination

    def load_state_dict(self, state_dict: Any, strict: bool = True, assign: bool = False) -> Any:
        """Copy a state into the parameters and buffers, or put its tensors in their place."""
        if not isinstance(state_dict, Mapping):
            message = f"Expected state_dict to be dict-like, got {type(state_dict)}."
            raise invalid(message, TypeError)
        metadata = getattr(state_dict, "_metadata", {})
        found = IncompatibleKeys([], [])
        problems: list[str] = []
        self._load(dict(state_dict), "", metadata, assign, found, problems)
        if strict:
            for what, names in (("Missing", found[0]), ("Unexpected", found[1])):
                if names:
                    listed = ", ".join(f'"{name}"' for name in names)
                    at = int(what == "Unexpected" and bool(found[0]))
                    problems.insert(at, f"{what} key(s) in state_dict: {listed}. ")
        if problems:
            listed = "\n\t".join(problems)
            kind = self._get_name()
            raise invalid(f"Error(s) in loading state_dict for {kind}:\n\t{listed}")
        return found

    def _load(
        self,
        state: dict[str, Any],
        prefix: str,
        metadata: Any,
        assign: bool,
        found: IncompatibleKeys,
        problems: list[str],
    ) -> None:
        """Load this module's part of a state and those of its submodules."""
        local = dict(metadata.get(prefix[:-1], {}))
        if assign:
            local["assign_to_params_buffers"] = True
        self._load_from_state_dict(state, prefix, local, True, *found, problems)
        for name, child in self._modules.items():
            if child is not None:
                path = f"{prefix}{name}."
                part = {key: value for key, value in state.items() if key.startswith(path)}
                child._load(part, path, metadata, assign, found, problems)
        for hook in self._load_state_dict_post_hooks.values():
            if hook(self, found) is not None:
                raise invalid(_POST_HOOK, AssertionError)

    def _load_from_state_dict(
        self,
        state_dict: dict[str, Any],
        prefix: str,
        local_metadata: dict[str, Any],
        strict: bool,
        missing_keys: list[str],
        unexpected_keys: list[str],
        error_msgs: list[str],
    ) -> None:
        given = (state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys)
        for hook in self._load_state_dict_pre_hooks.values():
            hook(self, *given, error_msgs)
        assign = local_metadata.get("assign_to_params_buffers", False)
        kept = self._persistent()
        for name, value in kept.items():
            if prefix + name in state_dict:
                new = state_dict[prefix + name]
                problem = _mismatch(prefix + name, new, value)
                if problem is None:
                    self._put(name, value, new, assign)
                else:
                    error_msgs.append(problem)
            elif strict:
                missing_keys.append(prefix + name)
        extra = prefix + _EXTRA
        if self._overrides("set_extra_state"):
            if extra in state_dict:
                self.set_extra_state(state_dict[extra])
            elif strict:
                missing_keys.append(extra)
        elif strict and extra in state_dict:
            unexpected_keys.append(extra)
        for key in state_dict if strict else ():
            if key.startswith(prefix) and key != extra:
                first, dot, _ = key.removeprefix(prefix).partition(".")
                if first not in (self._modules if dot else kept):
                    unexpected_keys.append(key)

    def _put(self, name: str, old: Any, new: Any, assign: bool) -> None:
        with no_grad():
            if not assign:
                old.copy_(new.reshape(()) if old.ndim == 0 else new)
                return
            if isinstance(old, Parameter) and not isinstance(new, Parameter):
                new = Parameter(new, old.requires_grad)
            elif isinstance(old, Parameter):
                new.requires_grad_(old.requires_grad)
            setattr(self, name, new)


def _mismatch(key: str, new: Any, old: Any) -> str | None:
    """Say why a value cannot be loaded in the place of another, if so."""
    if not isinstance(new, Tensor):
        return (
            f'While copying the parameter named "{key}", expected torch.Tensor or Tensor-like '
            f"object from checkpoint but received {type(new)}"
        )
    if new.shape == old.shape or (old.ndim == 0 and new.shape == (1,)):
        return None
    return (
        f"size mismatch for {key}: copying a param with shape {new.shape} from checkpoint, the "
        f"shape in current model is {old.shape}."
    )


_NO_EXTRA = (
    "Reached a code path in Module.NAME() that should never be called. Please file an issue at "
    "https://github.com/pytorch/pytorch/issues/new?template=bug-report.yml to report this bug."
)
_POST_HOOK = (
    "Hooks registered with ``register_load_state_dict_post_hook`` are not expected to return new "
    "values, if incompatible_keys need to be modified, it should be done inplace."
)
