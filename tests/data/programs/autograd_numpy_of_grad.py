import numpy as np
x = torch.ones(2, requires_grad=True)
print(x * np.array([1., 2.]))
