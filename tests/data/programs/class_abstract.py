"""Abstract classes."""
from abc import ABC, abstractmethod


class Layer(ABC):
    @abstractmethod
    def forward(self, x):
        """Compute."""

    @abstractmethod
    def parameters(self):
        pass

    def __call__(self, x):
        return self.forward(x)


class Linear(Layer):
    def __init__(self, w, b):
        self.w, self.b = w, b

    def forward(self, x):
        return x @ self.w + self.b

    def parameters(self):
        return [self.w, self.b]


class Act(Layer):
    def __init__(self, f):
        self.f = f

    def forward(self, x):
        return self.f(x)

    def parameters(self):
        return []


class Chain(Layer):
    def __init__(self, *layers):
        self.layers = layers

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x

    def parameters(self):
        return [p for layer in self.layers for p in layer.parameters()]


w1 = torch.tensor([[0.1, -0.2], [0.4, 0.3]], requires_grad=True)
b1 = torch.zeros(2, requires_grad=True)
w2 = torch.tensor([[0.5], [-0.6]], requires_grad=True)
b2 = torch.zeros(1, requires_grad=True)
model = Chain(Linear(w1, b1), Act(torch.tanh), Linear(w2, b2))
x = torch.tensor([[1.0, 2.0], [3.0, -1.0]])
y = torch.tensor([[1.0], [0.0]])
for step in range(3):
    loss = ((model(x) - y) ** 2).mean()
    loss.backward()
    with torch.no_grad():
        for p in model.parameters():
            p -= 0.1 * p.grad
            p.grad = None
    print(step, loss.item())
print(isinstance(model, Layer), issubclass(Act, Layer), len(model.parameters()))


class Half(Layer):
    def forward(self, x):
        return super().forward(x)


Half()
