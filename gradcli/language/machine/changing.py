"""How an instance changes what carries it: with its class, or with the dictionary it is held in."""

from __future__ import annotations

import gc
from typing import Any

from gradcli.language.machine.functions import type_name
from gradcli.language.machine.instances import Bare, Guarded, Instance, let_count
from gradcli.language.machine.objects import Class


def hold_in(instance: Any, attributes: Any) -> dict[str, Any]:
    """Let the attributes of an instance lie in a dictionary of the program's: often in itself."""
    if not isinstance(attributes, dict):
        raise TypeError(f"__dict__ must be set to a dictionary, not a '{type_name(attributes)}'")
    object.__setattr__(instance, "attributes", attributes)
    if instance.__class__ is Instance:
        instance.__class__ = Guarded  # type: ignore[assignment]
    return attributes


def guard_instances(cls: Class) -> None:
    """Let what a class was given be asked of the instances that there are: a descriptor first."""
    kinds = [cls]
    for kind in kinds:
        kinds.extend(kind.children)
        carrier: Any = kind.host if let_count(kind) else Guarded
        for instance in gc.get_referrers(kind):
            if isinstance(instance, Bare) and instance.cls is kind:
                instance.__class__ = carrier


def become(instance: Any, kind: Any) -> None:
    """Let an instance be of another class of the program, whose instances are laid out alike."""
    if not isinstance(kind, (Class, type)):
        what = f"not '{type_name(kind)}' object"
        raise TypeError(f"__class__ must be set to a class, {what}")
    old = instance.cls
    bare = isinstance(instance, Bare)
    if not isinstance(kind, Class) or kind.fixed or old.fixed:
        raise TypeError(
            "__class__ assignment only supported for mutable types or ModuleType subclasses"
        )
    alike = issubclass(kind.host, Bare) if bare else kind.host is type(instance)
    if not alike or kind.slots != old.slots:
        names = f"'{kind.name}' object layout differs from '{old.name}'"
        raise TypeError(f"__class__ assignment: {names}")
    object.__setattr__(instance, "cls", kind)
    if bare:
        carrier: Any = kind.host if let_count(kind) else Guarded
        instance.__class__ = carrier
