"""Chains of 10^3, 10^5 and 10^6 nodes: time and memory per node, against the smallest chain.

Time and memory are taken in separate runs, because tracing allocations slows them.
"""

import gc
import tracemalloc

from measure import Work, duration, medians, table

import gradcli as torch

LENGTHS = (10**3, 10**5, 10**6)


def build(length: int) -> torch.Tensor:
    """Return the end of a chain."""
    y = torch.ones(1, requires_grad=True)
    for _ in range(length):
        y = y * 1.0
    return y


def life(length: int) -> Work:
    """Return the work of a chain's whole life: built, differentiated, destroyed."""
    return lambda: build(length).sum().backward()


def memory(length: int) -> int:
    """Return the bytes that a chain holds before it is differentiated."""
    gc.collect()
    tracemalloc.start()
    end = build(length)
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    end.sum().backward()
    return held


def main() -> None:
    """Print the table."""
    times = {n: medians({"chain": life(n)}, seconds=1, rounds=3)["chain"] / n for n in LENGTHS}
    sizes = {length: memory(length) / length for length in LENGTHS}
    first = LENGTHS[0]
    rows = [
        [
            f"{length:,}",
            duration(times[length]),
            f"{times[length] / times[first]:.2f}",
            f"{sizes[length]:.0f} bytes",
            f"{sizes[length] / sizes[first]:.2f}",
        ]
        for length in LENGTHS
    ]
    table(["nodes", "time per node", "ratio", "memory per node", "ratio"], rows)


if __name__ == "__main__":
    main()
