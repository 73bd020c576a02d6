"""Small tensors: a chain of 1,000 multiplications, forward and backward, against torch eager."""

from importlib import import_module
from types import ModuleType

from measure import Work, comparison, installed, medians, versus

LENGTH = 1000


def chain(torch: ModuleType, size: int) -> Work:
    """Return the work of one chain, in whichever module has torch's names."""
    x = torch.ones(size, requires_grad=True)
    factor = torch.full((size,), 1.001)

    def work() -> None:
        y = x
        for _ in range(LENGTH):
            y = y * factor
        y.sum().backward()
        x.grad = None

    return work


def main() -> None:
    """Print the table; the times are per chain, the ratio is that per operator."""
    if not installed("torch"):
        return
    rows = []
    for size in (1, 16, 256):
        sides = {name: chain(import_module(name), size) for name in ("gradcli", "torch")}
        times = medians(sides)
        rows.append(versus(f"chain of {LENGTH}, {size} elements", *times.values(), 0.6))
    comparison("torch", rows)


if __name__ == "__main__":
    main()
