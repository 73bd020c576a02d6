"""Reports as plain text."""

from collections.abc import Callable

from gradcli.answers.report import Report
from gradcli.report import plain
from gradcli.report.glyphs import ASCII

Make = Callable[..., Report]
ONES = [[1.0, 1.0], [1.0, 1.0]]


def test_the_form_of_a_report(report: Make) -> None:
    """Result, graph and gradients come in sections, with the source beside every node."""
    assert (
        plain.render(report("mean(3 * (x + 2)**2)", x=ONES))
        == """\
result: tensor(27., grad_fn=<MeanBackward0>)

graph:
MeanBackward0               mean(3 * (x + 2)**2)
└─ MulBackward0             3 * (x + 2)**2
   └─ PowBackward0          (x + 2)**2
      └─ AddBackward0       x + 2
         └─ AccumulateGrad  x

gradients:
x.grad = tensor([[4.5000, 4.5000],
                 [4.5000, 4.5000]])
"""
    )


def test_shared_nodes_are_drawn_once(report: Make) -> None:
    """A node that is used again is numbered and referred to."""
    graph = report("h = x * x\nh * h", x=1.0).graph
    assert graph is not None
    assert plain.chain(graph).splitlines() == [
        "MulBackward0          h * h",
        "├─ MulBackward0 #1    x * x",
        "│  ├─ AccumulateGrad  x",
        "│  └─ AccumulateGrad  x",
        "└─ MulBackward0 #1    (above)",
    ]


def test_ascii(report: Make) -> None:
    """Without box drawing the branches are ASCII signs."""
    graph = report("x * 2 + y", x=1.0, y=1.0).graph
    assert graph is not None
    text = plain.chain(graph, ASCII)
    assert text.isascii()
    assert "|- MulBackward0" in text and "|  \\- AccumulateGrad" in text


def test_a_long_graph_says_how_much_is_missing(report: Make) -> None:
    """A graph of thousands of nodes is drawn in part, and its last line counts the rest."""
    found = report("y = x\nfor i in range(5000):\n    y = y * 1.5\ny", x=1.0).graph
    assert found is not None
    lines = plain.chain(found).splitlines()
    assert len(lines) < 300
    assert lines[-1].startswith("(4,940 of 5,001 nodes not shown")


def test_nothing_is_cut_to_a_width(report: Make) -> None:
    """A result as wide as its value stays on its line."""
    text = plain.render(report(f"'{'x' * 500}'"))
    assert text == f"result: '{'x' * 500}'\n"


def test_sources_of_several_lines_stay_on_one(report: Make) -> None:
    """Line breaks in an expression do not break the lines of the chain."""
    graph = report("(x +\n    2)", x=1.0).graph
    assert graph is not None
    assert "x + 2" in plain.chain(graph)


def test_none_and_silence(report: Make) -> None:
    """A program without a value has nothing to report."""
    assert plain.render(report("None")) == ""
