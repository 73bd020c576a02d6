"""What a run gives back, and what it leaves as it was."""

from __future__ import annotations

import threading
from collections.abc import Callable

import numpy as np
import pytest

import gradcli
from gradcli.core.state import STATE
from gradcli.core.tensor import Tensor
from gradcli.errors import GradcliError
from gradcli.language.run import Limits, Session, run


@pytest.mark.parametrize(
    ("source", "value", "name", "speaks"),
    [
        ("1 + 1", 2, None, False),
        ("x = 3", 3, "x", False),
        ("x = 3\nx", 3, "x", False),
        ("x = y = 4", 4, "y", False),
        ("x, y = 1, 2", (1, 2), None, False),
        ("x = 3\nx += 1", 4, "x", False),
        ("x = [1]\nx[0] = 5", 5, None, False),
        ("print(1)", None, None, True),
        ("print 1, 2", None, None, True),
        ("for i in range(3): i", None, None, True),
        ("def f(): pass", None, None, True),
        ("1\nimport math", None, None, True),
        ("", None, None, True),
        ("None", None, None, False),
        ("(1 if 0 else 2)", 2, None, False),
    ],
)
def test_last_statement(source: str, value: object, name: str | None, speaks: bool) -> None:
    """The last statement gives the value, its name, and whether the program spoke for itself."""
    outcome = run(source)
    assert (outcome.value, outcome.name, outcome.speaks) == (value, name, speaks)


def test_printed_text_is_kept_or_written() -> None:
    """What a program prints is kept, unless somebody takes it as it comes."""
    assert run("print(1, end='')\nprint 'a', 2").stdout == "1a 2\n"
    assert run("print 1,\nprint 2").stdout == "1 2\n"
    taken: list[str] = []
    assert run("print(1)\nprint(2)", write=taken.append).stdout == ""
    assert taken == ["1\n", "2\n"]


def test_variables() -> None:
    """Variables come in as tensors and numbers, and those that the program defines come out."""
    outcome = run("y = x * 2 + n\ndel n\nz = x", {"x": np.array([1.0, 2.0]), "n": 1, "w": 5})
    assert set(outcome.variables) == {"y", "z"}
    assert outcome.variables["y"].tolist() == [3.0, 5.0]
    assert isinstance(outcome.value, Tensor)
    same = run("n += 0\nn", {"n": 3})
    assert (same.value, same.variables) == (3, {"n": 3})
    assert run("n += 0", {"n": 3}).value == run("n", {"n": 3}).value == 3
    with pytest.raises(TypeError, match="variable f"):
        run("f", {"f": open})


def test_expression_points_at_the_value() -> None:
    """The run tells which part of the text the value comes from."""
    outcome = run("x = 2\ny = x * 3 + 1")
    assert outcome.expression is not None
    start, end = outcome.expression.span
    assert outcome.source[start:end] == "x * 3 + 1"


def test_dtype_and_seed() -> None:
    """The default element type and the random numbers start as asked."""
    assert str(run("torch.ones(1).dtype", dtype="float64").value) == "torch.float64"
    assert run("rand(3).tolist()", seed=7).value == run("rand(3).tolist()", seed=7).value


def test_state_is_put_back() -> None:
    """A program cannot change what the next one runs under, not even by failing."""
    before = (STATE.grad_enabled, STATE.default_dtype, STATE.source)
    run("torch.set_grad_enabled(False)\ntorch.set_default_dtype(torch.float64)\nones(1) + 1")
    with pytest.raises(GradcliError):
        run("with no_grad():\n    1 / 0")
    assert (STATE.grad_enabled, STATE.default_dtype, STATE.source) == before


def test_errors_leave_contexts() -> None:
    """With statements of every frame are left when an error ends the run, within one session."""
    with Session() as session:
        with pytest.raises(GradcliError):
            session.evaluate("def f():\n    with no_grad():\n        1 / 0\nwith no_grad(): f()")
        assert session.evaluate("torch.is_grad_enabled()").value is True


def test_session_keeps_variables_and_functions() -> None:
    """Programs of one session see each other's names, which are looked up when they are used."""
    with Session() as session:
        session.define("x", 2.0)
        session.evaluate("def f(): return x + y")
        session.evaluate("y = x + 1")
        assert session.evaluate("f()").value == 5.0
        session.evaluate("x = 10")
        assert session.evaluate("f()").value == 13.0
        assert session.evaluate("f").name == "f"


def test_error_in_a_function_of_an_earlier_program() -> None:
    """A message quotes the text that the function stands in."""
    with Session() as session:
        session.evaluate("def f(v):\n    return v / 0", "first")
        with pytest.raises(GradcliError) as caught:
            session.evaluate("f(1)", "second")
    diagnostic = caught.value.diagnostic
    assert (diagnostic.filename, diagnostic.source) == ("first", "def f(v):\n    return v / 0")


def test_nodes_know_their_source() -> None:
    """A node of the graph carries the expression that made it, in functions too."""
    source = "def f(v):\n    return v.exp() + 1\nx = ones(2, requires_grad=True)\ny = f(x * 3)"
    node = run(source).value.grad_fn
    texts = []
    while node.next_functions:
        texts.append(source[node.source.span.start : node.source.span.end])
        node = node.next_functions[0][0]
    assert texts == ["v.exp() + 1", "v.exp()", "x * 3"]


def test_hooks_call_functions_of_the_program() -> None:
    """A function of the program can be handed to the core, which calls it later."""
    source = """
seen = []
x = tensor([1., 2.], requires_grad=True)
x.register_hook(lambda g: seen.append(g.tolist()))
(x * 3).sum().backward()
seen
"""
    assert run(source).value == [[3.0, 3.0]]


def test_python_api_has_the_same_names() -> None:
    """``import gradcli as torch`` finds what programs find, and nothing else."""
    x = gradcli.tensor([1.0, 2.0], requires_grad=True)
    y = gradcli.nn.functional.relu(x * 2).sum()
    (gradient,) = gradcli.autograd.grad(y, x)
    assert gradient.tolist() == [2.0, 2.0]
    assert gradcli.float32 is x.dtype
    assert not hasattr(gradcli, "no_such_name")
    assert {"tensor", "run", "no_grad"} <= set(dir(gradcli))


def test_threads_are_apart() -> None:
    """Programs in different threads do not share the grad mode."""
    inside = threading.Event()
    results: list[bool] = []

    def other() -> None:
        inside.wait()
        results.append(run("torch.is_grad_enabled()").value)

    thread = threading.Thread(target=other)
    thread.start()

    def let_the_other_run(text: str) -> None:
        inside.set()
        thread.join()

    run("with no_grad():\n    print(1)", write=let_the_other_run)
    assert results == [True]


AGAIN = [
    "def f(n=[1, 2.5]):\n    n.append(3)\n    return n\nf()\nf()",
    "x = tensor([1., 2.], requires_grad=True)\n(x * 2).sum().backward()\nx.grad.tolist()",
    "g = (i * 2 for i in range(3))\nnext(g), [n for n in g], 'a' + f'{1 + 1}'",
    "class A:\n    seen = []\n    def add(self): self.seen.append(7)\nA().add()\nA.seen",
]


@pytest.mark.parametrize("source", AGAIN)
def test_a_program_runs_as_the_first_time(source: str) -> None:
    """Nothing of a run is left in the tree, which the next run has again, in any session."""
    first, second = run(source), run(source)
    assert first.module is second.module
    assert first.value == second.value == run(source + "\n").value
    with Session() as session:
        trees = {id(session.evaluate(source).module) for _ in range(3)}
        assert session.evaluate(source).value == first.value
    assert len(trees) == 1


def test_a_program_that_is_refused_is_refused_again() -> None:
    """Neither a mistake nor a limit of another run is forgotten, nor the name of its file."""
    for name in ("a.py", "b.py", "a.py"):
        with pytest.raises(GradcliError) as caught:
            run("1 +", filename=name)
        assert caught.value.diagnostic.filename == name
        assert run("1 + 1", filename=name).value == 2
        with pytest.raises(GradcliError, match="beyond the limit"):
            run("1 + 1", limits=Limits(max_source=4))


STEPS = [("while True: pass", 100), ("def f(): f()\nf()", 50), ("[i for i in range(9999)]", 100)]


@pytest.mark.parametrize(("source", "steps"), STEPS)
def test_step_limit(source: str, steps: int) -> None:
    """A program that runs for too long is stopped where it is."""
    with pytest.raises(GradcliError) as caught:
        run(source, limits=Limits(max_steps=steps))
    assert caught.value.diagnostic.code == "limit"
    assert run("x = 0\nfor i in range(5): x += i\nx", limits=Limits(max_steps=50)).value == 10


def test_output_limit() -> None:
    """A program that prints too much is stopped."""
    with pytest.raises(GradcliError, match="printed more than 1000 characters"):
        run("while True: print('x')", limits=Limits(max_output=1000))


def test_interrupt_passes_through() -> None:
    """An interrupt is no error of the program."""

    def interrupt(text: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run("print(1)", write=interrupt)


def test_defect_passes_through() -> None:
    """An error that is none of the program's is passed on as it is."""

    def broken(text: str) -> None:
        raise ValueError("a defect")

    with pytest.raises(ValueError, match="a defect"):
        run("print(1)", write=broken)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: gradcli.run(3), "a program is a text, not int"),
        (lambda: gradcli.run("x", ["x"]), "variables are values by name, not list"),
        (lambda: gradcli.run("x", {1: 2}), "1 is no name of a variable"),
        (lambda: gradcli.run("x", {"a b": 2}), "'a b' is no name of a variable"),
        (lambda: gradcli.run("1", limits=3), r"limits are gradcli.Limits\(…\), not int"),
        (lambda: gradcli.run("1", limits=Limits(max_steps=-1)), "max_steps is above 0 .*not -1"),
        (lambda: gradcli.run("1", limits=Limits(timeout=float("nan"))), "timeout is above 0 .*nan"),
        (
            lambda: gradcli.run("1", limits=Limits(timeout=1e18)),
            "timeout is .* up to 86,400.0, not",
        ),
        (lambda: gradcli.run("1", limits=Limits(max_items=None)), "is an integer, not NoneType"),
        (lambda: gradcli.run("1", limits=Limits(timeout=True)), "timeout is a number, not bool"),
        (lambda: gradcli.run("1", dtype="float46"), "one of float32, .*, not float46"),
        (lambda: gradcli.run("1", dtype=gradcli.int64), "not int64"),
        (lambda: gradcli.engine("jax", chunks=(2,)), "for dask, not for jax"),
        (lambda: gradcli.engine("numpy", scheduler="threads"), "for dask, not for numpy"),
        (lambda: gradcli.engine("dask", devices=2), "has one device"),
        (lambda: gradcli.engine("dask", chunks="a"), r"sizes as \(1000, -1\), not 'a'"),
        (lambda: gradcli.engine("dask", chunks=(0,)), "not \\(0,\\)"),
        (lambda: gradcli.engine("dask", scheduler="x"), "not 'x'"),
    ],
)
def test_calls_that_are_wrong(call: Callable[[], object], words: str) -> None:
    """What the host gives wrongly is told in words of the interface, and leaves NumPy as it was."""
    before = np.geterr(), np.get_printoptions()
    with pytest.raises((TypeError, ValueError), match=words):
        call()
    assert (np.geterr(), np.get_printoptions()) == before


def test_dtype_is_a_name_or_an_element_type() -> None:
    """Both are what PyTorch calls the type."""
    for dtype in ("float64", gradcli.float64):
        assert gradcli.run("torch.ones(1).dtype", dtype=dtype).value is gradcli.float64
