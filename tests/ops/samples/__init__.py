"""What proves the operators, a file for each family of ``gradcli/ops``, which it mirrors.

The ``PROOFS`` of a file have an entry for each operator that the family declares, in that order.
``EXAMPLES`` has samples that are chosen to be shown, where none of the others is good to look at.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from types import ModuleType

from tests.ops.sampling import Proof


def proofs() -> dict[str, dict[str, Proof]]:
    """Return the proofs of every family by the names of its operators."""
    families = sorted(path.stem for path in Path(__file__).parent.glob("[!_]*.py"))
    return {family: _proofs(import_module(f"{__name__}.{family}")) for family in families}


def _proofs(module: ModuleType) -> dict[str, Proof]:
    shown = getattr(module, "EXAMPLES", {})
    return {
        name: proof._replace(samples=[*proof.samples, shown[name]]) if name in shown else proof
        for name, proof in module.PROOFS.items()
    }
