"""Calls that are refused, or that few make: each says what it comes to."""
try:
    from torch import nn
    nn.Linear(1, 1).apply()
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    from torch import nn
    nn.Linear(1, 1).extra_repr(1)
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    from torch import nn
    nn.Linear(1, 1).forward()
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    from torch import nn
    nn.Linear(1, 1).load_state_dict()
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    from torch import nn
    nn.Linear(1, 1).load_state_dict({}, strictly=False)
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    from torch import nn
    nn.Linear(1, 1).named_parameters(recursive=True)
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    from torch import nn
    nn.Linear(1, 1).register_buffer()
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    from torch import nn
    nn.Linear(1, 1).requires_grad_(requires=False)
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    from torch import nn
    nn.Linear(1, 1).train(True, False)
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    from torch import nn
    nn.ModuleList().append()
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    from torch import nn
    nn.ModuleDict().pop()
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    from torch import nn
    nn.Sequential().insert(1)
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    from torch import nn
    nn.TransformerEncoderLayer(8)
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    from torch import nn
    nn.TransformerDecoderLayer(8, 2, heads=2)
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    from torch import nn, optim
    optim.Adam(nn.Linear(1, 1).parameters()).step(closures=None)
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    from torch import nn, optim
    optim.Adam(nn.Linear(1, 1).parameters()).load_state_dict()
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    from torch import nn, optim
    optim.AdamW(nn.Linear(1, 1).parameters()).zero_grad(none=True)
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    from torch import nn, optim
    optim.lr_scheduler.StepLR(optim.SGD(nn.Linear(1, 1).parameters(), 0.1), 1).load_state_dict()
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    import collections
    collections.deque().push(1)
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    import collections
    collections.OrderedDict().add
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    import collections
    collections.OrderedDict.zork
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    import collections
    collections.defaultdict(list)()
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    import collections
    collections.Counter().zork
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    import datetime
    datetime.date.toda()
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    import datetime
    datetime.datetime(2020, 1, 1).add
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    import functools
    functools.partial(print).zork
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    import itertools
    itertools.chain([1]).zork
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    import itertools
    itertools.product([1])[0]
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    import re
    re.compile('a').zork
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    import re
    re.match('a', 'a').zork
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    import torch
    torch.device('cpu') + 'a'
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    import torch
    torch.device('cpu').zork
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    import torch
    torch.finfo(torch.float32)['eps']
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    import torch
    torch.Generator()()
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    import torch
    len(torch.Generator())
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    import collections
    print({**collections.ChainMap({'a': 1}, {'b': 2})})
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    from torch import nn
    print({**nn.ModuleDict({'a': nn.ReLU()})}, dict(**nn.ModuleDict({'b': nn.Tanh()})))
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    from torch import nn, ones
    print({**nn.ParameterDict({'a': ones(1)})})
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    print({**[1]})
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    import argparse
    argparse.ArgumentParser().add_argument('--x', defaults=1)
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    import argparse
    argparse.ArgumentParser().add_argument('--x', action='store_true', type=bool)
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    import argparse
    argparse.ArgumentParser().add_argument('--x', action='count', nargs=1)
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    import argparse
    argparse.ArgumentParser().add_argument('--x', action='stor')
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    import argparse
    argparse.ArgumentParser(descriptions='a')
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    import argparse
    p = argparse.ArgumentParser(add_help=False)
    p.add_argument('--x', default=1)
    print(argparse.ArgumentParser(parents=[p]).parse_args([]))
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    import argparse
    p = argparse.ArgumentParser(argument_default=3)
    p.add_argument('--x')
    p.add_argument('--y', default=1)
    print(p.parse_args([]))
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    import argparse
    p = argparse.ArgumentParser()
    p.add_argument('--v', action='version', version='1')
    print(p.parse_args([]))
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    import io, torch
    b = io.BytesIO()
    torch.save(1, b)
    b.seek(0)
    torch.load(b, weights_only=False, map_locations='cpu')
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    import io, torch
    b = io.BytesIO()
    torch.save(1, b)
    b.seek(0)
    print(torch.load(b, weights_only=False, encoding='utf-8'))
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    import torch
    f = torch.jit.script(torch.nn.Linear(1, 1).eval())
    print(f(torch.ones(2, 1)).shape)
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    import torch
    print(torch.torch.ones(2), torch.math.pi)
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    from torch import nn
    nn.Dropout('a')
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    from torch import nn
    print(nn.Dropout(float('nan')))
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    import torch
    torch.optim.Adam([torch.ones(1)], lr='no')
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    import torch
    torch.optim.Adam([torch.ones(1)], lr=float('nan'))
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    import torch
    torch.optim.SGD([torch.ones(1)], lr='no')
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    import torch
    torch.optim.SGD([torch.ones(1)], lr=0.1, weight_decay='no')
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    import torch
    print(torch.optim.SGD([torch.ones(1)], lr=float('nan')).param_groups[0]['lr'])
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    import torch
    torch.optim.RMSprop([torch.ones(1)], alpha='a')
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    from torch import nn
    from torch.nn.modules.loss import _Loss, _WeightedLoss
    print([(issubclass(k, _Loss), issubclass(k, _WeightedLoss)) for k in (nn.MSELoss, nn.CrossEntropyLoss, nn.NLLLoss2d, nn.BCELoss, nn.BCEWithLogitsLoss, nn.MultiMarginLoss, nn.CTCLoss, nn.ReLU)])
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    from torch import nn
    from torch.nn.modules.loss import _Loss
    print(_Loss, _Loss(reduction='sum').reduction, _Loss())
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    from torch.nn.modules.loss import _Loss
    _Loss(zork=1)
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    from torch.nn.modules.loss import _Loss
    _Loss()(1)
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    import torch
    from torch.nn.modules.loss import _WeightedLoss
    w = _WeightedLoss(torch.ones(2))
    print(w.weight, list(w.state_dict()), w.reduction)
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    from torch import nn
    from torch.nn.modules.batchnorm import _BatchNorm
    print(isinstance(nn.BatchNorm2d(1), _BatchNorm), isinstance(nn.LayerNorm(1), _BatchNorm), nn.modules.batchnorm._BatchNorm is _BatchNorm)
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    from torch import nn
    from torch.nn.modules.conv import _ConvNd
    print(isinstance(nn.Conv1d(1, 1, 1), _ConvNd), isinstance(nn.ConvTranspose2d(1, 1, 1), _ConvNd), isinstance(nn.Linear(1, 1), _ConvNd))
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    from torch import nn
    from torch.nn.modules.instancenorm import _InstanceNorm
    print(isinstance(nn.InstanceNorm2d(1), _InstanceNorm))
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    from torch import nn
    from torch.nn.modules.dropout import _DropoutNd
    print(isinstance(nn.Dropout2d(), _DropoutNd), _DropoutNd(0.2), _DropoutNd(0.2).p)
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    from torch.nn.modules.dropout import _DropoutNd
    _DropoutNd(2)
except Exception as error:
    print(f"{type(error).__name__}: {error}")
try:
    from torch import nn
    nn._Loss
except Exception as error:
    print(f"{type(error).__name__}: {error}")
