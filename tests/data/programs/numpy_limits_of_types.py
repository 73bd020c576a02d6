import numpy as np, torch
e = np.finfo(np.float32).eps.item()
print(e, np.finfo(np.float32).eps, np.finfo('float64').max, np.finfo(float).tiny, np.iinfo(np.int32).max, np.iinfo('uint8').bits)
print(np.finfo(np.float32))
print(repr(np.finfo(np.float16)), repr(np.iinfo(np.int64)))
print(np.iinfo(np.int8))
for k in (lambda: np.finfo(np.int32), lambda: np.iinfo(np.float32), lambda: np.finfo(int)):
    try: print(k())
    except Exception as x: print(type(x).__name__, x)
r = (np.array([1., 2.]) - 1) / (np.std([1., 2]) + np.finfo(np.float32).eps)
print(r, np.finfo(np.array([1.0]).dtype).dtype, np.finfo(np.float64).resolution, np.finfo(np.float64).nmant)
print(np.finfo(np.float32).eps == torch.finfo(torch.float32).eps, type(np.finfo(np.float32).max), np.iinfo(np.int64).min, type(np.iinfo(np.int64).min))
