"""An ordinary test beside the programs."""

import gradcli as torch


def test_slope() -> None:
    """The Python API gives what the command gives."""
    x = torch.tensor(3.0, requires_grad=True)
    (x**2).backward()
    assert x.grad.item() == 6.0
