print(isinstance(torch.ones(1), torch.Tensor), type(torch.ones(1)), type(1.0).__name__, torch.float32 == torch.float, type(torch.ones(1).shape), type(torch.ones(1).dtype), callable(torch.sum), hasattr(torch, "sum"), isinstance(1, (int, float)))
print(torch.is_floating_point(torch.ones(1)), torch.finfo(torch.float32).eps, torch.iinfo(torch.int8).max, torch.numel(torch.ones(2, 2)))
x = torch.ones(2, dtype=torch.double)
assert x.dtype == torch.float64 and x.type() == "torch.DoubleTensor"
assert x.shape == (3,), f"bad shape {x.shape}"
