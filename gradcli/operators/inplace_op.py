"""The form of an operator that overwrites its first operand.

This module knows how users call it; how values are replaced is known to ``core.inplace``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gradcli.core.tensor import Tensor
from gradcli.errors import op_error
from gradcli.operators.op import Label, Op, check, chosen


class InplaceOp:
    """The form of an operator that overwrites its first operand, as ``add_``."""

    __slots__ = ("label", "name", "op", "parameters")

    def __init__(self, op: Op, label: Label | None) -> None:
        self.op = op
        self.label = label  # the node's name, where it is not the operator's
        self.name = op.parameters.name + "_"
        self.parameters = op.parameters.renamed(self.name)

    def __repr__(self) -> str:
        return f"<built-in method {self.name}>"

    def __call__(self, target: Tensor, *operands: Any, **attrs: Any) -> Tensor:
        """Overwrite ``target`` with the result for it and ``operands``."""
        from gradcli.core.inplace import overwrite

        return overwrite(self.op, (target, *operands), attrs)

    def call_method(self, *args: Any, **kwargs: Any) -> Tensor:
        """Run as a user's method call, the tensor first."""
        operands, attrs = self.parameters.bind(args, kwargs, method=True)
        if not isinstance(operands[0], Tensor):
            kind = type(operands[0]).__name__
            message = f"{self.name}(): argument 'input' (position 1) must be Tensor, not {kind}"
            raise op_error(TypeError, message, operands=(0,))
        check(self.op, operands)
        return self(*operands, **attrs)

    def node_label(self, operands: Sequence[Any], attrs: dict[str, Any]) -> str:
        """Return the name of a node, where it is not the operator's."""
        assert self.label is not None
        return chosen(self.label, operands, attrs)
