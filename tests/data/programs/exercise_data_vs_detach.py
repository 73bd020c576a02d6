a = torch.tensor([1., 2., 3.], requires_grad=True)
out = a.sigmoid()
c = out.data
c.zero_()
print(out)
out.sum().backward()
print(a.grad)
a.grad = None
out = a.sigmoid()
c = out.detach()
c.zero_()
out.sum().backward()
