class C:
    def __init__(self, n): self.n = n
    def __iter__(self):
        for i in range(self.n): yield i * i
print(list(C(4)), sum(C(3)))
for v in C(2): print(v)

class C:
    def items(self):
        yield from [1, 2]
        return
print(list(C().items()), [*C().items()])
