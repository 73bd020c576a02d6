"""A two-layer network on a batch of 16, forward and backward, against torch eager."""

from importlib import import_module
from types import ModuleType

from measure import Work, comparison, installed, medians, versus

BATCH, INPUTS, HIDDEN, OUTPUTS = 16, 32, 64, 10


def network(torch: ModuleType) -> Work:
    """Return the work of one training step without the update."""
    torch.manual_seed(0)
    x, target = torch.randn(BATCH, INPUTS), torch.randn(BATCH, OUTPUTS)
    shapes = ((INPUTS, HIDDEN), (HIDDEN,), (HIDDEN, OUTPUTS), (OUTPUTS,))
    weights = [torch.randn(*shape, requires_grad=True) for shape in shapes]
    first, first_bias, second, second_bias = weights

    def work() -> None:
        hidden = torch.relu(x @ first + first_bias)
        output = hidden @ second + second_bias
        ((output - target) ** 2).mean().backward()
        for weight in weights:
            weight.grad = None

    return work


def main() -> None:
    """Print the table."""
    if not installed("torch"):
        return
    times = medians({name: network(import_module(name)) for name in ("gradcli", "torch")})
    work = f"batch of {BATCH}, {INPUTS}-{HIDDEN}-{OUTPUTS}"
    comparison("torch", [versus(work, *times.values(), 1.0)])


if __name__ == "__main__":
    main()
