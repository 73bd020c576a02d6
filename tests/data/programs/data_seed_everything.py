# The function that every repository has.
import torch, numpy as np, random, warnings, os
warnings.filterwarnings("ignore")
def set_seed(seed):
    random.seed(seed); np.random.seed(seed); torch.manual_seed(seed); torch.cuda.manual_seed(seed)
    torch.backends.cudnn.deterministic = True
    torch.backends.cudnn.benchmark = False
    os.environ["PYTHONHASHSEED"] = str(seed)
set_seed(1)
torch.set_num_threads(1)
print(random.random(), np.random.rand(2), torch.rand(2))
