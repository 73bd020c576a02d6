from torch.autograd.graph import get_gradient_edge
x = torch.tensor([1., 2.], requires_grad=True)
y = x * x
z = y.sum()
edge = get_gradient_edge(y)
print(edge.node, edge.output_nr, edge.node is y.grad_fn)
print(torch.autograd.grad(z, edge, retain_graph=True))
print(torch.autograd.grad(z, [get_gradient_edge(x), edge], retain_graph=True))
print(torch.autograd.grad(edge, x, torch.ones(2)))
print(get_gradient_edge(x))
