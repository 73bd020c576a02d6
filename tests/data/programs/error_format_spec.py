f"{torch.ones(2):.2f}"
