import multiprocessing as mp
import pdb
import platform
import subprocess
import urllib.request
import xml.etree.ElementTree as ET
import zipfile
from multiprocessing import Pool
from zipfile import ZipFile

import torch
import torch.distributed as dist
import torch.fx
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data.distributed import DistributedSampler

if __name__ == "__main__":
    mp.freeze_support()
print(platform.system(), dist.is_available() and dist.is_initialized(), torch.ones(2))
for name in ("nothing_there", "collections.nothing"):
    try:
        if name == "nothing_there":
            import nothing_there
        else:
            import collections.nothing
    except ImportError as e:
        print(type(e).__name__, e)
