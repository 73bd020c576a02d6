a = torch.tensor([1.0, 2.0])
b = a
c = a.clone()
a += 10
print(a, b, c, a is b, a is c)
a = a + 10
print(a, b)
lst = [a, a]
lst[0] += 1
print(lst)
