# Only the last layer learns.
torch.manual_seed(3)
w1 = torch.randn(3, 4)
w2 = torch.randn(4, 1, requires_grad=True)
x = torch.randn(5, 3)
out = torch.relu(x @ w1) @ w2
out.sum().backward()
print(w1.grad, w2.grad.shape, out.grad_fn.next_functions)
print(torch.allclose(w2.grad, torch.relu(x @ w1).sum(0, keepdim=True).T))
