# What optimizers do not take.
import torch

w = torch.ones(2, requires_grad=True)
for arguments, options in [
    ((w,), {"lr": 0.1}),
    (([w.detach().numpy().tolist()],), {"lr": 0.1}),
    (([w * 2],), {"lr": 0.1}),
    (([w],), {"lr": 0.1, "momentum": -1}),
    (([w],), {"lr": 0.1, "nesterov": True}),
]:
    try:
        torch.optim.SGD(*arguments, **options)
        print("fine")
    except (TypeError, ValueError) as e:
        print(type(e).__name__ + ":", e)
for betas in [(0.9, 1.0), (1.5, 0.9)]:
    try:
        torch.optim.Adam([w], betas=betas)
    except ValueError as e:
        print(e)
opt = torch.optim.Adam([w])
opt.step()  # no gradients: nothing happens
print(w.data, opt.state_dict()["state"])
torch.optim.Adam([w], learning_rate=0.1)
