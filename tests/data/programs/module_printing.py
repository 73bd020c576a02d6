# Tables of a model: shapes, counts, sizes, outputs by layer
from functools import reduce
import operator

import torch
import torch.nn as nn

layers = [
    nn.Conv1d(3, 6, 5, stride=2, padding="same" if False else 1, dilation=2, groups=3, bias=False, padding_mode="circular"),
    nn.ConvTranspose2d(3, 6, (3, 5), stride=(2, 1), padding=(1, 2), output_padding=(1, 0)),
    nn.Conv3d(1, 2, 3),
    nn.MaxPool2d(3, stride=2, padding=1), nn.AvgPool2d((3, 2), stride=(2, 1)),
    nn.AdaptiveMaxPool1d(3), nn.LPPool2d(2, 3),
    nn.BatchNorm2d(4, affine=False), nn.GroupNorm(2, 6), nn.LayerNorm([3, 4]), nn.InstanceNorm2d(3),
    nn.RMSNorm(4), nn.LocalResponseNorm(2),
    nn.Dropout(0.1), nn.AlphaDropout(0.2),
    nn.ReLU6(), nn.ELU(0.5), nn.SELU(), nn.CELU(), nn.GELU(approximate="tanh"), nn.SiLU(), nn.Mish(), nn.Hardtanh(-2, 2),
    nn.Hardswish(), nn.Softplus(2), nn.Softmax(dim=1), nn.LogSoftmax(-1), nn.Threshold(0.1, 20), nn.PReLU(3), nn.GLU(),
    nn.Softshrink(0.3), nn.LogSigmoid(),
    nn.Embedding(10, 3, padding_idx=1, max_norm=2.0), nn.EmbeddingBag(5, 2, mode="sum"),
    nn.LSTM(3, 4, num_layers=2, bias=False, dropout=0.1, bidirectional=True), nn.GRUCell(2, 3), nn.RNN(2, 3, nonlinearity="relu"),
    nn.Flatten(), nn.Unflatten(1, (2, 5)), nn.Identity(), nn.Upsample(size=(4, 4), mode="nearest"),
    nn.ZeroPad2d(1), nn.ReflectionPad2d((1, 1, 2, 0)), nn.ConstantPad1d(2, 3.5), nn.PixelShuffle(2), nn.Fold((4, 5), (2, 2)),
    nn.Unfold(3), nn.CosineSimilarity(), nn.PairwiseDistance(),
    nn.CrossEntropyLoss(ignore_index=0), nn.MSELoss(), nn.CTCLoss(),
]
for layer in layers:
    print(layer)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Conv2d(1, 4, 3), nn.ReLU(), nn.MaxPool2d(2))
        self.classifier = nn.Sequential(nn.Flatten(), nn.Linear(36, 10, bias=False))

    def forward(self, x):
        return self.classifier(self.features(x))


net = Net()
print(f"{'name':24s}|{'shape':>16s}|{'number':>7s}")
print("-" * 49)
total = 0
for name, p in net.named_parameters():
    n = reduce(operator.mul, p.shape, 1)
    total += n
    print(f"{name:24s}|{str(list(p.shape)):>16s}|{n:7,d}")
print(f"{'Total':24s}|{'':>16s}|{total:7,d}  {total * 4 / 1024:.2f} KB")
x = torch.zeros(2, 1, 8, 8)
for child in list(net.features) + list(net.classifier):
    x = child(x)
    print(f"{type(child).__name__:10s} output {tuple(x.shape)}")
print(str(net.features) == repr(net.features), len(str(net).splitlines()))
print(nn.Linear(2, 3).extra_repr())
