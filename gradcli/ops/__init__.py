"""The operators, a file for each family; they fill the table ``core.table.OPS``.

A family is loaded when one of its names is asked for. Which family has it is said by an index; for
a name that none has, other packages are asked (``plugins``).
"""

from functools import partial
from importlib import import_module

from gradcli.core.table import OPS
from gradcli.operators.index import NAMES
from gradcli.operators.methods import install


def _load(family: str) -> None:
    import_module(f"gradcli.ops.{family}")


OPS.index, OPS.load, OPS.search = NAMES, _load, partial(_load, "plugins")
install()
