def collatz(n):
    steps = 0
    while n != 1:
        if n % 2 == 0:
            n //= 2
        elif n > 10 ** 6:
            break
        else:
            n = 3 * n + 1
        steps += 1
    else:
        return steps
    return None

print([collatz(n) for n in range(1, 12)])
for i in range(10):
    if i == 2:
        continue
    if i == 5:
        break
    print(i, end=" ")
else:
    print("never")
print()
x = torch.tensor(1.0, requires_grad=True)
y = x
count = 0
while y < 100:
    y = y * 2 if count % 2 else y * 3
    count += 1
y.backward()
print(count, y, x.grad)
