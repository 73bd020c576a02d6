# Backpropagation by hand, compared with the machine's.
torch.manual_seed(2)
N, D_in, H, D_out = 8, 5, 4, 2
x = torch.randn(N, D_in)
t = torch.randn(N, D_out)
w1 = torch.randn(D_in, H, requires_grad=True)
w2 = torch.randn(H, D_out, requires_grad=True)

h = x.mm(w1)
h_relu = h.relu()
out = h_relu.mm(w2)
loss = (out - t).pow(2).sum()
loss.backward()

with torch.no_grad():
    grad_out = 2 * (out - t)
    grad_w2 = h_relu.t().mm(grad_out)
    grad_h = grad_out.mm(w2.t())
    grad_h[h < 0] = 0
    grad_w1 = x.t().mm(grad_h)

print(torch.allclose(grad_w1, w1.grad, atol=1e-4), torch.allclose(grad_w2, w2.grad, atol=1e-4))
print(w1.grad.shape, w2.grad.shape)
print(loss.grad_fn, out.grad_fn, h_relu.grad_fn)
