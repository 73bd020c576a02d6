# The chain rule on paper, and then by machine.
x = torch.tensor(1.5, requires_grad=True)
inner = x ** 2 + 1
outer = inner.sqrt()
print(inner, outer)
outer.backward()
by_hand = x.detach() / (x.detach() ** 2 + 1).sqrt()
print(x.grad)
print(by_hand)
print(torch.allclose(x.grad, by_hand))
