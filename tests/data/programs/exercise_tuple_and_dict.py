params = {"w": torch.ones(2, requires_grad=True), "b": torch.zeros(1, requires_grad=True)}
out = (params["w"] * 3).sum() + params["b"]
out.backward()
for name, p in params.items():
    print(name, tuple(p.shape), p.grad)
first, *rest = [1, 2, 3]
(a, b), c = (1, 2), 3
a, b = b, a
print(first, rest, a, b, c, "w" in params, list(params), len(params), params.get("z"))
del params["b"]
params |= {"c": 1}
print(params.keys(), [*range(3), *"ab"], {**{"k": 1}, "l": 2})
