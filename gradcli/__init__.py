"""gradcli: PyTorch's autograd at the shell, and in Python under PyTorch's names.

``import gradcli as torch`` runs code written for the part of PyTorch that is here; ``gradcli.run``
runs a program text. Everything is loaded when it is first asked for.
"""

TYPE_CHECKING = False  # typing takes a while, in which Ctrl-C would end in a traceback
if TYPE_CHECKING:
    from typing import Any

__version__ = "0.1.0"

# What PyTorch has not.
_OWN = (
    "GradcliError",
    "Limits",
    "Run",
    "Session",
    "diff",
    "engine",
    "equal",
    "explain",
    "graph",
    "run",
)
_MODULES = ("autograd", "distributions", "func", "nn", "optim", "utils")


def __getattr__(name: str) -> "Any":
    if name.startswith("__") and name != "__all__":
        raise AttributeError(f"module 'gradcli' has no attribute '{name}'")
    value = _find(name)
    globals()[name] = value
    return value


def _find(name: str) -> "Any":
    """Return what a public name stands for: ours, or else PyTorch's."""
    if name in _MODULES:
        from importlib import import_module

        return import_module(f"gradcli.{name}")
    if name == "GradcliError":
        from gradcli.errors import GradcliError

        return GradcliError
    if name in ("diff", "engine", "equal", "explain", "graph"):
        from gradcli import api

        return vars(api)[name]
    if name in ("Limits", "Run", "Session", "run"):
        from gradcli.language import run

        run.Run.shown = _shown
        return vars(run)[name]
    from gradcli.core.table import OPS
    from gradcli.language.names.facts import install
    from gradcli.language.names.table import MODULES

    install()

    OPS.load_others()  # a tensor in Python has the methods of plug-ins from the first
    if name == "Tensor":
        from gradcli.core.table import METHODS
        from gradcli.core.tensor import Tensor
        from gradcli.operators.documentation import document
        from gradcli.operators.methods import complete

        complete()
        document(Tensor, METHODS)
        from gradcli.operators import constructor

        return constructor.Tensor
    torch = MODULES["torch"]
    return list(torch.public()) if name == "__all__" else torch.find(name)


def _shown(run: "Any", form: str) -> str | None:
    """Write a run for a prompt or a notebook, which loads what can."""
    from gradcli.api import show_run

    return show_run(run, form)


def load_ipython_extension(shell: "Any") -> None:
    """Give a notebook ``%gradcli`` and ``%%gradcli``: ``%load_ext gradcli`` calls this."""
    from gradcli.commands.notebook import load

    load(shell)


def __dir__() -> list[str]:
    return sorted({"__version__", *_OWN, *_MODULES, *_find("__all__")})
