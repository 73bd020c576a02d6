"""Mistakes that a type checker points at, each on a line of its own; all of them fail when run."""

import gradcli as torch
import gradcli.nn.functional as F

x = torch.ones(2, 3)

torch.sin("x")  # error: arg-type
torch.sin()  # error: call-arg
torch.ones(2, dtype="float32")  # error: call-overload
torch.zeros(2.5)  # error: call-overload
torch.sine(x)  # error: attr-defined
print(torch.float33)  # error: attr-defined
torch.cat(x, x)  # error: arg-type
torch.run(["x"])  # error: arg-type
torch.manual_seed("seed")  # error: arg-type
x.summ()  # error: attr-defined
x.sum("rows")  # error: arg-type
x.sum(0, keep=True)  # error: call-arg
x.view("rows")  # error: call-overload
x.transpose(0)  # error: call-arg
print(x.max(0).value)  # error: attr-defined
print(x.shape.rows)  # error: attr-defined
x.is_leaf = True  # error: misc
x.grad_fn.name()  # error: union-attr
x.backward(retain=True)  # error: call-arg
print(x + "x")  # error: operator
print(x @ 2)  # error: operator
x += [1]  # error: arg-type
x.numpy().backward()  # error: attr-defined
F.conv2d(x)  # error: call-arg
F.relu(x, in_place=True)  # error: call-arg
F.mse_loss(x, 1.0)  # error: arg-type
torch.linalg.solve(x)  # error: call-arg
torch.linalg.inverse(x)  # error: attr-defined
torch.autograd.grad(x.sum())  # error: call-overload
torch.autograd.grad(x.sum(), "x")  # error: arg-type
torch.func.grad(3)  # error: arg-type
torch.testing.assert_close(x)  # error: call-arg
