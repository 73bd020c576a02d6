# Part-of-speech tags by an LSTM
import torch, torch.nn as nn
torch.manual_seed(0)
class LSTMTagger(nn.Module):
    def __init__(self, e, h, v, t):
        super().__init__()
        self.hidden_dim = h
        self.word_embeddings = nn.Embedding(v, e)
        self.lstm = nn.LSTM(e, h)
        self.hidden2tag = nn.Linear(h, t)
        self.hidden = self.init_hidden()
    def init_hidden(self): return (torch.zeros(1, 1, self.hidden_dim), torch.zeros(1, 1, self.hidden_dim))
    def forward(self, s):
        embeds = self.word_embeddings(s)
        out, self.hidden = self.lstm(embeds.view(len(s), 1, -1), self.hidden)
        return nn.functional.log_softmax(self.hidden2tag(out.view(len(s), -1)), dim=1)
data = [("The dog ate the apple".split(), ["DET", "NN", "V", "DET", "NN"]), ("Everybody read that book".split(), ["NN", "V", "DET", "NN"])]
ix = {}
for s, _ in data:
    for w in s:
        if w not in ix: ix[w] = len(ix)
tags = {"DET": 0, "NN": 1, "V": 2}
m = LSTMTagger(6, 6, len(ix), 3); lf = nn.NLLLoss(); opt = torch.optim.SGD(m.parameters(), lr=0.1)
for epoch in range(3):
    tot = 0
    for s, t in data:
        m.zero_grad(); m.hidden = m.init_hidden()
        loss = lf(m(torch.tensor([ix[w] for w in s])), torch.tensor([tags[x] for x in t])); loss.backward(); opt.step(); tot += loss.item()
    print(f"{tot:.4f}")
with torch.no_grad(): print(m(torch.tensor([0, 1])).argmax(1))
