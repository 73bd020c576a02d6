"""``torch.utils.deterministic``: whether elements that nobody gave are told from others.

``fill_uninitialized_memory`` counts while ``torch.use_deterministic_algorithms`` is on, as in
PyTorch: what ``torch.empty`` makes is NaN then, or the largest number of its type.
"""

import sys
import types

from gradcli.core.state import STATE


class _Deterministic(types.ModuleType):
    """The module, which has one thing to set."""

    @property
    def fill_uninitialized_memory(self) -> bool:
        """Whether such elements are filled."""
        return STATE.fills_undefined

    @fill_uninitialized_memory.setter
    def fill_uninitialized_memory(self, mode: bool) -> None:
        if not isinstance(mode, bool):
            kind = type(mode).__name__
            raise TypeError(f"expected a bool, but got {kind}")
        STATE.fills_undefined = mode


sys.modules[__name__].__class__ = _Deterministic
