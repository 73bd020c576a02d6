"""The layer that PyTorch computes as one operation: the same as the steps that it is made of."""

import pytest

import gradcli as torch
from gradcli.core.table import OPS

STEPS, BATCH, INPUTS, SIZE = 4, 2, 3, 5


def by_steps(x, into, within, bias, other, state, memory, reverse):
    """Return the same as the layer, from the operator for one step."""
    states = []
    for now in x.flip(0) if reverse else x:
        state, memory = torch.lstm_cell(now, (state, memory), into, within, bias, other)
        states.append(state)
    return torch.stack(states[::-1] if reverse else states), state, memory


def as_one(*operands):
    """Return what the layer makes of the same."""
    *operands, reverse = operands
    return OPS["_lstm_layer"](*operands, reverse=reverse)


def operands(seed=0):
    """Return an input, parameters and first states."""
    generator = torch.Generator().manual_seed(seed)
    gates = 4 * SIZE
    sizes = [(STEPS, BATCH, INPUTS), (gates, INPUTS), (gates, SIZE), (gates,), (gates,)]
    sizes += [(BATCH, SIZE)] * 2
    return [
        torch.randn(*size, dtype=torch.float64, generator=generator, requires_grad=True)
        for size in sizes
    ]


def slopes(function, reverse, results):
    """Return the results, their gradients and the gradients of those."""
    given = operands()
    found = function(*given, reverse)
    total = sum((found[place] * (place + found[place].exp())).sum() for place in results)
    first = torch.autograd.grad(total, given, create_graph=True)
    second = torch.autograd.grad(sum((t**3).sum() for t in first), given)
    return [*found, *first, *second]


@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("results", [(0,), (1,), (2,), (0, 1, 2)])
def test_values_and_derivatives(reverse, results):
    """Values, gradients and second derivatives are those of the steps, whatever is looked at."""
    pairs = zip(slopes(as_one, reverse, results), slopes(by_steps, reverse, results), strict=True)
    for ours, theirs in pairs:
        assert torch.allclose(ours, theirs, rtol=1e-11, atol=1e-13)


@pytest.mark.parametrize("reverse", [False, True])
def test_forward_mode(reverse):
    """Derivatives in a direction are those of the steps."""
    given, tangents = tuple(operands()), tuple(t.detach() for t in operands(1))
    found = [
        torch.func.jvp(lambda *args, f=f: f(*args, reverse)[0], given, tangents)[1]
        for f in (as_one, by_steps)
    ]
    assert torch.allclose(*found, rtol=1e-11)


def test_a_network_shows_it():
    """Each direction of each layer is a node, with an edge for each operand; not of packed ones."""
    network = torch.nn.LSTM(INPUTS, SIZE, 2, bidirectional=True)
    x = torch.ones(STEPS, BATCH, INPUTS, requires_grad=True)
    output, _ = network(x)
    (forwards, _), (backwards, _) = output.grad_fn.next_functions
    assert forwards.name() == backwards.name() == "MkldnnRnnLayerBackward0"
    names = [node and node.name() for node, _ in forwards.next_functions]
    assert names == ["CatBackward0", *["torch::autograd::AccumulateGrad"] * 4, None, None]
    packed, _ = network(torch.nn.utils.rnn.pack_sequence([x[:, 0], x[:2, 0]]))
    assert packed.data.grad_fn.next_functions[0][0].name() == "CatBackward0"
