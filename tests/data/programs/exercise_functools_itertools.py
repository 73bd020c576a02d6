from functools import reduce, partial
from itertools import product, combinations, accumulate, chain
ts = [torch.tensor(float(i)) for i in range(1, 5)]
print(reduce(lambda a, b: a * b, ts))
power = partial(torch.pow, exponent=2)
print(power(torch.tensor([2., 3.])))
print(list(product("ab", range(2))))
print([(i, j) for i, j in combinations(range(4), 2)])
print(list(accumulate([1, 2, 3, 4])), list(chain([1], [2, 3])))
