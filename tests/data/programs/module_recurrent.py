# What nn.RNN, nn.LSTM and nn.GRU return.
import torch
from torch import nn

torch.manual_seed(0)

for kind in (nn.RNN, nn.LSTM, nn.GRU):
    rnn = kind(input_size=3, hidden_size=4, num_layers=2, batch_first=True)
    print(rnn)
    x = torch.randn(2, 5, 3)
    out, h = rnn(x)
    if isinstance(h, tuple):
        h, c = h
        print("cell", c.shape)
    print(out.shape, h.shape, torch.equal(out[:, -1], h[-1]))
    out[:, -1].sum().backward()
    for name, p in rnn.named_parameters():
        print(f"  {name:14s} {str(tuple(p.shape)):10s} {p.grad.norm().item():.4f}")

# unroll a cell and compare with the layer
layer = nn.GRU(3, 4)
cell = nn.GRUCell(3, 4)
cell.weight_ih.data.copy_(layer.weight_ih_l0)
cell.weight_hh.data.copy_(layer.weight_hh_l0)
cell.bias_ih.data.copy_(layer.bias_ih_l0)
cell.bias_hh.data.copy_(layer.bias_hh_l0)
seq = torch.randn(6, 1, 3)
hx = torch.zeros(1, 4)
steps = []
for x_t in seq:
    hx = cell(x_t, hx)
    steps.append(hx)
out, _ = layer(seq)
print(torch.allclose(torch.stack(steps), out, atol=1e-6))

bi = nn.LSTM(3, 2, bidirectional=True)
o, (h, c) = bi(seq)
print(bi, o.shape, h.shape)
