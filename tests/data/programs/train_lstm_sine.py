import math

import torch
import torch.nn as nn


class SequencePredictor(nn.Module):
    """Reads a wave and says the next value at every step."""

    def __init__(self, hidden_dim: int = 8) -> None:
        super().__init__()
        self.hidden_dim = hidden_dim
        self.lstm = nn.LSTMCell(1, hidden_dim)
        self.linear = nn.Linear(hidden_dim, 1)

    def forward(self, sequence: torch.Tensor, future: int = 0) -> torch.Tensor:
        outputs = []
        h_t = torch.zeros(sequence.size(0), self.hidden_dim)
        c_t = torch.zeros(sequence.size(0), self.hidden_dim)
        for x_t in sequence.split(1, dim=1):
            h_t, c_t = self.lstm(x_t, (h_t, c_t))
            output = self.linear(h_t)
            outputs += [output]
        for _ in range(future):  # if we should predict the future
            h_t, c_t = self.lstm(output, (h_t, c_t))
            output = self.linear(h_t)
            outputs += [output]
        return torch.cat(outputs, dim=1)


def main() -> None:
    torch.manual_seed(0)
    phase = torch.rand(3, 1) * 2 * math.pi
    wave = torch.sin(torch.arange(0, 13) * 0.5 + phase)
    inputs, targets = wave[:, :-1], wave[:, 1:]
    model = SequencePredictor()
    optimizer = torch.optim.Adam(model.parameters(), lr=0.05)
    criterion = nn.MSELoss()
    for step in range(1, 21):
        optimizer.zero_grad()
        loss = criterion(model(inputs), targets)
        loss.backward()
        norm = nn.utils.clip_grad_norm_(model.parameters(), max_norm=1.0)
        optimizer.step()
        if step % 5 == 0:
            print(f"STEP: {step:2d} loss: {loss.item():.3f} norm: {norm:.3f}")
    with torch.no_grad():
        print(model(inputs, future=4).shape)


if __name__ == "__main__":
    main()
