import warnings
warnings.filterwarnings("ignore")
warnings.warn("x")
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    warnings.warn("y", UserWarning)
print("ok")

import warnings
warnings.simplefilter("error")
try: warnings.warn("bad")
except UserWarning as e: print("err", e)

warnings.resetwarnings()
warnings.warn("seen")
torch.ones(2, 3, 4).T
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    torch.ones(2, 3, 4).T
