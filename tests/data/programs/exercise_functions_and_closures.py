def polynomial(*coefficients):
    def at(x):
        value = 0
        for c in coefficients:
            value = value * x + c
        return value
    return at

def derivative(f):
    def df(x):
        t = torch.tensor(float(x), requires_grad=True)
        f(t).backward()
        return t.grad.item()
    return df

p = polynomial(1, -6, 11, -6)
slope = derivative(p)
print([p(x) for x in range(5)])
print([slope(x) for x in range(5)])
twice = lambda f, x, n=2: x if n == 0 else f(twice(f, x, n - 1))
print(twice(lambda v: v * 3, 1), twice(lambda v: v * 3, 1, n=4))
