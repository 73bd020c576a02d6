from torch.optim.swa_utils import *
get_ema_avg_fn(1.5)
