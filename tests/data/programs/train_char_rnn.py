# Classifying names with a character-level RNN, by hand-made cells.
import unicodedata
import string

import torch
import torch.nn as nn

all_letters = string.ascii_lowercase + " '"
n_letters = len(all_letters)

category_lines = {
    "Italian": ["rossi", "bianchi", "esposito", "romano"],
    "Japanese": ["tanaka", "suzuki", "watanabe", "ito"],
    "Polish": ["nowak", "kowalski", "wojcik", "lis"],
}
all_categories = list(category_lines.keys())
n_categories = len(all_categories)


# Find letter index from all_letters, e.g. "a" = 0
def letterToIndex(letter):
    return all_letters.find(letter)


# Turn a line into a <line_length x 1 x n_letters>,
# or an array of one-hot letter vectors
def lineToTensor(line):
    tensor = torch.zeros(len(line), 1, n_letters)
    for li, letter in enumerate(line):
        tensor[li][0][letterToIndex(letter)] = 1
    return tensor


class RNN(nn.Module):
    def __init__(self, input_size, hidden_size, output_size):
        super(RNN, self).__init__()
        self.hidden_size = hidden_size
        self.i2h = nn.Linear(input_size + hidden_size, hidden_size)
        self.h2o = nn.Linear(hidden_size, output_size)
        self.softmax = nn.LogSoftmax(dim=1)

    def forward(self, input, hidden):
        combined = torch.cat((input, hidden), 1)
        hidden = torch.tanh(self.i2h(combined))
        output = self.softmax(self.h2o(hidden))
        return output, hidden

    def initHidden(self):
        return torch.zeros(1, self.hidden_size)


torch.manual_seed(0)
n_hidden = 16
rnn = RNN(n_letters, n_hidden, n_categories)
print(lineToTensor('rossi').size())

criterion = nn.NLLLoss()
learning_rate = 0.05


def categoryFromOutput(output):
    top_n, top_i = output.topk(1)
    category_i = top_i[0].item()
    return all_categories[category_i], category_i


def train(category_tensor, line_tensor):
    hidden = rnn.initHidden()
    rnn.zero_grad()
    for i in range(line_tensor.size()[0]):
        output, hidden = rnn(line_tensor[i], hidden)
    loss = criterion(output, category_tensor)
    loss.backward()
    # Add parameters' gradients to their values, multiplied by learning rate
    for p in rnn.parameters():
        p.data.add_(p.grad.data, alpha=-learning_rate)
    return output, loss.item()


for epoch in range(3):
    current_loss = 0
    for category, lines in category_lines.items():
        for line in lines:
            target = torch.tensor([all_categories.index(category)], dtype=torch.long)
            output, loss = train(target, lineToTensor(line))
            current_loss += loss
    guess, guess_i = categoryFromOutput(output)
    correct = '✓' if guess == category else '✗ (%s)' % category
    print('%d %.4f %s / %s %s' % (epoch, current_loss / 12, line, guess, correct))
