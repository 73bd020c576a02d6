"""``relu(M @ W).sum()`` of 1024 x 1024, forward and backward, against NumPy written by hand."""

import numpy as np
from measure import Work, comparison, medians, versus

import gradcli as torch

SIZE = 1024


def ours(m: np.ndarray, w: np.ndarray) -> Work:
    """Return the work in gradcli."""
    left, right = (torch.tensor(data, requires_grad=True) for data in (m, w))

    def work() -> None:
        torch.relu(left @ right).sum().backward()
        left.grad = right.grad = None

    return work


def by_hand(m: np.ndarray, w: np.ndarray) -> Work:
    """Return the same work in NumPy."""

    def work() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        product = m @ w
        value = np.maximum(product, 0).sum()
        grad = np.ones_like(product) * (product > 0)
        return value, grad @ w.T, m.T @ grad

    return work


def main() -> None:
    """Print the table."""
    random = np.random.default_rng(0)
    m, w = (random.standard_normal((SIZE, SIZE)).astype(np.float32) for _ in range(2))
    times = medians({"gradcli": ours(m, w), "numpy": by_hand(m, w)}, seconds=5)
    comparison("numpy", [versus(f"relu(M @ W).sum() {SIZE}", *times.values(), 1.05)])


if __name__ == "__main__":
    main()
