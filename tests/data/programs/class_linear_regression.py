"""A model, a data set and a trainer without torch.nn."""


class LinearRegression:
    def __init__(self, n):
        self.w = torch.zeros(n, requires_grad=True)
        self.b = torch.zeros(1, requires_grad=True)

    def __call__(self, x):
        return x @ self.w + self.b

    @property
    def parameters(self):
        return [self.w, self.b]

    def __repr__(self):
        return f"LinearRegression(w={[round(v, 3) for v in self.w.tolist()]}, b={self.b.item():.3f})"


class SGD:
    def __init__(self, parameters, lr=0.1, momentum=0.0):
        self.parameters = list(parameters)
        self.lr, self.momentum = lr, momentum
        self.velocity = {id_: torch.zeros_like(p) for id_, p in enumerate(self.parameters)}

    def step(self):
        with torch.no_grad():
            for i, p in enumerate(self.parameters):
                v = self.velocity[i]
                v.mul_(self.momentum).add_(p.grad)
                p -= self.lr * v

    def zero_grad(self):
        for p in self.parameters:
            p.grad = None


class Trainer:
    def __init__(self, model, optimizer, loss=F.mse_loss):
        self.model, self.optimizer, self.loss = model, optimizer, loss
        self.history = []

    def fit(self, x, y, epochs=3, callback=None):
        for epoch in range(epochs):
            self.optimizer.zero_grad()
            loss = self.loss(self.model(x), y)
            loss.backward()
            self.optimizer.step()
            self.history.append(loss.item())
            if callback:
                callback(self, epoch)
        return self


x = torch.tensor([[1.0, 2.0], [2.0, 0.5], [3.0, 1.0], [0.0, 1.0]])
y = x @ torch.tensor([1.0, -2.0]) + 0.5
model = LinearRegression(2)
trainer = Trainer(model, SGD(model.parameters, lr=0.05, momentum=0.5))
trainer.fit(x, y, 4, callback=lambda t, e: print(e, f"{t.history[-1]:.4f}"))
print(model, [round(h, 3) for h in trainer.history])
