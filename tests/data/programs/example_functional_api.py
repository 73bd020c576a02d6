def exp_adder(x, y):
    return 2 * x.exp() + 3 * y
inputs = (torch.tensor([0.1]), torch.tensor([0.7]))
print(inputs)
print(torch.autograd.functional.jacobian(exp_adder, inputs))
inputs = (torch.tensor([0.5, 0.25, 0.1]), torch.tensor([1., 2., 3.]))
print(torch.autograd.functional.jacobian(exp_adder, inputs))
def do_some_doubling(x):
    y = x * 2
    while y.data.norm() < 1000:
        y = y * 2
    return y
my_gradients = torch.tensor([0.1, 1.0, 0.0001])
print(torch.autograd.functional.vjp(do_some_doubling, torch.tensor([.2, .5, .7]), v=my_gradients))
