w = torch.ones(2, requires_grad=True)
print(w)
w += 1
