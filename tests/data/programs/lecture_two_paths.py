# A variable that reaches the result on two ways collects from both.
a = torch.tensor(2.0, requires_grad=True)
left = 3 * a
right = a * a
total = left + right
print(total.grad_fn.next_functions)
total.backward()
print("from the left: 3, from the right:", 2 * a.item())
print("together:", a.grad.item())
