def fib():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b
import itertools
print(list(itertools.islice(fib(), 10)))
print([x for x, _ in zip(fib(), range(5))])
print(list(map(lambda v: v + 1, itertools.islice(fib(), 4))))
print(list(enumerate(x for x in "ab")))

def count():
    n = 0
    while True:
        yield n
        n += 1
for i in count():
    if i > 3: break
print(i)
a, b = (x for x in range(2)); print(a, b)
a, *b = (x for x in range(4)); print(a, b)
print(*(x for x in "abc"), sep="-")
print(dict((k, v) for k, v in [(1,2)]), set(x for x in [1,1]), tuple(x for x in range(3)))
print(any(x > 1 for x in [1,2]), all(x for x in []), sorted(x for x in [3,1]), "".join(c for c in "xyz"))

def tree(t):
    if isinstance(t, list):
        for x in t: yield from tree(x)
    else: yield t
print(list(tree([1,[2,[3,4],5],[[6]]])), sum(tree([1,[2]])), max(tree([1,[9]])))
