# What is not recorded cannot be differentiated.
x = torch.ones(2, requires_grad=True)
print(torch.is_grad_enabled())
with torch.no_grad():
    print(torch.is_grad_enabled(), (x * 2).requires_grad)
    with torch.enable_grad():
        print(torch.is_grad_enabled(), (x * 2).requires_grad)
    made = torch.ones(1, requires_grad=True)
    print(made.requires_grad)
print((x * 2).requires_grad)
with torch.set_grad_enabled(False):
    y = x * 2
print(y.requires_grad, y.is_leaf)
torch.set_grad_enabled(False)
print((x * 2).requires_grad)
torch.set_grad_enabled(True)
print((x * 2).requires_grad)
