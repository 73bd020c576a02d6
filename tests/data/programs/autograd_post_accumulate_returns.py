x = torch.tensor([1., 2.], requires_grad=True)
x.register_post_accumulate_grad_hook(lambda t: 3)
(x * x).sum().backward()
