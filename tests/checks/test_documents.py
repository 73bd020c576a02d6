"""Documents are run in order, and what they print is compared with what they say."""

import re
from pathlib import Path
from textwrap import dedent

import pytest

from gradcli.answers.check_results import EMPTY, FAILED, PASSED, WRONG, Failure, FileResult
from gradcli.checks import outputs
from gradcli.checks.check import check_file
from gradcli.checks.documents import check_document
from gradcli.checks.markdown import blocks, examples
from gradcli.checks.options import Options
from gradcli.core.state import STATE
from gradcli.report.checks.details import worded

DOCUMENT = dedent(
    """\
    # Gradients

    ```python
    import torch
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    y = (x ** 2).sum()
    y.backward()
    print(x.grad)
    ```

    ```
    tensor([2., 4.])
    ```

    The value of the last line may be shown:

    ```python
    x * 0.5
    ```

    Output:

    ```text
    tensor([0.5000, 1.0000], grad_fn=<MulBackward0>)
    ```

    At a prompt:

        >>> y.grad_fn
        <SumBackward0 object at 0x7f3b4c0d9e10>
        >>> for i in range(2):
        ...     print(i)
        0
        1

    What is not right:

    ```python
    x.backward()
    ```

    ```error
    RuntimeError: grad can be implicitly created only for scalar outputs
    ```

    ```sh
    rm -r build
    ```

    ```pycon
    >>> torch.tensor(1.0).exp().item()
    2.7182817459106445
    >>> x.view(3)
    Traceback (most recent call last):
      File "<stdin>", line 1, in <module>
    RuntimeError: shape '[3]' is invalid for input of size 2
    ```
    """
)


def check(text: str, **options: bool) -> FileResult:
    """Check a document."""
    return worded(check_document(text, "doc.md", Options(**options)))


def only_failure(text: str) -> Failure:
    """Return the failure of a document that has one."""
    result = check(text)
    assert len(result.failures) == 1, result
    return result.failures[0]


def line_of(part: str, text: str = DOCUMENT) -> int:
    """Return the line that a part of a document stands on."""
    return text[: text.index(part)].count("\n") + 1


def test_document_that_is_right() -> None:
    """Blocks, shown values, prompts and errors agree with what is written."""
    result = check(DOCUMENT)
    assert (result.outcome, result.failures, result.notes) == (PASSED, (), ())
    assert result.checks == 7


@pytest.mark.parametrize(
    ("before", "after", "kind", "expected", "got"),
    [
        ("[2., 4.]", "[2., 5.]", "output", "5.", "4."),
        ("[2., 4.]", "[2, 4]", "output", "tensor([2, 4])", "tensor([2., 4.])"),
        ("0.5000", "0.5001", "output", "0.5001", "0.5000"),
        ("<MulB", "<DivB", "output", "<DivB", "<MulB"),
        ("<SumB", "<MeanB", "output", "<MeanBackward0 object>", "<SumBackward0 object>"),
        ("    0\n    1\n", "    0\n    2\n", "output", "2", "1"),
        ("2.7182817459106445", "2.7182917", "output", "2.7182917", "2.71828"),
        ("scalar outputs", "vector outputs", "expect-error", "vector", "scalar"),
        ("size 2\n", "size 3\n", "expect-error", "size 3", "size 2"),
        ("x.view(3)", "x.view(2)", "expect-error", "RuntimeError", "no error"),
    ],
)
def test_mutations_are_caught(before: str, after: str, kind: str, expected: str, got: str) -> None:
    """A document that says something else fails on the line where it says so."""
    text = DOCUMENT.replace(before, after, 1)
    failure = only_failure(text)
    assert failure.kind == kind
    assert expected in failure.message and got in failure.message
    line = line_of(after.strip().split("\n")[-1], text)
    if kind == "output":
        assert failure.line == line
    else:
        assert abs(failure.line - line) <= 5
    assert check(text).outcome == FAILED


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("2.7182817459106445", "2.7182817"),
        ("2.7182817459106445", "2.7182819843292236"),
        ("0x7f3b4c0d9e10", "0x55"),
        ("[0.5000, 1.0000]", "[0.5, 1.]"),
    ],
)
def test_rounding_and_addresses_do_not_matter(before: str, after: str) -> None:
    """Numbers may be off by the rounding of their type, and addresses by anything."""
    assert check(DOCUMENT.replace(before, after)).failures == ()


def test_double_precision_is_compared_in_double_precision() -> None:
    """A tensor that says its type allows the rounding of that type only."""
    text = "```python\nprint(torch.tensor(0.1, dtype=torch.double).item())\n```\n```\n{}\n```\n"
    assert check(text.format("0.1000000012")).failures == ()  # a number alone says nothing
    shown = "tensor([0.100000], dtype=torch.float64)"
    assert outputs.same(shown, shown.replace("00]", "0]"))
    assert not outputs.same(shown, shown.replace("0.100000", "0.10000001"))
    assert outputs.same(shown.replace("float64", "float16"), shown.replace("64", "16"))


@pytest.mark.parametrize(
    ("expected", "got", "same"),
    [
        ("loss 1.0000001", "loss 1.0000002", True),
        ("loss 1.001", "loss 1.002", False),
        ("step 3", "step 4", False),
        ("nan", "nan", True),
        ("nan", "1.0", False),
        ("tensor([1.0000e+00, 5.9605e-08])", "tensor([1.0000e+00, 0.0000e+00])", True),
        ("5.9605e-08", "0.0000e+00", False),
        ("1.+2.j", "1.+2.5j", False),
        ("[ 1.0, -2.0]", "[1.0, -2.0]", True),
        ("a\n\nb\n", "a\n\nb", True),
        ("a  \n", "a", True),
        ("float32", "float64", False),
        ("", "x", False),
    ],
)
def test_texts(expected: str, got: str, same: bool) -> None:
    """Text is compared exactly, numbers within rounding."""
    assert outputs.same(expected, got) is same


def test_wrong_program_ends_the_document() -> None:
    """An error that the document does not expect is at its place, and nothing after it runs."""
    text = DOCUMENT.replace("x * 0.5", "x * undefined")
    result = check(text)
    (failure,) = result.failures
    assert result.outcome == WRONG
    assert (failure.kind, failure.line, failure.column) == ("error", line_of("undefined", text), 5)
    assert "doc.md:18:5" in str(failure.details)


def test_assertions_and_expectations_in_blocks() -> None:
    """What is checked in a program is checked in a document."""
    text = "text\n\n```python\nx = torch.ones(2)\nassert x.sum() == 3\n```\n"
    failure = only_failure(text)
    assert (failure.kind, failure.line) == ("assert", 5)
    failure = only_failure("```grad\n1 + 1  # expect: 3\n```\n")
    assert (failure.kind, failure.line) == ("expect", 2)


def test_gradients_in_blocks() -> None:
    """Gradients of a document are verified where that is asked for."""
    assert check(DOCUMENT, gradients=True).checks == check(DOCUMENT).checks + 1


def test_session_state_is_put_back() -> None:
    """A document's modes end with it."""
    check("```python\ntorch.set_default_dtype(torch.float64)\ntorch.set_grad_enabled(False)\n```")
    assert STATE.default_dtype.name == "float32" and STATE.grad_enabled


def test_blocks_that_are_skipped_and_variables_that_are_reset() -> None:
    """A document says which blocks not to run, and where to begin anew."""
    assert check("```python skip\nboom(\n```\n").outcome == EMPTY
    assert check("<!-- gradcli: skip -->\n```python\nboom(\n```\n").outcome == EMPTY
    text = "```python\nx = 1\n```\n<!-- gradcli: reset -->\n```python\nprint(x)\n```\n"
    (failure,) = check(text).failures
    assert failure.message == "NameError: name 'x' is not defined"


def test_only_code_is_run() -> None:
    """Other languages, prose and code within lines are left alone."""
    text = "```sh\nls\n```\n\n`x = 1`\n\n```json\n{}\n```\n\n    indented()\n"
    assert examples(blocks(text)) == []
    assert check(text).outcome == EMPTY


def test_found_in_a_directory() -> None:
    """Of a document that was found, what is outside the language is left alone."""
    text = "```python\nimport pandas\n```\n"
    assert check(text).outcome == WRONG
    result = check(text, lenient=True)
    assert (result.outcome, [note.kind for note in result.notes]) == (EMPTY, ["skipped"])


@pytest.mark.parametrize(
    ("fence", "sources"),
    [
        ("~~~python\nx = 1\n~~~\n", ["x = 1\n"]),
        ("````python\ns = '''\n```\n'''\n````\n", ["s = '''\n```\n'''\n"]),
        ("- item\n\n  ```python\n  for i in [1]:\n      i\n  ```\n", ["for i in [1]:\n    i\n"]),
        ('```python title="a"\nx = 1\n```\n', ["x = 1\n"]),
        ("```{.python}\nx = 1\n```\n", ["x = 1\n"]),
        ("```python\nx = 1", ["x = 1\n"]),
        ("```\n>>> 1\n1\n```\n", ["1\n"]),
        ("```python\n```\n", []),
        (">>> x = [\n...   1]\n>>> x\n[1]\n\nprose\n", ["x = [\n  1]\n", "x\n"]),
    ],
)
def test_fences(fence: str, sources: list[str]) -> None:
    """Blocks are found in the forms that Markdown has for them."""
    assert [example.source for example in examples(blocks(fence))] == sources


def test_output_has_to_stand_with_its_program() -> None:
    """A plain block far from a program is no output; one that is called output is."""
    program = "```python\nprint(1)\n```\n"
    assert examples(blocks(f"{program}\nSome prose.\n\n```\n2\n```\n"))[0].expected is None
    assert examples(blocks(f"{program}\nPrints:\n\n```\n2\n```\n"))[0].expected == "2\n"
    assert examples(blocks(f"{program}\nSome prose.\n\n```output\n2\n```\n"))[0].expected == "2\n"


def test_output_of_a_session_that_looks_like_markdown() -> None:
    """What Markdown takes for a list or a heading is output where it follows a prompt."""
    for shown in ("- a", "# a", "1. a"):
        assert check(f">>> print({shown!r})\n{shown}\n").outcome == PASSED
        assert check(f">>> print({shown!r})\n{shown}b\n").outcome == FAILED


def test_doctest_options() -> None:
    """Doctest's options are understood."""
    assert check(">>> [1.5, 2.5]  # doctest: +ELLIPSIS\n[1.5, ...]\n").outcome == PASSED
    assert check(">>> boom()  # doctest: +SKIP\n1\n").outcome == EMPTY
    spaces = ">>> [1, 2]  # doctest: +NORMALIZE_WHITESPACE\n[1,   2]\n"
    assert check(spaces).outcome == PASSED


def test_readme(request: pytest.FixtureRequest) -> None:
    """The project's own README holds what it says, as far as it is in the language.

    Its sessions are run by the tests of the README, and by the command in CI.
    """
    text = (Path(request.config.rootpath) / "README.md").read_text(encoding="utf-8")
    programs = re.sub(r"^```console\n.*?^```\n", "", text, flags=re.DOTALL | re.MULTILINE)
    found = check(programs, lenient=True)
    assert found.failures == () and found.checks > 3


def test_long_outputs() -> None:
    """The time that a comparison takes grows with the text, and no faster."""
    text = "\n".join(f"step {n} tensor([{n}.5, 2.5])" for n in range(5_000))
    found = outputs.mismatch(text, text[:-5] + "3.5])")
    assert found is not None and found.line == 4_999


def test_fences_are_those_of_markdown() -> None:
    """A fence inside a comment is none; one in a quotation or a list is one."""
    text = "<!--\n```python\n1 / 0\n```\n-->\n\n> ```python\n> x = 1\n> ```\n\n"
    text += "- ```python\n  y = 2\n  ```\n"
    assert [example.source for example in examples(blocks(text))] == ["x = 1\n", "y = 2\n"]
    assert check("> ```python\n> 1 / 0\n> ```\n").failures[0].line == 2


SESSION = """
```console
$ gradcli eval 'x**2' -D x=3 --get grad.x
tensor(6.)
$ echo 'y' | gradcli eval
error[undefined-name]: name 'y' is not defined
  1 │ y
    │ ^
  help: `-D y=VALUE` defines an input, `-C` a constant
$ echo $?
3
$ ls -l
anything
$ gradcli graph x -D x=1 -o graph.svg
anything
```
"""


def test_sessions_at_a_shell(tmp_path: Path) -> None:
    """Commands of gradcli run, also in pipes; what needs a shell, or writes, is passed over."""
    path = tmp_path / "a.md"
    result = check_document(SESSION, str(path), Options())
    messages = [failure.message for failure in result.failures]
    assert (result.checks, messages) == (3, [])
    assert [note.line for note in result.notes] == [12, 14]
    assert list(tmp_path.iterdir()) == []
    wrong = check_document(SESSION.replace("6.", "7."), str(path), Options())
    assert ("expected 7., got 6.", 4) in [(f.message, f.line) for f in wrong.failures]


def test_the_folder_of_a_session(tmp_path: Path) -> None:
    """A comment says in which folder commands run; files outside it are not shown."""
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "a.txt").write_text("hello\n")
    (tmp_path / "b.txt").write_text("secret\n")
    text = (
        "<!-- gradcli: in inner -->\n```console\n$ cat a.txt\nhello\n$ cat ../b.txt\nsecret\n```\n"
    )
    result = check_document(text, str(tmp_path / "a.md"), Options())
    assert (result.outcome, result.checks, len(result.notes)) == (PASSED, 1, 1)


def test_sessions_of_strangers_are_not_run(tmp_path: Path) -> None:
    """In a file that is not of the project no command is run."""
    result = check_document(SESSION, str(tmp_path / "a.md"), Options(untrusted=True))
    assert (result.outcome, result.checks, len(result.notes)) == (EMPTY, 0, 1)


MARKED = {
    "rst": (
        "T\n\n.. code-block:: gradcli\n   :caption: one\n\n   print(k * 2)\n\n"
        ".. code-block:: gradcli-output\n\n   {}\n\n.. code-block:: python\n\n   import os\n"
    ),
    "qmd": (
        "```{{gradcli}}\nprint(k * 2)\n```\n\n```gradcli-output\n{}\n```\n\n"
        "```{{python}}\nimport os\n```\n"
    ),
    "tex": (
        "\\begin{{lstlisting}}[language=gradcli]\nprint(k * 2)\n\\end{{lstlisting}}\n"
        "\\begin{{gradcli-output}}\n{}\n\\end{{gradcli-output}}\n"
        "\\begin{{minted}}{{python}}\nimport os\n\\end{{minted}}\n"
    ),
}


@pytest.mark.parametrize("kind", MARKED)
def test_other_documents(kind: str, tmp_path: Path) -> None:
    """Blocks that are marked as gradcli's are run, with the inputs that were given; others not."""
    path = tmp_path / f"a.{kind}"
    options = Options(inputs=(("constant", "k", "3"),))
    for shown, outcome in (("tensor(6)", PASSED), ("tensor(7)", FAILED)):
        path.write_text(MARKED[kind].format(shown))
        result = check_file(str(path), options)
        assert (result.outcome, result.checks) == (outcome, 1), result


def test_inputs_that_are_wrong(tmp_path: Path) -> None:
    """What cannot be defined is an error of each file."""
    path = tmp_path / "a.grad"
    path.write_text("1\n")
    result = check_file(str(path), Options(inputs=(("define", "k", "no"),)))
    assert result.outcome == WRONG and "no" in result.failures[0].message


def test_gradcli_as_torch() -> None:
    """Programs of the Python package are programs, too."""
    text = "```python\nimport gradcli as torch\nfrom gradcli import nn\n"
    text += "print(torch.ones(1), nn.ReLU())\n```\n```\ntensor([1.]) ReLU()\n```\n"
    assert check(text).outcome == PASSED


OUTDATED = """\
```python
x = torch.tensor([1., 2.])
x.sum()  # expect: 4
print(x * 2)
```

```output
tensor([2., 5.])
```

> ```python
> print(1)
> ```
>
> ```output
> 2
> 3
> ```

- in a list

  ```python
  print("a\\n\\nb")
  ```

  ```output
  ```

```pycon
>>> 1 + 1
3
>>> print("a\\n\\nb")
>>> x
tensor([1., 3.])
>>> print("say ...")  # doctest: +ELLIPSIS
said ...
```

```console
$ gradcli diff 'x**2'
# assumed: x is a number
3 * x

$ echo 1 | cat
```
"""
UPDATED = (
    OUTDATED.replace("# expect: 4", "# expect: tensor(3.)")
    .replace("tensor([2., 5.])", "tensor([2., 4.])")
    .replace("> 2\n> 3\n", "> 1\n")
    .replace("  ```output\n  ```", "  ```output\n  a\n\n  b\n  ```")
    .replace("1 + 1\n3\n", "1 + 1\n2\n")
    .replace('>>> print("a\\n\\nb")\n', '>>> print("a\\n\\nb")\na\n<BLANKLINE>\nb\n')
    .replace("tensor([1., 3.])", "tensor([1., 2.])")
    .replace("3 * x", "2 * x")
)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_update_writes_output(tmp_path: Path, end: str) -> None:
    """What came out stands where it stood, behind the same marks; nothing else is touched."""
    file = tmp_path / "a.md"
    file.write_bytes(OUTDATED.replace("\n", end).encode())
    result = check_file(str(file), Options(update=True, timeout=60))
    assert [note.kind for note in result.notes].count("updated") == 8
    assert [failure.expected for failure in result.failures] == ["said ..."]
    assert file.read_bytes().decode() == UPDATED.replace("\n", end)
    again = check_file(str(file), Options(update=True, timeout=60))
    assert "updated" not in [note.kind for note in again.notes]


@pytest.mark.parametrize("printed", ["```", ">>> 1", "$ ls"])
def test_update_leaves_what_would_end_a_block(tmp_path: Path, printed: str) -> None:
    """Output that reads as something else in a document is left to people."""
    file = tmp_path / "a.md"
    text = f"```python\nprint({printed!r})\n```\n\n```output\nold\n```\n"
    file.write_text(text, encoding="utf-8")
    result = check_file(str(file), Options(update=True))
    assert [failure.kind for failure in result.failures] == ["output"]
    assert file.read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    ("text", "updated"),
    [
        ("```python\nprint(1)\n```\n```output\n2", "```python\nprint(1)\n```\n```output\n1"),
        ("```python\nprint(1)\n```\n```output", None),
        ("```\n>>> 1 + 1\n3", "```\n>>> 1 + 1\n2"),
        ("```\n>>> 1 + 1", None),
        (">>> 1 + 1", None),
    ],
)
def test_update_at_the_end_of_a_document(tmp_path: Path, text: str, updated: str | None) -> None:
    """Output that nothing ends is written anew; where none has begun, none is written."""
    file = tmp_path / "a.md"
    file.write_text(text, encoding="utf-8")
    result = check_file(str(file), Options(update=True))
    assert [failure.kind for failure in result.failures] == ([] if updated else ["output"])
    assert file.read_text(encoding="utf-8") == (updated or text)
