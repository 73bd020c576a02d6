"""Polynomials and matrices as values."""


class Polynomial:
    def __init__(self, *coefficients):
        self.c = list(coefficients) or [0]

    def __call__(self, x):
        total = 0
        for c in reversed(self.c):
            total = total * x + c
        return total

    def __add__(self, other):
        n = max(len(self.c), len(other.c))
        a = self.c + [0] * (n - len(self.c))
        b = other.c + [0] * (n - len(other.c))
        return Polynomial(*[p + q for p, q in zip(a, b)])

    def __mul__(self, other):
        if not isinstance(other, Polynomial):
            return Polynomial(*[other * c for c in self.c])
        out = [0] * (len(self.c) + len(other.c) - 1)
        for i, a in enumerate(self.c):
            for j, b in enumerate(other.c):
                out[i + j] += a * b
        return Polynomial(*out)

    __rmul__ = __mul__

    def __eq__(self, other):
        return self.c == other.c

    def derivative(self):
        return Polynomial(*[i * c for i, c in enumerate(self.c)][1:])

    def __repr__(self):
        terms = [f"{c}x^{i}" if i else str(c) for i, c in enumerate(self.c) if c]
        return " + ".join(terms) or "0"

    def __format__(self, spec):
        return repr(self) if spec == "" else f"<{self!r}:{spec}>"


p, q = Polynomial(1, 2), Polynomial(0, 1, 3)
print(p, q, p + q, p * q, 3 * p, p * 2, p(2), q(torch.tensor(2.0)))
print(p.derivative(), (p * q).derivative() == p.derivative() * q + p * q.derivative(), f"{p}", f"{p:wide}", "{}".format(q))
x = torch.tensor(2.0, requires_grad=True)
q(x).backward()
print(x.grad, q.derivative()(2.0))


class Matrix:
    def __init__(self, rows):
        self.rows = [list(r) for r in rows]

    @classmethod
    def identity(cls, n):
        return cls([[int(i == j) for j in range(n)] for i in range(n)])

    def __matmul__(self, other):
        return Matrix([[sum(a * b for a, b in zip(r, c)) for c in zip(*other.rows)] for r in self.rows])

    def __pow__(self, n):
        out = Matrix.identity(len(self.rows))
        for _ in range(n):
            out = out @ self
        return out

    @property
    def T(self):
        return Matrix(zip(*self.rows))

    def __getitem__(self, index):
        i, j = index
        return self.rows[i][j]

    def __str__(self):
        return "\n".join(" ".join(f"{v:3d}" for v in r) for r in self.rows)


m = Matrix([[1, 1], [1, 0]])
print(m @ m)
print(m**10)
print((m**10)[0, 1], m.T[0, 1], Matrix.identity(2))
print(m + m)
