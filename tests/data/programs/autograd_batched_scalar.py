x = torch.tensor([1., 2.], requires_grad=True)
print(torch.autograd.grad(x * 2, x, torch.eye(3), is_grads_batched=True))
