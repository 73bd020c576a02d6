from torch.utils.data import DistributedSampler, DataLoader, TensorDataset
from torch.utils.data.distributed import DistributedSampler as Same
data = list(range(10))
print(Same is DistributedSampler, DistributedSampler)
for count in (2, 3, 4, 13):
    for drop in (False, True):
        for shuffle in (True, False):
            s = DistributedSampler(data, count, 1, shuffle=shuffle, seed=3, drop_last=drop)
            print(count, drop, shuffle, list(s), len(s), s.num_samples, s.total_size)
s = DistributedSampler(data, num_replicas=2, rank=0)
for epoch in range(2):
    s.set_epoch(epoch)
    print([batch[0].tolist() for batch in DataLoader(TensorDataset(torch.arange(10)), batch_size=2, sampler=s)])
for wrong in (lambda: DistributedSampler(data), lambda: DistributedSampler(data, 2, 5), lambda: DistributedSampler(data, 2, -1)):
    try: wrong()
    except ValueError as e: print(e)
