"""What a report of a program holds."""

from collections.abc import Callable

import pytest

from gradcli.answers.inputs import QuestionError
from gradcli.answers.report import Report
from gradcli.errors import GradcliError

Make = Callable[..., Report]


def gradients(report: Report) -> dict[str, object]:
    """Return the gradients as nested lists."""
    return {gradient.name: gradient.data.tolist() for gradient in report.gradients}


def test_a_scalar_is_differentiated_by_every_input(report: Make) -> None:
    """The inputs' gradients come in the order in which they were given."""
    found = report("(x * y).sum()", y=[2.0, 3.0], x=[5.0, 7.0])
    assert gradients(found) == {"y": [5.0, 7.0], "x": [2.0, 3.0]}
    assert list(gradients(found)) == ["y", "x"]
    assert found.hint is None


def test_leaves_of_the_program_follow_under_their_names(report: Make) -> None:
    """Leaves have the names of variables, of places in containers, or a number."""
    source = (
        "w = tensor(2., requires_grad=True)\n"
        "params = {'b': tensor(3., requires_grad=True)}\n"
        "x * w + params['b'] * tensor(5., requires_grad=True)"
    )
    assert gradients(report(source, x=7.0)) == {
        "x": 2.0,
        "w": 7.0,
        "params['b']": 5.0,
        "leaf1": 3.0,
    }


def test_parameters_have_the_names_that_pytorch_gives_them(report: Make) -> None:
    """Layers, and instances of the program's own classes, name what they hold by attribute."""
    source = (
        "class Net(nn.Module):\n"
        "    def __init__(self):\n"
        "        super().__init__()\n"
        "        self.body = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))\n"
        "        self.scale = nn.Parameter(ones(1))\n"
        "        self.itself = [self]\n"
        "class Box: pass\n"
        "net, box = Net(), Box()\n"
        "box.w = ones(2, requires_grad=True)\n"
        "sum(net.body(box.w) * net.scale)"
    )
    known = ["net.scale", *(f"net.body.{n}.{p}" for n in (0, 2) for p in ("weight", "bias"))]
    assert set(gradients(report(source))) == {*known, "box.w"}
    assert list(gradients(report(source, wrt=("net.body.0.bias",)))) == ["net.body.0.bias"]


def test_wrt_narrows_and_reaches_inside(report: Make) -> None:
    """Only what was asked for is reported, also when it is no leaf."""
    found = report("h = x * 2\n(h ** 2).sum()", wrt=("h",), x=[1.0, 2.0])
    assert gradients(found) == {"h": [4.0, 8.0]}


def test_wrt_offers_the_nearest_name(report: Make) -> None:
    """A name that is not there is refused, with the one that was probably meant."""
    with pytest.raises(QuestionError, match="no tensor 'weigth'; did you mean 'weight'"):
        report("weight.sum()", wrt=("weigth",), weight=[1.0])
    with pytest.raises(QuestionError, match="'n' is not a tensor that requires grad"):
        report("n = 3\nx * n", wrt=("n",), x=1.0)


def test_an_input_without_influence_has_a_zero_gradient(report: Make) -> None:
    """An input that the result does not depend on gets zeros and a note."""
    found = report("x * 2", x=1.0, unused=[1.0, 2.0])
    assert gradients(found) == {"x": 2.0, "unused": [0.0, 0.0]}
    assert found.gradients[1].note == "the result does not depend on unused"


def test_backward_is_reported_and_not_repeated(report: Make) -> None:
    """The gradients of a program that called backward() are its own."""
    found = report("y = (x * x).sum()\ny.backward()\n(x * x).sum().backward()\ny", x=[1.0, 2.0])
    assert gradients(found) == {"x": [4.0, 8.0]}


def test_backward_asked_for_what_it_did_not_reach(report: Make) -> None:
    """Tensors of --wrt without a gradient are named."""
    found = report("y = x * 2\ny.backward()\ny", wrt=("x", "z"), x=1.0, z=1.0)
    assert gradients(found) == {"x": 2.0}
    assert found.hint == "backward() left no gradient at z"


def test_reporting_changes_nothing(report: Make) -> None:
    """Differentiating for the report fills no grad and frees no graph."""
    from gradcli.answers.evaluation import build_report
    from gradcli.language.run import Session

    with Session() as session:
        run = session.evaluate("x = tensor(3., requires_grad=True)\ny = x * x\ny")
        build_report(run, {})
        assert run.variables["x"].grad is None
        build_report(run, {})
        run.value.backward()
    assert run.variables["x"].grad.item() == 6.0


def test_a_vector_needs_a_weight(report: Make) -> None:
    """Without --gradient a result that is no scalar gets a hint, with it the product."""
    hint = report("x * 2", x=[1.0, 2.0]).hint
    assert hint is not None and "(2,)" in hint and "--gradient" in hint and "sum()" in hint
    found = report("x * x", gradient="tensor([1., 10.])", x=[1.0, 2.0])
    assert gradients(found) == {"x": [2.0, 40.0]}


def test_a_weight_of_the_wrong_shape_is_the_programs_error(report: Make) -> None:
    """PyTorch's refusal of a gradient becomes a diagnostic that points at the result."""
    with pytest.raises(GradcliError, match="Mismatch in shape") as error:
        report("y = 1\nx * x", gradient="ones(3)", x=[1.0, 2.0])
    assert error.value.diagnostic.span == (6, 11)


@pytest.mark.parametrize("source", ["ones(2)", "3", "None", "'text'", "[1, 2]"])
def test_results_without_a_graph(report: Make, source: str) -> None:
    """A result that does not require grad has no graph and no gradients, and is no error."""
    found = report(source)
    assert (found.graph, found.gradients, found.hint) == (None, (), None)


def test_a_freed_graph_is_a_hint(report: Make) -> None:
    """A program that differentiates by itself keeps its result; the report says what is missing."""
    found = report("y = x * x\ng, = torch.autograd.grad(y, x)\ny", x=3.0)
    assert found.result is not None and found.result.text.startswith("tensor(9.")
    assert found.hint is not None and "freed" in found.hint


def test_a_leaf_as_the_result(report: Make) -> None:
    """The gradient of a leaf by itself is one; it has no graph."""
    found = report("x", x=3.0)
    assert gradients(found) == {"x": 1.0}
    assert found.graph is None


def test_nodes_point_at_the_program(report: Make) -> None:
    """Every operation knows the text it came from and the nodes it leads to."""
    graph = report("y = x + 2\n3 * y", x=1.0).graph
    assert graph is not None
    mul, add, leaf = graph.nodes
    assert (mul.name, mul.source, mul.line, mul.column) == ("MulBackward0", "3 * y", 2, 1)
    assert (add.name, add.source, add.line, add.column) == ("AddBackward0", "x + 2", 1, 5)
    assert (leaf.name, leaf.variable, leaf.next) == ("AccumulateGrad", "x", ())
    assert [edge for edge in mul.next if edge] == [(1, 0)]
    assert graph.total == 3


def test_long_graphs_are_cut(report: Make) -> None:
    """Beyond 10,000 nodes only their number is kept."""
    source = "y = x\nfor i in range(12000):\n    y = y * x\ny"
    graph = report(source, x=1.0).graph
    assert graph is not None
    assert len(graph.nodes) == 10_000
    assert graph.total == 12_001
