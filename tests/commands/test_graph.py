"""``gradcli graph``: trees, chains, and what other programs draw."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from gradcli.errors import ExitCode
from gradcli.report.graph_text import folded

Run = Callable[..., Any]
CALL = ("graph", "h = tanh(x * w)", "h * h", "-D", "x=2", "-D", "w=1")
LOOP = "y = x\nfor i in range({}):\n    y = sin(y) * w + y\ny"


def test_tree(invoke: Run) -> None:
    """The tree is the one that eval shows; --depth cuts it and says so."""
    shown = invoke("eval", *CALL[1:], "--get", "chain").stdout
    assert invoke(*CALL).stdout == shown
    cut = invoke(*CALL, "--depth", "1").stdout
    assert cut.startswith("MulBackward0") and "TanhBackward0" in cut and "x * w)" in cut
    assert "AccumulateGrad" in shown and "AccumulateGrad" not in cut
    assert "3 of 5 nodes not shown" in cut


def test_chain(invoke: Run) -> None:
    """Nodes stand in the order in which they were made."""
    lines = invoke(*CALL, "--format", "chain").stdout.splitlines()
    assert [line.split()[0] for line in lines] == [
        *("AccumulateGrad", "AccumulateGrad", "MulBackward0", "TanhBackward0", "MulBackward0")
    ]


def test_what_is_left_out_is_said(invoke: Run) -> None:
    """A chain that is cut says so; all of a deep graph is all of it."""
    loop = "y = x\nfor i in range(80):\n    y = sin(y)\ny"
    cut = invoke("graph", loop, "-D", "x=1", "--format", "chain", "--depth", "2").stdout
    assert cut.startswith("(78 of 81 nodes not shown; --depth has more)\nSinBackward0")
    whole = invoke("eval", loop, "-D", "x=1", "--graph", "all").stdout
    assert whole.count("SinBackward0") == 80 + 1 and "not shown" not in whole


def test_loops_are_folded(invoke: Run) -> None:
    """Fifty steps are a bracket."""
    source = "y = x\nfor i in range(50):\n    y = sin(y) * 0.5\ny"
    assert invoke("graph", source, "-D", "x=1", "--format", "chain").stdout == (
        "AccumulateGrad  x             scalar\n"
        "[ × 50\n"
        "  SinBackward0    sin(y)        scalar\n"
        "  MulBackward0    sin(y) * 0.5  scalar\n"
        "]\n"
    )


@pytest.mark.parametrize(
    ("text", "stretches"),
    [
        ("", []),
        ("abc", [(0, 1, 1), (1, 1, 1), (2, 1, 1)]),
        ("xababab", [(0, 1, 1), (1, 2, 3)]),
        ("aaaa", [(0, 1, 4)]),
        ("aa", [(0, 1, 1), (1, 1, 1)]),
    ],
)
def test_folding(text: str, stretches: list[tuple[int, int, int]]) -> None:
    """A stretch is folded where that saves lines; nothing is lost."""
    found = list(folded(text))
    assert found == stretches
    assert "".join(text[at : at + period] * count for at, period, count in found) == text


def test_dot_and_mermaid(invoke: Run) -> None:
    """Texts of the program cannot break out of the labels."""
    source = "y = x * len('\"]; {<b>')\ny"
    dot = invoke("graph", source, "-D", "x=2", "--format", "dot").stdout
    assert "n0 -> n1;" in dot and "len('\\\"]; {<b>')\"]" in dot
    mermaid = invoke("graph", source, "-D", "x=2", "--format", "mermaid").stdout
    label = re.search(r'n0\["(.*)"\]', mermaid)
    assert label and not set(label[1].replace("<br/>", "")) & set("\"<>[](){}'")


def test_json(invoke: Run) -> None:
    """The JSON is the graph of eval's."""
    whole = json.loads(invoke("eval", *CALL[1:], "--format", "json").stdout)["graph"]
    assert json.loads(invoke(*CALL, "--format", "json").stdout) == {"version": 1, **whole}


@pytest.mark.parametrize("steps", [1, 16, 100])
def test_picture(steps: int, invoke: Run) -> None:
    """The picture is XML with all nodes, none over another, and edges that lead downwards."""
    source = LOOP.format(steps)
    result = invoke("graph", source, "-D", "x=1", "-D", "w=2", "--format", "svg", "--no-fold")
    picture = ElementTree.fromstring(result.stdout)
    space = "{http://www.w3.org/2000/svg}"
    rects = [g.find(f"{space}rect") for g in picture.iter(f"{space}g")]
    boxes = [
        tuple(float(rect.get(name, "")) for name in ("x", "y", "width", "height"))
        for rect in rects
        if rect is not None
    ]
    assert len(boxes) == 3 * steps + 2
    assert not any(overlap(a, b) for a, b in combinations(boxes, 2))
    width, height = float(picture.get("width", "")), float(picture.get("height", ""))
    assert all(x >= 0 and y >= 0 and x + w <= width and y + h <= height for x, y, w, h in boxes)
    for path in picture.iter(f"{space}path"):
        numbers = [float(n) for n in re.findall(r"-?[\d.]+", path.get("d", ""))]
        assert numbers[-1] > numbers[1]


def overlap(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    """Tell whether two rectangles share more than an edge."""
    return all(a[i] < b[i] + b[i + 2] and b[i] < a[i] + a[i + 2] for i in (0, 1))


def test_names_in_a_picture(invoke: Run) -> None:
    """What the program says is text in the picture, and nothing else."""
    source = "x * len('<script>&')"
    text = invoke("graph", source, "-D", "x=2", "--format", "svg").stdout
    assert "<script" not in text and "&lt;script&gt;&amp;" in text


def test_files(invoke: Run, tmp_path: Path) -> None:
    """The name says the format; an unknown one is refused, and nothing is written."""
    for suffix, start in (
        (".svg", "<svg"),
        (".dot", "digraph"),
        (".mmd", "graph TD"),
        (".txt", "Mul"),
    ):
        path = tmp_path / f"graph{suffix}"
        assert invoke(*CALL, "-o", str(path)).stdout == ""
        assert path.read_text(encoding="utf-8").startswith(start)
    wrong = invoke(*CALL, "-o", str(tmp_path / "graph.pdf"))
    assert wrong.exit_code == ExitCode.USAGE and not (tmp_path / "graph.pdf").exists()


def test_what_has_no_graph(invoke: Run) -> None:
    """A result without a graph, and a picture of too many nodes, are refused."""
    none = invoke("graph", "3")
    assert (none.exit_code, none.stdout) == (ExitCode.USAGE, "")
    call = ("graph", LOOP.format(400), "-D", "x=1", "-D", "w=2", "--format", "svg")
    many = invoke(*call, "--no-fold")
    assert many.exit_code == ExitCode.USAGE and "--depth" in many.stderr
    assert invoke(*call, "--no-fold", "--depth", "9").exit_code == ExitCode.OK
    assert invoke(*call).exit_code == ExitCode.OK


def test_a_loop_is_folded(invoke: Run) -> None:
    """The last round of a loop stands for all, with what all share; nothing else is changed."""
    tree = invoke("graph", LOOP.format(50), "-D", "x=1", "-D", "w=2").stdout
    assert tree.splitlines()[:4] == [
        "AddBackward0                         sin(y) * w + y",
        "├─ MulBackward0                      sin(y) * w",
        "│  ├─ SinBackward0                   sin(y)",
        "│  │  └─ × 48 #1                     the 3 nodes above",
    ]
    assert tree.count("\n") == 13 and "not shown" not in tree
    whole = invoke("graph", LOOP.format(50), "-D", "x=1", "-D", "w=2", "--no-fold").stdout
    assert "×" not in whole and whole.count("\n") > 100


def test_rounds_with_leaves_of_their_own_are_folded(invoke: Run) -> None:
    """Layers that a loop makes differ in the names of their leaves only."""
    made = "w = torch.ones(2, 2, requires_grad=True)"
    source = f"h = x\nfor i in range(9):\n    {made}\n    h = tanh(h @ w)\nh.sum()"
    call = ("graph", source, "-D", "x=ones(1, 2)")
    assert invoke(*call).stdout == (
        "SumBackward0                h.sum()\n"
        "└─ TanhBackward0            tanh(h @ w)\n"
        "   └─ MmBackward0           h @ w\n"
        "      ├─ × 8                the 3 nodes above\n"
        "      │  └─ AccumulateGrad  x\n"
        "      └─ AccumulateGrad     w\n"
    )
    assert "[ × 9, the last of which is\n" in invoke(*call, "--format", "chain").stdout


@pytest.mark.parametrize(
    "source",
    [
        "y = [x]\nfor i in range(20):\n    y.append(sin(y[-1]))\nstack(y).sum()",
        "y = [x, x]\nfor i in range(30):\n    y.append(y[i] * y[i + 1])\ny[-1]",
        "y = x\nfor i in range(30):\n    y = y * x[i]\ny.sum()",
    ],
)
def test_what_is_no_plain_loop_keeps_its_form(source: str, invoke: Run) -> None:
    """Rounds of which others than the last are used, or that reach further back, are drawn."""
    call = ("graph", source, "-D", "x=ones(30)", "--format", "dot")
    folded_, whole = invoke(*call).stdout, invoke(*call, "--no-fold").stdout
    assert folded_ == whole or "y * x[i]" in folded_


def test_gradients_along_edges(invoke: Run) -> None:
    """Each edge has what goes along it: a number, a few, or the norm of many."""
    tree = invoke(*CALL, "--gradients").stdout
    assert tree.splitlines()[1].endswith("tanh(x * w)  ← 0.964")
    shown = {
        "dot": '-> n3 [label="0.1362"];',
        "mermaid": '-->|"0.964"| n1',
        "svg": ">0.964 + 0.964</text>",
        "chain": "scalar  0.1362 0.2724",
    }
    for form, text in shown.items():
        assert text in invoke(*CALL, "--gradients", "--format", form).stdout, form
    found = json.loads(invoke(*CALL, "--gradients", "--format", "json").stdout)["nodes"]
    first = {"shape": [], "norm": pytest.approx(0.964, abs=1e-4), "data": pytest.approx(0.964, 0.1)}
    assert found[0]["gradients"] == [first, first]
    many = invoke("graph", "(x * 2).sum()", "-D", "x=ones(9)", "--gradients").stdout
    assert many.splitlines()[1].endswith("← norm 3")
    few = invoke("graph", "(x * 2).sum()", "-D", "x=ones(2)", "--gradients").stdout
    assert few.splitlines()[2].endswith("← [2, 2]")


def test_gradients_that_there_are_not(invoke: Run) -> None:
    """What cannot be differentiated here says why."""
    result = invoke("graph", "x * 2", "-D", "x=ones(2)", "--gradients")
    assert result.exit_code == ExitCode.USAGE and "reduce it" in result.stderr


@pytest.mark.parametrize("last", ["print(x.grad)", "y", "x.grad"])
def test_what_a_program_differentiates_itself(last: str, invoke: Run) -> None:
    """A program that calls backward() has the graph, and the gradients, of that call."""
    source = f"for k in range(3):\n    y = (x * k).sum()\n    y.backward()\n{last}"
    found = invoke("graph", source, "-D", "x=ones(2)", "--gradients").stdout
    assert [line.split("← ")[-1] for line in found.splitlines()[1:]] == ["[1, 1]", "[2, 2]"]
    plain = invoke("graph", source, "-D", "x=ones(2)").stdout
    assert [line.split()[-2] for line in plain.splitlines()[:2]] == ["*", "*"]


def test_pixels(invoke: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """PNG needs an extra and says so; with it, the picture has the size of the SVG."""
    path = tmp_path / "graph.png"
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    missing = invoke(*CALL, "-o", str(path))
    assert missing.exit_code == ExitCode.USAGE and "gradcli[plot]" in missing.stderr
    assert not path.exists()
    monkeypatch.undo()
    pytest.importorskip("matplotlib")
    assert invoke(*CALL, "-o", str(path), "--gradients").exit_code == ExitCode.OK
    head = path.read_bytes()[:24]
    svg = invoke(*CALL, "--format", "svg", "--gradients").stdout
    sizes = [int(svg.partition(f'{side}="')[2].partition('"')[0]) for side in ("width", "height")]
    pixels = [int.from_bytes(head[at : at + 4]) for at in (16, 20)]
    assert head.startswith(b"\x89PNG") and [1.5 * s for s in sizes] == pytest.approx(pixels, abs=2)
