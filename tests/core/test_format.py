"""Tests of ``gradcli.numerics.printing`` against what PyTorch printed."""

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gradcli.numerics.printing import PROFILES, PrintOptions, change_options, format_tensor

CASES = json.loads((Path(__file__).parent.parent / "data" / "format.json").read_text("utf-8"))


def array_of(case: dict[str, Any]) -> np.ndarray:
    """Build the array of a recorded case; bfloat16 is held in float32."""
    dtype = np.dtype(case["dtype"].replace("bfloat16", "float32"))
    values = case["values"]
    if values is None:
        values = range(math.prod(case["shape"]))
    elif dtype.kind == "c":
        values = np.array(values, np.float64).view(np.complex128)
    return np.array(values).astype(dtype).reshape(case["shape"])


def show(array: np.ndarray, options: PrintOptions = PROFILES["default"], **facts: Any) -> str:
    """Format an array with PyTorch's defaults."""
    given: dict[str, Any] = {
        "default_dtype_name": "float32",
        "requires_grad": False,
        "grad_fn": None,
    }
    return format_tensor(array, dtype_name=array.dtype.name, options=options, **(given | facts))


def printed(case: dict[str, Any]) -> str:
    """Format the tensor of a recorded case."""
    return format_tensor(
        array_of(case),
        dtype_name=case["dtype"],
        default_dtype_name=case["default"],
        requires_grad=case["requires_grad"],
        grad_fn=case["grad_fn"],
        options=change_options(PrintOptions(), **case["options"]),
    )


def test_prints_as_pytorch() -> None:
    """Print every recorded tensor exactly as PyTorch does."""
    assert [printed(case) for case in CASES] == [case["text"] for case in CASES]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1000.0, "tensor([   1., 1000.])"),
        (1001.0, "tensor([1.0000e+00, 1.0010e+03])"),
        (1e8, "tensor([1.0000e+00, 1.0000e+08])"),
        (1e-4, "tensor([1.0000e+00, 1.0000e-04])"),
        (math.nan, "tensor([1., nan])"),
        (-0.0, "tensor([1., -0.])"),
        (0.5, "tensor([1.0000, 0.5000])"),
    ],
)
def test_chooses_the_format_of_a_column(value: float, text: str) -> None:
    """Switch to exponents just beyond a ratio of 1000, and to decimals for fractions."""
    assert show(np.array([1.0, value], np.float32)) == text


def test_knows_memory_order_from_shape() -> None:
    """Print transposed and strided arrays by their indices, not as they lie in memory."""
    array = np.arange(6, dtype=np.float32).reshape(2, 3)
    assert show(array.T[::-1]) == "tensor([[2., 5.],\n        [1., 4.],\n        [0., 3.]])"


def test_leaves_the_array_alone() -> None:
    """Neither change the array nor demand that it can be changed."""
    array = np.linspace(0, 1, 2000, dtype=np.float32)
    before = array.copy()
    array.flags.writeable = False
    show(array)
    assert np.array_equal(array, before)


def test_summary_touches_only_what_it_shows() -> None:
    """Print 10**18 elements, which only exist as a broadcast, at once."""
    array = np.broadcast_to(np.float32(1), (10**9, 10**9))
    assert show(array).count("1.") == 36


@pytest.mark.parametrize("size", [1, 1001])
def test_prints_as_many_axes_as_arrays_have(size: int) -> None:
    """Print arrays of 64 axes, in full and summarised."""
    text = show(np.ones((1,) * 63 + (size,), np.float32))
    assert text.startswith("tensor(" + "[" * 64 + "1.") and text.endswith("]" * 64 + ")")


def test_options_change_as_in_pytorch() -> None:
    """Let a profile come first, single options after it, and reset what is always set."""
    scientific = change_options(PrintOptions(), sci_mode=True, precision=7)
    assert scientific == PrintOptions(precision=7, sci_mode=True)
    assert change_options(scientific) == PrintOptions(precision=7)
    assert change_options(scientific, profile="short") == PrintOptions(precision=2, edgeitems=2)
    assert change_options(scientific, profile="full", edgeitems=9).threshold == math.inf
    assert change_options(scientific, profile="none such").precision == 7


@pytest.mark.parametrize(
    ("name", "value", "kind"),
    [
        ("precision", -1, ValueError),
        ("precision", 10**9, ValueError),
        ("precision", 2.5, TypeError),
        ("precision", "2", TypeError),
        ("edgeitems", -1, ValueError),
        ("threshold", math.nan, ValueError),
        ("linewidth", math.inf, ValueError),
        ("linewidth", "80", TypeError),
    ],
)
def test_refuses_options_that_cannot_print(name: str, value: Any, kind: type[Exception]) -> None:
    """Refuse, when they are set, options that would make every later print fail."""
    with pytest.raises(kind, match=name):
        change_options(PrintOptions(), **{name: value})
