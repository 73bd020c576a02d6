"""Every value tells its class."""

print((3).__class__, [].__class__.__name__, "a".__class__, None.__class__, torch.ones(1).__class__, (1.5).__class__ is float)
print(torch.ones(1).__class__.__name__, (lambda: 0).__class__.__name__, print.__class__, torch.float32.__class__, torch.ones(2).shape.__class__, {}.__class__ == dict, torch.nn.Linear(1,1).__class__, ValueError("a").__class__.__name__, range(2).__class__)
print(int.__class__, torch.ones(1, requires_grad=True).sum().grad_fn.__class__, type(torch.ones(1)).__name__)
