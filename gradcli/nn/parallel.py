"""Modules that run on several devices, of which there is one."""

from __future__ import annotations

from typing import Any

from gradcli.nn import names
from gradcli.nn.module import Module

__all__ = names("parallel")


class DataParallel(Module):
    """A module as it is, under the name ``module``."""

    def __init__(
        self, module: Any, device_ids: Any = None, output_device: Any = None, dim: int = 0
    ) -> None:
        super().__init__()
        self.module = module
        self.device_ids: list[int] = []

    def forward(self, *inputs: Any, **kwargs: Any) -> Any:
        """Call the module."""
        return self.module(*inputs, **kwargs)


DataParallel.__module__ = "torch.nn.parallel.data_parallel"
