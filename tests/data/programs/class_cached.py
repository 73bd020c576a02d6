"""Methods that remember."""
from functools import cache, lru_cache, partial, reduce


class Calc:
    calls = 0

    def __init__(self, k):
        self.k = k

    @lru_cache(maxsize=None)
    def slow(self, n):
        Calc.calls += 1
        return n * self.k

    @torch.no_grad()
    def plain(self, t):
        return (t * self.k).requires_grad

    @staticmethod
    @cache
    def static(n):
        Calc.calls += 1
        return -n

    double = partial(lambda x: x * 2)


c = Calc(3)
print(c.slow(2), c.slow(2), Calc(4).slow(2), Calc.calls, c.static(1), Calc.static(1), Calc.calls)
t = torch.ones(2, requires_grad=True)
print(c.plain(t), c.double(4), Calc.double(5), reduce(lambda a, b: a + b.k, [c, Calc(5)], 0))


@lru_cache
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


print(fib(50), isinstance(Calc, type), isinstance(c, type), isinstance(int, type))
