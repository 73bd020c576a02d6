"""What PyTorch says of wrong calls of tensors' methods that are none of an operator.

The host counts the tensor among the arguments; PyTorch's own table of methods does not.
"""

from __future__ import annotations

import re

from gradcli.errors import too_many_arguments
from gradcli.language.machine.functions import Method

OWN_BASES = "torch.distributions.", "torch.nn.modules.transformer"
"""The modules whose classes are made by bases that PyTorch does not have."""

_IN_PYTHON = "backward register_hook register_post_accumulate_grad_hook"
_WITHOUT = (
    "data_ptr detach detach_ dim element_size get_device is_complex is_conj is_floating_point "
    "is_inference is_neg is_nonzero is_pinned is_signed item ndimension nelement numel "
    "retain_grad tolist"
)
"""Methods that take nothing."""

_TOO_MANY = re.compile(r" takes (?:from (\d+) to )?(\d+) positional arguments? but (\d+) .*")
_MISSING = re.compile(r" missing (\d+) required positional arguments?: (.*)")


def of_tensor(name: str, problem: str) -> str:
    """Return the message for a wrong call of a method of the name, by what the host says of it."""
    if name in _IN_PYTHON.split():
        return f"Tensor.{name}(){problem}"
    many, missing, plain = _TOO_MANY.fullmatch(problem), _MISSING.fullmatch(problem), ""
    if name in _WITHOUT.split():
        plain = f"TensorBase.{name}() takes no "
    if many is not None:
        least, most, given = (int(count) - 1 for count in many.groups(many[2]))
        if plain:
            return f"{plain}arguments ({given} given)"
        return too_many_arguments(name, least, most, given)
    if missing is not None:
        plural, quoted = "s" if missing[1] == "1" else "", missing[2].replace("'", '"')
        return f"{name}() missing {missing[1]} required positional argument{plural}: {quoted}"
    return f"{plain}keyword arguments" if plain else f"{name}(){problem}"


def owner(method: Method) -> str:
    """Return the name of the class that PyTorch or Python has a method in, as messages give it."""
    known = type(method.value)
    for kind in type(method.value).__mro__:
        private = kind.__name__.startswith("_") or kind.__module__.startswith("gradcli.")
        if not private:  # what else a class is made of has no name here
            known = kind
        if method.name in vars(kind) and not kind.__module__.startswith("gradcli.language."):
            break
    return known.__name__
