"""Notebooks are run in order, and what cells print and show is compared with what is stored."""

import json
import sys
from typing import Any

import pytest

nbformat = pytest.importorskip("nbformat")
v4 = nbformat.v4

from gradcli.answers.check_results import (  # noqa: E402
    EMPTY,
    FAILED,
    PASSED,
    UNREADABLE,
    WRONG,
    FileResult,
)
from gradcli.checks.expectations import apply  # noqa: E402
from gradcli.checks.notebooks import check_notebook, inspect_notebook  # noqa: E402
from gradcli.checks.options import Options  # noqa: E402

_PRINTED = "x has the gradient\ntensor([2., 4.])\n"


def cell(source: str, *outputs: Any, run: int | None = 1, tags: tuple[str, ...] = ()) -> Any:
    """Make a code cell."""
    metadata = {"tags": list(tags)} if tags else {}
    return v4.new_code_cell(source, outputs=list(outputs), execution_count=run, metadata=metadata)


def printed(text: str, name: str = "stdout") -> Any:
    """Make what a cell printed."""
    return v4.new_output("stream", name=name, text=text)


def shown(text: str) -> Any:
    """Make the value that a cell showed."""
    return v4.new_output("execute_result", data={"text/plain": text}, execution_count=1)


def raised(kind: str, message: str) -> Any:
    """Make the error that a cell ended in."""
    return v4.new_output("error", ename=kind, evalue=message, traceback=["…"])


def notebook(*cells: Any) -> str:
    """Return the text of a notebook."""
    text: str = nbformat.writes(v4.new_notebook(cells=list(cells)))
    return text


NOTEBOOK = notebook(
    v4.new_markdown_cell("# Gradients — é"),
    cell("%matplotlib inline\nimport torch\nx = torch.tensor([1.0, 2.0], requires_grad=True)"),
    cell(
        "y = (x ** 2).sum()\ny.backward()\nprint('x has the gradient', x.grad, sep='\\n')\ny",
        printed("warning\n", "stderr"),
        printed(_PRINTED),
        shown("tensor(5., grad_fn=<SumBackward0>)"),
    ),
    cell(
        "x.backward()",
        raised("RuntimeError", "grad can be implicitly created only for scalar outputs"),
    ),
    cell("!pip install torch", printed("ok")),
    cell("%%bash\nls", printed("ok")),
    cell("x * 2;"),
    cell("x * 3", run=None),
)


def check(text: str, **options: bool) -> FileResult:
    """Check a notebook."""
    return check_notebook(text, "a.ipynb", Options(**options))


def test_notebook_that_is_right() -> None:
    """What is stored agrees; commands to the notebook and the shell are left alone."""
    result = check(NOTEBOOK)
    assert (result.outcome, result.failures) == (PASSED, ())
    assert result.checks == 5


@pytest.mark.parametrize(
    ("before", "after", "kind", "message"),
    [
        ("[2., 4.]", "[2., 4.1]", "output", "cell 3: expected 4.1, got 4."),
        ("tensor(5.", "tensor(6.", "output", "cell 3: expected 6., got 5."),
        ("x has", "y has", "output", "cell 3: expected y has the gradient, got x has the gradient"),
        (
            "scalar outputs",
            "a scalar",
            "expect-error",
            "cell 4: expected RuntimeError: grad can be",
        ),
    ],
)
def test_mutations_are_caught(before: str, after: str, kind: str, message: str) -> None:
    """A notebook that says something else fails at the place in the file where it says so."""
    at = NOTEBOOK.index(before)
    text = NOTEBOOK[:at] + after + NOTEBOOK[at + len(before) :]
    (failure,) = check(text).failures
    assert failure.kind == kind
    assert failure.message.startswith(message)
    if kind == "output":
        assert failure.line == text.count("\n", 0, at) + 1
    assert check(text).outcome == FAILED


@pytest.mark.parametrize(
    ("before", "after"), [("[2., 4.]", "[2., 4.1]"), ("tensor(5.", "tensor(6."), ("x has", "y has")]
)
def test_update_writes_what_came_out(before: str, after: str) -> None:
    """Stored output becomes what came out, and everything else stays as it was."""
    at = NOTEBOOK.index(before)
    text = NOTEBOOK[:at] + after + NOTEBOOK[at + len(before) :]
    found = inspect_notebook(text, "a.ipynb", Options(update=True))
    assert (found.result.outcome, found.result.failures) == (PASSED, ())
    assert [note.kind for note in found.result.notes] == ["updated"]
    assert apply(text.encode(), found.edits).decode() == NOTEBOOK
    assert inspect_notebook(NOTEBOOK, "a.ipynb", Options(update=True)).edits == ()


def test_update_keeps_pictures_and_the_form_of_the_file() -> None:
    """What is no text stays beside it; a file that Jupyter did not write keeps its form."""
    picture = v4.new_output("display_data", data={"image/png": "AA=="})
    text = notebook(cell("print(1)\n2 * 2", printed("0\n"), picture, shown("5")))
    text = json.dumps(json.loads(text), ensure_ascii=True)
    (edit,) = inspect_notebook(text, "a.ipynb", Options(update=True)).edits
    (first,) = json.loads(edit.text)["cells"]
    assert [output["output_type"] for output in first["outputs"]] == [
        "stream",
        "execute_result",
        "display_data",
    ]
    assert "\n" not in edit.text and check(edit.text).outcome == PASSED


def test_update_of_a_cell_that_has_no_place_for_output() -> None:
    """The format asks for one, which makes the cell no less a cell."""
    data = json.loads(notebook(cell("print(1)", printed("0\n"))))
    del data["cells"][0]["outputs"]
    (edit,) = inspect_notebook(json.dumps(data), "a.ipynb", Options(update=True)).edits
    assert check(edit.text).outcome == PASSED


def test_update_leaves_errors_alone() -> None:
    """An error that is missing is for a person to look at."""
    found = inspect_notebook(
        notebook(cell("1 + 1", raised("RuntimeError", "no"))), "a.ipynb", Options(update=True)
    )
    assert found.edits == () and found.result.outcome == FAILED


def test_wrong_cell_ends_the_notebook() -> None:
    """An error that is not stored is at its line of the file, and names the cell."""
    text = NOTEBOOK.replace("y.backward", "z.backward")
    result = check(text)
    (failure,) = result.failures
    assert result.outcome == WRONG
    assert failure.message == "cell 3: NameError: name 'z' is not defined"
    assert "z.backward" in text.split("\n")[failure.line - 1]


def test_missing_error_and_unexpected_output() -> None:
    """A cell that ended in an error has to; one that printed nothing must not."""
    text = notebook(cell("1", raised("ValueError", "no")), cell("print(1)"))
    first, second = check(text).failures
    assert first.message == "cell 1: expected ValueError: no, got no error"
    assert second.message == "cell 2: expected nothing, got 1"


def test_tags() -> None:
    """The tags that Jupyter and nbval know are understood."""
    assert check(notebook(cell("boom(", tags=("skip-execution",)))).outcome == EMPTY
    failing = cell("1 / 0", run=None, tags=("raises-exception",))
    assert check(notebook(failing)).outcome == PASSED
    ignored = cell("print(2)", printed("1"), tags=("nbval-ignore-output",))
    assert check(notebook(ignored)).outcome == PASSED


def test_gradients_of_cells() -> None:
    """Gradients are verified where that is asked for, in the cell that takes them."""
    assert check(NOTEBOOK, gradients=True).checks == check(NOTEBOOK).checks + 1
    text = notebook(
        cell("import torch\nx = torch.zeros(1, requires_grad=True)"), cell("x.relu().backward()")
    )
    (note,) = check(text, gradients=True).notes
    assert note.message.startswith("cell 2: the gradient by x[0]: a kink")


def test_found_in_a_directory() -> None:
    """Of a notebook that was found, what is outside the language is left alone."""
    text = notebook(cell("import pandas"), cell("x"))
    assert check(text).outcome == WRONG
    result = check(text, lenient=True)
    assert (result.outcome, [note.kind for note in result.notes]) == (EMPTY, ["skipped"])


@pytest.mark.parametrize("text", ["", "{}", "[]", "garbage", '{"cells": 3, "nbformat": 4}', "null"])
def test_what_is_no_notebook(text: str) -> None:
    """What is no notebook is refused with its reason."""
    result = check(text)
    assert result.outcome == UNREADABLE
    assert result.failures[0].message.startswith("cannot read a.ipynb: no notebook: ")


def test_without_nbformat(monkeypatch: pytest.MonkeyPatch) -> None:
    """Notebooks are read with what the plain install has."""
    monkeypatch.setitem(sys.modules, "nbformat", None)
    assert check(NOTEBOOK).outcome == PASSED


def test_lines_of_a_source() -> None:
    """Texts that are stored line by line, as Jupyter writes them, are whole."""
    content = json.loads(notebook(cell("x = 1\nprint(x)", printed("1"))))
    assert isinstance(content["cells"][0]["source"], list)
    assert check(json.dumps(content)).outcome == PASSED


def test_old_formats() -> None:
    """A notebook of an older format is read as well."""
    old = nbformat.v3
    sheet = old.new_worksheet(
        cells=[
            old.new_code_cell(
                "print(1.5)", outputs=[old.new_output("stream", "2.5\n")], prompt_number=1
            )
        ]
    )
    text = nbformat.v3.writes_json(old.new_notebook(worksheets=[sheet]))
    (failure,) = check(text).failures
    assert failure.message == "cell 1: expected 2.5, got 1.5"
