for epoch in range(2):
    loss = torch.tensor(1.0, requires_grad=True) * epoch
    print(epoch, loss)
print(loss.grad_fn)
print(epochs)
