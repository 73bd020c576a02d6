from __future__ import print_function
import torch
x = torch.ones(1)
print(x.requires_grad)
y = torch.ones(1)
z = x + y
print(z.requires_grad)
w = torch.ones(1, requires_grad=True)
print(w.requires_grad)
total = w + z
print(total.requires_grad)
print(z.grad == x.grad == y.grad == None)
x = torch.tensor([3], dtype=torch.float, requires_grad=True)
y = 2*x +3
print(x, y)
print(x.requires_grad, y.requires_grad)
print(y.grad_fn, y.grad_fn.next_functions[0][0], y.grad_fn.next_functions[0][0].next_functions[0][0], sep='\n')
print(y.grad_fn.next_functions[0][0].next_functions[0][0].next_functions)
y.backward()
print(x, x.grad)
z = x.detach()
print(z, z.requires_grad)
print(z.grad)
x = torch.zeros(1, requires_grad=True)
with torch.no_grad():
    y = x * 2
print(y.requires_grad)
