w = torch.tensor([1.0, -1.0, 0.0], requires_grad=True)
cases = {"divide": w / 0, "sqrt": torch.sqrt(w), "log": torch.log(w), "sigmoid": torch.sigmoid(w * 1000), "tanh": torch.tanh(w * 1000), "exp": torch.exp(w * 100), "power": w ** 0, "base zero": 0 ** w.abs(), "reciprocal": 1 / w}
for name, value in cases.items():
    w.grad = None
    value.sum().backward(retain_graph=True)
    print(f"{name:10}", value.tolist(), w.grad.tolist())
