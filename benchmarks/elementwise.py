"""``(sigmoid(a) * tanh(2*a + 1)).sum()`` forward and backward, against NumPy written by hand."""

import numpy as np
from measure import Work, comparison, medians, versus

import gradcli as torch

GOALS = {4: 0.9, 5: 0.9, 6: 0.4, 7: 0.35}
"""For each power of ten, the share of NumPy's time to reach."""


def ours(data: np.ndarray) -> Work:
    """Return the work in gradcli."""
    a = torch.tensor(data, requires_grad=True)

    def work() -> None:
        (torch.sigmoid(a) * torch.tanh(2 * a + 1)).sum().backward()
        a.grad = None

    return work


def by_hand(a: np.ndarray) -> Work:
    """Return the same work in NumPy, with temporaries, as one writes it down."""

    def work() -> tuple[np.ndarray, np.ndarray]:
        s = 1 / (1 + np.exp(-a))
        t = np.tanh(2 * a + 1)
        value = (s * t).sum()
        grad = np.ones_like(a)
        ds, dt = grad * t, grad * s
        return value, ds * s * (1 - s) + dt * (1 - t * t) * 2

    return work


def main() -> None:
    """Print the table."""
    rows = []
    for power, goal in GOALS.items():
        data = np.random.default_rng(0).standard_normal(10**power).astype(np.float32)
        times = medians({"gradcli": ours(data), "numpy": by_hand(data)}, rounds=5)
        rows.append(versus(f"10^{power} elements", *times.values(), goal))
    comparison("numpy", rows)


if __name__ == "__main__":
    main()
