import numpy as np
print(np.array([1., 2.]) * torch.ones(2))
