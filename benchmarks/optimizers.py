"""Optimizers: one step over ten small parameters, against torch."""

from importlib import import_module
from types import ModuleType
from typing import Any

from measure import Work, comparison, installed, medians, versus

STEPS = 20


def steps(torch: ModuleType, name: str, options: dict[str, Any]) -> Work:
    """Return the work of some steps, in whichever module has torch's names."""
    params = [torch.randn(16, 8, requires_grad=True) for _ in range(10)]
    for param in params:
        param.grad = torch.randn(16, 8)
    step = getattr(torch.optim, name)(params, **options).step

    def work() -> None:
        for _ in range(STEPS):
            step()

    return work


def main() -> None:
    """Print the table; the times are those of the steps together."""
    if not installed("torch"):
        return
    rows = []
    for name, options in (("SGD", {}), ("SGD", {"momentum": 0.9}), ("Adam", {}), ("RMSprop", {})):
        sides = {m: steps(import_module(m), name, options) for m in ("gradcli", "torch")}
        label = f"{STEPS} steps of {name}{' with momentum' if options else ''}"
        rows.append(versus(label, *medians(sides).values(), 1.0))
    comparison("torch", rows)


if __name__ == "__main__":
    main()
