"""Run the command, as ``gradcli`` and as ``python -m gradcli``; it knows the command's name alone.

Nothing is imported before somebody listens: Ctrl-C ends the command without a word, also while it
still loads.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from types import ModuleType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# What NumPy imports for its docstrings alone, an eighth of its instructions; no command shows them.
_DOCSTRINGS = ("numpy._core._add_newdocs", "numpy._core._add_newdocs_scalars")
_ANNOTATIONS = "numpy._typing"  # and for annotations alone, a tenth

# Python puts the working directory first, where somebody's module could take another's place.
_PARENT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class _Annotations(ModuleType):
    """What NumPy's modules write annotations with, read only when somebody asks for more."""

    NDArray: Any = list  # ``numpy.linalg`` says ``NDArray[Any]`` in its named tuples

    @property
    def __path__(self) -> list[str]:  # type: ignore[override]  # of a class, not of the module
        """Return where the module's parts lie, which every import asks."""
        return [os.path.join(sys.modules["numpy"].__path__[0], "_typing")]

    def __getattr__(self, name: str) -> Any:
        """Give way to the module itself."""
        if sys.modules.get(_ANNOTATIONS) is self:
            del sys.modules[_ANNOTATIONS]
        module = import_module(_ANNOTATIONS)
        self.NDArray = module.NDArray
        return getattr(module, name)


def main() -> int:
    """Run the command; return its exit status."""
    try:
        for name in _DOCSTRINGS:
            sys.modules.setdefault(name, sys)  # any module will do
        sys.modules.setdefault(_ANNOTATIONS, _Annotations(_ANNOTATIONS))
        from gradcli.commands.main import main as run

        return run()
    except KeyboardInterrupt:
        return 130


def _forget_folder() -> None:
    try:
        here = os.getcwd()
    except OSError:  # somebody has removed it
        here = ""
    if not sys.flags.safe_path and sys.path[:1] == [here] and here != _PARENT:
        del sys.path[0]


if __name__ == "__main__":
    _forget_folder()
    sys.exit(main())
