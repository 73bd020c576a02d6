"""What a layer is and does, told in plain data, by PyTorch or by gradcli in its place."""

from __future__ import annotations

import hashlib
import warnings
from pathlib import Path
from typing import Any

LINES = Path(__file__).parents[1] / "data" / "nn" / "layers.txt"
MOST = 24  # values of a tensor that are kept


def lines() -> list[str]:
    """Return the rows of the table, without its comments."""
    found = LINES.read_text(encoding="utf-8").splitlines()
    return [line for line in found if line and not line.startswith("#")]


def answer(torch: Any, line: str, dtype: str) -> dict[str, Any]:
    """Return everything that is to be compared about a row, in an element type."""
    before = torch.get_default_dtype()
    torch.set_default_dtype(getattr(torch, dtype))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return _answer(torch, *[part.strip() for part in line.split(" | ")])
    finally:
        torch.set_default_dtype(before)


def _answer(torch: Any, layer: str, inputs: str, mode: str = "train") -> dict[str, Any]:
    given: list[Any] = []

    def x(*shape: int) -> Any:
        given.append(torch.randn(*shape, requires_grad=True))
        return given[-1]

    def i(most: int, *shape: int) -> Any:
        return torch.randint(0, most, shape)

    def pack(lengths: list[int]) -> Any:
        padded = x(max(lengths), len(lengths), 3)
        return torch.nn.utils.rnn.pack_padded_sequence(padded, lengths, enforce_sorted=False)

    names = {"torch": torch, "nn": torch.nn, "x": x, "i": i, "pack": pack}
    torch.manual_seed(1)
    module = eval(layer, names)
    learned = dict(module.named_parameters())
    state = [
        (name, (digest if name in learned else kept)(value))
        for name, value in module.state_dict().items()
    ]
    if mode == "eval":
        module.eval()
    torch.manual_seed(2)
    arguments = eval(inputs, names)
    torch.manual_seed(3)
    result = (
        module(*arguments)
        if isinstance(arguments, tuple) and not hasattr(arguments, "batch_sizes")
        else module(arguments)
    )
    parts = flat(torch, result)
    differentiable = [part for part in parts if part.requires_grad]
    if differentiable:
        sum(map(weighed, [torch] * len(differentiable), differentiable)).backward()
    return {
        "repr": repr(module),
        "type": str(type(module)),
        "state": state,
        "names": [name for name, _ in module.named_parameters()],
        "nodes": [part.grad_fn and part.grad_fn.name() for part in parts],
        "result": [kept(part) for part in parts],
        "gradients": [
            None if tensor.grad is None else kept(tensor.grad)
            for tensor in (*given, *module.parameters())
        ],
        "after": [(name, kept(buffer)) for name, buffer in module.named_buffers()],
    }


def weighed(torch: Any, part: Any) -> Any:
    """Return a number whose gradient is another at each element."""
    weights = torch.arange(1, part.numel() + 1, dtype=part.dtype).reshape(part.shape)
    return (part * torch.cos(weights)).sum()


def flat(torch: Any, value: Any) -> list[Any]:
    """Return the tensors in nested tuples."""
    if isinstance(value, torch.Tensor):
        return [value]
    return [] if value is None else [part for each in value for part in flat(torch, each)]


def digest(value: Any) -> list[Any]:
    """Return the type, the shape, and a word that differs where any bit does."""
    array = value.detach().contiguous().numpy()
    word = hashlib.sha256(array.tobytes()).hexdigest()[:12]
    return [str(value.dtype), list(value.shape), word]


def kept(value: Any) -> list[Any]:
    """Return the type, the shape, and values at places all over a tensor."""
    flat = value.detach().reshape(-1)
    step = max(1, -(-flat.numel() // MOST))
    values = flat[::step].tolist()
    if str(value.dtype) == "torch.float32":
        values = [float(f"{number:.9g}") for number in values]
    return [str(value.dtype), list(value.shape), values]
