"""Whole processes: the README's expression against ``import numpy``, and help against click."""

import compileall
import sys
from importlib.util import find_spec

from measure import comparison, medians, process, versus

GRADCLI = (sys.executable, "-m", "gradcli")
EVAL = (*GRADCLI, "eval", "mean(3 * (x + 2)**2)", "-D", "x=ones(2, 2)")


def compile_bytecode() -> None:
    """Compile gradcli as pip does when it installs, also where Python is told not to."""
    spec = find_spec("gradcli")
    assert spec is not None and spec.submodule_search_locations is not None
    for folder in spec.submodule_search_locations:
        compileall.compile_dir(folder, quiet=1)


def main() -> None:
    """Print the table."""
    compile_bytecode()
    sides = {
        "eval": process(*EVAL),
        "help": process(*GRADCLI, "--help"),
        "version": process(*GRADCLI, "--version"),
        "numpy": process(sys.executable, "-c", "import numpy"),
        "click": process(sys.executable, "-c", "import click"),
    }
    times = medians(sides, seconds=20, rounds=21)
    rows = [
        versus("eval, against import numpy", times["eval"], times["numpy"], 1.35),
        versus("--help, against import click", times["help"], times["click"], 1.3),
        versus("--version, against import click", times["version"], times["click"], 1.3),
    ]
    comparison("python -c", rows)


if __name__ == "__main__":
    main()
