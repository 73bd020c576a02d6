x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
a = sum(x)
b = sum([v * v for v in x])
c = sum(x.tolist())
print(a, b, c)
print(a.grad_fn, a.grad_fn.next_functions[0][0])
b.backward()
print(x.grad)
print(
    abs(-3),
    pow(2, 3),
    round(2.567, 1),
    min(3, 1),
    all([1, 0]),
    any([0, 1]),
    round(torch.tensor([0.5, 1.5, 2.5])),
)
