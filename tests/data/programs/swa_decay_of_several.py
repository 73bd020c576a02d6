from torch.optim.swa_utils import *
get_ema_multi_avg_fn(-1)
