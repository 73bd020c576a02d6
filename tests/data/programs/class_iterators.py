"""Iterators as classes."""


class Countdown:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n <= 0:
            raise StopIteration
        self.n -= 1
        return self.n + 1


print(list(Countdown(3)), sum(Countdown(4)), max(Countdown(5)), tuple(x * x for x in Countdown(3)))
c = Countdown(2)
print(next(c), next(c), next(c, None))
for i, n in enumerate(Countdown(2)):
    print(i, n)
for a, b in zip(Countdown(3), Countdown(2)):
    print(a, b)
while True:
    for x in Countdown(3):
        if x == 2:
            break
        print("x", x)
    else:
        print("never")
    break


class Batches:
    def __init__(self, data, size):
        self.data, self.size = data, size

    def __iter__(self):
        for start in range(0, len(self.data), self.size):
            yield self.data[start : start + self.size]

    def __len__(self):
        return -(-len(self.data) // self.size)


b = Batches(list(range(7)), 3)
print(len(b), list(b), [sum(part) for part in b])
first, *others = b
print(first, others)
data = Batches(torch.arange(6.0), 4)
for part in data:
    print(part)


class Rev:
    def __init__(self, items):
        self.items = items

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]


print(list(reversed(Rev("abc"))))


class Rev2(Rev):
    def __reversed__(self):
        return iter(["mine"])


print(list(reversed(Rev2("abc"))), list(iter(Rev("xy"))))


class NoIter:
    pass


try:
    for x in NoIter():
        pass
except TypeError as e:
    print(e)
try:
    a, b = NoIter()
except TypeError as e:
    print(e)
try:
    next(NoIter())
except TypeError as e:
    print(e)
try:
    [*NoIter()]
except TypeError as e:
    print(e)
try:
    print(*NoIter())
except TypeError as e:
    print(e)
try:
    1 in NoIter()
except TypeError as e:
    print(e)
