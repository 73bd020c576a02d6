# Hooks of a node see what comes in and what goes out.
x = torch.tensor([1., 2.], requires_grad=True)
w = torch.tensor([3., 4.], requires_grad=True)
y = x * w
z = y * w
y.register_hook(lambda g: print("tensor hook", g))
y.retain_grad()
before = y.grad_fn.register_prehook(lambda grads: print("prehook", grads))
after = y.grad_fn.register_hook(lambda into, out: print("hook", into, out))
z.grad_fn.register_hook(lambda into, out: print("hook of z", into, out))
x.register_hook(lambda g: print("hook of x", g))
x.register_post_accumulate_grad_hook(lambda t: print("accumulated", t.grad))
z.sum().backward()
print(y.grad, x.grad, w.grad)
print(before, after)
before.remove()
after.remove()
