"""What the declarations of many operators share."""

from __future__ import annotations

from functools import partial

from gradcli.operators.declare import op

functional = partial(op, composite=True, where=["F"])
internal = partial(op, where=[])
"""Declares an operator that no program can name; others are made of it, or derivatives."""
linear = partial(op, linear=True)
linear_part = partial(internal, linear=True)
"""Declares a linear operator that no program can name; derivatives are made of it."""
