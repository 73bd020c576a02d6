"""PyTorch's ``torch.nn``, which here is its functions alone."""

from gradcli.nn import functional

__all__ = ["functional"]
