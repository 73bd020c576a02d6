"""Warnings of programs on the command line: standard error, or the diagnostics of the JSON."""

import json
from collections.abc import Callable
from typing import Any

from gradcli.errors import ExitCode

Run = Callable[..., Any]
PROGRAM = "x = torch.ones(1, requires_grad=True)\nfor i in range(2):\n    print(float(x))\n"
SHOWN = """warning[conversion]: Converting a tensor with requires_grad=True to a scalar may lead \
to unexpected behavior.
Consider using tensor.detach() first.
  3 │     print(float(x))
    │           ^^^^^
"""


def test_on_standard_error(invoke: Run) -> None:
    """A warning points at its place and changes neither the output nor the status."""
    result = invoke("eval", stdin=PROGRAM)
    assert (result.stdout, result.stderr, result.exit_code) == ("1.0\n1.0\n", SHOWN, ExitCode.OK)


def test_in_json(invoke: Run) -> None:
    """JSON holds warnings, and standard error none."""
    result = invoke("eval", "--format", "json", stdin=PROGRAM)
    (warning,) = json.loads(result.stdout)["diagnostics"]
    assert (warning["severity"], warning["code"], warning["kind"], warning["line"]) == (
        "warning",
        "conversion",
        "UserWarning",
        3,
    )
    assert result.stderr == ""


def test_before_an_error(invoke: Run) -> None:
    """An error comes after the warnings, in either form."""
    program = PROGRAM + "x.foo\n"
    shown = invoke("eval", stdin=program)
    assert shown.exit_code == ExitCode.PROGRAM
    assert shown.stderr.startswith(SHOWN + "error[attribute]: ")
    found = json.loads(invoke("eval", "--format", "json", stdin=program).stdout)["diagnostics"]
    assert [diagnostic["severity"] for diagnostic in found] == ["warning", "error"]


def test_one_part_only(invoke: Run) -> None:
    """``--get`` prints its part alone on standard output, in JSON too."""
    for form in ("plain", "json"):
        arguments = ("eval", "float(x)", "-D", "x=2", "--get", "result", "--format", form)
        result = invoke(*arguments)
        assert result.stdout.strip() in ("2.0", '{"name": null, "type": "number", "data": 2.0}')
        assert result.stderr.startswith("warning[conversion]: ")


def test_the_report_does_not_warn(invoke: Run) -> None:
    """What the report reads on its own account is no business of the program."""
    result = invoke("eval", "y = x * 2", "y.sum().backward()", "-D", "x=[1., 2.]", "--summary")
    assert (result.stderr, result.exit_code) == ("", ExitCode.OK)


def test_colour(invoke: Run) -> None:
    """Warnings have a colour of their own."""
    result = invoke("eval", "--color", "always", stdin=PROGRAM)
    assert "\x1b[1;33mwarning[conversion]:\x1b[0m" in result.stderr
