"""The loop of a training program with classes: as a program, and in Python on the library.

Both sides run the same text. What is timed is its loop; classes, data and weights are made before.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from sys import modules

from measure import Work, comparison, medians, versus

import gradcli
from gradcli.language.run import Session
from gradcli.syntax.parse import parse

EPOCHS = 5

NETWORK = """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, inputs, hidden, outputs):
        super().__init__()
        self.hidden = nn.Linear(inputs, hidden)
        self.predict = nn.Linear(hidden, outputs)

    def forward(self, x):
        x = torch.relu(self.hidden(x))
        return self.predict(x)


torch.manual_seed(0)
x, y = torch.randn(64, 8), torch.randint(0, 3, (64,))
net = Net(8, 16, 3)
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(net.parameters(), lr=0.01)


def train(epochs):
    losses = []
    for epoch in range(epochs):
        running, correct = 0.0, 0
        for inputs, labels in zip(x.split(16), y.split(16)):
            optimizer.zero_grad()
            outputs = net(inputs)
            loss = criterion(outputs, labels)
            loss.backward()
            optimizer.step()
            running += loss.item()
            correct += (outputs.argmax(1) == labels).sum().item()
        losses.append(running / 4)
    return losses
"""

FUNCTION = """\
import torch


class MyReLU(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input):
        ctx.save_for_backward(input)
        return input.clamp(min=0)

    @staticmethod
    def backward(ctx, grad_output):
        input, = ctx.saved_tensors
        grad_input = grad_output.clone()
        grad_input[input < 0] = 0
        return grad_input


torch.manual_seed(0)
x, y = torch.randn(16, 20), torch.randn(16, 4)
w1 = torch.randn(20, 10, requires_grad=True)
w2 = torch.randn(10, 4, requires_grad=True)


def train(epochs):
    for t in range(4 * epochs):
        y_pred = MyReLU.apply(x.mm(w1)).mm(w2)
        loss = (y_pred - y).pow(2).sum()
        loss.backward()
        with torch.no_grad():
            w1.sub_(1e-5 * w1.grad)
            w2.sub_(1e-5 * w2.grad)
            w1.grad.zero_()
            w2.grad.zero_()
    return loss.item()
"""

RECURRENT = """\
import torch
from torch import nn


class RNN(nn.Module):
    def __init__(self, input_size, hidden_size, output_size):
        super().__init__()
        self.hidden_size = hidden_size
        self.i2h = nn.Linear(input_size + hidden_size, hidden_size)
        self.h2o = nn.Linear(hidden_size, output_size)
        self.softmax = nn.LogSoftmax(dim=1)

    def forward(self, input, hidden):
        hidden = torch.tanh(self.i2h(torch.cat((input, hidden), 1)))
        return self.softmax(self.h2o(hidden)), hidden

    def initial(self):
        return torch.zeros(1, self.hidden_size)


torch.manual_seed(0)
lines = [torch.randn(6, 1, 10) for _ in range(4)]
rnn = RNN(10, 16, 3)
criterion = nn.NLLLoss()


def train(epochs):
    total = 0
    for epoch in range(epochs):
        for number, line in enumerate(lines):
            hidden = rnn.initial()
            rnn.zero_grad()
            for step in range(line.size(0)):
                output, hidden = rnn(line[step], hidden)
            loss = criterion(output, torch.tensor([number % 3]))
            loss.backward()
            for p in rnn.parameters():
                p.data.add_(p.grad, alpha=-0.005)
            total += loss.item()
    return total
"""

PROGRAMS = {
    "module and Adam": NETWORK,
    "Function, by hand": FUNCTION,
    "recurrent module": RECURRENT,
}


def as_program(text: str) -> Work:
    """Return the loop as gradcli runs it."""
    session = Session(write=lambda text: None)
    with session:
        session.evaluate(text)
        call = f"train({EPOCHS})"
        train = session.prepare(parse(call, "<program>"), call, "<program>")

    def work() -> None:
        with session:
            train()

    return work


def in_python(text: str) -> Work:
    """Return the loop as Python runs it."""
    names = {"__name__": "__main__"}
    with _torch_is_gradcli():
        exec(compile(text, "<program>", "exec"), names)
    return lambda: names["train"](EPOCHS)


@contextmanager
def _torch_is_gradcli() -> Iterator[None]:
    kept = modules.get("torch")
    modules["torch"] = gradcli
    try:
        yield
    finally:
        if kept is None:
            del modules["torch"]
        else:
            modules["torch"] = kept


def main() -> None:
    """Print the table."""
    rows = []
    for name, text in PROGRAMS.items():
        sides = {"gradcli": as_program(text), "Python": in_python(text)}
        rows.append(versus(name, *medians(sides).values(), 2.0))
    comparison("Python", rows)


if __name__ == "__main__":
    main()
