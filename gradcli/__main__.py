"""Run the command, as ``gradcli`` and as ``python -m gradcli``; it knows the command's name alone.

Nothing is imported before somebody listens: Ctrl-C ends the command without a word, also while it
still loads.
"""

import os
import sys

# What NumPy imports for its docstrings alone, an eighth of its instructions; no command shows them.
_DOCSTRINGS = ("numpy._core._add_newdocs", "numpy._core._add_newdocs_scalars")

# Python puts the working directory first, where somebody's module could take another's place.
_PARENT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def main() -> int:
    """Run the command; return its exit status."""
    try:
        for name in _DOCSTRINGS:
            sys.modules.setdefault(name, sys)  # any module will do
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
