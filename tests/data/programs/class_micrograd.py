"""A scalar autograd engine as lessons write it, against torch's own."""
import math


class Value:
    """A number that remembers what it was made of."""

    def __init__(self, data, _children=(), _op="", label=""):
        self.data = data
        self.grad = 0.0
        self._backward = lambda: None
        self._prev = set(_children)
        self._op = _op
        self.label = label

    def __repr__(self):
        return f"Value(data={self.data:.4f}, grad={self.grad:.4f})"

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def __pow__(self, other):
        assert isinstance(other, (int, float)), "only supporting int/float powers for now"
        out = Value(self.data**other, (self,), f"**{other}")

        def _backward():
            self.grad += other * self.data ** (other - 1) * out.grad

        out._backward = _backward
        return out

    def __rmul__(self, other):
        return self * other

    def __truediv__(self, other):
        return self * other**-1

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-other)

    def __radd__(self, other):
        return self + other

    def __rsub__(self, other):
        return other + (-self)

    def tanh(self):
        x = self.data
        t = (math.exp(2 * x) - 1) / (math.exp(2 * x) + 1)
        out = Value(t, (self,), "tanh")

        def _backward():
            self.grad += (1 - t**2) * out.grad

        out._backward = _backward
        return out

    def relu(self):
        out = Value(0 if self.data < 0 else self.data, (self,), "ReLU")

        def _backward():
            self.grad += (out.data > 0) * out.grad

        out._backward = _backward
        return out

    def backward(self):
        topo = []
        visited = set()

        def build_topo(v):
            if v not in visited:
                visited.add(v)
                for child in v._prev:
                    build_topo(child)
                topo.append(v)

        build_topo(self)
        self.grad = 1.0
        for node in reversed(topo):
            node._backward()


x1 = Value(2.0, label="x1")
x2 = Value(0.0, label="x2")
w1 = Value(-3.0, label="w1")
w2 = Value(1.0, label="w2")
b = Value(6.8813735870195432, label="b")
n = x1 * w1 + x2 * w2 + b
o = n.tanh()
o.backward()
for value in (x1, x2, w1, w2, b, n, o):
    print(value.label, value)

tx = [torch.tensor(v, dtype=torch.float64, requires_grad=True) for v in (2.0, 0.0, -3.0, 1.0)]
tb = torch.tensor(6.8813735870195432, dtype=torch.float64, requires_grad=True)
to = torch.tanh(tx[0] * tx[2] + tx[1] * tx[3] + tb)
to.backward()
print([round(t.grad.item(), 6) for t in tx], round(to.item(), 6))

a = Value(-4.0)
c = Value(2.0)
d = a + c
e = a * c + c**3
d += d + 1
d += 1 + d + (-a)
e += e * 2 + (c + a).relu()
e += 3 * e + (c - a).relu()
f = d - e
g = f**2
h = g / 2.0
h += 10.0 / f if False else Value(10.0) / f
print(f"{h.data:.4f}")
h.backward()
print(f"{a.grad:.4f} {c.grad:.4f}")


class Neuron:
    def __init__(self, weights, bias, nonlin=True):
        self.w = [Value(w) for w in weights]
        self.b = Value(bias)
        self.nonlin = nonlin

    def __call__(self, x):
        act = sum((wi * xi for wi, xi in zip(self.w, x)), self.b)
        return act.relu() if self.nonlin else act

    def parameters(self):
        return self.w + [self.b]

    def __repr__(self):
        return f"{'ReLU' if self.nonlin else 'Linear'}Neuron({len(self.w)})"


class Layer:
    def __init__(self, rows, **kwargs):
        self.neurons = [Neuron(row, 0.1, **kwargs) for row in rows]

    def __call__(self, x):
        out = [n(x) for n in self.neurons]
        return out[0] if len(out) == 1 else out

    def parameters(self):
        return [p for n in self.neurons for p in n.parameters()]

    def __repr__(self):
        return f"Layer of [{', '.join(str(n) for n in self.neurons)}]"


class MLP:
    def __init__(self, layers):
        self.layers = layers

    def __call__(self, x):
        for layer in self.layers:
            x = layer(x)
        return x

    def parameters(self):
        return [p for layer in self.layers for p in layer.parameters()]

    def zero_grad(self):
        for p in self.parameters():
            p.grad = 0

    def __repr__(self):
        return f"MLP of [{', '.join(str(layer) for layer in self.layers)}]"


model = MLP([Layer([[0.5, -0.4], [0.3, 0.9], [-0.7, 0.2]]), Layer([[0.6, -0.1, 0.8]], nonlin=False)])
print(model, len(model.parameters()))
xs = [[1.0, 2.0], [-1.0, 0.5], [0.3, -0.8]]
ys = [1.0, -1.0, 0.5]
for step in range(5):
    predictions = [model(x) for x in xs]
    loss = sum((p - y) ** 2 for p, y in zip(predictions, ys))
    model.zero_grad()
    loss.backward()
    for p in model.parameters():
        p.data += -0.05 * p.grad
    print(step, f"{loss.data:.6f}")
