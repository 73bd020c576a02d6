"""``gradcli repl``: pieces, commands, keys, completion, and a pipe that is a program."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from gradcli.answers.dialogue import is_unfinished
from gradcli.answers.evaluation import Question
from gradcli.answers.offers import offers
from gradcli.commands import repl_work
from gradcli.commands.terminal import Settings
from gradcli.core.tensor import Tensor
from gradcli.errors import ExitCode

if sys.platform != "linux":
    pytest.skip("terminals are opened as on Linux", allow_module_level=True)

from tests.commands.terminals import typed_into

Run = Callable[..., Any]
SESSION = [
    "x = tensor([1., 2.], requires_grad=True)",
    "y = x * 2",
    "(x.sin() * x).sum()",
    ":graph",
    ":grad x",
    ":explain",
    ":diff sum(x**3)",
    "def f(a):",
    "    return a * 2",
    "",
    "f(_)",
    ":vars",
    "nope",
    "x[5]",
    "\x03",
    ":nope",
    ":grpah",
    ":diff y",
    ":help softplus",
    ":help",
]


@pytest.fixture
def prompt() -> Iterator[repl_work.Prompt]:
    """Return what takes pieces, within its session."""
    taker = repl_work.Prompt(Question(""), Settings())
    with taker.dialogue:
        yield taker


@pytest.mark.parametrize(
    "piece",
    [
        ">>> 3 + 2",
        "    3 + 2",
        "In [12]: 3 + 2",
        ">>> def f():\n...     return 5\n...\n>>> f()",
        "In [1]: def f():\n   ...:     return 5\n   ...:\nIn [2]: f()",
        "    def f():\n        return 5\n    f()",
        "t = 5\n5",
    ],
)
def test_pieces_that_were_shown_elsewhere(
    piece: str, prompt: repl_work.Prompt, capsys: pytest.CaptureFixture[str]
) -> None:
    """Prompts of others, and a margin, are no part of a program."""
    assert prompt.take(piece)
    assert capsys.readouterr() == ("5\n", "")


@pytest.mark.parametrize("asked", ["help(sin)", "sin?", "?torch.sin", "sin??", ":help sin"])
def test_asking_for_help(
    asked: str, prompt: repl_work.Prompt, capsys: pytest.CaptureFixture[str]
) -> None:
    """As in Python, as in IPython, and as here."""
    assert prompt.take(asked)
    assert capsys.readouterr().out.startswith("sin(input)\n")


def test_ends_that_others_have(
    prompt: repl_work.Prompt, capsys: pytest.CaptureFixture[str]
) -> None:
    """``exit`` ends it, unless a program has given something this name."""
    for end in ("exit", "quit()", ":q"):
        assert not prompt.take(end)
    assert prompt.take("exit = 3") and prompt.take("exit") and prompt.take("help = exit + 1")
    assert prompt.take("help")
    assert capsys.readouterr() == ("3\n4\n", "")


def test_what_is_explained_after_values_without_a_name(prompt: repl_work.Prompt) -> None:
    """The program is run again for that, ``_`` included."""
    for piece in ("1 + 1", "_ * 2", "x = ones(2, requires_grad=True)", "(x**_).sum()", "_ * x[0]"):
        prompt.take(piece)
    assert prompt.dialogue.explain("").steps
    assert prompt.dialogue.explain("_ * 2").steps
    assert [gradient.name for gradient in prompt.dialogue.gradients(("x",))] == ["x"]


@pytest.mark.parametrize("how", ["plain", "menus"])
def test_a_session(how: str, tmp_path: Any) -> None:
    """Values, graphs, gradients, formulas, errors; keys do what they do in Python."""
    args = ("repl", "--plain") if how == "plain" else ("repl",)
    if how == "menus":
        pytest.importorskip("prompt_toolkit")
    shown, status = typed_into(
        *args, lines=[*SESSION, "\x04"], NO_COLOR="1", XDG_STATE_HOME=str(tmp_path)
    )
    assert status == ExitCode.OK
    for words in (
        "tensor(2.6601, grad_fn=<SumBackward0>)",
        "   │  └─ AccumulateGrad  x",
        "x.grad = tensor([1.3818, 0.0770])",
        "v1 = x.sin()",
        "3 * x**2",
        "tensor(5.3201, grad_fn=<MulBackward0>)",
        "f: function",
        "name 'nope' is not defined",
        "index 5 is out of bounds",
        "KeyboardInterrupt",
        "there is no :nope",
        "did you mean ':graph'?",
        "y was computed; :diff takes the expression of it",
        "softplus(input, beta=1, threshold=20)",
        ":explain   its derivative step by step",
    ):
        assert words in shown, words


def test_a_program_that_runs_for_ever() -> None:
    """Ctrl-C ends it, and the prompt goes on."""
    lines = ["while True: print('on')", "\x03", "40 + 2", ":quit"]
    shown, status = typed_into("repl", "--plain", lines=lines, NO_COLOR="1")
    assert status == ExitCode.OK and "KeyboardInterrupt" in shown and "\n42\n" in shown


def test_a_pipe_is_a_program(invoke: Run, tmp_path: Any) -> None:
    """It is run as eval does; a file comes first, and inputs are there."""
    file = tmp_path / "first.py"
    file.write_text("y = x * 3\n")
    piped = invoke("repl", "-f", str(file), "-D", "x=2", stdin="y ** 2\n")
    assert piped.exit_code == 0 and "x.grad = tensor(36.)" in piped.stdout
    assert invoke("repl", stdin="print(1 + 1)\n").stdout == "2\n"
    assert invoke("repl", stdin="nope\n").exit_code == ExitCode.PROGRAM


@pytest.mark.parametrize(
    ("text", "unfinished"),
    [
        ("x = (1,", True),
        ("x = '''a", True),
        ("x = 1 + \\", True),
        ("def f(a):", True),
        ("def f(a):\n    return a", True),
        ("def f(a):\n    return a\n", False),
        ("@f", True),
        ("if x:\n    y\nelse:", True),
        ("for i in range(3): print(i)", False),
        ("f = lambda a: a", False),
        ("d = {1: 2}", False),
        ("x = 1 +", False),
        ("x", False),
        ("", False),
    ],
)
def test_where_a_piece_ends(text: str, unfinished: bool) -> None:
    """As at Python's prompt: brackets and texts are closed, and an empty line ends a block."""
    assert is_unfinished(text) is unfinished


@pytest.mark.parametrize(
    ("before", "word", "offered", "note"),
    [
        ("y = sigm", "sigm", "sigmoid", "logistic"),
        ("torch.sigm", "torch.sigm", "torch.sigmoid", "logistic"),
        ("x.log1", "x.log1", "x.log1p", "logarithm"),
        ("x.backw", "x.backw", "x.backward", ""),
        ("(x * 2).requires_g", ".requires_g", ".requires_grad", ""),
        ("n.bit", "n.bit", "n.bit_length", ""),
        ("F.softp", "F.softp", "F.softplus", "positive"),
        ("wei", "wei", "weight", "tensor of shape (2, 3)"),
        ("whi", "whi", "while", ""),
    ],
)
def test_what_is_offered(before: str, word: str, offered: str, note: str) -> None:
    """Operators, methods, variables and keywords, each with what it is."""
    import numpy as np

    known = {"x": Tensor(np.ones(2)), "weight": Tensor(np.ones((2, 3))), "n": 2}
    found_word, found = offers(before, known)
    assert found_word == word
    notes = dict(found)
    assert note in notes[offered]


def test_interruptions(capsys: pytest.CaptureFixture[str]) -> None:
    """Ctrl-C ends the turn that goes on, and nothing between two turns."""
    before = signal.getsignal(signal.SIGINT)
    try:
        turns = repl_work.Turns()
        assert turns.take(lambda: bool(signal.raise_signal(signal.SIGINT)))
        signal.raise_signal(signal.SIGINT)
        assert not turns.take(lambda: False)
    finally:
        signal.signal(signal.SIGINT, before)
    assert capsys.readouterr().out == "KeyboardInterrupt\n"


def test_every_command_is_listed() -> None:
    """The prompt's commands have a line of help each."""
    assert all(note for note, _ in repl_work.COMMANDS.values())
