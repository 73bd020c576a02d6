w = tensor([1 + 2j, 3 - 4j], requires_grad=True)
(w * 2).sum().backward()
