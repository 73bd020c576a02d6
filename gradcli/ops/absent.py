"""What PyTorch has and gradcli leaves out, each with its reason, which errors give."""

from __future__ import annotations

ABSENT: dict[str, str] = {}
"""Full names of functions, or ``Tensor.`` and a method's name: why there is none."""
