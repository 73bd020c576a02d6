x = torch.tensor([1., 2.], requires_grad=True)
torch.autograd.graph.register_multi_grad_hook((x,), print, mode="some")
