"""What proves the operators, a file for each family of ``gradcli/ops``, which it mirrors.

The ``PROOFS`` of a file have an entry for each operator that the family declares, in that order.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from tests.ops.sampling import Proof


def proofs() -> dict[str, dict[str, Proof]]:
    """Return the proofs of every family by the names of its operators."""
    families = sorted(path.stem for path in Path(__file__).parent.glob("[!_]*.py"))
    return {family: import_module(f"{__name__}.{family}").PROOFS for family in families}
