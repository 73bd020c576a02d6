x = torch.ones(2, requires_grad=True)
(x * 2).register_post_accumulate_grad_hook(print)
