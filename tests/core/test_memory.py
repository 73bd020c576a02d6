"""No view reaches beyond the memory of its tensor, and no program learns an address."""

from __future__ import annotations

import ast
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gradcli
from gradcli.errors import GradcliError
from gradcli.numerics import lapack, memory

PACKAGE = Path(gradcli.__file__).parent
UNSAFE = {"as_strided", "frombuffer", "ctypes", "__array_interface__", "ctypeslib", "_buffer"}

FAR = 2**44
OUTSIDE = [
    f"torch.empty_strided((2, {FAR} + 1), (-{FAR}, 1), dtype=torch.int64)[1, 0]",
    "torch.empty_strided((2, 2), (-10**9, 10**9))",
    "ones(2).new_empty_strided((10**5, 10**5), (-3, 5), dtype=float64)",
    "ones(3).as_strided((2, 2**62), (0, 4))",
    "ones(3).as_strided((4,), (2**62,))",
    "ones(3).as_strided((4,), (1,))",
    "ones(3).as_strided((2,), (1,), 2)",
    "ones(3).as_strided((2,), (1,), -1)",
    "ones(3).as_strided((2,), (-1,), 1)",
    "ones(8)[:4].clone().as_strided((8,), (1,))",
    "ones(3).as_strided((2**40, 2**40), (0, 0))",
    "ones(3).unfold(0, 4, 1)",
    "torch.linalg.ldl_solve(eye(2), tensor([10**9, -2*10**6], dtype=torch.int32), ones(2, 1))",
    "torch.linalg.ldl_solve(eye(2), tensor([1, -2], dtype=torch.int32), ones(2, 1))",
    "torch.linalg.ldl_solve(eye(2), tensor([0, 1], dtype=torch.int32), ones(2, 1))",
    "torch.linalg.ldl_solve(eye(3), tensor([1, 2], dtype=torch.int32), ones(3, 1))",
    "x = ones(4, requires_grad=True)\nb = zeros(10**6)[:4].detach()\n"
    "v = b.as_strided((10,), (10**5,), 0)\nb.mul_(x)\nv.sum().backward()",
]


@pytest.mark.parametrize("source", OUTSIDE)
def test_what_reaches_outside_is_refused(source: str) -> None:
    """The error is the program's own."""
    with pytest.raises(GradcliError) as caught:
        gradcli.run(source)
    assert caught.value.kind == "RuntimeError"


@given(data=st.data())
def test_a_view_stays_within_its_memory(data: st.DataObject) -> None:
    """Whatever the sizes, strides and start: either the bounds are kept or there is no view."""
    whole = np.arange(24, dtype=np.int32)
    base = data.draw(
        st.sampled_from(
            [whole, whole[3:17], whole[::2], whole[::-1], whole.reshape(4, 6).T, whole[:0]]
        )
    )
    rank = data.draw(st.integers(0, 3))
    small, large = st.integers(-40, 40), st.integers(-(2**62), 2**62)
    shape = data.draw(st.lists(st.integers(0, 6) | st.just(2**40), min_size=rank, max_size=rank))
    strides = data.draw(st.lists(small | large, min_size=rank, max_size=rank))
    start = data.draw(small | large)
    try:
        view = memory.strided_view(base, shape, strides, start)
    except RuntimeError:
        return
    assert view.shape == tuple(shape)
    if view.size == 0:
        return
    low, high = memory.bounds(whole)
    begin, end = np.lib.array_utils.byte_bounds(view)
    assert low <= begin and end <= high
    assert np.shares_memory(view, whole)
    assert memory.address(view) == memory.address(base) + start


def test_a_view_writes_what_its_base_lets_be_written() -> None:
    """What is read-only stays so."""
    base = np.zeros(4)
    assert memory.strided_view(base, (2,), (8,)).flags.writeable
    base.flags.writeable = False
    assert not memory.strided_view(base, (2,), (8,)).flags.writeable


def test_the_storage_is_known_through_views() -> None:
    """A view of a view with strides of its own knows the whole memory."""
    whole = np.arange(12.0)
    view = memory.strided_view(whole[4:], (2,), (8,))
    flat, start = memory.storage_of(view)
    assert (flat.size, start) == (12, 4)


def test_pivots() -> None:
    """Pivots name rows, negative ones in pairs."""
    right = [[1, 2, 3], [-2, -2, 3], [1, -3, -3], [3, 3, 3]]
    wrong = [[0, 1, 2], [1, 2, 4], [-1, 2, -3], [1, 2, -3], [-1, -2, -3]]
    assert all(lapack.are_ldl_pivots(np.array(p, np.int32)) for p in right)
    assert not any(lapack.are_ldl_pivots(np.array(p, np.int32)) for p in wrong)


def test_one_module_makes_arrays_of_addresses() -> None:
    """Names that could reach foreign memory stand in one module alone."""
    found = {
        path.relative_to(PACKAGE).name
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if _is_unsafe(node)
    }
    assert found == {"memory.py"}


def _is_unsafe(node: ast.AST) -> bool:
    """Tell whether a piece of code names what makes arrays of addresses."""
    if isinstance(node, ast.Attribute) and node.attr in UNSAFE:
        owner = ast.unparse(node).partition(".")[0]
        return node.attr == "__array_interface__" or owner in ("np", "xp", "numpy")
    if isinstance(node, ast.Import):
        return any(alias.name.partition(".")[0] in UNSAFE for alias in node.names)
    if isinstance(node, ast.ImportFrom):
        foreign = (node.module or "").partition(".")[0] in ("numpy", "ctypes")
        return foreign and bool({node.module, *(alias.name for alias in node.names)} & UNSAFE)
    return False


@pytest.mark.parametrize(
    ("text", "unsafe"),
    [
        ("import ctypes", True),
        ("from ctypes import cast", True),
        ("from numpy.lib.stride_tricks import as_strided", True),
        ("np.lib.stride_tricks.as_strided(x)", True),
        ("numpy.frombuffer(x)", True),
        ("x.__array_interface__", True),
        ("from gradcli.operators.by_name import as_strided", False),
        ("as_strided(x, (2,), (1,))", False),
    ],
)
def test_unsafe_names_are_seen(text: str, unsafe: bool) -> None:
    """The check sees each way to foreign memory, and no operator of the name."""
    assert any(map(_is_unsafe, ast.walk(ast.parse(text)))) is unsafe


ADDRESSES = [
    "ones(2).data_ptr()",
    "hash(len)",
    "hash(None)",
    "hash(ones(1))",
    "hash((len, 1))",
    "hash(((len,),))",
    "hash(frozenset([len]))",
    "hash(torch.exp)",
    "hash(lambda: 0)",
    "hash(torch.float32)",
    "hash(int)",
]


@pytest.mark.parametrize("source", ADDRESSES)
def test_a_number_is_no_address(source: str) -> None:
    """Numbers for identity lie beyond what a process can address, and nothing is near them."""
    value = gradcli.run(source).value
    assert abs(value) >= 2**47


def test_a_number_does_not_tell_the_distance_of_two() -> None:
    """Neighbours in memory get numbers that have nothing to do with each other."""
    numbers = [memory.number_of(place) for place in range(0, 1600, 16)]
    steps = {b - a for a, b in pairwise(numbers)}
    assert len(set(numbers)) == 100 and len(steps) == 99


def test_numbers_still_tell_what_is_the_same() -> None:
    """Tensors of one memory are told by ``data_ptr``, equal values by their hashes."""
    source = """
x = ones(4)
y = x.detach()
near = x[1:].data_ptr() - x.data_ptr()
same = x.data_ptr() == y.data_ptr(), x.data_ptr() == x.clone().data_ptr(), hash(x) == hash(y)
(*same, near, zeros(0).data_ptr(), hash((1, "a")) == hash((1, "a")), hash(1.0) == hash(1))
"""
    assert gradcli.run(source).value == (True, False, False, 4, 0, True, True)


def test_gradients_of_parts_of_complex_numbers() -> None:
    """A gradient without dimensions is read from its own memory."""
    source = """
x = tensor([3.0, 4.0], requires_grad=True)
torch.view_as_complex(x).abs().backward()
x.grad
"""
    assert gradcli.run(source).value.tolist() == [pytest.approx(0.6), pytest.approx(0.8)]


@pytest.mark.parametrize(
    "source", ["np.empty_like(ones(10**5).numpy()).sum()", "torch.empty(10**5).sum().item()"]
)
def test_fresh_memory_is_zero(source: str) -> None:
    """Nobody sees what another computation left behind."""
    gradcli.run("x = ones(10**5) * 7\nx.sum()")
    assert gradcli.run("import numpy as np\n" + source).value == 0


@pytest.mark.parametrize(
    "call", ["cumsum(dtype='O')", "astype('O')", "sum(0, 'O')", "prod(0, dtype='O')", "astype('U')"]
)
def test_arrays_hold_numbers_only(call: str) -> None:
    """No method of an array makes one of host objects."""
    with pytest.raises(GradcliError) as caught:
        gradcli.run(f"ones(3, 2).numpy().{call}")
    assert caught.value.kind == "TypeError"
